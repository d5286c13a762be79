internal import Signalbox
public import SignalboxScripting

/// What has happened since the flow began.
public enum EventsMatcher: Matcher {
  /// The key.
  public static let name = "events"
  /// What scripts may expect.
  public static let type = "string[]"
  /// What the reference says.
  public static let summary =
    "events that have happened since the flow began, in this order, others between them: "
    + "`entry.pushed` or `entry.pushed product`"

  /// What is expected as far as it happened, so that the first one missing shows.
  public static func actual(
    _ subject: MatchSubject, expecting expected: ScriptValue
  ) throws(ScriptError) -> ScriptValue {
    let wanted = expected.table?.list.map(\.text) ?? [nil]
    guard !wanted.contains(nil) else {
      throw .badArgument(
        "events are \(subject.session.text(of: expected)), expected a list of texts")
    }
    var found: [String] = []
    let missing = wanted.compactMap(\.self)
    for event in subject.session.engine.events(from: subject.firstEvent) {
      guard found.count < missing.count else { break }
      let next = missing[found.count]
      if next == event.kind.name || next == "\(event.kind.name) \(event.name)" {
        found.append(next)
      }
    }
    return ScriptValue(found)
  }
}
