/// One thing that a plugin has added.
public struct PluginContribution: Hashable, Sendable {
  /// What kinds of things plugins add.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A coordinator that routes lead to.
    case coordinator
    /// An extension of a coordinator of a script or another plugin.
    case `extension`
    /// A presentation style.
    case style
    /// A link pattern of the application.
    case link
    /// A scheme whose links are rewritten.
    case scheme
    /// A method of routers.
    case operation
    /// An observer of events.
    case observer
    /// A guard.
    case `guard`
    /// A method of the application that stands for its user.
    case gesture
    /// A command of the prompt.
    case command
    /// A matcher of scenarios.
    case matcher
    /// A reporter of scenarios.
    case reporter
    /// A renderer of the state.
    case renderer
    /// A closed set of names that the linter knows.
    case names
    /// A global of all scripts.
    case global
  }

  /// What kind of thing it is.
  public let kind: Kind
  /// What people call it by; empty for guards.
  public let name: String
  /// What it is, in one sentence; empty where none is required.
  public let summary: String
  /// The plugin that added it.
  public let plugin: String
}

/// An argument of an operation that a plugin adds.
public struct PluginParameter: Hashable, Sendable {
  /// What messages call it.
  public let name: String
  /// Whether it may be left out.
  public let isOptional: Bool

  /// Reads `name`, or `name?` for one that may be left out.
  public init(_ text: String) {
    isOptional = text.hasSuffix("?")
    name = isOptional ? String(text.dropLast()) : text
  }
}
