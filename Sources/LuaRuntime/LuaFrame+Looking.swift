import CLua
import CLuaShim

// Looking at what scripts hold without running anything of theirs: no metamethod is called.
extension LuaMachine {
  /// Calls `body` with the read-only base that every environment shows on top.
  package func withBase<R, E: Error>(_ body: (LuaFrame) throws(E) -> R) throws(E) -> R {
    try withFrame { frame throws(E) in
      frame.reserve(1)
      lua_rawgeti(frame.state, sbx_registry(), lua_Integer(base))
      return try body(frame)
    }
  }
}

extension LuaFrame {
  /// Pushes the table where a table looks for keys that it lacks; pushes nothing and answers `false`
  /// where there is none, or a function decides.
  package func pushParent(_ index: Int) -> Bool {
    let table = lua_absindex(state, position(index))
    reserve(3)
    guard lua_type(state, table) == LUA_TTABLE, lua_getmetatable(state, table) != 0 else {
      return false
    }
    push(static: "__index")
    lua_rawget(state, -2)
    lua_rotate(state, -2, 1)
    sbx_pop(state, 1)
    if lua_type(state, -1) == LUA_TTABLE { return true }
    sbx_pop(state, 1)
    return false
  }

  /// Calls `body` for at most so many pairs of a table, with the key at -2 and the value at -1. The
  /// elements of a long list are passed over, so that its names come first.
  ///
  /// `body` must leave the stack as it was. A value that is no table has no pairs.
  /// - Returns: How many pairs were looked at.
  package func lookAtPairs(_ index: Int, most: Int, _ body: (LuaFrame) -> Void) -> Int {
    var table = lua_absindex(state, position(index))
    guard lua_type(state, table) == LUA_TTABLE else { return 0 }
    let top = lua_gettop(state)
    defer { lua_settop(state, top) }
    reserve(8)
    if sbx_push_viewed(state, table) { table = lua_gettop(state) }
    let length = lua_rawlen(state, table)
    if length > most, lua_rawgeti(state, table, lua_Integer(length)) != LUA_TNIL {
      sbx_pop(state, 1)
      lua_pushinteger(state, lua_Integer(length))
    } else {
      if length > most { sbx_pop(state, 1) }
      lua_pushnil(state)
    }
    var count = 0
    while count < most, sbx_next(state, table) > 0 {
      count += 1
      body(self)
      sbx_pop(state, 1)
    }
    return count
  }
}
