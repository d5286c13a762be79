import SignalboxScripting
import Testing

@testable import SignalboxScenarios

/// How flows end that leave themselves out, fail as they say, or are tried again.
@Suite struct OutcomeTests {
  private let fixture = FlowFixture()

  private func outcomes(_ source: String) throws -> [String] {
    try fixture.run(source).map { result in
      let failures = result.failures.map { "\($0.kind.rawValue) \($0.error.message)" }
      return "\(result.status.rawValue) \(result.reason ?? "-") \(failures)"
    }
  }

  @Test func `a flow or a fixture leaves the flow out while it runs`() throws {
    #expect(
      try outcomes(
        """
        flow "a" { function(app) app:skip "needs iOS 17" error "not reached" end }
        flow "b" { function(app) pcall(app.skip, app, "kept") end }
        flow "c" { function(app) app:skip() end }
        suite "s" { fixture = function(app) app:skip "no server" end,
          flow "d" { function(app) error "not reached" end } }
        flow "e" { function(app) app:check { top = "x" } app:skip "after a failure" end }
        flow "f" { function(app) app:skip(5) end }
        """) == [
          "skipped needs iOS 17 []", "passed - []", "skipped  []", "skipped no server []",
          "failed - [\"check check: top expected \\\"x\\\", actual nil\"]",
          "failed - [\"error badArgument: skip is given 5, expected a text that says why\"]",
        ])
  }

  @Test func `a known failure may say what it fails with`() throws {
    #expect(
      try outcomes(
        """
        flow "a" { fails = { "NAV-1", message = "gone" }, function() error "it is gone now" end }
        flow "b" { fails = { "NAV-1", message = "gone" }, function() error "another" end }
        flow "c" { fails = { message = "gone" }, function() end }
        """) == [
          "failedAsExpected NAV-1 [\"error it is gone now\"]",
          "failed - [\"error another\", \"unexpectedFailure unexpectedFailure: it says that it fails "
            + "(NAV-1) with \\\"gone\\\", and fails with \\\"another\\\"\"]",
          "failed - [\"unexpectedPass unexpectedPass: it says that it fails, and passed; remove fails "
            + "from it\"]",
        ])
    #expect(
      fixture.refusal(of: "flow 'a' { fails = { 'x', 'y' }, function() end }")
        == "test.flow.lua:1: badArgument: flow \"a\": fails is { \"x\", \"y\" }, expected a text that "
        + "says why, or { \"why\", message = \"part of the failure\" }")
  }

  @Test func `each attempt that failed is kept with what went wrong`() throws {
    var settings = FlowSettings()
    settings.retries = 2
    var count = 0
    let runner = FlowRunner(settings) { _ throws(ScriptError) in
      count += 1
      let session = try ScriptSession()
      try session.define("count", owner: session.makeOwner("test"), value: .integer(count))
      return session
    }
    let file = fixture.file(
      """
      flow "flaky" { function() if count < 4 then error("session " .. count) end end }
      flow "fails" { function() error("session " .. count) end }
      """)
    let results = try runner.flows(of: file).map { runner.run($0, of: file) }
    #expect(results.map(\.status) == [.flaky, .failed])
    #expect(
      results.map { $0.failedAttempts.map { $0.map(\.error.message) } } == [
        [["session 2"], ["session 3"]], [["session 5"], ["session 6"], ["session 7"]],
      ])

    let plan = FlowPlan(flows: results.map(\.flow), files: [:])
    func report(_ reporter: any Reporter.Type) -> String {
      var told = reporter.init(ReportContext())
      return told.begin(plan) + results.map { told.add($0) }.joined()
        + told.end(FlowSummary(results: results))
    }
    let pretty = report(PrettyReporter.self)
    #expect(
      pretty.split(separator: "\n").filter { $0.contains("attempt ") }.map { String($0) } == [
        "   attempt 1  test.flow.lua:1: session 2", "   attempt 2  test.flow.lua:1: session 3",
        "   attempt 1  test.flow.lua:2: session 5", "   attempt 2  test.flow.lua:2: session 6",
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
    ("flow \"x\" { function() end }", "flow"), ("suite \"x\" {}", "suite"),
    ("each { 1 }:flow \"x\" { function() end }", "each"),
  ])
  func `what declares flows is an error while a flow runs`(call: String, word: String) throws {
    #expect(
      try outcomes("flow \"a\" { function() \(call) end } flow \"b\" { function() end }") == [
        "failed - [\"error flowRuns: \(word) is called while a flow runs; flows are declared while "
          + "their file loads, outside of the functions of flows and fixtures\"]", "passed - []",
      ])
  }

  @Test func `flows whose snapshots would share files are an error at load`() throws {
    #expect(
      fixture.refusal(
        of: """
          flow "Buys!" { function(app) app:snapshot "a" end }
          flow "buys" { function(app) app:snapshot "a" end }
          """)
        == "test.flow.lua:2: sameSnapshots: \"buys\" and \"Buys!\" in line 1 would share the "
        + "snapshots buys--….txt; give them titles that differ in letters or digits")
    #expect(
      try fixture.flows("flow 'Buys!' { function() end } flow 'buys' { function() end }").count == 2
    )
  }

  @Test func `the command that runs a flow again selects it alone`() throws {
    let flows = try fixture.flows(
      """
      flow "alone" { function() end }
      each { 1, 2 }:flow "it's %s" { function() end }
      for i = 1, 2 do suite("s" .. i) { flow "loop" { function() end } } end
      """)
    #expect(
      flows.map(\.selection) == [
        "test.flow.lua:1", "'test.flow.lua::it'\\''s 1'", "'test.flow.lua::it'\\''s 2'",
        "'test.flow.lua::s1 › loop'", "'test.flow.lua::s2 › loop'",
      ])
  }

  @Test func `the slowest flows are named at the end where that is asked for`() {
    let results = [3, 1000, 20, 1000, 5].enumerated().map { index, milliseconds in
      FlowResult(
        flow: FlowDescription(file: "a.flow.lua", line: index + 1, name: "flow \(index)"),
        status: .passed, duration: .milliseconds(milliseconds))
    }
    var context = ReportContext()
    context.durations = 3
    var told = PrettyReporter(context)
    let lines = told.end(FlowSummary(results: results)).split(separator: "\n").map { String($0) }
    #expect(
      Array(lines.prefix(4)) == [
        " slowest", "     1 s  a.flow.lua:2  flow 1", "     1 s  a.flow.lua:4  flow 3",
        "   20 ms  a.flow.lua:3  flow 2",
      ])
    var silent = PrettyReporter(ReportContext())
    #expect(!silent.end(FlowSummary(results: results)).contains("slowest"))
  }

  @Test func `what the whole run missed is a failure in reports of cases`() throws {
    let flow = FlowDescription(file: "a.flow.lua", line: 1, name: "a")
    var result = FlowResult(flow: flow, status: .flaky, attempts: 2)
    result.failedAttempts = [[]]
    var summary = FlowSummary(results: [result])
    summary.obsoleteFrames = ["frames/a/gone.txt"]
    summary.failsOnObsolete = true
    summary.failsOnFlaky = true
    summary.coverage = FlowCoverage()
    summary.coverageBar = try CoverageBar("routes=80")
    #expect(summary.misses.map(\.kind) == ["obsolete", "coverage", "flaky"])
    #expect(summary.exitCode == .failed)
    let plan = FlowPlan(flows: [flow], files: [:])
    var tap = TapReporter(ReportContext())
    let lines = (tap.begin(plan) + tap.add(result) + tap.end(summary)).split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix("ok") || $0.hasPrefix("not ok") || $0.hasPrefix("1..") } == [
        "ok 1 - a.flow.lua a # flaky, 2 attempts",
        "not ok 2 - snapshot frames/a/gone.txt is taken", "not ok 3 - coverage of routes",
        "not ok 4 - a.flow.lua::a is not flaky", "1..4",
      ])
    var junit = JUnitReporter(ReportContext())
    let text = junit.begin(plan) + junit.add(result) + junit.end(summary)
    #expect(text.contains("<testsuites name=\"signalbox\" tests=\"4\" failures=\"3\""))
    #expect(
      text.contains(
        "<testsuite name=\"signalbox\" tests=\"3\" failures=\"3\" errors=\"0\" skipped=\"0\""))
    #expect(
      text.contains("message=\"covered too little: routes: nothing is declared, expected 80 %\""))
  }
}
