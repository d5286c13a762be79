/// A declaration in a script that has been used.
public enum ScriptUse: Hashable, Sendable {
  /// An action on a screen: the type of its coordinator, the name of the screen, and the label.
  case action(type: String, screen: String, label: String)
  /// A link that was opened: the type of the coordinator that handled it, empty for the
  /// application, and the pattern.
  case link(type: String, pattern: String)
  /// A guard that rejected or redirected an operation.
  case rejection(by: ScriptLocation)
}
