public import Signalbox
public import SignalboxScripting

/// The screen in front, by its shorter name.
public enum TopMatcher: Matcher {
  /// The key.
  public static let name = "top"
  /// What scripts may expect.
  public static let type = "string|table|function"
  /// What the reference says.
  public static let summary = "the screen in front of everything, as `front`"

  /// What changes it.
  public static let causes: Set<NavigationEvent.Kind> = .screens

  /// What there is.
  public static func actual(
    _ subject: MatchSubject, expecting expected: ScriptValue
  ) throws(ScriptError) -> ScriptValue {
    try FrontMatcher.actual(subject, expecting: expected)
  }
}
