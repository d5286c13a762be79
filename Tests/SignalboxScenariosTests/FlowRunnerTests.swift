import SignalboxScenarios
import SignalboxScripting
import Testing

struct FlowRunnerTests {
  private let fixture = FlowFixture()

  @Test func `each flow has a session of its own: nothing leaks`() throws {
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
      flow "first" { step }
      flow "second" { step }
      """)
    #expect(results.map(\.output) == [["1\t1\tnil"], ["1\t1\tnil"]])
    #expect(results.map(\.status) == [.passed, .passed])
  }

  @Test func `fixtures run from the outside in, what cleans up from the inside out`() throws {
    let results = try fixture.run(
      """
      local function noted(name)
        return function(app)
          print("set up " .. name, type(app))
          return function(app) print("clean " .. name, type(app)) end
        end
      end
      suite "Outer" { fixture = noted "outer",
        suite "Inner" { fixture = noted "inner",
          flow "passes" { function() print "runs" end },
          flow "fails" { function() error "no" end },
        },
      }
      """)
    let around = ["set up outer\tuserdata", "set up inner\tuserdata"]
    let behind = ["clean inner\tuserdata", "clean outer\tuserdata"]
    #expect(results.map(\.output) == [around + ["runs"] + behind, around + behind])
    #expect(results.map(\.status) == [.passed, .failed])
  }

  @Test func `the limit of the run is a ceiling for the limit of a flow`() throws {
    var fixture = fixture
    fixture.settings.maximumTimeout = .milliseconds(30)
    let result = try #require(
      try fixture.run(#"flow "loops" { timeout = "1h", function() while true do end end }"#).first)
    #expect(result.failures.map(\.error.message) == ["timeout: it ran longer than 30 ms"])
  }

  @Test func `eventually ends with the deadline where timers call functions of the host`() throws {
    var fixture = fixture
    fixture.settings.timeout = .milliseconds(300)
    let result = try #require(
      try fixture.run(
        """
        require "shop"
        flow "waits" { function(app)
          app:launch("Shop")
          for i = 1, 50000 do after(i, print) end
          app:eventually({ within = "1h" }, { front = "none" })
        end }
        """
      ).first)
    #expect(result.failures.map(\.error.message) == ["timeout: it ran longer than 300 ms"])
    // No hook of Lua runs in `print`: without the question for the deadline all timers fire.
    #expect(result.output.last?.hasPrefix("… 40000 more lines") != true)
  }

  @Test func `steps that share or contain themselves are rejected`() throws {
    let shared = try fixture.failures(
      of: """
        local steps = { { back = true } }
        for i = 1, 20 do
          local group = { step = "s", steps = steps }
          steps = { group, group, group, group }
        end
        app:run(steps)
        """)
    #expect(shared.joined().contains("run: more than 10,000 steps are passed"))
    let cyclic = try fixture.failures(
      of: """
        local steps = {}
        steps[1] = { step = "s", steps = steps }
        app:run(steps)
        """)
    #expect(cyclic.joined().contains("run: steps nest deeper than 32 groups"))
  }

  @Test func `checks that do not hold are kept up to 100 and one that says so`() throws {
    let result = try #require(
      try fixture.run(
        """
        require "shop"
        flow "checks" { function(app)
          app:launch("Shop")
          for i = 1, 200 do app:check { front = "none" } end
        end }
        """
      ).first)
    #expect(result.failures.count == 101)
    #expect(result.failures.last?.error.code == "tooManyErrors")
  }

  @Test func `what cleans up runs after a timeout, and its failure counts`() throws {
    let result = try #require(
      try fixture.run(
        """
        suite "S" { timeout = "30ms",
          fixture = function() return function() print "cleaned" error "late" end end,
          flow "loops" { function() while true do end end },
        }
        """
      ).first)
    #expect(result.output == ["cleaned"])
    #expect(result.failures.map(\.kind) == [.error, .teardown])
    #expect(
      result.failures.map(\.error.message) == ["timeout: it ran longer than 30 ms", "late"])
  }

  @Test func `a flow of another fixture goes on where one fails`() throws {
    let results = try fixture.run(
      """
      suite "S" {
        fixture = function() error "broken" end,
        flow "never" { function() print "ran" end },
      }
      flow "runs" { function() print "ran" end }
      """)
    #expect(results.map(\.status) == [.failed, .passed])
    #expect(results.map(\.output) == [[], ["ran"]])
  }

  @Test func `skipped and planned flows do not run`() throws {
    let results = try fixture.run(
      """
      flow "a" { skip = "no card", function() error "ran" end }
      flow "b" { todo = "NAV-1" }
      """)
    #expect(results.map(\.status) == [.skipped, .todo])
    #expect(results.map(\.reason) == ["no card", "NAV-1"])
    #expect(results.map(\.attempts) == [0, 0])
  }

  @Test func `a flow that says it fails must fail`() throws {
    let results = try fixture.run(
      """
      flow "a" { fails = "NAV-1", function() error "no" end }
      flow "b" { fails = "NAV-2", function() end }
      """)
    #expect(results.map(\.status) == [.failedAsExpected, .failed])
    #expect(results[1].failures.map(\.kind) == [.unexpectedPass])
  }

  @Test func `a flow that passes when it is tried again is flaky, and tells what failed`() throws {
    let results = try unsteady(retries: 2)
    #expect(results.map(\.status) == [.flaky])
    #expect(results.map(\.attempts) == [2])
    #expect(results[0].failures.map(\.error.message) == ["session 2"])
    #expect(try unsteady(retries: 0).map(\.status) == [.failed])
  }

  /// Runs a flow that fails until its third session; finding it takes one.
  private func unsteady(retries: Int) throws -> [FlowResult] {
    var settings = FlowSettings()
    settings.retries = retries
    var count = 0
    let runner = FlowRunner(settings) { _ throws(ScriptError) in
      count += 1
      let session = try ScriptSession()
      try session.define("count", owner: session.makeOwner("test"), value: .integer(count))
      return session
    }
    let file = fixture.file(
      "flow 'a' { function() if count < 3 then error('session ' .. count) end end }")
    return try runner.flows(of: file).map { runner.run($0, of: file) }
  }

  @Test func `frames are written once, compared from then on, and written anew when told to`()
    throws
  {
    var fixture = fixture
    let source = """
      require "shop"
      flow "a" { function(app) app:launch() app:snapshot "Front page!" end }
      """
    #expect(try fixture.run(source)[0].frames.map(\.state) == [.written])
    let path = "frames/test/a--front-page.txt"
    let frame = try #require(fixture.frames.texts[path])
    #expect(frame.hasSuffix("\n\nShop  catalog      ← front\n"))
    #expect(try fixture.run(source)[0].frames.map(\.state) == [.same])

    fixture.frames.texts[path] = frame.replacing("Catalog", with: "Kitchen")
    let changed = try fixture.run(source)[0]
    #expect(changed.frames.map(\.state) == [.failed])
    let difference = try #require(changed.failures.first?.differences.first)
    #expect(difference.name == path)
    #expect(difference.expected == frame.replacing("Catalog", with: "Kitchen"))
    #expect(difference.actual == frame)
    #expect(
      difference.lines.filter { $0.side != .both }.map { "\($0.side) \($0.number) \($0.text)" } == [
        "expected 2 │           Kitchen            │",
        "actual 2 │           Catalog            │",
      ])
    fixture.settings.frames = .changed
    #expect(try fixture.run(source)[0].frames.map(\.state) == [.written])
    #expect(fixture.frames.texts == [path: frame])
    fixture.settings.frames = .none
    fixture.frames.texts = [:]
    #expect(try fixture.run(source)[0].status == .failed)
    #expect(fixture.frames.texts == [:])
  }

  @Test func `frames that no flow takes are obsolete, but not those of flows that did not pass`()
    throws
  {
    let source = """
      require "shop"
      flow "a" { function(app) app:launch() app:snapshot "one" end }
      flow "b" { function(app) error "no" end }
      """
    let results = try fixture.run(source)
    let all = results.map(\.flow)
    let review = FrameReview(results, of: all, among: all)
    let paths = ["a--one", "a--two", "b--one", "gone--one"].map { "frames/test/\($0).txt" }
    #expect(review.folders == [FramePath("frames/test", below: ".")])
    #expect(
      review.obsolete(among: paths) == ["frames/test/a--two.txt", "frames/test/gone--one.txt"])
    #expect(FrameReview([results[0]], of: [all[0]], among: all).folders == [])
  }

  @Test func `a session is let go of when its flow has run`() throws {
    final class Watch { weak var session: ScriptSession? }
    let watch = Watch()
    let runner = FlowRunner { _ throws(ScriptError) in
      let session = try ScriptSession()
      watch.session = session
      return session
    }
    let file = fixture.file("flow \"a\" { function(app) app:expect { leaks = 0 } end }")
    let flow = try #require(try runner.flows(of: file).first)
    #expect(watch.session == nil)
    #expect(runner.run(flow, of: file).status == .passed)
    #expect(watch.session == nil)
  }

  @Test func `what was refused in a callback fails the flow`() throws {
    #expect(
      try fixture.failures(of: "app:launch() app:tap 'Cellar'") == [
        "unhandled shop.lua:22: unknownRoute: navigate: Shop has no route \"cellar\"; known: "
          + "\"catalog\", \"checkout\", \"product\""
      ])
  }

  @Test func `an error inside steps keeps their names`() throws {
    let results = try fixture.run(
      """
      require "shop"
      flow "a" { function(app)
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
    var launch = FlowStep(
      1, "launch", effect: "⤒ root ▸ catalog ⌂ Shop", location: place(3))
    launch.calls = [
      FlowCall("startFlow \"catalog\"", at: ScriptLocation(file: "shop.lua", line: 20))
    ]
    var open = FlowStep(
      2, "open \"shop://product/1\"", effect: "▸ product", location: place(5),
      groups: ["outer", "inner"])
    open.calls = [
      FlowCall("navigate \"product\"", at: ScriptLocation(file: "shop.lua", line: 17))
    ]
    #expect(
      results[0].steps == [
        launch, open,
        FlowStep(3, "expect { front }", location: place(8), groups: ["last"], isFailed: true),
      ])
  }

  private func place(_ line: Int) -> ScriptLocation {
    ScriptLocation(file: "test.flow.lua", line: line)
  }
}
