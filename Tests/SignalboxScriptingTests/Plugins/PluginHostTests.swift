import Signalbox
import SignalboxScripting
import Testing

struct PluginHostTests {
  private static let manifest = PluginFixture.manifest

  // MARK: - Order

  @Test func `plugins are set up in byte order of their names, each after its dependencies`()
    throws
  {
    func manifest(_ name: String, _ dependencies: String...) -> String {
      PluginFixture.manifest(
        name, dependencies: dependencies, setup: "print(\"\(name)\")")
    }
    let fixture = try PluginFixture([
      "B/plugin.lua": manifest("B"), "a/plugin.lua": manifest("a", "z", "d"),
      "c/plugin.lua": manifest("c"), "d/plugin.lua": manifest("d", "z"),
      "z/plugin.lua": manifest("z"),
    ])

    #expect(fixture.reports == [])
    #expect(fixture.loaded == ["B", "z", "d", "a", "c"])
    #expect(fixture.takePrinted() == fixture.loaded)
  }

  @Test func `bundled plugins load when a script requires them or a plugin depends on them`() throws
  {
    let bundled = [
      "links/plugin.lua": PluginFixture.manifest("links", setup: "print \"set up\""),
      "links/lua/init.lua": "print('loaded', ...) return { name = 'links' }",
    ]
    let required = try PluginFixture(bundled: bundled)
    #expect(required.loaded == [])
    #expect(
      try required.run("print(require('links').name, require('links') == require('links'))") == [
        "set up", "loaded\tlinks\t(bundled)/links/lua/init.lua", "links\ttrue",
      ])
    #expect(required.loaded == ["links"])

    let needed = try PluginFixture(
      ["a/plugin.lua": PluginFixture.manifest("a", dependencies: ["links"])], bundled: bundled)
    #expect(needed.loaded == ["links", "a"])

