public import Signalbox
public import SignalboxScripting

/// The badges of the tab bar.
public enum BadgesMatcher: Matcher {
  /// The key.
  public static let name = "badges"
  /// What scripts may expect.
  public static let type = "table<string, string|false>"
  /// What the reference says.
  public static let summary = "what stands at the icons of pages; false for nothing"

  /// What changes it.
  public static let causes: Set<NavigationEvent.Kind> = [.tabBadge]

  /// What there is.
  public static func actual(
    _ subject: MatchSubject, expecting expected: ScriptValue
  ) throws(ScriptError) -> ScriptValue {
    let pages = subject.tabs?.pages ?? []
    return .table(
      ScriptTable(fields: pages.map { ($0.id, $0.badge.map { .string($0) } ?? .boolean(false)) }))
  }
}
