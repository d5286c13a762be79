import SignalboxScripting
import Testing

/// Tests route functions that return coordinators, and coordinators that one function defines.
struct RouteInstanceTests {
  private static let definitions = """
    local Detail = coordinator "Detail" { routes = { detail = {} }, args = { id = "integer" } }
    function Detail:start() self.router:startFlow("detail", { id = self.args.id }) end
    local List = coordinator "List" { routes = { list = {} } }
    function List:start() self.router:startFlow("list") end

    local Main = coordinator "Main" {
      routes = {
        home = {},
        item = function(self, args)
          if args.id then return Detail:new { id = args.id * 10 }, "push" end
          return List:new(), "fullScreen"
        end,
        same = function(self) return self.kept end,
        itself = function(self) return self end,
        gone = function(self) return self.finished end,
      },
    }
    function Main:start() self.router:startFlow("home") end
    app:launch(Main)
    local r = app.main.router

    """

  @Test func `the function of a route can return a coordinator that depends on the input`() throws {
    #expect(
      try ScriptFixture().run(
        Self.definitions + """
          local child = r:navigate("item", { id = 4 })
          print(child.type, child.args.id, app:tree())
          child.router:finishFlow()
          print(r:navigate("item").type, app:layers()[2].style)
          print(app:tree())
          """) == [
          "Detail\t40\tMain  home\n└─ ▸ Detail  pushed  detail { id = 40 }      ← front",
          "List\tfullScreen", "Main  home\n└─ ⤒ List  fullScreen  list      ← front",
        ])
  }

  @Test func `a coordinator from the function of a route is restored, undone and replayed`() throws
  {
    #expect(
      try ScriptFixture().run(
        Self.definitions + """
          local lines = {}
          local stop = app:record(function(line) lines[#lines + 1] = line end)
          r:navigate("item", { id = 4 })
          local saved = app:saveState()
          app:undo()
          print(app:tree())
          app:redo()
          stop()
          app:restoreState(saved)
          print(app:saveState() == saved)
          app.main.router:popToRoot()
          print(app:replay(lines).divergence)
          """) == ["Main  home      ← front", "true", "nil"])
  }

  @Test(arguments: [
    ("same", "alreadyAttached"), ("itself", "cycle"), ("gone", "alreadyFinished"),
  ])
  func `a route function whose coordinator cannot be attached is rejected and changes nothing`(
    route: String, code: String
  ) throws {
    #expect(
      try ScriptFixture().run(
        Self.definitions + """
          app.main.kept = r:navigate("item")
          app.main.finished = r:navigate("item")
          app.main.finished.router:finishFlow()
          local tree = app:tree()
          local _, status, reason = r:navigate("\(route)", nil, { try = true })
          print(status, reason, tree == app:tree())
          """) == ["rejected\t\(code)\ttrue"])
  }

  @Test func `a function that returns a single screen can define a coordinator`() throws {
    let fixture = try ScriptFixture(
      """
      local Terms = coordinator "Terms" (function(self, args)
        return screen("terms", { title = "Terms " .. (args.version or 1), actions = { "Accept" } })
      end)
      function Terms:onAccept() self.router:finishFlow("accepted") end
      local Main = coordinator "Main" {
        routes = { home = {}, terms = { coordinator = Terms, style = "fullScreen", onFinish = "done" } },
      }
      function Main:start() self.router:startFlow("home") end
      function Main:done(result, reason) print(result, reason) end
      app:launch(Main)
      app.main.router:navigate("terms", { version = 3 })
      print(app.front.title, app:tree())
      local saved = app:saveState()
      app:tap "Accept"
      app:restoreState(saved)
      print(app.front.title, app:saveState() == saved)
      """)

    #expect(
      fixture.takePrinted() == [
        "Terms 3\tMain  home\n└─ ⤒ Terms  fullScreen  terms      ← front", "accepted\tfinished",
        "Terms 3\ttrue",
      ])
  }
}
