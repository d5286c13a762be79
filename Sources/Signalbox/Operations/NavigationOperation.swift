/// An operation or query: its name, its arguments and its effect.
///
/// An operation is a total function: it never traps, and misuse results in an ``Outcome``. It
/// validates first and then changes the state; the engine rolls back the changes of a rejected
/// operation. Its Lua method, option checks, editor stub and reference entry are derived from the
/// signature.
public struct NavigationOperation: Sendable {
  typealias Body =
    @Sendable (borrowing OperationCall, Transaction) throws(NavigationError) -> Outcome

  /// The description of the operation for documentation and generators.
  public let signature: OperationSignature
  /// Applies one call to the state of the transaction.
  let apply: Body

  init(
    _ name: String, on receiver: OperationSignature.Receiver,
    mode: OperationSignature.Mode = .change, takesTime: Bool = true, continues: Bool = false,
    _ summary: String, parameters: [OperationParameter] = [], options: [OperationOption] = [],
    result: String = "nothing", apply: @escaping Body
  ) {
    signature = OperationSignature(
      name: name, receiver: receiver, mode: mode, takesTime: takesTime, continues: continues,
      summary: summary, parameters: parameters, options: options, result: result)
    self.apply = apply
  }
}

/// The description of an operation for documentation and generators.
public struct OperationSignature: Sendable {
  /// The object that has the operation as a method.
  public enum Receiver: String, Sendable, CaseIterable {
    /// Routers of navigation coordinators.
    case navigation
    /// Tab coordinators.
    case tabs
    /// Routers of both kinds.
    case any
    /// The application itself.
    case application
    /// The simulated user.
    case user
  }

  /// How the operation runs.
  public enum Mode: String, Sendable {
    /// Runs through the queue, with an outcome.
    case change
    /// Returns immediately; reads the state without changing it.
    case query
  }

  /// The method's name in scripts.
  public let name: String
  /// The object that has the method.
  public let receiver: Receiver
  /// Whether it changes or reads the state.
  public let mode: Mode
  /// Whether it can be animated: `false` for changes that platforms make immediately.
  public let takesTime: Bool
  /// Whether calls can be chained to its result, even before the result is known.
  public let continues: Bool
  /// One sentence.
  public let summary: String
  /// Its positional arguments, in order.
  public let parameters: [OperationParameter]
  /// Its options.
  public let options: [OperationOption]
  /// A description of the outcome's value.
  public let result: String
}

extension OperationSignature {
  /// Returns the position of the options if a name among the arguments is that of an option.
  package func hint(forArgument name: String) -> String? {
    let places = ["first", "second", "third", "fourth"]
    guard options.contains(where: { $0.name == name }),
      parameters.contains(where: { [.arguments, .value].contains($0.kind) }),
      places.indices.contains(parameters.count)
    else { return nil }
    return "pass the options as the \(places[parameters.count]) argument of \(self.name)"
  }
}

/// A positional argument of an operation.
public struct OperationParameter: Sendable {
  /// The kinds of arguments.
  public enum Kind: String, Sendable {
    /// A route's name, a screen description, or a handle.
    case destination
    /// A route's name; on a tab coordinator a page's id.
    case route
    /// A coordinator's handle.
    case coordinator
    /// The name of a coordinator type.
    case type
    /// The arguments of a route.
    case arguments
    /// An integer.
    case count
    /// A screen's name or handle.
    case screen
    /// Any plain data.
    case value
    /// A page's id.
    case page
    /// A list of page descriptions.
    case pages
    /// A string.
    case text
    /// A list of entries of a stack.
    case stack
    /// A function whose operations are recorded.
    case steps
  }

  /// The name in help and reference.
  public let name: String
  /// The kind of argument.
  public let kind: Kind
  /// Whether it may be omitted.
  public let isOptional: Bool
  /// A short description.
  public let summary: String

  init(_ name: String, _ kind: Kind, optional: Bool = false, _ summary: String) {
    self.name = name
    self.kind = kind
    self.isOptional = optional
    self.summary = summary
  }
}
