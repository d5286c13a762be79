/// A function of Lua that Swift holds.
package struct LuaFunction {
  let slot: LuaSlot

  init(_ slot: LuaSlot) {
    self.slot = slot
  }

  /// The machine that it belongs to; `nil` once that is closed or gone.
  package var machine: LuaMachine? { slot.openMachine }
}

// A value of a machine belongs to the machine's owner.
@available(*, unavailable)
extension LuaFunction: Sendable {}

extension LuaFunction: Equatable {
  package static func == (left: Self, right: Self) -> Bool { left.slot.isSame(as: right.slot) }
}
