import LuaRuntime
import Testing

@Suite struct LifetimeTests {
  /// Runs a script that creates objects and fails, closes the Lua state, and returns the number of
  /// remaining objects.
  private func livingAfter(
    _ text: String, _ configuration: LuaConfiguration = LuaConfiguration(),
    limit: Duration = .seconds(60)
  ) throws -> (kind: LuaError.Kind?, living: Int) {
    let host = try Host(configuration)
    var kind: LuaError.Kind?
    do {
      try host.lua.luaState.withDeadline(limit) { () throws(LuaError) in
        _ = try host.lua.run(text)
      }
    } catch {
      kind = error.kind
    }
    host.lua.luaState.close()
    return (kind, host.counter.living)
  }

  @Test(arguments: [
    ("call(function() local o = new() error(o) end)", LuaError.Kind.runtime),
    ("local o = new() fail('boom')", .host),
    ("local t = {} while true do t[#t + 1] = new() end", .memory),
    ("local o = new() while true do end", .deadline),
    ("local o = new() call(function() local p = new() while true do end end)", .deadline),
    ("coroutine.wrap(function() local o = new() while true do end end)()", .deadline),
  ])
  func `Swift objects are released after a failure`(_ text: String, _ kind: LuaError.Kind) throws {
    let configuration = LuaConfiguration(memoryLimit: 512 << 10)
    let limit: Duration = kind == .deadline ? .milliseconds(100) : .seconds(60)
    #expect(try livingAfter(text, configuration, limit: limit) == (kind, 0))
  }

  @Test(arguments: [
    "O = new()", "O = new() O:on(function() return O end)",
    "C = coroutine.create(function() local o = new() coroutine.yield() end) coroutine.resume(C)",
    "local a, b = new(), new() a:on(function() return b end) b:on(function() return a end)",
  ])
  func `Swift objects are released when the Lua state closes`(_ text: String) throws {
    let after = try livingAfter(text)
    #expect(after.kind == nil)
    #expect(after.living == 0)
  }

  @Test func `a reference cycle through a callback is collected`() throws {
    let host = try Host()
    try host.lua.run("for i = 1, 10 do local o = new() o:on(function() return o end) end")
    host.lua.luaState.collectGarbage()
    host.lua.luaState.collectGarbage()
    #expect(host.counter.living == 0)
  }

  @Test func `an object in a suspended coroutine is released with the coroutine`() throws {
    let host = try Host()
    try host.lua.run(
      "step = coroutine.wrap(function() local o = new() coroutine.yield(1) return o end) step()")
    host.lua.luaState.collectGarbage()
    #expect(host.counter.living == 1)
    try host.lua.run("step = nil")
    host.lua.luaState.collectGarbage()
    host.lua.luaState.collectGarbage()
    #expect(host.counter.living == 0)
  }

  @Test func `a host function is released when scripts no longer reference it`() throws {
    let host = try Host()
    let counter = host.counter
    func define() throws {
      let thing = Host.Thing(counter)
      let function = host.lua.luaState.makeFunction("f") { frame in
        frame.push(thing.counter.living)
        return 1
      }
      try host.lua.environment.set("f", .function(function))
    }
    try define()
    #expect(try host.lua.run("return f()") == [1])
    try host.lua.run("f = nil")
    host.lua.luaState.collectGarbage()
    host.lua.luaState.collectGarbage()
    #expect(counter.living == 0)
  }

  /// A script that creates objects and collects them while the stack has too little room for the
  /// call of a finalizer.
  private static let collectingOnFullStack = """
    local function collect(...) collectgarbage() end
    for n = 999_990, 999_800, -1 do
      new()
      pcall(function() collect(table.unpack({}, 1, n)) end)
    end
    """.replacing("_", with: "")

  @Test(arguments: [false, true])
  func `objects whose finalizers have no room on the stack are released`(
    takesCheckpoints: Bool
  ) throws {
    var configuration = LuaConfiguration()
    configuration.takesCheckpoints = takesCheckpoints
    let host = try Host(configuration)
    try host.lua.run(Self.collectingOnFullStack)
    try host.lua.run("collect() collect()")
    #expect(host.counter.living == 0)
  }

  @Test func `objects that are lost on a full stack are released when their Lua state closes`()
    throws
  {
    let host = try Host()
    try host.lua.run(Self.collectingOnFullStack)
    host.lua.luaState.close()
    #expect(host.counter.living == 0)
  }

  @Test func `a checkpoint is not damaged by finalizers that have no room on the stack`() throws {
    var configuration = LuaConfiguration()
    configuration.takesCheckpoints = true
    let host = try Host(configuration)
    try host.lua.run("kept = { new(), new() }")
    let first = try #require(host.lua.luaState.checkpoint())
    try host.lua.run(Self.collectingOnFullStack)
    try host.lua.run(
      "for i = 1, 10000 do local t = { i, tostring(i) } end collect() kept = nil collect()")
    let second = try #require(host.lua.luaState.checkpoint())
    #expect(host.lua.luaState.restore(first))
    #expect(try host.lua.run("return #kept, live()") == [2, 2])
    #expect(host.lua.luaState.restore(second))
    #expect(try host.lua.run("return kept == nil") == [true])
    host.lua.luaState.close()
    #expect(host.counter.living == 0)
  }

  /// Drops references of the Lua state while it is being released.
  private final class Holder {
    var table: LuaTable?
    let log: Host.Counter

    init(_ table: LuaTable, _ log: Host.Counter) {
      self.table = table
      self.log = log
    }

    deinit {
      table = nil
      log.living += 1
    }
  }

  @Test func `references can be released during a collection and after the end of the Lua state`()
    throws
  {
    let log = Host.Counter()
    let lua = try Lua()
    let type = lua.luaState.makeObjectType(Holder.self, name: "Holder") { _, _ in }
    let luaState = lua.luaState
    lua.luaState.define("hold") { [unowned luaState] frame in
      frame.push(Holder(luaState.makeTable(), log), type)
      return 1
    }
    try lua.run("for i = 1, 1000 do hold() end collectgarbage() last = hold()")
    #expect(log.living == 1000)
    let kept = lua.luaState.makeTable()
    lua.luaState.close()
    #expect(log.living == 1001)
    #expect(throws: LuaError.self) { try kept.length }
  }

  @Test func `an error remains valid after its Lua state closes`() throws {
    var lua: Lua? = try Lua()
    let error = try #require(throws: LuaError.self) { try lua?.run("error({})") }
    lua = nil
    #expect(throws: LuaError.self) { try error.value?.table?.length }
  }
}
