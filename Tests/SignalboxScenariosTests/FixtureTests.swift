import SignalboxScenarios
import SignalboxScripting
import Testing

/// Fixtures that scenarios call, without a run around them.
struct FixtureTests {
  private static let source = """
    local data = fixture "data" { scope = "file",
      setup = function() print "up" return { list = { 1 } } end,
      teardown = function(value) print("down " .. #value.list) end,
    }
    local own = fixture "own" {
      setup = function(app) print "own up" return app end,
      teardown = function(value) print "own down" end,
    }
    flow "calls" { function(app) assert(own() == app and data().list[1] == 1 and own() == app) end }
    flow "calls nothing" { function() end }
    flow "fails" { function() data() error "no" end }
    """

  @Test func `a scenario that no run has set up a fixture for does so itself, and cleans up`()
    throws
  {
    let fixture = FlowFixture()
    let file = fixture.file(Self.source)
    let runner = fixture.runner
    let flows = try runner.flows(of: file)
    #expect(
      flows.map { $0.fixtures.map(\.id) } == [
        ["test.flow.lua::data"], ["test.flow.lua::data"], ["test.flow.lua::data"],
      ])
    let results = flows.map { runner.run($0, of: file) }
    #expect(results.map(\.status) == [.passed, .passed, .failed])
    #expect(
      results.map(\.output) == [["own up", "up", "down 1", "own down"], [], ["up", "down 1"]])
  }

  @Test func `a value that was set up before is given as a copy`() throws {
    var fixture = FlowFixture()
    let file = fixture.file(Self.source)
    let shared = try #require(try fixture.runner.flows(of: file).first?.fixtures.first)
    let value = try fixture.runner.setUp(shared, of: file)
    fixture.settings.fixtures = [shared.id: value]
    let runner = fixture.runner
    let results = try runner.flows(of: file).map { runner.run($0, of: file) }
    #expect(results.map(\.output) == [["own up", "own down"], [], []])
    try runner.tearDown(shared, value, of: file)
  }
}
