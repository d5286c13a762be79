import Testing

@testable import LuaRuntime

/// A universe that is put back to its image is what it was, and nothing of what came between is left.
@Suite struct ImageTests {
  private static var configuration: LuaConfiguration {
    var configuration = LuaConfiguration(memoryLimit: 8 << 20)
    configuration.keepsImage = true
    return configuration
  }

  /// A host whose image has a table, a function of the host and an object.
  private func host() throws -> Host {
    let host = try Host(Self.configuration)
    try host.lua.run(
      """
      settings = { volume = 3, list = { 1, 2, 3 } }
      object = new()
      function add(n) settings.volume = settings.volume + n return settings.volume end
      """)
    let isTaken = host.lua.machine.takeImage()
    #expect(isTaken)
    return host
  }

  @Test func `globals, tables, strings and libraries are as they were`() throws {
    let host = try host()
    let probe = """
      local seen = {}
      for key in pairs(_ENV) do if key ~= "_G" then seen[#seen + 1] = key end end
      table.sort(seen)
      return settings.volume, #settings.list, table.concat(seen, " "), ("x"):rep(3), math.random(1000)
      """
    let fresh = try host.lua.run(probe)
    for _ in 0..<3 {
      #expect(host.lua.machine.restoreImage())
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
      #expect(host.lua.machine.restoreImage())
      #expect(try host.lua.run(probe) == fresh)
    }
  }

  @Test func `functions of the image change its tables only until it is put back`() throws {
    let host = try host()
    for _ in 0..<3 {
      #expect(try host.lua.run("return add(1), add(1)") == [4, 5])
      #expect(host.lua.machine.restoreImage())
    }
  }

  @Test func `what Lua holds afterwards is what it held before`() throws {
    let host = try host()
    let machine = host.lua.machine
    let before = machine.memoryInUse
    for round in 1...20 {
      try host.lua.run(
        "keep = {} for i = 1, \(round * 100) do keep[i] = { ('s'):rep(i) } end collectgarbage()")
      #expect(machine.memoryInUse > before)
      #expect(machine.restoreImage())
      #expect(machine.memoryInUse == before)
    }
  }

  @Test func `objects from after the image are let go of, and those of the image live on`() throws {
    let host = try host()
    let machine = host.lua.machine
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
      #expect(machine.restoreImage())
      #expect(host.counter.living == 1)
      #expect(try host.lua.run("return object == object, object:hello()").first == true)
    }
    machine.close()
    #expect(host.counter.living == 0)
  }

  @Test func `values of the image live on, and later ones are dead`() throws {
    let host = try host()
    let machine = host.lua.machine
    let kept = host.lua.environment
    let function = try host.lua.load("return 1")
    let table = machine.makeTable(array: [1])
    #expect(machine.restoreImage())
    #expect(try kept.get("settings").table?.get("volume") == 3)
    #expect(throws: LuaError.self) { try machine.run(function) }
    #expect(throws: LuaError.self) { try table.get(1) }
    #expect(throws: LuaError.self) { try machine.check(.table(table)) }
    #expect(function.machine == nil)
    #expect(table != machine.makeTable(array: [1]))
  }

  @Test func `dropping dead values takes nothing from what lives now`() throws {
    let host = try host()
    let machine = host.lua.machine
    var dead: [LuaTable] = (0..<20).map { _ in machine.makeTable(array: [0]) }
    #expect(machine.restoreImage())
    let living: [LuaTable] = (0..<20).map { machine.makeTable(array: [.integer($0)]) }
    dead.removeAll()
    #expect(try host.lua.run("return settings.volume") == [3])
    #expect(try living.map { try $0.get(1) } == (0..<20).map { .integer($0) })
  }

  @Test func `host functions and types made later go, and can be made again`() throws {
    let host = try host()
    let machine = host.lua.machine
    for round in 0..<3 {
      machine.define("late") { frame in
        frame.push(round)
        return 1
      }
      let type = machine.makeHandleType(name: "late", methods: [("number", { _ in 0 })])
      machine.define(
        "handle",
        value: machine.withFrame { frame in
          frame.push(handle: 7, type)
          return frame.value(-1)
        })
      machine.defineAtom("late\(round)", 900)
      #expect(try host.lua.run("return late(), type(handle)") == [.integer(round), "userdata"])
      #expect(machine.restoreImage())
      #expect(try host.lua.run("return late, handle") == [.nil, .nil])
    }
  }

  @Test(arguments: [
    "while true do end", "local t = {} while true do t[#t + 1] = ('x'):rep(1000) end",
    "error('boom')", "coroutine.wrap(function() error({}) end)()",
    "setmetatable({}, { __index = function() while true do end end }).x = nil return ({})[nil].y",
  ])
  func `a run that failed or was stopped leaves nothing`(_ text: String) throws {
    let host = try host()
    let machine = host.lua.machine
    for _ in 0..<3 {
      #expect(throws: LuaError.self) {
        try machine.withDeadline(.milliseconds(40)) { () throws(LuaError) in
          _ = try host.lua.run(text)
        }
      }
      #expect(machine.restoreImage())
      #expect(try host.lua.run("return add(2)") == [5])
    }
  }

  @Test func `a stop that came between two runs is gone`() throws {
    let host = try host()
    host.lua.machine.interrupt()
    #expect(host.lua.machine.restoreImage())
    #expect(try host.lua.run("return add(1)") == [4])
  }

  @Test func `it is rejected while something runs, twice, and where nobody asked for it`() throws {
    let host = try host()
    let machine = host.lua.machine
    #expect(!machine.takeImage())
    machine.define("restore") { [unowned machine] frame in
      frame.push(machine.restoreImage() || machine.takeImage())
      return 1
    }
    #expect(try host.lua.run("return restore(), settings.volume") == [false, 3])
    let plain = try LuaMachine()
    #expect(!plain.takeImage())
    #expect(!plain.restoreImage())
  }
}
