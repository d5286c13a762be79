/// A function of Lua that Swift holds.
package struct LuaFunction {
  let slot: LuaSlot

  init(_ slot: LuaSlot) {
    self.slot = slot
  }
}

// A value of a machine belongs to the machine's owner.
@available(*, unavailable)
extension LuaFunction: Sendable {}

extension LuaFunction: Equatable {
  package static func == (left: Self, right: Self) -> Bool { left.slot.isSame(as: right.slot) }
}
