import CLua
import CLuaShim

extension LuaFrame {
  /// Makes room for many values: needed before more than 32 are pushed at the same time.
  ///
  /// - Throws: `runtime` if the stack of Lua, which holds a million values, is too full for them.
  package func makeRoom(for count: Int) throws(LuaError) {
    guard count < 1 << 20, lua_checkstack(state, Int32(count) + 8) != 0 else {
      throw LuaError(.runtime, "stack overflow (too many values)")
    }
  }

  /// Makes room for a few values; every host function starts with room for 40.
  @inline(__always)
  func reserve(_ count: Int32) {
    let hasRoom = lua_checkstack(state, count) != 0
    precondition(hasRoom, "many values need makeRoom(for:)")
  }

  package func push() {
    reserve(1)
    lua_pushnil(state)
  }

  package func push(_ value: Bool) {
    reserve(1)
    lua_pushboolean(state, value ? 1 : 0)
  }

  package func push(_ value: Int) {
    reserve(1)
    lua_pushinteger(state, lua_Integer(value))
  }

  package func push(_ value: Double) {
    reserve(1)
    lua_pushnumber(state, value)
  }

  package func push(_ text: String) {
    reserve(1)
    var text = text
    text.withUTF8 { pushBytes(UnsafeRawBufferPointer($0)) }
  }

  /// Pushes a literal; the cheapest way for texts known at build time.
  package func push(static text: StaticString) {
    reserve(1)
    text.withUTF8Buffer { pushBytes(UnsafeRawBufferPointer($0)) }
  }

  package func push(_ bytes: [UInt8]) {
    reserve(1)
    bytes.withUnsafeBytes { pushBytes($0) }
  }

  /// Pushes any value. A reference must be one of this machine.
  package func push(_ value: LuaValue) {
    switch value {
    case .nil: push()
    case .boolean(let value): push(value)
    case .integer(let value): push(value)
    case .number(let value): push(value)
    case .string(let string): push(string.bytes)
    case .table(let table): push(slot: table.slot)
    case .function(let function): push(slot: function.slot)
    case .userdata(let reference), .thread(let reference): push(slot: reference.slot)
    }
  }

  package func push(_ table: LuaTable) { push(slot: table.slot) }
  package func push(_ function: LuaFunction) { push(slot: function.slot) }
  package func push(_ reference: LuaReference) { push(slot: reference.slot) }

  /// Pushes a copy of a value of this frame.
  package func push(argument index: Int) {
    reserve(1)
    lua_pushvalue(state, position(index))
  }

  /// Pushes the string of an atom; nil where the id is unknown.
  package func push(atom id: Int32) {
    reserve(1)
    if !sbx_push_atom(state, id) { lua_pushnil(state) }
  }

  /// Pushes what most operations give back: a value of this frame and two atoms.
  ///
  /// - Parameters:
  ///   - argument: The index of the value.
  ///   - first: The id of the first atom.
  ///   - second: The id of the second; nil pushes nil.
  /// - Returns: False, with nothing pushed, where an id is unknown.
  package func push(argument: Int, atoms first: Int32, _ second: Int32?) -> Bool {
    sbx_push_results(state, position(argument), first, second ?? -1)
  }

  func push(slot: LuaSlot) {
    precondition(slot.belongs(to: machine), "a value of another Lua machine")
    reserve(1)
    sbx_push_kept(state, slot.index)
  }

  private func pushBytes(_ bytes: UnsafeRawBufferPointer) {
    lua_pushlstring(state, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
  }
}
