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

  /// `{"kind":"begin", …}`.
  public mutating func begin(_ plan: FlowPlan) -> String { line(Self.fields(of: plan)) }

  /// `{"kind":"flow", …}`.
  public mutating func add(_ result: FlowResult) -> String { line(Self.fields(of: result)) }

  /// `{"kind":"end", …}`.
  public mutating func end(_ summary: FlowSummary) -> String { line(Self.fields(of: summary)) }

  private func line(_ fields: [(String, JSONText.Value?)]) -> String {
    JSONText.text(of: .object(fields)) + "\n"
  }

  // MARK: - Values

  static func fields(of plan: FlowPlan) -> [(String, JSONText.Value?)] {
    let unloaded = plan.unloaded.map { file in
      JSONText.Value.object([("file", .string(file.path)), ("error", Self.value(of: file.error))])
    }
    return [
      ("kind", .string("begin")), ("version", .integer(1)), ("flows", .integer(plan.flows.count)),
      ("seed", plan.seed.map { .string(String($0)) }), ("workers", .integer(plan.workers)),
      ("unloaded", .list(unloaded)),
    ]
  }

  static func fields(of result: FlowResult) -> [(String, JSONText.Value?)] {
    let description = FlowList.value(of: result.flow)
    return [
      ("kind", .string("flow")), ("flow", description),
      ("status", .string(result.status.rawValue)), ("reason", result.reason.map { .string($0) }),
      ("milliseconds", .number(DurationText.milliseconds(result.duration))),
      ("attempts", .integer(result.attempts)), ("trace", result.trace.map { .string($0) }),
      ("traceAbsence", result.traceAbsence.map { .string($0) }),
      ("failures", .list(result.failures.map(Self.value(of:)))),
      ("steps", .list(result.steps.map(Self.value(of:)))),
      ("output", .list(result.output.map { .string($0) })),
      (
        "frames",
        .list(
          result.frames.map {
            .object([("path", .string($0.path)), ("state", .string($0.state.rawValue))])
          })
      ),
    ]
  }

  static func fields(of summary: FlowSummary) -> [(String, JSONText.Value?)] {
    let counts = FlowResult.Status.allCases.map { status in
      (status.rawValue, JSONText.Value.integer(summary.count(status)) as JSONText.Value?)
    }
    return [
      ("kind", .string("end")), ("counts", .object(counts)),
      ("milliseconds", .number(DurationText.milliseconds(summary.duration))),
      ("isStopped", .boolean(summary.stop != nil)),
      ("stop", summary.stop.map { .string($0.rawValue) }),
      ("obsoleteFrames", .list(summary.obsoleteFrames.map { .string($0) })),
      ("coverage", summary.coverage.map(CoverageText.value(of:))),
      (
        "shortfalls",
        summary.coverageBar.map { _ in .list(summary.shortfalls.map { .string("\($0)") }) }
      ),
      ("exitCode", .integer(Int(summary.exitCode.rawValue))),
    ]
  }

  private static func value(of failure: FlowFailure) -> JSONText.Value {
    .object([
      ("kind", .string(failure.kind.rawValue)), ("error", value(of: failure.error)),
      ("differences", .list(failure.differences.map(value(of:)))),
      ("step", .integer(failure.step)), ("groups", .list(failure.groups.map { .string($0) })),
      ("shown", .string(failure.tree)), ("changes", .list(failure.changes.map { .string($0) })),
    ])
  }

  private static func value(of difference: FlowDifference) -> JSONText.Value {
    let leaves = difference.leaves.map { leaf -> JSONText.Value in
      .object([
        ("path", .string(leaf.path)), ("expected", .string(leaf.expected)),
        ("actual", .string(leaf.actual)), ("note", leaf.note.isEmpty ? nil : .string(leaf.note)),
      ])
    }
    let lines = difference.lines.map { line -> JSONText.Value in
      .object([
        ("side", .string(line.side.rawValue)), ("number", .integer(line.number)),
        ("text", .string(line.text)),
      ])
    }
    return .object([
      ("name", .string(difference.name)), ("expected", .string(difference.expected)),
      ("actual", .string(difference.actual)),
      ("cause", difference.cause.isEmpty ? nil : .string(difference.cause)),
      ("leaves", leaves.isEmpty ? nil : .list(leaves)),
      ("leafCount", leaves.isEmpty ? nil : .integer(difference.leafCount)),
      ("lines", lines.isEmpty ? nil : .list(lines)),
    ])
  }

  private static func value(of step: FlowStep) -> JSONText.Value {
    .object([
      ("number", .integer(step.number)), ("text", .string(step.text)),
      ("effect", step.effect.isEmpty ? nil : .string(step.effect)),
      ("file", step.location.map { .string($0.file) }),
      ("line", step.location.map { .integer($0.line) }),
      ("groups", step.groups.isEmpty ? nil : .list(step.groups.map { .string($0) })),
      ("isFailed", step.isFailed ? .boolean(true) : nil),
      ("calls", step.calls.isEmpty ? nil : .list(step.calls.map(value(of:)))),
    ])
  }

  private static func value(of call: FlowCall) -> JSONText.Value {
    .object([
      ("text", .string(call.text)), ("file", .string(call.location.file)),
      ("line", .integer(call.location.line)),
    ])
  }

  private static func value(of error: ScriptError) -> JSONText.Value {
    .object([
      ("code", error.code.map { .string($0) }), ("message", .string(error.message)),
      ("hint", error.hint.map { .string($0) }),
      ("file", error.location.map { .string($0.file) }),
      ("line", error.location.map { .integer($0.line) }),
    ])
  }
}
