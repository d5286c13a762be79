import SignalboxScripting
import Testing

struct PromptLocalTests {
  /// Returns the output and the displayed values of the inputs, in separate lines.
  private func answers(_ inputs: String...) throws -> [String] {
    var lines: [String] = []
    let session = try ScriptSession()
    session.addHooks(SessionHooks(output: { lines.append($0) }))
    for (number, input) in inputs.enumerated() {
      switch session.evaluate(input, name: "input \(number + 1)") {
      case .values(let values): lines += values
      case .incomplete: lines.append("incomplete")
      case .failed(let error): lines.append("\(error)")
      }
    }
    return lines
  }

  @Test func `locals of an input are available in later inputs and shared with closures`() throws {
    #expect(
      try answers(
        "local n = 1", "n", "local function add(k) n = n + k return n end", "add(2)", "n = 10",
        "add(1), n") == ["1", "3", "11", "11"])
  }

  @Test func `a new local reads the old local with the same name, which its closures keep`() throws
  {
    #expect(
      try answers(
        "local x = 1", "function old() return x end", "local x = x + 1", "x, old()", "x = 5",
        "old()") == ["2", "1", "1"])
  }

  @Test func `locals of blocks and of functions are not kept for later inputs`() throws {
    let shown = try answers(
      "do local a = 1 end for b = 1, 2 do local c = b end", "a, b, c, 'none'",
      "if true then local a = 1 else local a = 2 end", "local t = { local_ = 1 }", "t.local_, a",
      "local f = function() local a = 2 return a end", "f(), a")
    #expect(
      shown == [
        "nil", "nil", "nil", "\"none\"", "1", "2",
      ])
  }

  @Test func `constant locals cannot be assigned in later inputs`() throws {
    let shown = try answers(
      "local k <const>, l <const> = 5, {}", "k, #l", "k = 6", "l = nil", "local k = k + 1", "k = 7",
      "k")
    #expect(
      shown == [
        "5", "0", "input 3:1: attempt to assign to const variable 'k'",
        "input 4:1: attempt to assign to const variable 'l'", "7",
      ])
  }

  @Test func `a close variable is closed at the end of its input and remains readable`() throws {
    let session = try ScriptSession()
    var lines: [String] = []
    session.addHooks(SessionHooks(output: { lines.append($0) }))
    let text = """
      local t <close> = setmetatable({ n = 1 }, { __close = function() print("closed") end })
      print("open")
      """
    let answer = session.prompt.answer(text, name: "input 1", timeout: nil)
    #expect(answer.closed == ["t"])
    #expect(lines == ["open", "closed"])
    guard case .values(["1"]) = session.evaluate("t.n") else {
      Issue.record("the value is gone")
      return
    }
  }

  @Test func `locals that are declared before an error are kept`() throws {
    let shown = try answers("local a = 1 error('no', 0) local b = 2", "a, b, 'x'")
    #expect(
      shown == [
        "no", "1", "nil", "\"x\"",
      ])
  }

  @Test func `errors contain the names of locals and the lines of the typed text`() throws {
    let shown = try answers(
      "local t", "-- one\nt.x = 1", "local function f() return t.x end", "f()")
    #expect(
      shown == [
        "input 2:2: attempt to index a nil value (local 't')",
        "input 3:1: attempt to index a nil value (upvalue 't')",
      ])
  }

  @Test func `labels, goto and a final return work as in a file`() throws {
    #expect(
      try answers(
        "local i = 0 ::top:: local j = i i = i + 1 if i < 3 then goto top end", "i, j",
        "do goto done end local k = 1 ::done::", "local m = 4 return m, i", "m")
        == ["3", "2", "4", "3", "4"])
  }

  @Test func `the prompt ends statements at the same position as Lua`() throws {
    let shown = try answers(
      "local a = print\n('call') local b", "a, b, 1", "local c (function() print 'own' end)()",
      "local function d() end (function() print 'too' end)()",
      "local e = ({ 1, [2] = 'x' })['a'] or -2 ^ - 3 .. '' -- no", "e",
      "local g = function(...) if ... then repeat until true end return ... end local h = g 'z'",
      "h", "local s = ('x'):rep(2):upper() local u <const> = #s", "s, u",
      "local v = a == nil and not b, 3 local w = 7 // 2 ~ 1 << 1", "v, w")
    #expect(
      shown == [
        "call", "nil", "nil", "1", "own", "too", "\"-0.125\"", "\"z\"", "\"XX\"", "2", "true", "1",
      ])
  }

  @Test func `input that would close the surrounding function is a syntax error`() throws {
    let shown = try answers("local a = 1", "a = 2 end print('out')", "a")
    #expect(
      shown == [
        "input 2:1: <eof> expected near 'end'", "1",
      ])
  }

  @Test func `a line that starts with a number sign is not a comment`() throws {
    #expect(
      try answers("local t = { 1, 2 }", "#t", "#!x") == [
        "2", "input 3:1: unexpected symbol near '#'",
      ])
  }

  @Test func `thousands of locals can exist, and too many in one input are reported`() throws {
    let session = try ScriptSession()
    for number in 1...2_000 { _ = session.evaluate("local v\(number) = \(number)") }
    guard case .values(["2001"]) = session.evaluate("v1 + v2000") else {
      Issue.record("a local is gone")
      return
    }
    let all = (1...200).map { "v\($0)" }.joined(separator: " + ")
    guard case .failed(let error) = session.evaluate(all) else {
      Issue.record("too many locals are accepted")
      return
    }
    #expect(
      error.description
        == "200 locals of earlier inputs are used at once, expected at most 180; store them in a "
        + "table")
  }

  @Test func `the last value and all globals remain accessible despite locals with their names`()
    throws
  {
    #expect(try answers("local _, _ENV = 1, nil", "_", "tostring(1)") == ["\"1\""])
  }

  @Test(arguments: 0..<200)
  func `a program that is split into several inputs behaves like one input`(seed: Int) throws {
    var generator = LocalProgram(seed: UInt64(seed))
    let statements = generator.statements()
    let text = statements.joined(separator: "\n")
    var whole: [String] = []
    var split: [String] = []
    let session = try ScriptSession()
    session.addHooks(SessionHooks(output: { whole.append($0) }))
    try session.run(Array(text.utf8), name: "whole")
    let prompt = try ScriptSession()
    prompt.addHooks(SessionHooks(output: { split.append($0) }))
    var input = ""
    for (number, statement) in statements.enumerated() {
      input += statement + "\n"
      guard generator.random(3) == 0 || number == statements.count - 1 else { continue }
      if case .failed(let error) = prompt.evaluate(input) { split.append("\(error)") }
      input = ""
    }
    #expect(split == whole, "\(text)")
  }
}

