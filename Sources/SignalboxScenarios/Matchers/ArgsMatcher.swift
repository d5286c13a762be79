public import Signalbox
public import SignalboxScripting

/// The arguments of the screen in front.
public enum ArgsMatcher: Matcher {
  /// The key.
  public static let name = "args"
  /// What scripts may expect.
  public static let type = "table<string, any>"
  /// What the reference says.
  public static let summary = "the arguments of the screen in front"

  /// What changes it.
  public static let causes: Set<NavigationEvent.Kind> = Set.screens.union([.screenUpdated])

  /// What there is.
  public static func actual(
    _ subject: MatchSubject, expecting expected: ScriptValue
  ) throws(ScriptError) -> ScriptValue {
    subject.tree.front.map { ScriptValue($0.arguments) } ?? .nil
  }
}
