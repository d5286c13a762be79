/// A place on a machine's auxiliary stack that keeps one Lua value alive.
///
/// The last holder may go anywhere, also inside a collection or on another thread: `deinit` only
/// lists the slot, and the machine clears it at its next entry.
final class LuaSlot: Sendable {
  let lifeline: LuaLifeline
  let index: Int32

  init(_ lifeline: LuaLifeline, index: Int32) {
    self.lifeline = lifeline
    self.index = index
  }

  deinit {
    lifeline.drop(index)
  }

  /// The machine that holds the value.
  ///
  /// - Throws: `closed` if it is gone.
  func machine() throws(LuaError) -> LuaMachine {
    guard let machine = lifeline.machine else { throw .machineClosed }
    return machine
  }
}

extension LuaSlot {
  /// Says whether two slots hold the same Lua value. Slots of a closed machine are the same as
  /// themselves only.
  func isSame(as other: LuaSlot) -> Bool {
    if self === other { return true }
    guard lifeline === other.lifeline, let machine = lifeline.machine else { return false }
    return machine.withFrame { frame in
      frame.push(slot: self)
      frame.push(slot: other)
      return frame.isSame(-1, -2)
    }
  }
}
