/// A phase in the life cycle of a coordinator.
public enum CoordinatorPhase: String, Hashable, Sendable, CaseIterable {
  /// The coordinator has been created but not started.
  case created
  /// The coordinator's `start` is running. Operations that the coordinator calls on itself are part
  /// of the operation that starts it.
  case starting
  /// The coordinator has started but not finished.
  case started
  /// The coordinator has finished.
  case finished
}
