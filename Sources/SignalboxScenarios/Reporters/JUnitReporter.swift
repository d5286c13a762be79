internal import SignalboxScripting

/// JUnit's XML as CI systems read it: a suite for each file, a case for each flow.
public struct JUnitReporter: Reporter {
  /// `junit`.
  public static let name = "junit"
  /// What help says.
  public static let summary = "Writes JUnit XML, for CI systems"
  /// Steps stand in each case's output.
  public static let needsSteps = true

  private let command: String

  /// A reporter for one run.
  public init(_ context: ReportContext) { command = context.command }

  /// Nothing: the counts come first, so that all is written at the end.
  public mutating func begin(_ plan: FlowPlan) -> String { "" }
  /// Nothing yet.
  public mutating func add(_ result: FlowResult) -> String { "" }

  /// The whole document; files in order of their names, so that the order of running does not show.
  public mutating func end(_ summary: FlowSummary) -> String {
    let files = Dictionary(grouping: summary.results, by: \.flow.file)
    let counts = attributes(summary.results, errors: summary.unloaded.count)
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"signalbox\" \(counts)>\n"
    for (path, results) in files.sorted(by: { $0.key < $1.key }) {
      text += suite(path, results, summary)
    }
    for file in summary.unloaded { text += unloaded(file) }
    return text + "</testsuites>\n"
  }

  private func attributes(_ results: [FlowResult], errors: Int) -> String {
    let time = results.reduce(Duration.zero) { $0 + $1.duration }
    let failures = results.count { $0.status == .failed }
    let skipped = results.count { Self.isSkipped($0.status) }
    return "tests=\"\(results.count + errors)\" failures=\"\(failures)\" errors=\"\(errors)\" "
      + "skipped=\"\(skipped)\" time=\"\(DurationText.seconds(time))\""
  }

  private static func isSkipped(_ status: FlowResult.Status) -> Bool {
    [.skipped, .todo, .notRun, .failedAsExpected].contains(status)
  }

  private func suite(_ path: String, _ results: [FlowResult], _ summary: FlowSummary) -> String {
    let file = MarkupText.quoted(path)
    var text = "  <testsuite name=\(file) \(attributes(results, errors: 0)) file=\(file)>\n"
    // What holds for the whole run stands in each suite: the format has no other place for it.
    var facts = summary.seed.map { [("seed", String($0))] } ?? []
    facts += CoverageText.facts(summary).map { ("coverage.\($0.kind.rawValue)", $0.text) }
    if !facts.isEmpty {
      let lines = facts.map { "      <property name=\"\($0)\" value=\"\($1)\"/>\n" }
      text += "    <properties>\n\(lines.joined())    </properties>\n"
    }
    // Results are large: their places are put in order.
    let order = results.indices.sorted { left, right in
      let (one, other) = (results[left].flow, results[right].flow)
      return one.line == other.line ? one.title < other.title : one.line < other.line
    }
    for index in order { text += testCase(results[index], in: file) }
    return text + "  </testsuite>\n"
  }

  /// - Parameter file: The path as an attribute's value.
  private func testCase(_ result: FlowResult, in file: String) -> String {
    let flow = result.flow
    var inner = properties(result)
    switch result.status {
    case .passed, .flaky: break
    case .failed: inner += result.failures.map(failure).joined()
    case .skipped, .todo, .notRun, .failedAsExpected:
      let words = [SummaryText.word(result.status), result.reason ?? ""].filter { !$0.isEmpty }
      inner += "      <skipped message=\(MarkupText.quoted(words.joined(separator: ": ")))/>\n"
    }
    let steps = result.steps.map { step in
      "\(step.number). \((step.groups + [step.text]).joined(separator: " › "))"
        + (step.effect.isEmpty ? "" : "  \(step.effect)")
    }
    // What GitLab and Jenkins take for a file that belongs to the case.
    let attachments = result.trace.map { ["[[ATTACHMENT|\($0)]]"] } ?? []
    let output = (steps + result.output + attachments).joined(separator: "\n")
    if !output.isEmpty { inner += "      <system-out>\(MarkupText.escaped(output))</system-out>\n" }
    let head =
      "    <testcase name=\(MarkupText.quoted(flow.title)) classname=\(file) "
      + "time=\"\(DurationText.seconds(result.duration))\" file=\(file) line=\"\(flow.line)\""
    return inner.isEmpty ? "\(head)/>\n" : "\(head)>\n\(inner)    </testcase>\n"
  }

  private func properties(_ result: FlowResult) -> String {
    let options = result.flow.options
    var pairs = options.tags.map { ("tag", $0) } + options.bugs.map { ("bug", $0) }
    pairs += options.properties.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    if result.status == .flaky { pairs.append(("flaky", "\(result.attempts) attempts")) }
    guard !pairs.isEmpty else { return "" }
    let lines = pairs.map { name, value in
      "        <property name=\(MarkupText.quoted(name)) value=\(MarkupText.quoted(value))/>\n"
    }
    return "      <properties>\n\(lines.joined())      </properties>\n"
  }

  private func failure(_ failure: FlowFailure) -> String {
    var lines = [failure.error.description]
    lines += failure.changes.map { "changed: \($0)" }
    if !failure.tree.isEmpty { lines += ["shown:", failure.tree] }
    return "      <failure message=\(MarkupText.quoted(failure.error.message)) "
      + "type=\"\(failure.kind.rawValue)\">"
      + "\(MarkupText.escaped(lines.joined(separator: "\n")))</failure>\n"
  }

  /// A file that did not load, as a suite with one case.
  private func unloaded(_ file: UnloadedFile) -> String {
    "  <testsuite name=\(MarkupText.quoted(file.path)) tests=\"1\" failures=\"0\" errors=\"1\" "
      + "skipped=\"0\" time=\"0.000\" file=\(MarkupText.quoted(file.path))>\n"
      + "    <testcase name=\"loads\" classname=\(MarkupText.quoted(file.path)) time=\"0.000\">\n"
      + "      <error message=\(MarkupText.quoted(file.error.message)) type=\"notLoaded\">"
      + "\(MarkupText.escaped(file.error.description))</error>\n"
      + "    </testcase>\n  </testsuite>\n"
  }
}
