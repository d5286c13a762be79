import Signalbox
import SignalboxScripting
import Testing

/// The calls that a plugin receives.
private final class Log {
  var lines: [String] = []
}

/// A plugin in Swift that extends navigation and expectations.
private final class Links: SignalboxPlugin {
  let manifest = PluginManifest(name: "links", version: "1.0.0", summary: "Opens links")
  private let log: Log

  init(_ log: Log) { self.log = log }

  func setup(_ host: PluginRegistrar, options: ScriptValue) throws(ScriptError) {
    try host.style(PresentationStyle(name: "card", isCovering: true))
    try host.scheme("short") { "shop" + $0.dropFirst("short".count) }
    try host.link("shop://item/:id") { [log] match in
      log.lines.append("\(match.url) \(match.arguments)")
      return .handled
    }
    try host.operation("clear", summary: "Removes all screens above the root") {
      [engine = host.engine] id, _ in
      AnyRouter(engine: engine, coordinator: id).popToRoot()
    }
    try host.matcher("even", summary: "Whether a number is even") { call in
      [.boolean((call[2].integer ?? 1) % 2 == 0), call[2]]
    }
  }

  func teardown() { log.lines.append("teardown") }
}

/// A plugin in Lua with a health check, stored in memory.
private final class Library: PluginLibrary {
  let loadsAtStart = false
  let isBundled = false

  func folders() -> [PluginFolder] { [PluginFolder(name: "checked", path: "checked")] }

  func text(_ file: String, of folder: PluginFolder) -> [UInt8]? {
    let files = [
      "plugin.lua": """
      return { name = "checked", version = "1.0.0", api = 1, summary = "Checks itself",
        setup = function(host) host:global("checked", true) end }
      """,
      "health.lua": "return function(h) h.ok('fine') h.error('broken', 'repair it') end",
    ]
    return files[file].map { Array($0.utf8) }
  }
}

struct PluginTests {
  private let log = Log()

  private func session() throws -> ScriptSession {
    let plugins = PluginConfiguration(
      libraries: [Library()], native: [{ [log] in Links(log) }])
    return try ScriptSession(ScriptConfiguration(plugins: plugins))
  }

  private static let shop = Array(
    """
    coordinator "Shop" {
      routes = { list = {}, item = {}, cart = { style = "card" } },
      start = function(self) self.router:startFlow "list" end,
    }
    app:launch "Shop"
    """.utf8)

  @Test func `a plugin in Swift can add styles, schemes, links, operations and matchers`() throws {
    let session = try session()
    try session.plugins.load("links")
    try session.run(Self.shop, name: "shop.lua")
    let script = """
      app:open "short://item/7"
      app.top.router:navigate "item"
      app.top.router:clear()
      app.top.router:navigate "cart"
      assert(app:layers()[2].style == "card")
      """
    try session.run(Array(script.utf8), name: "script.lua")
    #expect(log.lines == ["shop://item/7 { id = 7 }"])
    #expect(session.engine.tree.front?.name == "cart")
    let matchers = session.host.extensions(of: .matcher)
    #expect(matchers.map(\.name) == ["even"])
    let even = try #require(matchers.first?.value.function)
    #expect(try even.call([.handle(.app), 4]) == [true, 4])
    #expect(
      session.plugins.registry.contributions(of: "links").map(\.kind) == [
        .style, .scheme, .link, .operation, .matcher,
      ])
  }

  @Test func `a host ends its plugins and their additions`() throws {
    let session = try session()
    try session.plugins.load("links")
    #expect(session.tearDownPlugins().map(\.message) == [])
    #expect(log.lines == ["teardown"])
    #expect(session.plugins.registry.contributions(of: "links") == [])
    #expect(session.host.extensions(of: .matcher).map(\.name) == [])
  }

  @Test func `a host can load a plugin by name and check its health`() throws {
    let session = try session()
    try session.plugins.load("checked")
    let plugin = try #require(session.plugins.plugin(named: "checked"))
    #expect(
      try plugin.health() == [
        HealthEntry(.ok, "fine"), HealthEntry(.error, "broken", advice: ["repair it"]),
      ])
    let error = #expect(throws: ScriptError.self) { try session.plugins.load("chekced") }
    #expect(error?.hint?.contains("checked") == true)
  }

  @Test func `a host can check the name of a plugin`() {
    #expect(
      ["steps", "a-1", "1a", "a b", ""].map(PluginManifest.isName) == [
        true, true, false, false, false,
      ])
  }
}
