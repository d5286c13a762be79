public import Signalbox
internal import SignalboxInspector
public import SignalboxScripting

/// The title in front.
public enum TitleMatcher: Matcher {
  /// The key.
  public static let name = "title"
  /// What scripts may expect.
  public static let type = "string"
  /// What the reference says.
  public static let summary = "the title of the screen in front, as the user sees it"

  /// What changes it.
  public static let causes: Set<NavigationEvent.Kind> = Set.screens.union([.screenUpdated])

  /// What there is.
  public static func actual(
    _ subject: MatchSubject, expecting expected: ScriptValue
  ) throws(ScriptError) -> ScriptValue {
    subject.tree.front.map { .string(subject.picture.title(of: $0)) } ?? .nil
  }
}
