internal import PortableMutex
internal import SignalboxFiles
internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SystemLibrary

/// The reports of a run. If a report cannot be written, the failure is printed on standard error,
/// and all other reports are still written (decision 0188).
final class ReportSet {
  private var reports: [ReportOutput] = []
  private let failures = Failures()

  /// Records failures to write reports.
  private final class Failures: Sendable {
    private let hasFailed = Mutex(false)
    private let isOutputClosed = Mutex(false)

    /// Prints that a report cannot be written.
    func note(_ name: String, _ reason: String) {
      hasFailed.withLock { $0 = true }
      let errors = OutputFile(OutputFile.error)
      // Failures are ignored, because the terminal on standard error may have been closed.
      errors.onFailure = { _ in }
      errors.print("signalbox: cannot write \(DisplayText.line(name)): \(reason)\n")
    }

    /// Handles a failure to write to standard output. If the reader has closed standard output, no
    /// error is reported.
    ///
    /// - Parameter isAlone: Whether the report on standard output is the only report. If `true`,
    ///   the process exits when the reader has closed standard output.
    func noteOutput(_ failure: FileFailure, isAlone: Bool) {
      if failure.code == EPIPE {
        isOutputClosed.withLock { $0 = true }
        if isAlone { exit(ExitCode.outputClosed.rawValue) }
      } else {
        note("standard output", failure.reason)
      }
    }

    var code: ExitCode? {
      if isOutputClosed.withLock({ $0 }) { return .outputClosed }
      return hasFailed.withLock({ $0 }) ? .failed : nil
    }
  }

  /// Creates a set without reports.
  init() {}

  /// Opens the requested reports. One of the reports always writes to standard output.
  ///
  /// - Parameter factory: The factory that creates the session for reporters that plugins provide.
  /// - Throws: An error if a reporter does not exist.
  static func open(
    _ choices: [ReporterChoice], _ context: ReportContext, showsProgress: Bool,
    _ factory: RunnerFactory
  ) throws(ScriptError) -> sending ReportSet {
    let set = try openFiles(choices, context, factory)
    let isAlone = set.reports.isEmpty
    set.reports.append(
      try ReportOutput.standard(
        choices.first { $0.path == nil }, context, showsProgress: showsProgress, factory,
        onFailure: { [failures = set.failures] in failures.noteOutput($0, isAlone: isAlone) }))
    return set
  }

  /// Opens the requested reports that are written to files.
  ///
  /// - Parameter factory: The factory that creates the session for reporters that plugins provide,
  ///   or `nil` if all reporters are built in.
  /// - Throws: An error if a reporter does not exist.
  static func openFiles(
    _ choices: [ReporterChoice], _ context: ReportContext, _ factory: RunnerFactory?
  ) throws(ScriptError) -> sending ReportSet {
    let set = ReportSet()
    var plain = context
    plain.palette = .plain
    for choice in choices {
      guard let path = choice.path else { continue }
      do throws(ScriptError) {
        let report = try ReportOutput.open(choice, at: path, plain, factory) {
          [failures = set.failures] in failures.note(path, $0.reason)
        }
        set.reports.append(report)
      } catch {
        guard error.code == ReportOutput.unwritableCode else { throw error }
        set.failures.note(path, error.message)
      }
    }
    return set
  }

  /// The exit code to use if no other error occurs, or `nil` if all reports were written.
  var failureCode: ExitCode? { failures.code }

  func begin(_ plan: RunPlan) {
    for report in reports { report.begin(plan) }
  }

  func add(_ result: ScenarioResult) {
    for report in reports { report.add(result) }
  }

  /// Shows a line of a scenario's output on standard output.
  func show(_ line: String) { reports.last?.show(line) }

  func end(_ summary: RunSummary) {
    for report in reports { report.end(summary) }
  }

  /// Reports a run that has ended.
  func report(_ plan: RunPlan, _ summary: RunSummary) {
    begin(plan)
    for result in summary.results { add(result) }
    end(summary)
  }
}
