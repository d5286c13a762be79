public import Signalbox
public import SignalboxScripting

/// What stands above the root layer.
public enum ModalMatcher: Matcher {
  /// The key.
  public static let name = "modal"
  /// What scripts may expect.
  public static let type = "(string|table|function)[]"
  /// What the reference says.
  public static let summary = "the topmost screen of each layer above the root, the lowest first"

  /// What changes it.
  public static let causes: Set<NavigationEvent.Kind> = .screens

  /// What there is.
  public static func actual(
    _ subject: MatchSubject, expecting expected: ScriptValue
  ) throws(ScriptError) -> ScriptValue {
    subject.list(subject.modals.compactMap(\.screen), expecting: expected)
  }
}
