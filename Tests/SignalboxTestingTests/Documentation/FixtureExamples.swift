import Signalbox
import SignalboxScriptTesting
import SignalboxScripting
import Testing
import XCTest

/// The examples in the documentation of `ScriptFixture` and `ScenarioFiles`, with the application in
/// `Scenarios/app.lua`.
struct FixtureExamples {
  @Test(arguments: try ScenarioFiles(in: "Scenarios"))
  func scenario(_ scenario: Scenario) async throws { try await scenario.run() }

  @Test func `a guest pays`() throws {
    let app = try ScriptFixture(scripts: ["Scenarios/app.lua"])
    app.launch()
    app.tap("Lamp")
    app.tap("Buy")
    app.expectStack("address")
    app.expectNoLeaks()
  }

  @Test func `expectations compare stacks, layers and matchers`() throws {
    let app = try ScriptFixture(scripts: ["Scenarios/app.lua"])
    app.launch()
    app.expectModals()  // no layer is presented
    app.tap("Lamp")
    app.expect(["stack": ["catalog", "product"], "modal": []])
    app.expect("stack = { 'catalog', match '^prod' }")
    app.tap("Buy")
    app.expectModals("address")
  }

  @Test func `operations are performed by the topmost coordinator or by one of a type`() throws {
    let app = try ScriptFixture(scripts: ["Scenarios/app.lua"])
    try app.define("Settings") { $0.screen("settings") }
    app.launch()
    app.perform { $0.navigate(to: "product", ["id": 42]) }
    app.expectStack("catalog", .screen("product", ["id": 42]))
    app.tap("Buy")
    app.perform(in: "Shop") { $0.dismiss() }
    app.expectModals()
  }

  @Test func `a folder of plugins is loaded with the plugins of the program`() throws {
    let plugins = PluginConfiguration(
      libraries: [try FolderPlugins(in: "plugins"), BundledPlugins()])
    let app = try ScriptFixture(configuration: ScriptConfiguration(plugins: plugins))
    #expect(app.session.plugins.rejections.map { "\($0)" } == [])
    #expect(app.run("greeting") == ["hello"])
  }
}

/// The first test of the tutorial.
enum TutorialStart {
  struct ScenarioTests {
    @Test(arguments: try ScenarioFiles(in: "Scenarios"))
    func scenario(_ scenario: Scenario) async throws { try await scenario.run() }
  }
}

final class ScenarioCases: XCTestCase {
  func testScenarios() throws { try ScenarioFiles(in: "Scenarios").run(in: self) }
}
