public import Signalbox
public import SignalboxScripting

/// The layers of the window.
public enum LayersMatcher: Matcher {
  /// The key.
  public static let name = "layers"
  /// What scripts may expect.
  public static let type = "integer|string[]"
  /// What the reference says.
  public static let summary = "how many layers there are, or their styles, the root first"

  /// What changes it.
  public static let causes: Set<NavigationEvent.Kind> = .layers

  /// What there is.
  public static func actual(
    _ subject: MatchSubject, expecting expected: ScriptValue
  ) throws(ScriptError) -> ScriptValue {
    let layers = subject.tree.layers
    return expected.table == nil ? .integer(layers.count) : ScriptValue(layers.map(\.style))
  }
}
