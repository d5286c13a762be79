import Signalbox
import SignalboxInspector
import SignalboxScenarios
import SignalboxScripting
import Testing

@Suite struct ScenarioTraceTests {
  /// Traces in memory.
  private final class Traces: TraceStore {
    var lines: [String: [String]] = [:]
    var removed: [String] = []

    func write(_ lines: [String], of scenario: ScenarioDescription, repetition: Int) -> String? {
      self.lines[scenario.name] = lines
      return "out/\(scenario.name)"
    }

    func remove(of scenario: ScenarioDescription, repetition: Int) { removed.append(scenario.name) }
  }

  private func run(
    _ source: String, _ policy: TracePolicy, timeout: Duration = .seconds(60)
  ) throws -> (results: [ScenarioResult], traces: Traces) {
    var fixture = ScenarioFixture()
    fixture.settings.trace = policy
    fixture.settings.timeout = timeout
    let traces = Traces()
    let runner = fixture.runner(keeping: traces)
    let file = fixture.file(source)
    return (try runner.scenarios(of: file).map { runner.run($0, of: file) }, traces)
  }

  private static let source = """
    require "shop"
    scenario "good" { function(app) app:launch() end }
    scenario "bad" { function(app)
      app:launch()
      app:open "shop://product/42"
      app:tap "Buy"
      clock.advance("2s")
      app:expect { front = "catalog" }
    end }
    """

  @Test func `a failing scenario writes a trace, and a passing scenario removes its old trace`()
    throws
  {
    let (results, traces) = try run(Self.source, .retainOnFailure)
    #expect(results.map(\.trace) == [nil, "out/bad"])
    #expect(traces.removed == ["good"])
    let trace = try SessionTrace(try #require(traces.lines["bad"]))
    #expect(
      TraceText.draw(trace) == """
         test.scenario.lua:3  bad
           test.scenario.lua:8: expect: front expected "catalog", actual "address"

            1    0 ms  app:launch("Shop")             test.scenario.lua:4
                         ⤷ Shop:startFlow("catalog")
                         coordinators: + Shop [catalog]
                         layers: + root Shop
            2    0 ms  app:open("shop://product/42")  test.scenario.lua:5
                         ⤷ Shop:navigate("product", { id = 42 })
                         Shop stack: + product { id = 42 }
            3  350 ms  app:tap("Buy")                 test.scenario.lua:6
                         ⤷ Shop:navigate("checkout")
                         ⤷ Shop/Checkout:startFlow("address")
                         coordinators: + Shop/Checkout [address]
                         layers: + sheet Shop/Checkout
               700 ms  clock.advance(2000)
        ✗   4          expect { front }               test.scenario.lua:8
        """)
  }

  @Test func `a trace is a recording that can be replayed`() throws {
    let (_, traces) = try run(Self.source, .on)
    #expect(Set(traces.lines.keys) == ["good", "bad"])
    let lines = try #require(traces.lines["bad"])
    let session = try ScriptSession()
    defer { session.close() }
    try session.run(Array(ScenarioFixture.shop.utf8), name: "shop.lua")
    let report = try SessionReplay(lines).run(on: session.engine)
    #expect(report.stepCount == 4)
    #expect(report.divergence == nil)
  }

