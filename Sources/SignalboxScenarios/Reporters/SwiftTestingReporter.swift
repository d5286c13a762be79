internal import Signalbox
internal import SignalboxScripting

/// Writes version 0 of Swift Testing's event stream, for tools that read the results of Swift
/// tests.
///
/// Source: Swift Testing's Documentation/ABI/JSON.md. Files and suites are reported as suites, and
/// scenarios as test functions. Reporters have no access to a clock, so instants are computed from
/// the durations of the scenarios.
package struct SwiftTestingReporter: Reporter {
  /// The name `swift-testing`.
  package static let name = "swift-testing"
  /// The summary in help texts.
  package static let summary = "Writes the event stream of Swift Testing, for tools that read it"

  /// Always `true`: records are written as results arrive.
  package static let isByLine = true

  private typealias Record = SwiftTestingRecord

  private let start: Duration
  private var elapsed = Duration.zero
  /// The files and suites that have begun, in the order in which they began.
  private var suites: [SwiftTestingSuite] = []
  /// The number of issues in each suite, without known issues, keyed by the identifier of the
  /// suite.
  private var issues: [String: Int] = [:]
  private var issueCount = 0
  private var knownCount = 0

  /// Creates a reporter for one run.
  package init(_ context: ReportContext) { start = context.start }

  // MARK: - The tests

  /// Returns records for the files, suites and scenarios, for the beginning of the run, and for the
  /// files that failed to load.
  package mutating func begin(_ plan: RunPlan) -> String {
    var known: Set<String> = []
    var text = ""
    for file in plan.unloaded {
      text += Record.test(SwiftTestingSuite(file: file.path), &known)
    }
    for scenario in plan.scenarios {
      for suite in SwiftTestingSuite.all(around: scenario) { text += Record.test(suite, &known) }
      if known.insert(Record.id(of: scenario)).inserted { text += Record.test(scenario) }
    }
    text += event("runStarted", nil, [.init("default", "Test run started.")])
    for file in plan.unloaded {
      let suite = SwiftTestingSuite(file: file.path)
      text += begin(suite)
      text += issue(file.error, suite.id, in: [suite], isKnown: false, details: [])
    }
    return text
  }

  private mutating func begin(_ suite: SwiftTestingSuite) -> String {
    guard !suites.contains(suite) else { return "" }
    suites.append(suite)
    return event("testStarted", suite.id, [.init("default", "Suite \"\(suite.name)\" started.")])
  }

  // MARK: - Scenarios

  /// Returns the records for one scenario.
  package mutating func add(_ result: ScenarioResult) -> String {
    let around = SwiftTestingSuite.all(around: result.scenario)
    var text = ""
    for suite in around { text += begin(suite) }
    let id = Record.id(of: result.scenario)
    let name = "Test \"\(result.scenario.name)\""
    switch result.status {
    case .skipped, .todo, .notRun:
      let words = [SummaryText.word(result.status), result.reason ?? ""].filter { !$0.isEmpty }
      let why = result.status == .skipped ? result.reason ?? "" : words.joined(separator: ": ")
      let message = why.isEmpty ? "\(name) skipped." : "\(name) skipped: \"\(why)\""
      return text + event("testSkipped", id, [.init("skip", message)])
    case .passed, .failed, .flaky, .failedAsExpected:
      text += event("testStarted", id, [.init("default", "\(name) started.")])
    }
    elapsed += result.duration
    let isKnown = result.status != .failed
    for failure in result.failures {
      let details = failure.differences.map { difference in
        let lines =
          difference.lines.isEmpty
          ? ["\(difference.name): expected \(difference.expected), actual \(difference.actual)"]
            + DifferenceText.leaves(difference)
          : DifferenceText.lines(difference, .plain)
        return Record.Message("difference", lines.joined(separator: "\n"))
      }
      text += issue(failure.error, id, in: around, isKnown: isKnown, details: details)
    }
    return text + end(result, id, name)
  }

  private mutating func end(_ result: ScenarioResult, _ id: String, _ name: String) -> String {
    let count = result.failures.count
    let isKnown = result.status != .failed
    let symbol =
      result.status == .passed ? "pass" : isKnown ? "passWithKnownIssue" : "fail"
    let verb = isKnown ? "passed" : "failed"
    let tail = Self.issueText(count, known: isKnown ? count : 0)
    let time = DurationText.seconds(result.duration)
    return event("testEnded", id, [.init(symbol, "\(name) \(verb) after \(time) seconds\(tail).")])
  }

  private mutating func issue(
    _ error: ScriptError, _ id: String, in around: [SwiftTestingSuite], isKnown: Bool,
    details: [Record.Message]
  ) -> String {
    issueCount += 1
    if isKnown { knownCount += 1 }
    if !isKnown { for suite in around { issues[suite.id, default: 0] += 1 } }
    let place = error.location.map { Record.place(file: $0.file, line: $0.line) }
    let hint = error.hint.map { [Record.Message("details", $0)] } ?? []
    return event(
      "issueRecorded", id,
      [.init(isKnown ? "passWithKnownIssue" : "fail", error.message)] + details + hint,
      issue: .fields([("isKnown", .boolean(isKnown)), ("sourceLocation", place)]))
  }

  // MARK: - The end

  /// Returns the records for the end of every suite and of the run.
  package mutating func end(_ summary: RunSummary) -> String {
    var text = ""
    for suite in suites.reversed() {
      let count = issues[suite.id] ?? 0
      let verb = count > 0 ? "failed" : "passed"
      text += event(
        "testEnded", suite.id,
        [
          .init(
            count > 0 ? "fail" : "pass", "Suite \"\(suite.name)\" \(verb)\(Self.issueText(count)).")
        ])
    }
    elapsed = summary.duration
    for miss in summary.misses {
      issueCount += 1
      text += event(
        "issueRecorded", nil, [.init("fail", miss.message)],
        issue: .fields([("isKnown", .boolean(false))]))
    }
    let isGood = [.success, .nothingMatched].contains(summary.exitCode)
    let verb = isGood ? "passed" : "failed"
    let time = DurationText.seconds(summary.duration)
    let (tests, groups) = (summary.results.count, suites.count)
    return text
      + event(
        "runEnded", nil,
        [
          .init(
            isGood ? "pass" : "fail",
            "Test run with \(counted(tests, "test")) in "
              + "\(counted(groups, "suite")) \(verb) after \(time) seconds"
              + "\(Self.issueText(issueCount, known: knownCount)).")
        ])
  }

  /// Returns a count such as ` with 3 issues (including 1 known issue)`.
  private static func issueText(_ count: Int, known: Int = 0) -> String {
    if count == 0 { return "" }
    if count == known { return " with \(counted(known, "known issue"))" }
    let part = known > 0 ? " (including \(counted(known, "known issue")))" : ""
    return " with \(counted(count, "issue"))\(part)"
  }

  private func event(
    _ kind: String, _ id: String?, _ messages: [Record.Message], issue: NavigationValue? = nil
  ) -> String {
    Record.event(
      kind, id, messages, issue: issue,
      at: (DurationText.milliseconds(elapsed), DurationText.milliseconds(start + elapsed)))
  }
}

/// A file or a suite in a file, as reported in the event stream.
struct SwiftTestingSuite: Hashable {
  let file: String
  let names: [String]
  let line: Int

  init(file: String, names: [String] = [], line: Int = 1) {
    self.file = file
    self.names = names
    self.line = line
  }

  /// Returns the file and the enclosing suites of a scenario, outermost first. The line of a suite
  /// is not recorded, so a suite is reported with the location of its file.
  static func all(around scenario: ScenarioDescription) -> [SwiftTestingSuite] {
    (0...scenario.suites.count).map {
      SwiftTestingSuite(file: scenario.file, names: Array(scenario.suites.prefix($0)))
    }
  }

  var id: String { (["Scenarios.\(file)"] + names).joined(separator: "/") }
  var name: String { names.last ?? file }
}
