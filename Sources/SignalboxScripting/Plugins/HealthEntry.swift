internal import Signalbox

/// One thing that a health check says.
public struct HealthEntry: Hashable, Codable, Sendable {
  /// How it stands.
  public enum Level: String, Hashable, Codable, Sendable, CaseIterable {
    /// A new section begins.
    case start
    /// All is well.
    case ok
    /// Worth knowing.
    case info
    /// Something may go wrong.
    case warn
    /// Something is wrong.
    case error
  }

  /// How it stands.
  public let level: Level
  /// What was looked at, in one sentence.
  public let text: String
  /// What to do about it.
  public let advice: [String]

  /// One thing that a health check says.
  public init(_ level: Level, _ text: String, advice: [String] = []) {
    self.level = level
    self.text = text
    self.advice = advice
  }

  /// Runs a plugin's check, which says what it finds with five functions.
  static func collect(
    from function: ScriptFunction, in session: ScriptSession, _ limit: Duration
  ) throws(ScriptError) -> [HealthEntry] {
    final class Found { var entries: [HealthEntry] = [] }
    let found = Found()
    let verbs = Level.allCases.map { level in
      (
        level.rawValue,
        ScriptValue.function(
          session.makeFunction("health.\(level.rawValue)") { call throws(ScriptError) in
            found.entries.append(try entry(level, call))
            return []
          })
      )
    }
    try function.call([.table(ScriptTable(fields: verbs))], timeout: limit)
    return found.entries
  }

  private static func entry(_ level: Level, _ call: ScriptCall) throws(ScriptError) -> HealthEntry {
    var texts: [String] = []
    for (index, value) in call.arguments.enumerated() {
      guard let text = value.text else {
        throw .badArgument(
          "health.\(level.rawValue): argument \(index + 1) is \(call.session.text(of: value)), "
            + "expected a string")
      }
      texts.append(text)
    }
    guard let text = texts.first else {
      throw .badArgument("health.\(level.rawValue): the text is missing")
    }
    return HealthEntry(level, text, advice: Array(texts.dropFirst()))
  }
}
