import Signalbox
import SignalboxScripting
import Testing

struct RouterBindingTests {
  @Test
  func `a router call returns the object to continue with, the status and the value or reason`()
    throws
  {
    let fixture = try ScriptFixture.launchedShop()

    let printed = try fixture.run(
      """
      local r = app.main.router
      print(r:navigate("product", { id = 1 }))
      print(r:navigate("product", { id = 2 }):navigate("product", { id = 3 }))
      print(r:pop())
      local same, status, names = r:pop(2)
      print(same == r, status, table.concat(names, " "))
      print(r:pop())
      print(r:dismiss())
      print(r:navigate("checkout"))
      print(select("#", r:dismiss()))
      """)

    #expect(
      printed == [
        "router of Shop (c1)\tdone\tnil", "router of Shop (c1)\tdone\tnil",
        "router of Shop (c1)\tdone\tproduct", "true\tdone\tproduct product",
        "router of Shop (c1)\tnoop\tatRoot", "router of Shop (c1)\tnoop\tnothingPresented",
        "Checkout (c2)\tdone\tCheckout (c2)", "checked out\tnil\tdismissed", "3",
      ])
  }

  @Test func `arguments that would lose data are errors`() throws {
    let fixture = try ScriptFixture.launchedShop()
    let printed = try fixture.run(
      #"""
      local r = app.main.router
      local function try(args) print((select(2, pcall(r.navigate, r, "product", args)))) end
      try { id = 1, note = "\xff" }
      try { id = 1, ["\xfe"] = 1 }
      try { id = 1, ["\u{e9}"] = 1, ["e\u{301}"] = 2 }
      print(r:navigate("product", { id = 1, note = "\u{fffd}\0é" }))
      """#)
    let advice = "expected text; pass other bytes as a list of numbers, or in an object"
    #expect(
      printed.map { $0.split(separator: "badArgument: ").last } == [
        "navigate: args.note is a string that is not valid UTF-8, \(advice)",
        "a name in navigate: args is a string that is not valid UTF-8, \(advice)",
        "navigate: args has two names that are the same text, because their characters differ only in "
          + "their composition", "router of Shop (c1)\tdone\tnil",
      ])
  }

  @Test func `a nested argument with a nearly full stack is an error that a script can handle`()
    throws
  {
    let fixture = try ScriptFixture.launchedShop()
    let printed = try fixture.run(
      """
      local deep = {}
      for i = 1, 30 do deep = { a = deep } end
      local function try(...) return app.main.router:navigate("product", deep) end
      local errors = {}
      for n = 999980, 999600, -10 do
        local _, error = pcall(function() try(table.unpack({}, 1, n)) end)
        errors[tostring(error and error.message or error):match("stack overflow") or "other"] = true
      end
      print(errors["stack overflow"])
      """)
    #expect(printed == ["true"])
  }

  @Test func `popToView returns its boolean first and raises no error if no screen matches`() throws
  {
    let fixture = try ScriptFixture.launchedShop()

    let printed = try fixture.run(
      """
      local r = app.main.router
      r:navigate("product", { id = 1 }):navigate("product", { id = 2 })
      print((r:popToView("cellar")), (r:popToView("catalog")), (r:popToView("catalog")))
      r:navigate("product", { id = 1 }):navigate("product", { id = 2 }):navigate("product", { id = 3 })
      print((r:popToView(function(screen) return screen.args.id == 2 end)), app.front.args.id)
      """)

    #expect(printed == ["false\ttrue\ttrue", "true\t2"])
  }

  @Test(arguments: [
    (
      #"r:navigate("prodct")"#,
      #"unknownRoute: navigate: Shop has no route "prodct"; did you mean "product"?"#
    ),
    (
      #"r:navigate("product", { id = "x" })"#,
      #"badArgument: route "product": argument "id" is string "x", expected integer"#
    ),
    (
      #"r:navigate("product")"#,
      #"badArgument: route "product": argument "id" is missing, expected integer"#
    ),
    (
      #"r:navigate("product", { id = 1, nte = "x" })"#,
      #"badArgument: route "product" does not declare argument "nte"; did you mean "note"?"#
    ),
    (
      #"r:navigate("product", { animated = false })"#,
      #"badArgument: route "product" does not declare argument "animated"; "#
        + "pass the options as the third argument of navigate"
    ),
    (
      #"r:present("catalog", { onDismiss = print })"#,
      "badArgument: present: args.onDismiss is a function, expected plain data (boolean, number, "
        + "string or a table of them); pass the options as the third argument of present"
    ),
    (
      #"r:finishFlow({ completion = print })"#,
      "badArgument: finishFlow: result.completion is a function, expected plain data (boolean, "
        + "number, string or a table of them); pass the options as the second argument of "
        + "finishFlow"
    ),
    (
      #"r:navigate("product", { id = 1, onBuy = print })"#,
      "badArgument: navigate: args.onBuy is a function, expected plain data (boolean, number, "
        + "string or a table of them)"
    ),
    (
      #"r:navigate("product", { id = 1 }, { animted = false })"#,
      #"unknownOption: navigate has no option "animted"; did you mean "animated"?"#
    ),
    (
      #"r:navigate("product", { id = 1 }, { animated = "no" })"#,
      #"badArgument: navigate: option "animated" is "no", expected true or false"#
    ),
    (
      #"r:navigate("product", { id = 1 }, { target = "back" })"#,
      #"badArgument: navigate: option "target" is "back", expected "own" or "front""#
    ),
    (
      #"r:navigate()"#,
      "badArgument: navigate: to is missing, expected a route's name, a screen(…) or a coordinator"
    ),
    (
      #"r:navigate(true)"#,
      "badArgument: navigate: to is true, expected a route's name, a screen(…) or a coordinator"
    ),
    (
      #"r:navigate("product", { print })"#,
      "badArgument: navigate: args[1] is a function, expected plain data (boolean, number, string or a table of them)"
    ),
    (#"r:pop(0)"#, "badArgument: pop: count is 0, expected 1 or more"),
    (#"r:pop("one")"#, #"badArgument: pop: count is "one", expected an integer"#),
    (#"r:pop(1, {}, 3)"#, "badArgument: pop accepts at most 2 arguments, got 3"),
    (#"r:navigat("x")"#, #"router has no "navigat"; did you mean "navigate"?"#),
    (
      #"r.pop(1)"#,
      "bad argument #1 to 'pop' (router expected, got integer; call it with a colon: router:pop(…))"
    ),
    (
      #"r:select("me")"#,
      "wrongKind: select: Shop is not a tab coordinator; call select on the coordinator that has "
        + "the pages"
    ),
    (
      #"app:launch()"#,
      "alreadyLaunched: launch: Shop is already running; use restartApp to start it again"
    ),
    (
      #"app:tap "By""#, #"unknownAction: tap: screen catalog has no action "By"; it has no actions"#
    ),
    (
      #"app:open "shop://nowhere""#,
      #"unhandled: open: no running coordinator handles "shop://nowhere"; declared: "#
        + #""shop://product/:id""#
    ),
  ])
  func `an invalid call raises an error at its line with the actual and the expected value`(
    call: String, message: String
  ) throws {
    let fixture = try ScriptFixture.launchedShop()
    let before = fixture.session.engine.tree

    #expect(fixture.failure(of: "local r = app.main.router\n\(call)") == "test.lua:2: \(message)")
    #expect(fixture.session.engine.tree == before)
  }

  @Test func `a rejection can be handled with try or completion`() throws {
    let fixture = try ScriptFixture.launchedShop()

    let printed = try fixture.run(
      """
      local r = app.main.router
      print(r:navigate("nowhere", nil, { try = true }))
      r:navigate("nowhere", nil, { completion = function(...) print("completed", ...) end })
      r:pop { completion = function(...) print("completed", ...) end }
      """)

    #expect(
      printed == [
        "router of Shop (c1)\trejected\tunknownRoute", "completed\trejected\tunknownRoute",
        "completed\tnoop\tatRoot",
      ])
  }

  @Test func `onDismiss and onFinish receive the reason exactly once`() throws {
    let fixture = try ScriptFixture.launchedShop()

    let printed = try fixture.run(
      """
      local r = app.main.router
      r:navigate("product", { id = 1 }, { style = "sheet", onDismiss = function(why) print("sheet", why) end })
      app:swipeDown()
      r:navigate("checkout", nil, { onFinish = function(result, why) print("finished", result.paid, why) end })
      app.top.router:finishFlow({ paid = true })
      """)

    #expect(printed == ["sheet\tuserSwipe", "finished\ttrue\tfinished"])
  }

  @Test func `a layer that a screen presents is removed with the screen`() throws {
    let fixture = try ScriptFixture.launchedShop()

    let printed = try fixture.run(
      """
      local r = app.main.router
      r:navigate("product", { id = 1 })
      app.front:present("product", { id = 2 })
      print(#app:layers(), app.front.args.id)
      r:pop()
      print(#app:layers(), app.front.name)
      """)

    #expect(printed == ["2\t2", "1\tcatalog"])
  }

  @Test func `the handle of a layer selects the layer to dismiss`() throws {
    let fixture = try ScriptFixture.launchedShop()

    let printed = try fixture.run(
      """
      local r = app.main.router
      for id = 1, 3 do r:present("product", { id = id }) end
      local layers = app:layers()
      print(#layers, layers[2].style, layers[2].owner == app.main, layers[2] == app:layers()[2])
      r:dismiss { to = layers[3] }
      print(app.front.args.id)
      r:dismiss { layer = layers[2] }
      print(app.front.name, layers[2].isAlive)
      print(select(2, pcall(r.dismiss, r, { layer = layers[2] })))
      """)

    #expect(
      printed == [
        "4\tsheet\ttrue\ttrue", "2", "catalog\tfalse",
        "test.lua:9: stale: dismiss: layer L2 is gone",
      ])
  }
}
