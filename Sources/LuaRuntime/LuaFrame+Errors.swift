import CLua
import CLuaShim

extension LuaFrame {
  /// The error for an argument that is not right, in the wording of Lua's library.
  ///
  /// - Parameter detail: What stands in the parentheses, as "value out of range".
  package func argumentError(_ index: Int, _ detail: String) -> LuaError {
    let name = nativeName ?? "?"
    return LuaError(
      code: "badArgument", "bad argument #\(absolute(index)) to '\(name)' (\(detail))")
  }

  /// The error for an argument of another type: "integer expected, got string".
  package func typeError(_ index: Int, expected: String) -> LuaError {
    argumentError(index, "\(expected) expected, got \(typeName(index))")
  }

  func integerError(_ index: Int) -> LuaError {
    if lua_isnumber(state, position(index)) != 0 {
      return argumentError(index, "number has no integer representation")
    }
    return typeError(index, expected: "integer")
  }

  /// The name of a value's type as messages show it; userdata have the name of their type.
  package func typeName(_ index: Int) -> String {
    let position = lua_absindex(state, position(index))
    let type = lua_type(state, position)
    if type == LUA_TNONE { return "no value" }
    if type == LUA_TUSERDATA, let name = userdataName(position) { return name }
    return String(cString: lua_typename(state, type))
  }

  /// The `__name` of a userdata, read raw.
  private func userdataName(_ position: Int32) -> String? {
    reserve(2)
    guard lua_getmetatable(state, position) != 0 else { return nil }
    defer { sbx_pop(state, 2) }
    lua_pushstring(state, "__name")
    guard lua_rawget(state, -2) == LUA_TSTRING, let name = lua_tolstring(state, -1, nil) else {
      return nil
    }
    return String(cString: name)
  }

  /// The host function that runs: the context in its closure, or the accessor of its type.
  private var nativeName: String? {
    let isAccessor = lua_type(state, sbx_upvalue(2)) == LUA_TTABLE
    let context =
      isAccessor
      ? sbx_hostof(state).pointee.accessor : lua_touserdata(state, sbx_upvalue(1))
    guard let context else { return nil }
    return Unmanaged<LuaNative>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.name }
  }

  private func absolute(_ index: Int) -> Int {
    index > 0 ? index : count + index + 1
  }
}
