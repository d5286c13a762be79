internal import Signalbox
package import SignalboxScripting

/// A plugin's reporter, whose functions receive the lines of `jsonl` as tables.
///
/// If a function fails, the report contains the error and continues.
package struct ScriptedReport: ReportWriter {
  private let member: ScriptExtension
  private let session: ScriptSession
  private let timeout: Duration

  /// Creates the reporter that a plugin has added to a session under the given name, or returns
  /// `nil` if there is none.
  ///
  /// - Parameters:
  ///   - name: The name that the plugin registered.
  ///   - session: The session of the plugin, which the report retains.
  ///   - timeout: The wall-clock time limit for each call to the reporter's functions.
  package init?(named name: String, in session: ScriptSession, timeout: Duration = .seconds(10)) {
    let member = session.host.extensions(of: .reporter).first { $0.name == name }
    guard let member else { return nil }
    self.member = member
    self.session = session
    self.timeout = timeout
  }

  /// Returns the result of the reporter's `start` function.
  package mutating func begin(_ plan: RunPlan) -> String {
    text("start", JSONLinesReporter.fields(of: plan))
  }

  /// Returns the result of the reporter's `scenario` function.
  package mutating func add(_ result: ScenarioResult) -> String {
    text("scenario", JSONLinesReporter.fields(of: result))
  }

  /// Returns the result of the reporter's `finish` function.
  package mutating func end(_ summary: RunSummary) -> String {
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
