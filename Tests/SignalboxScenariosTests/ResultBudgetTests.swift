import SignalboxScripting
import Testing

@testable import SignalboxScenarios

struct ResultBudgetTests {
  /// Immediately returns a result for each scenario of a queue.
  private struct Results: ScenarioExecutor {
    let make: @Sendable (ScenarioDescription) -> ScenarioResult

    func execute(_ queue: ScenarioQueue) {
      for (index, scenario) in queue.plan.scenarios.enumerated() {
        if let first = queue.finish(index, make(scenario)) { queue.report(from: first) }
      }
    }
  }

  private static func summary(
    _ count: Int, _ make: @escaping @Sendable (ScenarioDescription) -> ScenarioResult
  ) -> RunSummary {
    let scenarios = (0..<count).map {
      ScenarioDescription(file: "a.scenario.lua", line: $0 + 1, name: "\($0)")
    }
    return ScenarioRun(RunPlan(scenarios: scenarios, files: [:]), on: Results(make: make)).run {
      _ in
    }
  }

  private static let megabyte = String(repeating: "x", count: 1 << 20)

  @Test func `a run keeps 64 MiB of test output and reports the omitted part`() {
    let summary = Self.summary(100) { scenario in
      ScenarioResult(scenario: scenario, status: .passed, output: [Self.megabyte, "last"])
    }
    let whole = summary.results.prefix { $0.output == [Self.megabyte, "last"] }
    #expect(whole.count == 63)
    #expect(
      summary.results[63...].allSatisfy {
        $0.output == [
          "… 2 printed lines omitted: a run keeps at most 64 MiB of output, steps and failures"
        ]
      })
    #expect(summary.reducedCount == 37)
    #expect(summary.count(.passed) == 100)
    #expect(
      SummaryText.end(summary, ReportContext()).hasPrefix(
        " 37 results are incomplete: a run keeps at most 64 MiB of output, steps and failures\n"))
  }

  @Test func `a shortened result contains the first bytes of its failures`() throws {
    let summary = Self.summary(80) { scenario in
      var difference = ScenarioDifference("stack", expected: Self.megabyte, actual: "{}")
      difference.lines = [.init(side: .both, number: 1, text: "line")]
      let failure = ScenarioFailure(
        .expectation, ScriptError(.runtime, "expected", hint: "look"), differences: [difference],
        step: 3, tree: "tree", changes: ["change"])
      return ScenarioResult(
        scenario: scenario, status: .failed, failures: Array(repeating: failure, count: 12),
        steps: [ScenarioStep(1, "launch")])
    }
    let result = try #require(summary.results.last)
    let failure = try #require(result.failures.last)
    #expect(result.status == .failed)
    #expect(result.failures.count == 10)
    #expect(failure.error.description == "expected; look")
    #expect(failure.step == 3)
    #expect(
      failure.differences == [
        ScenarioDifference(
          "stack", expected: String(repeating: "x", count: 1000) + "… 1047576 more bytes",
          actual: "{}")
      ])
    #expect(
      result.output == [
        "… 1 step, 2 failures omitted: a run keeps at most 64 MiB of output, steps and failures"
      ])
    #expect(summary.reducedCount == 75)
  }
}
