/// The result of checking a property in an exploration.
public enum ExplorationAnswer: Hashable, Sendable {
  /// The property holds in all states of the application.
  case holds
  /// The property holds in all explored states, but there are states that were not explored.
  case holdsSoFar
  /// The property is violated.
  case violated
  /// No explored state decides the property, and there are states that were not explored.
  case undecided
}
