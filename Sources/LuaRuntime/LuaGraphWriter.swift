import CLua
import CLuaShim

/// Encodes values of scripts as canonical bytes: values with equal structure have equal bytes,
/// wherever they are in memory and in whatever order their tables were filled.
///
/// A table or function that is reached several times is encoded once and then by its number, so
/// shared and cyclic tables are distinguished from copies. Reads raw values: no metamethod runs.
package struct LuaGraphWriter {
  /// Returns the text that identifies a userdata, which is at the given index of the frame; `nil` for
  /// an object that no longer exists.
  package typealias Describe = (LuaFrame, Int) -> String?

  /// The encoded values.
  package private(set) var bytes: [UInt8] = []
  /// Whether a value was met that has no canonical form: a coroutine, a table as the key of a
  /// table, or tables that nest too deep.
  package private(set) var isIncomplete = false
  private var numbers: [UnsafeRawPointer: Int] = [:]
  private let followsVariables: Bool
  private let describe: Describe

  /// The maximum nesting depth of tables and functions.
  private static let maxDepth = 150

  /// - Parameters:
  ///   - followsVariables: Whether the variables that a function captures are part of the function.
  ///   - describe: Returns the text that identifies a userdata.
  package init(followsVariables: Bool = true, describe: @escaping Describe) {
    self.followsVariables = followsVariables
    self.describe = describe
  }

  /// Encodes a value of a frame. Cost: O(values that it reaches · log keys).
  package mutating func add(_ index: Int, in frame: LuaFrame) {
    add(frame, lua_absindex(frame.state, frame.position(index)), depth: 0)
  }

  /// Encodes a number, such as an index or a duration.
  package mutating func add(_ number: Int) { add(tag: "#", UInt64(bitPattern: Int64(number))) }

  /// Encodes a string.
  package mutating func add(_ text: String) {
    add(tag: "\"", UInt64(text.utf8.count))
    bytes += text.utf8
  }

  private mutating func add(tag: Character, _ bits: UInt64) {
    bytes.append(tag.asciiValue ?? 0)
    withUnsafeBytes(of: bits.littleEndian) { bytes += $0 }
  }

  private mutating func add(_ frame: LuaFrame, _ index: Int32, depth: Int) {
    let state = frame.state
    guard depth < Self.maxDepth, lua_checkstack(state, 12) != 0 else {
      isIncomplete = true
      bytes.append(UInt8(ascii: "?"))
      return
    }
    switch lua_type(state, index) {
    case LUA_TNIL, LUA_TNONE: bytes.append(UInt8(ascii: "n"))
    case LUA_TBOOLEAN:
      bytes.append(lua_toboolean(state, index) == 0 ? UInt8(ascii: "f") : UInt8(ascii: "t"))
    case LUA_TNUMBER:
      if lua_isinteger(state, index) != 0 {
        add(tag: "i", UInt64(bitPattern: lua_tointegerx(state, index, nil)))
      } else {
        add(tag: "d", lua_tonumberx(state, index, nil).bitPattern)
      }
    case LUA_TSTRING: addString(state, index)
    case LUA_TTABLE: addTable(frame, index, depth)
    case LUA_TFUNCTION: addFunction(frame, index, depth)
    case LUA_TUSERDATA, LUA_TLIGHTUSERDATA:
      bytes.append(UInt8(ascii: "u"))
      add(describe(LuaFrame(state), Int(index)) ?? "gone")
    default:
      isIncomplete = true
      bytes.append(UInt8(ascii: "c"))
    }
  }

  private mutating func addString(_ state: OpaquePointer, _ index: Int32) {
    var length = 0
    guard let text = lua_tolstring(state, index, &length) else { return }
    add(tag: "s", UInt64(length))
    bytes += UnsafeRawBufferPointer(start: text, count: length)
  }

  /// Encodes the number of a value that was reached before; returns whether it was.
  private mutating func addKnown(_ state: OpaquePointer, _ index: Int32) -> Bool {
    guard let pointer = lua_topointer(state, index) else { return false }
    if let number = numbers[pointer] {
      add(tag: "r", UInt64(number))
      return true
    }
    numbers[pointer] = numbers.count
    return false
  }

  // MARK: - Tables

  /// A key of a table, in the order in which keys are encoded.
  private enum Key: Comparable {
    case integer(lua_Integer)
    case text([UInt8])
    /// The encoding of any other key.
    case other([UInt8])

    static func < (left: Key, right: Key) -> Bool {
      switch (left, right) {
      case (.integer(let left), .integer(let right)): left < right
      case (.text(let left), .text(let right)), (.other(let left), .other(let right)):
        left.lexicographicallyPrecedes(right)
      case (.integer, _), (.text, .other): true
      case (.text, .integer), (.other, _): false
      }
    }
  }

  private mutating func addTable(_ frame: LuaFrame, _ index: Int32, _ depth: Int) {
    let state = frame.state
    let top = lua_gettop(state)
    defer { lua_settop(state, top) }
    var table = index
    if sbx_push_viewed(state, table) { table = lua_gettop(state) }
    if addKnown(state, table) { return }
    bytes.append(UInt8(ascii: "T"))
    let hasWeakKeys = Self.hasWeakKeys(state, table)
    var keys: [Key] = []
    lua_pushnil(state)
    while sbx_next(state, table) > 0 {
      if let key = key(frame, hasWeakKeys) { keys.append(key) }
      sbx_pop(state, 1)
    }
    var last: Key?
    for key in keys.sorted() where key != last {
      last = key
      switch key {
      case .integer(let number):
        add(tag: "i", UInt64(bitPattern: number))
        lua_rawgeti(state, table, number)
        addTop(frame, depth)
      case .text(let text):
        add(tag: "s", UInt64(text.count))
        bytes += text
        text.withUnsafeBytes { text in
          _ = lua_pushlstring(
            state, text.baseAddress?.assumingMemoryBound(to: CChar.self), text.count)
        }
        lua_rawget(state, table)
        addTop(frame, depth)
      case .other: addPairs(key, hasWeakKeys, frame, table, depth)
      }
    }
    if lua_getmetatable(state, table) != 0 {
      bytes.append(UInt8(ascii: "m"))
      addTop(frame, depth)
    }
    bytes.append(UInt8(ascii: "."))
  }

  /// Encodes the value on top of the stack, and removes it.
  private mutating func addTop(_ frame: LuaFrame, _ depth: Int) {
    add(frame, lua_gettop(frame.state), depth: depth + 1)
    sbx_pop(frame.state, 1)
  }

  private static func hasWeakKeys(_ state: OpaquePointer, _ table: Int32) -> Bool {
    guard lua_getmetatable(state, table) != 0 else { return false }
    defer { sbx_pop(state, 1) }
    lua_pushstring(state, "__mode")
    lua_rawget(state, -2)
    defer { sbx_pop(state, 1) }
    return lua_type(state, -1) == LUA_TSTRING && LuaFrame(state).text(-1).contains("k")
  }

  /// Returns the key at -2; `nil` for an object that no longer exists in a table with weak keys.
  private mutating func key(_ frame: LuaFrame, _ isWeak: Bool) -> Key? {
    let state = frame.state
    switch lua_type(state, -2) {
    case LUA_TNUMBER where lua_isinteger(state, -2) != 0:
      return .integer(lua_tointegerx(state, -2, nil))
    case LUA_TSTRING:
      var length = 0
      guard let text = lua_tolstring(state, -2, &length) else { return nil }
      return .text(Array(UnsafeRawBufferPointer(start: text, count: length)))
    case LUA_TUSERDATA, LUA_TLIGHTUSERDATA:
      let text = describe(LuaFrame(state), Int(lua_absindex(state, -2)))
      if text == nil, isWeak { return nil }
      return .other(Array("u\(text ?? "gone")".utf8))
    case LUA_TBOOLEAN: return .other([lua_toboolean(state, -2) == 0 ? 0 : 1])
    case LUA_TNUMBER: return .other(Array("d\(lua_tonumberx(state, -2, nil))".utf8))
    default:
      // A table or a function that was reached before has a number; others have no order.
      if let pointer = lua_topointer(state, -2), let number = numbers[pointer] {
        return .other(Array("r\(number)".utf8))
      }
      isIncomplete = true
      return .other(Array("?".utf8))
    }
  }

  /// Encodes the pairs with a key that is neither an integer nor a string.
  private mutating func addPairs(
    _ wanted: Key, _ isWeak: Bool, _ frame: LuaFrame, _ table: Int32, _ depth: Int
  ) {
    guard case .other(let text) = wanted else { return }
    let state = frame.state
    lua_pushnil(state)
    while sbx_next(state, table) > 0 {
      if key(frame, isWeak) == wanted {
        add(tag: "o", UInt64(text.count))
        bytes += text
        add(frame, lua_gettop(state), depth: depth + 1)
      }
      sbx_pop(state, 1)
    }
  }

  // MARK: - Functions

  private mutating func addFunction(_ frame: LuaFrame, _ index: Int32, _ depth: Int) {
    let state = frame.state
    if addKnown(state, index) { return }
    let top = lua_gettop(state)
    defer { lua_settop(state, top) }
    bytes.append(UInt8(ascii: "F"))
    guard let place = LuaVariableReader.place(state, index) else { return }
    add(place)
    guard followsVariables else { return }
    var number: Int32 = 1
    while let name = lua_getupvalue(state, index, number) {
      let name = String(cString: name)
      if name != "_ENV" {
        add(name)
        add(frame, lua_gettop(state), depth: depth + 1)
      }
      sbx_pop(state, 1)
      number += 1
    }
    bytes.append(UInt8(ascii: "."))
  }
}
