/// A phase of an interactive gesture. Each phase can be performed separately.
///
/// From `begin` to `cancel` or `commit`, the gesture is one operation that has not settled, and all
/// other operations wait.
public enum GesturePhase: String, Hashable, Sendable, CaseIterable {
  /// The gesture begins and ends in one call.
  case whole
  /// The finger touches the screen and begins to move. Screens are notified that they are about to
  /// change.
  case begin
  /// The finger moves further.
  case progress
  /// The finger is released early. The screens move back, and nothing changes.
  case cancel
  /// The finger is released at the end. The change is applied.
  case commit
}
