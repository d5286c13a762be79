public import Signalbox
public import SignalboxScripting

/// The alert that is up.
public enum AlertMatcher: Matcher {
  /// The key.
  public static let name = "alert"
  /// What scripts may expect.
  public static let type = "string|false"
  /// What the reference says.
  public static let summary = "the title of the alert that is up; false for none"

  /// What changes it.
  public static let causes: Set<NavigationEvent.Kind> = .layers

  /// What there is.
  public static func actual(
    _ subject: MatchSubject, expecting expected: ScriptValue
  ) throws(ScriptError) -> ScriptValue {
    let title = subject.title(ofLayer: name)
    return title == .nil ? .boolean(false) : title
  }
}
