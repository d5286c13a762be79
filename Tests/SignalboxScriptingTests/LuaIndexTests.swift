import SignalboxScripting
import Testing

@Suite struct LuaIndexTests {
  private func sourceIndex(_ text: String) -> LuaIndex { LuaIndex(Array(text.utf8)) }

  private func globals(_ text: String) -> [String] {
    sourceIndex(text).globals.map { ($0.isWritten ? "=" : "") + $0.name }
  }

  @Test func `the index lists names that no scope declares as globals`() {
    #expect(globals("local a = b") == ["b"])
    #expect(globals("local a = a") == ["a"])
    #expect(globals("local function f(x, ...) return f, x, y, ... end") == ["y"])
    #expect(globals("function f() end") == ["=f"])
    #expect(globals("function t.a.b:c() return self end") == ["t"])
    #expect(
      globals("for i, v in pairs(t) do print(i, v) end print(i)") == [
        "pairs", "t", "print", "print", "i",
      ])
    #expect(globals("for i = 1, n do local j = i end print(j)") == ["n", "print", "j"])
    #expect(globals("repeat local x = 1 until x") == [])
    #expect(globals("do local x end x = 1") == ["=x"])
    #expect(globals("if a then local b elseif b then c() else d = 1 end") == ["a", "b", "c", "=d"])
    #expect(globals("while a do break end goto done ::done::") == ["a"])
    #expect(globals("x, t.y, z = 1, 2, f()") == ["t", "f", "=x", "=z"])
    #expect(globals("local x <const>, y <close> = 1 return x, y, z;") == ["z"])
    #expect(globals("return { a = b, [c] = d, e; f }") == ["b", "c", "d", "e", "f"])
    #expect(globals("local s = #t .. not u == -v") == ["t", "u", "v"])
    #expect(globals("f 'x' (g).h:i {j} [k] = l") == ["f", "g", "j", "k", "l"])
    #expect(globals("local t = { function(self) return self end, self }") == ["self"])
  }

  @Test func `the index lists methods with their receivers`() {
    let text = """
      local r = self.router
      function Shop:onBuy()
        self.router:navigate("product", { id = 1 }):navigate "reviews"
        r:present('help')
        app.top.router:navigate(name)
        other(function() self:show() end)
      end
      """
    #expect(
      sourceIndex(text).calls.map {
        "\($0.receiver.joined(separator: ".")):\($0.method) \($0.literal ?? "-") \($0.line) \($0.function ?? -1)"
      } == [
        "self.router:navigate product 3 0", "self.router:navigate reviews 3 0",
        "self.router:present help 4 0", "app.top.router:navigate - 5 0", "self:show - 6 1",
      ])
    #expect(sourceIndex(text).calls(in: 0).count == 5)
    #expect(sourceIndex(text).functions(at: 2) == [0])
  }

  /// An expression with its prefix expressions.
  private func text(_ number: Int, in found: LuaExpressions) -> String {
    switch found.all[number] {
    case .global(let name): return name
    case .variable(let variable):
      let variable = found.variables[variable]
      return variable.isAssigned
        ? "\(variable.name)?" : "<\(variable.name) \(text(variable.role, in: found))>"
    case .member(let object, let name): return "\(text(object, in: found)).\(name.text)"
    case .call(let object, let method, let arguments):
      let list = arguments.map { argument in
        switch argument {
        case .string(let word): "\"\(word.text)\"@\(word.line):\(word.start)"
        case .table(let keys): "{\(keys.map(\.name.text).joined(separator: " "))}"
        case .expression(let number): text(number, in: found)
        case .other: "…"
        }
      }
      let name = method.map { ":\($0.text)" } ?? ""
      return "\(text(object, in: found))\(name)(\(list.joined(separator: ", ")))"
    }
  }

  private func text(_ role: LuaExpressions.Role, in found: LuaExpressions) -> String {
    switch role {
    case .local(let value): "= \(text(value, in: found))"
    case .receiver(let object, let line): "of \(text(object, in: found)) \(line)"
    case .methodParameter(let place, let method, _): "\(place) of \(method)"
    case .tableParameter(let place, let function, let path):
      "\(place) of \(function) \(path.joined(separator: "."))"
    case .other: "-"
    }
  }

  @Test func `the index lists calls and members with their receivers`() {
    let found = sourceIndex(
      """
      local r = self.router
      r:go("a", { x = 1, y = 2 }, other, 1 + 2):on()
      function Shop.sub:open(a) return self, a end
      suite "s" { setup = function(app) app:tap "B" end, scenario "t" { function(app) app() end } }
      each { 1 }:scenario "u" { function(app) app() end }
      local function f(p) p.q = 1 p = 2 end
      (g or h).i()
      """
    ).expressions
    let calls = found.all.indices.filter { if case .call = found.all[$0] { true } else { false } }
    #expect(
      calls.map { text($0, in: found) } == [
        #"<r = self.router>:go("a"@2:27, {x y}, other, …)"#,
        #"<r = self.router>:go("a"@2:27, {x y}, other, …):on()"#,
        #"suite("s"@4:120)"#, #"<app 0 of suite setup>:tap("B"@4:156)"#,
        #"scenario("t"@4:174)"#, "<app 0 of scenario >()", #"scenario("t"@4:174)({})"#,
        #"suite("s"@4:120)({setup})"#,
        "each({})", #"each({}):scenario("u"@5:228)"#, "<app 0 of scenario >()",
        #"each({}):scenario("u"@5:228)({})"#,
      ])
    #expect(
      found.variables.map { "\($0.name) \($0.isAssigned ? "assigned" : text($0.role, in: found))" }
        == [
          "r = self.router", "self of Shop.sub 3", "a 0 of open", "app 0 of suite setup",
          "app 0 of scenario ", "app 0 of scenario ", "f -", "p assigned",
        ])
  }

  @Test func `the index lists strings with their field or argument`() {
    let found = sourceIndex(
      """
      local plugin = require "steps"
      main.step, other.x, name = "one", "two", "three"
      app:launch(App).step = { "four", id = 1 }
      main:emit "five" main:emit { "six" }
      plugin.redirect("seven") plugin.emit(main, "eight" .. x, "nine")
      list[1].step = "ten" list.step[1] = "eleven" call("twelve")
      local t = { steps = { "thirteen", named = {}, 14 } }
      function bus:emit() end
      """)
    #expect(
      found.mentions.map { "\($0.target) \($0.place) \($0.text) \($0.line)" } == [
        "field(\"step\") 1 one 2", "field(\"x\") 1 two 2", "field(\"step\") 1 four 3",
        "method(\"emit\") 1 five 4", "method(\"emit\") 1 six 4",
        "function(\"steps.redirect\") 1 seven 5", "function(\"steps.emit\") 3 nine 5",
        "field(\"step\") 1 ten 6",
      ])
    #expect(found.entries["steps"] == ["thirteen"])
    #expect(found.methods == ["emit"])
  }

  @Test func `the index lists duplicate keys, names of functions and ignored lines`() {
    let found = sourceIndex(
      """
      coordinator "Shop" {
        routes = { a = {}, b = {}, ["a"] = {} }, -- lint: ignore
      }
      scenario("one", { tags = {} })
      """)
    let doubled = found.doubledKeys.map { "\($0.table).\($0.key) \($0.firstLine) \($0.line)" }
    #expect(doubled == ["routes.a 2 2"])
    #expect(
      found.namings.map { "\($0.word) \($0.name) \($0.line)" } == [
        "coordinator Shop 1", "scenario one 4",
      ])
    #expect(found.ignoredLines == [2])
    #expect(found.literals == ["Shop": [1], "a": [2], "one": [4]])
  }

  @Test func `indexing ends for invalid text as well`() {
    let text = "local function f(a) if a then return { x = function() end } end end f'x':y(1)"
    let bytes = Array(text.utf8)
    for length in 0...bytes.count {
      for rest in ["", "end", ")", "}", "= =", ":", "function"] {
        _ = LuaIndex(Array(bytes.prefix(length)) + Array(rest.utf8))
      }
    }
  }
}
