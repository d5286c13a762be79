/// A fault that an action has revealed, independently of the properties.
package struct ActionFault<Location: Hashable & Sendable>: Hashable, Sendable {
  /// The kind of the fault.
  package enum Kind: String, Hashable, Codable, Sendable {
    /// A handler has raised an error, no code observed the rejection of an operation, or the
    /// engine's state is invalid.
    case error
    /// A coordinator or a screen still exists after it was removed.
    case leak
  }

  package let kind: Kind
  /// A description of the fault, as a sentence without a period.
  package let text: String
  /// The location of the error, or `nil` if it is unknown.
  package let location: Location?

  package init(kind: Kind, text: String, location: Location?) {
    (self.kind, self.text, self.location) = (kind, text, location)
  }
}

/// A state in which the available actions or their effects depend on variables that are not part of
/// the state.
package struct HiddenState<Action: Hashable & Sendable>: Sendable {
  package let state: Int
  /// A path to the state other than the shortest path.
  package let path: [Action]
  /// The action that leads to a different state, or `nil` if the available actions differ.
  package let action: Action?
  /// The variables whose values differ.
  package let variables: [String]

  package init(state: Int, path: [Action], action: Action?, variables: [String]) {
    (self.state, self.path, self.action, self.variables) = (state, path, action, variables)
  }
}

/// The problems that were found during an exploration: the distinct faults, the first condition
/// error of each property, and only the first problem of each other kind.
package struct ExplorationFindings<
  Action: Hashable & Sendable, Location: Hashable & Sendable
>: Sendable {
  /// A fault, with the transition that revealed it.
  package struct Fault: Sendable {
    package let fault: ActionFault<Location>
    package let state: Int
    /// The action, or `nil` for a fault that the start revealed.
    package let action: Action?
  }

  /// An error that the condition of a property has raised.
  package struct ConditionError: Sendable {
    package let message: String
    package let location: Location?
    package let state: Int
  }

  package private(set) var faults: [Fault] = []
  package private(set) var hidden: HiddenState<Action>?
  /// The first state that was not reached when its path was repeated, or `nil` if there is none.
  package private(set) var unstable: Int?
  /// The first condition error of each property, keyed by the name of the property.
  package private(set) var errors: [String: ConditionError] = [:]
  /// Whether a state contains a value that cannot be compared.
  package var hasIncompleteState = false

  /// Creates empty findings.
  package init() {}

  package mutating func add(_ fault: ActionFault<Location>, at state: Int, by action: Action?) {
    guard !faults.contains(where: { $0.fault == fault }) else { return }
    faults.append(Fault(fault: fault, state: state, action: action))
  }

  package mutating func add(_ found: HiddenState<Action>) { if hidden == nil { hidden = found } }

  package mutating func addUnstable(_ state: Int) { if unstable == nil { unstable = state } }

  /// Adds an error that the condition of a property has raised.
  package mutating func addError(
    _ message: String, at location: Location?, of property: String, in state: Int
  ) {
    if errors[property] == nil {
      errors[property] = ConditionError(message: message, location: location, state: state)
    }
  }
}
