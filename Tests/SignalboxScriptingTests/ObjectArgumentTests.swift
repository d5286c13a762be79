import Foundation
import SignalboxScripting
import Testing

/// Tests that tables with a metatable, such as view models with methods, are passed by reference.
struct ObjectArgumentTests {
  /// A cart made by a factory, and a coordinator whose screens take one.
  private static let definitions = """
    local Methods = { __name = "CartModel" }
    Methods.__index = Methods
    function Methods:add(item) self.items[#self.items + 1] = item return #self.items end

    local Cart = object "Cart" (function(seed)
      return setmetatable({ items = { table.unpack(seed and seed.items or {}) } }, Methods)
    end)
    local function plainCart() return setmetatable({ items = {} }, Methods) end

    local Shop = coordinator "Shop" {
      routes = {
        list = {}, cart = { args = { model = "object", note = "string?" } }, any = {},
        table = { args = { model = "table" } },
      },
    }
    function Shop:start() self.router:startFlow("list") end
    function Shop:didFinish(result) print("finished", result) end
    application "Demo" { main = "Shop" }
    app:launch()
    local r = app.main.router

    """

  /// Returns the output of a script that runs after the definitions.
  private static func printed(_ script: String) throws -> [String] {
    try ScriptFixture().run(definitions + script)
  }

  /// Returns the error of a script that runs after the definitions.
  private static func problem(_ script: String) throws -> String {
    let text = try ScriptFixture().failure(of: definitions + script)
    return text.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? text
  }

