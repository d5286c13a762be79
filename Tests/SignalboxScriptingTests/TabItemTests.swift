import SignalboxScripting
import Testing

struct TabItemTests {
  private let tabs = """
    Page = coordinator "Page" { routes = { page = {} } }
    function Page:start() self.router:startFlow("page") end
    function icon(name) return function(isActive) return isActive and name .. ".fill" or name end end
    tabs "Main" { pages = {
      { id = "home", coordinator = "Page", icon = icon "house",
        title = function(isActive) return isActive and "Home!" or "Home" end },
      { id = "me", title = "Me", coordinator = "Page", icon = icon "person" },
    } }
    application "Main" { main = "Main" }
    """
  private let show = """
    local function show()
      for _, page in ipairs(app:state().main.pages) do print(page.title, page.icon) end
    end
    """

  @Test func `the title and icon of a tab depend on whether the tab is active`() throws {
    let fixture = try ScriptFixture(tabs)

    let printed = try fixture.run(
      show + "\napp:launch() show() app:tapTab 'me' show() print(app:screen())")

    #expect(
      printed.dropLast() == [
        "Home!\thouse.fill", "Me\tperson", "Home\thouse", "Me\tperson.fill",
      ])
    #expect(printed.last?.contains("Home!") == false && printed.last?.contains("Home") == true)
  }

  @Test
  func `titles and icons for both states of a tab are saved, restored and set with the pages`()
    throws
  {
    let fixture = try ScriptFixture(tabs)

    let printed = try fixture.run(
      show + """

        app:launch()
        local saved = app:saveState()
        app.main:setPages { { id = "home", title = "Plain", coordinator = "Page" } }
        show()
        app:restoreState(saved)
        show()
        app.main:setPages { { id = "me", title = "Me", icon = function(isActive)
          return isActive and "me.fill" or "me" end, coordinator = "Page" } }
        show()
        app:restoreState(saved)
        show()
        """)

    #expect(
      printed == [
        "Plain\tnil", "Home!\thouse.fill", "Me\tperson", "Me\tme.fill", "Home!\thouse.fill",
        "Me\tperson",
      ])
  }

  @Test func `the function for a title is called once for each state and must return a string`()
    throws
  {
    let fixture = try ScriptFixture()

    let printed = try fixture.run(
      """
      coordinator "Page" {}
      tabs "T" { pages = { { id = "a", coordinator = "Page", title = function(isActive)
        print(isActive)
        return "A"
      end } } }
      """)

    #expect(printed == ["false", "true"])
    #expect(
      fixture.failure(
        of: "tabs \"T\" { pages = { { id = \"a\", coordinator = \"P\", icon = function() end } } }")
        == "test.lua:1: badArgument: tabs \"T\": page 1: icon(false) returned nil, expected a string"
    )
    #expect(
      fixture.failure(
        of: "tabs \"T\" { pages = { { id = \"a\", coordinator = \"P\", title = 1 } } }")
        == "test.lua:1: badArgument: tabs \"T\": page 1: title is 1, expected a string, or a "
        + "function that receives whether the tab is active")
  }
}
