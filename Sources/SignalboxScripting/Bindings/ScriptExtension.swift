public import Signalbox

/// The lists that plugins can extend at run time.
public enum ExtensionPoint: String, Hashable, Sendable, CaseIterable {
  /// A matcher for `app:expect`, which is a function that receives the application and the expected
  /// value.
  case matcher
  /// A reporter for scenario runs, which is a table with the functions `start`, `scenario` and
  /// `finish`.
  case reporter
  /// A prompt command, which is a function that receives the text after the command's name and the
  /// application.
  case command
  /// A renderer, which is a function that receives the state.
  case renderer
  /// A set of valid names for the linter, which contains the known names and the positions at which
  /// they are used.
  case names
}

/// A member that a plugin has added to an extensible list.
public struct ScriptExtension {
  /// The name of the member.
  public let name: String
  /// A one-sentence description without a period.
  public let summary: String
  /// A function, or a table of functions.
  public let value: ScriptValue
  /// The owner that added the member.
  public let owner: ScriptOwner
  /// The command's arguments, for help texts.
  public let parameters: String
  /// The kinds of changes that the value of a matcher shows. For these changes, an exhaustive
  /// scenario requires no other expectation.
  public let covers: Set<NavigationEvent.Kind>

  /// Creates a member of a list.
  ///
  /// - Parameters:
  ///   - name: The name by which scripts and commands refer to the member.
  ///   - parameters: The arguments of a command, for help texts, or an empty string if there are
  ///     none.
  ///   - summary: A one-sentence description without a period, for help texts.
  ///   - value: A function or a table of functions, as described in ``ExtensionPoint``.
  ///   - owner: The owner of the member. ``ScriptSession/takeBack(_:)`` removes the member together
  ///     with the owner's other members.
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
  /// Returns the members that have been added to a list, in the order they were added.
  ///
  /// - Parameter point: The list to return. The result is empty if no plugin extends the list.
  public func extensions(of point: ExtensionPoint) -> [ScriptExtension] {
    hostDefinitions.extensions[point] ?? []
  }

  /// Adds a member to a list. ``takeBack(_:)`` removes it.
  ///
  /// - Parameters:
  ///   - member: The member to add. The list must not contain another member with the same name.
  ///   - point: The list to which the member is added.
  /// - Throws: `nameTaken` if the list already contains a member with the same name. The owner of
  ///   the list checks built-in names.
  public func add(
    _ member: ScriptExtension, to point: ExtensionPoint
  ) throws(ScriptError) {
    if let other = extensions(of: point).first(where: { $0.name == member.name }) {
      throw .taken("\(point.rawValue) \(member.name)", by: other.owner.name)
    }
    hostDefinitions.add(member, to: point)
  }
}
