import SignalboxScenarios
import SignalboxScripting
import Testing

struct ScenarioRunnerTests {
  private let fixture = ScenarioFixture()

  @Test func `each scenario runs in its own session`() throws {
    let results = try fixture.run(
      """
      local count = 0
      local function step(app)
        count = count + 1
        leaked = (leaked or 0) + 1
        print(count, leaked, app.front)
        coordinator "Shop" { routes = { catalog = {} } }
        string.upper("x")
      end
      scenario "first" { step }
      scenario "second" { step }
      """)
    #expect(results.map(\.output) == [["1\t1\tnil"], ["1\t1\tnil"]])
    #expect(results.map(\.status) == [.passed, .passed])
  }

  @Test
  func `setups run from the outer suite to the inner one, and teardowns in the reverse order`()
    throws
  {
    let results = try fixture.run(
      """
      local function noted(name)
        return function(app)
          print("set up " .. name, type(app))
          return function(app) print("clean " .. name, type(app)) end
        end
      end
      suite "Outer" { setup = noted "outer",
        suite "Inner" { setup = noted "inner",
          scenario "passes" { function() print "runs" end },
          scenario "fails" { function() error "no" end },
        },
      }
      """)
    let around = ["set up outer\tuserdata", "set up inner\tuserdata"]
    let behind = ["clean inner\tuserdata", "clean outer\tuserdata"]
    #expect(results.map(\.output) == [around + ["runs"] + behind, around + behind])
    #expect(results.map(\.status) == [.passed, .failed])
  }

