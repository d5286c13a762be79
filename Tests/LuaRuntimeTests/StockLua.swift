import CLua

/// A plain Lua state with its own libraries, for comparison. No script under test can access this
/// state.
enum StockLua {
  /// Runs a chunk with a string and integers as arguments, and returns the resulting string up to
  /// the first NUL.
  static func run(_ chunk: String, _ name: String, _ arguments: [Int]) -> String? {
    guard let state = luaL_newstate() else { return nil }
    defer { lua_close(state) }
    luaL_openlibs(state)
    let loaded = luaL_loadbufferx(state, chunk, chunk.utf8.count, "@test.lua", "t")
    guard loaded == LUA_OK else { return nil }
    lua_pushstring(state, name)
    for argument in arguments { lua_pushinteger(state, lua_Integer(argument)) }
    let status = lua_pcallk(state, 1 + Int32(arguments.count), 1, 0, 0, nil)
    guard status == LUA_OK, let text = lua_tolstring(state, -1, nil) else { return nil }
    return String(cString: text)
  }
}
