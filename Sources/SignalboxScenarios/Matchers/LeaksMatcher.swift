internal import Signalbox
public import SignalboxScripting

/// What lives on out of reach.
public enum LeaksMatcher: Matcher {
  /// The key.
  public static let name = "leaks"
  /// What scripts may expect.
  public static let type = "integer|string[]"
  /// What the reference says.
  public static let summary =
    "how many coordinators and screens live on out of reach, or their names"

  /// The number where it is as expected, else the names with who holds them.
  public static func actual(
    _ subject: MatchSubject, expecting expected: ScriptValue
  ) throws(ScriptError) -> ScriptValue {
    let leaks = subject.session.leaks
    if expected.table != nil { return ScriptValue(leaks.map(\.name)) }
    return expected.integer == leaks.count
      ? .integer(leaks.count) : ScriptValue(leaks.map(\.description))
  }
}
