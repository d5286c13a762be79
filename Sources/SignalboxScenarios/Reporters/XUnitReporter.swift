/// A report in JUnit XML that conforms to the schema of Jenkins' xUnit plugin, which rejects
/// reports with other attributes. The tags, bugs and properties of a scenario are lines of its
/// output.
public struct XUnitReporter: Reporter {
  /// The name `xunit`.
  public static let name = "xunit"
  /// The summary in help texts.
  public static let summary = "Writes JUnit XML according to the schema of Jenkins' xUnit plugin"
  /// Always `true`: steps are part of each case's output.
  public static let needsSteps = true

  private var document = JUnitDocument(.xunit)

  /// Creates a reporter for one run.
  public init(_ context: ReportContext) {}

  /// Returns an empty string, because the counts come first and the document is written at the end.
  public mutating func begin(_ plan: RunPlan) -> String { "" }

  /// Returns an empty string.
  public mutating func add(_ result: ScenarioResult) -> String {
    document.add(result)
    return ""
  }

  /// Returns the complete document.
  public mutating func end(_ summary: RunSummary) -> String { document.text(summary) }
}
