import Signalbox
import SignalboxScriptTesting
import Testing

// The tests of the tutorial, step by step. `SwiftExampleTests` finds the files of the tutorial in this
// folder. `Scenarios` is a link to its scripts.

enum TutorialWithGift {
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
}

enum TutorialWithFixture {
  struct ScenarioTests {
    @Test(
      arguments: try ScenarioFiles(in: "Scenarios") {
        try $0.engine.register(Gift.self) { Gift($0) }
      }
    )
    func scenario(_ scenario: Scenario) async throws {
      try await scenario.run()
    }

    @Test func `a gift is wrapped in stars`() throws {
      let app = try ScriptFixture(scripts: ["Scenarios/app.lua"]) {
        try $0.engine.register(Gift.self) { Gift($0) }
      }
      app.launch()
      app.tap("Lamp")
      app.tap("Gift")
      app.tap("Stars")
      #expect(try app.result(of: "Gift") == Wrapping(paper: "stars"))
      app.expectStack("catalog", .screen("product", ["id": 1]))
      app.expectNoLeaks()
    }
  }
}
