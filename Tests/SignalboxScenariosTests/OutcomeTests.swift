import SignalboxScripting
import Testing

@testable import SignalboxScenarios

/// Tests the results of skipped scenarios, of scenarios that are expected to fail, and of retried
/// scenarios.
@Suite struct OutcomeTests {
  private let fixture = ScenarioFixture()

  private func outcomes(_ source: String) throws -> [String] {
    try fixture.run(source).map { result in
      let failures = result.failures.map { "\($0.kind.rawValue) \($0.error.message)" }
      return "\(result.status.rawValue) \(result.reason ?? "-") \(failures)"
    }
  }

  @Test func `a scenario or a resource can skip the scenario while it runs`() throws {
    #expect(
      try outcomes(
        """
        scenario "a" { function(app) app:skip "needs iOS 17" error "not reached" end }
        scenario "b" { function(app) pcall(app.skip, app, "kept") end }
        scenario "c" { function(app) app:skip() end }
        suite "s" { setup = function(app) app:skip "no server" end,
          scenario "d" { function(app) error "not reached" end } }
        scenario "e" { function(app) app:softExpect { top = "x" } app:skip "after a failure" end }
        scenario "f" { function(app) app:skip(5) end }
        """) == [
          "skipped needs iOS 17 []", "passed - []", "skipped  []", "skipped no server []",
          "failed - [\"softExpect softExpect: top expected \\\"x\\\", actual nil\"]",
          "failed - [\"error badArgument: skip: got 5, expected a string with the reason\"]",
        ])
  }

  @Test func `an expected failure can specify its message`() throws {
    #expect(
      try outcomes(
        """
        scenario "a" { fails = { "NAV-1", message = "gone" }, function() error "it is gone now" end }
        scenario "b" { fails = { "NAV-1", message = "gone" }, function() error "another" end }
        scenario "c" { fails = { message = "gone" }, function() end }
        """) == [
          "failedAsExpected NAV-1 [\"error it is gone now\"]",
          "failed - [\"error another\", \"unexpectedFailure unexpectedFailure: the scenario is expected to fail (NAV-1) with \\\"gone\\\", but failed with \\\"another\\\"\"]",
          "failed - [\"unexpectedPass unexpectedPass: the scenario is expected to fail, but passed; remove `fails` "
            + "from it\"]",
        ])
    #expect(
      fixture.rejection(of: "scenario 'a' { fails = { 'x', 'y' }, function() end }")
        == "test.scenario.lua:1: badArgument: scenario \"a\": fails is { \"x\", \"y\" }, expected a string with the reason, or { \"reason\", message = \"part of the failure\" }"
    )
  }

  @Test func `the result of a scenario contains the failures of each failed attempt`() throws {
    var settings = RunSettings()
    settings.retries = 2
    var count = 0
    let runner = ScenarioRunner(settings) { _ throws(ScriptError) in
      count += 1
      let session = try ScriptSession()
      try session.host.define(
        "sessions", owner: session.host.makeOwner("test"), value: .integer(count))
      return session
    }
    let file = fixture.file(
      """
      scenario "flaky" { function() if sessions < 4 then error("session " .. sessions) end end }
      scenario "fails" { function() error("session " .. sessions) end }
      """)
    let results = try runner.scenarios(of: file).map { runner.run($0, of: file) }
    #expect(results.map(\.status) == [.flaky, .failed])
    let messages: [[[String]]] = results.map { $0.failedAttempts.map { $0.map(\.error.message) } }
    #expect(
      messages == [
        [["session 2"], ["session 3"]], [["session 5"], ["session 6"], ["session 7"]],
      ])

    let plan = RunPlan(scenarios: results.map(\.scenario), files: [:])
    func report(_ reporter: any Reporter.Type) -> String {
      var output = reporter.init(ReportContext())
      return output.begin(plan) + results.map { output.add($0) }.joined()
        + output.end(RunSummary(results: results))
    }
    let pretty = report(PrettyReporter.self)
    #expect(
      pretty.split(separator: "\n").filter { $0.contains("attempt ") }.map { String($0) } == [
        "   attempt 1  test.scenario.lua:1: session 2",
        "   attempt 2  test.scenario.lua:1: session 3",
        "   attempt 1  test.scenario.lua:2: session 5",
        "   attempt 2  test.scenario.lua:2: session 6",
      ])
    let junit = report(JUnitReporter.self)
    #expect(
      junit.split(separator: "\n").filter { $0.contains("message=") }.map {
        String($0.drop { $0 == " " }.prefix { $0 != ">" })
      } == [
        "<flakyFailure message=\"session 2\" type=\"error\"",
        "<flakyFailure message=\"session 3\" type=\"error\"",
        "<failure message=\"session 7\" type=\"error\"",
        "<rerunFailure message=\"session 5\" type=\"error\"",
        "<rerunFailure message=\"session 6\" type=\"error\"",
      ])
  }

  @Test(arguments: [
    ("scenario \"x\" { function() end }", "scenario"), ("suite \"x\" {}", "suite"),
    ("each { 1 }:scenario \"x\" { function() end }", "each"),
  ])
  func `declaring scenarios while a scenario runs is an error`(call: String, word: String)
    throws
  {
    #expect(
      try outcomes("scenario \"a\" { function() \(call) end } scenario \"b\" { function() end }")
        == [
          "failed - [\"error scenarioRuns: \(word) is called while a scenario runs; scenarios are declared while "
            + "their file loads, outside the functions of scenarios and resources\"]",
          "passed - []",
        ])
  }

  @Test func `scenarios with the same snapshot file names are an error when the file loads`() throws
  {
    #expect(
      fixture.rejection(
        of: """
          scenario "Buys!" { function(app) app:snapshot "a" end }
          scenario "buys" { function(app) app:snapshot "a" end }
          """)
        == "test.scenario.lua:2: sameSnapshots: \"buys\" and \"Buys!\" on line 1 would share the "
        + "snapshots buys--….txt; choose titles that differ in letters or digits, "
        + "ignoring case")
    #expect(
      try fixture.scenarios(
        "scenario 'Buys!' { function() end } scenario 'buys' { function() end }"
      ).count == 2
    )
  }

  @Test func `the command that repeats a scenario selects only this scenario`() throws {
    let scenarios = try fixture.scenarios(
      """
      scenario "alone" { function() end }
      each { 1, 2 }:scenario "it's %s" { function() end }
      for i = 1, 2 do suite("s" .. i) { scenario "loop" { function() end } } end
      """)
    #expect(
      scenarios.map(\.selection) == [
        "test.scenario.lua:1", "'test.scenario.lua::it'\\''s 1'", "'test.scenario.lua::it'\\''s 2'",
        "'test.scenario.lua::s1 › loop'", "'test.scenario.lua::s2 › loop'",
      ])
  }

  @Test func `the report lists the slowest scenarios at the end on request`() {
    let results = [3, 1000, 20, 1000, 5].enumerated().map { index, milliseconds in
      ScenarioResult(
        scenario: ScenarioDescription(
          file: "a.scenario.lua", line: index + 1, name: "scenario \(index)"),
        status: .passed, duration: .milliseconds(milliseconds))
    }
    var context = ReportContext()
    context.durations = 3
    var output = PrettyReporter(context)
    let lines = output.end(RunSummary(results: results)).split(separator: "\n").map { String($0) }
    #expect(
      Array(lines.prefix(4)) == [
        " slowest", "     1 s  a.scenario.lua:2  scenario 1",
        "     1 s  a.scenario.lua:4  scenario 3",
        "   20 ms  a.scenario.lua:3  scenario 2",
      ])
    var silent = PrettyReporter(ReportContext())
    #expect(!silent.end(RunSummary(results: results)).contains("slowest"))
  }

  /// A run whose only scenario passes, and that fails for several other reasons.
  private func missedSummary() throws -> RunSummary {
    let scenario = ScenarioDescription(file: "a.scenario.lua", line: 1, name: "a")
    var result = ScenarioResult(scenario: scenario, status: .flaky, attempts: 2)
    result.failedAttempts = [[]]
    var summary = RunSummary(results: [result])
    summary.obsoleteSnapshots = ["snapshots/a/gone.txt"]
    summary.failsOnObsolete = true
    summary.failsOnFlaky = true
    summary.coverage = ScenarioCoverage()
    summary.coverageThreshold = try CoverageThreshold("routes=80")
    return summary
  }

  @Test(arguments: ["pretty", "dot", "html", "jsonl", "github", "swift-testing"])
  func `reports without test cases contain the failures of the whole run`(name: String) throws {
    var summary = try missedSummary()
    summary.resourceFailures = ["resource server of a.scenario.lua: still there"]
    let reporter = try #require(ReporterCatalog.reporter(named: name))
    var report = reporter.init(ReportContext())
    let plan = RunPlan(scenarios: summary.results.map(\.scenario), files: [:])
    let text =
      report.begin(plan) + summary.results.map { report.add($0) }.joined() + report.end(summary)
    #expect(summary.misses.count == 4)
    let plain = text.replacing("%25", with: "%")
    #expect(summary.misses.map(\.message).filter { !plain.contains($0) } == [], "\(text)")
    if name == "swift-testing" {
      #expect(text.contains("Test run with 1 test in 1 suite failed after"), "\(text)")
    }
  }

  @Test func `the summary of a job contains the failures of the whole run`() throws {
    let text = GitHubSummary.markdown(try missedSummary(), ReportContext())
    #expect(
      text.contains(
        """
        <details open><summary>Failures of the whole run</summary>

        ```text
        snapshots/a/gone.txt is obsolete: no scenario uses this snapshot; delete it, or run with --update=all
        """), "\(text)")
    #expect(text.contains("a.scenario.lua::a passed only in attempt 2\n```\n"), "\(text)")
  }

  @Test func `scenarios that did not run without processes are explained and fail the run`() {
    let scenario = ScenarioDescription(file: "a.scenario.lua", line: 1, name: "a")
    let summary = RunSummary(
      results: [ScenarioResult(scenario: scenario, status: .notRun, attempts: 0)],
      stop: .noWorkers)
    var pretty = PrettyReporter(ReportContext())
    #expect(
      pretty.end(summary).hasPrefix(" no process could be started: 1 scenario did not run\n"))
    var lines = JSONLinesReporter(ReportContext())
    #expect(lines.end(summary).contains("\"exitCode\":1,"))
  }

  @Test func `reports with test cases contain missed thresholds as a failure`() throws {
    let summary = try missedSummary()
    let result = summary.results[0]
    let scenario = result.scenario
    #expect(summary.misses.map(\.kind) == ["obsolete", "coverage", "flaky"])
    #expect(summary.exitCode == .failed)
    let plan = RunPlan(scenarios: [scenario], files: [:])
    var tap = TapReporter(ReportContext())
    let lines = (tap.begin(plan) + tap.add(result) + tap.end(summary)).split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix("ok") || $0.hasPrefix("not ok") || $0.hasPrefix("1..") } == [
        "ok 1 - a.scenario.lua a # flaky, 2 attempts",
        "not ok 2 - snapshot snapshots/a/gone.txt is taken", "not ok 3 - coverage of routes",
        "not ok 4 - a.scenario.lua::a is not flaky", "1..4",
      ])
    var junit = JUnitReporter(ReportContext())
    let text = junit.begin(plan) + junit.add(result) + junit.end(summary)
    #expect(text.contains("<testsuites name=\"signalbox\" tests=\"4\" failures=\"3\""))
    #expect(
      text.contains(
        "<testsuite name=\"signalbox\" tests=\"3\" failures=\"3\" errors=\"0\" skipped=\"0\""))
    #expect(
      text.contains(
        "message=\"coverage below the threshold: routes: nothing is declared, expected 80 %\""))
  }
}
