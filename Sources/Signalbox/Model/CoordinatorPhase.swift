/// The phases in the life cycle of a coordinator.
public enum CoordinatorPhase: String, Hashable, Sendable, CaseIterable {
  /// It has been created but not started.
  case created
  /// Its `start` is running. Operations that it submits for itself are part of the operation that
  /// starts it.
  case starting
  /// It has started but not finished.
  case started
  /// It has finished.
  case finished
}
