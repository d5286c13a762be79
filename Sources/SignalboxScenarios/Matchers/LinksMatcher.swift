internal import Signalbox
public import SignalboxScripting

/// Which patterns links fit.
public enum LinksMatcher: Matcher {
  /// The key.
  public static let name = "links"
  /// What scripts may expect.
  public static let type = "table<string, string|false>"
  /// What the reference says.
  public static let summary = "the declared pattern that each link fits first; false for none"

  /// The patterns of the links that are expected to fit any.
  public static func actual(
    _ subject: MatchSubject, expecting expected: ScriptValue
  ) throws(ScriptError) -> ScriptValue {
    guard let table = expected.table, table.list.isEmpty else {
      throw .badArgument(
        "links is \(subject.session.text(of: expected)), expected a table of links and patterns")
    }
    var patterns: [(String, ScriptValue)] = []
    for link in table.pairs.compactMap(\.key.text) {
      try subject.session.checkStop()
      let pattern = subject.session.engine.matches(for: link).first?.pattern
      patterns.append((link, pattern.map { .string($0) } ?? .boolean(false)))
    }
    return .table(ScriptTable(fields: patterns))
  }
}
