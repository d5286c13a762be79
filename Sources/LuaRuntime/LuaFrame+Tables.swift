import CLua
import CLuaShim

// Raw access to tables in place. Guarded by bench: table of 3 fields.
extension LuaFrame {
  /// Calls `body` for every pair, with the key at -2 and the value at -1, in the order of `next`.
  ///
  /// `body` must leave the stack as it was; it may set the value of the current key.
  /// - Parameter most: After so many pairs it ends.
  /// - Returns: Whether there are no more pairs.
  /// - Throws: what `body` throws, `badArgument` if the argument is no table, and the error of a stop
  ///   that is requested while a large table is read.
  @discardableResult
  package func forEachPair(
    _ index: Int, most: Int = .max, _ body: (LuaFrame) throws(LuaError) -> Void
  ) throws(LuaError) -> Bool {
    var table = lua_absindex(state, position(index))
    try checkTable(table, index)
    let top = lua_gettop(state)
    defer { lua_settop(state, top) }
    reserve(8)
    if sbx_push_viewed(state, table) { table = lua_gettop(state) }
    let height = lua_gettop(state)
    lua_pushnil(state)
    var count = 0
    while true {
      let found = sbx_next(state, table)
      if found == 0 { return true }
      if found < 0 { throw LuaError("the table was changed while it was read") }
      assert(lua_gettop(state) == height + 2)
      if count == most { return false }
      count += 1
      if count % 256 == 0 { try machine.checkStop() }
      try body(self)
      sbx_pop(state, 1)
    }
  }

  /// Pushes the value of a field; nil where the value at `index` is no table.
  ///
  /// The cheapest way to read a field: what is left on a frame goes with it.
  package func pushField(_ index: Int, _ key: StaticString) {
    // A literal ends with a zero, and its address never moves: Lua caches such strings by address.
    let address = UnsafeRawPointer(key.utf8Start).assumingMemoryBound(to: CChar.self)
    sbx_push_field(state, position(index), address)
  }

  /// Calls `body` with the value of a field on top; nil where the value at `index` is no table.
  package func withField<R, E: Error>(
    _ index: Int, _ key: StaticString, _ body: (LuaFrame) throws(E) -> R
  ) throws(E) -> R {
    pushField(index, key)
    defer { lua_settop(state, -2) }
    return try body(self)
  }

  /// Calls `body` with the value of a field on top; nil where the value at `index` is no table.
  package func withField<R, E: Error>(
    _ index: Int, named key: String, _ body: (LuaFrame) throws(E) -> R
  ) throws(E) -> R {
    let position = lua_absindex(state, position(index))
    reserve(5)
    push(key)
    return try withRawKey(position, body)
  }

  /// Pushes a field of a table that Swift holds, without metamethods; pushes nothing and answers
  /// `false` when it is nil.
  package func push(field name: String, of table: LuaTable) -> Bool {
    reserve(3)
    push(table)
    push(name)
    lua_rawget(state, -2)
    lua_rotate(state, -2, 1)
    sbx_pop(state, 1)
    if !isNil(-1) { return true }
    sbx_pop(state, 1)
    return false
  }

  /// Calls `body` with an element of a sequence on top; nil where the value at `index` is no table.
  package func withElement<R, E: Error>(
    _ index: Int, at element: Int, _ body: (LuaFrame) throws(E) -> R
  ) throws(E) -> R {
    let position = lua_absindex(state, position(index))
    reserve(5)
    lua_pushinteger(state, lua_Integer(element))
    return try withRawKey(position, body)
  }

  /// Pushes the value of a field; nil where the value at `index` is no table.
  package func pushField(_ index: Int, named key: String) {
    let position = lua_absindex(state, position(index))
    push(key)
    getPushedKey(position)
  }

  /// The raw length of a table, string or userdata; 0 for everything else.
  package func rawLength(_ index: Int) -> Int {
    reserve(2)
    guard sbx_push_viewed(state, position(index)) else {
      return Int(lua_rawlen(state, position(index)))
    }
    defer { sbx_pop(state, 1) }
    return Int(lua_rawlen(state, -1))
  }

  /// Pushes a new table with room for so many elements and fields.
  package func pushTable(array: Int = 0, fields: Int = 0) {
    reserve(2)
    lua_createtable(state, Int32(clamping: array), Int32(clamping: fields))
  }

  /// Pops a value and makes it a field of the table below it.
  package func setField(_ key: StaticString) {
    push(static: key)
    setPushedKey()
  }

  /// Pops a value and makes it a field of the table below it.
  package func setField(named key: String) {
    push(key)
    setPushedKey()
  }

  /// Pops a key and a value, the value on top, and sets them in the table below them.
  ///
  /// - Throws: if the key is nil or not a number.
  package func setPair() throws(LuaError) {
    var isNumber: Int32 = 0
    let number = lua_tonumberx(state, -2, &isNumber)
    let isNaN = lua_type(state, -2) == LUA_TNUMBER && number.isNaN
    guard lua_type(state, -2) != LUA_TNIL, !isNaN else {
      sbx_pop(state, 2)
      throw LuaError("a table key must not be nil or NaN")
    }
    lua_rawset(state, -3)
  }

  /// Pops a value and makes it an element of the table below it.
  ///
  /// - Parameter index: Counts from 1.
  package func append(at index: Int) {
    lua_rawseti(state, -2, lua_Integer(index))
  }

  /// Value on top, table below it, key pushed last.
  private func setPushedKey() {
    lua_rotate(state, -2, 1)
    lua_rawset(state, -3)
  }

  /// Replaces the key on top by its value.
  @inline(__always)
  func getPushedKey(_ position: Int32) {
    if lua_type(state, position) == LUA_TTABLE {
      if sbx_push_viewed(state, position) {
        lua_rotate(state, -2, 1)
        lua_rawget(state, -2)
        lua_rotate(state, -2, 1)
        sbx_pop(state, 1)
      } else {
        lua_rawget(state, position)
      }
    } else {
      lua_settop(state, -2)
      lua_pushnil(state)
    }
  }

  @inline(__always)
  func withRawKey<R, E: Error>(
    _ position: Int32, _ body: (LuaFrame) throws(E) -> R
  ) throws(E) -> R {
    getPushedKey(position)
    defer { lua_settop(state, -2) }
    return try body(self)
  }

  private func checkTable(_ position: Int32, _ index: Int) throws(LuaError) {
    guard lua_type(state, position) == LUA_TTABLE else {
      throw typeError(index, expected: "table")
    }
  }
}
