/// Writes a report in the Test Anything Protocol, version 13, for consumers that reject version 14,
/// such as `prove` 3.44.
package struct Tap13Reporter: Reporter {
  /// The name `tap13`.
  package static let name = "tap13"
  /// The summary in help texts.
  package static let summary = "Writes TAP version 13, for older consumers"

  private var stream: TapStream

  /// Creates a reporter for one run.
  package init(_ context: ReportContext) { stream = TapStream(version: 13) }

  /// Returns the version line, and a failed test for each file that failed to load.
  package mutating func begin(_ plan: RunPlan) -> String { stream.begin(plan) }
  /// Returns the lines for one test.
  package mutating func add(_ result: ScenarioResult) -> String { stream.add(result) }
  /// Returns a failed test for each failure of the whole run, followed by the plan and by the
  /// counts as comments.
  package mutating func end(_ summary: RunSummary) -> String { stream.end(summary) }
}
