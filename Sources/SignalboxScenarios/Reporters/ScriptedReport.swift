internal import Signalbox
public import SignalboxScripting

/// A report that a plugin has added: its functions get what the lines of `jsonl` tell, as tables.
///
/// A function that fails is told of in the report, which goes on.
public struct ScriptedReport: ReportWriter {
  private let member: ScriptExtension
  private let session: ScriptSession
  private let timeout: Duration

  /// The report of that name among those that the plugins of a session have added.
  ///
  /// - Parameters:
  ///   - session: Kept as long as the report.
  ///   - timeout: The wall-clock time that each call of its functions may take.
  public init?(named name: String, in session: ScriptSession, timeout: Duration = .seconds(10)) {
    let member = session.extensions(of: .reporter).first { $0.name == name }
    guard let member else { return nil }
    self.member = member
    self.session = session
    self.timeout = timeout
  }

  /// What its `start` gives.
  public mutating func begin(_ plan: RunPlan) -> String {
    text("start", JSONLinesReporter.fields(of: plan))
  }

  /// What its `scenario` gives.
  public mutating func add(_ result: ScenarioResult) -> String {
    text("scenario", JSONLinesReporter.fields(of: result))
  }

  /// What its `finish` gives.
  public mutating func end(_ summary: RunSummary) -> String {
    text("finish", JSONLinesReporter.fields(of: summary))
  }

  private func text(_ step: String, _ fields: NavigationArguments) -> String {
    guard let function = member.value.table?[step].function else { return "" }
    let path = "reporter \"\(member.name)\": \(step)"
    do throws(ScriptError) {
      return try function.text([ScriptValue(fields)], path, in: session, timeout: timeout) ?? ""
    } catch {
      return "\(path) failed: \(error)\n"
    }
  }
}
