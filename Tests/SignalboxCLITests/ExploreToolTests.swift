import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Tests `signalbox explore` from the user's perspective.
@Suite struct ExploreToolTests {
  private static let app = """
    local Shop = coordinator "Shop" {
      routes = { list = { actions = { "Open" } }, product = { actions = { "Buy" } }, receipt = {} },
    }
    function Shop:start() self.router:startFlow "list" end
    function Shop:onOpen() self.router:navigate "product" end
    function Shop:onBuy() self.router:navigate "receipt" end
    application "Shop" { main = "Shop" }
    """
  private static let properties = """
    require "app"
    never "a receipt above a product" (function(app) return #app:stack() == 3 end)
    explore { cancelledSwipes = false }
    """
  private static let scenario = """
    -- Written by signalbox explore: a path that violates a property of shop.properties.lua.
    require "shop.properties"

    scenario "never \\"a receipt above a product\\"" { function(app)
      app:launch()
      app:tap("Open")
      -- Shop stack: + product
      app:tap("Buy")
      -- Shop stack: + receipt
      -- it holds here
      app:holds("a receipt above a product")
    end }

    """

  private func tool(_ files: [String: String] = [:]) throws -> Tool {
    try Tool(
      ["app.lua": Self.app, "shop.properties.lua": Self.properties].merging(files) { $1 })
  }

  private func text(_ result: Tool.Result) -> String {
    result.output.replacing(/in [0-9.]+ m?s/, with: "in 0 ms")
  }

