import LuaRuntime
import Testing

@Suite struct ErrorTests {
  private func failure(_ host: Host, _ text: String) throws -> LuaError {
    try #require(throws: LuaError.self) { try host.lua.run(text) }
  }

  @Test func `a host error contains its code, its hint and the line of the call`() throws {
    let error = try failure(try Host(), "local x = 1\nfail('boom')")
    #expect(error.kind == .host)
    #expect(error.code == "failed")
    #expect(error.message == "boom")
    #expect(error.hint == "do not call it")
    #expect(error.location == LuaLocation(chunk: "test.lua", line: 2))
    #expect("\(error)" == "test.lua:2: boom")
  }

  @Test func `a script that catches a host error receives a string`() throws {
    let values = try Host().lua.run("return pcall(function()\nfail('boom') end)")
    #expect(values == [false, "test.lua:2: boom"])
  }

  @Test func `a traceback shows only Lua functions, the innermost first`() throws {
    let error = try failure(
      try Host(),
      """
      local function inner() fail("boom") end
      function outer()
        call(inner)
        return 1
      end
      outer()
      """)
    #expect(
      error.traceback.map(\.description) == [
        "test.lua:1: in function <test.lua:1>", "test.lua:3: in function 'outer'",
        "test.lua:6: in main chunk",
      ])
  }

  @Test(arguments: [
    ("error()", LuaValue.Plain.nil, "(error object is a nil value)"),
    ("error(false)", .boolean(false), "(error object is a boolean value)"),
    ("error(12)", .integer(12), "12"),
    ("error(1.5)", .number(1.5), "1.5"),
  ])
  func `an error value that is plain data is kept`(
    _ text: String, _ value: LuaValue.Plain, _ message: String
  ) throws {
    let error = try failure(try Host(), text)
    #expect(error.value == LuaValue(value))
    #expect(error.message == message)
    #expect(error.location == LuaLocation(chunk: "test.lua", line: 1))
  }

  @Test func `a table that is an error value is kept and described by its metamethod`() throws {
    let host = try Host()
    let error = try failure(
      host, "E = setmetatable({}, { __tostring = function() return 'mine' end }) error(E)")
    #expect(error.message == "mine")
    #expect(try error.value?.table == host.lua.environment.get("E").table)
  }

  @Test(arguments: ["error('x')", "while true do end", "return {}", "return print(nil .. 1)"])
  func `if the metamethod of an error value fails, the description is plain`(_ body: String) throws
  {
    let host = try Host()
    let error = try failure(
      host, "error(setmetatable({}, { __tostring = function() \(body) end }))")
    #expect(error.message == "(error object is a table value)")
    #expect(error.kind == .runtime)
    #expect(try host.lua.run("return 1") == [1])
  }

  @Test func `a message without a position has no location`() throws {
    let error = try failure(try Host(), "error('12:30: lunch', 0)")
    #expect(error.message == "12:30: lunch")
    #expect(error.location == nil)
  }

  @Test func `the location of an error contains the complete path of a long chunk name`() throws {
    let lua = try Lua()
    let path = String(repeating: "folder/", count: 20) + "file.lua"
    let function = try lua.load("local x\nerror('boom')", chunk: "@" + path)
    let error = try #require(throws: LuaError.self) { try lua.luaState.run(function) }
    #expect(error.location == LuaLocation(chunk: path, line: 2))
    #expect(error.message == "boom")
    let syntax = try #require(throws: LuaError.self) { try lua.load("x x", chunk: "@" + path) }
    #expect(syntax.location == LuaLocation(chunk: path, line: 1))
    let text = try #require(throws: LuaError.self) { try lua.load("x x\ny", chunk: "x x\ny") }
    #expect(text.location == LuaLocation(chunk: "[string \"x x...\"]", line: 1))
  }

  @Test(arguments: [
    ("thing:add(1, {})", "bad argument #2 to 'add' (integer expected, got table)"),
    ("thing:add(1.5, 1)", "bad argument #1 to 'add' (number has no integer representation)"),
    ("thing:add()", "bad argument #1 to 'add' (integer expected, got no value)"),
    ("thing.hello(7)", "bad argument #1 to 'hello' (Thing expected, got number)"),
    ("thing.add(handle, 1, 1)", "bad argument #1 to 'add' (Thing expected, got Handle)"),
    ("thing:nope()", "no field 'nope'"),
    ("thing.label = 1", "field 'label' cannot be assigned"),
  ])
  func `using an object incorrectly reports the expected value`(_ text: String, _ message: String)
    throws
  {
    let host = try Host()
    let type = host.lua.luaState.makeHandleType(name: "Handle") { _, _ in }
    host.lua.luaState.define("makeHandle") { frame in
      frame.push(handle: 1, type)
      return 1
    }
    let error = try failure(host, "local thing, handle = new(), makeHandle() \(text)")
    #expect(error.message == message)
    #expect(error.location == LuaLocation(chunk: "test.lua", line: 1))
  }

  @Test func `an error passes through host calls with its value and its original location`() throws
  {
    let error = try failure(try Host(), "call(call, function()\nerror('deep') end)")
    #expect("\(error)" == "test.lua:2: deep")
    let table = try failure(try Host(), "call(call, function() error({}) end)")
    #expect(table.value?.table != nil)
  }

  @Test func `a memory error is reported by its kind, and the Lua state can still be used`() throws
  {
    let lua = try Lua(LuaConfiguration(memoryLimit: 4 << 20))
    let error = try #require(throws: LuaError.self) {
      try lua.run("local t = {} for i = 1, 1e9 do t[i] = i end")
    }
    #expect(error.kind == .memory)
    #expect(error.code == "memoryLimit")
    #expect(try lua.run("return #('x'):rep(1000)") == [1000])
  }

  @Test func `a host function that needs too much memory raises a memory error`() throws {
    let lua = try Lua(LuaConfiguration(memoryLimit: 4 << 20))
    lua.luaState.define("flood") { frame in
      frame.pushTable(array: 1_000_000)
      return 1
    }
    let error = try #require(throws: LuaError.self) { try lua.run("return flood()") }
    #expect(error.kind == .memory)
    #expect(try lua.run("return pcall(flood)") == [false, "not enough memory"])
    lua.luaState.collectGarbage()
    #expect(lua.luaState.memoryInUse < 1 << 20)
  }

  @Test func `a memory limit that is too small for the library is an error`() {
    let error = #expect(throws: LuaError.self) {
      try LuaState(LuaConfiguration(memoryLimit: 5_000))
    }
    #expect(error?.kind == .memory)
  }
}

extension LuaValue {
  /// A value that any thread may retain, for the arguments of tests.
  enum Plain: Sendable {
    case `nil`
    case boolean(Bool)
    case integer(Int)
    case number(Double)
  }

  init(_ plain: Plain) {
    switch plain {
    case .nil: self = .nil
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    }
  }
}
