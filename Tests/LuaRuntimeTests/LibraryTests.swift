import LuaRuntime
import Testing

@Suite struct LibraryTests {
  /// Returns the string that a script returns.
  private func text(_ script: String) throws -> String? {
    try Lua().run(script).first?.text
  }

  /// Returns the error message of an expression.
  private func message(_ expression: String) throws -> String? {
    try text("return select(2, pcall(function() return \(expression) end))")
  }

  @Test(arguments: [
    ("coroutine", "close create isyieldable resume running status wrap yield"),
    ("debug", "traceback"),
    ("os", "clock date difftime time"),
    (
      "string",
      "byte char find format gmatch gsub len lower match pack packsize rep reverse sub unpack upper"
    ),
    ("table", "concat insert move pack remove sort unpack"),
    ("utf8", "char charpattern codepoint codes len offset"),
  ])
  func `a library has only the functions that are available to scripts`(
    _ library: String, _ names: String
  ) throws {
    let script = """
      local names = {}
      for name, member in pairs(\(library)) do
        assert(\(library)[name] == member)
        names[#names + 1] = name
      end
      table.sort(names)
      return table.concat(names, " ")
      """
    #expect(try text(script) == names)
  }

  @Test func `a library is the same table at each use and in each environment`() throws {
    let lua = try Lua()
    let other = lua.luaState.makeEnvironment()
    let first = try lua.run("return math, ('x').upper, string.upper")
    let second = try lua.run("return math, ('y').upper, string.upper", environment: other)
    #expect(first == second)
    #expect(first[1] == first[2])
  }

  @Test func `strings have their methods before any script uses the string library`() throws {
    #expect(try text("return ('ab'):upper() .. ('ab'):rep(2)") == "ABabab")
    #expect(try text("return tostring(('ab').nothing)") == "nil")
  }

  @Test(arguments: ["dofile", "loadfile", "require", "package", "io", "warn"])
  func `library functions with access outside Lua are unavailable`(_ name: String) throws {
    #expect(try Lua().run("return \(name)") == [nil])
  }

  @Test(arguments: [
    "(function() string.rep = nil end)()", "rawset(string, 'x', 1)", "table.insert(string, 1)",
    "(function() for _, owner in pairs(string) do string.x = owner end end)()",
  ])
  func `scripts cannot change a library table`(_ change: String) throws {
    let expected = "the library table \"string\" is read-only"
    #expect(try message(change)?.hasSuffix(expected) == true)
  }

  @Test(arguments: [
    ("getmetatable('')", "false"), ("getmetatable(string)", "false"), ("getmetatable(_G)", "false"),
    ("next(string)", "nil"), ("select(2, pairs(string)) == string", "true"),
    ("('x').rep == string.rep", "true"), ("'10' + 1", "11"),
  ])
  func `scripts cannot access the tables behind the library`(
    _ expression: String, _ value: String
  ) throws {
    #expect(try text("return tostring(\(expression))") == value)
  }

  @Test(arguments: [
    ("string.rep()", "bad argument #1 to 'rep' (string expected, got no value)"),
    ("setmetatable({}, {__gc = 1})", "setmetatable: scripts cannot have the metamethod \"__gc\""),
    ("collectgarbage('stop')", "collectgarbage: scripts cannot use the option \"stop\""),
    ("collectgarbage('x')", "bad argument #1 to 'collectgarbage' (invalid option 'x')"),
    ("os.date('%Ez')", "bad argument #1 to 'date' (invalid conversion specifier '%Ez')"),
    ("setmetatable(string, {})", "cannot change a protected metatable"),
    ("coroutine.close(coroutine.running())", "cannot close a running coroutine"),
    ("table.concat({{}})", "invalid value (table) at index 1 in table for 'concat'"),
    ("table.sort({3, 1, 2, 4}, function() return true end)", "invalid order function for sorting"),
  ])
  func `library errors have the same messages as in Lua`(_ expression: String, _ expected: String)
    throws
  {
    #expect(try message("(\(expression))")?.hasSuffix(expected) == true)
  }

  @Test(arguments: [
    ("load('x =', '=n')", "n:1: unexpected symbol near <eof>"),
    ("load('x = 1', 'n', 'b')", "attempt to load a text chunk (mode is 'b')"),
    ("load('\\27Lua', 'n', 'b')", "attempt to load a binary chunk (mode is 't')"),
    ("load(function() return {} end)", "test.lua:1: reader function must return a string"),
  ])
  func `the function load accepts only Lua source text`(_ call: String, _ expected: String) throws {
    #expect(try Lua().run("return \(call)") == [nil, .string(expected)])
  }

  @Test(arguments: [
    "local _ENV = { load = load, x = '5' } return load('return x')()",
    "local function f(_ENV) return load('return x')() end return f { load = load, x = '5' }",
    "local y local _ENV = { load = load, x = '5' } return load('return x')()",
  ])
  func `a loaded chunk has the environment that the caller's local declares`(_ code: String) throws
  {
    #expect(try text(code) == "5")
  }

  @Test func `a loaded chunk uses its caller's environment`() throws {
    let lua = try Lua()
    let script = """
      name = "session"
      local load, pcall = load, pcall
      local outer = load("return name")
      local _ENV = { name = "local" }
      local _, called = pcall(load, "return name")
      local given = load("return name", "n", "t", { name = "given" })
      return outer(), load("return name")(), called(), given()
      """
    #expect(try lua.run(script) == ["session", "local", "local", "given"])
  }

  @Test func `a traceback does not contain the wrapper of a message handler`() throws {
    let script = """
      local function fail() error("oops") end
      local _, trace = xpcall(fail, function(message) return debug.traceback(message, 2) end)
      return trace
      """
    #expect(
      try text(script) == """
        test.lua:1: oops
        stack traceback:
        \t[C]: in function 'error'
        \ttest.lua:1: in function <test.lua:1>
        \t[C]: in function 'xpcall'
        \ttest.lua:2: in main chunk
        """)
  }
}
