/// A place on a machine's auxiliary stack that keeps one Lua value alive.
///
/// The last holder may go anywhere, also inside a collection or on another thread: `deinit` only
/// lists the slot, and the machine clears it at its next entry. Guarded by bench: W1.
final class LuaSlot: Sendable {
  let lifeline: LuaLifeline
  let index: Int32
  /// Which contents of the machine have the value; 0 for those that its image has.
  private let generation: UInt32

  init(_ lifeline: LuaLifeline, index: Int32, generation: UInt32) {
    self.lifeline = lifeline
    self.index = index
    self.generation = generation
  }

  deinit {
    lifeline.drop(index, of: generation)
  }

  /// Whether a machine has the value.
  @inline(__always)
  func belongs(to machine: LuaMachine) -> Bool {
    lifeline === machine.lifeline && (generation == machine.generation || generation == 0)
  }

  /// The machine that has the value; `nil` where it or the value is gone.
  var openMachine: LuaMachine? { lifeline.machine.flatMap { belongs(to: $0) ? $0 : nil } }

  /// The machine that holds the value.
  ///
  /// - Throws: `closed` if it is gone.
  func machine() throws(LuaError) -> LuaMachine {
    guard let machine = openMachine else { throw .machineClosed }
    return machine
  }
}

extension LuaSlot {
  /// Says whether two slots hold the same Lua value. Slots of a closed machine are the same as
  /// themselves only.
  func isSame(as other: LuaSlot) -> Bool {
    if self === other { return true }
    guard let machine = openMachine, other.belongs(to: machine) else { return false }
    return machine.withFrame { frame in
      frame.push(slot: self)
      frame.push(slot: other)
      return frame.isSame(-1, -2)
    }
  }
}
