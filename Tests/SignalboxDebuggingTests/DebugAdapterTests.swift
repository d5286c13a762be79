import Signalbox
import Testing

@Suite struct DebugAdapterTests {
  private static let sum = """
    local total = 0
    local function add(n)
      local doubled = n * 2
      total = total + doubled
      return total
    end

    for i = 1, 3 do
      add(i)
    end
    print("total", total)
    """

  @Test func `breakpoints are only on lines with code`() throws {
    let editor = try EditorStub(["sum.lua": Self.sum])
    editor.request("initialize")
    editor.request("launch", ["program": "sum.lua"])
    let body = editor.body(
      "setBreakpoints",
      [
        "source": ["path": "sum.lua"],
        "breakpoints": [["line": 4], ["line": 7], ["line": 90], ["line": 1, "hitCondition": "x"]],
      ])
    let shown = body["breakpoints"]?.list?.map { breakpoint in
      let fields = breakpoint.table ?? [:]
      return "\(fields["line"] ?? "") \(fields["verified"] ?? "") \(fields["message"]?.text ?? "")"
    }
    #expect(
      shown == [
        "4 true ", "8 true there is no code on line 7, so the breakpoint is on line 8",
        "90 false there is no code on line 90 or after it",
        "1 false the hit count is \"x\", expected a number, or one after ==, >, >=, <, <= or %",
      ])
    editor.disconnect()
  }

  @Test func `a script steps over, into and out of functions`() throws {
    let editor = try EditorStub(["sum.lua": Self.sum])
    editor.launch("sum.lua", ["stopOnEntry": true])
    #expect(editor.stop() == "entry: main chunk sum.lua:1")
    #expect(
      ["next", "next", "next", "stepIn", "next", "stepOut", "next", "stepIn"].map(editor.after) == [
        "step: main chunk sum.lua:6", "step: main chunk sum.lua:8", "step: main chunk sum.lua:9",
        "step: add sum.lua:3 < main chunk sum.lua:9", "step: add sum.lua:4 < main chunk sum.lua:9",
        "step: main chunk sum.lua:8", "step: main chunk sum.lua:9",
        "step: add sum.lua:3 < main chunk sum.lua:9",
      ])
    editor.request("continue")
    #expect(editor.event("exited") == ["exitCode": 0])
    #expect(editor.outputs() == ["total\t12"])
    editor.disconnect()
  }

  @Test func `conditions, hit counts and log points determine the effect of a breakpoint`() throws {
    let editor = try EditorStub(["sum.lua": Self.sum])
    editor.launch(
      "sum.lua",
      breakpoints: [
        "sum.lua": [
          ["line": 4, "condition": "n == 2"], ["line": 5, "hitCondition": ">= 3"],
          ["line": 3, "logMessage": "n is {n}, and {n * 2 + total}, {no.field}"],
          ["line": 9, "condition": "i ~"],
        ]
      ])
    #expect(editor.stop() == "breakpoint: main chunk sum.lua:9")
    #expect(
      editor.outputs().first?.hasPrefix("the condition of the breakpoint could not be evaluated: ")
        == true)
    editor.request(
      "setBreakpoints",
      [
        "source": ["path": "sum.lua"],
        "breakpoints": [
          ["line": 4, "condition": "n == 2"], ["line": 5, "hitCondition": ">= 3"],
          ["line": 3, "logMessage": "n is {n}, and {n * 2 + total}"],
        ],
      ])
    #expect(editor.after("continue") == "breakpoint: add sum.lua:4 < main chunk sum.lua:9")
    #expect(editor.outputs() == ["n is 1, and 2", "n is 2, and 6"])
    #expect(editor.after("continue") == "breakpoint: add sum.lua:5 < main chunk sum.lua:9")
    #expect(editor.value("n") == "3")
    editor.disconnect()
  }

  private static let dice = """
    local rolls = {}
    for i = 1, 4 do
      rolls["roll" .. math.random(1000)] = i
      rolls[i] = math.random(1000)
    end
    local order = {}
    for key in pairs(rolls) do order[#order + 1] = tostring(key) end
    local text = table.concat(order, " ")
    print(text)
    """

  @Test func `a program accepts every seed that a run of scenarios accepts`() throws {
    let editor = try EditorStub(["dice.lua": Self.dice])
    editor.request("initialize")
    #expect(editor.failure("launch", ["program": "dice.lua", "seed": .integer(.max)]) == nil)
    editor.request("configurationDone")
    #expect(editor.stop().hasPrefix("exited: 0 "))
    editor.disconnect()
  }

  @Test func `steps backward show the values of earlier lines`() throws {
    let editor = try EditorStub(["dice.lua": Self.dice])
    editor.launch("dice.lua", breakpoints: ["dice.lua": [["line": 4], ["line": 9]]])
    var values: [String] = []
    for _ in 1...4 {
      #expect(editor.stop() == "breakpoint: main chunk dice.lua:4")
      values.append(editor.value("rolls[i - 1]"))
      editor.request("continue")
    }
    #expect(editor.stop() == "breakpoint: main chunk dice.lua:9")
    let order = editor.value("text")
    #expect(editor.after("stepBack") == "step: main chunk dice.lua:8")
    #expect(editor.value("text") == "nil")
    #expect(editor.after("next") == "breakpoint: main chunk dice.lua:9")
    #expect(editor.value("text") == order)
    for number in (0..<4).reversed() {
      #expect(editor.after("reverseContinue") == "breakpoint: main chunk dice.lua:4")
      #expect(editor.value("i") == "\(number + 1)")
      #expect(editor.value("rolls[i - 1]") == values[number])
    }
    #expect(editor.after("reverseContinue") == "entry: main chunk dice.lua:1")
    #expect(editor.after("stepBack") == "failed: this is the first line")
    #expect(editor.stop() == "entry: main chunk dice.lua:1")
    #expect(editor.outputs() == [])
    editor.disconnect()
  }

  @Test func `a step backward is rejected if lines have not been counted`() throws {
    let editor = try EditorStub(["loop.lua": "while true do local x = 1 end"])
    editor.launch("loop.lua", ["timeout": "1h"])
    editor.request("pause")
    #expect(editor.stop() == "pause: main chunk loop.lua:1")
    #expect(
      editor.failure("stepBack")
        == "the lines before this line were not counted, because there was no breakpoint when the "
        + "script began; set a breakpoint or stopOnEntry, and launch again")
    // Some clients regard the script as running after a step that was rejected.
    #expect(editor.stop() == "pause: main chunk loop.lua:1")
    editor.request("continue")
    editor.request("terminate")
    #expect(editor.event("exited") == ["exitCode": 130])
    editor.disconnect()
  }

  private static let shop = """
    local Shop = coordinator "Shop" {
      routes = { catalog = {}, product = { args = { id = "integer" }, actions = { "Fail" } } },
    }
    function Shop:start()
      self.router:startFlow("catalog")
    end
    function Shop:onFail() error("broken") end
    application "Shop" { main = "Shop" }
    """

  private static let scenarios = """
    require "shop"
    scenario "first" { function(app) app:launch() end }
    scenario "second" {
      function(app)
        app:launch()
        app.top.router:navigate("product", { id = 7 })
        pcall(function() app.top.router:navigate("nowhere") end)
        app:softExpect { front = "catalog" }
        app:expect { front = "catalog" }
      end,
    }
    """

  @Test func `a step backward after a call returns to the line of the call`() throws {
    let editor = try EditorStub(["shop.lua": Self.shop, "a.scenario.lua": Self.scenarios])
    editor.launch("a.scenario.lua:3", breakpoints: ["a.scenario.lua": [["line": 5]]])
    #expect(editor.stop() == "breakpoint: function at line 4 a.scenario.lua:5")
    #expect(editor.after("next") == "step: function at line 4 a.scenario.lua:6")
    #expect(editor.after("stepBack") == "step: function at line 4 a.scenario.lua:5")
    #expect(editor.value("app.front") == "nil")
    editor.disconnect()
  }

  @Test func `the debugger stops at the incidents of scenarios`() throws {
    let editor = try EditorStub(["shop.lua": Self.shop, "a.scenario.lua": Self.scenarios])
    editor.launch(
      "a.scenario.lua:3", breakpoints: ["shop.lua": [["line": 5]]],
      filters: ["expectation", "rejection", "error"])
    #expect(
      editor.stop()
        == "breakpoint: function at line 4 shop.lua:5 < function at line 4 a.scenario.lua:5")
    #expect(
      editor.after("continue")
        == "exception: function at line 7 a.scenario.lua:7 < function at line 4 a.scenario.lua:7")
    #expect(editor.body("exceptionInfo")["exceptionId"] == "rejection")
    #expect(
      editor.after("continue") == "exception: function at line 4 a.scenario.lua:8")
    #expect(editor.body("exceptionInfo")["exceptionId"] == "expectation")
    #expect(editor.after("stepBack") == "step: function at line 4 a.scenario.lua:8")
    #expect(editor.after("stepBack") == "step: function at line 4 a.scenario.lua:7")
    #expect(editor.value("app.front.name") == "\"product\"")
    editor.request("setExceptionBreakpoints", ["filters": ["expectation"]])
    #expect(editor.after("continue") == "exception: function at line 4 a.scenario.lua:8")
    #expect(editor.after("continue") == "exception: function at line 4 a.scenario.lua:9")
    editor.request("continue")
    #expect(editor.event("exited") == ["exitCode": 1])
    editor.disconnect()
  }

  @Test func `the debugger stops where an error leaves a script`() throws {
    let editor = try EditorStub([
      "e.lua": "pcall(error, 'caught')\nlocal function fail()\n  error('broken')\nend\nfail()"
    ])
    editor.launch("e.lua", filters: ["error"])
    #expect(editor.stop() == "exception: fail e.lua:3 < main chunk e.lua:5")
    #expect(
      editor.body("exceptionInfo")["description"] == "e.lua:3: broken")
    editor.request("continue")
    #expect(editor.event("exited") == ["exitCode": 1])
    editor.disconnect()
  }

  @Test func `variables can be read in pages and assigned`() throws {
    let editor = try EditorStub([
      "v.lua": """
      local list = { 10, 20, 30, name = "a", ["odd key"] = true }
      local function f(text)
        return list, text
      end
      f("x")
      """
    ])
    editor.launch("v.lua", breakpoints: ["v.lua": [["line": 3]]])
    #expect(editor.stop() == "breakpoint: f v.lua:3 < main chunk v.lua:5")
    let scopes = editor.body("scopes", ["frameId": 1])["scopes"]?.list ?? []
    #expect(
      scopes.map { $0.table?["name"] } == ["Locals", "Upvalues", "Navigation"])
    let upvalues = scopes[1].table?["variablesReference"] ?? 0
    func variables(_ arguments: NavigationArguments) -> [String] {
      (editor.body("variables", arguments)["variables"]?.list ?? []).map { variable in
        let fields = variable.table ?? [:]
        return "\(fields["name"]?.text ?? "") = \(fields["value"]?.text ?? "") "
          + "(\(fields["evaluateName"]?.text ?? "-"))"
      }
    }
    #expect(
      variables(["variablesReference": upvalues]) == [
        "list = { 10, 20, 30, name = \"a\", [\"odd key\"] = true } (list)"
      ])
    let list =
      editor.body("variables", ["variablesReference": upvalues])["variables"]?.list?.first?
      .table?["variablesReference"] ?? 0
    #expect(
      variables(["variablesReference": list, "filter": "indexed", "start": 1, "count": 1])
        == ["[2] = 20 (list[2])"])
    #expect(
      variables(["variablesReference": list, "filter": "named"]) == [
        "[\"odd key\"] = true (list[\"odd key\"])", "name = \"a\" (list.name)",
      ])
    #expect(
      editor.body(
        "setVariable", ["variablesReference": list, "name": "[2]", "value": "text .. 1"])[
          "value"] == "\"x1\"")
    #expect(editor.value("list[2] .. text") == "\"x1x\"")
    #expect(
      editor.body("completions", ["text": "list.na", "column": 8, "frameId": 1])["targets"]
        == [["label": "name", "start": 6, "length": 2]])
    #expect(
      editor.failure("evaluate", ["expression": "f(1)", "context": "hover"])
        == "only names and fields are evaluated for a hover, because other code may have effects")
    editor.disconnect()
  }

  @Test func `coroutines are reported as threads`() throws {
    let editor = try EditorStub([
      "co.lua": """
      local step = coroutine.wrap(function()
        local inside = 1
        coroutine.yield(inside)
        inside = 2
      end)
      step()
      step()
      """
    ])
    editor.launch("co.lua", breakpoints: ["co.lua": [["line": 4], ["line": 7]]])
    #expect(editor.stop() == "breakpoint: main chunk co.lua:7")
    #expect(
      editor.body("threads")["threads"] == [
        ["id": 1, "name": "main"], ["id": 2, "name": "coroutine 1"],
      ])
    #expect(editor.stack(2) == "function at line 1 co.lua:3")
    #expect(editor.after("continue") == "breakpoint: function at line 1 co.lua:4")
    #expect(editor.stack(1) == "main chunk co.lua:7")
    #expect(editor.after("stepBack") == "step: function at line 1 co.lua:3")
    editor.disconnect()
  }

  @Test func `variable arguments are shown, assigned and used as three dots`() throws {
    let editor = try EditorStub([
      "v.lua": """
      local function f(first, ...)
        local last = first
        return ...
      end
      f('x', 'y', nil, 'z')
      f('x')
      """
    ])
    editor.launch(
      "v.lua",
      breakpoints: [
        "v.lua": [
          ["line": 3, "condition": "select('#', ...) == 3"],
          ["line": 2, "logMessage": "{select('#', ...)} {...} {\"}\" .. '{' .. [[}]]}"],
        ]
      ])
    #expect(editor.stop() == "breakpoint: f v.lua:3 < main chunk v.lua:5")
    #expect(editor.outputs() == [#"3 "y", nil, "z" "}{}""#])
    #expect(editor.value("...") == #""y", nil, "z""#)
    let scopes = editor.body("scopes", ["frameId": 1])["scopes"]?.list ?? []
    let locals = scopes.first?.table?["variablesReference"] ?? 0
    func variables() -> [String] {
      let list = editor.body("variables", ["variablesReference": locals])["variables"]?.list ?? []
      return list.map { variable in
        let fields = variable.table ?? [:]
        let expression = fields["evaluateName"]?.text ?? ""
        return "\(fields["name"]?.text ?? "") \(fields["value"]?.text ?? "") \(expression)"
      }
    }
    #expect(
      variables() == [
        #"first "x" first"#, #"last "x" last"#, #"(vararg 1) "y" (select(1, ...))"#,
        "(vararg 2) nil (select(2, ...))", #"(vararg 3) "z" (select(3, ...))"#,
      ])
    editor.request(
      "setVariable", ["variablesReference": locals, "name": "(vararg 2)", "value": "{ 1, 2 }"])
    #expect(editor.value("(select(2, ...))[2]") == "2")
    editor.request("continue")
    #expect(editor.event("exited") == ["exitCode": 0])
    editor.disconnect()
  }

  @Test func `an equal error is reported again after the script has continued`() throws {
    let editor = try EditorStub([
      "shop.lua": Self.shop,
      "a.scenario.lua": """
      require "shop"
      scenario "twice" {
        function(app)
          app:launch()
          app.top.router:navigate("product", { id = 7 })
          pcall(function() app:tap "Fail" end)
          app:tap "Fail"
        end,
      }
      """,
    ])
    editor.launch("a.scenario.lua", filters: ["error"])
    #expect(
      editor.stop()
        == "exception: function at line 7 shop.lua:7 < function at line 6 a.scenario.lua:6"
        + " < function at line 3 a.scenario.lua:6")
    #expect(
      editor.after("continue")
        == "exception: function at line 7 shop.lua:7 < function at line 3 a.scenario.lua:7")
    editor.request("continue")
    #expect(editor.event("exited") == ["exitCode": 1])
    editor.disconnect()
  }

  @Test func `breakpoints that are sent again keep their identifiers and hit counts`() throws {
    let editor = try EditorStub(["sum.lua": Self.sum])
    func set(_ breakpoints: [NavigationValue]) -> [NavigationValue?] {
      let body = editor.body(
        "setBreakpoints", ["source": ["path": "sum.lua"], "breakpoints": .list(breakpoints)])
      return (body["breakpoints"]?.list ?? []).map { $0.table?["id"] }
    }
    editor.launch("sum.lua", breakpoints: ["sum.lua": [["line": 4, "hitCondition": ">= 2"]]])
    #expect(editor.stop() == "breakpoint: add sum.lua:4 < main chunk sum.lua:9")
    #expect(set([["line": 3], ["line": 4, "hitCondition": "3"]]) == [2, 1])
    #expect(set([["line": 4, "hitCondition": "3"]]) == [1])
    #expect(editor.after("continue") == "breakpoint: add sum.lua:4 < main chunk sum.lua:9")
    #expect(editor.value("n") == "3")
    editor.disconnect()
  }

  @Test func `a list with gaps is printed as the same table`() throws {
    let editor = try EditorStub([
      "g.lua": """
      local t = { 1, 2, nil, 4, nil, nil, 7, name = "x" }
      local u = { nil, 2 }
      print(#t)
      """
    ])
    editor.launch("g.lua", breakpoints: ["g.lua": [["line": 3]]])
    #expect(editor.stop() == "breakpoint: main chunk g.lua:3")
    #expect(editor.value("t") == #"{ 1, 2, name = "x", [4] = 4, [7] = 7 }"#)
    #expect(editor.value("u") == "{ [2] = 2 }")
    editor.disconnect()
  }

  @Test func `requests during a stop reuse references`() throws {
    let editor = try EditorStub(["g.lua": "local t = { { 1 }, f = print }\nprint(t)"])
    editor.launch("g.lua", breakpoints: ["g.lua": [["line": 2]]])
    #expect(editor.stop() == "breakpoint: main chunk g.lua:2")
    editor.request("stackTrace", ["threadId": 1])
    func read() -> [NavigationArguments] {
      let scopes = editor.body("scopes", ["frameId": 1])
      let locals = scopes["scopes"]?.list?.first?.table?["variablesReference"] ?? 0
      let variables = editor.body("variables", ["variablesReference": locals])
      let table = editor.body("evaluate", ["expression": "t", "context": "watch"])
      let parts = editor.body(
        "variables", ["variablesReference": table["variablesReference"] ?? 0])
      return [scopes, variables, table, parts]
    }
    let first = read()
    for _ in 1...20 { #expect(read() == first) }
    editor.disconnect()
  }

  @Test func `malformed messages do not affect other messages`() throws {
    let editor = try EditorStub(["sum.lua": Self.sum])
    for text in ["{", "[]", "{\"type\":\"request\"}", "{\"type\":1}", "null", "\"x\""] {
      editor.sendRaw(text)
    }
    #expect(editor.failure("threads") == "the first request must be initialize")
    #expect(editor.outputs().count == 6)
    editor.request("initialize")
    #expect(
      editor.failure("stepback") == "there is no request \"stepback\"; did you mean \"stepBack\"?")
    #expect(editor.failure("stackTrace", ["threadId": 1]) == "no script is running")
    #expect(
      editor.failure("launch", ["programm": "sum.lua"])?.contains("did you mean \"program\"")
        == true)
    #expect(
      editor.failure("launch", ["program": "none.lua"]) == "cannot read none.lua: no such file")
    #expect(
      editor.failure("launch", ["program": "sum.lua", "seed": -1])
        == "seed is -1, expected 0 or more")
    editor.launch("sum.lua", breakpoints: ["sum.lua": [["line": 4]]])
    #expect(editor.stop() == "breakpoint: add sum.lua:4 < main chunk sum.lua:9")
    let range = "expected an integer from -2147483648 to 2147483647"
    #expect(
      editor.failure("stackTrace", ["threadId": .integer(.min)])
        == "threadId is an integer, \(range)")
    #expect(
      editor.failure("variables", ["variablesReference": 1, "start": .integer(.max), "count": 1])
        == "start is an integer, \(range)")
    editor.vanish()
  }
}