    let named = try PluginFixture(
      bundled: bundled,
      configuration: PluginConfiguration(libraries: [], start: ["links", "linsk"]))
    #expect(named.loaded == ["links"])
    #expect(
      named.reports == [
        "plugin \"linsk\" is rejected: there is no such plugin; did you mean \"links\"?"
      ])
  }

  @Test func `a plugin of the project replaces a bundled plugin with the same name`() throws {
    let fixture = try PluginFixture(
      ["links/plugin.lua": PluginFixture.manifest("links", setup: "host:global('mine', true)")],
      bundled: ["links/plugin.lua": PluginFixture.manifest("links")])
    #expect(try fixture.run("print(mine)") == ["true"])
    #expect(fixture.session.plugins.loaded.map(\.replacesBundled) == [true])
    #expect(fixture.reports == [])
  }

  @Test func `requiring a rejected plugin raises its report`() throws {
    let fixture = try PluginFixture(bundled: [
      "links/plugin.lua": PluginFixture.manifest(
        "links", setup: "host:global('x', 1) local y = nil + 1")
    ])
    let report =
      "plugin \"links\" is rejected: setup failed: attempt to perform arithmetic on a nil value; fix "
      + "the error, or remove the plugin"
    for _ in 1...2 {
      #expect(fixture.failure(of: "require 'links'") == "(bundled)/links/plugin.lua:3: " + report)
    }
    #expect(try fixture.run("print(x)") == ["nil"])
    #expect(fixture.reports == ["(bundled)/links/plugin.lua:3: " + report])
  }

  // MARK: - Modules and environments

  @Test func `a plugin has its own globals, and other scripts receive a view of its module`() throws
  {
    let fixture = try PluginFixture([
      "todo/plugin.lua": PluginFixture.manifest(
        "todo", setup: "secret = 'plugin' todo = require 'todo' todo.count = 1"),
      "todo/lua/init.lua": """
      local inner = require 'todo.inner'
      local M = setmetatable({ list = { "a", { "b" } }, kind = { name = "kind" } },
        { __call = function(self, x) return x, self.count end })
      function M.global() return secret, inner end
      function M.is(kind) return kind == M.kind end
      function M.add(text) M.list[#M.list + 1] = text end
      return M
      """,
      "todo/lua/inner.lua": "inner = 'global' return 'inner'",
    ])

    #expect(fixture.reports == [])
    #expect(
      try fixture.run(
        """
        local todo = require "todo"
        print(secret, inner, todo.global())
        print(todo.count, #todo.list, todo.list[2][1], todo("called"), todo.is(todo.kind))
        todo.add("c")
        for index, value in ipairs(todo.list) do print(index, type(value)) end
        local keys = {}
        for key in pairs(todo) do keys[#keys + 1] = key end
        table.sort(keys) print(table.concat(keys, " "))
        print(todo.list == todo.list, require "todo.inner")
        for _, change in ipairs {
          function() todo.count = 2 end, function() todo.list[1] = "x" end,
          function() rawset(todo, "count", 2) end, function() table.insert(todo.list, "x") end,
          function() table.sort(todo.list) end, function() setmetatable(todo, nil) end,
          function() todo.list[2][1] = "x" end, function() table.remove(todo.list) end,
        } do print((select(2, pcall(change)))) end
        print(todo.count, todo.list[1], #todo.list, getmetatable(todo))
        """) == [
          "nil\tnil\tplugin\tinner", "1\t2\tb\tcalled\ttrue", "1\tstring", "2\ttable",
          "3\tstring", "add count global is kind list", "true\tinner",
          "test.lua:11: \"todo\" is read-only here: only its owner can change it",
          "test.lua:11: \"todo\" is read-only here: only its owner can change it",
          "test.lua:12: the library table \"todo\" is read-only",
          "\"todo\" is read-only here: only its owner can change it",
          "attempt to compare table with string",
          "test.lua:13: cannot change a protected metatable",
          "test.lua:14: \"todo\" is read-only here: only its owner can change it",
          "\"todo\" is read-only here: only its owner can change it", "1\ta\t3\tfalse",
        ])
  }

  @Test func `the view of a module can be passed as an argument or option`() throws {
    let fixture = try PluginFixture([
      "todo/plugin.lua": PluginFixture.manifest("todo"),
      "todo/lua/init.lua":
        "return { args = { id = 7, list = { 1, 2 } }, style = { style = 'sheet' } }",
    ])
    #expect(
      try fixture.run(
        """
        coordinator "Shop" { routes = { item = {} },
          start = function(self) self.router:startFlow("item", require "todo".args) end }
        app:launch "Shop"
        print(app:tree())
        """) == ["Shop  item { id = 7, list = { 1, 2 } }      ← front"])
  }

  @Test func `a plugin can require only its own modules and those of its dependencies`() throws {
    let fixture = try PluginFixture(
      [
        "a/plugin.lua": PluginFixture.manifest(
          "a", dependencies: ["b"],
          setup: """
            print(require("b").name)
            print((select(2, pcall(require, "c"))))
            print((select(2, pcall(require, "helper"))))
            print((select(2, pcall(require, "a.none"))))
            print((select(2, pcall(require, "a..x"))))
            """),
        "b/plugin.lua": PluginFixture.manifest("b"), "b/lua/init.lua": "return { name = 'b' }",
        "c/plugin.lua": PluginFixture.manifest("c"),
        "d/plugin.lua": "require 'b' " + PluginFixture.manifest("d"),
      ], modules: ["helper": "return {}"])

    #expect(
      fixture.takePrinted() == [
        "b",
        "plugins/a/plugin.lua:4: require: plugin \"a\" does not depend on \"c\"; add \"c\" to "
          + "dependencies in plugins/a/plugin.lua",
        "plugins/a/plugin.lua:5: require: plugin \"a\" does not depend on \"helper\"; "
          + "add \"helper\" to dependencies in plugins/a/plugin.lua",
        "plugins/a/plugin.lua:6: require: module \"a.none\" not found:\n  no file "
          + "plugins/a/lua/none.lua\n  no file plugins/a/lua/none/init.lua",
        "plugins/a/plugin.lua:7: require: module \"a..x\" not found:",
      ])
    #expect(
      fixture.reports == [
        "plugin \"d\" is rejected: its code requires plugin \"b\", which is not among its "
          + "dependencies; "
          + "add \"b\" to dependencies in plugins/d/plugin.lua"
      ])
    #expect(
      fixture.failure(of: "require 'bb'").hasSuffix(
        "no file lib/bb.lua\n  no plugin \"bb\"; did you mean \"b\"?"))
  }

  @Test func `a script's own module takes precedence over a plugin with the same name`() throws {
    let fixture = try PluginFixture(
      bundled: [
        "links/plugin.lua": PluginFixture.manifest("links"),
        "links/lua/init.lua": "return 'plugin'",
      ], modules: ["links": "return 'own'"])
    #expect(try fixture.run("print(require 'links')") == ["own"])
    #expect(fixture.loaded == [])
  }

  // MARK: - Life cycle

  @Test func `plugins are torn down in reverse order, and all of their registrations are removed`()
    throws
  {
    func manifest(_ name: String) -> String {
      PluginFixture.manifest(
        name, setup: "host:global('\(name)', 1) host:style('s\(name)', {}) kept = host",
        more:
          "teardown = function() print('end of \(name)', pcall(kept.global, kept, 'x\(name)', 1)) end"
      )
    }
    let fixture = try PluginFixture([
      "a/plugin.lua": manifest("a"), "b/plugin.lua": manifest("b"),
      "c/plugin.lua": PluginFixture.manifest("c", more: "teardown = function() error('no') end"),
    ])
    #expect(try fixture.run("print(a, b)") == ["1\t1"])
    let failures = fixture.session.tearDownPlugins()

    #expect(fixture.takePrinted() == ["end of b\ttrue", "end of a\ttrue"])
    #expect(fixture.registries == [])
    #expect(try fixture.run("print(a, b, xa, xb)") == ["nil\tnil\tnil\tnil"])
    #expect(
      failures.map(\.description)
        == ["plugins/c/plugin.lua:4: teardown of plugin \"c\" failed: no"])
    fixture.session.close()
    #expect(fixture.takePrinted() == [])
  }

  @Test
  func `the manifest, setup, teardown and health check of a plugin end at the limit for plugins`()
    throws
  {
    let loop = "function() while true do end end"
    let fixture = try PluginFixture(
      [
        "loads/plugin.lua": "while true do end",
        "setsup/plugin.lua": PluginFixture.manifest("setsup", setup: "while true do end"),
        "tears/plugin.lua": PluginFixture.manifest("tears", more: "teardown = \(loop)"),
        "tears/health.lua": "return \(loop)",
      ], configuration: PluginConfiguration(libraries: [], timeout: .seconds(3)))
    #expect(fixture.loaded == ["tears"])
    #expect(fixture.session.plugins.rejections.map(\.error.kind) == [.timeout, .timeout])
    #expect(throws: ScriptError.self) { try fixture.session.plugins.loaded[0].health() }
    #expect(fixture.session.tearDownPlugins().map(\.kind) == [.timeout])
  }

  @Test func `health checks report five kinds of findings, and invalid findings are errors`() throws
  {
    let fixture = try PluginFixture([
      "a/plugin.lua": PluginFixture.manifest("a"),
      "a/health.lua": "return function(h) h.start 's' h.ok('o', 'x') h.error('e', 'a', 'b') end",
      "b/plugin.lua": PluginFixture.manifest("b"),
      "b/health.lua": "return function(h) h.ok(1 == 1) end",
    ])
    let plugins = fixture.session.plugins.loaded
    #expect(
      try plugins[0].health() == [
        HealthEntry(.start, "s"), HealthEntry(.ok, "o", advice: ["x"]),
        HealthEntry(.error, "e", advice: ["a", "b"]),
      ])
    #expect(throws: ScriptError.self) { try plugins[1].health() }
  }
}
