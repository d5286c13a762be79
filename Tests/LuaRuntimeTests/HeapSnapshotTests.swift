import Testing

@testable import LuaRuntime

/// Restoring the heap snapshot of a Lua state removes all later values.
@Suite struct HeapSnapshotTests {
  private static var configuration: LuaConfiguration {
    var configuration = LuaConfiguration(memoryLimit: 8 << 20)
    configuration.keepsHeapSnapshot = true
    return configuration
  }

  /// A host whose heap snapshot contains a table, a host function and an object.
  private func host() throws -> Host {
    let host = try Host(Self.configuration)
    try host.lua.run(
      """
      settings = { volume = 3, list = { 1, 2, 3 } }
      object = new()
      function add(n) settings.volume = settings.volume + n return settings.volume end
      """)
    let isTaken = host.lua.luaState.takeHeapSnapshot()
    #expect(isTaken)
    return host
  }

  @Test func `globals, tables, strings and libraries are restored`() throws {
    let host = try host()
    let probe = """
      local seen = {}
      for key in pairs(_ENV) do if key ~= "_G" then seen[#seen + 1] = key end end
      table.sort(seen)
      return settings.volume, #settings.list, table.concat(seen, " "), ("x"):rep(3), math.random(1000)
      """
    let fresh = try host.lua.run(probe)
    for _ in 0..<3 {
      #expect(host.lua.luaState.restoreHeapSnapshot())
      try host.lua.run(
        """
        for i = 1, 2000 do _ENV["g" .. i] = { i, tostring(i) } end
        settings.volume, settings.list, add = 99, nil, nil
        local hold = {}
        for i = 1, 50 do hold[i] = coroutine.create(function() coroutine.yield(i) end) end
        for _, thread in ipairs(hold) do coroutine.resume(thread) end
        held = hold
        text = ("long "):rep(20000)
        math.randomseed(7)
        """)
      #expect(host.lua.luaState.restoreHeapSnapshot())
      #expect(try host.lua.run(probe) == fresh)
    }
  }

  @Test func `functions of the heap snapshot change its tables only until it is restored`() throws {
    let host = try host()
    for _ in 0..<3 {
      #expect(try host.lua.run("return add(1), add(1)") == [4, 5])
      #expect(host.lua.luaState.restoreHeapSnapshot())
    }
  }

  @Test func `Lua contains the same values before and after`() throws {
    let host = try host()
    let luaState = host.lua.luaState
    let before = luaState.memoryInUse
    for round in 1...20 {
      try host.lua.run(
        "keep = {} for i = 1, \(round * 100) do keep[i] = { ('s'):rep(i) } end collectgarbage()")
      #expect(luaState.memoryInUse > before)
      #expect(luaState.restoreHeapSnapshot())
      #expect(luaState.memoryInUse == before)
    }
  }

  @Test
  func
    `objects from after the heap snapshot are let go of, and those of the heap snapshot live on`()
    throws
  {
    let host = try host()
    let luaState = host.lua.luaState
    #expect(host.counter.living == 1)
    for _ in 0..<5 {
      try host.lua.run(
        """
        more = { new(), new(), new() }
        local closed <close> = new()
        more[1]:on(function() return more end)
        object = nil
        collectgarbage() collectgarbage()
        """)
      #expect(luaState.restoreHeapSnapshot())
      #expect(host.counter.living == 1)
      #expect(try host.lua.run("return object == object, object:hello()").first == true)
    }
    luaState.close()
    #expect(host.counter.living == 0)
  }

  @Test func `values of the heap snapshot stay valid, and later ones become invalid`() throws {
    let host = try host()
    let luaState = host.lua.luaState
    let kept = host.lua.environment
    let function = try host.lua.load("return 1")
    let table = luaState.makeTable(array: [1])
    #expect(luaState.restoreHeapSnapshot())
    #expect(try kept.get("settings").table?.get("volume") == 3)
    #expect(throws: LuaError.self) { try luaState.run(function) }
    #expect(throws: LuaError.self) { try table.get(1) }
    #expect(throws: LuaError.self) { try luaState.check(.table(table)) }
    #expect(function.luaState == nil)
    #expect(table != luaState.makeTable(array: [1]))
  }

  @Test func `releasing invalid values does not affect valid ones`() throws {
    let host = try host()
    let luaState = host.lua.luaState
    var dead: [LuaTable] = (0..<20).map { _ in luaState.makeTable(array: [0]) }
    #expect(luaState.restoreHeapSnapshot())
    let living: [LuaTable] = (0..<20).map { luaState.makeTable(array: [.integer($0)]) }
    dead.removeAll()
    #expect(try host.lua.run("return settings.volume") == [3])
    #expect(try living.map { try $0.get(1) } == (0..<20).map { .integer($0) })
  }

  @Test func `later host functions and types are discarded, and can be created again`() throws {
    let host = try host()
    let luaState = host.lua.luaState
    for round in 0..<3 {
      luaState.define("late") { frame in
        frame.push(round)
        return 1
      }
      let type = luaState.makeHandleType(name: "late") { _, members in
        members.method("number") { _ in 0 }
      }
      luaState.define(
        "handle",
        value: luaState.withFrame { frame in
          frame.push(handle: 7, type)
          return frame.value(-1)
        })
      luaState.defineAtom("late\(round)", 900)
      #expect(try host.lua.run("return late(), type(handle)") == [.integer(round), "userdata"])
      #expect(luaState.restoreHeapSnapshot())
      #expect(try host.lua.run("return late, handle") == [.nil, .nil])
    }
  }

  @Test(arguments: [
    "while true do end", "local t = {} while true do t[#t + 1] = ('x'):rep(1000) end",
    "error('boom')", "coroutine.wrap(function() error({}) end)()",
    "setmetatable({}, { __index = function() while true do end end }).x = nil return ({})[nil].y",
  ])
  func `a run that failed or was stopped leaves no values behind`(_ text: String) throws {
    let host = try host()
    let luaState = host.lua.luaState
    for _ in 0..<3 {
      #expect(throws: LuaError.self) {
        try luaState.withDeadline(.milliseconds(40)) { () throws(LuaError) in
          _ = try host.lua.run(text)
        }
      }
      #expect(luaState.restoreHeapSnapshot())
      #expect(try host.lua.run("return add(2)") == [5])
    }
  }

  @Test func `a stop that arrived between two runs is dropped`() throws {
    let host = try host()
    host.lua.luaState.interrupt()
    #expect(host.lua.luaState.restoreHeapSnapshot())
    #expect(try host.lua.run("return add(1)") == [4])
  }

  @Test func `it is rejected while code runs, if called twice, and without a request`() throws {
    let host = try host()
    let luaState = host.lua.luaState
    #expect(!luaState.takeHeapSnapshot())
    luaState.define("restore") { [unowned luaState] frame in
      frame.push(luaState.restoreHeapSnapshot() || luaState.takeHeapSnapshot())
      return 1
    }
    #expect(try host.lua.run("return restore(), settings.volume") == [false, 3])
    let plain = try LuaState()
    #expect(!plain.takeHeapSnapshot())
    #expect(!plain.restoreHeapSnapshot())
  }
}
