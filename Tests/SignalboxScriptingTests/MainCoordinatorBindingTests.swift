import Testing

@testable import SignalboxScripting

/// Tests script calls that bring coordinators to the front, launch other coordinators, and use
/// styles by name.
struct MainCoordinatorBindingTests {
  private static let application = """
    local function def(name, t)
      t.routes = { a = {}, item = { args = { id = "integer" } } }
      local made = coordinator(name)(t)
      function made:start(animated)
        self.animated = animated
        self.router:startFlow "a"
      end
      return made
    end
    Page = def("Page", {})
    Call = def("Call", { style = "fullScreen" })
    Other = def("Other", {})
    Home = tabs "Home" {
      pages = { { id = "shop", coordinator = "Page" }, { id = "settings", coordinator = "Page" } },
    }
    application "Test" { main = "Home" }
    """.replacing("\n", with: " ")

  private func run(_ script: String) throws -> [String] {
    let fixture = try ScriptFixture()
    return try fixture.run("\(Self.application) \(script)")
  }

  private func failure(_ script: String) throws -> String? {
    let fixture = try ScriptFixture()
    return fixture.failure(of: "\(Self.application) \(script)")
  }

  @Test func `forcePresentation accepts a route with arguments, a screen or a coordinator`() throws
  {
    let output = try run(
      """
      app:launch()
      local call = Call:new()
      call.router:forcePresentation("item", { id = 7 })
      print(app.front.name, app.front.args.id, app.front.owner == call)
      call.router:forcePresentation(screen("free", { title = "Free" }))
      print(app.front.name, app.front.title)
      local inner = Page:new()
      call.router:forcePresentation(inner)
      print(inner.parent == call, app.top == inner)
      """)
    #expect(output == ["item\t7\ttrue", "free\tFree", "true\ttrue"])
  }

