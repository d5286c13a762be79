internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScripting

/// A self-contained HTML page that requires no network access and no other files.
///
/// Failures come first and are expanded. The page can be searched. Without JavaScript, the page
/// still shows all results. The page contains the recordings of failed scenarios, and the inspector
/// that shows these recordings.
package struct HTMLReporter: Reporter {
  /// The name `html`.
  package static let name = "html"
  /// The summary in help texts.
  package static let summary = "Writes one self-contained page"
  /// Always `true`: the report includes the steps of all scenarios.
  package static let needsSteps = true

  private let context: ReportContext

  /// Creates a reporter for one run.
  package init(_ context: ReportContext) {
    var context = context
    context.palette = .plain
    self.context = context
  }

  /// Returns an empty string, because failures come first and the page is written at the end.
  package mutating func begin(_ plan: RunPlan) -> String { "" }
  /// Returns an empty string, because the page is written at the end.
  package mutating func add(_ result: ScenarioResult) -> String { "" }

  /// Returns the complete page: the failed scenarios, followed by the other scenarios, both sorted
  /// by file and line.
  package mutating func end(_ summary: RunSummary) -> String {
    let bad = summary.results.filter { $0.status == .failed }
    let rest = summary.results.filter { $0.status != .failed }
    let scenarios = Self.ordered(bad) + Self.ordered(rest)
    let counts = ScenarioResult.Status.allCases.map { ($0, summary.count($0)) }.filter { $0.1 > 0 }
    let title = counts.map { "\($0.1) \(SummaryText.word($0.0))" }.joined(separator: ", ")
    let badges = counts.map { status, count in
      "<button type=\"button\" data-status=\"\(status.rawValue)\" class=\"\(status.rawValue)\">"
        + "\(count) \(SummaryText.word(status))</button>"
    }
    let traces = traces(of: bad)
    var document = PageDocument(
      title: title.isEmpty ? "no scenarios" : title,
      body: """
        <div id="report">
        <header>
        <h1>\(summary.screens.isEmpty ? "Scenarios" : "Properties")</h1>
        <p class="counts">\(badges.joined(separator: " "))</p>
        <p class="facts">\(MarkupText.escaped(Self.facts(summary)))</p>
        <input type="search" placeholder="Find by title, file or tag" aria-label="Find scenarios">
        </header>
        <main>
        \(summary.unloaded.map(unloaded).joined())\(missed(summary))\(obsolete(summary))\
        \(scenarios.map { section($0, $0.trace.flatMap { traces.ids[$0] }, summary.seed) }.joined())\
        \(summary.screens.enumerated().map { $1.section("graph-\($0 + 1)") }.joined())\
        \(CoverageText.section(summary))</main>
        </div>
        \(traces.data)
        """)
    document.styles = [.reportStyle] + (traces.ids.isEmpty ? [] : [.inspectorStyle])
    if !summary.screens.isEmpty { document.styles.append(.graphsStyle) }
    document.scripts = [.reportScript] + (traces.ids.isEmpty ? [] : [.inspectorScript])
    if !summary.screens.isEmpty { document.scripts.append(.graphsScript) }
    return document.html
  }

  /// The maximum total size of the recordings on the page, in bytes. For recordings that do not
  /// fit, the report only names the files.
  private static let maxTraceBytes = 20_000_000

  /// Returns the recordings of failed scenarios as data for the inspector, and the identifiers of
  /// these recordings, keyed by path. Each repetition of a scenario has its own recording.
  private func traces(of results: [ScenarioResult]) -> (data: String, ids: [String: String]) {
    var (data, ids, size) = ("", [String: String](), 0)
    for result in Self.ordered(results) {
      guard let path = result.trace, ids[path] == nil,
        let text = context.readTrace?(path),
        size + text.utf8.count <= Self.maxTraceBytes,
        let trace = try? SessionTrace(
          text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
      else { continue }
      size += text.utf8.count
      let id = "trace-\(ids.count + 1)"
      ids[path] = id
      var page = TracePage([(path, trace)])
      page.command = context.command
      data += page.data(of: trace, name: path, id: id)
    }
    return (data, ids)
  }

  private static func ordered(_ results: [ScenarioResult]) -> [ScenarioResult] {
    results.sorted {
      ($0.scenario.file, $0.scenario.line, $0.position) < (
        $1.scenario.file, $1.scenario.line, $1.position
      )
    }
  }

  private static func facts(_ summary: RunSummary) -> String {
    let noun = summary.screens.isEmpty ? "scenarios" : "properties and rules"
    var parts = ["\(summary.results.count) \(noun) in \(DurationText.short(summary.duration))"]
    if summary.workers > 1 { parts.append("-j \(summary.workers)") }
    if let seed = summary.seed { parts.append("seed \(seed)") }
    if let stop = summary.stop { parts.append(stop.words) }
    return parts.joined(separator: " · ")
  }

  // MARK: - Summary and files

  private func unloaded(_ file: UnloadedFile) -> String {
    let report = FailureReport(file.error, sources: context.sources).text
    return """
      <details class="failed" open><summary><span class="mark">✗</span> \
      <b>\(MarkupText.escaped(file.path))</b> did not load</summary>
      <pre tabindex="0">\(MarkupText.escaped(report))</pre></details>

      """
  }

  /// Returns a list of the reasons why the run as a whole failed.
  private func missed(_ summary: RunSummary) -> String {
    let items = summary.misses.map { "<li>\(MarkupText.escaped($0.message))</li>" }
    if items.isEmpty { return "" }
    return "<details class=\"failed\" open><summary><span class=\"mark\">✗</span> Failures of the "
      + "whole run</summary><ul>\(items.joined())</ul></details>\n"
  }

  private func obsolete(_ summary: RunSummary) -> String {
    let snapshots = summary.toleratedSnapshots
    if snapshots.isEmpty { return "" }
    let items = snapshots.map { "<li>\(MarkupText.escaped($0))</li>" }
    return "<details><summary>Obsolete snapshots, which no scenario "
      + "uses</summary><ul>\(items.joined())</ul></details>\n"
  }

  // MARK: - Scenarios

  private func section(_ result: ScenarioResult, _ trace: String?, _ seed: UInt64?) -> String {
    let scenario = result.scenario
    let isOpen = result.status == .failed ? " open" : ""
    let tags = scenario.options.tags.map { "<span class=\"tag\">\(MarkupText.escaped($0))</span>" }
    let key = "\(scenario.id) \(scenario.options.tags.joined(separator: " "))".lowercased()
    let time = result.attempts > 0 ? DurationText.short(result.duration) : ""
    return """
      <details class="scenario \(result.status.rawValue)" data-status="\(result.status.rawValue)" \
      data-key=\(MarkupText.quoted(key))\(isOpen)>
      <summary><span class="mark">\(Self.mark(result.status))</span> \
      <b>\(MarkupText.escaped(scenario.title))</b> \(tags.joined()) \
      <span class="place">\(MarkupText.escaped(scenario.place))</span> \
      <span class="time">\(time)</span></summary>
      \(notes(result, trace, seed))\(result.failures.map(failure).joined())\(steps(result))\(output(result))</details>

      """
  }

  private static func mark(_ status: ScenarioResult.Status) -> String {
    switch status {
    case .passed: "✓"
    case .failed: "✗"
    case .flaky: "≈"
    case .skipped, .todo, .notRun: "○"
    case .failedAsExpected: "✓"
    }
  }

  private func notes(_ result: ScenarioResult, _ id: String?, _ seed: UInt64?) -> String {
    let options = result.scenario.options
    var lines: [String] = []
    if result.status != .passed {
      let reason = result.reason.map { $0.isEmpty ? "" : ": \($0)" } ?? ""
      let count = result.attempts > 1 ? ", \(result.attempts) attempts" : ""
      lines.append(MarkupText.escaped(SummaryText.word(result.status) + reason + count))
    }
    lines += options.properties.sorted { $0.key < $1.key }.map {
      MarkupText.escaped("\($0.key): \($0.value)")
    }
    lines += options.bugs.map { bug in
      // URLs with other schemes are shown as text, because a link could contain a script.
      bug.hasPrefix("https://") || bug.hasPrefix("http://")
        ? "<a href=\(MarkupText.quoted(bug))>\(MarkupText.escaped(bug))</a>"
        : MarkupText.escaped(bug)
    }
    if result.status == .failed {
      let command = context.command(repeating: result, seed: seed)
      lines.append("<code>\(MarkupText.escaped(command))</code>")
      if let id {
        lines.append("<a class=\"trace-link\" href=\"#\(id)\">Show the screens of each step</a>")
      } else if let trace = result.trace {
        lines.append("<code>\(MarkupText.escaped("signalbox trace open \(trace)"))</code>")
      } else if let reason = result.traceAbsence {
        lines.append(MarkupText.escaped("no trace: \(reason)"))
      }
    }
    return lines.isEmpty ? "" : "<p class=\"notes\">\(lines.joined(separator: "<br>"))</p>\n"
  }

  private func failure(_ failure: ScenarioFailure) -> String {
    let step = failure.step > 0 ? " in step \(failure.step)" : ""
    var text = "<section><h2>\(MarkupText.escaped(failure.kind.rawValue))\(step)</h2>\n"
    if !failure.differences.isEmpty {
      let rows = failure.differences.filter(\.lines.isEmpty).map { difference in
        "<tr><th>\(MarkupText.escaped(difference.name))</th>"
          + "<td class=\"expected\">\(MarkupText.escaped(difference.expected))</td>"
          + "<td class=\"actual\">\(MarkupText.escaped(difference.actual))</td></tr>\n"
          + (difference.cause.isEmpty
            ? ""
            : "<tr><td></td><td class=\"notes\" colspan=\"2\">← \(MarkupText.escaped(difference.cause))</td></tr>\n")
      }
      if !rows.isEmpty {
        text +=
          "<table><tr><td></td><th>expected</th><th>actual</th></tr>\n\(rows.joined())</table>\n"
      }
      let places = failure.differences.flatMap { difference in
        difference.lines.isEmpty
          ? DifferenceText.leaves(difference) : DifferenceText.lines(difference, .plain)
      }.joined(separator: "\n")
      if !places.isEmpty { text += "<pre tabindex=\"0\">\(MarkupText.escaped(places))</pre>\n" }
    }
    var report = FailureReport(failure.error, sources: context.sources)
    report.mark = failure.differences.first?.name
    text += "<pre tabindex=\"0\">\(MarkupText.escaped(report.text))</pre>\n"
    if !failure.tree.isEmpty {
      text += "<h3>shown</h3><pre tabindex=\"0\">\(MarkupText.escaped(failure.tree))</pre>\n"
    }
    if !failure.changes.isEmpty {
      let changes = failure.changes.joined(separator: "\n")
      text +=
        "<h3>changed since the last operation</h3><pre tabindex=\"0\">\(MarkupText.escaped(changes))</pre>\n"
    }
    return text + "</section>\n"
  }

  private func steps(_ result: ScenarioResult) -> String {
    guard !result.steps.isEmpty else { return "" }
    let rows = result.steps.map { step in
      let phase = step.phase == .scenario ? [] : [step.phase.rawValue]
      let group = (phase + step.groups).map { "\($0) › " }.joined()
      let line = step.location.map { ":\($0.line)" } ?? ""
      return "<tr\(step.isFailed ? " class=\"bad\"" : "")><td>\(step.number)</td>"
        + "<td>\(MarkupText.escaped(group + step.text))</td>"
        + "<td>\(MarkupText.escaped(step.effect))</td><td>\(line)</td></tr>\n"
    }
    return "<table class=\"steps\">\n\(rows.joined())</table>\n"
  }

  private func output(_ result: ScenarioResult) -> String {
    guard !result.output.isEmpty else { return "" }
    let text = result.output.joined(separator: "\n")
    return "<h3>printed</h3><pre tabindex=\"0\">\(MarkupText.escaped(text))</pre>\n"
  }
}
