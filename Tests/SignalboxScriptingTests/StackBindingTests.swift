import SignalboxScripting
import Testing

struct StackBindingTests {
  /// Routes a, b, c and a launched main coordinator on a.
  private static let letters = """
    local Main = coordinator "Main" { routes = { a = {}, b = {}, c = { args = { id = "integer?" } } } }
    function Main:start() self.router:startFlow("a") end
    application "Letters" { main = "Main" }
    """

  private func launched() throws -> ScriptFixture {
    let fixture = try ScriptFixture(Self.letters)
    try fixture.run("app:launch()")
    return fixture
  }

  /// Begins scripts that print the stack.
  private static let stack =
    #"local function stack() return table.concat(app:stack(), " ") end; "#

  @Test func `T16 T20 T27 T29 a stack can be set from routes, tables, descriptions and handles`()
    throws
  {
    let fixture = try launched()

    let printed = try fixture.run(
      """
      \(Self.stack)local r = app.main.router
      print(select(2, r:setStack { "a", "b", { route = "c", args = { id = 1 } } }), stack())
      local c = app.front
      print(select(3, r:setStack { "b", c }), stack(), app.front == c)
      print(select(3, r:setStack { "b", { route = "c", args = { id = 1 } } }))
      print(select(3, r:setStack { "b", { route = "c", args = { id = 1 }, new = true } }))
      print(stack(), c.isAlive)
      print(select(3, r:setStack { screen "x" }), stack())
      """)

    #expect(
      printed == [
        "done\ta b c", "none\tb c\ttrue", "unchanged", "push", "b c\tfalse", "push\tx",
      ])
  }

  @Test func `T12 T22 T23 a stack can be shortened by index, by screen and by the last item`()
    throws
  {
    let fixture = try launched()

    let printed = try fixture.run(
      """
      \(Self.stack)local r = app.main.router
      r:navigate("b"):navigate("c"):navigate("b")
      print(select(2, r:popTo(2)), select(2, r:popTo(1)), stack())
      local root, b = app.main.stack[1], app.main.stack[2]
      print((select(2, b:pop())))
      print(stack(), select(3, root:pop { animated = false }))
      r:navigate("b"):present("c")
      r:popLast():popLast()
      print(stack(), #app:layers(), select(3, r:popLast()))
      print(select(2, r:replaceTop("c", { id = 7 })), stack(), app.front.args.id)
      """)

    #expect(
      printed == [
        "noop\tdone\ta b c", "done", "a\tatRoot", "a\t1\temptyStack", "done\tc\t7",
      ])
  }

  @Test func `T26 a batch is one change, and its rejection raises an error at its line`() throws {
    let fixture = try launched()

    let printed = try fixture.run(
      """
      \(Self.stack)local r = app.main.router
      r:navigate("b")
      app:on("didNavigate", function(event) print(event.text) end)
      r:batch(function()
        print((select(2, r:pop())))
        r:navigate("c")
        print(stack())
      end)
      print(stack())
      print((select(2, r:batch(function() r:navigate("b"); r:navigate("x") end, { atomic = false }))))
      print(stack())
      """)

    #expect(
      printed == [
        "queued", "a b", "didNavigate batch (c1) pop, navigate", "a c",
        "didNavigate batch (c1) navigate, navigate", "done", "a c b",
      ])
    #expect(
      fixture.failure(
        of: """
          local r = app.main.router
          r:batch(function() r:pop(); r:navigate("x") end)
          """)
        == "test.lua:2: unknownRoute: batch: operation 2 of 2: navigate: Main has no route \"x\"; "
        + "did you mean \"a\"?")
    #expect(try fixture.run("\(Self.stack)print(stack())") == ["a c b"])
  }

  @Test func `an error in the function of a batch is raised at its line, and no operation runs`()
    throws
  {
    let fixture = try launched()

    #expect(
      fixture.failure(
        of: """
          local r = app.main.router
          r:batch(function() r:navigate("b"); error("no") end)
          """) == "test.lua:2: no")
    #expect(try fixture.run("\(Self.stack)print(stack())") == ["a"])
  }

  @Test func `scripts can use keys, singleTop, busy policies and strict mode`() throws {
    let fixture = try launched()

    let printed = try fixture.run(
      """
      \(Self.stack)local r = app.main.router
      print(select(3, r:navigate("b", nil, { key = "tap" })))
      print(select(3, r:navigate("b", nil, { key = "tap", try = true })))
      print(select(3, r:navigate("b", nil, { singleTop = true })))
      clock.manual()
      r:pop()
      print((select(2, r:navigate("c", nil, { onBusy = "drop" }))))
      print(select(3, r:navigate("c", nil, { onBusy = "error", try = true })))
      clock.automatic()
      clock.settle()
      app.isStrict = true
      print(app.isStrict, select(2, pcall(r.pop, r)))
      """)

    #expect(
      printed == [
        "nil", "duplicate", "alreadyTop", "cancelled", "busy",
        "true\ttest.lua:12: atRoot: pop: the operation had no effect, which a strict engine rejects",
      ])
  }

  @Test(arguments: [
    (#"r:setStack("a")"#, #"badArgument: setStack: screens is "a", expected a list of routes"#),
    (
      #"r:setStack { true }"#,
      "badArgument: setStack: screens[1] is true, expected a route, { route =, args =, new = }, a screen(…) or a handle"
    ),
    (#"r:setStack { { args = {} } }"#, "badArgument: setStack: screens[1] names no route"),
    (
      #"r:setStack {}"#,
      "badArgument: setStack: Main would be left without a screen; call finishFlow to end a "
        + "coordinator"
    ),
    (
      #"r:popTo(5)"#,
      "badArgument: popTo: index is 5, expected -1 to -1; 0 is the first screen above the root"
    ),
    (#"r:batch("a")"#, #"badArgument: batch: operations is "a", expected a function"#),
    (#"app.front:pop(2)"#, "badArgument: pop: a call on a screen accepts no count, got 2"),
    (
      #"r:pop(1, { onBusy = "wait" })"#,
      #"badArgument: pop: option "onBusy" is "wait", expected "queue" or "drop" or "error""#
    ),
  ])
  func `an invalid stack is an error with the actual and the expected value`(
    call: String, message: String
  )
    throws
  {
    let fixture = try launched()

    #expect(fixture.failure(of: "local r = app.main.router\n\(call)") == "test.lua:2: \(message)")
  }
}
