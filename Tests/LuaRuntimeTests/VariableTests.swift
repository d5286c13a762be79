import LuaRuntime
import Testing

/// Tests access to the variables of functions from outside, and paused runs.
struct VariableTests {
  @Test func `joining a variable makes two functions share it`() throws {
    let lua = try Lua()
    let first = try #require(
      try lua.run("local a, b = 1, 2 return function() a = a + 1 return a, b, print end")[0]
        .function)
    let second = try #require(
      try lua.run("local a = 10 return function() return a end")[0].function)
    #expect(try first.upvalueNames == ["a", "b", "_ENV"])
    try second.join(1, with: first, 1)
    _ = try lua.luaState.run(first)
    #expect(try lua.luaState.run(second) == [2])
    try first.setUpvalue(1, 7)
    #expect(try second.upvalue(1) == 7)
    try second.join(4, with: first, 1)
    try second.join(1, with: first, 9)
    #expect(try lua.luaState.run(second) == [7])
  }

  @Test func `host functions have no variables and no definition`() throws {
    let lua = try Lua()
    let host = lua.luaState.makeFunction("host") { _ in 0 }
    #expect(try host.upvalueNames == [])
    #expect(try host.definition == nil)
    #expect(try host.upvalue(1) == .nil || host.upvalueNames.isEmpty)
    let script = try #require(try lua.run("\nreturn function(a, b, ...) local c end")[0].function)
    let found = try script.definition.map { found in
      "\(found.source):\(found.line) \(found.parameters) \(found.takesMore)"
    }
    #expect(found == #"test.lua:2 ["a", "b"] true"#)
  }

  @Test func `paused functions are listed innermost first, and their variables can be assigned`()
    throws
  {
    let lua = try Lua()
    var seen: [String] = []
    lua.luaState.define("look") { frame throws(LuaError) in
      let all = LuaActivation.all(below: frame)
      seen = all.map { activation in
        "\(activation.frame.name ?? "chunk"): \(activation.locals.map(\.name)) \(activation.upvalues)"
      }
      try all[0].set(all[0].locals[0], 5)
      return 0
    }
    let values = try lua.run(
      """
      local up = 1
      local function f(a)
        local b = a + up
        for i = 1, 1 do local b = i look() up = b end
        return b
      end
      return f(1), up
      """)
    #expect(values == [2, 5])
    #expect(
      seen == [
        "f: [\"b\", \"i\", \"b\", \"a\"] [\"up\", \"_ENV\"]",
        "chunk: [\"f\", \"up\"] [\"_ENV\"]",
      ])
  }

  @Test func `code that runs during a pause can be stopped separately`() throws {
    let lua = try Lua()
    lua.luaState.define("wait") { [unowned luaState = lua.luaState] frame throws(LuaError) in
      try luaState.pause { () throws(LuaError) in
        luaState.interrupt()
        do throws(LuaError) {
          let loop = try luaState.load(
            "while true do end", chunkName: "=loop", environment: luaState.makeEnvironment())
          _ = try luaState.run(loop)
        } catch {
          frame.push(error.kind.rawValue)
        }
      }
      return 1
    }
    #expect(try lua.run("return wait(), 'goes on'") == ["interrupted", "goes on"])
  }
}
