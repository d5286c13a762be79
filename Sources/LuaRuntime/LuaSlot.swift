/// A slot on a Lua state's auxiliary stack that retains one Lua value.
///
/// The last reference can be released anywhere, even inside a collection or on another thread:
/// `deinit` only records the slot, and the Lua state clears it at its next entry. Guarded by bench:
/// W1.
final class LuaSlot: Sendable {
  let lifeline: LuaLifeline
  let index: Int32
  /// The generation of the value; 0 for those in the heap snapshot.
  private let generation: UInt32

  init(_ lifeline: LuaLifeline, index: Int32, generation: UInt32) {
    self.lifeline = lifeline
    self.index = index
    self.generation = generation
  }

  deinit {
    lifeline.drop(index, of: generation)
  }

  /// Whether a value belongs to a Lua state.
  @inline(__always)
  func belongs(to luaState: LuaState) -> Bool {
    lifeline === luaState.lifeline && (generation == luaState.generation || generation == 0)
  }

  /// The Lua state of the value; `nil` if either no longer exists.
  var openLuaState: LuaState? { lifeline.luaState.flatMap { belongs(to: $0) ? $0 : nil } }

  /// Returns the Lua state of the value.
  ///
  /// - Throws: `closed` if it was closed.
  func luaState() throws(LuaError) -> LuaState {
    guard let luaState = openLuaState else { throw .luaStateClosed }
    return luaState
  }
}

extension LuaSlot {
  /// Calls a function with a frame that has the value on top.
  func inFrame<R>(_ body: (LuaFrame) throws(LuaError) -> R) throws(LuaError) -> R {
    try luaState().withFrame { frame throws(LuaError) in
      frame.push(slot: self)
      return try body(frame)
    }
  }
}

extension LuaSlot: Equatable {
  /// Whether two slots refer to the same Lua value. Slots of a closed Lua state equal only
  /// themselves.
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
