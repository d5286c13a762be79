public import Signalbox
public import SignalboxScripting

/// The pages of the tab bar.
public enum PagesMatcher: Matcher {
  /// The key.
  public static let name = "pages"
  /// What scripts may expect.
  public static let type = "string[]"
  /// What the reference says.
  public static let summary = "the pages of the tabs that are shown"

  /// What changes it.
  public static let causes: Set<NavigationEvent.Kind> = [.tabPagesChanged]

  /// What there is.
  public static func actual(
    _ subject: MatchSubject, expecting expected: ScriptValue
  ) throws(ScriptError) -> ScriptValue {
    ScriptValue(subject.tabs?.pages.map(\.id) ?? [])
  }
}
