public import Signalbox
public import SignalboxScripting

/// What the last flow gave.
public enum ResultMatcher: Matcher {
  /// The key.
  public static let name = "result"
  /// What scripts may expect.
  public static let type = "any"
  /// What the reference says.
  public static let summary = "the result of the coordinator that finished last; false for none"

  /// What changes it.
  public static let causes: Set<NavigationEvent.Kind> = [.coordinatorFinished]

  /// What there is.
  public static func actual(
    _ subject: MatchSubject, expecting expected: ScriptValue
  ) throws(ScriptError) -> ScriptValue {
    subject.session.lastFinish?.result.map { ScriptValue($0) } ?? .boolean(false)
  }
}
