import Signalbox
import SignalboxScripting
import Testing

struct RejectionTests {
  private static let head = "plugin \"todo\" is rejected: "

  /// Returns the reports for a project whose plugin `todo` has the given `plugin.lua`, next to a
  /// valid plugin.
  private func report(_ text: String, _ more: [String: String] = [:]) throws -> [String] {
    let files = ["todo/plugin.lua": text, "works/plugin.lua": PluginFixture.manifest("works")]
    let fixture = try PluginFixture(files.merging(more) { _, new in new })
    #expect(fixture.loaded.contains("works"))
    #expect(!fixture.loaded.contains("todo"))
    return fixture.reports
  }

  @Test(arguments: [
    (
      "return { name = \"todo\", version = \"1.0.0\", api = 2, summary = \"\" }",
      "its api is 2, expected 1; use a version of the plugin for api 1, or a version of "
        + "Signalbox for api 2"
    ),
    (
      "return { name = \"todo\", version = \"1.0.0\", summary = \"\" }",
      "its manifest needs api, such as api = 1; change plugins/todo/plugin.lua"
    ),
    (
      "return { name = \"todo\", api = 1, summary = \"\" }",
      "its manifest needs version, such as version = \"1.0.0\"; change plugins/todo/plugin.lua"
    ),
    (
      "return { version = \"1.0.0\", api = 1, summary = \"\" }",
      "its manifest needs name, such as name = \"todo\"; change plugins/todo/plugin.lua"
    ),
    (
      "return { name = \"todo\", version = \"1.0.0\", api = 1 }",
      "its manifest needs summary, such as summary = \"Adds a list of notes\"; change "
        + "plugins/todo/plugin.lua"
    ),
    (
      "return { name = \"tudo\", version = \"1.0.0\", api = 1, summary = \"\" }",
      "the name in its manifest is \"tudo\", expected \"todo\"; use the same name for the folder "
        + "and the manifest"
    ),
    (
      "return { name = \"todo\", version = 1, api = 1, summary = \"\" }",
      "its manifest: version is 1, expected a string; change plugins/todo/plugin.lua"
    ),
    (
      "return { name = \"todo\", version = \"1.0\", api = 1, summary = \"\" }",
      "its manifest: version is \"1.0\", expected three numbers: \"1.0.0\"; change "
        + "plugins/todo/plugin.lua"
    ),
    (
      "return { name = \"todo\", version = \"1.0.0\", api = \"1\", summary = \"\" }",
      "its manifest: api is \"1\", expected 1; change plugins/todo/plugin.lua"
    ),
    (
      "return { name = \"todo\", version = \"1.0.0\", api = 1, summary = \"\", setup = {} }",
      "its manifest: setup is a table, expected a function; change plugins/todo/plugin.lua"
    ),
    (
      "return { name = \"todo\", version = \"1.0.0\", api = 1, summary = \"\", permision = {} }",
      "its manifest has no key \"permision\"; did you mean \"permissions\"?"
    ),
    (
      "return { name = \"todo\", version = \"1.0.0\", api = 1, summary = \"\", permissions = \"run\" }",
      "its manifest: permissions is \"run\", expected a list, each element fs:read:DIR, "
        + "fs:write:DIR, env:NAME or run; change plugins/todo/plugin.lua"
    ),
    (
      "return { name = \"todo\", version = \"1.0.0\", api = 1, summary = \"\", "
        + "permissions = { \"net:all\" } }",
      "its manifest: permissions[1] is \"net:all\", expected fs:read:DIR, fs:write:DIR, "
        + "env:NAME or run; change plugins/todo/plugin.lua"
    ),
    (
      "local todo = {}",
      "its manifest is nil, expected a table: return { name = \"todo\", … }; change "
        + "plugins/todo/plugin.lua"
    ),
  ])
  func `an invalid plugin manifest is reported once`(text: String, expected: String) throws {
    #expect(try report(text) == [Self.head + expected])
  }

