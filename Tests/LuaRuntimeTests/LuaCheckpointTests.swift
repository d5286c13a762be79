import Testing

@testable import LuaRuntime

/// Restoring a checkpoint of a Lua state removes all later values.
@Suite struct LuaCheckpointTests {
  private static var configuration: LuaConfiguration {
    var configuration = LuaConfiguration(memoryLimit: 8 << 20)
    configuration.takesCheckpoints = true
    return configuration
  }

  /// A host with a checkpoint that contains a table, a host function and an object.
  private func host() throws -> (Host, LuaCheckpoint) {
    let host = try Host(Self.configuration)
    try host.lua.run(
      """
      settings = { volume = 3, list = { 1, 2, 3 } }
      object = new()
      function add(n) settings.volume = settings.volume + n return settings.volume end
      """)
    return (host, try #require(host.lua.luaState.checkpoint(collectsGarbage: true)))
  }

  @Test func `restoring a checkpoint restores globals, tables, strings and libraries`() throws {
    let (host, checkpoint) = try host()
    let probe = """
      local seen = {}
      for key in pairs(_ENV) do if key ~= "_G" then seen[#seen + 1] = key end end
      table.sort(seen)
      return settings.volume, #settings.list, table.concat(seen, " "), ("x"):rep(3), math.random(1000)
      """
    let fresh = try host.lua.run(probe)
    for _ in 0..<3 {
      #expect(host.lua.luaState.restore(checkpoint))
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
      #expect(host.lua.luaState.restore(checkpoint))
      #expect(try host.lua.run(probe) == fresh)
    }
  }

  @Test func `functions from before a checkpoint change its tables only until it is restored`()
    throws
  {
    let (host, checkpoint) = try host()
    for _ in 0..<3 {
      #expect(try host.lua.run("return add(1), add(1)") == [4, 5])
      #expect(host.lua.luaState.restore(checkpoint))
    }
  }

  @Test func `the Lua heap contains the same values before and after a checkpoint is restored`()
    throws
  {
    let (host, checkpoint) = try host()
    let luaState = host.lua.luaState
    let before = luaState.memoryInUse
    for iteration in 1...20 {
      try host.lua.run(
        "keep = {} for i = 1, \(iteration * 100) do keep[i] = { ('s'):rep(i) } end collectgarbage()"
      )
      #expect(luaState.memoryInUse > before)
      #expect(luaState.restore(checkpoint))
      #expect(luaState.memoryInUse == before)
    }
  }

  @Test
  func
    `restoring a checkpoint releases objects from after it and keeps those from before it`()
    throws
  {
    let (host, checkpoint) = try host()
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
      #expect(luaState.restore(checkpoint))
      #expect(host.counter.living == 1)
      #expect(try host.lua.run("return object == object, object:hello()").first == true)
    }
    luaState.close()
    #expect(host.counter.living == 0)
  }

  @Test
  func
    `values from before a checkpoint remain valid after a restore, and later values become invalid`()
    throws
  {
    let (host, checkpoint) = try host()
    let luaState = host.lua.luaState
    let kept = host.lua.environment
    let function = try host.lua.load("return 1")
    let table = luaState.makeTable(array: [1])
    #expect(luaState.restore(checkpoint))
    #expect(try kept.get("settings").table?.get("volume") == 3)
    #expect(throws: LuaError.self) { try luaState.run(function) }
    #expect(throws: LuaError.self) { try table.get(1) }
    #expect(throws: LuaError.self) { try luaState.check(.table(table)) }
    #expect(function.luaState == nil)
    #expect(table != luaState.makeTable(array: [1]))
  }

  @Test func `releasing invalid values does not affect valid ones`() throws {
    let (host, checkpoint) = try host()
    let luaState = host.lua.luaState
    var dead: [LuaTable] = (0..<20).map { _ in luaState.makeTable(array: [0]) }
    #expect(luaState.restore(checkpoint))
    let living: [LuaTable] = (0..<20).map { luaState.makeTable(array: [.integer($0)]) }
    dead.removeAll()
    #expect(try host.lua.run("return settings.volume") == [3])
    #expect(try living.map { try $0.get(1) } == (0..<20).map { .integer($0) })
  }

  @Test
  func `host functions and types from after a checkpoint are discarded and can be created again`()
    throws
  {
    let (host, checkpoint) = try host()
    let luaState = host.lua.luaState
    for iteration in 0..<3 {
      luaState.define("late") { frame in
        frame.push(iteration)
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
      luaState.defineAtom("late\(iteration)", 900)
      #expect(try host.lua.run("return late(), type(handle)") == [.integer(iteration), "userdata"])
      #expect(luaState.restore(checkpoint))
      #expect(try host.lua.run("return late, handle") == [.nil, .nil])
    }
  }

  @Test(arguments: [
    "while true do end", "local t = {} while true do t[#t + 1] = ('x'):rep(1000) end",
    "error('boom')", "coroutine.wrap(function() error({}) end)()",
    "setmetatable({}, { __index = function() while true do end end }).x = nil return ({})[nil].y",
  ])
  func `a run that failed or was stopped leaves no values behind after a restore`(_ text: String)
    throws
  {
    let (host, checkpoint) = try host()
    let luaState = host.lua.luaState
    for _ in 0..<3 {
      #expect(throws: LuaError.self) {
        try luaState.withDeadline(.milliseconds(40)) { () throws(LuaError) in
          _ = try host.lua.run(text)
        }
      }
      #expect(luaState.restore(checkpoint))
      #expect(try host.lua.run("return add(2)") == [5])
    }
  }

