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
  /// A set of valid names, against which the linter checks the names in scripts. The member is a
  /// table that contains a function for the valid names, and the positions at which scripts use
  /// names.
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
  /// The arguments of a command, for help texts, or an empty string for other members.
  public let parameters: String
  /// The kinds of events that a matcher covers. For these events, an exhaustive scenario requires
  /// no other expectation.
  public let covers: Set<NavigationEvent.Kind>

  /// Creates a member of a list.
  ///
  /// - Parameters:
  ///   - name: The name by which scripts and commands refer to the member.
  ///   - parameters: The arguments of a command, for help texts, or an empty string if there are
  ///     none.
  ///   - summary: A one-sentence description without a period, for help texts.
  ///   - value: A function or a table of functions, as described in ``ExtensionPoint``.
  ///   - owner: The owner of the member. ``HostDefinitions/takeBack(_:)`` removes the member
  ///     together with the owner's other members.
  ///   - covers: The kinds of events that a matcher covers in exhaustive scenarios.
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