  @Test
  func `no trace is stored without a trace policy, and a missing trace has a reason`()
    throws
  {
    func absence(_ source: String) throws -> String? {
      let (results, traces) = try run(source, .retainOnFailure, timeout: .seconds(60))
      #expect(traces.lines.isEmpty)
      return results.first?.traceAbsence
    }
    let off = try run(Self.source, .off)
    #expect(off.traces.lines.isEmpty)
    #expect(off.results.map(\.traceAbsence) == [nil, nil])
    #expect(
      try absence("scenario 'it' { fails = 'NAV-1', function() end }")
        == "the scenario passed when it was rerun for the recording")
    #expect(
      try absence(
        "scenario 'it' { function() local t = {} while true do t[#t + 1] = ('x'):rep(1 << 22) .. #t end end }"
      )
        == "a second run would exceed the memory limit as well")
  }

  @Test func `a scenario that exceeds its time or steps leaves a trace up to the limit`() throws {
    let source = """
      require "shop"
      scenario "hangs" { timeout = "3s", function(app)
        app:launch()
        app:open "shop://product/42"
        while true do end
      end }
      scenario "goes on" { timeout = "1s", function(app)
        app:launch()
        while true do app:open "shop://product/42" app:back() end
      end }
      """
    let (results, traces) = try run(source, .retainOnFailure)
    #expect(results.map(\.trace) == ["out/hangs", "out/goes on"])
    let trace = try SessionTrace(try #require(traces.lines["hangs"]))
    #expect(
      TraceText.draw(trace) == """
         test.scenario.lua:2  hangs
           test.scenario.lua:5: timed out: the scenario ran longer than 3 s (`--timeout`)

            1  0 ms  app:launch("Shop")             test.scenario.lua:3
                       ⤷ Shop:startFlow("catalog")
                       coordinators: + Shop [catalog]
                       layers: + root Shop
            2  0 ms  app:open("shop://product/42")  test.scenario.lua:4
                       ⤷ Shop:navigate("product", { id = 42 })
                       Shop stack: + product { id = 42 }
        """)
    let steps = try #require(results[1].steps.last?.number)
    let calls = try SessionTrace(try #require(traces.lines["goes on"])).steps.count
    #expect(calls > 2 && calls <= min(steps, 10_000))
  }

  @Test func `two traces are compared up to the first step that differs`() throws {
    let other = Self.source.replacing("product/42", with: "product/7")
    let first = try SessionTrace(try #require(try run(Self.source, .on).traces.lines["bad"]))
    let second = try SessionTrace(try #require(try run(other, .on).traces.lines["bad"]))
    #expect(TraceText.parting(first, first, names: ("a", "b")) == nil)
    #expect(
      TraceText.parting(first, second, names: ("a", "b")) == """
        identical for 1 step, then:

          a
            2  0 ms  app:open("shop://product/42")  test.scenario.lua:5
                       ⤷ Shop:navigate("product", { id = 42 })
                       Shop stack: + product { id = 42 }

          b
            2  0 ms  app:open("shop://product/7")   test.scenario.lua:5
                       ⤷ Shop:navigate("product", { id = 7 })
                       Shop stack: + product { id = 7 }

          what the recordings show at that point
             Shop stack: - product { id = 42 } + product { id = 7 }
        """)
  }

  @Test func `a failure reports the cause of the state and the calls of callbacks`() throws {
    let (results, _) = try run(
      """
      require "shop"
      scenario "it" { function(app)
        app:launch()
        app.top.router:navigate("checkout")
        app:tap "Next"
        app:expect { modal = { "address" }, front = "address", tab = "shop" }
      end }
      """, .off)
    let failure = try #require(results.first?.failures.first)
    #expect(
      failure.differences.map { "\($0.name): \($0.cause)" } == [
        "front: Checkout finished in step 3", "modal: Checkout finished in step 3", "tab: ",
      ])
    #expect(
      results.first?.steps.map { $0.calls.map { "\($0.text) from \($0.location)" } } == [
        ["startFlow \"catalog\" from shop.lua:20"], ["startFlow \"address\" from shop.lua:4"],
        ["finishFlow from shop.lua:5"], [],
      ])
    let sources = SourceCache()
    sources["test.scenario.lua"] = Array(
      "1\n2\napp:launch()\n  app.top\n  app:tap \"Next\"\n  app:expect { modal = 1 }\n".utf8)
    var reporter = PrettyReporter(ReportContext(sources: sources))
    let text = reporter.add(try #require(results.first))
    #expect(text.contains("            actual    {}   ← Checkout finished in step 3\n"))
    #expect(
      text.contains(
        """
              4 │   app.top          ⤷ startFlow "address" from shop.lua:4
              5 │   app:tap "Next"   ⤷ finishFlow from shop.lua:5
            ▸ 6 │   app:expect { modal = 1 }
        """))
  }
}
