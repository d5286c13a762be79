/// One thing that a plugin has added.
public struct PluginContribution: Hashable, Sendable {
  /// What kinds of things plugins add.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A coordinator that routes lead to.
    case coordinator
    /// More of a coordinator that somebody else defined.
    case `extension`
    /// A presentation style.
    case style
    /// A link pattern of the application.
    case link
    /// A scheme whose links are rewritten.
    case scheme
    /// A method of routers.
    case operation
    /// A listener for events.
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
    /// A picture of the state.
    case picture
    /// A word for all scripts.
    case word
  }

  /// What kind of thing it is.
  public let kind: Kind
  /// What people call it by; empty for guards.
  public let name: String
  /// What it is, in one sentence; empty where nobody asked for one.
  public let summary: String
  /// The plugin that added it.
  public let plugin: String
}

/// A command of the prompt that a plugin has added.
public struct PluginCommand {
  /// What the user types after the dot.
  public let name: String
  /// What follows it, as help shows it.
  public let parameters: String
  /// One sentence.
  public let summary: String
  /// Takes what followed the name and gives the text to show.
  public let run: (String) throws(ScriptError) -> String?

  /// A command of that name.
  public init(
    _ name: String, parameters: String = "", summary: String,
    run: @escaping (String) throws(ScriptError) -> String?
  ) {
    self.name = name
    self.parameters = parameters
    self.summary = summary
    self.run = run
  }
}

/// A matcher of scenarios that a plugin has added.
public struct PluginMatcher {
  /// The key in the table of what is expected.
  public let name: String
  /// One sentence.
  public let summary: String
  /// Compares what is with what was expected; gives whether it fits, and what is.
  public let match: (ScriptValue) throws(ScriptError) -> (isMatch: Bool, actual: ScriptValue)

  /// A matcher of that name.
  public init(
    _ name: String, summary: String,
    match: @escaping (ScriptValue) throws(ScriptError) -> (isMatch: Bool, actual: ScriptValue)
  ) {
    self.name = name
    self.summary = summary
    self.match = match
  }
}

/// A reporter of scenarios that a plugin has added. What its functions give is written.
public struct PluginReporter {
  /// Takes a table of values and gives text to write.
  public typealias Step = (ScriptValue) throws(ScriptError) -> String?

  /// What `--reporter` takes.
  public let name: String
  /// One sentence.
  public let summary: String
  /// Told of the run before the first flow.
  public let start: Step?
  /// Told of each flow that has ended.
  public let flow: Step?
  /// Told of the whole run at its end.
  public let finish: Step?

  /// A reporter of that name.
  public init(
    _ name: String, summary: String, start: Step? = nil, flow: Step? = nil, finish: Step? = nil
  ) {
    self.name = name
    self.summary = summary
    self.start = start
    self.flow = flow
    self.finish = finish
  }
}

/// A picture of the state that a plugin has added.
public struct PluginPicture {
  /// What `app:picture` takes.
  public let name: String
  /// One sentence.
  public let summary: String
  /// Draws the state, given as `app:state()` gives it.
  public let draw: (ScriptValue) throws(ScriptError) -> String

  /// A picture of that name.
  public init(
    _ name: String, summary: String,
    draw: @escaping (ScriptValue) throws(ScriptError) -> String
  ) {
    self.name = name
    self.summary = summary
    self.draw = draw
  }
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
