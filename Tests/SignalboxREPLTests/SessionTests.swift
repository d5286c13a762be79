import SignalboxREPL
import SignalboxScenarios
import SignalboxScripting
import Testing

/// The history and the output of a prompt session.
@Suite struct SessionTests {
  /// Returns the output at a terminal with the given width, whose clock advances by 0.4 ms at each
  /// read.
  private func live(_ lines: [String], width: Int = 60, files: [String] = []) throws -> String {
    var text = ""
    let prompt = Prompt(session: try ScriptSession()) { text += $0 }
    prompt.style.width = { width }
    prompt.style.showsMarks = true
    var time = Duration.zero
    prompt.style.now = {
      time += .microseconds(400)
      return time
    }
    for file in files { prompt.take(file) }
    text = ""
    for line in lines {
      text += "\(prompt.label)\(line)\n"
      prompt.take(line)
    }
    return text
  }

  private func answers(_ lines: String...) throws -> String {
    var text = ""
    let prompt = Prompt(session: try ScriptSession()) { text += $0 }
    for line in lines { prompt.take(line) }
    return text
  }

  private static let shop = [
    #"Shop = coordinator "Shop" { routes = { catalog = {}, product = { args = { id = "integer" } } } }"#,
    #"function Shop:start() self.router:startFlow("catalog") end"#,
    #"app:launch "Shop""#,
  ]

