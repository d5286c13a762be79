public import Signalbox
public import SignalboxScripting

/// The screens of the coordinator on top.
public enum StackMatcher: Matcher {
  /// The key.
  public static let name = "stack"
  /// What scripts may expect.
  public static let type = "(string|table|function)[]"
  /// What the reference says.
  public static let summary = "the screens of the coordinator on top, the root first"

  /// What changes it.
  public static let causes: Set<NavigationEvent.Kind> = .screens

  /// What there is.
  public static func actual(
    _ subject: MatchSubject, expecting expected: ScriptValue
  ) throws(ScriptError) -> ScriptValue {
    let top = subject.session.engine.topCoordinator
    let stack = top.map(subject.session.engine.stack(of:)) ?? []
    return subject.list(stack, expecting: expected)
  }
}
