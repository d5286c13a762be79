/// The Test Anything Protocol, version 14: one test for each scenario, a YAML block for each failure.
public struct TapReporter: Reporter {
  /// `tap`.
  public static let name = "tap"
  /// What help says.
  public static let summary = "Writes TAP version 14"

  private var stream: TapStream

  /// A reporter for one run.
  public init(_ context: ReportContext) { stream = TapStream(version: 14) }

  /// The version and the plan.
  public mutating func begin(_ plan: RunPlan) -> String { stream.begin(plan) }
  /// One test.
  public mutating func add(_ result: ScenarioResult) -> String { stream.add(result) }
  /// The counts, as a comment.
  public mutating func end(_ summary: RunSummary) -> String { stream.end(summary) }
}
