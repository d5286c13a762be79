public import Signalbox
internal import SignalboxInspector
public import SignalboxScripting

/// What the user can tap.
public enum ActionsMatcher: Matcher {
  /// The key.
  public static let name = "actions"
  /// What scripts may expect.
  public static let type = "string[]"
  /// What the reference says.
  public static let summary = "the labels that the user can tap on the screen in front"

  /// What changes it.
  public static let causes: Set<NavigationEvent.Kind> = Set.screens.union([.screenUpdated])

  /// What there is.
  public static func actual(
    _ subject: MatchSubject, expecting expected: ScriptValue
  ) throws(ScriptError) -> ScriptValue {
    ScriptValue(subject.tree.front.map(subject.picture.actions(of:)) ?? [])
  }
}
