/// The description of an operation for documentation and generators.
public struct OperationSignature: Sendable {
  /// A kind of object that has operations as methods.
  public enum Receiver: String, Sendable, CaseIterable {
    /// Routers of navigation coordinators.
    case navigation
    /// Tab coordinators.
    case tabs
    /// Routers of both kinds of coordinators.
    case any
    /// The application itself.
    case application
    /// The simulated user.
    case user
  }

  /// The execution mode of an operation.
  public enum Mode: String, Sendable {
    /// The operation runs through the queue and has an outcome.
    case change
    /// The operation returns immediately. It reads the state without changing it.
    case query
  }

  /// The name of the method in scripts.
  public let name: String
  /// The kind of object that has the method.
  public let receiver: Receiver
  /// Whether the operation changes the state, or only reads the state.
  public let mode: Mode
  /// Whether the change can be animated. The value is `false` for changes that platforms make
  /// immediately.
  public let takesTime: Bool
  /// Whether further calls can be chained to the operation's result, even before the result is
  /// known.
  public let continues: Bool
  /// A one-sentence description of the operation.
  public let summary: String
  /// The positional arguments, in the order of the call.
  public let parameters: [OperationParameter]
  /// The options that the operation supports.
  public let options: [OperationOption]
  /// A description of the outcome's value.
  public let result: String
}

extension OperationSignature {
  /// Returns a hint about the position of the options, or `nil` if the argument with the given name
  /// cannot be a misplaced option.
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
  /// The kinds of positional arguments.
  public enum Kind: String, Sendable {
    /// The name of a route or coordinator type, a screen description, or a handle.
    case destination
    /// The name of a route or, on a tab coordinator, the id of a page.
    case route
    /// A handle of a coordinator.
    case coordinator
    /// The name of a coordinator type.
    case type
    /// The arguments of a route or coordinator.
    case arguments
    /// An integer.
    case count
    /// The name or the handle of a screen, or a function that tests screens.
    case screen
    /// Any plain data.
    case value
    /// The id of a page.
    case page
    /// The name of a text field.
    case field
    /// A list of page descriptions.
    case pages
    /// A string.
    case text
    /// A list of stack entries.
    case stack
    /// A function whose operations are collected.
    case steps
  }

  /// The name in help texts and in the reference.
  public let name: String
  /// The kind of the argument.
  public let kind: Kind
  /// Whether the argument may be omitted.
  public let isOptional: Bool
  /// A short description of the argument.
  public let summary: String

  init(_ name: String, _ kind: Kind, optional: Bool = false, _ summary: String) {
    self.name = name
    self.kind = kind
    self.isOptional = optional
    self.summary = summary
  }
}
