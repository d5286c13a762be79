internal import SignalboxInspector

/// Reports each failure in full and, at the end, the counts of the run.
package struct PrettyReporter: Reporter {
  /// The name `pretty`.
  package static let name = "pretty"
  /// The summary in help texts.
  package static let summary = "Reports each failure in full, for a terminal"
  /// Always `true`: the report is for people.
  package static let isForPeople = true

  private let context: ReportContext
  private var seed: UInt64?

  /// Creates a reporter for one run.
  package init(_ context: ReportContext) { self.context = context }

  /// Returns the errors of the files that failed to load.
  package mutating func begin(_ plan: RunPlan) -> String {
    seed = plan.seed
    return SummaryText.unloaded(plan.unloaded, context)
  }

  /// Returns a failure in full, a flaky result with its failed attempts, and an empty string for
  /// other results. Quiet reports contain a single line for each failure. Verbose reports contain
  /// every result and its output.
  package mutating func add(_ result: ScenarioResult) -> String {
    if result.status == .failed, !context.isQuiet {
      return ScenarioFailureReport(result: result, context: context, seed: seed).text + "\n\n"
    }
    let isReported = context.isVerbose || result.status == .flaky || result.status == .failed
    guard isReported else { return "" }
    let attempts =
      result.status == .flaky
      ? ScenarioFailureReport.attempts(result.failedAttempts, context.palette) : []
    let printed = context.isVerbose ? ScenarioFailureReport.printed(result, context) : []
    return ([line(result)] + attempts + printed).joined(separator: "\n") + "\n"
  }

  private func line(_ result: ScenarioResult) -> String {
    let palette = context.palette
    let mark =
      switch result.status {
      case .passed: palette.success("✓")
      case .failed: palette.failure("✗")
      case .flaky: palette.failure("≈")
      case .skipped, .todo, .notRun: palette.faint("○")
      case .failedAsExpected: palette.success("✗")
      }
    var notes: [String] = []
    if result.status != .passed {
      let reason = result.reason.map { $0.isEmpty ? "" : ": \($0)" } ?? ""
      notes.append(SummaryText.word(result.status) + reason)
    }
    if result.attempts > 1 { notes.append("\(result.attempts) attempts") }
    if result.attempts > 0 { notes.append(DurationText.short(result.duration)) }
    return " \(mark) \(palette.place(DisplayText.line(result.scenario.place)))  "
      + DisplayText.line(result.scenario.title) + "  "
      + palette.faint(DisplayText.line(notes.joined(separator: ", ")))
  }

  /// Returns the counts, and the scenarios that did not run.
  package mutating func end(_ summary: RunSummary) -> String {
    SummaryText.end(summary, context)
  }
}
