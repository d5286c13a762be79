import Shop
import SignalboxScriptTesting
import Testing

struct ScenarioTests {
  @Test(
    arguments: try ScenarioFiles(in: "Scenarios") {
      try $0.engine.register(Gift.self) { Gift($0) }
    }
  )
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}
