import Signalbox
import SignalboxScripting
import Testing

// The Swift code in `docs/plugins.md` and in the documentation of `SignalboxPlugin`.

struct PluginExamples {
  final class Badges: SignalboxPlugin {
    let manifest = PluginManifest(name: "badges", version: "1.0.0", summary: "Counts badges")

    func setup(_ host: PluginRegistrar, options: ScriptValue) throws(ScriptError) {
      try host.global("badges", value: 0)
      try host.operation("clear", summary: "Empties the stack") { coordinator, _ in
        AnyRouter(engine: host.engine, coordinator: coordinator).popToRoot()
      }
    }
  }

  @Test func `a plugin in Swift adds a global and an operation`() throws {
    var plugins = PluginConfiguration()
    plugins.native = [{ Badges() }]
    let session = try ScriptSession(ScriptConfiguration(plugins: plugins))
    try session.plugins.loadAtStart()
    let result = session.evaluate(
      """
      coordinator "Shop" { routes = { a = {}, b = {} },
        start = function(self) self.router:startFlow "a" end }
      app:launch "Shop"
      app.top.router:navigate "b"
      app.top.router:clear()
      return badges, #app:stack()
      """)
    #expect("\(result)" == "\(Evaluation.values(["0", "1"]))")
  }
}

struct SmallestPluginExample {
  final class Badges: SignalboxPlugin {
    let manifest = PluginManifest(name: "badges", version: "1.0.0", summary: "Counts badges")

    func setup(_ host: PluginRegistrar, options: ScriptValue) throws(ScriptError) {
      try host.global("badges", value: 0)
    }
  }

  @Test func `a plugin in Swift adds a global`() throws {
    let plugins = PluginConfiguration(libraries: [], native: [{ Badges() }])
    let session = try ScriptSession(ScriptConfiguration(plugins: plugins))
    try session.plugins.loadAtStart()
    #expect("\(session.evaluate("badges"))" == "\(Evaluation.values(["0"]))")
  }
}
