import SignalboxScripting
import Testing

struct UnifiedStackTests {
  private func launched(_ route: String = "sheet = { style = \"sheet\" }") throws -> ScriptFixture {
    let fixture = try ScriptFixture(
      """
      Main = coordinator "Main" {
        unifiedStack = true,
        routes = {
          list = {}, item = { args = { id = "integer?" } }, cover = { style = "fullScreen" },
          ask = { style = "alert", actions = { "OK" } }, child = { coordinator = "Child" }, \(route),
        },
      }
      function Main:start() self.router:startFlow("list") end
      Child = coordinator "Child" { style = "sheet", routes = { inner = {} } }
      function Child:start() self.router:startFlow("inner") end
      application "Main" { main = "Main" }
      """)
    try fixture.run("app:launch()")
    return fixture
  }

  @Test func `popToRoot dismisses the layers of the flow unless an option keeps them`() throws {
    let fixture = try launched()

    let printed = try fixture.run(
      """
      local r = app.main.router
      r:route("item", { id = 1 }):route("sheet")
      r:popToRoot { dismissModals = false }
      print(app:tree())
      print((select(2, r:popToRoot())))
      print(app:tree())
      print((select(2, r:popToRoot())))
      r:route("item"):route("child")
      r:popToRoot():route("item", { id = 2 })
      print(app.front, #app:layers(), #app.main.children)
      """)

    #expect(
      printed == [
        "Main  list\n└─ ⤒ sheet  sheet      ← front", "done", "Main  list      ← front", "noop",
        "item { id = 2 } (s6)\t1\t0",
      ])
  }

  @Test func `a push uses the stack that was presented last unless an option selects another`()
    throws
  {
    let fixture = try launched()

    let printed = try fixture.run(
      """
      local r = app.main.router
      r:route "sheet"
      r:route("item", { id = 1 })
      print(app:tree())
      r:route "cover"
      r:route("item", { id = 2 })
      print(app:tree())
      r:navigate("item", { id = 3 }, { target = "own" })
      print(app:tree())
      """)

    #expect(
      printed == [
        "Main  list\n└─ ⤒ sheet  sheet ▸ item { id = 1 }      ← front",
        """
        Main  list
        ├─ ⤒ sheet  sheet ▸ item { id = 1 }
        └─ ⤒ fullScreen  cover ▸ item { id = 2 }      ← front
        """,
        """
        Main  list ▸ item { id = 3 }
        ├─ ⤒ sheet  sheet ▸ item { id = 1 }
        └─ ⤒ fullScreen  cover ▸ item { id = 2 }      ← front
        """,
      ])
  }

  @Test func `popLast removes items of any kind one at a time`() throws {
    let fixture = try launched()

    let printed = try fixture.run(
      """
      local r = app.main.router
      r:route("item", { id = 1 }):route("sheet"):route("item", { id = 2 }):route("cover")
      for step = 1, 5 do
        local _, status, value = r:popLast()
        print(status, value, app.front)
      end
      """)

    #expect(
      printed == [
        "done\tnil\titem { id = 2 } (s4)", "done\titem\tsheet (s3)",
        "done\tnil\titem { id = 1 } (s2)", "done\titem\tlist (s1)", "noop\temptyStack\tlist (s1)",
      ])
  }

  @Test func `focusFirst finds screens that were pushed onto a presented screen`() throws {
    let fixture = try launched()

    let printed = try fixture.run(
      """
      local r = app.main.router
      r:route("sheet"):route("item", { id = 1 }):route("item", { id = 2 }):route("cover")
      r:focusFirst("item", { id = 1 })
      print(app:tree())
      r:focusFirst "sheet"
      print(app:tree())
      print((select(3, r:focusFirst("item", nil, { try = true }))))
      """)

    #expect(
      printed == [
        "Main  list\n└─ ⤒ sheet  sheet ▸ item { id = 1 }      ← front",
        "Main  list\n└─ ⤒ sheet  sheet      ← front", "routeNotFound",
      ])
  }

  @Test func `popping a screen removes the layers that were presented after it`() throws {
    let fixture = try launched()

    let printed = try fixture.run(
      """
      local r = app.main.router
      r:route("item", { id = 1 })
      local item = app.front
      r:route "sheet"
      r:route("item", { id = 2 })
      local second = app.front
      r:route "cover"
      print(select(2, second:pop()), app.front)
      print(select(2, item:pop()), app.front, #app:layers())
      """)

    #expect(printed == ["done\tsheet (s3)", "done\tlist (s1)\t1"])
  }

  @Test func `an alert and a screen without navigation accept no pushes`() throws {
    let fixture = try launched()

    let printed = try fixture.run(
      """
      local r = app.main.router
      r:route "ask"
      r:route("item", { id = 1 })
      print(app:tree())
      app:tapAlert "OK"
      r:present("sheet", nil, { withNavigation = false })
      r:route("item", { id = 2 })
      print(app:tree())
      """)

    #expect(
      printed == [
        "Main  list ▸ item { id = 1 }\n└─ ⤒ alert  ask      ← front",
        "Main  list ▸ item { id = 1 } ▸ item { id = 2 }\n└─ ⤒ sheet  sheet      ← front",
      ])
  }

  @Test func `the screens of a unified stack can be saved, restored and undone`() throws {
    let fixture = try launched()

    let printed = try fixture.run(
      """
      local r = app.main.router
      r:route("sheet"):route("item", { id = 1 })
      local saved = app:saveState()
      r:popToRoot()
      app:undo()
      print(app:tree())
      r:popToRoot()
      app:restoreState(saved)
      print(app:tree())
      app.main.router:popLast()
      print(app:tree())
      """)

    let both = "Main  list\n└─ ⤒ sheet  sheet ▸ item { id = 1 }      ← front"
    #expect(printed == [both, both, "Main  list\n└─ ⤒ sheet  sheet      ← front"])
  }

  @Test func `unifiedStack must be a boolean and is not available for tabs`() throws {
    let fixture = try ScriptFixture()
    #expect(
      fixture.failure(of: "tabs \"T\" { unifiedStack = true }")
        == "test.lua:1: badArgument: tabs \"T\" has no key \"unifiedStack\"; known: \"args\", "
        + "\"current\", \"extends\", \"links\", \"pages\", \"popToRootOnReselect\", \"properties\", "
        + "\"routes\" and 2 more")
    #expect(
      fixture.failure(of: "coordinator \"C\" { unifiedStack = 1 }")
        == "test.lua:1: badArgument: coordinator \"C\": unifiedStack is 1, expected true or false")
  }

  @Test func `options that override the declaration of a unified stack are recorded`() throws {
    let fixture = try launched()

    let printed = try fixture.run(
      """
      local stop = app:record()
      local r = app.main.router
      r:route "sheet"
      r:navigate("item", { id = 3 }, { target = "own" })
      r:popToRoot { dismissModals = false }
      r:present("cover", nil, { withNavigation = false })
      local lines, tree = stop(), app:tree()
      for _, line in ipairs(lines) do print(line:match '"options":(%b{})') end
      local replay = app:replay(lines)
      print(replay.steps, replay.divergence, app:tree() == tree)
      """)

    #expect(
      printed == [
        "nil", "nil", #"{"target":"own"}"#, #"{"dismissModals":false}"#,
        #"{"withNavigation":false}"#, "4\tnil\ttrue",
      ])
  }
}
