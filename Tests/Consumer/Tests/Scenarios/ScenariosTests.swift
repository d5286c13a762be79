import SignalboxScenarios
import SignalboxScripting
import Testing

struct ScenariosTests {
  @Test func `a runner finds and runs the scenarios in a file`() throws {
    let file = ScenarioFile(
      path: "a.scenario.lua",
      source: Array("scenario 'adds' { function() assert(1 + 1 == 2) end }".utf8))
    let runner = ScenarioRunner { _ throws(ScriptError) in try ScriptSession() }
    let scenarios = try runner.scenarios(of: file)
    #expect(scenarios.map(\.title) == ["adds"])
    #expect(scenarios.map { runner.run($0, of: file).status } == [.passed])
  }
}
