import Signalbox
import SignalboxScripting
import Testing

/// Tests that recordings contain inputs other than operations: gestures of plugins and assignments
/// to properties.
struct RecordedInputTests {
  private static let definitions = """
    local steps = require "steps"
    local deeplink = require "deeplink"
    local Item = coordinator "Item" { routes = { item = {} } }
    function Item:start() self.router:startFlow("item") end
    local App = steps.coordinator "App" {
      routes = { home = {}, busy = {}, item = { coordinator = "Item" } },
    }
    function App:start() self.router:startFlow("home") end
    function App:navigate(step) return steps.push(step) end
    function App:startWith(link)
      if #self.stack > 1 then return "deferred" end
      self.router:navigate("item")
      return "handled"
    end
    deeplink.new {
      links = { item = { "app://items/:id", args = { id = "integer" } } },
      notification = function(payload) return "item", { id = payload.id } end,
    }:install()
    application "Demo" { main = "App" }

    """

  private static func session(_ script: String = "") throws -> (ScriptSession, [String]) {
    let fixture = try ScriptFixture()
    let printed = try fixture.run(definitions + script)
    return (fixture.session, printed)
  }

  /// A notification that waits until a user's step has ended.
  private static let use = """
    app:record(print)
    app:launch()
    app.main.step = "busy"
    app:notify { id = 7 }
    app:back()
    """

  @Test
  func `a plugin's gesture and an assignment to a property are recorded as one step and replayed`()
    throws
  {
    let (first, lines) = try Self.session(Self.use)
    let (second, _) = try Self.session()

    let report = try SessionReplay(lines).run(on: second.engine)
    #expect(report.stepCount == 4)
    #expect(report.divergence == nil)
    #expect(try second.engine.snapshot().json == first.engine.snapshot().json)
    #expect(first.engine.tree.layers.count == 2)
  }

  @Test func `a trace shows gestures and properties in script syntax with their effects`() throws {
    let (_, lines) = try Self.session(Self.use)

    let steps = try SessionTrace(lines).steps
    #expect(
      steps.map(\.call) == [
        #"app:launch("App")"#, #"App.step = "busy""#, "app:notify({ id = 7 })", "app:back()",
      ])
    #expect(
      steps.map(\.inner) == [
        [#"App:startFlow("home")"#], [#"App:navigate("busy", {}, { style = "push" })"#], [],
        ["batch", "batch", #"App/Item:startFlow("item")"#],
      ])
  }

  @Test func `an input that fails in a session also fails in its replay`() throws {
    let (_, lines) = try Self.session(
      """
      app:record(print)
      app:launch()
      pcall(function() app.main.step = "nowhere" end)
      """)
    let (second, _) = try Self.session()

    #expect(try SessionReplay(lines).run(on: second.engine).divergence == nil)
    #expect(lines.last?.contains(#""outcome":"failed""#) == true)
  }

  @Test func `a replay without the plugin reports that the gesture is missing`() throws {
    let (_, lines) = try Self.session(Self.use)
    let other = try ScriptFixture(
      """
      local App = coordinator "App" { routes = { home = {}, busy = {} }, properties = {
        step = { set = function(self, step) self.router:navigate(step, {}, { style = "push" }) end },
      } }
      function App:start() self.router:startFlow("home") end
      """)

    let divergence = try SessionReplay(lines).run(on: other.session.engine).divergence
    #expect(divergence?.expected.operation == "notify")
    #expect(
      divergence?.actual.outcome
        == "not replayed: app has no gesture \"notify\"; load the plugin that adds it")
  }

  @Test func `an engine without a host rejects recorded inputs`() throws {
    let (_, lines) = try Self.session(
      """
      app:launch()
      app:record(print)
      app.main.step = "busy"
      """)
    let engine = NavigationEngine()
    try engine.register(
      CoordinatorType(name: "App", routes: ["home": RouteDefinition(), "busy": RouteDefinition()]) {
        _, _ in Plain()
      })

    let divergence = try SessionReplay(lines).run(on: engine).divergence
    #expect(
      divergence?.actual.outcome
        == "not replayed: step is an input from a host, and this engine has no host")
  }

  private final class Plain: CoordinatorDelegate {
    func start(animated: Bool) {}
  }

  @Test func `an input with a function argument is recorded as its operations`() throws {
    let fixture = try ScriptFixture()
    let lines = try fixture.run(
      """
      local App = coordinator "App" { routes = { home = {}, next = {} }, properties = {
        go = { set = function(self, choose) self.router:navigate(choose()) end },
      } }
      function App:start() self.router:startFlow("home") end
      app:launch(App)
      app:record(print)
      app.main.go = function() return "next" end
      """)

    #expect(try SessionTrace(lines).steps.map(\.call) == [#"App:navigate("next")"#])
  }
}
