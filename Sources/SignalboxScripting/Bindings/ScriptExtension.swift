public import Signalbox

/// The lists that plugins extend at run time.
public enum ExtensionPoint: String, Hashable, Sendable, CaseIterable {
  /// A matcher for `app:expect`: a function that receives the application and the expected value.
  case matcher
  /// A reporter for scenario runs: a table with the functions `start`, `scenario` and `finish`.
  case reporter
  /// A command of the prompt: a function that receives the text after the command's name and the
  /// application.
  case command
  /// A renderer: a function that receives the state.
  case renderer
  /// A set of valid names for the linter: where the names are used, and which names are known.
  case names
}

/// A member that a plugin has added to such a list.
public struct ScriptExtension {
  /// The name of the member.
  public let name: String
  /// One sentence without a full stop.
  public let summary: String
  /// A function, or a table of functions.
  public let value: ScriptValue
  /// The owner that added it.
  public let owner: ScriptOwner
  /// The command's arguments, for help texts.
  public let parameters: String
  /// The changes that the value of a matcher shows: an exhaustive scenario needs no other expectation
  /// for them.
  public let covers: Set<NavigationEvent.Kind>

  /// Creates a member of a list.
  ///
  /// - Parameters:
  ///   - name: The name by which scripts and commands refer to the member.
  ///   - parameters: The arguments of a command, for help; empty for none.
  ///   - summary: One sentence without a full stop, for help.
  ///   - value: A function, or a table of functions, as ``ExtensionPoint`` describes.
  ///   - owner: The owner of the member, with whose members ``ScriptSession/takeBack(_:)`` removes
  ///     it.
  ///   - covers: The kinds of changes that the value of a matcher shows.
  public init(
    name: String, parameters: String = "", summary: String, value: ScriptValue, owner: ScriptOwner,
    covers: Set<NavigationEvent.Kind> = []
  ) {
    self.parameters = parameters
    self.covers = covers
    self.name = name
    self.summary = summary
    self.value = value
    self.owner = owner
  }
}

extension ScriptSession {
  /// Returns the members that have been added to a list, in order.
  ///
  /// - Parameter point: The list to return. The result is empty if no plugin extends it.
  public func extensions(of point: ExtensionPoint) -> [ScriptExtension] {
    hostDefinitions.extensions[point] ?? []
  }

  /// Adds a member to a list; ``takeBack(_:)`` removes it.
  ///
  /// - Parameters:
  ///   - member: The member to add. The list must not contain another one with its name.
  ///   - point: The list to add it to.
  /// - Throws: `nameTaken` if the list has a member with that name. Built-in names are checked by
  ///   the owner of the list.
  public func add(
    _ member: ScriptExtension, to point: ExtensionPoint
  ) throws(ScriptError) {
    if let other = extensions(of: point).first(where: { $0.name == member.name }) {
      throw .taken("\(point.rawValue) \(member.name)", by: other.owner.name)
    }
    hostDefinitions.add(member, to: point)
  }
}
