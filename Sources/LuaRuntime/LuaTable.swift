import CLua

/// A Lua table that Swift references. All access is raw, so that no metamethod is called.
///
/// All throwing members throw `closed` if the Lua state no longer exists.
package struct LuaTable: Equatable {
  let slot: LuaSlot

  init(_ slot: LuaSlot) {
    self.slot = slot
  }

  /// The address of the table, which no other value has while this value exists.
  package var address: UInt { slot.address }

  package func get(_ key: String) throws(LuaError) -> LuaValue {
    try slot.inFrame { frame in
      frame.withField(-1, named: key) { $0.value(-1) }
    }
  }

  package func get(_ index: Int) throws(LuaError) -> LuaValue {
    try slot.inFrame { frame in
      frame.withElement(-1, at: index) { $0.value(-1) }
    }
  }

  package func set(_ key: String, _ value: LuaValue) throws(LuaError) {
    try slot.inFrame { frame throws(LuaError) in
      try frame.luaState.check(value)
      frame.push(value)
      frame.setField(named: key)
    }
  }

  package func set(_ index: Int, _ value: LuaValue) throws(LuaError) {
    try slot.inFrame { frame throws(LuaError) in
      try frame.luaState.check(value)
      frame.push(value)
      frame.append(at: index)
    }
  }

  /// Returns the value for any key.
  package func value(of key: LuaValue) throws(LuaError) -> LuaValue {
    try slot.inFrame { frame throws(LuaError) in
      try frame.luaState.check(key)
      let position = lua_absindex(frame.state, -1)
      frame.reserve(5)
      frame.push(key)
      return frame.withRawKey(position) { $0.value(-1) }
    }
  }

  /// Assigns a value to any key except nil and NaN.
  package func setValue(of key: LuaValue, _ value: LuaValue) throws(LuaError) {
    try slot.inFrame { frame throws(LuaError) in
      try frame.luaState.check(key)
      try frame.luaState.check(value)
      frame.reserve(4)
      frame.push(key)
      frame.push(value)
      try frame.setPair()
    }
  }

  /// Sets a field to a new list of strings in a single step.
  ///
  /// - Parameter first: The index of the first string.
  package func set(_ key: StaticString, texts: [String], from first: Int) throws(LuaError) {
    try slot.inFrame { frame in
      frame.pushTable(array: texts.count)
      for (index, text) in texts.enumerated() {
        frame.push(text)
        frame.append(at: first + index)
      }
      frame.setField(key)
    }
  }

  /// Sets the metatable of the table.
  package func setMetatable(_ metatable: LuaTable) throws(LuaError) {
    try slot.inFrame { frame throws(LuaError) in
      try frame.luaState.check(.table(metatable))
      frame.push(metatable)
      lua_setmetatable(frame.state, -2)
    }
  }

  /// The raw length, which is a border of the sequence (manual §3.4.7).
  package var length: Int {
    get throws(LuaError) {
      try slot.inFrame { $0.rawLength(-1) }
    }
  }

  /// All pairs in the order of `next`. Cost: O(pairs).
  package var pairs: [(key: LuaValue, value: LuaValue)] {
    get throws(LuaError) {
      var pairs: [(key: LuaValue, value: LuaValue)] = []
      try forEachPair { pairs.append(($0.value(-2), $0.value(-1))) }
      return pairs
    }
  }

  /// Calls `body` for every pair, with the key at -2 and the value at -1, in the order of `next`.
  ///
  /// - Parameter maxCount: The maximum number of pairs.
  /// - Returns: Whether all pairs were visited.
  @discardableResult
  package func forEachPair(
    maxCount: Int = .max, _ body: (LuaFrame) throws(LuaError) -> Void
  ) throws(LuaError) -> Bool {
    try slot.inFrame { frame throws(LuaError) in try frame.forEachPair(-1, maxCount: maxCount, body)
    }
  }
}

// The table belongs to the Lua state's owner.
@available(*, unavailable)
extension LuaTable: Sendable {}
