import CLua

/// A slot on a Lua state's auxiliary stack that retains one Lua value.
///
/// The last reference to a slot can be released anywhere, even during a garbage collection or on
/// another thread. Therefore, `deinit` only records the slot, and the Lua state clears the slot
/// when it is next entered. Benchmark: `W1`.
final class LuaSlot: Sendable {
  let lifeline: LuaLifeline
  let index: Int32
  /// The generation of the value. Each checkpoint, and each return to a checkpoint, begins a new
  /// generation.
  private let generation: UInt32

  init(_ lifeline: LuaLifeline, index: Int32, generation: UInt32) {
    self.lifeline = lifeline
    self.index = index
    self.generation = generation
  }

  deinit {
    lifeline.drop(index, of: generation)
  }

  /// Returns whether a value belongs to the given Lua state.
  @inline(__always)
  func belongs(to luaState: LuaState) -> Bool {
    lifeline === luaState.lifeline && luaState.generations.contain(generation)
  }

  /// The Lua state to which the value belongs, or `nil` if the state or the value no longer exists.
  var openLuaState: LuaState? { lifeline.luaState.flatMap { belongs(to: $0) ? $0 : nil } }

  /// Returns the Lua state to which the value belongs.
  ///
  /// - Throws: `closed` if the Lua state has been closed or the value no longer exists.
  func luaState() throws(LuaError) -> LuaState {
    guard let luaState = openLuaState else { throw .luaStateClosed }
    return luaState
  }
}

extension LuaSlot {
  /// Calls `body` with a frame that has the referenced value on top.
  func inFrame<R>(_ body: (LuaFrame) throws(LuaError) -> R) throws(LuaError) -> R {
    try luaState().withFrame { frame throws(LuaError) in
      frame.push(slot: self)
      return try body(frame)
    }
  }

  /// The address of the referenced table or function, or 0 if the value no longer exists.
  var address: UInt {
    (try? inFrame { UInt(bitPattern: lua_topointer($0.state, -1)) }) ?? 0
  }
}

extension LuaSlot: Equatable {
  /// Returns whether two slots refer to the same Lua value. A slot of a closed Lua state is equal
  /// only to itself.
  static func == (left: LuaSlot, right: LuaSlot) -> Bool {
    if left === right { return true }
    guard let luaState = left.openLuaState, right.belongs(to: luaState) else { return false }
    return luaState.withFrame { frame in
      frame.push(slot: left)
      frame.push(slot: right)
      return frame.isSame(-1, -2)
    }
  }
}
