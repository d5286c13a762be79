import SignalboxScenarios
import SignalboxScripting
import Testing

struct FlowLossTests {
  private static let end =
    ", in a function of Lua's library that did not return; its process was ended"

  @Test(
    arguments: [
      (FlowPhase.preparing, "plugins took longer than 2 s to load"),
      (.loading, "a.flow.lua took longer than 2 s to load"),
      (.running, "a.flow.lua ran longer than 2 s"),
      (.cleaning, "cleaning up after a.flow.lua took longer than 2 s"),
    ])
  func `what took too long is named with its limit`(phase: FlowPhase, sentence: String) {
    let error = FlowLoss.timedOut(phase, limit: .seconds(2)).error(ofFile: "a.flow.lua")
    #expect(error.kind == .timeout)
    #expect(error.message == "timeout: \(sentence)\(Self.end)")
  }

  @Test(arguments: [(nil, FlowResult.Status.failed), ("NAV-1", .failedAsExpected)])
  func `a lost flow has failed, as it says of itself or not`(
    reason: String?, status: FlowResult.Status
  ) throws {
    var options = FlowOptions()
    options.fails = reason
    let flow = FlowDescription(file: "a.flow.lua", line: 7, name: "a", options: options)
    let result = FlowLoss.crashed("signal 11 (SIGSEGV)").result(
      of: flow, attempts: 2, output: ["printed"], duration: .seconds(3))
    #expect(result.status == status)
    #expect(result.attempts == 2)
    #expect(result.output == ["printed"])
    #expect(result.duration == .seconds(3))
    let failure = try #require(result.failures.first)
    #expect(failure.kind == .error)
    #expect(failure.error.description.hasPrefix("a.flow.lua:7: crashed: the process that ran it"))
  }
}
