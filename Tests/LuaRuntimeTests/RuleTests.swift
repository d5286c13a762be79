import CLua
import CLuaShim
import Testing

@testable import LuaRuntime

/// Rules of the bridge that no other suite covers. `docs/security.md` lists all of them.
@Suite struct RuleTests {
  @Test func `every allocation can fail without breaking the session`() throws {
    // The limits range from too small for Lua to sufficient for the whole script.
    let script = """
      local t = {}
      for i = 1, 40 do
        local o = new()
        o:on(function(x) t[#t + 1] = x .. i end)
        o:fire(("x"):rep(i * 20))
        t[i] = { echo(o:label(), i), coroutine.wrap(function() return call(new) end)() }
        pcall(call, function() fail(table.concat({ "a", i }, "b")) end)
      end
      return ("x"):rep(3000):gsub("x", { x = "yy" })
      """
    var (ends, limit) = (Set<LuaError.Kind>(), 10_000)
    while limit < 400_000 {
      limit += 1777
      do throws(LuaError) {
        let host = try Host(LuaConfiguration(memoryLimit: limit))
        let counter = host.counter
        do throws(LuaError) {
          try host.lua.run(script)
        } catch {
          ends.insert(error.kind)
        }
        host.lua.luaState.close()
        #expect(counter.living == 0)
      } catch {
        #expect(error.kind == .memory)
      }
    }
    // If a script cannot allocate an error message, it may end with a different error.
    #expect(ends.contains(.memory) && ends.isSubset(of: [.memory, .runtime]))
  }

  @Test func `a script that a host function calls is subject to the limits`() throws {
    let lua = try Lua(LuaConfiguration(memoryLimit: 4 << 20))
    lua.luaState.define("limited") { frame throws(LuaError) in
      do throws(LuaError) {
        try frame.luaState.perform(try frame.function(1))
      } catch {
        guard error.kind == .memory else { throw error }
      }
      frame.push("told")
      return 1
    }
    #expect(
      try lua.run("return limited(function() local s = 'x' while true do s = s .. s end end)")
        == ["told"])
  }

  @Test func `no metamethod of a script runs while the host reads its values`() throws {
    let lua = try Lua()
    let values = try lua.run(
      """
      hits = 0
      local function hit() hits = hits + 1 return nil end
      local names = { "index", "len", "pairs", "eq", "tostring", "call", "concat", "newindex", "name" }
      local meta = {}
      for _, name in ipairs(names) do meta["__" .. name] = hit end
      return setmetatable({ a = 1 }, meta), setmetatable({}, meta)
      """)
    let (one, other) = (try #require(values[0].table), try #require(values[1].table))
    #expect(one != other)
    #expect(try one.get("missing") == .nil)
    #expect(try one.length == 0)
    #expect(try one.pairs.map(\.key) == ["a"])
    try one.set("b", 2)
    _ = lua.luaState.withFrame { frame in
      frame.push(one)
      return frame.typeError(-1, expected: "string")
    }
    #expect(try lua.run("return hits") == [0])
  }

  @Test func `an interruptible Lua state has no hook until it is stopped`() throws {
    let lua = try Lua()
    var hooks: [Bool] = []
    lua.luaState.define("look") { [unowned luaState = lua.luaState] _ in
      hooks.append(lua_gethook(luaState.host.pointee.current) != nil)
      return 0
    }
    try lua.run("look() coroutine.wrap(look)()")
    #expect(hooks == [false, false])
    let budget = try Lua(LuaConfiguration(interruption: .budget))
    #expect(lua_gethook(budget.luaState.host.pointee.main) != nil)
  }

  /// Each script would continue forever if it treated the stop as a script error.
  private static let swallowers = [
    "pcall(stop)", "xpcall(stop, function() end)", "xpcall(error, stop)",
    "coroutine.resume(coroutine.create(stop))", "pcall(coroutine.wrap(stop))",
    "load(stop)", "pcall(table.sort, { 2, 1 }, stop)", "pcall(string.gsub, 'x', '.', stop)",
    "pcall(tostring, setmetatable({}, { __tostring = stop }))",
    "coroutine.close((function() local co = coroutine.create(function() "
      + "local x <close> = setmetatable({}, { __close = stop }) coroutine.yield() end) "
      + "coroutine.resume(co) return co end)())",
  ]

  @Test(arguments: swallowers, StoppingTests.modes)
  func `a script cannot suppress a stop`(
    _ call: String, _ mode: LuaConfiguration.Interruption
  ) throws {
    let lua = try Lua(LuaConfiguration(interruption: mode))
    lua.luaState.define("interrupt") { [unowned luaState = lua.luaState] _ in
      luaState.interrupt()
      return 0
    }
    let error = #expect(throws: LuaError.self) {
      try lua.run(
        "local function stop() interrupt() while true do end end \(call) return 'swallowed'")
    }
    #expect(error?.kind == .interrupted)
    #expect(try lua.run("return 1") == [1])
  }

  @Test func `single allocations have a separate limit`() throws {
    let lua = try Lua(LuaConfiguration(memoryLimit: 64 << 20, largestAllocation: 1 << 20))
    #expect(try lua.run("return #('x'):rep(1000000)") == [1_000_000])
    let error = #expect(throws: LuaError.self) { try lua.run("return #('x'):rep(2000000)") }
    #expect(error?.kind == .memory)
  }

  @Test func `values that reach a closed Lua state are released`() throws {
    let host = try Host()
    let luaState = host.lua.luaState
    let (interrupter, table) = (luaState.interrupter, luaState.makeTable())
    try host.lua.run(
      "step = coroutine.wrap(function() local o <close> = new() coroutine.yield() end) step()")
    luaState.withDeadline(.seconds(60)) { luaState.close() }
    #expect(host.counter.living == 0)
    interrupter.interrupt()
    #expect(throws: LuaError.self) { try table.get("x") }
    #expect(throws: LuaError.self) { try luaState.load("x", chunkName: "=x", environment: table) }
  }
}