  @Test func `the time limit of the run is the maximum for the time limit of a scenario`() throws {
    var fixture = fixture
    fixture.settings.maximumTimeout = .milliseconds(30)
    let result = try #require(
      try fixture.run(#"scenario "loops" { timeout = "1h", function() while true do end end }"#)
        .first)
    #expect(
      result.failures.map(\.error.message) == [
        "timed out: the scenario ran longer than 30 ms (`--timeout`)"
      ])
  }

  @Test func `eventually ends at the deadline even if timers call functions of the host`() throws {
    var fixture = fixture
    fixture.settings.timeout = .milliseconds(300)
    let result = try #require(
      try fixture.run(
        """
        require "shop"
        scenario "waits" { function(app)
          app:launch("Shop")
          for i = 1, 50000 do after(i, print) end
          app:eventually({ within = "1h" }, { front = "none" })
        end }
        """
      ).first)
    #expect(
      result.failures.map(\.error.message) == [
        "timed out: the scenario ran longer than 300 ms (`--timeout`)"
      ])
    // No Lua hook runs in `print`. Without the deadline check, all timers would fire.
    #expect(result.output.last?.hasPrefix("… 40000 more lines") != true)
  }

  @Test func `step lists that contain themselves or are shared too often are rejected`() throws {
    let shared = try fixture.failures(
      of: """
        local steps = { { back = true } }
        for i = 1, 20 do
          local group = { step = "s", steps = steps }
          steps = { group, group, group, group }
        end
        app:run(steps)
        """)
    #expect(shared.joined().contains("run: expected at most 10,000 steps"))
    let cyclic = try fixture.failures(
      of: """
        local steps = {}
        steps[1] = { step = "s", steps = steps }
        app:run(steps)
        """)
    #expect(cyclic.joined().contains("run: steps nest deeper than 32 groups"))
  }

  @Test func `at most 100 failed soft expectations are kept, and one more reports the limit`()
    throws
  {
    let result = try #require(
      try fixture.run(
        """
        require "shop"
        scenario "checks" { function(app)
          app:launch("Shop")
          for i = 1, 200 do app:softExpect { front = "none" } end
        end }
        """
      ).first)
    #expect(result.failures.count == 101)
    #expect(result.failures.last?.error.code == "tooManyErrors")
  }

  @Test func `teardowns run after a timeout, and their failures fail the scenario`() throws {
    let result = try #require(
      try fixture.run(
        """
        suite "S" { timeout = "500ms",
          setup = function() return function() print "cleaned" error "late" end end,
          scenario "loops" { function() while true do end end },
        }
        """
      ).first)
    #expect(result.output == ["cleaned"])
    #expect(result.failures.map(\.kind) == [.error, .teardown])
    #expect(
      result.failures.map(\.error.message) == [
        "timed out: the scenario ran longer than 500 ms (`--timeout`)", "late",
      ])
  }

  @Test func `a scenario of another suite runs after a failing setup`() throws {
    let results = try fixture.run(
      """
      suite "S" {
        setup = function() error "broken" end,
        scenario "never" { function() print "ran" end },
      }
      scenario "runs" { function() print "ran" end }
      """)
    #expect(results.map(\.status) == [.failed, .passed])
    #expect(results.map(\.output) == [[], ["ran"]])
  }

  @Test func `skipped scenarios and scenarios without a function do not run`() throws {
    let results = try fixture.run(
      """
      scenario "a" { skip = "no card", function() error "ran" end }
      scenario "b" { todo = "NAV-1" }
      """)
    #expect(results.map(\.status) == [.skipped, .todo])
    #expect(results.map(\.reason) == ["no card", "NAV-1"])
    #expect(results.map(\.attempts) == [0, 0])
  }

  @Test func `a scenario that is expected to fail fails if it passes`() throws {
    let results = try fixture.run(
      """
      scenario "a" { fails = "NAV-1", function() error "no" end }
      scenario "b" { fails = "NAV-2", function() end }
      """)
    #expect(results.map(\.status) == [.failedAsExpected, .failed])
    #expect(results[1].failures.map(\.kind) == [.unexpectedPass])
  }

  @Test func `a scenario that passes after a retry is flaky, and its failures are reported`()
    throws
  {
    let results = try unsteady(retries: 2)
    #expect(results.map(\.status) == [.flaky])
    #expect(results.map(\.attempts) == [2])
    #expect(results[0].failures.map(\.error.message) == ["session 2"])
    #expect(try unsteady(retries: 0).map(\.status) == [.failed])
  }

  /// Runs a scenario that fails in all sessions before the third one. Finding the scenario takes
  /// one session.
  private func unsteady(retries: Int) throws -> [ScenarioResult] {
    var settings = RunSettings()
    settings.retries = retries
    var count = 0
    let runner = ScenarioRunner(settings) { _ throws(ScriptError) in
      count += 1
      let session = try ScriptSession()
      try session.host.define(
        "sessions", owner: session.host.makeOwner("test"), value: .integer(count))
      return session
    }
    let file = fixture.file(
      "scenario 'a' { function() if sessions < 3 then error('session ' .. sessions) end end }")
    return try runner.scenarios(of: file).map { runner.run($0, of: file) }
  }

  @Test func `a snapshot is written once, then compared, and rewritten on request`()
    throws
  {
    var fixture = fixture
    let source = """
      require "shop"
      scenario "a" { function(app) app:launch() app:snapshot "Front page!" end }
      """
    #expect(try fixture.run(source)[0].snapshots.map(\.state) == [.written])
    let path = "snapshots/test/a--front-page.txt"
    let snapshot = try #require(fixture.snapshots.texts[path])
    #expect(snapshot.hasSuffix("\n\nShop  catalog      ← front\n"))
    #expect(try fixture.run(source)[0].snapshots.map(\.state) == [.same])

    fixture.snapshots.texts[path] = snapshot.replacing("Catalog", with: "Kitchen")
    let changed = try fixture.run(source)[0]
    #expect(changed.snapshots.map(\.state) == [.failed])
    let difference = try #require(changed.failures.first?.differences.first)
    #expect(difference.name == path)
    #expect(difference.expected == snapshot.replacing("Catalog", with: "Kitchen"))
    #expect(difference.actual == snapshot)
    #expect(
      difference.lines.filter { $0.side != .both }.map { "\($0.side) \($0.number) \($0.text)" } == [
        "expected 2 │           Kitchen            │",
        "actual 2 │           Catalog            │",
      ])
    fixture.settings.snapshots = .changed
    #expect(try fixture.run(source)[0].snapshots.map(\.state) == [.written])
    #expect(fixture.snapshots.texts == [path: snapshot])
    fixture.settings.snapshots = .none
    fixture.snapshots.texts = [:]
    #expect(try fixture.run(source)[0].status == .failed)
    #expect(fixture.snapshots.texts == [:])
  }

  @Test
  func
    `snapshots that no scenario uses are obsolete, but those of failed scenarios are kept`()
    throws
  {
    let source = """
      require "shop"
      scenario "a" { function(app) app:launch() app:snapshot "one" end }
      scenario "b" { function(app) error "no" end }
      """
    let results = try fixture.run(source)
    let all = results.map(\.scenario)
    let review = SnapshotReview(results, of: all, among: all)
    let paths = ["a--one", "a--two", "b--one", "gone--one"].map { "snapshots/test/\($0).txt" }
    #expect(review.folders == [SnapshotPath("snapshots/test", below: ".")])
    #expect(
      review.obsolete(among: paths) == [
        "snapshots/test/a--two.txt", "snapshots/test/gone--one.txt",
      ])
    #expect(SnapshotReview([results[0]], of: [all[0]], among: all).folders == [])
  }

  @Test func `the session of a scenario is released when the scenario has run`() throws {
    final class Watch { weak var session: ScriptSession? }
    let watch = Watch()
    let runner = ScenarioRunner { _ throws(ScriptError) in
      let session = try ScriptSession()
      watch.session = session
      return session
    }
    let file = fixture.file("scenario \"a\" { function(app) app:expect { leaks = 0 } end }")
    let scenario = try #require(try runner.scenarios(of: file).first)
    #expect(watch.session == nil)
    #expect(runner.run(scenario, of: file).status == .passed)
    #expect(watch.session == nil)
  }

  @Test func `a rejection in a callback fails the scenario`() throws {
    #expect(
      try fixture.failures(of: "app:launch() app:tap 'Cellar'") == [
        "unhandled shop.lua:22: unknownRoute: navigate: Shop has no route \"cellar\"; known: "
          + "\"catalog\", \"checkout\", \"product\""
      ])
  }

  @Test func `an error in nested steps is reported with the names of the steps`() throws {
    let results = try fixture.run(
      """
      require "shop"
      scenario "a" { function(app)
        app:launch()
        print(app:step("outer", function()
          app:step("inner", function() app:open "shop://product/1" end)
          return 1, 2
        end))
        app:step("last", function() app:expect { front = "cart" } end)
      end }
      """)
    #expect(results[0].output == ["1\t2"])
    #expect(results[0].failures.map(\.groups) == [["last"]])
    var launch = ScenarioStep(
      1, "launch", effect: "⤒ root ▸ catalog ⌂ Shop", location: place(3))
    launch.calls = [
      ScenarioCall("startFlow \"catalog\"", at: ScriptLocation(file: "shop.lua", line: 20))
    ]
    var open = ScenarioStep(
      2, "open \"shop://product/1\"", effect: "▸ product", location: place(5),
      groups: ["outer", "inner"])
    open.calls = [
      ScenarioCall("navigate \"product\"", at: ScriptLocation(file: "shop.lua", line: 17))
    ]
    #expect(
      results[0].steps == [
        launch, open,
        ScenarioStep(3, "expect { front }", location: place(8), groups: ["last"], isFailed: true),
      ])
  }

  private func place(_ line: Int) -> ScriptLocation {
    ScriptLocation(file: "test.scenario.lua", line: line)
  }
}
