/// A report in JUnit XML for CI systems, with a suite for each file and a case for each scenario.
package struct JUnitReporter: Reporter {
  /// The name `junit`.
  package static let name = "junit"
  /// The summary in help texts.
  package static let summary = "Writes JUnit XML, for CI systems"
  /// Always `true`: steps are part of each case's output.
  package static let needsSteps = true

  private var document = JUnitDocument(.common)

  /// Creates a reporter for one run.
  package init(_ context: ReportContext) {}

  /// Returns an empty string, because the counts come first and the document is written at the end.
  package mutating func begin(_ plan: RunPlan) -> String { "" }

  /// Returns an empty string.
  package mutating func add(_ result: ScenarioResult) -> String {
    document.add(result)
    return ""
  }

  /// Returns the complete document.
  package mutating func end(_ summary: RunSummary) -> String { document.text(summary) }
}