  @Test func `a stop request that arrives between two runs is dropped`() throws {
    let (host, checkpoint) = try host()
    host.lua.luaState.interrupt()
    #expect(host.lua.luaState.restore(checkpoint))
    #expect(try host.lua.run("return add(1)") == [4])
  }

  // MARK: - Several checkpoints

  @Test func `any checkpoint can be restored from any other, in any order`() throws {
    let (host, first) = try host()
    let luaState = host.lua.luaState
    func probe() throws -> [LuaValue] {
      try host.lua.run(
        "return settings.volume, #settings.list, text and #text, math.random(1 << 30)")
    }
    var checkpoints = [first]
    var expected = [try probe()]
    #expect(luaState.restore(first))
    for step in 1...40 {
      let from = step * 7919 % checkpoints.count
      #expect(luaState.restore(checkpoints[from]))
      try host.lua.run(
        """
        settings.volume = \(step)
        settings.list[#settings.list + 1] = { \(step) }
        text = ("x"):rep(\(step * 100))
        for i = 1, \(step * 7) do _ENV["key" .. i % 90] = { i } end
        math.randomseed(\(step))
        """)
      let checkpoint = try #require(luaState.checkpoint())
      expected.append(try probe())
      checkpoints.append(checkpoint)
      if step % 5 == 0 {
        checkpoints.remove(at: 1)
        expected.remove(at: 1)
      }
      let to = step * 104_729 % checkpoints.count
      #expect(luaState.restore(checkpoints[to]))
      #expect(try probe() == expected[to], "step \(step), from \(from) to \(to)")
    }
  }

  @Test
  func
    `suspended coroutines, upvalues and weak tables continue from their state at the checkpoint`()
    throws
  {
    let (host, _) = try host()
    let luaState = host.lua.luaState
    try host.lua.run(
      """
      local count = 0
      function tick() count = count + 1 return count end
      thread = coroutine.wrap(function() for i = 1, 9 do coroutine.yield(i * tick()) end end)
      weak = setmetatable({}, { __mode = "v" })
      strong = {}
      weak[1], weak[2] = strong, {}
      thread()
      """)
    let checkpoint = try #require(luaState.checkpoint())
    let probe = """
      local first, second = thread(), thread()
      local before = weak[2] ~= nil
      collectgarbage()
      return first, second, tick(), before, weak[1] == strong, weak[2]
      """
    let expected = try host.lua.run(probe)
    #expect(expected == [4, 9, 4, true, true, .nil])
    for _ in 0..<3 {
      #expect(luaState.restore(checkpoint))
      #expect(try host.lua.run(probe) == expected)
    }
  }

  @Test
  func `values that Swift received before a checkpoint are valid after each way to return to it`()
    throws
  {
    let (host, first) = try host()
    let luaState = host.lua.luaState
    #expect(luaState.restore(first))
    let early = luaState.makeTable(array: [1])
    let second = try #require(luaState.checkpoint())
    let late = luaState.makeTable(array: [2])
    let third = try #require(luaState.checkpoint())
    #expect(luaState.restore(first))
    #expect(throws: LuaError.self) { try early.get(1) }
    #expect(luaState.restore(third))
    #expect(try early.get(1) == 1)
    #expect(try late.get(1) == 2)
    #expect(luaState.restore(second))
    #expect(try early.get(1) == 1)
    #expect(throws: LuaError.self) { try late.get(1) }
  }

  @Test func `restoring a checkpoint does not retain a value again that Swift has released`()
    throws
  {
    let (host, _) = try host()
    let luaState = host.lua.luaState
    try host.lua.run("weak = setmetatable({}, { __mode = 'v' })")
    var table: LuaTable? = luaState.makeTable(array: [1])
    try host.lua.environment.set("made", .table(try #require(table)))
    try host.lua.run("weak[1], made = made, nil")
    let checkpoint = try #require(luaState.checkpoint())
    let probe = "collectgarbage() return weak[1] ~= nil"
    #expect(try host.lua.run(probe) == [true])
    table = nil
    #expect(try host.lua.run(probe) == [false])
    for _ in 0..<3 {
      #expect(luaState.restore(checkpoint))
      #expect(try host.lua.run(probe) == [false])
    }
  }

  @Test func `releasing checkpoints releases their objects and their memory`() throws {
    let (host, first) = try host()
    let luaState = host.lua.luaState
    for _ in 0..<5 {
      #expect(luaState.restore(first))
      try host.lua.run("more = { new(), new(), ('x'):rep(100000) }")
      let checkpoint = try #require(luaState.checkpoint())
      try host.lua.run("more = nil collectgarbage()")
      #expect(host.counter.living == 3)
      #expect(luaState.restore(checkpoint))
      #expect(try host.lua.run("return #more") == [3])
    }
    #expect(luaState.restore(first))
    #expect(host.counter.living == 1)
    luaState.close()
    #expect(host.counter.living == 0)
  }

  @Test
  func
    `restoring a checkpoint is rejected while code runs, for another Lua state and without a request`()
    throws
  {
    let (host, checkpoint) = try host()
    let luaState = host.lua.luaState
    luaState.define("restore") { [unowned luaState] frame in
      frame.push(luaState.restore(checkpoint) || luaState.checkpoint() != nil)
      return 1
    }
    #expect(try host.lua.run("return restore(), settings.volume") == [false, 3])
    let plain = try LuaState()
    #expect(plain.checkpoint() == nil)
    #expect(!plain.restore(checkpoint))
    #expect(!(try LuaState(Self.configuration)).restore(checkpoint))
  }
}