  @Test func `passing options as arguments of forcePresentation is rejected with their position`()
    throws
  {
    #expect(
      try failure("app:launch() Call:new().router:forcePresentation(nil, { animated = false })")
        == "test.lua:1: badArgument: forcePresentation: args requires a route; pass the options "
        + "as the third argument of forcePresentation")
  }

  @Test func `operations on the whole tree accept the option mainCoordinator`() throws {
    let output = try run(
      """
      local home = app:launch()
      local shop, settings = home.children[1], home.children[2]
      settings.router:navigate "item" : navigate("item", { id = 2 }, { try = true })
      print(home.router:getTopCoordinator() == shop,
        home.router:getTopCoordinator { mainCoordinator = settings } == settings)
      print(home:getCoordinatorSelected { mainCoordinator = settings },
        home:getCoordinatorSelected { mainCoordinator = home } == shop)
      local call = Call:new()
      call.router:forcePresentation(nil, nil, { mainCoordinator = settings })
      print(call.parent == settings)
      shop.router:restartApp { mainCoordinator = settings }
      print(call.isAlive, home.currentPage, #settings.stack)
      """.replacing(#""item" :"#, with: #"("item", { id = 1 }) :"#))
    #expect(output == ["true\ttrue", "nil\ttrue", "true", "false\tsettings\t1"])
  }

  @Test func `launch accepts options alone, and another coordinator replaces the current one`()
    throws
  {
    let output = try run(
      """
      function Home:start(animated) print("home", animated) end
      local home = app:launch { animated = false }
      local other = app:launch(Other, nil, { animated = false })
      print(home.isAlive, app.main == other, other.animated, #app:layers())
      print(select(2, app:launch("Other", nil, { try = true })))
      print(app:launch(Home:new(nil, { currentPage = "settings" })).currentPage)
      """)
    #expect(
      output == [
        "home\tfalse", "false\ttrue\tfalse\t1", "rejected\talreadyLaunched", "home\ttrue",
        "settings",
      ])
  }

  @Test func `a coordinator can be created with a style and a page`() throws {
    let output = try run(
      """
      local other = app:launch(Other)
      local home = Home:new(nil, { style = { style = "sheet", detents = { "medium" } },
        currentPage = "settings" })
      other.router:navigate(home)
      local layer = app:layers()[2]
      print(layer.style, layer.detents[1], home.currentPage, app.top == home.children[2])
      """)
    #expect(output == ["sheet\tmedium\tsettings\ttrue"])
  }

  @Test(arguments: [
    (
      #"Home:new(nil, { currentPage = "setings" })"#,
      #"unknownPage: Home has no page "setings"; did you mean "settings"?"#
    ),
    (
      #"Page:new(nil, { currentPage = "shop" })"#,
      #"wrongKind: Page has no pages, so currentPage "shop" has no meaning; leave it out"#
    ),
    (
      #"Page:new(nil, { stile = "sheet" })"#,
      #"badArgument: Page:new has no key "stile"; did you mean "style"?"#
    ),
    (#"Page:new(nil, 7)"#, "badArgument: Page:new: options are 7, expected a table"),
    (
      #"Page:new(nil, { style = "shet" })"#,
      #"unknownStyle: Page:new: unknown style "shet"; did you mean "sheet"?"#
    ),
  ])
  func `creating a coordinator with an invalid style or page is rejected`(
    script: String, message: String
  ) throws {
    #expect(try failure(script) == "test.lua:1: \(message)")
  }

  @Test func `setPages without pages restores the pages that the definition declares`() throws {
    let output = try run(
      """
      local home = app:launch()
      home:setPages { { id = "settings", coordinator = "Page" } }
      print(#home.children)
      home:setPages(nil)
      print(#home.children, home.currentPage)
      home:setPages(nil, { current = "shop", recreate = true })
      print(home.currentPage)
      """)
    #expect(output == ["1", "2\tsettings", "shop"])
  }

  // MARK: - Styles

  @Test func `styles of UIKit and SwiftUI can be used by their names`() throws {
    let output = try run(
      """
      local other = app:launch(Other)
      for _, style in ipairs { "automatic", "sheet", "modal", "pageSheet", "formSheet", "fullScreen",
        "modalFullScreen", "fullScreenCover", "currentContext", "overFullScreen",
        "overCurrentContext", "blurOverFullScreen", "popover", "custom" } do
        other.router:present("a", nil, { style = style })
        local layer = app:layers()[2]
        print(style, layer.style, layer.isCovering, layer.isInteractive)
        other.router:dismiss()
      end
      """)
    #expect(
      output == [
        "automatic\tsheet\tfalse\ttrue", "sheet\tsheet\tfalse\ttrue", "modal\tsheet\tfalse\ttrue",
        "pageSheet\tsheet\tfalse\ttrue", "formSheet\tformSheet\tfalse\ttrue",
        "fullScreen\tfullScreen\ttrue\tfalse", "modalFullScreen\tfullScreen\ttrue\tfalse",
        "fullScreenCover\tfullScreen\ttrue\tfalse", "currentContext\tcurrentContext\ttrue\tfalse",
        "overFullScreen\toverFullScreen\tfalse\tfalse",
        "overCurrentContext\toverCurrentContext\tfalse\tfalse",
        "blurOverFullScreen\toverFullScreen\tfalse\tfalse", "popover\tpopover\tfalse\ttrue",
        "custom\tcustom\tfalse\tfalse",
      ])
  }

  @Test func `an unknown style is a rejection with try and completion, and otherwise an error`()
    throws
  {
    let output = try run(
      """
      local router = app:launch(Other).router
      local before = app:saveState()
      print(select(2, router:navigate("item", { id = 1 }, { style = "shet", try = true })))
      print(select(2, router:navigate("item", { id = 1 }, { try = true, style = "none" })))
      router:navigate("item", { id = 1 }, { style = { style = "shet" },
        completion = function(status, reason) print("completion", status, reason) end })
      print(app:saveState() == before)
      print((select(2, pcall(router.navigate, router, "a", nil, { style = "shet" }))))
      """)
    #expect(
      output == [
        "rejected\tunknownStyle", "rejected\tunknownStyle", "completion\trejected\tunknownStyle",
        "true", #"test.lua:8: unknownStyle: navigate: unknown style "shet"; did you mean "sheet"?"#,
      ])
  }

  @Test func `an unknown style with try rolls back the start that contains the call`() throws {
    let output = try run(
      """
      local Broken = coordinator "Broken" { routes = { a = {} } }
      function Broken:start()
        self.router:startFlow "a"
        print(select(2, self.router:present("a", nil, { style = "shet", try = true })))
      end
      print(select(2, app:launch(Broken, nil, { try = true })))
      print(app.main)
      """)
    #expect(output == ["rejected\tunknownStyle", "rejected\tunknownStyle", "nil"])
  }

  @Test func `the reference and the editor definitions list every style`() {
    let page = ScriptReference.page()
    let stubs = ScriptReference.editorDefinitions()
    for style in ["push", "currentContext", "custom", "fullScreenCover", "confirmationDialog"] {
      #expect(page.contains("| `\(style)` | "))
      #expect(stubs.contains("|\"\(style)\""))
    }
    #expect(!page.contains("| `none` |") && !page.contains("| `root` | "))
  }
}
