import LuaRuntime
import Testing

@Suite struct CoroutineTests {
  /// A Lua state with a host function that waits, passing its arguments to the driver.
  private func fixture() throws -> Lua {
    let lua = try Lua()
    lua.luaState.define("wait") { frame throws(LuaError) in try frame.suspend(frame.count) }
    return lua
  }

  private func coroutine(_ lua: Lua, _ text: String) throws -> LuaCoroutine {
    try LuaCoroutine(lua.luaState, lua.load(text))
  }

  @Test func `a driver passes values in and out`() throws {
    let lua = try fixture()
    let coroutine = try coroutine(
      lua, "local a = ... local b = coroutine.yield(a + 1) local c, d = wait('w', b) return c, d")
    #expect(coroutine.state == .fresh)
    #expect(try coroutine.resume([1]) == .yielded([2]))
    #expect(coroutine.state == .yielded)
    #expect(try coroutine.resume(["b"]) == .waiting(["w", "b"]))
    #expect(coroutine.state == .waiting)
    #expect(try coroutine.resume([3, nil]) == .finished([3, nil]))
    #expect(coroutine.state == .dead)
    let error = #expect(throws: LuaError.self) { try coroutine.resume() }
    #expect(error?.message == "cannot resume dead coroutine")
  }

  @Test func `an error is raised where the script waits and can be caught there`() throws {
    let lua = try fixture()
    let coroutine = try coroutine(lua, "local ok, e = pcall(wait)\nreturn ok, e, wait('again')")
    #expect(try coroutine.resume() == .waiting([]))
    #expect(try coroutine.resume(throwing: LuaError("late")) == .waiting(["again"]))
    #expect(
      try coroutine.resume(["end"]) == .finished([false, "test.lua:1: late", "end"]))
  }

  @Test func `an error that nobody catches ends the coroutine with its code and place`() throws {
    let lua = try fixture()
    let coroutine = try coroutine(lua, "\nwait()")
    #expect(try coroutine.resume() == .waiting([]))
    let error = try #require(throws: LuaError.self) {
      try coroutine.resume(throwing: LuaError(code: "offline", "no network"))
    }
    #expect(error.code == "offline")
    #expect("\(error)" == "test.lua:2: no network")
    #expect(error.traceback.map(\.description) == ["test.lua:2: in main chunk"])
    #expect(coroutine.state == .dead)
  }

  @Test func `an error value reaches the script as it is`() throws {
    let lua = try fixture()
    let coroutine = try coroutine(lua, "local ok, e = pcall(wait, T) return ok, e == T")
    let inner = try #require(throws: LuaError.self) { try lua.run("T = {} error(T)") }
    _ = try coroutine.resume()
    #expect(try coroutine.resume(throwing: inner) == .finished([false, true]))
  }

  @Test func `an error cannot be raised where nothing waits`() throws {
    let lua = try fixture()
    let coroutine = try coroutine(lua, "coroutine.yield() return 1")
    #expect(try coroutine.resume() == .yielded([]))
    #expect(throws: LuaError.self) { try coroutine.resume(throwing: LuaError("no")) }
    #expect(try coroutine.resume() == .finished([1]))
  }

  @Test(arguments: [
    ("table.sort({ 3, 2, 1 }, function(a, b) wait() return a < b end)", "must not pause"),
    ("('x'):gsub('.', wait)", "must not pause"),
    ("coroutine.wrap(wait)()", "not in a coroutine that the host runs"),
  ])
  func `waiting is rejected where nobody could go on`(_ text: String, _ reason: String) throws {
    let lua = try fixture()
    let coroutine = try coroutine(lua, text)
    let error = try #require(throws: LuaError.self) { try coroutine.resume() }
    #expect(error.code == "cannotWait")
    #expect(error.message.contains(reason))
  }

  @Test func `waiting is rejected in a plain run`() throws {
    let error = try #require(throws: LuaError.self) { try fixture().run("wait()") }
    #expect(error.code == "cannotWait")
    #expect(error.location == LuaLocation(chunk: "test.lua", line: 1))
  }

  @Test func `closing runs the pending close variables once`() throws {
    let lua = try fixture()
    let coroutine = try coroutine(
      lua,
      "local x <close> = setmetatable({}, { __close = function() N = (N or 0) + 1 end }) wait()")
    _ = try coroutine.resume()
    try coroutine.close()
    try coroutine.close()
    #expect(try lua.run("return N") == [1])
    #expect(coroutine.state == .dead)
  }

  @Test func `an error of a close variable is told`() throws {
    let lua = try fixture()
    let coroutine = try coroutine(
      lua,
      "local x <close> = setmetatable({}, { __close = function() error('stuck') end }) wait()")
    _ = try coroutine.resume()
    let error = #expect(throws: LuaError.self) { try coroutine.close() }
    #expect(error?.message == "stuck")
  }

  @Test func `a close variable that loops is stopped by the deadline`() throws {
    let lua = try fixture()
    let coroutine = try coroutine(
      lua,
      "local x <close> = setmetatable({}, { __close = function() while true do end end }) wait()")
    _ = try coroutine.resume()
    let error = #expect(throws: LuaError.self) {
      try lua.luaState.withDeadline(.milliseconds(20)) { () throws(LuaError) in
        try coroutine.close()
      }
    }
    #expect(error?.kind == .deadline)
    #expect(try lua.run("return 1") == [1])
  }

  @Test func `many coroutines wait side by side`() throws {
    let lua = try fixture()
    let function = try lua.load("local n = ... return n, wait(n)")
    let coroutines = try (0..<100).map { _ in try LuaCoroutine(lua.luaState, function) }
    for (index, coroutine) in coroutines.enumerated() {
      #expect(try coroutine.resume([.integer(index)]) == .waiting([.integer(index)]))
    }
    lua.luaState.collectGarbage()
    for (index, coroutine) in coroutines.enumerated().reversed() {
      #expect(try coroutine.resume(["r"]) == .finished([.integer(index), "r"]))
    }
  }

  @Test func `a coroutine of a closed machine is a clean error`() throws {
    let lua = try fixture()
    let coroutine = try coroutine(lua, "wait()")
    _ = try coroutine.resume()
    lua.luaState.close()
    let error = #expect(throws: LuaError.self) { try coroutine.resume() }
    #expect(error?.kind == .closed)
  }
}