  @Test func `a manifest that does not parse or fails is reported once with its line`() throws {
    #expect(
      try report("return {\n  name =\n}") == [
        "plugins/todo/plugin.lua:3: \(Self.head)loading plugin.lua failed: unexpected symbol near "
          + "'}'; fix the error, or remove the plugin"
      ])
    #expect(
      try report("local x = nil\nprint(x.y)") == [
        "plugins/todo/plugin.lua:2: \(Self.head)loading plugin.lua failed: attempt to index a nil "
          + "value (local 'x'); fix the error, or remove the plugin"
      ])
  }

  @Test func `a failing plugin setup is reported once, and its registrations are removed`() throws {
    let setup = """
      host:coordinator "Todo" { routes = { list = {} }, links = { ["todo://list"] = print } }
      host:tabs "Home" { pages = {} }
      host:extend("Shop", { routes = { todo = { coordinator = "Todo" }, catalog = { title = "T" } },
        style = "fullScreen", links = { ["shop://todo"] = print }, start = print, extra = print,
        properties = { total = { get = function() return 1 end } } })
      host:style("drawer", { interactive = true })
      host:link("todo://:id", print)
      host:scheme("todo2", function() end)
      host:operation("swap", { run = print })
      host:on("app.ready", print)
      host:guard(function() return false end)
      host:gesture("shake", { run = print })
      host:command("todo", { run = print })
      host:matcher("badge", { match = print })
      host:reporter("lines", { start = print })
      host:renderer("dots", { render = print })
      host:global("todo", { list = {} })
      host:global("todos", print)
      error("no room")
      """
    let shop = """
      host:coordinator "Shop" {
        routes = { catalog = { title = "Catalog" } }, links = { ["shop://a"] = print },
        start = function(self) self.router:startFlow("catalog") end }
      """
    let alone = try PluginFixture(["shop/plugin.lua": PluginFixture.manifest("shop", setup: shop)])
    let fixture = try PluginFixture([
      "shop/plugin.lua": PluginFixture.manifest("shop", setup: shop),
      "todo/plugin.lua": PluginFixture.manifest("todo", dependencies: ["shop"], setup: setup),
    ])

    #expect(fixture.loaded == ["shop"])
    #expect(
      fixture.reports == [
        "plugins/todo/plugin.lua:21: \(Self.head)setup failed: no room; fix the error, or remove "
          + "the plugin"
      ])
    #expect(fixture.registries == alone.registries)
    let behaviour = """
      app:launch "Shop"
      print(app:tree(), app.front.title, app.top.extra, app.top.total)
      print(pcall(app.open, app, "todo2://1"))
      print(pcall(app.open, app, "shop://todo"))
      print(pcall(function() return app.top.router.swap end))
      print(pcall(function() return app.shake end))
      print(todo, todos, pcall(app.render, app, "dots"))
      print(pcall(app.top.router.present, app.top.router, "catalog", nil, { style = "drawer" }))
      print(pcall(app.top.router.navigate, app.top.router, "todo"))
      """
    #expect(try fixture.run(behaviour) == alone.run(behaviour))
  }

  @Test func `a missing or rejected plugin also rejects the plugins that depend on it`() throws {
    let fixture = try PluginFixture([
      "a/plugin.lua": PluginFixture.manifest("a", dependencies: ["tood"]),
      "b/plugin.lua": PluginFixture.manifest("b", dependencies: ["a"]),
      "todo/plugin.lua": PluginFixture.manifest("todo"),
      "z/plugin.lua": PluginFixture.manifest("z", dependencies: ["nothing-like-it"]),
    ])

    #expect(fixture.loaded == ["todo"])
    #expect(
      fixture.reports == [
        "plugin \"a\" is rejected: it depends on plugin \"tood\", which was not found; did you mean "
          + "\"todo\"?",
        "plugin \"b\" is rejected: it depends on plugin \"a\", which was rejected; see the "
          + "rejection "
          + "of that plugin",
        "plugin \"z\" is rejected: it depends on plugin \"nothing-like-it\", which was not "
          + "found; install it "
          + "as plugins/nothing-like-it",
      ])
  }

  @Test func `plugins that depend on each other are rejected, each with its dependency cycle`()
    throws
  {
    let fixture = try PluginFixture([
      "a/plugin.lua": PluginFixture.manifest("a", dependencies: ["b"]),
      "b/plugin.lua": PluginFixture.manifest("b", dependencies: ["c"]),
      "c/plugin.lua": PluginFixture.manifest("c", dependencies: ["a"]),
      "d/plugin.lua": PluginFixture.manifest("d", dependencies: ["d"]),
      "works/plugin.lua": PluginFixture.manifest("works"),
    ])

    let hint = "remove a dependency from this cycle, or move the shared code into another plugin"
    #expect(fixture.loaded == ["works"])
    #expect(
      fixture.reports == [
        "plugin \"a\" is rejected: it depends on itself: a → b → c → a; \(hint)",
        "plugin \"b\" is rejected: it depends on itself: b → c → a → b; \(hint)",
        "plugin \"c\" is rejected: it depends on itself: c → a → b → c; \(hint)",
        "plugin \"d\" is rejected: it depends on itself: d → d; \(hint)",
      ])
  }

  @Test func `a second plugin with the same name is rejected, and the first one is kept`() throws {
    let other = PluginFixture.Library(
      ["todo/plugin.lua": PluginFixture.manifest("todo", setup: "host:global(\"first\", 1)")])
    let fixture = try PluginFixture(
      ["todo/plugin.lua": PluginFixture.manifest("todo")],
      configuration: PluginConfiguration(libraries: [other]))

    #expect(fixture.loaded == ["todo"])
    #expect(try fixture.run("print(first)") == ["1"])
    #expect(
      fixture.reports == [
        "\(Self.head)plugins/todo has the same name as plugins/todo; rename one of the folders, "
          + "and change `name` in its manifest to match"
      ])
  }

  @Test func `a missing permission rejects the plugin and explains how to grant the permission`()
    throws
  {
    #expect(
      try report(PluginFixture.manifest("todo", permissions: ["env:CI"])) == [
        Self.head
          + "it requests permissions that are not granted: env:CI; grant them with --allow "
          + "todo=env:CI, or in "
          + "signalbox.lua: { plugins = { todo = { permissions = { \"env:CI\" } } } }"
      ])
    #expect(
      try report(PluginFixture.manifest("todo", permissions: ["run", "fs:read:./data/"])) == [
        Self.head + "it requests permissions that are not granted: run, fs:read:data; grant "
          + "them with --allow "
          + "todo=run --allow todo=fs:read:data, or in signalbox.lua: { plugins = { todo = { "
          + "permissions = { \"run\", \"fs:read:data\" } } } }"
      ])
  }

  @Test(arguments: [
    ("host:global(\"app\", 1)", "nameTaken: app is defined by Signalbox"),
    ("host:global(\"mine\", 1)", "nameTaken: mine is defined by plugin a"),
    ("host:operation(\"pop\", { run = print })", "nameTaken: router:pop is defined by Signalbox"),
    ("host:operation(\"swap\", { run = print })", "nameTaken: router:swap is defined by plugin a"),
    ("host:gesture(\"tap\", { run = print })", "nameTaken: app:tap is defined by Signalbox"),
    (
      "host:coordinator \"Shop\" { routes = {} }",
      "nameTaken: coordinator Shop is defined by plugin a"
    ),
    ("host:style(\"card\", {})", "nameTaken: presentationStyle card is defined by plugin a"),
    ("host:scheme(\"x\", print)", "nameTaken: scheme x is defined by plugin a"),
    ("host:command(\"todo\", { run = print })", "nameTaken: command todo is defined by plugin a"),
    ("host:command(\"help\", { run = print })", "nameTaken: command help is defined by Signalbox"),
    (
      "host:renderer(\"tree\", { render = print })",
      "nameTaken: renderer tree is defined by Signalbox"
    ),
  ])
  func `registering a name that is in use rejects the plugin`(setup: String, expected: String)
    throws
  {
    let first = """
      host:global("mine", 1) host:operation("swap", { run = print }) host:style("card", {})
      host:coordinator "Shop" {} host:scheme("x", print) host:command("todo", { run = print })
      """
    let fixture = try PluginFixture(
      [
        "a/plugin.lua": PluginFixture.manifest("a", setup: first),
        "todo/plugin.lua": PluginFixture.manifest("todo", setup: setup),
      ],
      configuration: PluginConfiguration(libraries: [], reserved: [.command: ["help"]]))

    #expect(fixture.loaded == ["a"])
    #expect(
      fixture.reports == [
        "plugins/todo/plugin.lua:3: \(Self.head)setup failed: \(expected); choose another name, or "
          + "remove the other plugin"
      ])
    #expect(fixture.session.plugins.rejections.map(\.reason) == [.nameTaken])
  }
}
