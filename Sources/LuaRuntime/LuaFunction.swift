import CLua
import CLuaShim

/// A reference to a Lua function.
package struct LuaFunction: Equatable {
  let slot: LuaSlot

  init(_ slot: LuaSlot) {
    self.slot = slot
  }

  /// The address of the function, which no other value has while this value exists.
  package var address: UInt { slot.address }

  /// The Lua state to which the function belongs, or `nil` if the state has been closed or the
  /// function has been released.
  package var luaState: LuaState? { slot.openLuaState }

  /// The compiled form of the function.
  var compiled: [UInt8] {
    get throws(LuaError) { try slot.inFrame { dumpChunk($0.state) } }
  }

  // MARK: - Variables

  /// The names of the function's upvalues. The array is empty for a host function.
  package var upvalueNames: [String] {
    get throws(LuaError) {
      try slot.inFrame { frame in
        var names: [String] = []
        guard lua_iscfunction(frame.state, -1) == 0 else { return names }
        while let name = lua_getupvalue(frame.state, -1, Int32(names.count + 1)) {
          names.append(String(cString: name))
          frame.pop()
        }
        return names
      }
    }
  }

  /// Returns the value of the upvalue with the given index, counted from 1, or nil if there is no
  /// such upvalue.
  package func upvalue(_ index: Int) throws(LuaError) -> LuaValue {
    try slot.inFrame { frame in
      lua_getupvalue(frame.state, -1, Int32(clamping: index)) == nil ? .nil : frame.value(-1)
    }
  }

  /// Assigns a value to an upvalue. The assignment affects all functions that share the upvalue.
  package func setUpvalue(_ index: Int, _ value: LuaValue) throws(LuaError) {
    try slot.inFrame { frame throws(LuaError) in
      try frame.luaState.check(value)
      frame.push(value)
      if lua_setupvalue(frame.state, -2, Int32(clamping: index)) == nil { frame.pop() }
    }
  }

  /// Makes two functions share a variable, so that each function sees the other's assignments.
  ///
  /// This method has no effect if either variable does not exist.
  package func join(
    _ index: Int, with other: LuaFunction, _ otherIndex: Int
  ) throws(LuaError) {
    try slot.inFrame { frame throws(LuaError) in
      try frame.luaState.check(.function(other))
      frame.push(other)
      let (mine, theirs) = (Int32(clamping: index), Int32(clamping: otherIndex))
      guard lua_iscfunction(frame.state, -2) == 0, lua_iscfunction(frame.state, -1) == 0,
        lua_upvalueid(frame.state, -2, mine) != nil, lua_upvalueid(frame.state, -1, theirs) != nil
      else { return }
      lua_upvaluejoin(frame.state, -2, mine, -1, theirs)
    }
  }

  /// The location of the function's definition and the function's parameters, or `nil` for host
  /// functions and library functions.
  package var definition: LuaDefinition? {
    get throws(LuaError) {
      try slot.inFrame { frame in
        frame.reserve(2)
        var record = sbx_trace_frame()
        guard sbx_frame_of_function(frame.state, &record) else { return nil }
        var names: [String] = []
        // Without an activation record, `lua_getlocal` returns the parameter names of the function on
        // top of the stack and pushes nothing.
        while let name = lua_getlocal(frame.state, nil, Int32(names.count + 1)) {
          names.append(String(cString: name))
        }
        let trace = LuaTraceFrame(record)
        return LuaDefinition(
          source: trace.source, line: trace.definitionLine, parameters: names,
          takesMore: record.is_vararg)
      }
    }
  }
}

// The function belongs to the Lua state's owner.
@available(*, unavailable)
extension LuaFunction: Sendable {}

/// The source location and the parameters of a script function.
package struct LuaDefinition: Hashable, Sendable {
  /// The name of the chunk, as in ``LuaTraceFrame/source``.
  package let source: String
  /// The line of the keyword `function`, or 0 for a chunk.
  package let line: Int
  package let parameters: [String]
  /// Whether the function accepts additional arguments as `...`.
  package let takesMore: Bool
}
