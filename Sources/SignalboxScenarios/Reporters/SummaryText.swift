internal import Signalbox
internal import SignalboxInspector

/// Writes the common parts of human-readable reports: the files that failed to load, and the last
/// lines.
enum SummaryText {
  /// The maximum number of scenarios in the list of scenarios that did not run.
  private static let maxNames = 10

  static func word(_ status: ScenarioResult.Status) -> String {
    switch status {
    case .passed, .failed, .flaky, .skipped, .todo: status.rawValue
    case .failedAsExpected: "failed as expected"
    case .notRun: "not run"
    }
  }

  static func unloaded(_ files: [UnloadedFile], _ context: ReportContext) -> String {
    files.map { file in
      let report = FailureReport(file.error, sources: context.sources, palette: context.palette)
      let name = context.palette.strong(DisplayText.line(file.path))
      return " \(name) did not load\n"
        + report.text.split(separator: "\n", omittingEmptySubsequences: false).map {
          $0.isEmpty ? "\n" : "   \($0)\n"
        }.joined() + "\n"
    }.joined()
  }

  static func end(_ summary: RunSummary, _ context: ReportContext) -> String {
    var text = left(summary)
    // Missed thresholds follow the coverage.
    for miss in summary.missesBesidesCoverage {
      text += " \(context.palette.failure("✗")) \(DisplayText.line(miss.message))\n"
    }
    let snapshots = summary.toleratedSnapshots
    if !snapshots.isEmpty {
      text += " obsolete snapshots, which no scenario uses:\n"
      text += snapshots.map { "   \(DisplayText.line($0))\n" }.joined()
    }
    let written = summary.results.indices.reduce(0) { count, index in
      count + summary.results[index].snapshots.count { $0.state == .written }
    }
    if written > 0 { text += " \(counted(written, "snapshot")) written\n" }
    if summary.reducedCount > 0 {
      let count = summary.reducedCount
      text +=
        " \(count) result\(count == 1 ? " is" : "s are") incomplete: a run keeps at most 64 MiB of "
        + "output, steps and failures\n"
    }
    text += slowest(summary, context)
    return text + line(summary, context.palette) + "\n"
      + CoverageText.lines(summary, context.palette, isWhole: context.isVerbose)
  }

  /// Returns the slowest scenarios and their durations, slowest first. Scenarios with equal
  /// durations are sorted by identifier.
  static func slowest(_ summary: RunSummary, _ context: ReportContext) -> String {
    guard context.durations > 0 else { return "" }
    let ran = summary.results.filter { $0.attempts > 0 }
    let slowest = ran.sorted {
      ($1.duration, $0.scenario.id) < ($0.duration, $1.scenario.id)
    }.prefix(context.durations)
    guard !slowest.isEmpty else { return "" }
    let times = slowest.map { DurationText.short($0.duration) }
    let width = times.map(DisplayText.width(of:)).max() ?? 0
    let lines = zip(slowest, times).map { result, time in
      "   \(DisplayText.alignRight(time, to: width))  "
        + context.palette.place(DisplayText.line(result.scenario.place)) + "  "
        + DisplayText.line(result.scenario.title) + "\n"
    }
    return " slowest\n" + lines.joined()
  }

  /// Returns the counts by status, such as `41 passed` and `1 failed`, for each status that occurs.
  static func counts(_ summary: RunSummary, _ palette: TextPalette = .plain) -> [String] {
    var parts: [String] = []
    for status in ScenarioResult.Status.allCases {
      let count = summary.count(status)
      guard count > 0 else { continue }
      let text = "\(count) \(word(status))"
      parts.append(
        status == .failed
          ? palette.failure(text) : status == .passed ? palette.success(text) : text)
    }
    if !summary.unloaded.isEmpty {
      parts.append(palette.failure("\(summary.unloaded.count) not loaded"))
    }
    return parts.isEmpty ? ["nothing matched"] : parts
  }

  /// Returns a line such as
  /// ` 41 passed · 1 failed · 1 todo   43 of 44 scenarios in 0.12 s (-j 2)   seed 4711`.
  static func line(_ summary: RunSummary, _ palette: TextPalette) -> String {
    let parts = counts(summary, palette)
    return " " + parts.joined(separator: " · ") + "   " + palette.faint(tail(summary))
  }

  /// Returns the end of the line that ``line(_:_:)`` returns, such as
  /// `43 of 44 scenarios in 0.12 s (-j 2)   seed 4711`.
  static func tail(_ summary: RunSummary) -> String {
    let results = summary.results
    let ran = results.indices.count { results[$0].attempts > 0 && results[$0].status != .notRun }
    let count = results.count
    let workers = summary.workers > 1 ? " (-j \(summary.workers))" : ""
    var tail = "\(ran) of \(counted(count, "scenario")) in "
    tail += DurationText.short(summary.duration) + workers
    if let seed = summary.seed { tail += "   seed \(seed)" }
    return tail
  }

  /// Returns the scenarios that did not run because the run ended early.
  private static func left(_ summary: RunSummary) -> String {
    let results = summary.results
    let rest = results.indices.filter { results[$0].status == .notRun }.map { results[$0].scenario }
    guard !rest.isEmpty else { return "" }
    let why = summary.stop?.words ?? "the maximum number of failures was reached"
    var lines = [" \(why): \(counted(rest.count, "scenario")) did not run"]
    lines += rest.prefix(maxNames).map { "   \(DisplayText.line($0.id))" }
    if rest.count > maxNames { lines.append("   … \(rest.count - maxNames) more") }
    return lines.joined(separator: "\n") + "\n"
  }
}
