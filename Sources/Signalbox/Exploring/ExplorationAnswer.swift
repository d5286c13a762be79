/// The answer for a property of an exploration.
public enum ExplorationAnswer: Hashable, Sendable {
  /// The property holds in all states of the application.
  case holds
  /// The property holds in all states that were explored; others exist.
  case holdsSoFar
  /// The property is violated.
  case violated
  /// No state decides the property, and states exist that were not explored.
  case undecided
}