  @Test
  func
    `a violation is printed with its path and saved as a scenario that fails until it is fixed`()
    throws
  {
    let tool = try tool()
    defer { tool.remove() }
    let result = try tool.run("explore")
    #expect(result.code == 1)
    #expect(
      text(result) == """
        shop.properties.lua

          ✗ never "a receipt above a product"                 violated in 2 actions
          ✓ no handler raises an error                        holds
          ✓ nothing stays alive after it has been removed     holds
          ✓ every state has an action that changes something  holds
          ✓ the start can be reached from everywhere          holds
          ✓ every route is reached                            holds
          ✓ equal states behave alike                         holds

        ✗ never "a receipt above a product" · shop.properties.lua:2
           1  app:tap("Open")
                Shop stack: + product
           2  app:tap("Buy")
                Shop stack: + receipt
          it holds here

            ┌──────────────────────────────┐
            │ ‹ product  receipt           │
            ├──────────────────────────────┤
            │                              │
            └──────────────────────────────┘

          written as counterexample-1.scenario.lua

        3 states · 6 transitions · depth 2 · every path in 0 ms


        """)
    let file = tool.folder.appending(path: "counterexample-1.scenario.lua")
    #expect(try Tool.text(of: file) == Self.scenario)
    #expect(try tool.run("test", "counterexample-1.scenario.lua").code == 1)
    let fixed = Self.app.replacing(
      "self.router:navigate \"receipt\"", with: "self.router:root \"receipt\"")
    try Data(fixed.utf8).write(to: tool.folder.appending(path: "app.lua"))
    // The path now ends in another state, and the property holds in that state.
    #expect(try tool.run("test", "counterexample-1.scenario.lua").code == 0)
  }

  @Test func `only an earlier counterexample of the same property is replaced`()
    throws
  {
    let tool = try tool(["counterexample-1.scenario.lua": "-- mine\n"])
    defer { tool.remove() }
    for _ in 1...2 {
      #expect(try tool.run("explore").output.contains("written as counterexample-2.scenario.lua"))
    }
    #expect(
      try Tool.text(of: tool.folder.appending(path: "counterexample-1.scenario.lua")) == "-- mine\n"
    )
    let names = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
    #expect(names.filter { $0.hasPrefix("counterexample") }.count == 2)
  }

  @Test func `the option --no-write writes no file, and the JSON contains the same results`() throws
  {
    let tool = try tool()
    defer { tool.remove() }
    let result = try tool.run("explore", "--no-write", "--json")
    #expect(result.code == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
    #expect(names.filter { $0.hasPrefix("counterexample") } == [])
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(object["states"] as? Int == 3)
    #expect(object["transitions"] as? Int == 6)
    #expect(object["exhaustive"] as? Bool == true)
    let properties = try #require(object["properties"] as? [[String: Any]])
    #expect(
      properties.map { $0["answer"] as? String } == ["violated"]
        + Array(repeating: "holds", count: 6)
    )
    let example = try #require(properties.first?["counterexample"] as? [String: Any])
    let steps = try #require(example["steps"] as? [[String: Any]])
    #expect(steps.map { $0["action"] as? String } == ["app:tap(\"Open\")", "app:tap(\"Buy\")"])
    #expect(
      steps.map { $0["changes"] as? [String] } == [
        ["Shop stack: + product"], ["Shop stack: + receipt"],
      ])
  }

  @Test func `with --json, counterexamples are also written, and the JSON names them`() throws {
    let tool = try tool()
    defer { tool.remove() }
    let result = try tool.run("explore", "--json")
    #expect(result.output.contains("\"scenario\":\"counterexample-1.scenario.lua\""))
    let file = tool.folder.appending(path: "counterexample-1.scenario.lua")
    #expect(try Tool.text(of: file) == Self.scenario)
  }

  @Test func `an application without properties is checked against the built-in rules`() throws {
    let tool = try tool()
    defer { tool.remove() }
    let result = try tool.run("explore", "--max-depth", "1", "app.lua")
    #expect(result.code == 0)
    #expect(
      result.output.contains(
        "✓ no handler raises an error                        holds up to depth 1\n"))
    #expect(
      result.output.contains(
        "? every route is reached                            undecided up to depth 1\n"))
  }

  @Test(arguments: [
    (["explore", "--max-depth", "0"], 64, "Error: --max-depth is 0, expected 1 or more."),
    (["explore", "--max-depth", "-1"], 64, "Error: --max-depth is -1, expected 1 or more."),
    (["explore", "--max-states", "-1"], 64, "Error: --max-states is -1, expected 1 or more."),
    (
      ["explore", "--time", "-1s"], 64,
      "Error: The value '-1s' is invalid for '--time <time>'\n"
        + "Help:  --time <time>  Stop after this time, such as 30s or 5m."
    ),
    (["explore", "-e", "x"], 64, "Error: -e cannot be combined with explore."),
    (
      ["explore", "missing.lua"], 2, "signalbox: cannot read missing.lua: no such file or directory"
    ),
    (
      ["explore", "empty"], 5,
      "signalbox: no file with the extension .properties.lua was found; pass a file: signalbox explore app.lua"
    ),
    (["explore", "broken.lua"], 2, "syntax error: <eof> expected near 'end'"),
    (["explore", "raises.properties.lua"], 1, "no luck"),
  ])
  func `an invalid exploration has an exit code and a message that states how to fix it`(
    arguments: [String], code: Int, message: String
  ) throws {
    let tool = try tool([
      "empty/readme.txt": "", "broken.lua": "end", "raises.properties.lua": "error 'no luck'",
    ])
    defer { tool.remove() }
    let result = try tool.run(arguments)
    #expect(result.code == Int32(code), "\(result)")
    #expect(result.errors.contains(message), "\(result)")
    #expect(result.output == "")
  }

  @Test func `a line or a title selects a property or a rule`() throws {
    let tool = try tool()
    defer { tool.remove() }
    let title = "shop.properties.lua::never \"a receipt above a product\""
    for place in ["shop.properties.lua:2", "./shop.properties.lua:3", title] {
      let result = try tool.run("explore", "--no-write", "--json", place)
      #expect(result.code == 1, "\(result)")
      #expect(result.output.components(separatedBy: "\"title\"").count == 2, "\(result)")
    }
    let rule = try tool.run(
      "explore", "--no-write", "shop.properties.lua::every route is reached")
    #expect(rule.code == 0)
    #expect(
      text(rule) == """
        shop.properties.lua

          ✓ every route is reached  holds

        3 states · 6 transitions · depth 2 · every path in 0 ms


        """)
  }

  @Test(arguments: [
    ("app.lua::nope", "signalbox: there is no property app.lua::nope; known: \"app.lua::"),
    (
      "app.lua::every route is reachd",
      "signalbox: there is no property app.lua::every route is reachd; did you mean "
        + "\"app.lua::every route is reached\"?\n"
    ),
    (
      "app.lua:0",
      "signalbox: app.lua:0 is before the first property of the file, which is on line 1\n"
    ),
  ])
  func `a line or a title without a property is rejected`(place: String, message: String) throws {
    let tool = try tool()
    defer { tool.remove() }
    for walks in [[], ["--random", "--runs", "1", "--seed", "1"]] {
      let result = try tool.run(["explore"] + walks + [place])
      #expect(result.code == 64, "\(result)")
      #expect(result.errors.hasPrefix(message), "\(result)")
      #expect(result.output == "")
    }
  }

  @Test func `a path to a screen that no coordinator declares names the nearest one`() throws {
    let tool = try tool()
    defer { tool.remove() }
    let result = try tool.run("path", "app.lua", "--to", "front = \"reciept\"")
    #expect(result.code == 5)
    #expect(result.output == "")
    #expect(
      result.errors.hasSuffix(
        "signalbox: No coordinator declares the screen \"reciept\"; did you mean \"receipt\"?\n"))
    let modal = try tool.run("path", "app.lua", "--to", "modal = \"reciept\"")
    #expect(modal.errors.hasSuffix("\"reciept\"; did you mean \"receipt\"?\n"), "\(modal)")
    let shortest = try tool.run("path", "app.lua", "--to", "front = \"receipt\"", "--shortest")
    #expect(shortest.code == 0)
    #expect(try tool.run("path", "app.lua", "--to", "x = 1", "--shortest", "--all").code == 64)
  }

  @Test(arguments: [
    ["explore"], ["path", "--to", "front = \"list\""], ["graph"], ["cover", "--write", "x"],
  ])
  func `an application in another process is rejected with what to do instead`(
    command: [String]
  ) throws {
    let tool = try tool()
    defer { tool.remove() }
    let result = try tool.run(command + ["app.lua", "--app", "./shop"])
    #expect(result.code == 64)
    #expect(
      result.errors.contains(
        "--app ./shop: an application in another process cannot be explored, because it cannot return to "
          + "earlier states. Explore its model in Lua, and run signalbox test --app ./shop --compare to "
          + "compare the application with the model;"))
  }

  // MARK: - Paths

  @Test
  func `the option --all prints a path to each state, shortest first, as one file that passes`()
    throws
  {
    let tool = try tool([
      "app.lua": """
      local Shop = coordinator "Shop" {
        routes = {
          list = { actions = { "Lamp", "Chair" } }, product = { args = { id = "integer" }, actions = { "Reviews" } },
          reviews = { actions = { "More" } },
        },
      }
      function Shop:start() self.router:startFlow "list" end
      function Shop:onLamp() self.router:navigate("product", { id = 1 }) end
      function Shop:onChair() self.router:navigate("product", { id = 2 }) end
      function Shop:onReviews() self.router:navigate "reviews" end
      function Shop:onMore() self.router:replaceRoot "product" end
      application "Shop" { main = "Shop" }
      """
    ])
    defer { tool.remove() }
    let goal = ["app.lua", "--to", "front = \"reviews\"", "--max-depth", "3"]
    let all = try tool.run(["path"] + goal + ["--all"])
    #expect(all.code == 0, "\(all)")
    #expect(
      all.output == """
        -- Written by signalbox explore: a path in app.lua.
        require "app"

        scenario "to front = \\"reviews\\"" { function(app)
          app:launch()
          app:tap("Lamp")
          -- Shop stack: + product { id = 1 }
          app:tap("Reviews")
          -- Shop stack: + reviews
          app:expect { front = "reviews", stack = { "list", "product", "reviews" } }
        end }

        scenario "to front = \\"reviews\\" (2)" { function(app)
          app:launch()
          app:tap("Chair")
          -- Shop stack: + product { id = 2 }
          app:tap("Reviews")
          -- Shop stack: + reviews
          app:expect { front = "reviews", stack = { "list", "product", "reviews" } }
        end }

        """)
    try Data(all.output.utf8).write(to: tool.folder.appending(path: "all.scenario.lua"))
    #expect(try tool.run("test", "all.scenario.lua", "-q").code == 0)
    let shortest = try tool.run(["path"] + goal + ["--shortest"])
    #expect(all.output.hasPrefix(shortest.output.dropLast(1)))
    #expect(try tool.run(["path"] + goal).output == shortest.output)
  }

  // MARK: - Limits

  @Test func `--time ends an exploration of endless states, and its results apply up to the limit`()
    throws
  {
    let tool = try tool([
      "app.lua": """
      local Endless = coordinator "Endless" { routes = { level = { actions = { "More" } } } }
      function Endless:start() self.router:startFlow "level" end
      function Endless:onMore() self.router:navigate "level" end
      application "Endless" { main = "Endless" }
      explore { ignore = { "traps" } }
      """
    ])
    defer { tool.remove() }
    let result = try tool.run("explore", "--no-write", "--time", "1ms", "app.lua")
    #expect(result.code == 0, "\(result)")
    #expect(text(result).contains("· within 0 ms in 0 ms\n"), "\(result)")
    #expect(
      result.output.contains(
        "holds within 1 ms"))
  }

  @Test
  func `an action that needs more than --memory is a violation, and the exploration continues`()
    throws
  {
    let tool = try tool([
      "app.lua": Self.app.replacing(
        "self.router:navigate \"receipt\"",
        with: "self.text = (\"x\"):rep(64 * 1024 * 1024) self.router:navigate \"receipt\"")
    ])
    defer { tool.remove() }
    let arguments = ["explore", "--no-write", "shop.properties.lua"]
    let result = try tool.run(arguments + ["--memory", "16M"])
    #expect(result.code == 1, "\(result)")
    #expect(
      result.output.contains("✗ no handler raises an error"), "\(result)")
    #expect(result.output.contains("(`--memory`)"), "\(result)")
    #expect(
      result.output.contains("2   app:tap(\"Buy\")")
        || result.output.contains("2  app:tap(\"Buy\")"))
    #expect(result.output.contains("2 states · "), "\(result)")
  }

  // MARK: - Coverage

  @Test
  func
    `coverage names a guard that rejects nothing and a pair of transitions that no path contains`()
    throws
  {
    let tool = try tool([
      "app.lua": """
      local Shop = coordinator "Shop" {
        routes = { list = { actions = { "Open" } }, product = { actions = { "Read" } }, reviews = {} },
      }
      function Shop:start() self.router:startFlow "list" end
      function Shop:onOpen() self.router:navigate "product" end
      function Shop:onRead()
        self.reads = math.min((self.reads or 0) + 1, 2)
        self.router:navigate("reviews", nil, { try = true })
      end
      application "Shop" { main = "Shop" }
      app:guard(function(request)
        if request.name == "reviews" and app.main.reads == 2 then return "only once" end
      end)
      app:guard(function(request)
        if request.name == "help" then return "not yet" end
      end)
      explore { cancelledSwipes = false, ignore = { "traps", "errors" } }
      """
    ])
    defer { tool.remove() }
    let result = try tool.run("explore", "--coverage", "--no-write", "app.lua")
    #expect(result.code == 0, "\(result)")
    #expect(
      text(result).contains(
        """
         coverage  routes 3/3 · transitions 2/2 · actions 2/2 · guards 1/2
        """), "\(result)")
    #expect(result.output.contains("app.lua:14 never rejected"), "\(result)")
    #expect(!result.output.contains("app.lua:11"))
    #expect(result.output.contains("Shop.reviews → Shop.product → Shop.reviews"), "\(result)")
  }

  // MARK: - Random paths and reports

  @Test func `paths to violations are shortened, and equal seeds print equal reports`() throws {
    let tool = try tool()
    defer { tool.remove() }
    let arguments = [
      "explore", "--random", "--runs", "20", "--seed", "3", "--no-write", "--coverage",
    ]
    let result = try tool.run(arguments)
    #expect(result.code == 1)
    #expect(
      result.output.contains(
        "✗ never \"a receipt above a product\"                 violated in 2 actions\n"))
    #expect(
      text(result).contains("3 states · 6 transitions · depth 2 · 20 random walks, seed 3, in 0 ms")
    )
    #expect(text(result).contains("coverage  routes 3/3 · transitions 2/2 · actions 2/2\n"))
    #expect(text(result).contains("pairs of transitions "))
    #expect(text(try tool.run(arguments)) == text(result))
  }

  @Test func `reports contain the result of each property and the recording of a counterexample`()
    throws
  {
    let tool = try tool()
    defer { tool.remove() }
    let result = try tool.run(
      "explore", "--reporter", "junit=out/explore.xml", "--reporter", "html=out/explore.html")
    #expect(result.code == 1)
    #expect(result.errors == "")
    let junit = try Tool.text(of: tool.folder.appending(path: "out/explore.xml"))
    #expect(junit.contains("<testsuites name=\"signalbox\" tests=\"7\" failures=\"1\""))
    #expect(junit.contains("name=\"never &quot;a receipt above a product&quot;\""))
    #expect(junit.contains("1. app:tap(\"Open\")  Shop stack: + product"))
    let trace = try #require(junit.firstMatch(of: /\[\[ATTACHMENT\|(.+)\]\]/)?.output.1)
    let shown = try tool.run("trace", "show", String(trace))
    #expect(shown.code == 0, "\(shown)")
    #expect(shown.output.contains("tap(\"Buy\")"))
    #expect(try tool.run("explore", "--no-write", "shop.properties.lua:2").code == 1)
    let html = try Tool.text(of: tool.folder.appending(path: "out/explore.html"))
    #expect(html.contains("href=\"#trace-1\""))
    #expect(html.contains("<h1>Properties</h1>"))
    #expect(
      html.contains(
        "Screens of shop.properties.lua: 3 of 3 reached · transitions: 4 of 4 taken"))
    #expect(html.contains("<div data-graph=\"graph-1\"></div>"))
  }

  @Test func `reports contain files that do not load, applications that do not start and errors`()
    throws
  {
    let tool = try tool([
      "broken.properties.lua": "end", "idle.properties.lua": "explore { cancelledSwipes = false }",
      "raises.properties.lua": ExploredFiles.raisingProperties,
    ])
    defer { tool.remove() }
    let result = try tool.run(
      "explore", "--no-write", "--reporter", "tap=explore.tap", "broken.properties.lua",
      "idle.properties.lua", "raises.properties.lua", "shop.properties.lua")
    #expect(result.code == 2, "\(result)")
    let tap = try Tool.text(of: tool.folder.appending(path: "explore.tap")).split(separator: "\n")
    #expect(
      tap.filter { $0.hasPrefix("not ok") }.map { $0.split(separator: " - ", maxSplits: 1)[1] } == [
        "broken.properties.lua loads",
        "raises.properties.lua the exploration ends without an error",
        "shop.properties.lua never \"a receipt above a product\"",
        "idle.properties.lua the exploration starts",
      ])
  }

  @Test func `a counterexample that cannot be written leaves the results and the reports`() throws {
    let tool = try tool(["other.properties.lua": "require \"app\"\n"])
    defer { tool.remove() }
    // A file is not written through a link.
    try FileManager.default.createSymbolicLink(
      atPath: tool.folder.appending(path: "counterexample-1.scenario.lua").path,
      withDestinationPath: "missing.lua")
    let result = try tool.run(
      "explore", "--reporter", "tap=explore.tap", "shop.properties.lua", "other.properties.lua")
    #expect(result.code == 1, "\(result)")
    #expect(result.errors.contains("cannot write counterexample-1.scenario.lua: "), "\(result)")
    #expect(result.output.contains("✗ never \"a receipt above a product\" · shop.properties.lua:2"))
    #expect(result.output.contains("other.properties.lua\n"))
    let tap = try Tool.text(of: tool.folder.appending(path: "explore.tap"))
    #expect(tap.contains("shop.properties.lua never \"a receipt above a product\""), "\(tap)")
  }

  /// A single Lua call that takes many seconds and cannot be stopped.
  private static let stuck = """
    local n, t = (1 << 18) - 1, {}
    for i = 1, (1 << 17) + 10 do t[i * n] = true end
    """

  @Test(arguments: ["while true do end", stuck])
  func `Ctrl-C while a later file loads keeps the reports of the explored files`(load: String)
    throws
  {
    // The output for the first file is longer than the buffer of standard output.
    let title = String(repeating: "the screen of a receipt ", count: 1000)
    let properties = (1...4).map { "never \"\($0) \(title)\" (function() end)\n" }
    let tool = try tool([
      "a.properties.lua": "require \"app\"\n" + properties.joined(),
      "z.properties.lua": load,
    ])
    defer { tool.remove() }
    let (code, errors) = try tool.interrupt(
      "explore", "--timeout", "1m", "--no-write", "--reporter", "tap=explore.tap",
      "a.properties.lua", "z.properties.lua"
    ) { process, output in
      // A process that waits for a reader does not load the second file.
      var text = ""
      while !text.contains("4 the screen") {
        let data = output.availableData
        try #require(!data.isEmpty, "\(text.suffix(200))")
        text += String(decoding: data, as: UTF8.self)
      }
      ProcessWork.await(process.processIdentifier)
      process.interrupt()
      _ = try output.readToEnd()
    }
    #expect(code == 130, "\(errors)")
    let tap = try Tool.text(of: tool.folder.appending(path: "explore.tap"))
    #expect(tap.contains("a.properties.lua never \"4 the screen"), "\(tap.suffix(200))")
  }

  @Test(arguments: [(SIGINT, "INT", 1), (SIGTERM, "TERM", 143), (SIGHUP, "HUP", 129)])
  func `a signal after a violation was found ends an exploration with complete reports`(
    signal: Int32, name: String, code: Int32
  ) throws {
    // An action sends the signal, so that it arrives after the violation was found.
    var tool = try Tool([
      "signalbox.lua": "return { plugins = { sig = { permissions = { \"run\" } } } }\n",
      "plugins/sig/plugin.lua": """
      return { name = "sig", version = "1.0.0", api = 1, summary = "", permissions = { "run" },
        setup = function(host)
          host:global("stop", function()
            run("/bin/sh", "-c", "[ -e sent ] || { : >sent; kill -\(name) $PPID; }")
          end)
        end }
      """,
      "grow.properties.lua": """
      local App = coordinator "App" {
        routes = { home = { actions = { "Grow" } }, third = { actions = { "Grow" } } },
      }
      function App:start() self.router:startFlow "home" end
      function App:onGrow()
        self.n = (self.n or 0) + 1
        if self.n == 3 then self.router:root "third" end
        if self.n > 6 then stop() end
      end
      application "App" { main = "App" }
      never "n is 3" (function(app) return app.main.n == 3 end)
      """,
    ])
    tool.isTrusted = true
    defer { tool.remove() }
    let result = try tool.run(
      "explore", "--no-write", "--reporter", "jsonl=r.jsonl", "--reporter", "junit=r.xml",
      "grow.properties.lua")
    #expect(result.code == code, "\(result)")
    #expect(result.errors == "")
    #expect(
      result.output.contains(
        """
        ✗ never "n is 3" · grow.properties.lua:11
           1  app:tap("Grow")
           2  app:tap("Grow")
           3  app:tap("Grow")
                App stack: - home + third
          it holds here

            ┌──────────────────────────────┐
            │            third             │
        """), "\(result)")
    #expect(result.output.contains(" until it was stopped in "), "\(result)")
    let lines = try Tool.text(of: tool.folder.appending(path: "r.jsonl")).split(separator: "\n")
    #expect(lines.last?.contains("\"exitCode\":\(code)") ?? false, "\(lines)")
    let junit = try Tool.text(of: tool.folder.appending(path: "r.xml"))
    #expect(junit.contains("3. app:tap(\"Grow\")  App stack: - home + third"), "\(junit)")
    try FileManager.default.removeItem(at: tool.folder.appending(path: "sent"))
    let json = try tool.run("explore", "--no-write", "--json", "grow.properties.lua")
    #expect(json.code == code, "\(json)")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(object["exhaustive"] as? Bool == false)
    let properties = try #require(object["properties"] as? [[String: Any]])
    #expect(properties.first?["answer"] as? String == "violated")
  }

  @Test(arguments: ["junit=/dev/full", "jsonl=/dev/full", "tap=app.lua/explore.tap"])
  func `a report that cannot be written fails an exploration without violations`(reporter: String)
    throws
  {
    let tool = try tool()
    defer { tool.remove() }
    let result = try tool.run("explore", "--max-depth", "1", "--reporter", reporter, "app.lua")
    #expect(result.code == 1)
    let path = reporter.split(separator: "=")[1]
    #expect(result.errors.hasPrefix("signalbox: cannot write \(path): "), "\(result)")
  }

  @Test(arguments: [
    (
      ["--reporter", "junti=out.xml", "app.lua"],
      "signalbox: there is no reporter \"junti\"; did you mean \"junit\"?\n"
    ),
    (
      ["--random", "--shard", "auto", "app.lua"],
      "signalbox: --shard auto: none of TEST_SHARD_INDEX, CI_NODE_INDEX, CIRCLE_NODE_INDEX, "
        + "BUILDKITE_PARALLEL_JOB is set, so the shard is unknown; pass the shard, such as "
        + "--shard 1/4\n"
    ),
  ])
  func `an unknown reporter or shard is reported before the exploration`(
    options: [String], message: String
  ) throws {
    let tool = try tool()
    defer { tool.remove() }
    #expect(try tool.run(["explore"] + options) == Tool.Result(errors: message, code: 64))
  }

  @Test func `the random paths of shards are combined to the output of an unsharded run`() throws {
    let tool = try tool()
    defer { tool.remove() }
    let random = ["explore", "--random", "--no-write", "--coverage", "shop.properties.lua"]
    let whole = try tool.run(random + ["--runs", "20", "--seed", "3"])
    for number in 1...2 {
      let shard = try tool.run(
        random + [
          "--runs", "20", "--seed", "3", "--shard", "\(number)/2", "--resume",
          "parts/\(number).walks",
        ])
      #expect(shard.code == 1, "\(shard)")
    }
    // The number of paths and the seed are those of the shards.
    let merged = try tool.run(random + ["--merge", "parts"])
    #expect(text(merged) == text(whole))
    #expect(merged.errors == "")
    let half = try tool.run(random + ["--merge", "parts/1.walks"])
    #expect(text(half) == text(whole))
    #expect(
      half.errors
        == "signalbox: 10 of 20 random paths are in none of the --merge files, "
        + "so they were taken now\n")
  }

  @Test(arguments: [
    (["--merge", "none"], 2, "cannot read none: no such file or directory"),
    (["--merge", "empty"], 2, "--merge empty: the folder has no file whose name ends in .walks"),
    (["--merge", "blank.walks"], 2, "--merge blank.walks: the file is empty"),
    (["--merge", "app.lua"], 1, "badArgument: --merge app.lua: line 1 is malformed"),
  ])
  func `a file without random paths is rejected`(
    options: [String], code: Int, message: String
  ) throws {
    let tool = try tool(["empty/readme.txt": "", "blank.walks": ""])
    defer { tool.remove() }
    let result = try tool.run(["explore", "--random", "shop.properties.lua"] + options)
    #expect(result.code == Int32(code), "\(result)")
    #expect(result.errors.contains(message), "\(result)")
  }

  @Test func `an exploration continues from its file, even after an incomplete line`()
    throws
  {
    let tool = try tool()
    defer { tool.remove() }
    let whole = try tool.run("explore", "--no-write", "--resume", "states", "shop.properties.lua")
    let file = tool.folder.appending(path: "states")
    let lines = try Tool.text(of: file)
    #expect(lines.split(separator: "\n").count == 4)
    try Data(lines.utf8.dropLast(40)).write(to: file)
    let resumed = try tool.run(
      "explore", "--no-write", "-j", "2", "--resume", "states", "shop.properties.lua")
    #expect(text(resumed) == text(whole))
    #expect(try Tool.text(of: file).split(separator: "\n").count == 4)
    try Data("nothing\n".utf8).write(to: file)
    let broken = try tool.run("explore", "--resume", "states", "shop.properties.lua")
    #expect(broken.code == 1)
    #expect(broken.errors.contains("badArgument: --resume states: line 1 is malformed"))
  }

  @Test(arguments: [
    (["--runs", "3"], "Error: --runs requires --random. Without --random, all paths are taken."),
    (["--random", "--runs", "0"], "Error: --runs is 0, expected 1 or more."),
    (
      ["--random", "-j", "2"],
      "Error: -j cannot be combined with --random. Use --shard for several processes."
    ),
    (["--merge", "x"], "Error: --merge requires --random. Without --random, all paths are taken."),
    (
      ["--random", "--merge", "x", "--shard", "1/2"],
      "Error: --merge cannot be combined with --shard: it combines the random paths of all shards."
    ),
    (
      ["--random", "--merge", "x", "--resume", "y"],
      "Error: --resume cannot be combined with --merge: the files of the shards already contain "
        + "the paths."
    ),
    (
      ["--random", "--shard", "1/2", "--reporter", "blob=x"],
      "Error: --reporter blob cannot be combined with --shard:"
    ),
    (
      ["--random", "--merge", "x", "app.lua", "shop.properties.lua"],
      "signalbox: --merge x requires one file, got 2"
    ),
    (["--reporter", "junit"], "Error: --reporter junit requires a file: --reporter junit=PATH."),
    (
      ["--resume", "x", "app.lua", "shop.properties.lua"],
      "signalbox: --resume x requires one file, got 2"
    ),
  ])
  func `options that contradict each other are rejected`(options: [String], message: String) throws
  {
    let tool = try tool()
    defer { tool.remove() }
    let result = try tool.run(["explore"] + options)
    #expect(result.code == 64, "\(result)")
    #expect(result.errors.contains(message), "\(result)")
  }

  // MARK: - Graph

  @Test func `a graph contains the screens, the transitions and the items that no path reaches`()
    throws
  {
    let tool = try tool([
      "app.lua": Self.app.replacing("receipt = {}", with: "receipt = {}, help = {}")
    ])
    defer { tool.remove() }
    let result = try tool.run("graph", "app.lua")
    #expect(result.code == 0)
    #expect(
      result.output == """
        digraph {
          node [shape=box, style=rounded];
          subgraph cluster_0 {
            label="Shop";
            n0 [label="list"];
            n1 [label="product ↻1"];
            n2 [label="receipt ↻1"];
            n3 [label="help", style="rounded,dashed"];
          }
          n0 -> n1 [label="tap Open"];
          n1 -> n2 [label="tap Buy"];
          n1 -> n0 [label="back, swipe back"];
          n2 -> n1 [label="back, swipe back"];
        }

        """)
    #expect(result.errors.hasPrefix("signalbox: 3 states · "))
  }

  @Test func `a graph of an exploration that an error ended is written, and the command fails`()
    throws
  {
    let tool = try tool(["raises.properties.lua": ExploredFiles.raisingProperties])
    defer { tool.remove() }
    let result = try tool.run("graph", "raises.properties.lua", "--format", "mermaid")
    #expect(result.code == 1, "\(result)")
    #expect(result.errors.contains("no luck"), "\(result)")
    #expect(result.output.contains("product"), "\(result)")
  }

  @Test func `the recordings of a test run color a graph`() throws {
    let tool = try tool([
      "a.scenario.lua": """
      require "app"
      scenario "opens" { function(app) app:launch() app:tap "Open" app:back() app:tap "Open" end }
      """
    ])
    defer { tool.remove() }
    #expect(try tool.run("test", "a.scenario.lua", "--trace", "on", "-q").code == 0)
    let dot = try tool.run("graph", "app.lua", "--traces", ".signalbox/out")
    #expect(dot.code == 0, "\(dot)")
    #expect(
      dot.output == """
        digraph {
          node [shape=box, style=rounded];
          subgraph cluster_0 {
            label="Shop";
            n0 [label="list ×2", color="#1a7f37", fontcolor="#1a7f37"];
            n1 [label="product ↻1 ×2", color="#1a7f37", fontcolor="#1a7f37"];
            n2 [label="receipt ↻1", color="#c62828", fontcolor="#c62828"];
          }
          n0 -> n1 [label="tap Open ×2", color="#1a7f37", fontcolor="#1a7f37"];
          n1 -> n2 [label="tap Buy", color="#c62828", fontcolor="#c62828"];
          n1 -> n0 [label="back, swipe back ×1", color="#1a7f37", fontcolor="#1a7f37"];
          n2 -> n1 [label="back, swipe back", color="#c62828", fontcolor="#c62828"];
        }

        """)
    func graph(_ format: String) throws -> String {
      try tool.run("graph", "app.lua", "--traces", ".signalbox/out", "--format", format).output
    }
    #expect(
      try graph("mermaid").hasSuffix(
        """
          classDef used stroke:#1a7f37
          classDef unused stroke:#c62828
          class n0,n1 used
          linkStyle 0,2 stroke:#1a7f37
          class n2 unused
          linkStyle 1,3 stroke:#c62828

        """))
    #expect(
      try graph("txt") == """
        Shop
          list  ×2
            ▸ product  tap Open ×2
          product  ×2
            ↻ swipe back, cancelled
            ▸ receipt  tap Buy  never taken
            ▸ list  back, swipe back
          receipt  never in front
            ↻ swipe back, cancelled
            ▸ product  back, swipe back  never taken

        """)
    #expect(
      try graph("json").contains(
        #"{"actions":["app:tap(\"Open\")"],"runs":2,"source":0,"target":1}"#))
    let svg = try graph("svg")
    #expect(svg.contains("class=\"screen-graph is-run\""))
    #expect(
      svg.contains("<title>Shop.receipt: 1 state, never in front in the recordings; 1 transition"))
    #expect(svg.contains("Shop.list → Shop.product: tap Open (×2 in the recordings)"))
    let missing = try tool.run("graph", "app.lua", "--traces", "nothing")
    #expect(missing.code == 2)
    #expect(missing.output == "")
  }

  @Test(arguments: [
    ("graph.svg", "<?xml version=\"1.0\""), ("graph.html", "<!doctype html>"),
    ("folder/graph.mmd", "flowchart TD\n"), ("graph.puml", "@startuml\n"),
    ("graph.json", "{\"screens\":["),
  ])
  func `the file name extension determines the format of a graph`(path: String, start: String)
    throws
  {
    let tool = try tool()
    defer { tool.remove() }
    let result = try tool.run("graph", "app.lua", "--output", path)
    #expect(result.code == 0, "\(result)")
    #expect(result.output == "")
    #expect(try Tool.text(of: tool.folder.appending(path: path)).hasPrefix(start))
  }

  @Test func `a graph is converted to PNG by a program, or the error names the program to install`()
    throws
  {
    let tool = try tool()
    defer { tool.remove() }
    let missing = try tool.run(
      "graph", "app.lua", "--output", "a.png", environment: ["PATH": tool.folder.path])
    #expect(missing.code == 1)
    #expect(missing.errors.contains("no program that converts SVG to PNG is installed"))
    try tool.addProgram(
      "rsvg-convert", "while [ \"$1\" != --output ]; do shift; done\ncp \"$3\" \"$2\"")
    let result = try tool.run(
      "graph", "app.lua", "--output", "b.png",
      environment: ["PATH": "\(tool.folder.path):/usr/bin:/bin"])
    #expect(result.code == 0, "\(result)")
    let drawn = try Tool.text(of: tool.folder.appending(path: "b.png"))
    #expect(drawn.contains("<svg xmlns="))
  }

  @Test(arguments: [
    (
      ["graph", "app.lua", "--output", "graph.gif"], 64,
      "Error: graph.gif does not end in .svg, .png, .html, .dot, .mmd, .puml, .json or .txt. Specify a "
    ),
    (
      ["graph", "app.lua", "--format", "gif"], 64,
      "Error: The value 'gif' is invalid for '--format <format>'"
    ),
    (["graph", "app.lua", "--format", "png"], 64, "--format png requires --output FILE."),
    (["graph", "missing.lua"], 2, "cannot read missing.lua: no such file or directory"),
    (["graph", "idle.lua"], 1, "noApplication: launch"),
  ])
  func `an invalid option for a graph has an exit code and a message that states how to fix it`(
    arguments: [String], code: Int, message: String
  ) throws {
    let tool = try tool(["idle.lua": "x = 1"])
    defer { tool.remove() }
    let result = try tool.run(arguments)
    #expect(result.code == Int32(code), "\(result)")
    #expect(result.errors.contains(message), "\(result)")
    #expect(result.output == "")
  }
}
