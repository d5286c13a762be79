import SignalboxScenarios
import SignalboxScripting
import Testing

/// Tests shared resources that scenarios use outside a run.
struct FixtureTests {
  private static let source = """
    local data = resource "data" { scope = "file",
      setup = function() print "up" return { list = { 1 } } end,
      teardown = function(value) print("down " .. #value.list) end,
    }
    local own = resource "own" {
      setup = function(app) print "own up" return app end,
      teardown = function(value) print "own down" end,
    }
    scenario "calls" { function(app) assert(own() == app and data().list[1] == 1 and own() == app) end }
    scenario "calls nothing" { function() end }
    scenario "fails" { function() data() error "no" end }
    """

  @Test func `outside a run, a scenario sets up and tears down its shared resources itself`()
    throws
  {
    let fixture = ScenarioFixture()
    let file = fixture.file(Self.source)
    let runner = fixture.runner
    let scenarios = try runner.scenarios(of: file)
    #expect(
      scenarios.map { $0.resources.map(\.id) } == [
        ["test.scenario.lua::data"], ["test.scenario.lua::data"], ["test.scenario.lua::data"],
      ])
    let results = scenarios.map { runner.run($0, of: file) }
    #expect(results.map(\.status) == [.passed, .passed, .failed])
    #expect(
      results.map(\.output) == [["own up", "up", "down 1", "own down"], [], ["up", "down 1"]])
  }

  @Test func `the value of a shared resource is passed to scenarios as a copy`() throws {
    var fixture = ScenarioFixture()
    let file = fixture.file(Self.source)
    let shared = try #require(try fixture.runner.scenarios(of: file).first?.resources.first)
    let value = try fixture.runner.setUp(shared, of: file)
    fixture.settings.resources = [shared.id: value]
    let runner = fixture.runner
    let results = try runner.scenarios(of: file).map { runner.run($0, of: file) }
    #expect(results.map(\.output) == [["own up", "own down"], [], []])
    try runner.tearDown(shared, value, of: file)
  }
}
