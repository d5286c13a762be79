import SignalboxScripting
import Testing

/// Paths to a target state and active links, implemented in a few lines with the public interface.
struct WayRecipeTests {
  private func printed(_ recipe: String, _ script: String) throws -> [String] {
    try ScriptFixture().run("\(recipe)\n\(script)")
  }

  // MARK: - Paths

  /// Navigates to a list of pushes and presentations: dismisses superfluous layers, sets the stack
  /// in one step, and presents the missing layers one at a time.
  private static let planner = """
    Main = coordinator "Main" {
      routes = {
        root = {}, two = {}, three = {}, four = {}, other = {}, another = {},
        sheet = { style = "sheet" }, second = { style = "sheet" }, cover = { style = "fullScreen" },
      },
    }
    function Main:start() self.router:startFlow("root") end
    local main = app:launch("Main")
    local router = main.router

    function go(way)
      local stack, layers = { "root" }, {}
      for _, step in ipairs(way) do
        local isPushed = step == "two" or step == "three" or step == "four" or step:find("other")
        local list = isPushed and stack or layers
        list[#list + 1] = step
      end
      if #app:layers() > 1 then router:dismiss { all = true } end
      if table.concat(stack, " ") ~= table.concat(app:stack(main), " ") then
        router:setStack(stack)
      end
      for _, name in ipairs(layers) do router:present(name) end
    end

    function shown()
      local names = {}
      for index, layer in ipairs(app:layers()) do names[index] = layer.style end
      return table.concat(app:stack(main), " ") .. " | " .. table.concat(names, " ")
    end

    app:on("didNavigate", function(event) print(event.text) end)
    """

  @Test func `T120 a path replaces and pops screens in one step and then presents missing layers`()
    throws
  {
    let lines = try printed(
      Self.planner,
      """
      go { "two", "three", "four" }
      print(shown())
      go { "other", "another", "sheet", "second" }
      print(shown(), app.front.name)
      """)
    #expect(
      lines == [
        "didNavigate setStack (c1)", "root two three four | root",
        "didNavigate setStack (c1)", "didNavigate present sheet (c1)",
        "didNavigate present second (c1)", "root other another | root sheet sheet\tsecond",
      ])
  }

  @Test func `T122 presentations are performed one at a time, and pushes all at once`() throws {
    let lines = try printed(
      Self.planner,
      """
      go { "sheet", "cover", "second" }
      print(shown())
      go {}
      print(shown())
      go { "two", "three", "four" }
      print(shown())
      """)
    #expect(
      lines == [
        "didNavigate present sheet (c1)", "didNavigate present cover (c1)",
        "didNavigate present second (c1)", "root | root sheet fullScreen sheet",
        "didNavigate dismiss (c1)", "root | root",
        "didNavigate setStack (c1)", "root two three four | root",
      ])
  }

  // MARK: - Active links

  /// At most one link of a screen is active: setting another link closes the active link first, and
  /// if the user closes it, no link is active.
  private static let activeLink = """
    Content = coordinator "Content" {
      routes = { content = {}, first = {}, info = { style = "sheet" } },
    }
    function Content:start() self.router:startFlow("content") end
    local router = app:launch("Content").router
    local active

    function setActive(link)
      local closing = active
      active = link
      if closing and closing.to == "info" then router:dismiss() elseif closing then router:pop() end
      if not link then return end
      router:navigate(link.to, { text = link.text or "default" }, {
        onDismiss = function(reason)
          if active ~= link then return end
          active = nil
          print("closed by", reason)
        end,
      })
    end

    function show() print(app.front.name, app.front.args.text, #app:layers(), #app:stack()) end
    """

  @Test func `T127 setting the active link pushes, presents and closes`() throws {
    let lines = try printed(
      Self.activeLink,
      """
      setActive { to = "first", text = "x" } show()
      setActive { to = "first" } show()
      setActive { to = "info", text = "s" } show()
      setActive(nil) show()
      """)
    #expect(
      lines == [
        "first\tx\t1\t2", "first\tdefault\t1\t2", "info\ts\t2\t1", "content\tnil\t1\t1",
      ])
  }

  @Test func `T127 going back and swiping each clear the active link once`() throws {
    let lines = try printed(
      Self.activeLink,
      """
      setActive { to = "first", text = "x" }
      app:back()
      show()
      setActive { to = "info" }
      app:swipeDown()
      setActive(nil)
      show()
      """)
    #expect(
      lines == [
        "closed by\tuserBack", "content\tnil\t1\t1", "closed by\tuserSwipe", "content\tnil\t1\t1",
      ])
  }
}
