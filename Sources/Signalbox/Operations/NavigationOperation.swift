/// One way to change or ask what is shown: what it is called, what it takes, and what it does.
///
/// An operation is a total function: it never traps, misuse gives an ``Outcome``. It validates
/// first and changes then; the engine takes back whatever a rejected operation had changed.
/// Its Lua method, option checks, editor stub and reference row all follow from the signature.
public struct NavigationOperation: Sendable {
  typealias Body =
    @Sendable (borrowing OperationCall, Transaction) throws(NavigationError) -> Outcome

  /// The operation as people and generators read it.
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

/// An operation as people and generators read it.
public struct OperationSignature: Sendable {
  /// Whose method the operation is.
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
    /// Through the queue, with an outcome.
    case change
    /// At once; reads the state and changes nothing.
    case query
  }

  /// The method's name in scripts.
  public let name: String
  /// Whose method it is.
  public let receiver: Receiver
  /// Whether it changes or asks.
  public let mode: Mode
  /// Whether it can be animated: `false` for what platforms do at once.
  public let takesTime: Bool
  /// Whether calls go on with what it leads to, also while that is not known yet.
  public let continues: Bool
  /// One sentence.
  public let summary: String
  /// Its positional arguments, in order.
  public let parameters: [OperationParameter]
  /// What its last table may say.
  public let options: [OperationOption]
  /// What the outcome's value is, in words.
  public let result: String
}

extension OperationSignature {
  /// Says where options stand if a name among the arguments is that of an option.
  package func hint(forArgument name: String) -> String? {
    let places = ["first", "second", "third", "fourth"]
    guard options.contains(where: { $0.name == name }),
      parameters.contains(where: { [.arguments, .value].contains($0.kind) }),
      places.indices.contains(parameters.count)
    else { return nil }
    return "options are the \(places[parameters.count]) argument of \(self.name)"
  }
}

/// One positional argument of an operation.
public struct OperationParameter: Sendable {
  /// What kinds of arguments there are.
  public enum Kind: String, Sendable {
    /// A route's name, a screen description, or a handle.
    case destination
    /// A route's name; on a tab coordinator a page's id.
    case route
    /// A coordinator's handle.
    case coordinator
    /// The name of a coordinator type.
    case type
    /// The arguments a route takes.
    case arguments
    /// A whole number.
    case count
    /// A screen's name or handle.
    case screen
    /// Any plain data.
    case value
    /// A page's id.
    case page
    /// A list of page descriptions.
    case pages
    /// Free text.
    case text
    /// A list of what is to stand on a stack.
    case stack
    /// A function whose operations are recorded.
    case steps
  }

  /// What help and references call it.
  public let name: String
  /// What it takes.
  public let kind: Kind
  /// Whether it may be left out.
  public let isOptional: Bool
  /// What it means, in a few words.
  public let summary: String

  init(_ name: String, _ kind: Kind, optional: Bool = false, _ summary: String) {
    self.name = name
    self.kind = kind
    self.isOptional = optional
    self.summary = summary
  }
}
