import Signalbox
import SignalboxScripting
import Testing

struct RouteTableTests {
  private static let definitions = """
    coordinator "Login" {
      style = "fullScreen", args = { user = "string?" }, routes = { form = {} },
      start = function(self) self.router:startFlow("form") end,
    }
    presentationStyle "card" { interactive = true }
    Main = coordinator "Main" {
      routes = {
        home = {}, item = { args = { id = "integer" } }, card = { style = "card" },
        login = { coordinator = "Login" }, later = { coordinator = "Nowhere", style = "push" },
        any = function() return screen "x" end,
      },
    }
    function Main:start() self.router:startFlow("home") end
    """

  private static let show = """
    local function show(routes)
      local names = {}
      for name in pairs(routes) do names[#names + 1] = name end
      table.sort(names)
      for _, name in ipairs(names) do
        local route, args = routes[name], {}
        for key, kind in pairs(route.args or {}) do args[#args + 1] = key .. "=" .. kind end
        print(name, route.style, route.coordinator, route.isDynamic, table.concat(args, " "))
      end
    end
    """

  @Test(arguments: [#""Main""#, #"app:launch("Main")"#])
  func `app routes lists the destinations of a type or of a coordinator`(subject: String)
    throws
  {
    let lines = try ScriptFixture(Self.definitions).run(
      "\(Self.show)\nshow(app:routes(\(subject)))")
    #expect(
      lines == [
        "any\tnil\tnil\ttrue\t", "card\tcard\tnil\tnil\t", "home\tpush\tnil\tnil\t",
        "item\tpush\tnil\tnil\tid=integer", "later\tpush\tNowhere\tnil\t",
        "login\tfullScreen\tLogin\tnil\tuser=string?",
      ])
  }

  @Test func `app routes also lists the pages of tabs`() throws {
    let lines = try ScriptFixture(Self.definitions).run(
      """
      \(Self.show)
      tabs "Home" { pages = { { id = "me", coordinator = "Main" } }, routes = { help = {} } }
      show(app:routes "Home")
      """)
    #expect(lines == ["help\tpush\tnil\tnil\t", "me\tpage\tMain\tnil\t"])
  }

  @Test func `app routes lists the destinations of a coordinator that is defined in Swift`() throws
  {
    let fixture = try ScriptFixture(Self.definitions)
    try fixture.session.engine.register(
      CoordinatorType(
        name: "Help",
        routes: [
          "topic": RouteDefinition(parameters: [RouteParameter("id", .integer)]),
          "login": RouteDefinition(.coordinator("Login")),
          "any": RouteDefinition(
            .factory({ _ throws(NavigationError) in .screen(ScreenContent(name: "x")) })),
        ]
      ) { _, _ in Silent() })
    let lines = try fixture.run("\(Self.show)\nshow(app:routes 'Help')")
    #expect(
      lines == [
        "any\tnil\tnil\ttrue\t", "login\tfullScreen\tLogin\tnil\tuser=string?",
        "topic\tpush\tnil\tnil\tid=integer",
      ])
  }

  private final class Silent: CoordinatorDelegate {
    func start(animated: Bool) {}
  }

  @Test func `app routes raises an error for unknown types`() throws {
    let fixture = try ScriptFixture(Self.definitions)
    #expect(
      fixture.failure(of: "app:routes 'Mian'")
        == "test.lua:1: unknownCoordinator: routes: there is no coordinator \"Mian\"; "
        + "did you mean \"Main\"?")
    #expect(
      fixture.failure(
        of: """
          app:launch("Main")
          local login = app.main.router:navigate("login")
          login.router:finishFlow()
          app:routes(login)
          """)
        == "test.lua:4: stale: routes: coordinator c2 is gone; "
        + "pass its type instead: app:routes \"Name\"")
  }
}
