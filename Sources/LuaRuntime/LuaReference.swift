/// A reference to a userdata or a coroutine of Lua.
package struct LuaReference: Equatable {
  let slot: LuaSlot

  init(_ slot: LuaSlot) {
    self.slot = slot
  }
}

// A value of a Lua state belongs to the Lua state's owner.
@available(*, unavailable)
extension LuaReference: Sendable {}
