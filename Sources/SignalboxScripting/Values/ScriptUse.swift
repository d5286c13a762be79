/// A use of a declaration in a script.
public enum ScriptUse: Hashable, Sendable {
  /// An action on a screen was used. The values are the type of the screen's coordinator, the name
  /// of the screen, and the label of the action.
  case action(type: String, screen: String, label: String)
  /// A link was opened. The values are the type of the coordinator that handled the link (an empty
  /// string for the application) and the pattern.
  case link(type: String, pattern: String)
  /// A guard rejected or redirected an operation.
  case rejection(by: ScriptLocation)
}
