import Foundation
import Testing

/// Tests `signalbox plugin`, `signalbox doctor`, `--plugin`, `--allow` and `signalbox.lua`.
struct PluginCommandTests {
  private static let works = """
    return { name = "works", version = "1.2.3", api = 1, summary = "Works", license = "MIT",
      permissions = { "env:CI" }, setup = function(host, options)
        host:global("told", options) host:renderer("dot", { summary = "A dot", render = function() return "." end })
      end, teardown = function() print "over" end }
    """
  private static let broken = "return { name = \"broken\", version = \"1.0.0\", api = 9 }"

  private func tool(_ more: [String: String] = [:]) throws -> Tool {
    var tool = try Tool(
      [
        "plugins/works/plugin.lua": Self.works,
        "signalbox.lua":
          "return { plugins = { works = { permissions = { \"env:CI\" }, options = { a = { 1, \"b\" } } } } }\n",
      ].merging(more) { _, new in new })
    tool.isTrusted = true
    return tool
  }

  @Test func `the command plugin new writes a plugin that loads and whose scenario passes`() throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    let files = ["plugin.lua", "lua/init.lua", "scenarios/my-list.scenario.lua", "health.lua"]
    let more = ["library/my-list.d.lua", "README.md"]
    let wrote = (files + more).map { "wrote plugins/my-list/\($0)\n" }.joined()

