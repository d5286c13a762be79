import Testing

/// Tests `app:has`.
struct AttachedCoordinatorTests {
  private static let app = """
    local Checkout = coordinator "Checkout" { style = "sheet", routes = { pay = {} } }
    function Checkout:start() self.router:startFlow "pay" end
    coordinator "Unused" { routes = { home = {} } }
    local Page = coordinator "Page" { routes = { page = {} } }
    function Page:start() self.router:startFlow "page" end
    local Other = coordinator "Other" { routes = { other = {} } }
    function Other:start() self.router:startFlow "other" end
    tabs "Tabs" { pages = {
      { id = "page", coordinator = "Page" }, { id = "other", coordinator = "Other", lazy = true },
    } }
    local Main = coordinator "Main" {
      routes = { home = {}, checkout = { coordinator = "Checkout" }, tabs = { coordinator = "Tabs" } },
    }
    function Main:start() self.router:startFlow "home" end
    function seen()
      local names = {}
      for _, name in ipairs { "Main", "Checkout", "Unused", "Tabs", "Page", "Other" } do
        if app:has(name) then names[#names + 1] = name end
      end
      return table.concat(names, " ")
    end
    """

  @Test func `the coordinators of a type count while they are shown, also below other screens`()
    throws
  {
    let printed = try ScriptFixture().run(
      Self.app + """

        print(seen())
        app:launch "Main"
        print(seen())
        app.main.router:navigate "checkout"
        print(seen())
        app.main.router:dismiss()
        print(seen())
        app.main.router:navigate "tabs"
        print(seen())
        """)
    #expect(printed == ["", "Main", "Main Checkout", "Main", "Main Tabs Page"])
  }

  @Test func `an unknown name is an error with the nearest type`() throws {
    let fixture = try ScriptFixture(Self.app)
    #expect(
      fixture.failure(of: "app:has \"Chekout\"").contains(
        "unknownCoordinator: has: there is no coordinator \"Chekout\"; did you mean \"Checkout\"?"))
    #expect(fixture.failure(of: "app:has()").contains("bad argument #1 to 'has'"))
  }
}
