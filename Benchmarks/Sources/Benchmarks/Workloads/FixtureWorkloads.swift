import Signalbox
import SignalboxScriptTesting

/// The cost of a fixture in a Swift test: a session with a script, a few operations, and its end.
enum FixtureWorkloads {
  static var all: [Workload] { [fixture] }

  private static let script = """
    local Child = coordinator "Child" { routes = { child = { actions = { "Done" } } } }
    function Child:start() self.router:startFlow("child") end
    function Child:onDone() self.router:finishFlow { number = 7 } end

    local Main = coordinator "Main" {
      routes = {
        home  = { actions = { "Ask" } },
        ask   = { coordinator = "Child", onFinish = "answered" },
        after = { args = { number = "integer" } },
      },
    }
    function Main:start() self.router:startFlow("home") end
    function Main:onAsk() self.router:navigate("ask") end
    function Main:answered(result) self.router:navigate("after", result) end
    """

  private static var fixture: Workload {
    Workload(
      name: "fixture", family: .sessions, unit: "fixture",
      summary: "a fixture is opened with a script, driven, compared and closed",
      goal: .atMost(1_000_000)
    )
    .adding(.signalbox) {
      NativeImplementation { count in
        var screens = 0
        for _ in 0..<count {
          let app = try ScriptFixture()
          app.run(script)
          app.launch("Main")
          app.tap("Ask")
          app.tap("Done")
          app.expectStack("home", .screen("after", ["number": 7]))
          screens += app.events.count
        }
        return Double(screens)
      }
    }
  }
}
