/// A phase of an interactive gesture. Each phase can be performed separately.
///
/// From `begin` to `cancel` or `commit`, the gesture is one operation that has not settled, and all
/// other operations wait.
public enum GesturePhase: String, Hashable, Sendable, CaseIterable {
  /// The gesture begins and ends in one call.
  case whole
  /// The finger touches the screen and begins to move. Observers are notified that the screens are
  /// about to disappear or appear.
  case begin
  /// The finger moves further.
  case progress
  /// The finger is released early. The screens move back, and nothing changes.
  case cancel
  /// The finger is released at the end of the gesture. The change is applied.
  case commit
}

extension GesturePhase {
  /// Whether the phase begins a gesture. All other phases continue a gesture.
  var isBeginning: Bool { self == .whole || self == .begin }
}

extension OperationCall {
  /// Whether the call performs a whole swipe that is not cancelled.
  var isWholeSwipe: Bool { options.phase == .whole && !options.switches.contains(.cancel) }
}
