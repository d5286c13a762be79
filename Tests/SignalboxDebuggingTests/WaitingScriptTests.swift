import Signalbox
import Testing

/// Scripts that wait for the debugger, and requests that arrive while scripts run.
@Suite struct WaitingScriptTests {
  @Test func `virtual time does not advance while a script waits`() throws {
    let editor = try EditorStub([
      "time.lua": """
      local fired = {}
      after("1s", function() fired[#fired + 1] = clock.now() end)
      clock.advance("999ms")
      local before = clock.now()
      local count = #fired
      local after = clock.now()
      clock.advance("1ms")
      print(before, count, after, #fired, clock.now())
      """
    ])
    editor.launch("time.lua", breakpoints: ["time.lua": [["line": 5], ["line": 8]]])
    #expect(editor.stop() == "breakpoint: main chunk time.lua:5")
    let time = editor.value("before")
    #expect(editor.value("clock.now()") == time)
    // Any number of requests may pass.
    for _ in 0..<100 { editor.request("threads") }
    #expect(editor.value("clock.now()") == time)
    #expect(editor.value("#fired") == "0")
    #expect(editor.after("continue") == "breakpoint: main chunk time.lua:8")
    #expect(editor.value("before == after and count == 0 and #fired == 1") == "true")
    #expect(editor.value("clock.now() - before") == "1")
    editor.disconnect()
  }

  private static let names = """
    limit = 3
    local shop = { name = "Kiosk", ["odd key"] = { 10, 20 } }
    local function visit(count)
      local doubled = count * 2
      return shop, doubled, limit
    end
    visit(4)
    """

  @Test(arguments: [
    ("doubled", "8"), ("count", "4"), ("limit", "3"), ("shop.name", "\"Kiosk\""),
    ("shop[\"odd key\"][2]", "20"), ("shop.missing", "nil"), ("missing", "nil"),
  ])
  func `a hover shows locals, upvalues, globals and fields`(
    _ expression: String, _ value: String
  ) throws {
    let editor = try EditorStub(["names.lua": Self.names])
    editor.launch("names.lua", breakpoints: ["names.lua": [["line": 5]]])
    #expect(editor.stop() == "breakpoint: visit names.lua:5 < main chunk names.lua:7")
    #expect(
      editor.body("evaluate", ["expression": .string(expression), "context": "hover"])["result"]
        == .string(value))
    editor.disconnect()
  }

  @Test func `a hover over a table can be expanded`() throws {
    let editor = try EditorStub(["names.lua": Self.names])
    editor.launch("names.lua", breakpoints: ["names.lua": [["line": 5]]])
    _ = editor.stop()
    let hover = editor.body("evaluate", ["expression": "shop", "context": "hover"])
    let fields = editor.body(
      "variables", ["variablesReference": hover["variablesReference"] ?? 0])
    #expect(
      fields["variables"]?.list?.map { $0.table?["name"] } == ["[\"odd key\"]", "name"])
    editor.disconnect()
  }

  @Test func `a hover runs no code of the script`() throws {
    let editor = try EditorStub([
      "meta.lua": """
      local calls = 0
      local value = setmetatable({}, { __index = function() calls = calls + 1 end })
      print(value)
      """
    ])
    editor.launch("meta.lua", breakpoints: ["meta.lua": [["line": 3]]])
    _ = editor.stop()
    let hover = ["expression": "value.missing", "context": "hover"] as NavigationArguments
    #expect(
      editor.failure("evaluate", hover)
        == "only names and fields are evaluated for a hover, because other code may have effects")
    #expect(
      editor.failure("evaluate", ["expression": "nothing.field", "context": "hover"])?
        .contains("attempt to index a nil value") == true)
    #expect(editor.value("calls") == "0")
    editor.disconnect()
  }

  @Test func `breakpoints on the same line of several scripts stop in their own scripts`() throws {
    let editor = try EditorStub([
      "main.lua": """
      local first = require "first"
      local second = require "second"
      print(first(1), second(2))
      """,
      "first.lua": "return function(n)\n  local one = n\n  return one\nend",
      "second.lua": "return function(n)\n  local two = n\n  return two\nend",
    ])
    editor.launch(
      "main.lua", breakpoints: ["first.lua": [["line": 3]], "second.lua": [["line": 2]]])
    #expect(
      editor.stop() == "breakpoint: first first.lua:3 < main chunk main.lua:3")
    #expect(
      editor.after("continue")
        == "breakpoint: second second.lua:2 < main chunk main.lua:3")
    editor.request("setBreakpoints", ["source": ["path": "first.lua"], "breakpoints": []])
    editor.request("continue")
    #expect(editor.event("exited") == ["exitCode": 0])
    editor.disconnect()
  }

  @Test(arguments: ["next", "stepIn", "stepOut", "stepBack", "reverseContinue"])
  func `a step is rejected while the script runs`(_ command: String) throws {
    let editor = try EditorStub([
      "spin.lua": """
      local n = 0
      local function spin()
        while true do
          n = n + 1
        end
      end
      spin()
      """
    ])
    editor.launch("spin.lua", ["timeout": "1h"], breakpoints: ["spin.lua": [["line": 7]]])
    #expect(editor.stop() == "breakpoint: main chunk spin.lua:7")
    editor.request("next")
    #expect(editor.failure(command) == "the script is running; pause it first")
    editor.request("pause")
    #expect(editor.stop().hasPrefix("pause: spin spin.lua:"))
    editor.request("terminate")
    #expect(editor.event("exited") == ["exitCode": 130])
    editor.disconnect()
  }
}
