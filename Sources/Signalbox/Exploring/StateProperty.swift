/// A property of all states of an application, without its conditions.
package struct StateProperty<Location: Hashable & Sendable>: Sendable {
  /// What the property says of the states.
  package enum Kind: Hashable, Sendable {
    /// Its condition holds in every state.
    case always
    /// Its condition holds in no state.
    case never
    /// Its condition holds in at least one state.
    case reachable
    /// From every state, some path leads to a state in which its condition holds.
    case fromEverywhere
    /// From every state in which the first condition holds, a path of at most so many actions leads
    /// to a state in which the second one holds.
    case within(Int)

    /// The function that declares the property.
    package var word: String {
      switch self {
      case .always: "always"
      case .never: "never"
      case .reachable: "reachable"
      case .fromEverywhere: "fromEverywhere"
      case .within(let count): "within(\(count))"
      }
    }

    /// The number of conditions that are evaluated in each state.
    package var conditionCount: Int {
      switch self {
      case .always, .never, .reachable, .fromEverywhere: 1
      case .within: 2
      }
    }

    /// Whether the property is about each state alone.
    package var isOfEveryState: Bool {
      switch self {
      case .always, .never: true
      case .reachable, .fromEverywhere, .within: false
      }
    }

    /// What counts as the value of the conditions while a transition is in flight: the value that
    /// violates nothing and fulfils nothing.
    package var holdsDuringTransitions: Bool {
      switch self {
      case .always: true
      case .never, .reachable, .fromEverywhere, .within: false
      }
    }
  }

  /// The name, unique in its exploration.
  package let name: String
  /// The line of the declaration.
  package let location: Location?
  package let kind: Kind

  package init(name: String, location: Location?, kind: Kind) {
    (self.name, self.location, self.kind) = (name, location, kind)
  }

  /// The property as its file declares it, such as `never "two sheets"`.
  package var title: String { "\(kind.word) \"\(name)\"" }
}

/// The rules that explorations check in every application.
public enum ExplorationRule: String, Hashable, Sendable, CaseIterable {
  /// No handler throws, and no operation is rejected.
  case errors
  /// Nothing stays alive after it was removed.
  case leaks
  /// Every state has an action that changes something.
  case deadEnds
  /// The start can be reached from everywhere.
  case traps
  /// Every route is reached.
  case routes
  /// Equal states behave alike.
  case determinism

  /// The rule as one sentence.
  package var title: String {
    switch self {
    case .errors: "no handler raises an error"
    case .leaks: "nothing stays alive after it was removed"
    case .deadEnds: "every state has an action that changes something"
    case .traps: "the start can be reached from everywhere"
    case .routes: "every route is reached"
    case .determinism: "equal states behave alike"
    }
  }
}
