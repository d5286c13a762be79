/// A reference to a Lua userdata or coroutine.
package struct LuaReference: Equatable {
  let slot: LuaSlot

  init(_ slot: LuaSlot) {
    self.slot = slot
  }
}

// The value belongs to the Lua state's owner.
@available(*, unavailable)
extension LuaReference: Sendable {}
