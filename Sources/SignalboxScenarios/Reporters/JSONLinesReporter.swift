internal import Signalbox
internal import SignalboxScripting

/// Writes a line of JSON for each part of a run: the plan, each scenario, and the end.
package struct JSONLinesReporter: Reporter {
  /// The name `jsonl`.
  package static let name = "jsonl"
  /// The summary in help texts.
  package static let summary =
    "Writes one line of JSON for the plan, each scenario and the end of the run"
  /// Always `true`: the report includes steps.
  package static let needsSteps = true
  /// Always `true`: lines are written as results arrive.
  package static let isByLine = true

  /// Creates a reporter for one run.
  package init(_ context: ReportContext) {}

  /// Returns a line with the plan, such as `{"kind":"begin","scenarios":7, …}`.
  package mutating func begin(_ plan: RunPlan) -> String { line(Self.fields(of: plan)) }

  /// Returns a line for a scenario, such as `{ … "kind":"scenario", …}`.
  package mutating func add(_ result: ScenarioResult) -> String { line(Self.fields(of: result)) }

  /// Returns a line for the end of the run, such as `{ … "kind":"end", …}`.
  package mutating func end(_ summary: RunSummary) -> String { line(Self.fields(of: summary)) }

  private func line(_ fields: NavigationArguments) -> String {
    NavigationValue.table(fields).line + "\n"
  }

  // MARK: - Values

  static func fields(of plan: RunPlan) -> NavigationArguments {
    var fields: NavigationArguments = [
      "kind": "begin", "version": 2, "scenarios": .integer(plan.scenarios.count),
      "workers": .integer(plan.workers),
      "unloaded": .list(plan.unloaded.map { .table(NavigationArguments(reporting: $0)) }),
    ]
    fields["seed"] = plan.seed.map { .string(String($0)) }
    return fields
  }

  static func fields(of result: ScenarioResult) -> NavigationArguments {
    var fields = NavigationArguments(reporting: result)
    fields["kind"] = "scenario"
    fields["scenario"] = .table(ScenarioList.fields(of: result.scenario))
    fields["duration"] = nil
    fields["milliseconds"] = .number(DurationText.milliseconds(result.duration))
    fields["reason"] = result.reason.map { .string($0) }
    return fields
  }

  static func fields(of summary: RunSummary) -> NavigationArguments {
    let counts = ScenarioResult.Status.allCases.map { status in
      (status.rawValue, NavigationValue.integer(summary.count(status)))
    }
    var fields: NavigationArguments = [
      "kind": "end", "counts": .table(NavigationArguments(counts)),
      "milliseconds": .number(DurationText.milliseconds(summary.duration)),
      "isStopped": .boolean(summary.stop != nil),
      "obsoleteSnapshots": .texts(summary.obsoleteSnapshots),
      "exitCode": .integer(Int(summary.exitCode.rawValue)),
    ]
    fields["misses"] = .texts(summary.misses.map(\.message))
    fields["stop"] = summary.stop.map { .string($0.rawValue) }
    fields["coverage"] = summary.coverage.map(CoverageText.value(of:))
    fields["shortfalls"] = summary.coverageThreshold.map { _ in
      .texts(summary.shortfalls.map { "\($0)" })
    }
    return fields
  }
}
