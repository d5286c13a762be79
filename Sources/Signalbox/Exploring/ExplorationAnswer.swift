/// The result of checking a property in an exploration.
public enum ExplorationAnswer: Hashable, Sendable {
  /// The property holds for the whole application.
  case holds
  /// The property holds for all explored states, but not all states were explored.
  case holdsSoFar
  /// The property is violated.
  case violated
  /// The explored states do not decide the property, and not all states were explored.
  case undecided
}
