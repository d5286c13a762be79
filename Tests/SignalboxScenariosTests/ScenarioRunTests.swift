import PortableMutex
import SignalboxScenarios
import SignalboxScripting
import Testing

struct ScenarioRunTests {
  private static let source = """
    for i = 1, 20 do
      scenario("scenario " .. i) { function()
        local sum = 0
        for j = 1, (i % 3) * 20000 do sum = sum + j end
        if i % 7 == 0 then error("no " .. i) end
      end }
    end
    """

  private func plan() throws -> RunPlan {
    let file = ScenarioFixture().file(Self.source)
    return RunPlan(
      scenarios: try ScenarioFixture().runner.scenarios(of: file), files: [file.path: file])
  }

  private func run(_ plan: RunPlan) -> (reported: [String], summary: RunSummary) {
    let reported = Mutex<[String]>([])
    let run = ScenarioRun(plan) { ScenarioFixture().runner }
    let summary = run.run { result in
      reported.withLock { $0.append("\(result.scenario.name) \(result.status.rawValue)") }
    }
    return (reported.withLock { $0 }, summary)
  }

  @Test func `results are reported in the planned order for any number of workers`()
    throws
  {
    var plan = try plan()
    let alone = run(plan)
    plan.workers = 4
    let together = run(plan)
    #expect(alone.reported == together.reported)
    #expect(alone.reported.count == 20)
    #expect(together.summary.count(.failed) == 2)
    #expect(together.summary.exitCode == .failed)
  }

  @Test func `a seed always leads to the same order`() throws {
    var (first, second, other) = (try plan(), try plan(), try plan())
    first.shuffle(seed: 4711)
    second.shuffle(seed: 4711)
    other.shuffle(seed: 4712)
    #expect(first.scenarios == second.scenarios)
    #expect(first.scenarios != other.scenarios)
    #expect(Set(first.scenarios) == Set(other.scenarios))
    #expect(run(first).summary.seed == 4711)
  }

  @Test
  func `reaching the maximum number of failures ends the run and reports the remaining scenarios`()
    throws
  {
    var plan = try plan()
    plan.maximumFailures = 1
    let (reported, summary) = run(plan)
    #expect(reported.suffix(2) == ["scenario 19 notRun", "scenario 20 notRun"])
    #expect(reported[6] == "scenario 7 failed")
    #expect(summary.count(.passed) == 6)
    #expect(summary.count(.notRun) == 13)
    #expect(summary.exitCode == .failed)
  }

  @Test func `a stopped worker runs no further scenarios`() throws {
    let reported = Mutex(0)
    let run = ScenarioRun(
      try plan(), shouldStop: { reported.withLock { $0 >= 3 ? .interrupted : nil } },
      makeRunner: { ScenarioFixture().runner })
    let summary = run.run { _ in reported.withLock { $0 += 1 } }
    #expect(summary.count(.passed) == 3)
    #expect(summary.count(.notRun) == 17)
    #expect(summary.stop == .interrupted)
    #expect(summary.exitCode == .interrupted)
  }

  @Test func `a worker that is stopped while it creates a session does not run its scenario`()
    throws
  {
    let asked = Mutex(0)
    let run = ScenarioRun(
      try plan(),
      shouldStop: {
        asked.withLock { asked in
          asked += 1
          return asked == 2 ? .interrupted : nil
        }
      }, makeRunner: { ScenarioFixture().runner })
    let summary = run.run { _ in }
    #expect(summary.count(.notRun) == 20)
    #expect(summary.stop == .interrupted)
  }

  @Test func `stopping one scenario stops the scenarios that run in parallel`() throws {
    let file = ScenarioFixture().file(
      """
      scenario "is stopped" { function() stop() while true do end end }
      scenario "never ends" { function() while true do end end }
      scenario "never begins" { function() end }
      """)
    let makeRunner: @Sendable () -> ScenarioRunner = {
      var settings = RunSettings()
      settings.timeout = .seconds(3_600)
      return ScenarioRunner(settings) { _ throws(ScriptError) in
        let session = try ScriptSession()
        try session.host.define("stop", owner: session.host.makeOwner("test")) { call in
          call.session.stopper.stop()
          return []
        }
        return session
      }
    }
    var plan = RunPlan(scenarios: try makeRunner().scenarios(of: file), files: [file.path: file])
    plan.workers = 2
    let summary = ScenarioRun(plan, makeRunner: makeRunner).run { _ in }
    #expect(summary.results.map(\.status) == [.notRun, .notRun, .notRun])
    #expect(summary.stop == .interrupted)
  }

  @Test(arguments: [
    (
      workers: 1,
      scenarios: "scenario \"never ends\" { function() begins() while true do end end }",
      statuses: [ScenarioResult.Status.notRun]
    ),
    (
      workers: 2,
      scenarios: """
      scenario "never ends" { function() while true do end end }
      scenario "ends" { function() begins() end }
      """, statuses: [.notRun, .passed]
    ),
  ])
  func `a stop request takes effect while one scenario runs and other workers are idle`(
    workers: Int, scenarios: String, statuses: [ScenarioResult.Status]
  ) throws {
    let file = ScenarioFixture().file(scenarios)
    // The number of requests since a scenario called `begins`, or nil before that.
    let asked = Mutex<Int?>(nil)
    let makeRunner: @Sendable () -> ScenarioRunner = {
      var settings = RunSettings()
      settings.timeout = .seconds(3_600)
      return ScenarioRunner(settings) { _ throws(ScriptError) in
        let session = try ScriptSession()
        try session.host.define("begins", owner: session.host.makeOwner("test")) { _ in
          asked.withLock { $0 = 0 }
          return []
        }
        return session
      }
    }
    var plan = RunPlan(scenarios: try makeRunner().scenarios(of: file), files: [file.path: file])
    plan.workers = workers
    let run = ScenarioRun(
      plan,
      shouldStop: {
        asked.withLock { count in
          count = count.map { $0 + 1 }
          return (count ?? 0) > 20 ? .interrupted : nil
        }
      }, makeRunner: makeRunner)
    let summary = run.run { _ in }
    #expect(summary.results.map(\.status) == statuses)
    #expect(summary.stop == .interrupted)
  }

  @Test func `the exit code depends on the result of the run`() throws {
    let scenario = ScenarioDescription(file: "a.scenario.lua", line: 1, name: "a")
    func code(_ status: ScenarioResult.Status, _ change: (inout RunSummary) -> Void = { _ in })
      -> ExitCode
    {
      var summary = RunSummary(results: [ScenarioResult(scenario: scenario, status: status)])
      change(&summary)
      return summary.exitCode
    }
    #expect(RunSummary(results: []).exitCode == .nothingMatched)
    #expect(code(.passed) == .success)
    #expect(code(.skipped) == .success)
    #expect(code(.failed) == .failed)
    #expect(code(.flaky) == .success)
    #expect(code(.flaky) { $0.failsOnFlaky = true } == .failed)
    #expect(code(.passed) { $0.obsoleteSnapshots = ["x"] } == .success)
    #expect(
      code(.passed) {
        $0.obsoleteSnapshots = ["x"]
        $0.failsOnObsolete = true
      } == .failed)
    #expect(
      code(.failed) {
        $0.unloaded = [UnloadedFile(path: "b", error: ScriptError(.syntax, "no"))]
      } == .notLoaded)
  }
}
