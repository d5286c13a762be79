/// A compact report for many scenarios: one character for each scenario, followed by the failures.
package struct DotReporter: Reporter {
  /// The name `dot`.
  package static let name = "dot"
  /// The summary in help texts.
  package static let summary = "Prints a character for each scenario, then the failures"
  /// Always `true`: the report is for people.
  package static let isForPeople = true

  private let context: ReportContext
  private var failures: [ScenarioResult] = []
  private var column = 0
  private static let width = 80

  /// Creates a reporter for one run.
  package init(_ context: ReportContext) { self.context = context }

  /// Returns the errors of the files that failed to load.
  package mutating func begin(_ plan: RunPlan) -> String {
    SummaryText.unloaded(plan.unloaded, context)
  }

  /// Returns the character for a result, followed by a line ending after every 80th character.
  package mutating func add(_ result: ScenarioResult) -> String {
    if result.status == .failed { failures.append(result) }
    column += 1
    let mark =
      switch result.status {
      case .passed: "."
      case .failed: context.palette.failure("F")
      case .flaky: "~"
      case .skipped: "s"
      case .todo: "t"
      case .failedAsExpected: "x"
      case .notRun: "-"
      }
    guard column == Self.width else { return mark }
    column = 0
    return mark + "\n"
  }

  /// Returns the failures and the counts.
  package mutating func end(_ summary: RunSummary) -> String {
    let reports = failures.map {
      ScenarioFailureReport(result: $0, context: context, seed: summary.seed).text + "\n\n"
    }
    let head = column > 0 ? "\n\n" : summary.results.isEmpty ? "" : "\n"
    return head + reports.joined() + SummaryText.end(summary, context)
  }
}
