import CLua
import CLuaShim

// Guarded by bench: two integers, string to length.
extension LuaFrame {
  /// False for false, nil and a missing argument, true for everything else.
  package func boolean(_ index: Int) -> Bool {
    lua_toboolean(state, position(index)) != 0
  }

  /// An integer, a float with an integral value or a string that reads as one.
  package func integer(_ index: Int) throws(LuaError) -> Int {
    var isInteger: Int32 = 0
    let value = lua_tointegerx(state, position(index), &isInteger)
    if isInteger == 0 { throw integerError(index) }
    return Int(value)
  }

  package func optionalInteger(_ index: Int) throws(LuaError) -> Int? {
    if isNil(index) { return nil }
    return try integer(index)
  }

  /// A number or a string that reads as one.
  package func number(_ index: Int) throws(LuaError) -> Double {
    var isNumber: Int32 = 0
    let value = lua_tonumberx(state, position(index), &isNumber)
    if isNumber == 0 { throw typeError(index, expected: "number") }
    return value
  }

  /// The text of a string or a number; bytes that are no UTF-8 become U+FFFD. Cost: O(length).
  ///
  /// - Throws: `memory` for a long one that the limit leaves no room for, as `bytes` does.
  package func string(_ index: Int) throws(LuaError) -> String {
    try withRawBytes(index) { String(decoding: $0, as: UTF8.self) }
  }

  /// The text of a string that is known to be one, empty for anything else. Not weighed.
  package func text(_ index: Int) -> String {
    guard lua_type(state, position(index)) == LUA_TSTRING else { return "" }
    return String(decoding: rawBytes(position(index)), as: UTF8.self)
  }

  package func optionalString(_ index: Int) throws(LuaError) -> String? {
    if isNil(index) { return nil }
    return try string(index)
  }

  /// The bytes of a string or a number. Cost: O(length).
  package func bytes(_ index: Int) throws(LuaError) -> [UInt8] {
    try withRawBytes(index) { Array($0) }
  }

  /// Lends the bytes of a string in place; a number is an error here.
  package func withBytes<R>(
    _ index: Int, _ body: (Span<UInt8>) throws(LuaError) -> R
  ) throws(LuaError) -> R {
    guard lua_type(state, position(index)) == LUA_TSTRING else {
      throw typeError(index, expected: "string")
    }
    var length = 0
    let start = lua_tolstring(state, position(index), &length)
    let bytes = UnsafeRawBufferPointer(start: start, count: length)
    return try body(bytes.assumingMemoryBound(to: UInt8.self).span)
  }

  /// The id of a string that was made an atom; -1 for everything else. Cost: one probe.
  package func atom(_ index: Int) -> Int32 {
    sbx_atom_find(state, position(index))
  }

  /// Any value, copied or held. A missing argument is nil.
  package func value(_ index: Int) -> LuaValue {
    let position = position(index)
    switch lua_type(state, position) {
    case LUA_TBOOLEAN: return .boolean(lua_toboolean(state, position) != 0)
    case LUA_TNUMBER:
      if lua_isinteger(state, position) != 0 {
        return .integer(Int(lua_tointegerx(state, position, nil)))
      }
      return .number(lua_tonumberx(state, position, nil))
    case LUA_TSTRING: return .string(LuaString(rawBytes(position)))
    case LUA_TTABLE: return .table(LuaTable(keep(position)))
    case LUA_TFUNCTION: return .function(LuaFunction(keep(position)))
    case LUA_TTHREAD: return .thread(LuaReference(keep(position)))
    case LUA_TNIL, LUA_TNONE: return .nil
    default: return .userdata(LuaReference(keep(position)))
    }
  }

  /// Holds a table.
  package func table(_ index: Int) throws(LuaError) -> LuaTable {
    guard lua_type(state, position(index)) == LUA_TTABLE else {
      throw typeError(index, expected: "table")
    }
    return LuaTable(keep(position(index)))
  }

  /// Holds a function.
  package func function(_ index: Int) throws(LuaError) -> LuaFunction {
    guard lua_type(state, position(index)) == LUA_TFUNCTION else {
      throw typeError(index, expected: "function")
    }
    return LuaFunction(keep(position(index)))
  }

  /// Bytes from which on a text is weighed before it is copied.
  static let longText = 4_096

  private func rawBytes(_ position: Int32) -> [UInt8] {
    var length = 0
    let start = lua_tolstring(state, position, &length)
    return Array(UnsafeRawBufferPointer(start: start, count: length))
  }

  private func withRawBytes<R>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) -> R
  ) throws(LuaError) -> R {
    let type = lua_type(state, position(index))
    guard type == LUA_TSTRING || type == LUA_TNUMBER else {
      throw typeError(index, expected: "string")
    }
    reserve(1)
    // Of a copy: reading a number as text changes the value in place, which would break `next`.
    lua_pushvalue(state, position(index))
    defer { sbx_pop(state, 1) }
    var length = 0
    let start = lua_tolstring(state, -1, &length)
    try take(length)
    return body(UnsafeRawBufferPointer(start: start, count: length))
  }

  private func keep(_ position: Int32) -> LuaSlot {
    reserve(1)
    lua_pushvalue(state, position)
    return machine.keep(state)
  }
}
