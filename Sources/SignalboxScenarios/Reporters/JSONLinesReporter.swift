internal import Signalbox
internal import SignalboxScripting

/// A line of JSON for each thing that there is to tell: the plan, each flow, the end.
public struct JSONLinesReporter: Reporter {
  /// `jsonl`.
  public static let name = "jsonl"
  /// What help says.
  public static let summary = "Writes a line of JSON for the plan, each flow and the end"
  /// Steps are told.
  public static let needsSteps = true
  /// Lines are taken as they are written.
  public static let isByLine = true

  /// A reporter for one run.
  public init(_ context: ReportContext) {}

  /// The plan: `{"flows":7,"kind":"begin", …}`.
  public mutating func begin(_ plan: FlowPlan) -> String { line(Self.fields(of: plan)) }

  /// One flow: `{ … "kind":"flow", …}`.
  public mutating func add(_ result: FlowResult) -> String { line(Self.fields(of: result)) }

  /// The end of the run: `{ … "kind":"end", …}`.
  public mutating func end(_ summary: FlowSummary) -> String { line(Self.fields(of: summary)) }

  private func line(_ fields: NavigationArguments) -> String {
    NavigationValue.table(fields).line + "\n"
  }

  // MARK: - Values

  static func fields(of plan: FlowPlan) -> NavigationArguments {
    var fields: NavigationArguments = [
      "kind": "begin", "version": 2, "flows": .integer(plan.flows.count),
      "workers": .integer(plan.workers),
      "unloaded": .list(plan.unloaded.map { .table(NavigationArguments(reporting: $0)) }),
    ]
    fields["seed"] = plan.seed.map { .string(String($0)) }
    return fields
  }

  static func fields(of result: FlowResult) -> NavigationArguments {
    var fields = NavigationArguments(reporting: result)
    fields["kind"] = "flow"
    fields["flow"] = .table(FlowList.fields(of: result.flow))
    fields["duration"] = nil
    fields["milliseconds"] = .number(DurationText.milliseconds(result.duration))
    fields["reason"] = result.reason.map { .string($0) }
    return fields
  }

  static func fields(of summary: FlowSummary) -> NavigationArguments {
    let counts = FlowResult.Status.allCases.map { status in
      (status.rawValue, NavigationValue.integer(summary.count(status)))
    }
    var fields: NavigationArguments = [
      "kind": "end", "counts": .table(NavigationArguments(counts)),
      "milliseconds": .number(DurationText.milliseconds(summary.duration)),
      "isStopped": .boolean(summary.stop != nil),
      "obsoleteFrames": .texts(summary.obsoleteFrames),
      "exitCode": .integer(Int(summary.exitCode.rawValue)),
    ]
    fields["stop"] = summary.stop.map { .string($0.rawValue) }
    fields["coverage"] = summary.coverage.map(CoverageText.value(of:))
    fields["shortfalls"] = summary.coverageBar.map { _ in
      .texts(summary.shortfalls.map { "\($0)" })
    }
    return fields
  }
}
