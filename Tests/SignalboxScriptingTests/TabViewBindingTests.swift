import Testing

@testable import SignalboxScripting

/// Tests tabs with a custom view that scripts define and control.
struct TabViewBindingTests {
  private static let application = """
    local Page = coordinator "Page" { routes = { top = { actions = { "Open" } }, more = {} } }
    function Page:start() self.router:startFlow "top" end
    function Page:onOpen() self.router:navigate "more" end
    local Home = tabs "Home" {
      pages = { { id = "shop", coordinator = "Page" }, { id = "settings", coordinator = "Page" } },
      view = {
        name = "bar", title = function(args) return "Bar on " .. args.page end,
        args = { page = "shop" }, actions = { "Shop", "Settings" },
      },
    }
    function Home:onShop() self.currentPage = "shop" end
    function Home:onSettings(screen) self.tapped = screen.name self.currentPage = "settings" end
    function Home:currentPageChanged(page, source)
      self.tabView:update { page = page }
      self.log = (self.log or "") .. page .. " " .. source .. "; "
    end
    """.replacing("\n", with: " ")

  private func run(_ script: String) throws -> [String] {
    try ScriptFixture().run("\(Self.application) \(script)")
  }

  @Test
  func
    `tapping the view that encloses tabs can select a page, and the view receives the selected page`()
    throws
  {
    let output = try run(
      """
      local home = app:launch(Home)
      print(home.tabView.name, home.tabView.title, table.concat(home.tabView.actions, " "))
      app:tap "Settings"
      print(home.currentPage, home.tapped, home.tabView.title)
      app:tapTab "shop"
      home:select "settings"
      print(home.log, home.tabView.title)
      app:tap "Open"
      print(app.front.name, home.tabView.isVisible)
      """)
    #expect(
      output == [
        "bar\tBar on shop\tShop Settings", "settings\tbar\tBar on settings",
        "settings operation; shop user; settings operation; \tBar on settings", "more\ttrue",
      ])
  }

  @Test func `renderers and states show the view that encloses tabs`() throws {
    let output = try run(
      """
      app:launch(Home)
      print(app:tree())
      print(app:screen())
      print(app:state().main.tabView.name, app:state().main.tabView.args.page)
      """)
    #expect(
      output == [
        """
        Home  tabs  in bar { page = "shop" }
        ├─ ● shop  Page  top      ← front
        └─ ○ settings  Page  top
        """,
        """
        ┌──────────────────────────────┐
        │             top              │
        ├──────────────────────────────┤
        │ [Open]                       │
        ├──────────────────────────────┤
        │         Bar on shop          │
        │ [Shop]  [Settings]           │
        └──────────────────────────────┘
        """,
        "bar\tshop",
      ])
  }

  @Test func `an error in currentPageChanged is reported, and the page remains selected`() throws {
    let fixture = try ScriptFixture()
    let output = try fixture.run(
      """
      \(Self.application) function Home:currentPageChanged() error("oh") end
      local home = app:launch(Home)
      home.currentPage = "settings"
      print(home.currentPage)
      """)
    #expect(output == ["settings"])
    #expect(fixture.session.unhandled.map(\.message) == ["oh"])
  }

  @Test(arguments: [
    (
      #"tabs "T" { view = { titel = "x" } }"#,
      #"badArgument: tabs "T": view has no key "titel"; did you mean "title"?"#
    ),
    (
      #"tabs "T" { view = 7 }"#, #"badArgument: tabs "T": view is 7, expected a table"#
    ),
    (
      #"coordinator "C" { view = {} }"#,
      #"badArgument: coordinator "C" has no key "view"; known: "args""#
    ),
  ])
  func `an invalid declaration of the view that encloses tabs is rejected`(
    script: String, message: String
  )
    throws
  {
    let failure = try ScriptFixture().failure(of: script)
    #expect(failure.hasPrefix("test.lua:1: \(message)"), "\(failure)")
  }
}
