public import Signalbox
public import SignalboxScripting

/// The screen in front.
public enum FrontMatcher: Matcher {
  /// The key.
  public static let name = "front"
  /// What scripts may expect.
  public static let type = "string|table|function"
  /// What the reference says.
  public static let summary = "the screen in front of everything"

  /// What changes it.
  public static let causes: Set<NavigationEvent.Kind> = .screens

  /// What there is.
  public static func actual(
    _ subject: MatchSubject, expecting expected: ScriptValue
  ) throws(ScriptError) -> ScriptValue {
    subject.tree.front.map { subject.value(of: $0, expecting: expected) } ?? .nil
  }
}
