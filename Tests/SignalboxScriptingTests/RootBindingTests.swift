import Signalbox
import SignalboxScripting
import Testing

/// Tests calls from scripts for roots, chains, dependencies and badges.
struct RootBindingTests {
  /// The coordinatables example: roots that an authentication service switches, tabs with to-do
  /// items, and a link to them.
  private static let todos = """
    local Login = coordinator "Login" { routes = { start = { actions = { "In" } } } }
    function Login:start() self.router:startFlow("start") end
    function Login:onIn() self.router:finishFlow({ user = 1 }) end

    local Todos = coordinator "Todos" {
      routes = { list = {}, todo = { args = { id = "integer" } }, create = { style = "sheet" } },
    }
    function Todos:start() self.router:startFlow("list") end

    coordinator "Home" { routes = { home = {} }, start = function(self) self.router:startFlow("home") end }
    tabs "Tabs" {
      pages = {
        { id = "home", coordinator = "Home" },
        { id = "todos", coordinator = "Todos", lazy = true },
      },
    }

    local Main = coordinator "Main" {
      routes = {
        unauthenticated = { coordinator = "Login", replacement = "authenticated" },
        authenticated = { coordinator = "Tabs" },
        about = {},
      },
      links = {
        ["todo://:id"] = function(self, link)
          local tabs = self.router:hasRoot("authenticated")
          if not tabs then return "unhandled" end
          tabs:focusFirst("todos").child:popToRoot():route("todo", { id = math.tointeger(link.id) })
        end,
        ["broken://:id"] = function(self, link)
          self.router:hasRoot("authenticated"):focusFirst("nowhere").child:popToRoot():route("todo")
        end,
      },
    }
    function Main:start() self.router:root("unauthenticated") end
    app:launch("Main")
    """

