internal import SignalboxInspector
internal import SignalboxScripting

/// Describes a run as Markdown, for the summary page of a job on GitHub (`$GITHUB_STEP_SUMMARY`).
package enum GitHubSummary {
  /// The maximum number of failures that are reported in full, of rows in the table of other
  /// scenarios, and of missing names for each kind of coverage. GitHub limits the summary of a step
  /// to 1 MiB.
  private static let maxFailures = 50
  /// The maximum length of a section's text, in characters.
  private static let maxText = 8_000

  /// Returns the summary of the run as Markdown, which is appended to the summaries of other steps.
  ///
  /// - Parameters:
  ///   - summary: The result of the run.
  ///   - context: The settings for reporters. Colors are not used.
  package static func markdown(_ summary: RunSummary, _ context: ReportContext) -> String {
    var context = context
    context.palette = .plain
    let mark = summary.exitCode == .success ? "✅" : "❌"
    var text = "### \(mark) Scenarios: \(SummaryText.counts(summary).joined(separator: " · "))\n\n"
    text += "\(SummaryText.tail(summary))\n\n"
    text += table(summary)
    for file in summary.unloaded {
      text += details("\(file.path) did not load", SummaryText.unloaded([file], context))
    }
    let failed = summary.results.filter { $0.status == .failed }
    for result in failed.prefix(maxFailures) {
      let report = ScenarioFailureReport(result: result, context: context, seed: summary.seed)
      text += details("\(result.scenario.place) \(result.scenario.title)", report.text)
    }
    if failed.count > maxFailures {
      text += "… and \(failed.count - maxFailures) more failed; see the log.\n\n"
    }
    // The coverage table contains the missed thresholds.
    let misses = summary.missesBesidesCoverage
    if !misses.isEmpty {
      text += details(
        "Failures of the whole run", misses.map(\.message).joined(separator: "\n"))
    }
    let snapshots = summary.toleratedSnapshots
    if !snapshots.isEmpty {
      text += details(
        "Obsolete snapshots, which no scenario uses",
        snapshots.joined(separator: "\n"))
    }
    return text + coverage(summary)
  }

  /// Returns a table of the scenarios that are flaky, skipped or marked with `todo`.
  private static func table(_ summary: RunSummary) -> String {
    let shown = summary.results.filter { [.flaky, .todo, .skipped].contains($0.status) }
    guard !shown.isEmpty else { return "" }
    let rows = shown.prefix(maxFailures).map { result in
      let why =
        result.status == .flaky ? "\(result.attempts) attempts" : result.reason ?? ""
      return "| \(SummaryText.word(result.status)) | \(cell(result.scenario.title)) "
        + "| \(cell(result.scenario.place)) | \(cell(why)) |\n"
    }
    return "| | scenario | place | why |\n|---|---|---|---|\n\(rows.joined())\n"
  }

  private static func coverage(_ summary: RunSummary) -> String {
    guard let coverage = summary.coverage else { return "" }
    let low = Dictionary(
      summary.shortfalls.map { ($0.kind, $0.threshold) }, uniquingKeysWith: { first, _ in first })
    let kinds = ScenarioCoverage.Kind.allCases.filter { coverage.total($0) > 0 }
    let rows = kinds.map { kind in
      let missing = coverage.missing(kind)
      let names = missing.prefix(maxFailures).map { "`\(cell($0))`" }.joined(separator: ", ")
      let rest = missing.count > maxFailures ? " and \(missing.count - maxFailures) more" : ""
      let bar = low[kind].map { " ❌ expected \(PercentText.text($0))" } ?? ""
      return "| \(kind.rawValue) | \(coverage.covered(kind))/\(coverage.total(kind)) "
        + "| \(PercentText.text(coverage.percentage(kind) ?? 0))\(bar) | \(names)\(rest) |\n"
    }
    return "| coverage | | | never |\n|---|---|---|---|\n\(rows.joined())\n"
  }

  /// Returns a collapsible section. The text may contain any characters, including lines of
  /// backquotes.
  private static func details(_ title: String, _ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let longest = lines.map { $0.drop { $0 == " " }.prefix { $0 == "`" }.count }.max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    let shown = text.count > maxText ? "\(text.prefix(maxText))…" : text
    return "<details open><summary>\(MarkupText.escaped(title))</summary>\n\n"
      + "\(fence)text\n\(shown)\n\(fence)\n\n</details>\n\n"
  }

  /// Returns a string for a table cell, with vertical bars escaped and line endings replaced by
  /// spaces.
  private static func cell(_ text: String) -> String {
    MarkupText.escaped(text).replacing("|", with: "\\|").replacing("\n", with: " ")
  }
}