  @Test func `the prompt numbers results and shows the time of operations`() throws {
    let shown = try live(
      [
        "local n = { 'catalog', { 'product', id = 42 } }", "n", "_2 or _1[2].id", "1, nil, 'x'",
        #"app.top.router:navigate("product", { id = 42 })"#, "_", "nothing",
        "for i = 1, 2 do app.top.router:navigate('product', { id = i }) end",
      ], files: Self.shop)
    #expect(
      shown == """
        shop ▸ catalog> local n = { 'catalog', { 'product', id = 42 } }
        shop ▸ catalog> n
        { "catalog", { "product", id = 42 } }                    _1
        shop ▸ catalog> _2 or _1[2].id
        42                                                       _2
        shop ▸ catalog> 1, nil, 'x'
        1                                                        _3
        nil
        "x"                                                      _4
        shop ▸ catalog> app.top.router:navigate("product", { id = 42 })
          ✓ push product { id = 42 }                         0.4 ms
        shop ▸ product(42)> _
        router of Shop (c1)                                      _5
        shop ▸ product(42)> nothing
          · there is no global "nothing"
        shop ▸ product(42)> for i = 1, 2 do app.top.router:navigate('product', { id = i }) end
          ✓ push product { id = 1 } · push product { id = 2 }  2 transitions · 0.4 ms

        """)
  }

  @Test func `the last error is available as a value`() throws {
    let shown = try answers(
      "error({ code = 7 })", "_err.value.code", "x.y = 1", "_err", "error('no', 0)", "_err.message")
    #expect(
      shown == """
        ✗ { code = 7 }
        7
        ✗ attempt to index a nil value (global 'x')
          there is no global "x"
        {
          file = "input 3",
          hint = "there is no global \\"x\\"",
          kind = "runtime",
          line = 1,
          message = "attempt to index a nil value (global 'x')",
          traceback = { "input 3:1: in main chunk" }
        }
        ✗ no
        "no"

        """)
  }

  @Test func `the last thousand results are kept`() throws {
    var text = ""
    let prompt = Prompt(session: try ScriptSession()) { text += $0 }
    for number in 1...1001 { prompt.take("\(number)") }
    text = ""
    prompt.take("_1, _2, _1001")
    #expect(text == "nil\n2\n1001\n")
  }

  @Test func `errors about unknown names suggest the nearest names`() throws {
    let shown = try answers(
      "local total = { count = function() end }", "totl.x", "total.cuont()", "total:coutn()",
      "('x'):uper()", "tree()", "pirnt(1)", "nowhere.x")
    #expect(
      shown == """
        ✗ attempt to index a nil value (global 'totl')
          there is no global "totl"; did you mean "total"?
        ✗ attempt to call a nil value (field 'cuont')
          did you mean "count"?
        ✗ attempt to call a nil value (method 'coutn')
          did you mean "count"?
        ✗ attempt to call a nil value (method 'uper')
          did you mean "upper"?
        ✗ attempt to call a nil value (global 'tree')
          there is no global "tree"; the command is .tree
        ✗ attempt to call a nil value (global 'pirnt')
          there is no global "pirnt"; did you mean "print"?
        ✗ attempt to index a nil value (global 'nowhere')
          there is no global "nowhere"

        """)
  }

  @Test func `an input that reads a global without a value names the nearest global`() throws {
    let shown = try answers(
      "x = ap", "ap", "print(pirnt)", "local t = { apps = nowhere, apps2 = nowhere }", "= tree",
      "y = 1; ap")
    #expect(
      shown == """
          · there is no global "ap"; did you mean "app"?
          · there is no global "ap"; did you mean "app"?
        nil
          · there is no global "pirnt"; did you mean "print"?
          · there is no global "nowhere"
          · there is no global "tree"; the command is .tree
          · there is no global "ap"; did you mean "app"?

        """)
  }

  @Test func `an input that checks, writes or declares a name without a value is not reported`()
    throws
  {
    let inputs = [
      "if ap == nil then end", "x = ap or 1", "y = not ap", "ap, z = nil, 2", "ap = nil",
      "local ap = nil", "function f(ap) return ap, nowhere end", "function ap2() end",
      "for ap3 = 1, 2 do x = ap3 end", "x = nil", "t = { nowhere = 1 }", "x = t.somewhere",
      "goto here ::here::", "nil", "x = function() return nowhere end",
    ]
    let shown = try inputs.map { "\($0): \(try answers($0))" }.filter { $0.contains("·") }
    #expect(shown == [])
    #expect(try answers("local ap = nil", "ap", "x = ap") == "")
  }

  @Test func `errors of calls on app suggest the object that has the function`() throws {
    let shown = try answers(
      "app.top.router:pop()", "app:open 'x://early'", "app:pop()", "app:navigate('x')",
      "Main = coordinator 'Main' { routes = { home = {} }, links = { ['x://'] = function() error('late', 0) end } }",
      "function Main:start() self.router:startFlow 'home' end", "app:launch 'Main'",
      "app:launch 'Main'",
      "app:open 'x://'")
    #expect(
      shown == """
        ✗ attempt to index a nil value (field 'top')
          nothing has been launched yet; run app:launch "Name" first
          · x://early was kept for later
          nothing has been launched yet; run app:launch "Name" first
        ✗ app has no "pop"; call it on a router: app.top.router:pop(…)
        ✗ app has no "navigate"; call it on a router: app.top.router:navigate(…)
          ✓ launch Main
        ✗ alreadyLaunched: launch: Main is already running; use restartApp to start it again
        ✗ late

          input 5:1  in function defined at line 1
          input 9:1  in main chunk
          · open: its handler failed

        """)
  }

  @Test func `values that a script raises as errors are shown`() throws {
    #expect(
      try answers(
        "error { code = 5, list = { 1, 2 } }", "error(42)",
        "error(setmetatable({}, { __tostring = function() return 'mine' end }))")
        == "✗ { code = 5, list = { 1, 2 } }\n✗ 42\n✗ mine\n")
  }

  @Test func `the value of an expression after statements is shown`() throws {
    #expect(
      try answers("x = 5; x", "local y = 6; y + 1", "y", "x = 7;", "if x then y = 1 end; x, y")
        == "5\n7\n6\n7\n1\n")
  }

  @Test func `strings, trees and long lists are shown in readable form`() throws {
    #expect(
      try answers(
        "'a\\nb'", "'tree\\n├─ one\\n└─ two'", "'é\\xFF'", "{ 'one\\ntwo\\nthree' }",
        "local t = {} for i = 1, 45 do t[i] = i * 3 end return t") == """
          "a\\nb"
          [[
          tree
          ├─ one
          └─ two]]
          "é\\255"
          { "one\\ntwo\\nthree" }
          {
              3,   6,   9,  12,  15,  18,  21,  24,  27,  30,
             33,  36,  39,  42,  45,  48,  51,  54,  57,  60,
             63,  66,  69,  72,  75,  78,  81,  84,  87,  90,
             93,  96,  99, 102, 105, 108, 111, 114, 117, 120,
            123, 126, 129, 132, 135
          }

          """)
  }

  @Test func `two question marks after a name show how it was defined`() throws {
    let shown = try answers(
      "-- Adds one.\nfunction add(n)\n  if n then return n + 1 end\nend", "??add", "??print",
      "??nothing")
    #expect(
      shown == """
          -- Adds one.
          function add(n)
            if n then return n + 1 end
          end
          input 1:2
        ✗ no script has defined print; ?print describes it
        ✗ no script has defined nothing; ?nothing describes it

        """)
  }

  // MARK: - The printer

  @Test func `the description of a value states its kind and source`() throws {
    let shown = try answers(
      "function add(a, ...) end", "add", "print", "{ add }",
      "local P = setmetatable({ x = 1 }, { __name = 'Point' })", "P", "{ P }",
      "setmetatable({}, { __tostring = function() return 'my\\nown' end })",
      "setmetatable({}, { __tostring = function() error('no', 0) end })",
      "setmetatable({}, { __tostring = function() while true do end end, __name = 'Loop' })",
      "setmetatable({}, { __tostring = function() return {} end })",
      "setmetatable({ 1 }, { __pairs = error, __len = error, __index = error })",
      #""\27[31m\0 é""#)
    #expect(
      shown == """
        function(a, ...)  input 1:1
        function
        { function(a, ...)  input 1:1 }
        Point { x = 1 }
        { Point { x = 1 } }
        my�own
        <table, __tostring failed: no>
        <Loop, __tostring failed: it takes too long>
        <table, __tostring failed: '__tostring' must return a string>
        { 1 }
        "\\027[31m\\000 é"

        """)
  }

  @Test func `large values are truncated, and the prompt explains how to show them in full`() throws
  {
    let shown = try live([
      "{ deep = { { { { { { {} } } } } } } }", "('x'):rep(2001)", "#tostring(_2)",
    ])
    #expect(
      shown == """
        signalbox> { deep = { { { { { { {} } } } } } } }
        { deep = { { { { { { … } } } } } } }     =_1 shows all · _1
        signalbox> ('x'):rep(2001)
        "\(String(repeating: "x", count: 2000))"… 1 more byte  =_2 shows all · _2
        signalbox> #tostring(_2)
        2001                                                     _3

        """)
    var text = ""
    let prompt = Prompt(session: try ScriptSession()) { text += $0 }
    prompt.take("local t = {} for i = 1, 101 do t[i] = 0 end")
    prompt.take("t")
    let gap = String(repeating: " ", count: 62)
    #expect(text.hasSuffix(" 0, 0,\n  … 1 more\n}\(gap)=_1 shows all\n"))
    text = ""
    prompt.take("=t")
    #expect(text.hasSuffix(" 0, 0,\n  0\n}\n"))
  }

  @Test func `printed tables fit the width of the window`() throws {
    let shown = try live(["{ 'one', 'two', { 'three', four = 4 } }"], width: 24)
    #expect(
      shown == """
        signalbox> { 'one', 'two', { 'three', four = 4 } }
        {
          "one",
          "two",
          { "three", four = 4 }
        }                    _1

        """)
  }

  // MARK: - Help for names

  @Test func `a question mark after a name shows its documentation`() throws {
    let shown = try answers(
      "-- Adds two numbers.\n-- Both are needed.\nfunction add(a, b) return a + b end", "?add",
      "?app.open", "router:popTo?", "?clock.now", "?.tree", ".help tree", "?string", "?popp",
      "?.tre", "?nothingatall")
    #expect(
      shown == """
          add(a, b)
          Adds two numbers.
          Both are needed.
          input 1:3
          app:open(url)
          Opens a link: tries the handlers of the coordinators, active path first, and
          then the application's own. Before the application is ready, the link waits.
            url  string  the link
          returns: the number of matching handlers
          router:popTo(index, opts?)
          Removes screens until the screen at an index is on top. Index 0 is the first
          screen above the root, and -1 is the root itself.
            index  integer  -1 or more
          options: animated duration completion onBusy
          returns: the name of the removed screen, or the names from the top down
          clock.now()
          the virtual time of the session in milliseconds
          returns: integer
        .tree
          Draws the coordinators with their screens
          in scripts: app:tree()
        .tree
          Draws the coordinators with their screens
          in scripts: app:tree()
          string
          Lua's own; see the manual of Lua 5.4: byte char find format gmatch gsub len
          lower match pack packsize rep reverse sub unpack upper
        ✗ popp is not documented; did you mean ?pop
        .tree
          Draws the coordinators with their screens
          in scripts: app:tree()
        ✗ nothingatall is not documented; .help lists the commands

        """)
  }

  @Test func `the description of a parameter with a long type is below its name`() throws {
    #expect(
      try answers("?popToView") == """
          router:popToView(view, opts?)
          Removes screens until one of the caller's own screens is on top.
            view  string|signalbox.Screen|fun(screen: signalbox.Screen): boolean
                  a screen's name or handle, or a function that tests screens
          options: animated duration completion onBusy args which
          returns: whether the screen is now on top
          see also: coordinator.popToView, chain link.popToView

        """)
  }

  @Test func `definitions in scripts are shown with their location`() throws {
    var text = ""
    let prompt = Prompt(session: try ScriptSession()) { text += $0 }
    for line in Self.shop { prompt.take(line) }
    text = ""
    for line in ["?Shop", "?Shop.start", "Shop:start?", "local list = { 1 }", "?list"] {
      prompt.take(line)
    }
    #expect(
      text == """
          coordinator "Shop"  routes: catalog, product
            start(self)  input 2:1
          Shop.start(self)
          input 2:1
          Shop:start(self)
          input 2:1
          list  table
          { 1 }

        """)
  }

  // MARK: - Pasting

  @Test func `a pasted transcript runs without its prompts and output`() throws {
    let shown = try answers(
      "signalbox> 1 + 1\n2\nsignalbox> for i = 1, 2 do\n        …>   print(i)\n        …> end\n1\n2",
      "home ▸ product(42)> 5", "shop> 'x'", "local a, b = 1, 2", "a> b", "a.x> b")
    #expect(
      shown == """
        signalbox> 1 + 1
        2
        signalbox> for i = 1, 2 do
          print(i)
        end
        1
        2
        5
        "x"
        false
        ✗ attempt to index a number value (local 'a')

        """)
  }

  // MARK: - Hostile input

  @Test(arguments: [
    String(repeating: "(", count: 10_000), String(repeating: "{", count: 1000) + "1",
    String(repeating: "local x = 1 ", count: 300), "coroutine.wrap(function() error({}) end)()",
    "coroutine.yield(1)", "setmetatable(_G, {})", "local t <close> = 5",
    "error(setmetatable({}, { __tostring = function(e) error(e) end }))", "goto nowhere",
    "return return", "\u{0}", "local local", "_err = nil _ = nil app = nil", "('x'):rep(1e10)",
    "local function f() return f() + 1 end f()", "error(nil)", "error()",
  ])
  func `hostile input does not affect the session`(input: String) throws {
    var text = ""
    let prompt = Prompt(session: try ScriptSession(), timeout: .seconds(5)) { text += $0 }
    prompt.take("local kept = 41")
    prompt.take(input)
    prompt.interrupt()
    text = ""
    prompt.take("kept + 1")
    #expect(text == "42\n")
  }

  @Test func `a line of ten megabytes is read like any other line`() throws {
    var text = ""
    let prompt = Prompt(session: try ScriptSession()) { text += $0 }
    prompt.take("local s = '" + String(repeating: "x", count: 10 << 20) + "' local n = #s")
    prompt.take("n")
    #expect(text == "10485760\n")
  }
}
