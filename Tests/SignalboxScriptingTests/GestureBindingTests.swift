import SignalboxScripting
import Testing

struct GestureBindingTests {
  private func launched(_ definitions: String, routes: String = "a = {}, b = {}, c = {}") throws
    -> ScriptFixture
  {
    let fixture = try ScriptFixture(
      """
      Main = coordinator "Main" { routes = { \(routes) } }
      function Main:start() self.router:startFlow("a") end
      application "Main" { main = "Main" }
      \(definitions)
      """)
    try fixture.run("app:launch()")
    return fixture
  }

  @Test func `T47 tapping a button of an alert runs its action after the alert has been removed`()
    throws
  {
    let fixture = try launched(
      """
      function Main:onNo() print("no", app.front.name, #app:layers()) end
      function Main:delete(screen) print("deleted", app.front.name, screen) end
      """,
      routes: """
        a = {}, ask = { style = "alert", actions = { ["Delete"] = "delete" } }
        """)

    let printed = try fixture.run(
      """
      local r = app.main.router
      local function ask(buttons)
        r:present(screen "Sure?", nil, { style = "alert", buttons = buttons })
      end
      ask { "No", Yes = function(self) print("yes", self == app.main, app.front.name) end }
      print(table.concat(app:layers()[2].buttons, " "), select(2, app:tapAlert "Yes"))
      ask { "No", "Later" }
      app:tapAlert "No"
      ask { "No", "Later" }
      app:tapAlert "Later"
      r:navigate("ask")
      app:tapAlert "Delete"
      print(select(3, app:tapAlert "No"))
      """)

    #expect(
      printed == [
        "yes\ttrue\ta", "No Yes\tdone\tnil", "no\ta\t1", "deleted\ta\tscreen (s5, gone)",
        "gestureUnavailable",
      ])
  }

  @Test func `custom styles can be defined, and styles can be passed as tables`() throws {
    let fixture = try launched(
      """
      presentationStyle "card" { covering = true, interactive = true }
      coordinator "Half" { style = { style = "sheet", detents = { "medium", 0.3 } },
        routes = { x = {} }, start = function(self) self.router:startFlow("x") end }
      """,
      routes: """
        a = {}, half = { coordinator = "Half" }, held = { style = { style = "sheet", interactive = false } }
        """)

    let printed = try fixture.run(
      """
      local r = app.main.router
      local function top()
        local layers = app:layers()
        local layer = layers[#layers]
        return layer.style, layer.isCovering, layer.isInteractive, table.concat(layer.detents, " ")
      end
      r:navigate("half")
      print(top())
      r:dismiss():navigate("held")
      print(top())
      r:dismiss():present("a", nil, { style = "card" })
      print(top())
      r:dismiss():present("a", nil, { style = { style = "card", covering = false }, interactive = false })
      print(top())
      r:dismiss():present("a", nil, { detents = { "large", 240 } })
      print(top())
      """)

    #expect(
      printed == [
        "sheet\tfalse\ttrue\tmedium 0.3", "sheet\tfalse\tfalse\t", "card\ttrue\ttrue\t",
        "card\tfalse\tfalse\t", "sheet\tfalse\ttrue\tlarge 240.0",
      ])
  }

  @Test(arguments: [
    (
      #"presentationStyle "sheet" {}"#,
      #"badArgument: presentationStyle "sheet" is already defined by the platform; choose "#
        + #"another name"#
    ),
    (
      #"presentationStyle "card" { cover = true }"#,
      #"badArgument: presentationStyle "card" has no key "cover"; known: "covering", "interactive", "push""#
    ),
    (
      #"app.main.router:present("b", nil, { detents = { "small" } })"#,
      #"badArgument: present: detents[1] is "small", expected "medium", "large" or a number "#
        + #"greater than 0"#
    ),
    (
      #"app.main.router:present("b", nil, { style = "sheet", buttons = { "OK" } })"#,
      #"badArgument: present: style "sheet" has no buttons; use style "alert" or "confirmationDialog""#
    ),
    (#"app:guard("b")"#, #"badArgument: guard: got "b", expected a function"#),
    (
      #"app:swipeBack { progress = 2 }"#,
      #"badArgument: swipeBack: option "progress" is 2, expected a number from 0 to 1"#
    ),
    (#"app.isStrict = 1"#, "badArgument: isStrict is 1, expected true or false"),
  ])
  func `an invalid gesture is an error with the actual and the expected value`(
    call: String, message: String
  )
    throws
  {
    let fixture = try launched("")

    #expect(fixture.failure(of: call) == "test.lua:1: \(message)")
  }

  @Test func `T129 T130 a swipe can be played in phases, and operations wait until it ends`() throws
  {
    let fixture = try launched("")

    let printed = try fixture.run(
      """
      local r = app.main.router
      r:navigate("b")
      local _, status, swipe = app:swipeBack { phase = "begin" }
      print(status, swipe.isSettled)
      app:swipeBack { phase = "progress", progress = 0.5 }
      print(app.swipeProgress, select(2, r:navigate("c")))
      print(select(3, app:swipeBack { phase = "cancel" }))
      print(swipe.reason, table.concat(app:stack(), " "), app.swipeProgress)
      app:swipeBack { phase = "begin" }
      print(select(3, app:swipeBack { phase = "commit" }))
      print(table.concat(app:stack(), " "))
      r:navigate("b"):navigate("c")
      print(select(2, app:longPressBack(-1)), table.concat(app:stack(), " "))
      """)

    #expect(
      printed == [
        "queued\tfalse", "0.5\tqueued\toperation (queued)", "cancelledByUser",
        "cancelledByUser\ta b c\tnil", "c", "a b",
        "done\ta",
      ])
  }

  @Test func `T133 T138 screens and coordinators can prevent gestures`() throws {
    let fixture = try launched(
      """
      function Main:shouldDismiss(screen) return screen.name ~= "b" end
      function Main:onBack(screen) return screen.name == "a" end
      function Main:stay(screen) print("stay", screen.name) return true end
      """,
      routes: """
        a = {}, b = {}, held = { dismissDisabled = true }, fixed = { interactivePop = false },
        form = { onBack = "stay" }
        """)

    let printed = try fixture.run(
      """
      local r = app.main.router
      for _, name in ipairs { "b", "held" } do
        r:present(name)
        print(select(3, app:swipeDown()))
        r:dismiss()
      end
      r:navigate("fixed")
      print(select(3, app:swipeBack()), select(2, app:back()))
      r:navigate("form")
      print(select(3, app:back()), app.front.name)
      print(select(2, r:pop()), select(3, app:back()))
      """)

    #expect(
      printed == [
        "dismissDisabled", "dismissDisabled", "gestureUnavailable\tdone\tfixed", "stay\tform",
        "intercepted\tform", "done\tintercepted",
      ])
  }

  @Test func `T139 guards can veto and redirect operations`() throws {
    let fixture = try launched("")

    let printed = try fixture.run(
      """
      local r = app.main.router
      local stop = app:guard(function(request)
        print(request.operation, request.name, request.coordinator == app.main, request.isGesture)
        if request.name == "b" then return "not today" end
        if request.name == "c" then return function() r:present("a") end end
      end)
      print(select(2, pcall(r.navigate, r, "b")))
      print(select(2, r:navigate("c")))
      print(#app:layers(), app.front.name)
      stop()
      print(select(2, r:navigate("b")))
      """)

    #expect(
      printed == [
        "navigate\tb\ttrue\tfalse", "test.lua:7: vetoed: navigate: not today",
        "navigate\tc\ttrue\tfalse", "present\ta\ttrue\tfalse", "rejected\tredirected", "2\ta",
        "done\tnil",
      ])
  }

  @Test func `the handle of a layer that is being dismissed reports this until the animation ends`()
    throws
  {
    let fixture = try launched("")

    let printed = try fixture.run(
      """
      local r = app.main.router
      r:present("b")
      clock.manual()
      r:dismiss()
      local layer = app:layers()[2]
      print(layer.phase, layer.isAlive)
      clock.settle()
      print(#app:layers(), layer.phase)
      """)

    #expect(printed == ["dismissing\tfalse", "1\tnil"])
  }

  @Test func `tabs can keep their screens when the selected tab is tapped`() throws {
    let fixture = try ScriptFixture(
      """
      local Page = coordinator "Page" { routes = { a = {}, b = {} } }
      function Page:start() self.router:startFlow("a") end
      tabs "Home" { popToRootOnReselect = false,
        pages = { { id = "p", title = "P", coordinator = "Page" } } }
      application "Home" { main = "Home" }
      """)

    let printed = try fixture.run(
      """
      app:launch()
      app.top.router:navigate("b")
      print(select(3, app:tapTab "p"), table.concat(app:stack(), " "))
      """)

    #expect(printed == ["alreadySelected\ta b"])
  }

  @Test func `actions and buttons have the order of the source code`() throws {
    let fixture = try ScriptFixture(
      """
      local Main = coordinator "Main" {
        routes = { home = { actions = { { "Zoo", "zoo" }, "Ask", { "Map", function() print("map") end } } } },
      }
      function Main:start() self.router:startFlow("home") end
      function Main:zoo() print("zoo") end
      function Main:onAsk()
        self.router:present(screen "Sure?", nil, {
          style = "alert", buttons = { { "Yes", function() print("yes") end }, "Maybe", { "No", "no" } },
        })
      end
      function Main:no() print("no") end
      app:launch(Main)
      print(table.concat(app.front.actions, " "))
      app:tap "Zoo"
      app:tap "Map"
      app:tap "Ask"
      print(table.concat(app:layers()[2].buttons, " "))
      app:tapAlert "No"
      """)

    #expect(fixture.takePrinted() == ["Zoo Ask Map", "zoo", "map", "Yes Maybe No", "no"])
    #expect(fixture.session.unhandled.map(\.description) == [])
  }
}
