import Signalbox
import SignalboxScripting
import Testing

struct RegistrationTests {
  private static let shop = """
    host:coordinator "Shop" { routes = { catalog = {}, product = {} },
      links = { ["shop://item/:id"] = function(self, link) print("own", link.id) return false end },
      start = function(self) self.router:startFlow("catalog") end }
    """

  /// A session whose only plugin runs this code in its setup, with a shop on screen.
  private func launched(_ setup: String) throws -> PluginFixture {
    let fixture = try PluginFixture([
      "todo/plugin.lua": PluginFixture.manifest("todo", setup: Self.shop + "\n" + setup)
    ])
    #expect(fixture.reports == [])
    try fixture.run("app:launch 'Shop'")
    return fixture
  }

  @Test func `an operation of a plugin is one batch and one undo step`() throws {
    let fixture = try launched(
      """
      host:operation("twice", { summary = "Goes twice", parameters = { "route", "last?" },
        run = function(router, route, last) router:navigate(route) router:navigate(last or route) end })
      """)
    #expect(
      try fixture.run(
        """
        local router = app.top.router
        print(router:twice("product"))
        print(#app:stack(), app:undo() and #app:stack())
        print(app.top:twice("product") == app.top, #app:stack())
        print(pcall(router.twice, router, "product", "prodct"))
        print(#app:stack())
        print((select(2, pcall(router.twice, router))))
        print((select(2, pcall(router.twice, router, 1, 2, 3))))
        print((select(2, pcall(router.twice, app, "product"))))
        after("1s", function() router:twice("nowhere") end)
        clock.advance "1s"
        """) == [
          "router of Shop (c1)\tdone\tnil", "3\t1", "true\t3",
          "false\ttest.lua:5: twice: unknownRoute: batch: operation 2 of 2: navigate: Shop has no route "
            + "\"prodct\"; did you mean \"product\"?",
          "3", "test.lua:7: badArgument: twice: route is missing",
          "test.lua:8: badArgument: twice accepts at most 2 arguments, got 3",
          "test.lua:9: badArgument: twice is called on app, expected a router; call it with a colon: "
            + "router:twice(…)",
        ])
    #expect(
      fixture.session.unhandled.map(\.description) == [
        "test.lua:10: twice: unknownRoute: batch: operation 1 of 2: navigate: Shop has no route "
          + "\"nowhere\"; known: \"catalog\", \"product\""
      ])
  }

  @Test func `gestures, renderers, globals and commands of plugins are available and suggested`()
    throws
  {
    let fixture = try launched(
      """
      host:gesture("shake", { run = function(app, n) app.top.router:navigate("product") return n end })
      host:renderer("dots", { summary = "Dots", render = function(state) return ("."):rep(#state.main.stack) end })
      host:global("todo", { list = { 1 } })
      host:global("double", function(n) return 2 * n end)
      host:command("todo", { run = function(word, app) return word .. #app:stack() end })
      """)
    #expect(
      try fixture.run(
        """
        print(app:shake(5), app:render "dots", app:render "stack", double(4), todo.list[1])
        for _, fails in ipairs {
          function() app:shak() end, function() app:render "dot" end, function() todo.list[1] = 2 end,
        } do print((select(2, pcall(fails)))) end
        """) == [
          "5\t..\tShop  catalog ▸ product\t8\t1",
          "test.lua:3: app has no \"shak\"; did you mean \"shake\"?",
          "test.lua:3: badArgument: there is no renderer \"dot\"; did you mean \"dots\"?",
          "test.lua:3: \"todo\" is read-only here: only its owner can change it",
        ])
    let command = try #require(fixture.session.host.extensions(of: .command).first)
    let function = try #require(command.value.function)
    #expect(try function.call(["n", .handle(.app)]) == ["n2"])
  }

  @Test
  func `links of plugins are matched after those of coordinators, and schemes are matched first`()
    throws
  {
    let fixture = try launched(
      """
      host:link("shop://item/:id", function(link) print("app", link.id, link.url) return "unhandled" end)
      host:link("shop://item/*rest", function(link) print("rest", link.rest) return "deferred" end)
      host:scheme("Shop2", function(url) return url ~= "shop2://no" and "shop" .. url:sub(6) or nil end)
      host:scheme("bad", function(url) return 1 end)
      """)
    #expect(
      try fixture.run(
        """
        app:open "SHOP2://item/7"
        print(app:events("link")[1].kind)
        print((select(2, pcall(app.open, app, "shop2://no"))))
        print((select(2, pcall(app.open, app, "bad://x"))))
        """) == [
          "own\t7", "app\t7\tshop://item/7", "rest\t7", "link.queued",
          "test.lua:3: unhandled: open: no running coordinator handles \"shop2://no\"; declared: "
            + "\"shop://item/:id\", \"shop://item/:id\", \"shop://item/*rest\"",
          "test.lua:4: unhandled: open: no running coordinator handles \"bad://x\"; declared: "
            + "\"shop://item/:id\", \"shop://item/:id\", \"shop://item/*rest\"",
        ])
    #expect(
      fixture.session.unhandled.map(\.message) == [
        "badArgument: scheme \"bad\" returned 1, expected a link or nothing"
      ])
  }

  @Test func `extensions, styles, observers and guards of plugins take effect`() throws {
    let fixture = try launched(
      """
      host:style("drawer", { interactive = true })
      host:extend("Shop", { routes = { sale = { style = "drawer" } }, onSale = function() end })
      host:on("layer.presented", function(event) print(event.text) end)
      host:guard(function(request) return request.name ~= "product" end)
      """)
    #expect(
      try fixture.run(
        """
        app.top.router:navigate("sale")
        print(app:layers()[2].style, app.top.onSale ~= nil)
        print(select(2, app.top.router:navigate("product", nil, { try = true })))
        """
      ).dropFirst() == ["drawer\ttrue", "rejected\tvetoed"])
  }

  @Test(arguments: [
    ("host:oparation()", "host has no \"oparation\"; did you mean \"operation\"?"),
    (
      "host.global('x', 1)",
      "bad argument #1 to 'global' (host expected, got string; call it with a colon: host:global(…))"
    ),
    (
      "host:global(1, 1)",
      "badArgument: global: got 1, expected a name: host:global(\"name\", …)"
    ),
    ("host:global('x')", "badArgument: global \"x\": got nil, expected a value"),
    ("host:global('end ', 1)", "badArgument: \"end \" is not a valid Lua name"),
    ("host:operation('x')", "badArgument: operation \"x\" is nil, expected a table"),
    ("host:operation('x', {})", "badArgument: operation \"x\" needs run, a function"),
    (
      "host:operation('x', { run = print, sumary = '' })",
      "badArgument: operation \"x\" has no key \"sumary\"; did you mean \"summary\"?"
    ),
    (
      "host:operation('x', { run = print, parameters = { 1 } })",
      "badArgument: operation \"x\": parameters[1] is 1, expected a name, followed by ? if it "
        + "is optional"
    ),
    (
      "host:matcher('a b', { match = print })",
      "badArgument: matcher: \"a b\" is not a valid name; use letters, digits, - and _, starting "
        + "with a letter"
    ),
    (
      "host:link('x', print)",
      "badArgument: link pattern \"x\": expected scheme://host/path; a pattern looks like "
        + "\"shop://product/:id\""
    ),
    (
      "host:matcher('x', { match = print, covers = { 'op.began' } })",
      "badArgument: matcher \"x\": covers[1] is \"op.began\", expected an event that reports a "
        + "change: entry.pushed, entry.popped, layer.presented, layer.dismissed, tab.changed, "
        + "root.changed, coordinator.finished, app.exitRequested, link.unhandled, handler.failed"
    ),
    ("host:names('x', {})", "badArgument: names \"x\" needs known, a function"),
    (
      "host:names('x', { known = print, fields = { 1 } })",
      "badArgument: names \"x\": fields[1] is 1, expected a name"
    ),
    (
      "host:names('x', { known = print, calls = { [':emit'] = 0 } })",
      "badArgument: names \"x\": calls[\":emit\"] is 0, expected the position of an argument, "
        + "1 or more"
    ),
    ("host:link('a://b')", "badArgument: link \"a://b\": got nil, expected a function"),
    (
      "host:scheme('a://', print)",
      "badArgument: scheme: \"a://\" is not a scheme; for shop://home, the scheme is \"shop\""
    ),
    ("host:guard(1)", "badArgument: guard: got 1, expected a function"),
    (
      "host:on('app.redy', print)",
      "badArgument: there is no event \"app.redy\"; did you mean \"app.ready\"?"
    ),
    (
      "host:extend('Shup', {})",
      "unknownCoordinator: extend: there is no coordinator \"Shup\"; did you mean \"Shop\"?"
    ),
    (
      "host:style('sheet', {})",
      "badArgument: presentationStyle \"sheet\" is already defined by the platform; choose "
        + "another name"
    ),
  ])
  func `an invalid registration rejects the whole plugin`(call: String, expected: String) throws {
    let fixture = try PluginFixture([
      "shop/plugin.lua": PluginFixture.manifest("shop", setup: Self.shop),
      "todo/plugin.lua": PluginFixture.manifest("todo", dependencies: ["shop"], setup: call),
    ])
    #expect(fixture.loaded == ["shop"])
    let report = try #require(fixture.reports.first)
    #expect(report.contains("plugin \"todo\" is rejected: setup failed: \(expected)"), "\(report)")
  }

  // MARK: - Swift

  private final class Plain: CoordinatorDelegate {
    func start(animated: Bool) {}
  }

  private final class Badges: SignalboxPlugin {
    let manifest = PluginManifest(name: "badges", version: "1.0.0", summary: "Counts badges")
    static let isTornDown = Flag()

    final class Flag: @unchecked Sendable {  // Read and written by one test.
      var isSet = false
    }

    func setup(_ host: PluginRegistrar, options: ScriptValue) throws(ScriptError) {
      try host.coordinator(CoordinatorType(name: "Badges", kind: .navigation) { _, _ in Plain() })
      try host.style(PresentationStyle(name: "card"))
      try host.link("badges://:id") { _ in .handled }
      try host.scheme("b") { "badges" + $0.dropFirst() }
      try host.operation("clear", summary: "Clears") { [engine = host.engine] id, _ in
        AnyRouter(engine: engine, coordinator: id).popToRoot()
      }
      try host.on([.applicationReady]) { _ in }
      try host.guard { $0.name == "closed" ? .veto("closed") : .allow }
      try host.gesture("shake", summary: "Shakes") { call in [call[1]] }
      try host.command("badges", summary: "Counts") { _ in ["none"] }
      try host.matcher("badge", summary: "Badges") { call in [.boolean(call[2] == 0), 0] }
      try host.reporter("lines", summary: "Lines", steps: ["start": { _ in ["begin\n"] }])
      try host.renderer("dot", summary: "A dot") { _ in ["."] }
      try host.names("badge", summary: "Badges", fields: ["badge"], calls: [":count": 1]) { _ in
        [.table(ScriptTable(list: ["one"]))]
      }
      try host.global("double") { call in [.integer(2 * (call[1].integer ?? 0))] }
      try host.global("limits", value: options)
      if options.table?["fails"] == true { throw ScriptError(.runtime, "it fails") }
    }

    func teardown() { Self.isTornDown.isSet = true }
  }

  @Test func `a plugin in Swift registers through the same registrar as a plugin in Lua`() throws {
    let configuration = PluginConfiguration(
      libraries: [], native: [{ Badges() }], options: ["badges": ["most": 3]])
    let fixture = try PluginFixture(configuration: configuration)

    #expect(fixture.reports == [])
    #expect(
      Set(fixture.session.plugins.registry.contributions.map(\.kind))
        == Set(PluginContribution.Kind.allCases).subtracting([.extension]))
    #expect(
      try fixture.run(
        """
        coordinator "Shop" { routes = { a = {}, b = {}, closed = {} },
          start = function(self) self.router:startFlow("a") end }
        app:launch "Shop"
        app.top.router:navigate("b"):navigate("b")
        print(app.top.router:clear())
        print(#app:stack(), app:shake(3), double(4), limits.most, app:render "dot")
        print(app:open "b://1")
        print(select(2, app.top.router:navigate("closed", nil, { try = true })))
        """) == [
          "router of Shop (c1)\tdone\tnil", "1\t3\t8\t3\t.", "app\tdone\t1", "rejected\tvetoed",
        ])
    fixture.session.close()
    #expect(Badges.isTornDown.isSet)
  }

  @Test func `a failing plugin in Swift leaves no registrations`() throws {
    let fixture = try PluginFixture(
      configuration: PluginConfiguration(
        libraries: [], native: [{ Badges() }], options: ["badges": ["fails": true]]))
    #expect(
      fixture.reports == [
        "plugin \"badges\" is rejected: setup failed: it fails; fix the error, or remove the plugin"
      ])
    #expect(fixture.registries == [])
  }
}
