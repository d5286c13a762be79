import SignalboxScripting
import Testing

/// Tests properties of coordinators, updated screens, replacement functions, and `app.isBusy`.
struct DefinedPropertyTests {
  private static let stored = """
    local Main = coordinator "Main" {
      routes = { home = { actions = { "Go" } }, note = { args = { id = "integer" } } },
      properties = {
        double = {
          get = function(self) return self.stored end,
          set = function(self, value) self.stored = value * 2 end,
        },
        fixed = { get = function(self) return self.type end },
      },
    }
    function Main:start() self.router:startFlow("home") end
    main = app:launch(Main)
    """

  @Test func `the functions of a definition read and write a property of a coordinator`() throws {
    let lines = try ScriptFixture().run(
      """
      \(Self.stored)
      print(main.double)
      main.double = 4
      print(main.double, main.fixed)
      """)
    #expect(lines == ["nil", "8\tMain"])
  }

  @Test func `extending a definition changes the properties of existing coordinators`() throws {
    let lines = try ScriptFixture().run(
      """
      local Main = coordinator "Main" { routes = { home = {} } }
      function Main:start() self.router:startFlow("home") end
      local main = app:launch(Main)
      main.name = "field"
      Main:extend { properties = { where = { get = function() return app.front.name end } } }
      print(main.where, main.name)
      """)
    #expect(lines == ["home\tfield"])
  }

  @Test(arguments: [
    ("main.fixed = 1", "readOnly: fixed of Main (c1) cannot be set"),
    ("main.double = 'x'", "attempt to mul a 'string' with a 'number'"),
    (
      #"coordinator "X" { properties = { x = { gte = print } } }"#,
      #"badArgument: coordinator "X": property "x" has no key "gte"; did you mean "get"?"#
    ),
    (
      #"coordinator "X" { properties = { x = { get = 3 } } }"#,
      #"badArgument: coordinator "X": property "x": get is 3, expected a function"#
    ),
    (
      #"coordinator "X" { properties = { x = 3 } }"#,
      #"badArgument: coordinator "X": properties.x is 3, expected a table"#
    ),
    (
      #"coordinator "X" { routes = { x = { replacement = 3 } } }"#,
      #"badArgument: coordinator "X": route "x": replacement is 3, expected a route's name or a "#
        + "function that returns one"
    ),
    (
      #"app.front:update { id = 1 } app.front:update(3)"#,
      "badArgument: update: args is 3, expected a table of named values"
    ),
    (
      #"main.router:update("home", {})"#,
      "badArgument: update: got a name or a function, expected a screen's handle"
    ),
  ])
  func `an invalid property is an error with the actual and the expected value`(
    script: String, message: String
  )
    throws
  {
    let fixture = try ScriptFixture(Self.stored)
    let failure = fixture.failure(of: "local main = app.main\n\(script)")
    #expect(failure == "test.lua:2: \(message)" || failure.hasSuffix(": \(message)"))
  }

  @Test func `updating a screen keeps the screen and sets new arguments`() throws {
    let lines = try ScriptFixture(Self.stored).run(
      """
      local main = app.main
      main.router:navigate("note", { id = 1 })
      local note = app.front
      app:on("screen.updated", function(event) print(event.text) end)
      print(select(2, note:update { id = 2 }), note == app.front, note.args.id)
      print(select(2, note:update({ id = 2 }, { try = true })))
      print(select(2, main.router:update(note, { id = 3 })), note.args.id)
      """)
    #expect(
      lines == [
        "screen.updated s2 note (c1)", "done\ttrue\t2", "noop\tunchanged",
        "screen.updated s2 note (c1)", "done\t3",
      ])
  }

  @Test func `the replacement of a root can depend on its result`() throws {
    let lines = try ScriptFixture().run(
      """
      local function flow(name)
        local Flow = coordinator(name) { routes = { top = {} } }
        function Flow:start() self.router:startFlow("top") end
      end
      flow "Login" flow "Home" flow "Help"
      local Main = coordinator "Main" {
        routes = {
          login = {
            coordinator = "Login",
            replacement = function(self, result) return result and result.next end,
          },
          home = { coordinator = "Home" }, help = { coordinator = "Help" },
        },
      }
      function Main:start() self.router:root("login") end
      local main = app:launch(Main)
      print(select(2, pcall(app.top.router.finishFlow, app.top.router)))
      print(app.top.type)
      app.top.router:finishFlow { next = "help" }
      print(app.top.type, #main.children, main.router:isRoot("help"))
      """)
    #expect(
      lines == [
        #"test.lua:17: factoryFailed: route "login": the replacement returned nil, expected the name of a "#
          + "route",
        "Login", "Help\t1\ttrue",
      ])
  }

  @Test func `isBusy is true if an operation would have to wait`() throws {
    let lines = try ScriptFixture(Self.stored).run(
      """
      print(app.isBusy)
      app.main.onGo = function() print("in an action", app.isBusy) end
      app:tap "Go"
      clock.manual()
      app.main.router:navigate("note", { id = 1 })
      print(app.isBusy)
      clock.settle()
      print(app.isBusy)
      """)
    #expect(lines == ["false", "in an action\ttrue", "true", "false"])
  }
}
