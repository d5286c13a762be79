import CLua
import CLuaShim

// Guarded by bench: no-op method.
extension LuaFrame {
  /// The bits of a handle; nil if the value is none of that type.
  package func handle(_ index: Int, _ type: LuaHandleType) -> UInt64? {
    sbx_box_at(state, position(index), type.magic)?.pointee.bits
  }

  /// The bits of a handle; nil if the value is none of the tag's type.
  package func handle(_ index: Int, _ tag: LuaHandleTag) -> UInt64? {
    sbx_box_at(state, position(index), tag.magic)?.pointee.bits
  }

  /// The bits of a handle.
  package func requireHandle(
    _ index: Int, _ type: LuaHandleType
  ) throws(LuaError) -> UInt64 {
    guard let box = sbx_box_at(state, position(index), type.magic) else {
      throw typeError(index, expected: type.name)
    }
    return box.pointee.bits
  }

  package func push(handle bits: UInt64, _ type: LuaHandleType) {
    reserve(4)
    withUnsafePointer(to: type.type) { layout in
      if !sbx_push_known(state, layout, bits) { sbx_push_new(state, layout, bits) }
    }
  }

  /// Whether Lua still has the userdata of a handle.
  package func holds(handle bits: UInt64, _ type: LuaHandleType) -> Bool {
    reserve(4)
    return withUnsafePointer(to: type.type) { layout in
      guard sbx_push_known(state, layout, bits) else { return false }
      sbx_pop(state, 1)
      return true
    }
  }

  /// Calls `body` after a garbage collection as though some fields of a table did not exist: what
  /// only they hold, ``holds(handle:_:)`` does not find.
  ///
  /// The fields are missing meanwhile and are there afterwards, with the same values. Cost: O(memory in
  /// use).
  ///
  /// - Parameters:
  ///   - names: Fields of the table; there may be none of some of these names.
  ///   - types: The types of the handles that `body` asks about.
  package func withoutFields<Result>(
    _ names: [String], of table: LuaTable, for types: [LuaHandleType], _ body: () -> Result
  ) -> Result {
    reserve(8)
    let before = lua_gettop(state)
    push(table)
    pushTable(fields: names.count)
    move(names, from: before + 1, to: before + 2)
    pushTable(array: types.count + 1)
    lua_rotate(state, -2, 1)
    lua_rawseti(state, -2, 1)
    for (index, type) in types.enumerated() {
      withUnsafePointer(to: type.type) { sbx_push_cached(state, $0) }
      lua_rawseti(state, -2, lua_Integer(index + 2))
    }
    sbx_collect_apart(state)
    let result = body()
    for (index, type) in types.enumerated() {
      lua_rawgeti(state, -1, lua_Integer(index + 2))
      withUnsafePointer(to: type.type) { sbx_restore_cached(state, $0) }
    }
    lua_rawgeti(state, -1, 1)
    move(names, from: before + 3, to: before + 1)
    lua_settop(state, before)
    return result
  }

  /// Moves fields from one table into another, at positions of the stack.
  private func move(_ names: [String], from source: Int32, to target: Int32) {
    for name in names {
      push(name)
      lua_rawget(state, source)
      if lua_type(state, -1) != LUA_TNIL {
        push(name)
        lua_rotate(state, -2, 1)
        lua_rawset(state, target)
        push(name)
        push()
        lua_rawset(state, source)
      } else {
        sbx_pop(state, 1)
      }
    }
  }

  /// The Swift object of a userdata; nil if the value is none of that type or was let go of.
  package func object<Object: AnyObject>(
    _ index: Int, _ type: LuaObjectType<Object>
  ) -> Object? {
    guard let box = sbx_box_at(state, position(index), type.magic),
      let pointer = UnsafeRawPointer(bitPattern: UInt(box.pointee.bits))
    else { return nil }
    return Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// The Swift object of a userdata.
  package func requireObject<Object: AnyObject>(
    _ index: Int, _ type: LuaObjectType<Object>
  ) throws(LuaError) -> Object {
    guard let object = object(index, type) else {
      throw typeError(index, expected: type.name)
    }
    return object
  }

  package func push<Object: AnyObject>(_ object: Object, _ type: LuaObjectType<Object>) {
    reserve(4)
    let address = Unmanaged.passUnretained(object).toOpaque()
    let bits = UInt64(UInt(bitPattern: address))
    withUnsafePointer(to: type.type) { layout in
      guard !sbx_push_known(state, layout, bits) else { return }
      _ = Unmanaged.passRetained(object)
      sbx_push_new(state, layout, bits)
    }
  }

  /// Lets go of the Swift object of a userdata; every later use of the userdata is an error.
  ///
  /// - Returns: false if the value is none of that type or was let go of already.
  @discardableResult
  package func releaseObject<Object: AnyObject>(
    _ index: Int, _ type: LuaObjectType<Object>
  ) -> Bool {
    guard let box = sbx_box_at(state, position(index), type.magic),
      let pointer = UnsafeRawPointer(bitPattern: UInt(box.pointee.bits))
    else { return false }
    sbx_disown(sbx_hostof(state), box)
    box.pointee.magic = 0
    box.pointee.bits = 0
    Unmanaged<Object>.fromOpaque(pointer).release()
    return true
  }

  /// Pushes the table that lives as long as the userdata of an object, for its callbacks.
  ///
  /// A callback kept anywhere else would hold the object that it mentions for ever (rule O4).
  /// - Throws: `badArgument` if the value is no object of that type.
  package func pushUserTable<Object: AnyObject>(
    _ index: Int, _ type: LuaObjectType<Object>
  ) throws(LuaError) {
    guard sbx_box_at(state, position(index), type.magic) != nil else {
      throw typeError(index, expected: type.name)
    }
    reserve(3)
    sbx_push_user_table(state, position(index))
  }
}
