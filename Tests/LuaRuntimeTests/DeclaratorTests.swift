import Testing

@testable import LuaRuntime

/// Declarations such as `word "name" { … }` call the host once, with all values.
@Suite struct DeclaratorTests {
  /// The values that a declarator received.
  private struct Declared: Equatable {
    var name: LuaValue
    var value: LuaValue
    var place: LuaLocation?
  }

  private final class Log {
    var entries: [Declared] = []
  }

  private let lua: Lua
  private let log = Log()

  init() throws {
    var configuration = LuaConfiguration(memoryLimit: 8 << 20)
    configuration.takesCheckpoints = true
    lua = try Lua(configuration)
    let luaState = lua.luaState
    let note: LuaNativeBody = { [log] frame throws(LuaError) in
      log.entries.append(
        Declared(name: frame.value(1), value: frame.value(2), place: frame.declarationLocation))
      if case .string(let text) = frame.value(2), text.bytes.isEmpty { throw LuaError("rejected") }
      frame.push(log.entries.count)
      return 1
    }
    luaState.define("word", value: .function(luaState.makeDeclarator("word", note)))
    let method = luaState.makeDeclarator("method", isMethod: true, note)
    let table = luaState.makeTable(fields: [("method", .function(method))])
    luaState.define("table_with_method", value: .table(table))
  }

  private func place(_ line: Int) -> LuaLocation { LuaLocation(chunk: "test.lua", line: line) }

  @Test
  func `the first call of a declaration does not enter the host, and the second call does once`()
    throws
  {
    let before = lua.luaState.bridgeCalls
    try lua.run("first = word 'a'")
    #expect(lua.luaState.bridgeCalls == before)
    #expect(try lua.run("\n\nreturn first(7)") == [1])
    #expect(lua.luaState.bridgeCalls == before + 1)
    #expect(log.entries == [Declared(name: "a", value: 7, place: place(1))])
  }

  @Test func `a declaration accepts name and value as arguments, and missing values are nil`()
    throws
  {
    #expect(
      try lua.run("return word('a', 7), word('b', nil), word('c')(), word 'd' (1, 2)") == [
        1, 2, 3, 4,
      ])
    #expect(
      log.entries == [
        Declared(name: "a", value: 7, place: place(1)),
        Declared(name: "b", value: .nil, place: place(1)),
        Declared(name: "c", value: .nil, place: place(1)),
        Declared(name: "d", value: 1, place: place(1)),
      ])
  }

  @Test func `a declaration with a key that is not a name calls the host immediately`() throws {
    try lua.run("word(3) word() word('') word(nil)")
    #expect(log.entries.map(\.name) == [3, .nil, "", .nil])
    #expect(log.entries.map(\.value) == [.nil, .nil, .nil, .nil])
  }

  @Test func `each declared name keeps its own value, regardless of the order of the calls`() throws
  {
    try lua.run("local a, b = word 'a', word 'b'\nb(2) a(1) b(3)")
    #expect(log.entries.map(\.name) == ["b", "a", "b"])
    #expect(log.entries.map(\.value) == [2, 1, 3])
    #expect(log.entries.map(\.place) == [place(1), place(1), place(1)])
  }

  @Test
  func
    `a declarator that is called as a method ignores its table, and receives nothing without one`()
    throws
  {
    try lua.run(
      "local t = table_with_method\nt:method 'a' (1)\nt:method('b', 2)\nt.method 'c'\nt:method(4)")
    #expect(
      log.entries == [
        Declared(name: "a", value: 1, place: place(2)),
        Declared(name: "b", value: 2, place: place(3)),
        Declared(name: .nil, value: .nil, place: place(4)),
        Declared(name: 4, value: .nil, place: place(5)),
      ])
  }

  @Test func `an error in the host function of a declaration is raised at the line of the value`()
    throws
  {
    let error = #expect(throws: LuaError.self) { try lua.run("\nlocal a = word 'a'\n\na ''") }
    #expect(error?.location == place(4))
    #expect(try lua.run("return select(2, pcall(word 'b', ''))") == ["test.lua:1: rejected"])
  }

  @Test func `the first declared name without a value can be read`() throws {
    func unfinished() -> String? {
      lua.luaState.unfinishedDeclaration.map {
        "\($0.declarator) \($0.name) \($0.place?.line ?? 0)"
      }
    }
    #expect(unfinished() == nil)
    try lua.run("a = word 'a'\nb = word 'b'\nc = word 'c'\na(1)")
    #expect(unfinished() == "word b 2")
    try lua.run("b(1) a(2)")
    #expect(unfinished() == "word c 3")
    try lua.run("c(1)")
    #expect(unfinished() == nil)
  }

  @Test func `restoring a checkpoint removes declared names without a value`() throws {
    let checkpoint = try #require(lua.luaState.checkpoint())
    for _ in 0..<3 {
      try lua.run("word 'a'")
      #expect(lua.luaState.unfinishedDeclaration?.name == "a")
      #expect(lua.luaState.restore(checkpoint))
      #expect(lua.luaState.unfinishedDeclaration?.name == nil)
    }
  }

  @Test func `thousands of declared names without a value are found, and a limit rejects more`()
    throws
  {
    try lua.run("for i = 1, 5000 do local w = word('w' .. i) if i ~= 4321 then w(i) end end")
    #expect(lua.luaState.unfinishedDeclaration?.name == "w4321")
    let error = #expect(throws: LuaError.self) { try lua.run("while true do word 'x' end") }
    #expect(error?.kind == .memory)
  }
}