    #expect(
      try tool.run("plugin", "new", "my-list")
        == Tool.Result(wrote + "Try it: signalbox test plugins/my-list\n"))
    #expect(try tool.run("-e", "print(myListGreeting())") == Tool.Result("hello, world\n"))
    #expect(try tool.run("test").output.hasPrefix(" 1 passed   1 of 1 scenario"))
    #expect(try tool.run("doctor").code == 0)
    #expect(
      try tool.run("plugin", "new", "my-list")
        == Tool.Result(
          errors: "signalbox: plugin new: plugins/my-list already exists; choose another name\n",
          code: 2))
    #expect(
      try tool.run("plugin", "new", "../x")
        == Tool.Result(
          errors:
            "signalbox: plugin new: \"../x\" is not a valid name; use letters, digits, - and _, starting with a letter\n",
          code: 2))
  }

  @Test func `the command plugin list evaluates manifests without functions`() throws {
    let tool = try tool([
      "plugins/broken/plugin.lua": Self.broken,
      "plugins/loops/plugin.lua": "while true do end",
      "plugins/made/plugin.lua":
        "local made = { name = \"made\", version = \"0.1.\" .. 2, api = 1, summary = \"\" }\nreturn made",
      "plugins/reads/plugin.lua": "return require \"reads.manifest\"",
    ])
    defer { tool.remove() }
    let result = try tool.run("plugin", "list")
    let own = result.output.split(separator: "\n").filter { !$0.contains("(bundled)") }
      .map { $0.replacing(/\ +/, with: " ") }

    #expect(result.code == 1)
    #expect(
      own == [
        "broken - rejected plugins/broken",
        " ✗ plugin \"broken\" is rejected: its api is 9, expected 1",
        " use a version of the plugin for api 1, or a version of Signalbox for api 9",
        "loops - unknown plugins/loops",
        "made 0.1.2 at start plugins/made",
        "reads - unknown plugins/reads",
        "works 1.2.3 at start plugins/works env:CI",
      ])
    let json = try tool.run("plugin", "list", "--json")
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let plugins = try #require(root["plugins"] as? [[String: Any]])
    let states = plugins.filter { $0["isBundled"] as? Bool == false }.map {
      "\($0["name"] ?? "") \($0["state"] ?? "")"
    }
    #expect(
      states == [
        "broken rejected", "loops unknown", "made at start", "reads unknown", "works at start",
      ])
    #expect(json.code == 1)
  }

  @Test func `a plugin of the project does not load at startup if its settings say so`() throws {
    let tool = try Tool([
      "plugins/todo/plugin.lua":
        "return { name = \"todo\", version = \"1.0.0\", api = 1, summary = \"\" }",
      "plugins/todo/lua/todo/init.lua": "print \"loaded\" return { setup = function() end }",
      "signalbox.lua": "return { plugins = { todo = { load = false } } }",
    ])
    defer { tool.remove() }
    #expect(try tool.run("-e", "print(1)") == Tool.Result("1\n"))
    let list = try tool.run("plugin", "list").output.split(separator: "\n")
      .first { $0.hasPrefix("todo") }?.replacing(/\ +/, with: " ")
    #expect(list == "todo 1.0.0 available plugins/todo")
    try Data("return { plugins = { tody = { load = false } } }".utf8)
      .write(to: tool.folder.appending(path: "signalbox.lua"))
    #expect(
      try tool.run("-e", "print(1)").errors.contains(
        "\"tody\" is rejected: there is no such plugin"))
    try Data("return { plugins = { repl = { permissions = { \"run\" } } } }".utf8)
      .write(to: tool.folder.appending(path: "signalbox.lua"))
    #expect(
      try tool.run("-e", "print(1)").errors.contains(
        "plugins: repl is the prompt, not a plugin; move its settings to the table repl"))
  }

  @Test func `the command plugin info shows a plugin's manifest, permissions and additions`() throws
  {
    let tool = try tool()
    defer { tool.remove() }
    #expect(
      try tool.run("plugin", "info", "works")
        == Tool.Result(
          """
          works 1.2.3 · Works
            path     plugins/works
            state    loaded
            license  MIT
            permits  env:CI (granted)
            adds     global told
                     renderer dot: A dot

          """))
    let none = try tool.run("plugin", "info", "work")
    #expect(
      none
        == Tool.Result(
          errors: "signalbox: plugin \"work\" is rejected: there is no such plugin; did you mean "
            + "\"works\"?\n", code: 2))
    #expect(
      try tool.run("plugin", "info", "--json", "works").output.contains("\"name\":\"works\""))
  }

  @Test func `a run reports rejected plugins, continues, and tears down the loaded plugins`() throws
  {
    let tool = try tool(["plugins/broken/plugin.lua": Self.broken])
    defer { tool.remove() }
    #expect(
      try tool.run("-e", "print(told.a[1], told.a[2], app:render 'dot')")
        == Tool.Result(
          "1\tb\t.\nover\n",
          errors: """
            ✗ plugin "broken" is rejected: its api is 9, expected 1
              use a version of the plugin for api 1, or a version of Signalbox for api 9

            """, code: 2))
  }

  @Test(arguments: [
    (
      "return { plugin = {} }",
      "1: the configuration has no key \"plugin\"; did you mean \"plugins\"?"
    ),
    (
      "return { plugins = 1 }",
      "1: the configuration: plugins is 1, expected a table of tables, keyed by name"
    ),
    ("return {\n  plugins = { x = 1 } }", "2: plugins.x is 1, expected a table"),
    (
      "return { plugins = {\n  x = {\n    permisions = {} } } }",
      "3: plugins.x has no key \"permisions\"; did you mean \"permissions\"?"
    ),
    (
      "return { plugins = { [\"x\"] = {\n  load = true, permissions = {\n  \"env:CI\", \"net\" } } } }",
      "2: plugins.x: permissions[2] is \"net\", expected fs:read:DIR, fs:write:DIR, env:NAME or run"
    ),
    (
      "-- return {\nlocal load = \"no\"\nreturn { plugins = { x = { load = load } } }",
      "3: plugins.x: load is \"no\", expected true or false"
    ),
    ("return {\n  plugins = {", "2: unexpected symbol near <eof>"),
    ("return 1", "1: the configuration is 1, expected a table: return { test = { … } }"),
    (
      "return {\n  repl = { shell = os.getenv 'X' } }",
      "2: attempt to index a nil value (global 'os'); a data file can only return a table; it cannot call functions"
    ),
    (
      "return { repl = {}, test = function() end }",
      "1: badArgument: value.test is a function, expected plain data (boolean, number, string or a "
        + "table of them)"
    ),
    ("while true do end", "1: timed out: the file ran longer than 2 s"),
  ])
  func `errors in the configuration file are reported with their lines`(
    text: String, expected: String
  ) throws {
    let tool = try Tool(["signalbox.lua": text])
    defer { tool.remove() }
    #expect(
      try tool.run("-e", "")
        == Tool.Result(errors: "signalbox: signalbox.lua:\(expected)\n", code: 2))
    let doctor = try tool.run("doctor")
    let advised = expected.replacing("; ", with: "\n      ", maxReplacements: 1)
    #expect(doctor.output.contains("  ✗ signalbox.lua:\(advised)\n"))
    #expect(doctor.code == 1)
  }

  @Test func `the command doctor runs the plugins' checks and ends with 1 if one reports an error`()
    throws
  {
    let tool = try tool([
      "plugins/works/health.lua": """
      return function(health)
        health.start("files") health.ok("all there") health.info("two of them")
        health.warn("one is old", "write it anew") health.error("one is lost", "look for it", "or not")
      end
      """
    ])
    defer { tool.remove() }
    let result = try tool.run("doctor")
    #expect(
      result.output.hasSuffix(
        """

        plugins
          ✓ works 1.2.3 (plugins/works)

        plugin works
          files
          ✓ all there
          · two of them
          ! one is old
              write it anew
          ✗ one is lost
              look for it
              or not

        """))
    #expect(result.output.contains("  ✓ signalbox.lua is read\n"))
    #expect(result.code == 1)
    let json = try tool.run("doctor", "--json")
    #expect(json.output.hasPrefix("{\"errors\":1,"))
    #expect(json.code == 1)
    try tool.write("return 1", to: "plugins/works/health.lua")
    #expect(
      try tool.run("doctor").output.contains(
        "  ✗ its health.lua failed: health.lua returned number, expected a function; end the file with: return "
          + "function(health) … end\n"))
  }

  @Test func `the command doctor ends during a plugin call that cannot be stopped`() throws {
    let tool = try tool([
      "plugins/works/health.lua": """
      return function(health)
        local n, t = (1 << 18) - 1, {}
        for i = 1, (1 << 17) + 10 do t[i * n] = true end
      end
      """
    ])
    defer { tool.remove() }
    let result = try tool.run("--timeout", "2s", "doctor")
    #expect(
      result.errors.hasPrefix(
        "signalbox: timed out: health.lua of plugin works did not stop, so the process ends: "))
    #expect(result.code == 1)
  }

  @Test func `the command line can grant permissions to one plugin or to all plugins`() throws {
    let tool = try Tool(["plugins/works/plugin.lua": Self.works])
    defer { tool.remove() }
    for permission in ["env:CI", "works=env:CI"] {
      #expect(try tool.run("--allow", permission, "-e", "print(told)").code == 0)
    }
    #expect(try tool.run("--allow", "other=env:CI", "-e", "").code == 2)
    #expect(try tool.run("--allow", "net", "-e", "").code == 64)
    #expect(
      try tool.run("--plugin", "work", "-e", "").errors.hasSuffix(
        "✗ plugin \"work\" is rejected: there is no such plugin\n  did you mean \"works\"?\n"))
  }

  @Test func `a reporter of a plugin can report a run of scenarios`() throws {
    let tool = try Tool([
      "plugins/lines/plugin.lua": """
      return { name = "lines", version = "1.0.0", api = 1, summary = "", setup = function(host)
        host:reporter("lines", {
          start = function(run) return run.scenarios .. " scenarios\\n" end,
          scenario = function(result) return result.scenario.name .. ": " .. result.status .. "\\n" end,
          finish = function(summary) error("done with " .. summary.counts.passed) end,
        })
      end }
      """,
      "a.scenario.lua":
        "scenario \"one\" { function() end }\nscenario \"two\" { function() end }\n",
    ])
    defer { tool.remove() }
    let expected = """
      2 scenarios
      one: passed
      two: passed
      reporter "lines": finish failed: plugins/lines/plugin.lua:5: done with 2

      """
    #expect(
      try tool.run("test", "--no-shuffle", "-j", "1", "--reporter", "lines")
        == Tool.Result(expected))
    _ = try tool.run("test", "--no-shuffle", "-j", "2", "--reporter", "lines=out.txt")
    let file = tool.folder.appending(path: "out.txt")
    #expect(try String(contentsOf: file, encoding: .utf8) == expected)
    #expect(
      try tool.run("test", "--reporter", "linse")
        == Tool.Result(
          errors: "signalbox: there is no reporter \"linse\"; did you mean \"lines\"?\n", code: 64))
  }
}
