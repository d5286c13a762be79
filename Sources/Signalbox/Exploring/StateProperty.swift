/// A property that an exploration checks, without the property's conditions.
package struct StateProperty<Location: Hashable & Sendable>: Sendable {
  /// The statement that the property makes about the states.
  package enum Kind: Hashable, Sendable {
    /// The condition holds in every state.
    case always
    /// The condition holds in no state.
    case never
    /// The condition holds in at least one state.
    case reachable
    /// From every state, a path leads to a state in which the condition holds.
    case fromEverywhere
    /// From every state in which the first condition holds, a path with at most the given number of
    /// actions leads to a state in which the second condition holds.
    case within(Int)

    /// The function that declares the property, with its argument, if any, such as `never` or
    /// `within(3)`.
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

    /// Whether the property concerns each state separately.
    package var isOfEveryState: Bool {
      switch self {
      case .always, .never: true
      case .reachable, .fromEverywhere, .within: false
      }
    }

    /// The assumed value of the conditions while a transition is in flight. The value neither
    /// violates nor satisfies a property.
    package var holdsDuringTransitions: Bool {
      switch self {
      case .always: true
      case .never, .reachable, .fromEverywhere, .within: false
      }
    }
  }

  /// The name, which is unique in the exploration.
  package let name: String
  /// The location of the declaration, or `nil` if it is unknown.
  package let location: Location?
  package let kind: Kind

  package init(name: String, location: Location?, kind: Kind) {
    (self.name, self.location, self.kind) = (name, location, kind)
  }

  /// The property as declared in its file, such as `never "two sheets"`.
  package var title: String { "\(kind.word) \"\(name)\"" }
}

/// The rules that explorations check in every application.
public enum ExplorationRule: String, Hashable, Sendable, CaseIterable {
  /// No handler throws, no rejection remains unobserved, and the engine's state remains valid.
  case errors
  /// No object stays alive after it has been removed.
  case leaks
  /// Every state has an action with an effect.
  case deadEnds
  /// The start can be reached from every state.
  case traps
  /// Every route is reached.
  case routes
  /// Equal states behave equally.
  case determinism

  /// The rule as a sentence.
  package var title: String {
    switch self {
    case .errors: "no handler raises an error"
    case .leaks: "nothing stays alive after it has been removed"
    case .deadEnds: "every state has an action that changes something"
    case .traps: "the start can be reached from everywhere"
    case .routes: "every route is reached"
    case .determinism: "equal states behave alike"
    }
  }
}
