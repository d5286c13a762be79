import LuaRuntime
import Testing

@Suite struct LuaStateTests {
  @Test func `a chunk returns its values`() throws {
    let lua = try Lua()
    let values = try lua.run("local a, b = ... return a + b, 'x', nil, true, 2.5", [1, 2])
    #expect(values == [3, "x", nil, true, 2.5])
  }

  @Test func `an environment is a separate global table above a base that it cannot change`() throws
  {
    let lua = try Lua()
    let values = try lua.run(
      """
      answer = 42
      local bare = rawget(_G, "print")
      return _G.answer, _G._G == _G, getmetatable(_G), bare, pcall(rawset, string, "x", 1)
      """)
    #expect(Array(values.prefix(5)) == [42, true, false, nil, false])
    let fresh = lua.luaState.makeEnvironment()
    #expect(try lua.run("return answer, string.x", environment: fresh) == [nil, nil])
  }

  @Test func `print passes one line at a time to the output`() throws {
    let lua = try Lua()
    var lines: [String] = []
    lua.luaState.output = .text { lines.append($0) }
    _ = try lua.run("print('a', 1, nil) print() print('b\\nc')")
    #expect(lines == ["a\t1\tnil", "", "b\nc"])
  }

  @Test func `host functions, values and libraries are found in every environment`() throws {
    let lua = try Lua()
    lua.luaState.define("twice") { frame throws(LuaError) in
      frame.push(try frame.integer(1) * 2)
      return 1
    }
    lua.luaState.define("version", value: "1.0")
    lua.luaState.defineLibrary(
      "clock",
      [
        (
          "now",
          { frame in
            frame.push(0)
            return 1
          }
        )
      ])
    #expect(try lua.run("return twice(21), version, clock.now()") == [42, "1.0", 0])
    let error = #expect(throws: LuaError.self) { try lua.run("clock.now = 1") }
    #expect(error?.message == "the library table \"clock\" is read-only")
  }

  @Test
  func `a byte order mark and a first line with # are skipped, and line numbers do not change`()
    throws
  {
    let lua = try Lua()
    let text = "\u{FEFF}#!/usr/bin/env lua\nreturn debug.traceback('')"
    #expect(try lua.run(text).first?.text?.contains("test.lua:2:") == true)
    #expect(try lua.run("# only a comment") == [])
    #expect(try lua.run("") == [])
  }

  @Test func `loading bytecode is rejected`() throws {
    let lua = try Lua()
    let error = #expect(throws: LuaError.self) {
      try lua.luaState.load(
        [0x1B, 0x4C, 0x75, 0x61], chunkName: "=b", environment: lua.environment)
    }
    #expect(error?.kind == .syntax)
    #expect(error?.message.contains("binary chunk") == true)
  }

  @Test(arguments: [
    ("for i = 1, 2 do", true), ("return (1 +", true), ("x = = 1", false), ("f(", true),
    ("return 'abc", true), ("return 'abc\n", false), ("return [[abc", true),
    ("end", false), ("local x <", true),
  ])
  func `only a chunk whose end is missing is reported as incomplete`(
    _ text: String, _ isIncomplete: Bool
  ) throws {
    let lua = try Lua()
    let error = #expect(throws: LuaError.self) { try lua.load(text) }
    #expect(error?.kind == .syntax)
    #expect(error?.isIncomplete == isIncomplete)
    #expect(error?.location == LuaLocation(chunk: "test.lua", line: 1))
  }

  @Test func `a table is read and written without metamethods`() throws {
    let lua = try Lua()
    let table = lua.luaState.makeTable(array: [1, "two"], fields: [("key", true)])
    try table.set(3, 3)
    try table.set("key", .string(LuaString([0xFF, 0x00])))
    try table.set(7, .table(table))
    #expect(try table.length == 3)
    #expect(try table.get("key") == .string(LuaString([0xFF, 0x00])))
    #expect(try table.get(7) == .table(table))
    #expect(try table.get("missing") == .nil)
    #expect(try table.pairs.count == 5)
    #expect(try lua.run("return ...", [.table(table)]) == [.table(table)])
  }

  @Test func `a value of a closed Lua state is reported as an error`() throws {
    let lua = try Lua()
    let table = lua.luaState.makeTable()
    let function = try lua.load("return 1")
    lua.luaState.close()
    lua.luaState.close()
    let error = #expect(throws: LuaError.self) { try table.get("x") }
    #expect(error?.kind == .closed)
    #expect(throws: LuaError.self) { try LuaState().run(function) }
    #expect(throws: LuaError.self) { try lua.luaState.run(function) }
    #expect(table == table)
  }

  @Test func `a value of another Lua state is reported as an error`() throws {
    let (one, two) = (try Lua(), try Lua())
    let table = one.luaState.makeTable()
    let error = #expect(throws: LuaError.self) { try two.run("return ...", [.table(table)]) }
    #expect(error?.kind == .closed)
  }

  @Test func `atoms are found by their text, regardless of its representation`() throws {
    let lua = try Lua()
    for id in 0..<300 { lua.luaState.defineAtom("name\(id)", Int32(id)) }
    var seen: [Int32] = []
    lua.luaState.define("atom") { frame in
      seen.append(frame.atom(1))
      frame.push(atom: 7)
      return 1
    }
    let values = try lua.run("atom('name' .. 299) atom('nope') atom(1) atom() return atom('name0')")
    #expect(values == ["name7"])
    #expect(seen == [299, -1, -1, -1, 0])
  }

  @Test func `creating and releasing thousands of references does not increase memory use`() throws
  {
    let lua = try Lua()
    var held: [LuaTable] = []
    for iteration in 0..<3 {
      held = (0..<70_000).map { _ in lua.luaState.makeTable() }
      #expect(try held[69_999].length == 0)
      if iteration == 0 { held = [] }
    }
    held = []
    lua.luaState.collectGarbage()
    #expect(lua.luaState.memoryInUse < 8 << 20)
  }
}
