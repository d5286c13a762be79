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

/// A state in which the properties, the available actions or their effects depend on variables that
/// are not part of the state.
package struct HiddenState<Action: Hashable & Sendable>: Sendable {
  /// The difference between two paths to the state.
  package enum Difference: Sendable {
    /// The conditions of the properties have different values.
    case conditions
    /// Different actions are available.
    case actions
    /// An action leads to a different state, or reveals a fault.
    case effect(Action)
  }

  package let state: Int
  /// A path to the state other than the shortest path.
  package let path: [Action]
  package let difference: Difference
  /// The variables whose values differ.
  package let variables: [String]

  package init(state: Int, path: [Action], difference: Difference, variables: [String]) {
    (self.state, self.path, self.difference) = (state, path, difference)
    self.variables = variables
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
    /// The path to the state, or `nil` for the shortest path.
    fileprivate let detour: [Action]?

    /// Returns the path whose last action reveals the fault.
    package func path(in graph: StateGraph<Action>) -> [Action] {
      (detour ?? graph.path(to: state)) + (action.map { [$0] } ?? [])
    }
  }

  /// A condition and one of its values.
  private struct ConditionValue: Hashable {
    let condition: Int
    let holds: Bool
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
  /// The reasons why states with the same key can differ.
  package var gaps: StateGaps = []
  /// Whether a state was not compared with all values that its variables had.
  package var hasSkippedValues = false
  /// The paths after which a condition has another value than after the shortest path to the same
  /// state.
  private var paths: [ConditionValue: [Action]] = [:]

  /// Creates empty findings.
  package init() {}

  /// Adds a fault, unless it is known.
  ///
  /// - Parameter detour: The path to the state, or `nil` for the shortest path.
  /// - Returns: Whether the fault was unknown.
  @discardableResult
  package mutating func add(
    _ fault: ActionFault<Location>, at state: Int, by action: Action?, after detour: [Action]? = nil
  ) -> Bool {
    guard !faults.contains(where: { $0.fault == fault }) else { return false }
    faults.append(Fault(fault: fault, state: state, action: action, detour: detour))
    return true
  }

  /// Adds a path after which a condition has another value than after the shortest path to the same
  /// state.
  package mutating func add(_ path: [Action], toCondition condition: Int, that holds: Bool) {
    let value = ConditionValue(condition: condition, holds: holds)
    if paths[value] == nil { paths[value] = path }
  }

  /// Returns a path after which a condition has the given value, but not after the shortest path to
  /// the same state. Returns `nil` if no such path was found.
  package func path(toCondition condition: Int, that holds: Bool) -> [Action]? {
    paths[ConditionValue(condition: condition, holds: holds)]
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
