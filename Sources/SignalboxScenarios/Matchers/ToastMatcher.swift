public import Signalbox
public import SignalboxScripting

/// The toast that is up.
public enum ToastMatcher: Matcher {
  /// The key.
  public static let name = "toast"
  /// What scripts may expect.
  public static let type = "string|false"
  /// What the reference says.
  public static let summary =
    "the title of the layer of the style `toast` that is up; false for none"

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
