/// The parts of a swipe that can be played one by one.
///
/// From `begin` to `cancel` or `commit` the swipe is one operation that has not settled; everything
/// else waits meanwhile.
public enum GesturePhase: String, Hashable, Sendable, CaseIterable {
  /// Begins and ends at once.
  case whole
  /// The finger goes down and moves: screens hear that they are about to change.
  case begin
  /// The finger moves on.
  case progress
  /// The finger lets go before the end: screens come back and nothing has changed.
  case cancel
  /// The finger lets go at the end: the change happens.
  case commit
}
