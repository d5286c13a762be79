import Signalbox
import SignalboxScripting
import Testing

struct DefinitionTests {
  @Test func `defining a coordinator does not change the visible state`() throws {
    let fixture = try ScriptFixture(ScriptFixture.shop)

    #expect(fixture.session.engine.tree.main == nil)
    #expect(fixture.session.engine.coordinatorTypeNames == ["Checkout", "Shop"])
    #expect(fixture.session.application?.name == "Shop demo")
    #expect(fixture.session.application?.main == "Shop")
  }

  @Test(arguments: [
    (
      #"coordinator "A" { rotes = {} }"#,
      #"coordinator "A" has no key "rotes"; did you mean "routes"?"#
    ),
    (
      #"coordinator "A" { routes = { x = { tittle = "X" } } }"#,
      #"coordinator "A": route "x" has no key "tittle"; did you mean "title"?"#
    ),
    (
      #"coordinator "A" { routes = { x = 5 } }"#,
      #"coordinator "A": routes.x is 5, expected a table, a title or a function"#
    ),
    (
      #"coordinator "A" { routes = { x = { args = { id = "int" } } } }"#,
      #"coordinator "A": route "x": args.id is "int", expected one of "string", "integer", "#
        + #""number", "boolean", "table", "object", "any", followed by ? if optional"#
    ),
    (
      #"tabs "T" { pages = { { id = "a" } } }"#,
      #"tabs "T": page 1 needs an id and a coordinator"#
    ),
    (
      #"coordinator "A" (5)"#,
      #"coordinator "A" is followed by 5, expected a table: coordinator "A" { … }, or a function that "#
        + "returns its only screen"
    ),
    (
      #"coordinator {}"#,
      #"coordinator: got a table, expected a name: coordinator "Name" { … }"#
    ),
    (
      #"application "X" { mein = "A" }"#,
      #"application "X" has no key "mein"; did you mean "main"?"#
    ),
    (
      #"coordinator "A" { links = { ["/x"] = "f" } }"#,
      #"link pattern "/x": expected scheme://host/path; a pattern looks like "shop://product/:id""#
    ),
    (
      #"local A = coordinator "A" {} A.routes = {}"#,
      "A.routes is a table, expected a function: definitions contain methods; store values in self"
    ),
    (
      #"coordinator "A" { routes = { a = { actions = { "Next", "Back" } } } }"#,
      #"coordinator "A": route "a": action "Back" would call onBack, which is called whenever the "#
        + #"user goes back; name another method: { "Back", "goBack" }"#
    ),
    (
      #"coordinator "A" { routes = { a = { actions = { "Buy", "Pay", "Buy" } } } }"#,
      #"coordinator "A": route "a": actions has the label "Buy" twice, so a tap is ambiguous; "#
        + "use a different label for each action"
    ),
    (
      #"coordinator "A" { routes = { a = { actions = { "Buy", Buy = "pay" } } } }"#,
      #"coordinator "A": route "a": actions has the label "Buy" twice, so a tap is ambiguous; "#
        + "use a different label for each action"
    ),
    (
      #"coordinator "A" { routes = { a = { actions = { Yes = "yes", No = "no" } } } }"#,
      #"coordinator "A": route "a": actions has the labels "No" and "Yes" as keys, whose order Lua "#
        + #"does not keep; write { "No", handler }, { "Yes", handler }"#
    ),
    (
      #"coordinator "A" { routes = { a = { actions = { { "Yes" } } } } }"#,
      #"coordinator "A": route "a": actions[1] is a table, expected { label, handler }, with a "#
        + "handler that is a function or a method's name"
    ),
    (
      #"coordinator "A" { routes = { a = { actions = { { "Yes", 5 } } } } }"#,
      #"coordinator "A": route "a": actions[1][2] is 5, expected a function or a method's name"#
    ),
    (
      #"coordinator "A" { routes = { a = { actions = { "Yes", [4] = "No" } } } }"#,
      #"coordinator "A": route "a" has the key 4, expected only names as keys"#
    ),
  ])
  func `an invalid definition is an error with the location, the actual and the expected value`(
    script: String, message: String
  ) throws {
    let fixture = try ScriptFixture()

    #expect(fixture.failure(of: script) == "test.lua:1: badArgument: \(message)")
  }

  @Test func `an unknown style in a definition is an error with the nearest style`() throws {
    let fixture = try ScriptFixture()

    #expect(
      fixture.failure(of: #"coordinator "A" { style = "shet" }"#)
        == #"test.lua:1: unknownStyle: coordinator "A": unknown style "shet"; did you mean "sheet"?"#
    )
  }

  @Test
  func `R10 replacing a definition at run time affects only later navigation`()
    throws
  {
    let fixture = try ScriptFixture.launchedShop()

    let printed = try fixture.run(
      """
      local shop = app.main
      coordinator "Shop" { routes = { cellar = { title = "Cellar" } } }
      print(shop.isAlive, app.front.name)
      shop.router:navigate("cellar")
      print(app.front.title)
      """)

    #expect(printed == ["true\tcatalog", "Cellar"])
  }

  @Test func `routes and methods can be added to a definition`() throws {
    let fixture = try ScriptFixture(
      """
      A = coordinator "A" { routes = { one = "One" } }
      function A:start() self.router:startFlow("one") end
      A:extend { routes = { two = { title = "Two", actions = { "Go on" } } } }
      function A:onGoOn() print("went on") end
      app:launch("A").router:navigate("two")
      app:tap "Go on"
      print(app.front.title, table.concat(app:stack(), " "))
      """)

    #expect(fixture.takePrinted() == ["went on", "Two\tone two"])
  }

  @Test func `the function of a route determines its destination and style`() throws {
    let fixture = try ScriptFixture(
      """
      local A = coordinator "A" { routes = {
        home = {},
        any = function(self, args)
          return screen(args.name, { title = args.name:upper(), args = { n = 1 } }), args.style
        end,
        bad = function() return 42 end,
      } }
      function A:start() self.router:startFlow("home") end
      local router = app:launch("A").router
      router:navigate("any", { name = "note" })
      print(app.front.name, app.front.title, app.front.args.n, #app:layers())
      router:navigate("any", { name = "alert", style = "fullScreen" })
      print(app.front.name, #app:layers())
      print(select(2, pcall(router.navigate, router, "bad")))
      """)

    #expect(
      fixture.takePrinted() == [
        "note\tNOTE\t1\t1", "alert\t2",
        "app.lua:14: factoryFailed: route \"bad\": the function returned 42, expected a screen(…), a definition "
          + "or a coordinator such as Checkout:new { … }",
      ])
  }

  @Test func `actions call methods named after their labels, named methods and functions`() throws {
    let fixture = try ScriptFixture(
      """
      local A = coordinator "A" { routes = { home = { actions = {
        "Apple Pay", { "Zoom in (+)", "zoom" }, Help = function(self, screen) print("help", screen.name) end,
      } } } }
      function A:start() self.router:startFlow("home") end
      function A:onApplePay(screen) print("pay", screen.name) end
      function A:zoom() print("zoom") end
      app:launch("A")
      print(table.concat(app.front.actions, ", "))
      for _, label in ipairs(app.front.actions) do app:tap(label) end
      """)

    #expect(
      fixture.takePrinted() == [
        "Apple Pay, Zoom in (+), Help", "pay\thome", "zoom", "help\thome",
      ])
  }
}
