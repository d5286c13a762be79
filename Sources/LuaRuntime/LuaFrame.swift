import CLua
import CLuaShim

/// The stack of the running Lua function, as a host function sees it.
///
/// Valid during the call only. Arguments count from 1; negative indices count from the top. Nothing
/// here runs a metamethod or leaves by a longjmp: every access is raw.
package struct LuaFrame {
  let state: OpaquePointer
  /// How many values below this frame belong to somebody else.
  let base: Int32

  init(_ state: OpaquePointer, base: Int32 = 0) {
    self.state = state
    self.base = base
  }

  /// How many values the frame has: the arguments, until something is pushed.
  package var count: Int { Int(lua_gettop(state) - base) }

  @inline(__always)
  func position(_ index: Int) -> Int32 {
    index > 0 ? Int32(truncatingIfNeeded: index) + base : Int32(truncatingIfNeeded: index)
  }

  /// The machine that runs.
  package var machine: LuaMachine {
    let owner = sbx_hostof(state).pointee.machine.unsafelyUnwrapped
    return Unmanaged<LuaMachine>.fromOpaque(owner).takeUnretainedValue()
  }

  package func kind(_ index: Int) -> LuaKind {
    switch lua_type(state, position(index)) {
    case LUA_TNONE: .none
    case LUA_TNIL: .nil
    case LUA_TBOOLEAN: .boolean
    case LUA_TNUMBER: lua_isinteger(state, position(index)) != 0 ? .integer : .float
    case LUA_TSTRING: .string
    case LUA_TTABLE: .table
    case LUA_TFUNCTION: .function
    case LUA_TTHREAD: .thread
    default: .userdata
    }
  }

  /// True if the argument is nil or missing.
  package func isNil(_ index: Int) -> Bool {
    lua_type(state, position(index)) <= LUA_TNIL
  }

  /// Says whether two values are the same one, without metamethods.
  package func isSame(_ first: Int, _ second: Int) -> Bool {
    lua_rawequal(state, position(first), position(second)) != 0
  }

  /// Removes values from the top.
  package func pop(_ count: Int = 1) {
    sbx_pop(state, Int32(truncatingIfNeeded: count))
  }

  /// The chunk and line of the innermost Lua function that led here; host functions are skipped.
  ///
  /// - Parameter level: 1 is the caller of this host function, 2 the caller of that one.
  package func location(level: Int = 1) -> LuaLocation? {
    let machine = machine
    var name: UnsafePointer<CChar>?
    let line = sbx_line(state, Int32(clamping: level), machine.lastChunk?.name, &name)
    guard line > 0 else { return nil }
    if let name { machine.rememberLast(name) }
    return machine.lastChunk.map { LuaLocation(chunk: $0.source, line: Int(line)) }
  }

  /// Waits for the driver of this coroutine: return the result of this from the host function.
  ///
  /// The driver (`LuaCoroutine.resume`) gets the values on top as `.waiting`; what it resumes with
  /// becomes the results of the host function, or the error raised at the call.
  ///
  /// - Parameter count: How many values on top go to the driver.
  /// - Throws: where nobody could resume: outside of a driven coroutine, in a coroutine that the
  ///   script made, or below a C function that cannot be left (`table.sort`, `string.gsub`).
  package func suspend(_ count: Int = 0) throws(LuaError) -> Int {
    guard sbx_hostof(state).pointee.driven == state else {
      throw LuaError(code: "cannotWait", "cannot wait here: not in a coroutine that the host runs")
    }
    guard lua_isyieldable(state) != 0 else {
      throw LuaError(
        code: "cannotWait",
        "cannot wait here: inside a function of Lua's library or a metamethod that must not pause")
    }
    return SBX_SUSPEND - count
  }
}

extension LuaMachine {
  /// A chunk as messages show it, by the name that Lua has for it.
  func source(ofChunk name: UnsafePointer<CChar>) -> String {
    if let lastChunk, lastChunk.name.withUnsafeBufferPointer({ isSame($0, name) }) {
      return lastChunk.source
    }
    return rememberLast(name)
  }

  /// Calls come from the same chunk many times in a row.
  @discardableResult
  fileprivate func rememberLast(_ name: UnsafePointer<CChar>) -> String {
    let text = String(cString: name)
    let source = LuaTraceFrame.source(of: text)
    lastChunk = (Array(text.utf8CString), source)
    return source
  }
}

/// Whether two texts of C, the first one with its zero, are the same.
private func isSame(_ text: UnsafeBufferPointer<CChar>, _ other: UnsafePointer<CChar>) -> Bool {
  text.indices.allSatisfy { index in
    // Behind its zero nothing of the other one is read.
    text[index] == other[index]
  }
}
