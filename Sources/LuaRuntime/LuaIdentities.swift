import CLua
import CLuaShim

/// Retains a Lua table. Any thread can release the anchor, but only the owner of the Lua state can
/// access the table.
package final class LuaAnchor: Sendable {
  private let slot: LuaSlot

  init(_ slot: LuaSlot) { self.slot = slot }

  /// The retained table. Using the table after its Lua state has been closed throws `closed`.
  package var table: LuaTable { LuaTable(slot) }
}

/// Assigns numbers to the script tables that are passed by reference, and stores a note for each
/// table.
///
/// A table keeps its number as long as it exists. Numbering a table does not retain it.
package final class LuaIdentities {
  /// The number and the note of a table.
  package struct Identity {
    /// The number, counted from 1. Numbers are not reused, except after a return to a checkpoint.
    package let number: Int
    /// The note that was stored when the identity was created, or nil if there is none.
    package let note: LuaValue
  }

  private unowned let luaState: LuaState
  private var notes: LuaTable?
  private var count = 0

  init(luaState: LuaState) { self.luaState = luaState }

  /// Returns the identity of the table at `index`, creating it if necessary.
  ///
  /// - Parameter note: The note to store if the table has no identity yet.
  package func identity(
    ofTable index: Int, in frame: LuaFrame, noting note: LuaValue = .nil
  ) throws(LuaError) -> Identity {
    if notes == nil { notes = try makeNotes() }
    guard let notes else { throw .luaStateClosed }
    frame.reserve(6)
    let table = lua_absindex(frame.state, frame.position(index))
    let top = lua_gettop(frame.state)
    defer { lua_settop(frame.state, top) }
    frame.push(notes)
    lua_pushvalue(frame.state, table)
    if lua_rawget(frame.state, -2) == LUA_TTABLE, case .table(let record) = frame.value(-1) {
      guard case .integer(let number) = try record.get(1) else {
        throw LuaError("the identity record of a table was changed")
      }
      return Identity(number: number, note: try record.get(2))
    }
    count += 1
    let record = luaState.makeTable()
    try record.set(1, .integer(count))
    try record.set(2, note)
    lua_settop(frame.state, top)
    frame.push(notes)
    lua_pushvalue(frame.state, table)
    frame.push(record)
    try frame.setPair()
    return Identity(number: count, note: note)
  }

  /// Whether no identity has been created.
  package var isEmpty: Bool { count == 0 }

  /// The data that a checkpoint saves in addition to Lua's memory.
  struct Contents {
    fileprivate let notes: LuaTable?
    fileprivate let count: Int
  }

  var contents: Contents { Contents(notes: notes, count: count) }

  /// Restores saved contents.
  func restore(_ contents: Contents) { (notes, count) = (contents.notes, contents.count) }

  /// Returns a table with weak keys.
  private func makeNotes() throws(LuaError) -> LuaTable {
    let metatable = luaState.makeTable()
    try metatable.set("__mode", .string(LuaString(Array("k".utf8))))
    let notes = luaState.makeTable()
    try notes.setMetatable(metatable)
    return notes
  }
}

extension LuaFrame {
  /// Returns an object that retains the table at `index`.
  package func anchor(_ index: Int) throws(LuaError) -> LuaAnchor {
    LuaAnchor(try table(index).slot)
  }

  /// Returns whether the value at `index` is a table with a metatable that a script has set.
  package func hasMetatable(_ index: Int) -> Bool {
    let table = position(index)
    guard lua_type(state, table) == LUA_TTABLE else { return false }
    reserve(3)
    if sbx_push_viewed(state, table) {
      sbx_pop(state, 1)
      return false
    }
    guard lua_getmetatable(state, table) != 0 else { return false }
    sbx_pop(state, 1)
    return true
  }

  /// Returns the string `__name` in the metatable of the table at `index`, or `nil` if there is no
  /// such string.
  package func metatableName(_ index: Int) -> String? {
    let table = position(index)
    reserve(3)
    guard lua_type(state, table) == LUA_TTABLE, lua_getmetatable(state, table) != 0 else {
      return nil
    }
    let top = lua_gettop(state)
    defer { lua_settop(state, top - 1) }
    push(static: "__name")
    guard lua_rawget(state, top) == LUA_TSTRING else { return nil }
    return try? string(-1)
  }
}
