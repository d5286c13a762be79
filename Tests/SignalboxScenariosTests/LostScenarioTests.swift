import SignalboxScenarios
import SignalboxScripting
import Testing

struct LostScenarioTests {
  private static let end =
    " (`--timeout`), in a Lua library function that did not return; the process was terminated"

  @Test(
    arguments: [
      (ScenarioPhase.preparing, "plugins took longer than 2 s to load"),
      (.loading, "a.scenario.lua took longer than 2 s to load"),
      (.running, "a.scenario.lua ran longer than 2 s"),
      (.cleaning, "cleaning up after a.scenario.lua took longer than 2 s"),
    ])
  func `the message of a lost scenario names the phase that exceeded its limit`(
    phase: ScenarioPhase, sentence: String
  ) {
    let error = LostScenario.timedOut(phase, limit: .seconds(2)).error(ofFile: "a.scenario.lua")
    #expect(error.kind == .timeout)
    #expect(error.message == "timed out: \(sentence)\(Self.end)")
  }

  @Test(arguments: [(nil, ScenarioResult.Status.failed), ("NAV-1", .failedAsExpected)])
  func `a scenario whose process was lost failed, or failed as expected if it is marked fails`(
    reason: String?, status: ScenarioResult.Status
  ) throws {
    var options = ScenarioOptions()
    options.fails = reason
    let scenario = ScenarioDescription(file: "a.scenario.lua", line: 7, name: "a", options: options)
    let result = LostScenario.crashed("signal 11 (SIGSEGV)").result(
      of: scenario, attempts: 2, output: ["printed"], duration: .seconds(3))
    #expect(result.status == status)
    #expect(result.attempts == 2)
    #expect(result.output == ["printed"])
    #expect(result.duration == .seconds(3))
    let failure = try #require(result.failures.first)
    #expect(failure.kind == .error)
    #expect(
      failure.error.description.hasPrefix("a.scenario.lua:7: crashed: the process that ran it"))
  }
}
