/// A list that plugins add to at run time.
public enum ExtensionPoint: String, Hashable, Sendable, CaseIterable {
  /// What `app:expect` can look at: a function of the application and what is expected.
  case matcher
  /// A report of a run of scenarios: a table of the functions `start`, `scenario` and `finish`.
  case reporter
  /// A command of the prompt: a function of the text behind it and the application.
  case command
  /// A way to draw the state: a function of the state.
  case renderer
  /// A closed set of names for the linter: a table of where they are written and of those there
  /// are.
  case names
}

/// A member of such a list.
public struct ScriptExtension {
  /// What people call it.
  public let name: String
  /// One sentence without a full stop.
  public let summary: String
  /// What does it: a function, or a table of functions.
  public let value: ScriptValue
  /// Who added it.
  public let owner: ScriptOwner
  /// What follows the name of a command, as help shows it.
  public let parameters: String

  /// A member of a list.
  public init(
    name: String, parameters: String = "", summary: String, value: ScriptValue, owner: ScriptOwner
  ) {
    self.parameters = parameters
    self.name = name
    self.summary = summary
    self.value = value
    self.owner = owner
  }
}

extension ScriptSession {
  /// What was added to a list, in order.
  public func extensions(of point: ExtensionPoint) -> [ScriptExtension] {
    hostDefinitions.extensions[point] ?? []
  }

  /// Adds to a list; ``takeBack(_:)`` takes it away again.
  ///
  /// - Throws: `nameTaken` where the list has one of that name. Whether the name is one of our own,
  ///   the list's owner checks.
  public func add(
    _ member: ScriptExtension, to point: ExtensionPoint
  ) throws(ScriptError) {
    if let other = extensions(of: point).first(where: { $0.name == member.name }) {
      throw .taken("\(point.rawValue) \(member.name)", by: other.owner.name)
    }
    hostDefinitions.add(member, to: point)
  }
}
