/// A report in JUnit XML that conforms to the schema of Jenkins' xUnit plugin, which rejects
/// reports with other attributes. The tags, bugs and properties of a scenario are lines of its
/// output.
package struct XUnitReporter: Reporter {
  /// The name `xunit`.
  package static let name = "xunit"
  /// The summary in help texts.
  package static let summary = "Writes JUnit XML according to the schema of Jenkins' xUnit plugin"
  /// Always `true`: steps are part of each case's output.
  package static let needsSteps = true

  private var document = JUnitDocument(.xunit)

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
