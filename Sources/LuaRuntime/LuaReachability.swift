import CLua
import CLuaShim

/// Determines which handles scripts can reach. A handle that no script can reach still exists until
/// the next garbage collection.
package struct LuaReachability {
  private let frame: LuaFrame

  package init(_ frame: LuaFrame) { self.frame = frame }

  /// Returns whether Lua still references a handle's userdata.
  package func holds(_ bits: UInt64, _ type: LuaHandleType) -> Bool {
    frame.reserve(4)
    return withUnsafePointer(to: type.type) { layout in
      guard sbx_push_known(frame.state, layout, bits) else { return false }
      sbx_pop(frame.state, 1)
      return true
    }
  }

  /// Calls `body` after a garbage collection in which some fields of a table were treated as
  /// nonexistent, so that ``holds(_:_:)`` ignores values that only these fields reference.
  ///
  /// The fields are restored afterwards, with the same values. Cost: O(memory in use).
  ///
  /// - Parameters:
  ///   - names: The names of fields in the table. Missing fields are ignored.
  ///   - types: The types of the handles for which `body` checks references.
  package func ignoringFields<Result>(
    _ names: [String], of table: LuaTable, for types: [LuaHandleType], _ body: () -> Result
  ) -> Result {
    frame.reserve(8)
    let before = lua_gettop(frame.state)
    frame.push(table)
    frame.pushTable(fields: names.count)
    move(names, from: before + 1, to: before + 2)
    frame.pushTable(array: types.count + 1)
    lua_rotate(frame.state, -2, 1)
    lua_rawseti(frame.state, -2, 1)
    for (index, type) in types.enumerated() {
      withUnsafePointer(to: type.type) { sbx_push_cached(frame.state, $0) }
      lua_rawseti(frame.state, -2, lua_Integer(index + 2))
    }
    sbx_collect_apart(frame.state)
    let result = body()
    for (index, type) in types.enumerated() {
      lua_rawgeti(frame.state, -1, lua_Integer(index + 2))
      withUnsafePointer(to: type.type) { sbx_restore_cached(frame.state, $0) }
    }
    lua_rawgeti(frame.state, -1, 1)
    move(names, from: before + 3, to: before + 1)
    lua_settop(frame.state, before)
    return result
  }

  /// Moves fields from one table to another. The tables are at the given stack positions.
  private func move(_ names: [String], from source: Int32, to target: Int32) {
    for name in names {
      frame.push(name)
      lua_rawget(frame.state, source)
      if lua_type(frame.state, -1) != LUA_TNIL {
        frame.push(name)
        lua_rotate(frame.state, -2, 1)
        lua_rawset(frame.state, target)
        frame.push(name)
        frame.push()
        lua_rawset(frame.state, source)
      } else {
        sbx_pop(frame.state, 1)
      }
    }
  }
}
