internal import Signalbox

/// A finding that a health check reports.
public struct HealthEntry: Hashable, Codable, Sendable {
  /// The severity of a finding.
  public enum Level: String, Hashable, Codable, Sendable, CaseIterable {
    /// The beginning of a new section.
    case start
    /// No problem was found.
    case ok
    /// The finding is informational.
    case info
    /// A possible problem.
    case warn
    /// A problem.
    case error
  }

  /// The severity of the finding.
  public let level: Level
  /// A one-sentence description of the finding.
  public let text: String
  /// Steps that fix the problem.
  public let advice: [String]

  /// Creates a finding.
  ///
  /// - Parameters:
  ///   - level: The severity.
  ///   - text: A one-sentence description of the finding.
  ///   - advice: Steps that fix the problem, one per element.
  public init(_ level: Level, _ text: String, advice: [String] = []) {
    self.level = level
    self.text = text
    self.advice = advice
  }

  /// Runs a plugin's health check, which calls five functions to report its findings, and returns
  /// these findings.
  static func collect(
    from function: ScriptFunction, in session: ScriptSession, _ limit: Duration
  ) throws(ScriptError) -> [HealthEntry] {
    final class Found { var entries: [HealthEntry] = [] }
    let found = Found()
    let verbs = Level.allCases.map { level in
      (
        level.rawValue,
        ScriptValue.function(
          session.host.makeFunction("health.\(level.rawValue)") { call throws(ScriptError) in
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
      throw .badArgument(
        "health.\(level.rawValue): the message is missing; pass it as the first argument")
    }
    return HealthEntry(level, text, advice: Array(texts.dropFirst()))
  }
}
