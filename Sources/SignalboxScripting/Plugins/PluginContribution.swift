/// A member that a plugin has added.
public struct PluginContribution: Hashable, Sendable {
  /// The kinds of members.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A coordinator type, which can be the destination of routes.
    case coordinator
    /// An extension of a coordinator that is defined in a script or another plugin.
    case `extension`
    /// A presentation style.
    case style
    /// A link pattern of the application.
    case link
    /// A scheme for which links are rewritten.
    case scheme
    /// A method of routers and coordinators.
    case operation
    /// An observer of events.
    case observer
    /// A guard.
    case `guard`
    /// A gesture, which is a method of the application that simulates a user action.
    case gesture
    /// A prompt command.
    case command
    /// A matcher, which scenarios use in expectations.
    case matcher
    /// A reporter for scenario runs.
    case reporter
    /// A renderer, which represents the state as text.
    case renderer
    /// A closed set of names for the linter.
    case names
    /// A global that all scripts can use.
    case global
  }

  /// The kind of member.
  public let kind: Kind
  /// The name of the member. The string is empty for a guard.
  public let name: String
  /// A one-sentence description. The string is empty for kinds of members without a description.
  public let summary: String
  /// The plugin that added the member.
  public let plugin: String
}

/// A parameter of an operation that a plugin adds.
public struct PluginParameter: Hashable, Sendable {
  /// The name of the argument in messages.
  public let name: String
  /// Whether the argument may be omitted.
  public let isOptional: Bool

  /// Creates a parameter from its name. A trailing `?` makes the argument optional.
  ///
  /// - Parameter text: The name in messages, such as `count` or `animated?`.
  public init(_ text: String) {
    isOptional = text.hasSuffix("?")
    name = isOptional ? String(text.dropLast()) : text
  }
}
