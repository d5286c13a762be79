internal import SignalboxScripting

/// Writes annotations for GitHub Actions, and the pretty report for the log.
///
/// The report contains at most nine annotations for failures and one annotation for the whole run,
/// because GitHub shows ten annotations per step (actions/toolkit#734).
package struct GitHubReporter: Reporter {
  /// The name `github`.
  package static let name = "github"
  /// The summary in help texts.
  package static let summary = "Writes annotations for GitHub Actions and the pretty report"
  /// Always `true`: the report is for people.
  package static let isForPeople = true

  private static let maxAnnotations = 9

  private var pretty: PrettyReporter
  private var count = 0

  /// Creates a reporter for one run.
  package init(_ context: ReportContext) { pretty = PrettyReporter(context) }

  /// Returns the beginning of the pretty report, and annotations for the files that failed to load.
  package mutating func begin(_ plan: RunPlan) -> String {
    pretty.begin(plan)
      + plan.unloaded.map { file in
        annotation(file.error, file: file.path, line: 1, title: "\(file.path) did not load")
      }.joined()
  }

  /// Returns the text of the pretty report and, for a failed scenario, an annotation with the
  /// message of its first failure.
  package mutating func add(_ result: ScenarioResult) -> String {
    let text = pretty.add(result)
    guard result.status == .failed, let failure = result.failures.first else { return text }
    let scenario = result.scenario
    return text
      + annotation(failure.error, file: scenario.file, line: scenario.line, title: scenario.title)
  }

  /// Returns the end of the pretty report, and an annotation for the whole run that contains the
  /// counts and the number of omitted annotations.
  package mutating func end(_ summary: RunSummary) -> String {
    let isGood = summary.exitCode == .success
    var lines = [SummaryText.counts(summary).joined(separator: " · ")]
    if count > Self.maxAnnotations {
      lines.append("\(count - Self.maxAnnotations) more are in the log")
    }
    let snapshots = summary.toleratedSnapshots.count
    if snapshots > 0 {
      lines.append("obsolete snapshots, which no scenario uses: \(snapshots)")
    }
    lines += summary.misses.map(\.message)
    return pretty.end(summary) + "::\(isGood ? "notice" : "error") title=signalbox::"
      + Self.data(lines.joined(separator: "\n")) + "\n"
  }

  private mutating func annotation(
    _ error: ScriptError, file: String, line: Int, title: String
  ) -> String {
    count += 1
    guard count <= Self.maxAnnotations else { return "" }
    let place = error.location ?? ScriptLocation(file: file, line: line)
    return "::error file=\(Self.property(place.file)),line=\(place.line),"
      + "title=\(Self.property(title))::\(Self.data(error.message))\n"
  }

  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