/// Random programs with declarations, assignments and closures. The closures print the values of
/// the locals.
private struct LocalProgram {
  private var state: UInt64
  /// Whether the innermost variable of a name is constant.
  private var constants: [String: Bool] = [:]
  private var functions = 0

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func random(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }

  mutating func statements() -> [String] {
    ["F = {}"] + (0..<random(14) + 4).map { _ in statement() } + ["print(a, b, c, type(g))"]
  }

  private mutating func name() -> String { ["a", "b", "c"][random(3)] }

  private mutating func expression() -> String {
    switch random(5) {
    case 0: "\(random(100))"
    case 1: "\(name())"
    case 2: "(\(name()) or 0) + \(random(9))"
    case 3: "(function() local a = \(random(9)) return a + (b or 1) end)()"
    default: "#{ \(name()), \(random(9)) } * (\(name()) or 3)"
    }
  }

  private mutating func declaration() -> String {
    let name = name()
    switch random(5) {
    case 0:
      constants[name] = true
      return "local \(name) <const> = \(random(2) == 0 ? "\(random(50))" : expression())"
    case 1:
      let other = self.name()
      let text = "local \(name), \(other) = \(expression()), \(expression())"
      (constants[name], constants[other]) = (false, false)
      return text
    case 2:
      constants[name] = false
      return "local \(name)"
    default:
      let text = "local \(name) = \(expression())"
      constants[name] = false
      return text
    }
  }

  private mutating func statement() -> String {
    switch random(11) {
    case 0...3: return declaration()
    case 4, 5:
      let name = name()
      return constants[name] == true ? "print(\(name))" : "\(name) = \(expression())"
    case 6:
      functions += 1
      let name = name()
      let change = constants[name] == true ? "" : "\(name) = (\(name) or 0) + 1 "
      return "F[\(functions)] = function() \(change)return \(name) end"
    case 7 where functions > 0:
      return "print(F[\(random(functions) + 1)]())"
    case 8:
      let name = name()
      return "local function g(n) if n == 0 then return \(name) or 0 end return g(n - 1) + 1 end "
        + "print(g(\(random(4))))"
    case 9:
      return "do local \(name()) = \(random(9)) for a = 1, 2 do local b = a print(a, b, c) end end"
    default: return "print(\(name()), \(expression()))"
    }
  }
}
