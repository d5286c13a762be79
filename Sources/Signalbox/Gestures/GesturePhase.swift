/// The phases of an interactive gesture, each of which can be performed separately.
///
/// From `begin` to `cancel` or `commit`, the gesture is one operation that has not settled, and all
/// other operations wait.
public enum GesturePhase: String, Hashable, Sendable, CaseIterable {
  /// The gesture begins and ends in one call.
  case whole
  /// The finger touches the screen and begins to move: screens are notified that they are about to
  /// change.
  case begin
  /// The finger moves further.
  case progress
  /// The finger is released early: the screens move back and nothing changes.
  case cancel
  /// The finger is released at the end: the change is applied.
  case commit
}