  @Test func `the chain of a link handler continues when the root has been set`() throws {
    let fixture = try ScriptFixture(Self.todos)
    let printed = try fixture.run(
      """
      local r = app.main.router
      print(r:isRoot("unauthenticated"), r:hasRoot("authenticated"), r.child)
      app:tap "In"
      print(r:isRoot("authenticated"), r:hasRoot("authenticated").type, app.top.type)
      app:open "todo://5"
      print(app.top.type, table.concat(app:stack(), " "), app.front.args.id)
      app:open "todo://6"
      print(table.concat(app:stack(), " "), app.front.args.id)
      """)
    #expect(
      printed == [
        "true\tnil\tLogin (c2)", "true\tTabs\tHome", "Todos\tlist todo\t5", "list todo\t6",
      ])
    #expect(fixture.session.unhandled.isEmpty)
  }

  @Test func `a broken chain in a callback is reported once, at the call that failed`() throws {
    let fixture = try ScriptFixture(Self.todos)
    try fixture.run(#"app:tap "In" app:open "broken://5""#)
    #expect(
      fixture.session.unhandled.map(\.description) == [
        "app.lua:31: routeNotFound: focusFirst: Tabs has no page \"nowhere\"; known: \"home\", \"todos\""
      ])
  }

  @Test
  func `outside callbacks, a chain runs immediately and raises an error at the line that fails`()
    throws
  {
    let fixture = try ScriptFixture(Self.todos)
    try fixture.run(#"app:tap "In""#)
    let printed = try fixture.run(
      """
      local tabs = app.main.router:hasRoot("authenticated")
      print(tabs:focusFirst("todos").child:popToRoot():route("todo", { id = 1 }))
      print(tabs:focusFirst("todos"))
      local link = tabs:focusFirst("nowhere", nil, { try = true })
      print(link, link.coordinator)
      print(select(2, link.child:route("todo", { id = 2 }, { try = true })))
      print(pcall(link.route, link, "todo"))
      """)
    #expect(
      printed == [
        "Todos (c5)\tdone\tnil", "Todos (c5)\tnoop\talreadySelected",
        "chain link (the chain broke at focusFirst \"nowhere\": routeNotFound: focusFirst: Tabs has "
          + "no page \"nowhere\"; known: \"home\", \"todos\")\tnil",
        "rejected\tchainBroken",
        "false\ttest.lua:7: chainBroken: the chain broke at focusFirst \"nowhere\": routeNotFound: focusFirst: "
          + "Tabs has no page \"nowhere\"; known: \"home\", \"todos\"",
      ])
    #expect(
      fixture.failure(of: #"app.main.router:hasRoot("authenticated"):focusFirst("x")"#)
        .hasPrefix("test.lua:1: routeNotFound: "))
  }

  @Test func `T87 popToRoot is available on the tab coordinator but not on its router`() throws {
    let fixture = try ScriptFixture(Self.todos)
    try fixture.run(#"app:tap "In""#)
    let printed = try fixture.run(
      """
      local tabs = app.main.router.child
      print(tabs:popToRoot())
      print(select(2, tabs.router:popToRoot { try = true }))
      """)
    #expect(printed == ["Tabs (c3)\tnoop\tatRoot", "rejected\twrongKind"])
  }

  @Test func `root accepts arguments, keepStack and a comparison`() throws {
    let fixture = try ScriptFixture(
      """
      local Main = coordinator "Main" { routes = { home = {}, user = {}, item = {} } }
      function Main:start() self.router:root("home") end
      app:launch("Main")
      local r = app.main.router
      print(r:root("home"))
      print(r:root("user", { id = 1 }))
      print(r:root("user", { id = 1, at = 2 }, { equals = function(old, new) return old.id == new.id end }))
      print(r:isRoot("user", { id = 2 }), r:isRoot("user", { id = 2 }, { equals = function() return true end }))
      r:route("item", { id = 1 }):route("item", { id = 2 })
      print(r:focusFirst("item", { id = 1 }))
      r:root("home", nil, { keepStack = true })
      print(table.concat(app:stack(), " "))
      """)
    #expect(
      fixture.takePrinted() == [
        "router of Main (c1)\tnoop\talreadyRoot", "router of Main (c1)\tdone\tnil",
        "router of Main (c1)\tnoop\talreadyRoot", "false\ttrue", "router of Main (c1)\tdone\tnil",
        "home item",
      ])
  }

  @Test func `scripts can use dependencies, types and dismissCoordinator`() throws {
    let fixture = try ScriptFixture(
      """
      local Main = coordinator "Main" { routes = { home = {}, flow = { coordinator = "Flow" } } }
      function Main:start() self.router:startFlow("home") end
      function Main:childFinished(type, result, reason) print("child", type, reason) end
      local Flow = coordinator "Flow" { routes = { one = {} } }
      function Flow:start() self.router:startFlow("one") end
      local Service = coordinator "Service" {}
      function Service:start() print("service starts") end
      app:launch("Main")
      local r = app.main.router
      local service = Service:new()
      print(r:addDependency(service, { onFinish = function(_, reason) print("service", reason) end }))
      print(r:addDependency(service))
      print(r:removeDependency(service))
      print(r:removeDependency(nil))
      local flow = r:route("flow")
      print(flow.router:firstCoordinator("Main") == app.main, flow.router:lastCoordinator(Flow) == flow)
      print(flow.router:dismissCoordinator())
      print(#app.main.children)
      """)
    #expect(
      fixture.takePrinted() == [
        "service starts", "Service (c2)\tdone\tService (c2)", "Service (c2)\tnoop\talreadyAttached",
        "service\tfinished", "child\tService\tfinished", "router of Main (c1)\tdone\tnil",
        "router of Main (c1)\tnoop\tunchanged", "true\ttrue", "child\tFlow\tdismissed",
        "router of coordinator (c3, gone)\tdone\tnil", "0",
      ])
  }

  @Test func `T88 scripts can set badges and declare lazy pages`() throws {
    let fixture = try ScriptFixture(Self.todos)
    try fixture.run(#"app:tap "In""#)
    let printed = try fixture.run(
      """
      local tabs = app.main.router.child
      app:on("tab.badge", function(event) print(event.text) end)
      tabs:setBadge("todos", 3)
      print(app:state().main.children[1].pages[2].badge)
      tabs:setBadge("todos", nil)
      print(#tabs.children[2].stack)
      tabs:select("todos")
      print(#tabs.children[2].stack)
      """)
    #expect(printed == ["tab.badge t1 todos 3", "3", "tab.badge t1 todos", "0", "1"])
  }

  @Test(arguments: [
    (#"r:root(5)"#, "badArgument: root: route is 5, expected a route's name"),
    (
      #"r:root("hme")"#,
      #"unknownRoute: root: Main has no route "hme"; known: "about", "authenticated", "unauthenticated""#
    ),
    (
      #"r:root("about", nil, { keepstack = true })"#,
      #"unknownOption: root has no option "keepstack"; did you mean "keepStack"?"#
    ),
    (
      #"r:addDependency("x")"#,
      #"badArgument: addDependency: coordinator is "x", expected a coordinator"#
    ),
    (
      #"r:firstCoordinator("Loginn")"#,
      #"unknownCoordinator: firstCoordinator: there is no coordinator "Loginn"; did you mean "Login"?"#
    ),
    (
      #"r:dismissCoordinator()"#,
      "noParent: dismissCoordinator: Main is the main coordinator; use finishFlow"
    ),
  ])
  func `invalid definitions are reported with the nearest name`(script: String, message: String)
    throws
  {
    let fixture = try ScriptFixture(Self.todos)
    let error = fixture.failure(of: "local r = app.main.router\n" + script)
    #expect(error == "test.lua:2: " + message)
  }
}
