public import Signalbox
public import SignalboxScripting

/// The selected tab.
public enum TabMatcher: Matcher {
  /// The key.
  public static let name = "tab"
  /// What scripts may expect.
  public static let type = "string"
  /// What the reference says.
  public static let summary = "the selected page of the tabs that are shown, the innermost ones"

  /// What changes it.
  public static let causes: Set<NavigationEvent.Kind> = [.tabChanged]

  /// What there is.
  public static func actual(
    _ subject: MatchSubject, expecting expected: ScriptValue
  ) throws(ScriptError) -> ScriptValue {
    subject.tabs?.pages.first { $0.isSelected }.map { .string($0.id) } ?? .nil
  }
}