  @Test func `a screen receives an object by reference, with its methods and later changes`() throws
  {
    #expect(
      try Self.printed(
        """
        local cart = plainCart()
        r:navigate("cart", { model = cart })
        print(app.front.args.model == cart, cart:add("tea"), app.front.args.model:add("cup"))
        print(#app.front.args.model.items, #cart.items)
        r:navigate("any", { list = { cart }, deep = { model = cart } })
        print(app.front.args.list[1] == cart, app.front.args.deep.model == cart)
        """) == ["true\t1\t2", "2\t2", "true\ttrue"])
  }

  @Test
  func `arguments with the same object are equal, and arguments with different objects are not`()
    throws
  {
    #expect(
      try Self.printed(
        """
        local cart, other = plainCart(), plainCart()
        r:navigate("cart", { model = cart })
        print(select(2, r:navigate("cart", { model = cart }, { singleTop = true })))
        print(select(2, r:navigate("cart", { model = other }, { singleTop = true })))
        """) == ["noop\talreadyTop", "done\tnil"])
  }

  @Test func `an object is released with its screen, or when undo cannot restore the screen`()
    throws
  {
    let fixture = try ScriptFixture(
      Self.definitions + """
        app.main.watch = setmetatable({}, { __mode = "k" })
        do
          local cart = plainCart()
          app.main.watch[cart] = true
          r:navigate("cart", { model = cart })
        end
        """)
    let isAlive = "collectgarbage() print(next(app.main.watch) ~= nil)"

    #expect(try fixture.run(isAlive) == ["true"])
    #expect(try fixture.run("app.main.router:pop() \(isAlive)") == ["true"])
    #expect(
      try fixture.run(
        """
        app:undo()
        print(app.front.args.model == next(app.main.watch), app.front.args.model:add("tea"))
        app.main.router:pop()
        for _ = 1, 4000 do app.main.router:navigate("list") app.main.router:pop() end
        """) == ["true\t1"])
    #expect(try fixture.run(isAlive) == ["false"])
  }

  @Test(arguments: [
    (
      #"r:navigate("cart", { model = { items = {} } })"#,
      #"route "cart": argument "model" is table { items = {} }, expected object; a plain table is "#
        + "copied; to pass it by reference, give it a metatable or create it with a "
        + "function from object(name, make)"
    ),
    (
      #"r:navigate("cart", { model = 5 })"#,
      #"route "cart": argument "model" is integer 5, expected object"#
    ),
    (
      #"r:navigate("table", { model = plainCart() })"#,
      #"route "table": argument "model" is object <CartModel>, expected table; a table with a "#
        + "metatable is passed by reference; declare the argument as object"
    ),
    (
      #"r:navigate("any", plainCart())"#,
      "navigate: args is the object <CartModel>, expected a plain table of named values; pass the "
        + "object as one of the values"
    ),
    (
      #"r:navigate("any", { model = { buy = print } })"#,
      "navigate: args.model.buy is a function, expected plain data (boolean, number, string or a "
        + "table of them); to pass the table by reference, give it a metatable or create it with a "
        + "function from object(name, make)"
    ),
    (
      #"object "X" (5)"#,
      #"object "X" is followed by 5, expected a function that creates the object: object "X" "#
        + "(function(seed) return … end)"
    ),
    (
      #"object "X" (function() return 5 end) ()"#,
      #"the factory of object "X" returned 5, expected a table"#
    ),
    (
      #"object "X" (function() return {} end) ()"#,
      #"the factory of object "X" returned a table that has no metatable and would be copied; "#
        + #"return "#
        + "setmetatable(table, Methods)"
    ),
    (
      #"Cart { items = { print } }"#,
      "Cart: the seed.items[1] is a function, expected plain data (boolean, number, string or a table "
        + "of them); to pass the table by reference, give it a metatable or create it with a "
        + "function from object(name, make)"
    ),
  ])
  func `values that are neither objects nor plain data are errors with a hint`(
    script: String, message: String
  ) throws {
    #expect(try Self.problem(script) == "badArgument: \(message)")
  }

  @Test func `a snapshot recreates each object once, with its factory and seed`() throws {
    #expect(
      try Self.printed(
        """
        local cart = Cart { items = { "tea" } }
        cart:add("cup")
        r:navigate("cart", { model = cart })
        r:navigate("any", { model = cart, other = Cart() })
        print(app:tree())
        local saved = app:saveState()
        print(saved == app:saveState())
        r:popToRoot()
        app:restoreState(saved)
        local stack = app.main.stack
        local one, two = stack[2].args.model, stack[3].args
        print(one == cart, one == two.model, one == two.other, #one.items, one:add("cup"))
        print(saved == app:saveState())
        """) == [
          """
          Shop  list ▸ cart { model = Cart { items = { "tea" } } } ▸ any { model = Cart { items = { \
          "tea" } }, other = Cart() }      ← front
          """, "true", "finished\tnil", "false\ttrue\tfalse\t1\t2", "true",
        ])
  }

  @Test func `a snapshot of an object without a factory is an error that names it`() throws {
    #expect(
      try Self.problem(#"r:navigate("cart", { model = plainCart() }) app:saveState()"#)
        == "notSerializable: screen s2 cart: argument model is the object <CartModel>, which no factory "
        + #"can recreate; create it with object "CartModel" (function(seed) … end)"#)
  }

  @Test func `a snapshot whose factory is missing is rejected and changes nothing`() throws {
    let saved = try Self.printed(
      #"r:navigate("cart", { model = Cart() }) print(app:saveState())"#)[0]
    let other = Self.definitions.replacing("object \"Cart\"", with: "object \"Card\"")

    let printed = try ScriptFixture().run(
      other + """
        print(pcall(app.restoreState, app, [==[\(saved)]==]))
        print(#app:stack())
        """)
    #expect(
      printed == [
        "false\ttest.lua:21: notRestorable: no factory is defined for object \"Cart\"; did you "
          + "mean "
          + "\"Card\"?", "1",
      ])
  }

  @Test func `a replay finds objects that were created before or after the recording began`()
    throws
  {
    let lines = try Self.printed(
      """
      local cart = Cart { items = { "tea" } }
      r:navigate("cart", { model = cart })
      local stop = app:record(print)
      r:navigate("any", { model = cart })
      r:navigate("any", { model = cart }, { singleTop = true })
      r:navigate("any", { model = Cart { items = { "tea" } } }, { singleTop = true })
      app:undo()
      r:navigate("any", { model = cart })
      stop()
      """)
    let replay = """
      local report = app:replay([==[\(lines.joined(separator: "\n"))]==])
      print(report.steps, report.divergence)
      """

    let replayed = try Self.printed(replay)
    #expect(replayed == ["finished\tnil", "5\tnil"])
    // The recording began with a cart that is also on screen here.
    let resumed = try Self.printed(
      #"r:navigate("cart", { model = Cart { items = { "tea" } } })"# + "\n" + replay)
    #expect(resumed == ["5\tnil"])
  }

  @Test func `a recorded call with an object without a factory ends the replay and reports it`()
    throws
  {
    #expect(
      try Self.printed(
        """
        local lines = {}
        local stop = app:record(function(line) lines[#lines + 1] = line end)
        r:navigate("cart", { model = plainCart() })
        stop()
        r:popToRoot()
        print(app:replay(lines).divergence.actual.outcome)
        """) == [
          "not replayed: the call could not be recorded: arguments.model is the object "
            + "<CartModel>, which "
            + "no factory can recreate"
        ])
  }

  @Test func `an object that is a result is passed by reference`() throws {
    let fixture = try ScriptFixture(
      Self.definitions + """

        local Pick = coordinator "Pick" { routes = { a = {} } }
        function Pick:start() self.router:startFlow("a") end
        local cart = plainCart()
        app.main.router:navigate(Pick:new(), nil, { onFinish = function(result)
          print(result.model == cart, result.model:add("tea"))
        end })
        app.top.router:finishFlow({ model = cart })
        """)

    #expect(fixture.takePrinted() == ["true\t1"])
  }

  @Test func `a coordinator in a reused session has its own objects`() throws {
    var configuration = ScriptConfiguration()
    configuration.isReused = true
    let session = try ScriptSession(configuration)
    var printed: [String] = []
    #expect(session.prepareForReuse())
    for _ in 1...3 {
      session.addHooks(SessionHooks(output: { printed.append($0) }))
      try session.run(
        Array(
          """
          \(Self.definitions)
          app.main.router:navigate("cart", { model = Cart { items = { 1 } } })
          print(app.front.args.model:add(2), app:saveState():match('"number":%d'))
          """.utf8), name: "test.lua")
      #expect(session.reset(modules: nil))
    }
    #expect(printed == Array(repeating: "2\t\"number\":1", count: 3))
  }
}
