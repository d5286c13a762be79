import SignalboxScenarios
import SignalboxScripting
import Testing

/// Sessions without modules.
private struct Sessions: ScenarioSessionSource {
  func makeSession(for file: ScenarioFile, isReused: Bool) throws(ScriptError) -> ScriptSession {
    var configuration = ScriptConfiguration()
    configuration.isReused = isReused
    return try ScriptSession(configuration)
  }

  func reset(_ session: ScriptSession, for file: ScenarioFile) -> Bool {
    session.reset(modules: nil)
  }
}

struct ExplorationTests {
  private static let file = ScenarioFile(
    path: "shop.lua",
    source: Array(
      """
      local Shop = coordinator "Shop" { routes = { list = { actions = { "Item" } }, item = {} } }
      function Shop:start() self.router:startFlow "list" end
      function Shop:onItem() self.router:navigate "item" end
      application "Shop" { main = "Shop" }
      reachable "the item" { front = "item" }
      never "an item" { front = "item" }
      """.utf8))

  private func explorer(goal: String? = nil) throws -> Explorer {
    try Explorer(Self.file, goal: goal, source: Sessions(), sources: SourceCache())
  }

  @Test func `a package can explore an application and write counterexamples as scenarios`() throws
  {
    let result = try explorer().run()
    #expect(result.stateCount == 2)
    #expect(result.violations.map(\.title) == ["never \"an item\""])
    let report = ExplorationReport(result, of: "shop.lua")
    #expect(report.exitCode == .failed)
    let violation = try #require(result.violations.first)
    #expect(
      report.scenario(of: violation, requiring: "shop") == """
        -- Written by signalbox explore: a path that violates a property of shop.lua.
        require "shop"

        scenario "never \\"an item\\"" { function(app)
          app:launch()
          app:tap("Item")
          -- Shop stack: + item
          -- it holds here
          app:holds("an item")
        end }

        """)
  }

  @Test func `a package can find paths to a goal, and paths over all transitions`() throws {
    let search = try explorer(goal: "front = 'item'")
    _ = try search.run()
    let paths = try search.pathsToGoal(all: true)
    #expect(paths.map { $0.steps.map(\.lua) } == [["app:tap(\"Item\")"]])
    #expect(paths.map(\.stack) == [["list", "item"]])
    let explorer = try explorer()
    _ = try explorer.run()
    let tour = try explorer.pathsOverTransitions()
    #expect(
      tour.map { $0.steps.map(\.lua) } == [
        ["app:tap(\"Item\")", "app:back()", "app:tap(\"Item\")", "app:swipeBack()"]
      ])
  }
}
