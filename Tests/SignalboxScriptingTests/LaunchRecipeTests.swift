import SignalboxScripting
import Testing

/// Launch instructors and deep links over several screens, implemented in a few lines with the
/// public interface.
struct LaunchRecipeTests {
  private func printed(_ recipe: String, _ script: String) throws -> [String] {
    try ScriptFixture().run("\(recipe)\n\(script)")
  }

  // MARK: - The launch instructor

  /// Two flags determine the first flow. Each flow that ends changes one of the flags.
  private static let instructor = """
    flags = { tutorial = false, auth = false }
    function decide()
      if not flags.auth then return "auth" end
      return flags.tutorial and "main" or "onboarding"
    end

    Launch = coordinator "Launch" {
      routes = {
        blank = {},
        auth = { coordinator = "Auth", onFinish = "passed" },
        onboarding = { coordinator = "Onboarding", onFinish = "passed" },
        main = { coordinator = "Home" },
      },
    }
    function Launch:start()
      self.router:startFlow("blank")
      self.router:navigate(decide())
    end
    function Launch:passed(flag)
      flags[flag] = true
      self.router:navigate(decide())
    end
    for name, flag in pairs { Auth = "auth", Onboarding = "tutorial", Home = "none" } do
      coordinator(name) {
        style = "fullScreen",
        routes = { [name .. "Screen"] = { actions = { "Done" } } },
        start = function(self) self.router:startFlow(name .. "Screen") end,
        onDone = function(self) self.router:finishFlow(flag) end,
      }
    end
    application "Launch" { main = "Launch" }
    """

  @Test func `T114 flags determine which flow is shown first`() throws {
    let lines = try printed(
      Self.instructor,
      """
      local main
      for _, row in ipairs { { true, false }, { false, false }, { false, true }, { true, true } } do
        flags.tutorial, flags.auth = row[1], row[2]
        if main then main.router:restartApp() else main = app:launch() end
        print(app.top.type, #main.children)
      end
      """)
    #expect(lines == ["Auth\t1", "Auth\t1", "Onboarding\t1", "Home\t1"])
  }

  @Test func `T115 each flow ends before the first screen of the next flow appears`() throws {
    let lines = try printed(
      Self.instructor,
      """
      local main = app:launch()
      app:on("coordinator.finished", function(event) print("finished", event.name) end)
      app:on("willAppear", function(event) print("appears", event.name) end)
      app:tap "Done"
      app:tap "Done"
      print(#main.children, main.children[1].type, #app:layers())
      """)
    #expect(
      lines == [
        "appears\tblank", "finished\tAuth", "appears\tOnboardingScreen", "appears\tblank",
        "finished\tOnboarding", "appears\tHomeScreen", "1\tHome\t2",
      ])
  }

  // MARK: - Links

  /// A link whose URL specifies the treatment of the visible layers.
  private static let links = """
    Main = coordinator "Main" {
      routes = {
        home = {}, item = { args = { id = "integer" } },
        forced = { style = { style = "fullScreen", interactive = false } },
        help = { style = "sheet" },
      },
      links = {
        ["app://top/:id"] = function(self, link) self.router:present("item", { id = link.id }) end,
        ["app://clear/:id"] = function(self, link)
          for index, layer in ipairs(app:layers()) do
            if index > 1 and not layer.isInteractive then
              print("notDismissible", layer.style)
              return "unhandled"
            end
          end
          self.router:dismiss { all = true }
          self.router:navigate("item", { id = link.id })
        end,
      },
    }
    function Main:start() self.router:startFlow("home") end
    application "Links" { main = "Main" }
    function shown() print(table.concat(app:stack(), " "), #app:layers(), app.front.name) end
    """

  @Test
  func `T119 a link keeps a layer that cannot be dismissed and shows its screens above the layer`()
    throws
  {
    let lines = try printed(
      Self.links,
      """
      app:launch().router:navigate("forced")
      app:open "app://clear/7"
      shown()
      app:open "app://top/7"
      shown()
      app.main.router:dismiss { all = true }
      app.main.router:navigate("help")
      app:open "app://clear/7"
      shown()
      """)
    #expect(
      lines == [
        "notDismissible\tfullScreen", "home\t2\tforced", "home\t3\titem", "home item\t1\titem",
      ])
  }

  /// Links of several shards, one screen for each.
  private static let paths = """
    Main = coordinator "Main" { routes = { root = {}, a = {}, b = {}, c = {} } }
    function Main:start() self.router:startFlow("root") end
    application "Paths" { main = "Main" }

    function open(path, options)
      local router <const> = app.main.router
      if options.atomic then
        local _, status, reason = router:batch(function()
          for name in path:gmatch("[^/]+") do router:navigate(name) end
        end, { try = true })
        return status, reason
      end
      local index, count = 0, select(2, path:gsub("[^/]+", ""))
      for name in path:gmatch("[^/]+") do
        index = index + 1
        local animated = options.animate ~= "last" or index == count
        local _, status = router:navigate(name, nil, { animated = animated, try = true })
        if status ~= "done" then return "partial", index end
      end
      return "done", index
    end
    """

  @Test func `T123 R9 a path is opened up to its first unknown part or not at all`() throws {
    let lines = try printed(
      Self.paths,
      """
      app:launch()
      print(open("a/b/bad/c", { atomic = true }))
      print(table.concat(app:stack(), " "))
      print(open("a/b/bad/c", {}))
      print(table.concat(app:stack(), " "))
      """)
    #expect(lines == ["rejected\tunknownRoute", "root", "partial\t3", "root a b"])
  }

  @Test func `T124 only the last step of a path is animated`() throws {
    let lines = try printed(
      Self.paths,
      """
      app:launch()
      local start = clock.now()
      print(open("a/b/c", { animate = "last" }))
      print(clock.now() - start, table.concat(app:stack(), " "))
      """)
    #expect(lines == ["done\t3", "350\troot a b c"])
  }

  // MARK: - Remaining objects

  @Test(arguments: [
    ("finished", "child.router:finishFlow()"),
    ("dismissed", "main.router:dismiss()"),
    ("userSwipe", "app:swipeDown()"),
    ("userBack", "app:back()"),
    ("restarted", "main.router:restartApp()"),
    ("replaced", #"main.router:startFlow("home")"#),
  ])
  func `T75 a coordinator that finishes leaves no objects behind`(reason: String, command: String)
    throws
  {
    let lines = try printed(
      """
      Child = coordinator "Child" { routes = { home = {}, other = {} } }
      function Child:start() self.router:startFlow("home") end
      Main = coordinator "Main" { routes = { home = {} } }
      function Main:start() self.router:startFlow("home") end
      """,
      """
      local main = app:launch(Main)
      local child = main.router:navigate(Child:new())
      child.router:present("other")
      main.router:dismiss { to = app:layers()[2] }
      local weak = setmetatable({}, { __mode = "v" })
      child.cart = {}
      weak.cart, weak.other = child.cart, { "nobody has this" }
      app:on("coordinator.finished", function(event) print(event.reason) end)
      \(command)
      child = nil
      print(#app:leaks(), #main.children, table.concat(app:stack(), " "))
      collectgarbage()
      print(weak.cart, weak.other)
      """)
    #expect(lines == [reason, "0\t0\thome", "nil\tnil"])
  }
}
