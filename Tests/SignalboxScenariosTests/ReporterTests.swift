import Foundation
import SignalboxScenarios
import SignalboxScripting
import Testing

/// Every report of a run that contains all kinds of results, compared with the file of the same
/// name in `Golden`.
///
/// `RECORD=1` writes the files again.
struct ReporterTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden")

  private static let sources: SourceCache = {
    let sources = SourceCache()
    sources["scenarios/a.scenario.lua"] = Array(
      (1...20).map { "local line = \($0) -- & <tags> \"quoted\"" }.joined(separator: "\n").utf8)
    return sources
  }()

  private static func scenario(
    _ line: Int, _ name: String, _ change: (inout ScenarioOptions) -> Void = { _ in }
  ) -> ScenarioDescription {
    var options = ScenarioOptions()
    change(&options)
    return ScenarioDescription(
      file: "scenarios/a.scenario.lua", line: line, suites: ["Shop"], name: name, options: options)
  }

  private static func place(_ line: Int) -> ScriptLocation {
    ScriptLocation(file: "scenarios/a.scenario.lua", line: line)
  }

  private static var failed: ScenarioResult {
    let scenario = scenario(4, "buys & pays, 100% <fast> #1") {
      $0.tags = ["smoke", "checkout"]
      $0.bugs = ["https://example.com/1?a=b&c"]
      $0.properties = ["team": "\"buy\""]
    }
    var modal = ScenarioDifference("modal", expected: "{ \"confirm\" }", actual: "{}")
    modal.cause = "Checkout <was> dismissed in step 2"
    let differences = [
      modal,
      ScenarioDifference("tab", expected: "\"me\"", actual: "\"shop\""),
    ]
    var launch = ScenarioStep(1, "launch", effect: "⤒ root", location: place(5))
    launch.calls = [ScenarioCall("startFlow \"a\"", at: ScriptLocation(file: "app.lua", line: 9))]
    var result = ScenarioResult(
      scenario: scenario, status: .failed,
      failures: [
        ScenarioFailure(
          .expectation,
          ScriptError(
            .runtime, code: "expectation",
            "expect: modal expected { \"confirm\" }, actual {}; tab expected \"me\", actual \"shop\"",
            location: place(7)),
          differences: differences, step: 3, groups: ["checkout"], tree: "Shop  catalog  ← front",
          changes: ["Shop stack: - product"]),
        ScenarioFailure(
          .unhandled,
          ScriptError(
            .rejected, code: "unknownRoute", "unknownRoute: no\nroute", hint: "did you mean it?",
            location: place(9))),
        ScenarioFailure(
          .softExpect,
          ScriptError(
            .runtime, code: "check", "check: title expected \"a\", actual \"b\"",
            location: place(6)),
          differences: [ScenarioDifference("title", expected: "\"a\"", actual: "\"b\"")], step: 2),
      ],
      steps: [
        launch,
        ScenarioStep(2, "softExpect { title }", location: place(6), isFailed: true),
        ScenarioStep(
          3, "expect { modal }", location: place(7), groups: ["checkout"], isFailed: true),
      ],
      output: ["printed <&> \u{1B}[31mred"], duration: .milliseconds(12), attempts: 2)
    result.trace = "out/a-4-buys.sbtrace"
    return result
  }

  /// A scenario that failed twice before it passed.
  private static var unsteady: ScenarioResult {
    var result = ScenarioResult(
      scenario: scenario(11, "is unsteady"), status: .flaky, duration: .seconds(1), attempts: 3)
    result.failedAttempts = ["first & foremost", "second"].map { message in
      [ScenarioFailure(.error, ScriptError(.runtime, message, location: place(11)))]
    }
    return result
  }

  static var results: [ScenarioResult] {
    [
      ScenarioResult(
        scenario: scenario(1, "passes"), status: .passed,
        steps: [ScenarioStep(1, "launch", effect: "⤒ root", location: place(2))],
        duration: .microseconds(1500)),
      failed,
      ScenarioResult(
        scenario: scenario(11, "is unsteady"), status: .flaky, duration: .seconds(1), attempts: 3),
      ScenarioResult(
        scenario: scenario(12, "has no card") { $0.skip = "no card" }, status: .skipped, attempts: 0
      ),
      ScenarioResult(
        scenario: scenario(13, "is planned") { $0.todo = "NAV-311" }, status: .todo, attempts: 0),
      ScenarioResult(
        scenario: scenario(14, "is known") { $0.fails = "NAV-17" }, status: .failedAsExpected),
      ScenarioResult(scenario: scenario(15, "never ran"), status: .notRun, attempts: 0),
    ]
  }

  /// The coverage of a launched shop.
  private static let coverage: ScenarioCoverage? = {
    let sources = SourceCache()
    sources["shop.lua"] = Array(ScenarioFixture.shop.utf8)
    let collector = CoverageCollector(sources: sources)
    var fixture = ScenarioFixture()
    fixture.settings.coverage = collector
    _ = try? fixture.run("require 'shop' scenario 'it' { function(app) app:launch() end }")
    return collector.coverage
  }()

  static func report(_ reporter: any Reporter.Type) -> String {
    var summary = RunSummary(results: results)
    summary.coverage = coverage
    summary.coverageThreshold = try? CoverageThreshold("routes=50,links=0")
    summary.unloaded = [
      UnloadedFile(
        path: "scenarios/b.scenario.lua",
        error: ScriptError(
          .syntax, "'}' expected near <eof>",
          location: .init(file: "scenarios/b.scenario.lua", line: 3)))
    ]
    summary.seed = 4711
    summary.workers = 2
    summary.duration = .milliseconds(1250)
    summary.stop = .outOfTime
    summary.obsoleteSnapshots = ["scenarios/snapshots/a/gone--front.txt"]
    var plan = RunPlan(scenarios: results.map(\.scenario), files: [:])
    plan.unloaded = summary.unloaded
    plan.seed = 4711
    plan.workers = 2
    var context = ReportContext(sources: sources)
    context.start = .seconds(1_700_000_000)
    var made = reporter.init(context)
    var text = made.begin(plan)
    for result in results { text += made.add(result) }
    return text + made.end(summary)
  }

  private static let names = ReporterCatalog.all.map { $0.name }

  @Test(arguments: names) func `each report matches its golden file`(name: String) throws {
    let reporter = try #require(ReporterCatalog.reporter(named: name))
    let text = Self.report(reporter)
    let expected = Self.folder.appending(path: "\(name).txt")
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try Data(text.utf8).write(to: expected)
    }
    #expect(text == (try String(contentsOf: expected, encoding: .utf8)))
  }

  @Test func `every line of a jsonl report is a JSON object`() throws {
    let lines = Self.report(JSONLinesReporter.self).split(separator: "\n")
    let kinds = try lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["kind"] as? String
    }
    #expect(kinds == ["begin"] + Array(repeating: "scenario", count: 7) + ["end"])
  }

  @Test func `both versions of the tap report differ only in their first line`() {
    let lines = Self.report(TapReporter.self).split(separator: "\n")
    let older = Self.report(Tap13Reporter.self).split(separator: "\n")
    #expect(lines.first == "TAP version 14")
    #expect(older.first == "TAP version 13")
    #expect(lines.dropFirst() == older.dropFirst())
  }

  @Test func `only nine failures are annotated, and the last annotation describes the whole run`() {
    var reporter = GitHubReporter(ReportContext())
    let results = (1...12).map { line in
      ScenarioResult(
        scenario: Self.scenario(line, "scenario \(line)"), status: .failed,
        failures: [ScenarioFailure(.error, ScriptError(.runtime, "no", location: Self.place(line)))]
      )
    }
    let text =
      results.map { reporter.add($0) }.joined() + reporter.end(RunSummary(results: results))
    #expect(text.split(separator: "\n").count { $0.hasPrefix("::error file=") } == 9)
    #expect(text.hasSuffix("::error title=signalbox::12 failed%0A3 more are in the log\n"))
  }

  @Test func `the list of scenarios is printed as text, or as JSON for other programs`() throws {
    let scenarios = Self.results.prefix(2).map(\.scenario)
    #expect(
      ScenarioList.text(scenarios) == """
        scenarios/a.scenario.lua:1  Shop › passes
        scenarios/a.scenario.lua:4  Shop › buys & pays, 100% <fast> #1 #smoke #checkout

        """)
    let json = try JSONSerialization.jsonObject(with: Data(ScenarioList.json(scenarios).utf8))
    let names = (json as? [[String: Any]])?.map { $0["name"] as? String }
    #expect(names == ["passes", "buys & pays, 100% <fast> #1"])
    #expect(ScenarioList.json([]) == "[]\n")
  }
}
