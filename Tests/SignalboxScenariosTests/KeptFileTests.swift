import SignalboxScripting
import Testing

@testable import SignalboxScenarios

/// Tests files with many scenarios, which remain loaded: each scenario starts with the state after
/// loading.
@Suite struct KeptFileTests {
  private var fixture: ScenarioFixture {
    var fixture = ScenarioFixture()
    fixture.settings.crowd = 2
    return fixture
  }

  /// Returns the number of times that each file is loaded by a session.
  private func loads(_ source: String, crowd: Int = 2) throws -> (
    loads: Int, results: [ScenarioResult]
  ) {
    var settings = RunSettings()
    settings.crowd = crowd
    let sessions = CountingSessions()
    let runner = ScenarioRunner(settings, sessions)
    let file = ScenarioFile(path: "test.scenario.lua", source: Array(source.utf8))
    let results = try runner.scenarios(of: file).map { runner.run($0, of: file) }
    return (sessions.loads, results)
  }

  /// Sessions whose scripts can report that they are loaded.
  private final class CountingSessions: ScenarioSessionSource {
    private(set) var loads = 0

    func makeSession(for file: ScenarioFile, isReused: Bool) throws(ScriptError) -> ScriptSession {
      var configuration = ScriptConfiguration()
      configuration.isReused = isReused
      let session = try ScriptSession(configuration)
      try session.host.define("loading", owner: session.host.makeOwner("test")) {
        [unowned self] _ in
        loads += 1
        return []
      }
      return session
    }

    func reset(_ session: ScriptSession, for file: ScenarioFile) -> Bool {
      session.reset(modules: nil)
    }
  }

  private static let loop = """
    loading()
    for i = 1, 20 do scenario("scenario " .. i) { function(app) assert(i > 0) end } end
    """

  @Test func `a kept file is loaded once to find its scenarios and once to run all of them`() throws
  {
    let kept = try loads(Self.loop)
    #expect(kept.loads == 2)
    #expect(kept.results.map(\.status) == Array(repeating: .passed, count: 20))
    #expect(try loads(Self.loop, crowd: .max).loads == 21)
  }

  @Test func `rows of each and scenarios declared in loops do not affect one another`() throws {
    let results = try fixture.run(
      """
      require "shop"
      local state = { count = 0 }
      global = { 1 }
      app:guard(function() return true end)
      app.isStrict = false
      local rows = {}
      for i = 1, 12 do rows[i] = { i } end
      each(rows):scenario "row %d" { function(app, i)
        app:launch()
        assert(state.count == 0 and #global == 1 and not left and i <= 12)
        assert(#app:events() > 0 and app:events()[1].sequence == 1)
        state.count, left = 1, true
        global[2] = i
        app.isStrict = true
        presentationStyle "curtain" {}
        app:guard(function() return false end)
        app:on("op", function() end)
        after("1s", function() end)
        local Late = coordinator "Late" { links = { ["late://" ] = "x" }, routes = { x = {} } }
        local other = coordinator "Checkout" { routes = {} }
      end }
      each(rows):scenario "later %d" { function(app, i)
        app:launch()
        app:open "shop://product/42"
        app:tap "Buy"
        app:expect { modal = { "address" }, links = { ["late://"] = false } }
      end }
      """)
    #expect(results.flatMap(\.failures).map(\.error.description) == [])
    #expect(results.map(\.status) == Array(repeating: .passed, count: 24))
  }

  @Test func `output that is printed while a file loads is part of each scenario's output`() throws
  {
    let results = try fixture.run(
      """
      print "loaded"
      for i = 1, 3 do scenario("scenario " .. i) { function(app) print(i) end } end
      """)
    #expect(results.map(\.output) == [["loaded", "1"], ["loaded", "2"], ["loaded", "3"]])
  }

  @Test func `a file that navigates while it loads is loaded again for each scenario`() throws {
    let source = """
      loading()
      local Shop = coordinator "Shop" { routes = { list = {} } }
      function Shop:start() self.router:startFlow "list" end
      app:launch "Shop"
      for i = 1, 3 do scenario("scenario " .. i) { function(app)
        app:expect { stack = { "list" } }
        app.main.router:navigate "list"
      end } end
      """
    let shown = try loads(source)
    #expect(shown.results.flatMap(\.failures).map(\.error.description) == [])
    #expect(shown.loads == 4)
  }

  @Test func `a scenario that fails or is stopped does not affect later scenarios of a kept file`()
    throws
  {
    let results = try fixture.run(
      """
      for i = 1, 9 do scenario("scenario " .. i) { timeout = i % 3 == 0 and "500ms" or nil, function(app)
        if i % 3 == 0 then while true do end end
        if i % 3 == 1 then error("no") end
      end } end
      """)
    let found = results.map { $0.failures.first?.error.code ?? $0.status.rawValue }
    let third = ["failed", "passed", "timeout"]
    #expect(found == third + third + third)
  }

  @Test func `a file that fails to load again is reported by each of its scenarios`() throws {
    var loads = 0
    var settings = RunSettings()
    settings.crowd = 2
    let runner = ScenarioRunner(settings) { _ throws(ScriptError) in
      loads += 1
      let session = try ScriptSession()
      try session.host.define(
        "loads", owner: session.host.makeOwner("test"), value: .integer(loads))
      return session
    }
    let file = fixture.file(
      """
      if loads > 1 then error "gone" end
      for i = 1, 2 do scenario("scenario " .. i) { function(app) end } end
      """)
    let results = try runner.scenarios(of: file).map { runner.run($0, of: file) }
    #expect(results.map(\.status) == [.failed, .failed])
    #expect(results.flatMap(\.failures).map(\.error.message) == ["gone", "gone"])
  }

  @Test func `scenarios of several kept files run with their own files in any order`() throws {
    let fixture = fixture
    let runner = fixture.runner
    let files = (1...6).map { number in
      fixture.file(
        """
        name = "\(number)"
        for i = 1, 3 do scenario("scenario " .. i) { function(app)
          assert(name == "\(number)") name = "spoiled"
        end } end
        """, "file\(number).scenario.lua")
    }
    let scenarios = try files.map { file in try runner.scenarios(of: file).map { (file, $0) } }
    for index in 0..<3 {
      for list in scenarios {
        let result = runner.run(list[index].1, of: list[index].0)
        #expect(result.status == .passed)
      }
    }
  }
}
