internal import SignalboxInspector
internal import SignalboxScripting

/// The report for a failed scenario: the failure, its location, the steps that led to it, and the
/// command that runs the scenario again.
package struct ScenarioFailureReport {
  let result: ScenarioResult
  let context: ReportContext
  /// The seed of the run's random order and random numbers, or `nil` if it is not known.
  let seed: UInt64?

  /// - Parameter seed: The seed of the run, or `nil` if it is not known.
  package init(result: ScenarioResult, context: ReportContext, seed: UInt64? = nil) {
    self.result = result
    self.context = context
    self.seed = seed
  }

  private var palette: TextPalette { context.palette }

  /// The maximum number of steps that are shown. If there are more steps, only the last steps are
  /// shown.
  private static let maxSteps = 12
  /// The maximum number of calls that are reported for a line.
  private static let maxCalls = 2

  /// The complete report, without a line ending after the last line.
  package var text: String {
    var parts = [headline, earlier.joined(separator: "\n")]
    let hard = result.failures.filter { $0.kind != .softExpect }
    for failure in hard { parts.append(lines(of: failure).joined(separator: "\n")) }
    parts.append(history.joined(separator: "\n"))
    parts.append(checks.joined(separator: "\n"))
    parts.append(Self.printed(result, context).joined(separator: "\n"))
    parts.append(again)
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private var headline: String {
    let scenario = result.scenario
    let tags = scenario.options.tags.map { " #\($0)" }.joined()
    let attempts = result.attempts > 1 ? "  \(result.attempts) attempts" : ""
    return " " + palette.failure("✗") + " " + palette.place(DisplayText.line(scenario.place)) + "  "
      + palette.strong(DisplayText.line(scenario.title)) + palette.faint(tags) + "  "
      + palette.faint(DurationText.short(result.duration) + attempts)
  }

  /// The first failure of each earlier attempt, one line each.
  private var earlier: [String] {
    Self.attempts(result.failedAttempts.dropLast(), palette)
  }

  /// Returns the first failure of each attempt, one line each.
  static func attempts(
    _ attempts: some Sequence<[ScenarioFailure]>, _ palette: TextPalette
  ) -> [String] {
    attempts.enumerated().map { index, failures in
      let error = failures.first?.error
      let text = DisplayText.truncate(
        DisplayText.line(error?.description ?? ""), to: DifferenceText.widest)
      return "   " + palette.faint("attempt \(index + 1)") + "  \(text)"
    }
  }

  // MARK: - One failure

  private func lines(of failure: ScenarioFailure) -> [String] {
    let heading = heading(failure)
    var lines = heading.isEmpty ? [] : ["   " + heading]
    if failure.differences.isEmpty {
      let report = FailureReport(failure.error, sources: context.sources, palette: palette)
      lines += report.text.split(separator: "\n", omittingEmptySubsequences: false).map {
        $0.isEmpty ? "" : "   \($0)"
      }
    } else {
      lines.append("")
      lines += DifferenceText.table(failure.differences, palette)
      var report = FailureReport(failure.error, sources: context.sources, palette: palette)
      report.mark = failure.differences.first?.name
      report.notes = notes(in: failure.error.location?.file)
      let excerpt = report.body
      if !excerpt.isEmpty { lines += [""] + excerpt.map { $0.isEmpty ? "" : "   \($0)" } }
    }
    lines += shown(failure)
    return lines
  }

  /// Returns the calls that callbacks made, as notes for the lines whose steps caused the calls.
  private func notes(in file: String?) -> [Int: String] {
    var notes: [Int: String] = [:]
    for step in result.steps where !step.calls.isEmpty && step.location?.file == file {
      guard let line = step.location?.line, notes[line] == nil else { continue }
      let shown = step.calls.prefix(Self.maxCalls).map { "\($0.text) from \($0.location)" }
      let rest = step.calls.count > Self.maxCalls ? " …" : ""
      notes[line] = "⤷ " + shown.joined(separator: ", ") + rest
    }
    return notes
  }

  private func heading(_ failure: ScenarioFailure) -> String {
    let what =
      switch failure.kind {
      case .expectation, .softExpect, .snapshot, .error: step(of: failure)
      case .unhandled:
        [step(of: failure), "in a callback"].filter { !$0.isEmpty }.joined(separator: "  ")
      case .setup: "the setup failed"
      case .teardown: "the teardown failed"
      case .unexpectedPass: "unexpectedly passed"
      case .unexpectedFailure: "fails in another way"
      }
    let groups = failure.groups.map { DisplayText.line($0) }.joined(separator: " › ")
    // The report of an error without differences already contains the location.
    let reported = failure.differences.isEmpty ? nil : failure.error.location
    let place = reported.map { palette.place(DisplayText.line($0.description)) }
    return [what, groups, place ?? ""].filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// Returns the step in which a failure occurred, or the step before the failure.
  private func step(of failure: ScenarioFailure) -> String {
    if failure.step == 0 { return "" }
    let step = result.steps.first { $0.number == failure.step }
    // The scenario may have been stopped during a step that was still running.
    let isBetween = step?.isFailed == false && !failure.error.kind.isStop
    return "\(isBetween ? "after step" : "step") \(failure.step)"
  }

  /// Returns the visible state at the time of the failure, and the changes that the last step
  /// before the failure made.
  private func shown(_ failure: ScenarioFailure) -> [String] {
    var lines: [String] = []
    if !failure.tree.isEmpty {
      lines += ["", "   " + palette.faint("shown")]
      lines += failure.tree.split(separator: "\n").map { Self.row(String($0)) }
    }
    if !failure.changes.isEmpty {
      lines += ["", "   " + palette.faint("changed since the last operation")]
      lines += failure.changes.map { Self.row(DisplayText.line($0)) }
    }
    return lines
  }

  /// Returns a line of the tree or of its changes. Long lines are truncated, because the difference
  /// is reported above.
  private static func row(_ line: String) -> String {
    "     " + DisplayText.truncate(line, to: DifferenceText.widest)
  }

  // MARK: - The scenario

  /// The steps of the scenario and their effects, without teardown steps after the last failure.
  private var history: [String] {
    guard !result.steps.isEmpty else { return [] }
    // Teardowns also run after a failure.
    let end = result.failures.filter { $0.kind != .softExpect }.map(\.step).max() ?? .max
    let steps = result.steps.filter { $0.phase != .teardown || $0.number <= end }
    let phases = Set(steps.map(\.phase))
    let shown = steps.suffix(Self.maxSteps)
    let texts = shown.map { DisplayText.truncate(DisplayText.line($0.text), to: 48) }
    let width = texts.map(DisplayText.width(of:)).max() ?? 0
    var lines = ["   " + palette.faint("steps")]
    let omitted = steps.count - shown.count
    if omitted > 0 { lines.append("     … \(omitted) before") }
    var phase: ScenarioStep.Phase?
    for (step, text) in zip(shown, texts) {
      if phases.count > 1, step.phase != phase {
        lines.append("     " + palette.faint(step.phase.rawValue))
      }
      phase = step.phase
      let number = DisplayText.alignRight(String(step.number), to: 4)
      let mark = step.isFailed ? palette.failure("✗") : " "
      let place = step.location.map { ":\($0.line)" } ?? ""
      let tail = [DisplayText.line(step.effect), palette.faint(place)].filter { !$0.isEmpty }
        .joined(separator: "  ")
      lines.append("  \(mark)\(number)  \(DisplayText.pad(text, to: width))  \(tail)")
    }
    return lines
  }

  private var checks: [String] {
    let soft = result.failures.filter { $0.kind == .softExpect }
    guard !soft.isEmpty else { return [] }
    var lines = ["   soft expectations: \(soft.count) failed"]
    for failure in soft {
      let place = failure.error.location.map { palette.place(DisplayText.line($0.description)) }
      lines.append("   " + [" ", place ?? ""].joined(separator: " "))
      lines += DifferenceText.table(failure.differences, palette)
    }
    return lines
  }

  /// Returns the output of a scenario under a heading. The array is empty if there is no output or
  /// if reports do not repeat it.
  static func printed(_ result: ScenarioResult, _ context: ReportContext) -> [String] {
    guard !result.output.isEmpty, context.repeatsOutput else { return [] }
    let lines = result.output.flatMap {
      $0.split(separator: "\n", omittingEmptySubsequences: false)
    }
    return ["   " + context.palette.faint("printed")]
      + lines.map { line in
        let text = DisplayText.clean(String(line).replacing("\t", with: "    "))
        return text.isEmpty ? "" : "     \(text)"
      }
  }

  private var again: String {
    let reported =
      result.trace.map { DisplayText.line($0) } ?? result.traceAbsence.map { "none, \($0)" }
    let trace = reported.map { "   " + palette.faint("trace:") + " " + $0 }
    return "   " + palette.faint("again:") + " \(context.command(repeating: result, seed: seed))"
      + (trace ?? "")
  }
}
