import SignalboxScriptTesting
import Testing

struct ScenarioTests {
  @Test(arguments: try ScenarioFiles(in: "Scenarios"))
  func scenario(_ scenario: Scenario) async throws { try await scenario.run() }
}
