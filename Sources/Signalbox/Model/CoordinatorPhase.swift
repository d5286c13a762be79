/// How far a coordinator has come.
public enum CoordinatorPhase: String, Hashable, Sendable, CaseIterable {
  /// It was made and has not started.
  case created
  /// Its `start` runs: what it submits for itself is part of the operation that starts it.
  case starting
  /// It has been started and lives.
  case started
  /// It is gone.
  case finished
}
