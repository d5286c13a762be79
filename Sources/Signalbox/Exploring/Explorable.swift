/// An action of an explored application. In equal states, equal actions have the same effect.
package protocol ExplorableAction: Hashable, Sendable {
  /// The action as source text, which contains no identifiers.
  var source: String { get }
}

/// An application that an exploration can bring to each of its states.
package protocol Explorable: AnyObject {
  /// An action that the exploration performs, such as a gesture.
  associatedtype Action: ExplorableAction
  /// The source location of an error.
  associatedtype Location: Hashable & Sendable
  /// The error that ends the exploration because the application cannot continue.
  associatedtype Failure: Error
  /// The items that paths have used, such as routes.
  associatedtype Usage: Sendable

  /// Goes to the state that a path leads to.
  ///
  /// - Parameter shared: The number of actions at the start of the path that are known to equal
  ///   those of the previous path, so that long paths need not be compared.
  /// - Returns: The faults that the start revealed. The array is empty if the application was not
  ///   started again.
  /// - Throws: The error that prevents the start.
  @discardableResult
  func go(along path: [Action], sharing shared: Int) throws(Failure) -> [ActionFault<Location>]

  /// Goes to the state that a path leads to. Variables that are not part of the state also have the
  /// values that result from this path.
  func replay(_ path: [Action]) throws(Failure)

  /// Returns the actions of the current state, in a fixed order.
  func actions() throws(Failure) -> [Action]

  /// Performs an action, and everything that follows from it.
  ///
  /// - Returns: The faults that the action revealed.
  func perform(_ action: Action) throws(Failure) -> [ActionFault<Location>]

  /// The link that the last action opened, if a coordinator handled it.
  var handledLink: String? { get }

  /// Returns the identity of the current state. Returns `nil` if a limit stopped the last action,
  /// or if the state cannot be compared.
  func observe() throws(Failure) -> StateObservation?

  /// Evaluates the conditions of all properties in the current state.
  func evaluate() throws(Failure) -> StateEvaluation<Location>

  /// Returns the names of the variables that differ after two paths to the same state.
  func variablesThatDiffer(
    after path: [Action], and other: [Action]
  ) throws(Failure) -> [String]

  /// Returns the items that paths have used since the last call of this method.
  func takeUsage() -> Usage
}

extension Explorable {
  /// Goes to the state that a path leads to, after any path.
  @discardableResult
  package func go(along path: [Action]) throws(Failure) -> [ActionFault<Location>] {
    try go(along: path, sharing: 0)
  }
}

/// The identity of a state, and the variables in which equal states may differ.
package struct StateObservation: Hashable, Sendable {
  package let key: StateKey
  /// A hash of the values of the variables that are not part of the state, or `nil` if they cannot
  /// be read. Different values have the same hash with a probability of about 2^-32, and only the
  /// values of equal states are compared.
  package let variables: UInt32?
  /// The reasons why states with the same key can differ.
  package let gaps: StateGaps

  package init(key: StateKey, variables: UInt32?, gaps: StateGaps) {
    (self.key, self.variables, self.gaps) = (key, variables, gaps)
  }
}

/// The reasons why states with the same key can differ.
package struct StateGaps: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The state contains a value that cannot be compared.
  package static let values = StateGaps(rawValue: 1)
  /// Scripts used random numbers on the path to the state. With other numbers, the path can lead to
  /// a different state.
  package static let randomNumbers = StateGaps(rawValue: 2)
}

/// The facts about a state that are known when it is found for the first time.
package struct StateEvaluation<Location: Hashable & Sendable>: Sendable {
  /// An error that the condition of a property has raised.
  package struct PropertyError: Sendable {
    package let property: String
    package let message: String
    package let location: Location?

    package init(property: String, message: String, location: Location?) {
      (self.property, self.message, self.location) = (property, message, location)
    }
  }

  /// The screen in front.
  package let front: FrontScreen
  /// The values of all properties' conditions, in the order of the properties.
  package var holds: [Bool] = []
  /// The errors of conditions. A condition with an error counts as `false`.
  package var errors: [PropertyError] = []
  /// The reason why the engine's state is invalid, or `nil` if the state is valid.
  package var defect: String?

  package init(front: FrontScreen) { self.front = front }
}
