import Foundation
import SeededRandom
import Testing

/// Runs a script that uses all features with limits of every size. Each run either succeeds or
/// fails with a single clear sentence. A run never hangs, and a signal never ends it.
@Suite struct LimitFuzzTests {
  /// All operations, definitions, timers, links, alerts, objects, undo.
  private static let everything = """
    local Sub = coordinator "Sub" { style = "sheet", routes = { s = {}, t = { args = { n = "integer?" } } } }
    function Sub:start() self.router:startFlow("s") end
    local Main = coordinator "Main" {
      routes = {
        home = { title = function(args) return "Home" end, actions = { "Go", { "Alert", "ask" } } },
        item = { title = "Item" }, sub = { coordinator = "Sub", onFinish = "done" },
        own = function(self, args) return screen("own" .. (args.n or 0), { title = "own" }), "push" end,
      },
      links = { ["m://item/:id"] = function(self, link) self.router:navigate("item", link) end },
    }
    function Main:start() self.router:startFlow("home") end
    function Main:onGo() for i = 1, 20 do self.router:navigate("item", { a = ("x"):rep(100) .. i }) end end
    function Main:ask()
      self.router:present(screen("ask"), nil, { style = "alert", buttons = { { "Yes", function() end } } })
    end
    function Main:done(result, reason) self.last = result end
    local P = coordinator "P" { routes = { p = {} } }
    function P:start() self.router:startFlow("p") end
    local function page(id, title) return { id = id, title = title, icon = "i", coordinator = "P" } end
    local T = tabs "T" { pages = { page("a", "A"), page("b", "B") }, current = "a" }
    application "Everything" { main = "Main" }
    presentationStyle "card" { covering = false }
    local Cart = object "Cart" (function(seed) return setmetatable({ n = seed and seed.n }, { __name = "Cart" }) end)
    local seen = 0
    app:on("entry", function() seen = seen + 1 end)
    app:guard(function() return true end)
    local held, first = {}
    for round = 1, 60 do
      app:launch(Main)
      local router = app.main.router
      app:tap "Alert"
      if app.front.name == "ask" then app:tapAlert "Yes" end
      app:tap "Go"
      router:popToRoot()
      router:navigate("own", { n = round, list = { 1, 2, { "three" } } }, { key = "k" .. round })
      router:navigate("sub", nil, { onFinish = function() end, completion = function() end })
      app:coordinator("Sub").router:finishFlow { text = ("y"):rep(2000) .. round }
      router:setStack({ "home", { route = "item", args = { n = round } } }, { try = true })
      router:batch(function() router:navigate "item" router:navigate "own" end)
      router:root("home", { n = round }, { try = true })
      router:navigate("nowhere" .. round, { a = ("z"):rep(500) }, { try = true })
      router:update(app.front, { text = ("u"):rep(3000) .. round }, { try = true })
      app:open("m://item/" .. round .. "?q=" .. ("q"):rep(300))
      router:navigate("item", { cart = Cart { n = round } })
      after(100, function() seen = seen + 1 end)
      clock.advance "200ms"
      local text = app:saveState()
      app:diff(first or text, text)
      first = text
      app:undo(3) app:redo(2)
      pcall(function() app:restoreState(text) end)
      if plugged then app.main.router:twice "item" plugged("w") app:open "plugin://x" end
      local stop = app:record() router:navigate("item", nil, { try = true }) stop()
      coordinator("C" .. round) { routes = { ["r" .. round] = {}, home = {} }, links = { ["c://" .. round] = "go" } }
      app:launch(T)
      local t = app:coordinator "T"
      t:setBadge("a", ("b"):rep(200) .. round)
      t:select "b"
      t:setPages { page("a", "A" .. round), page("p" .. round, ("t"):rep(300)) }
      app:swipeBack() app:back() app:swipeDown()
      held[round] = { text, app:state(), app:events(), app:tree(), app.front, app:leaks() }
      print(round, seen, #held, app:screen())
    end

    """

  /// A plugin that is loaded at startup, and code that uses it.
  private static let plugin = """
    return { api = 1, name = "p", version = "1.0.0", summary = "Adds a few words", setup = function(host)
      host:operation("twice", {
        summary = "Goes to a route twice", parameters = { "route" },
        run = function(router, route) router:navigate(route) router:navigate(route) end,
      })
      host:link("plugin://x", function() end)
      host:global("plugged", function(text) return text .. text end)
    end }
    """

  private enum Way: CaseIterable {
    case run, code, prompt, test
  }

  private static func check(_ tool: Tool, _ way: Way, _ limit: [String]) throws {
    let (arguments, input): ([String], String) =
      switch way {
      case .run: (["run"] + limit + ["a.lua"], "")
      case .code: (limit + ["-e", everything], "")
      case .prompt: (limit, everything)
      case .test: (["test"] + limit + ["a.scenario.lua"], "")
      }
    let result = try tool.run(arguments, input: input)
    let description = "\(way) \(limit.joined(separator: " ")): \(result.code)"
    #expect([0, 1, 2].contains(result.code), "\(description) \(result.errors.suffix(500))")
    let text = result.errors + (way == .test ? result.output : "")
    if result.code != 0 {
      let sentences = [
        "not enough memory", "ran longer than", "timed out", "deadline", "no memory",
      ]
      #expect(sentences.contains { text.contains($0) }, "\(description) \(text.suffix(500))")
    }
    #expect(!text.contains("Fatal error"), "\(description) \(text.suffix(500))")
  }

  private static func run(memory: Int, timeouts: Int, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let scenario = "scenario 'a' { function(app)\n\(everything)\nend }"
    let tool = try Tool([
      "a.lua": everything, "a.scenario.lua": scenario, "plugins/p/plugin.lua": plugin,
    ])
    defer { tool.remove() }
    var ways = Way.allCases.makeIterator()
    func next() -> Way {
      if let way = ways.next() { return way }
      ways = Way.allCases.makeIterator()
      return .run
    }
    for step in 0..<memory {
      // The limits range from one byte to 64 MB. At most of them, a session may or may not fit.
      let exponent = 26 * (Double(step) + Double.random(in: 0..<1, using: &random)) / Double(memory)
      try check(tool, next(), ["--memory", "\(max(1, Int(exp2(exponent))))B", "--timeout", "1m"])
    }
    for step in 0..<timeouts {
      let exponent =
        11 * (Double(step) + Double.random(in: 0..<1, using: &random)) / Double(timeouts)
      try check(tool, next(), ["--timeout", "\(max(1, Int(exp2(exponent))))ms"])
    }
  }

  @Test func `a script that uses every feature ends with one clear message under any limits`()
    throws
  {
    let variables = ProcessInfo.processInfo.environment
    let isLong = variables["SIGNALBOX_FUZZ_TARGET"] == "limits"
    let seed = variables["SIGNALBOX_SEED"].flatMap { UInt64($0) } ?? 1
    try Self.run(memory: isLong ? 500 : 28, timeouts: isLong ? 200 : 12, seed: seed)
    if isLong { print("fuzz: limits: seed \(seed)") }
  }
}
