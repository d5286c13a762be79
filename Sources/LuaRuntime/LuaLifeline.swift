import PortableMutex

/// The weak reference from values to their Lua state. Guarded by bench: W1.
final class LuaLifeline: Sendable {
  /// The address of the Lua state, or 0 after it has been closed. Only the Lua state writes it.
  private let address = AtomicWord(0)
  /// The slots that have been dropped since the Lua state last cleared dropped slots.
  private struct Dropped {
    var slots: [Int32] = []
    /// The generation of the currently valid values. See ``LuaState/restoreHeapSnapshot()``.
    var generation: UInt32 = 0
  }

  // Locked by each caller that drops a reference, on any thread, and by the Lua state.
  private let dropped = Mutex(Dropped())
  /// 1 if any slots have been dropped, otherwise 0.
  private let dirt = AtomicWord(0)

  /// The Lua state, or `nil` after it has been closed. Only its owner may use it.
  var luaState: LuaState? {
    guard let pointer = UnsafeRawPointer(bitPattern: address.value) else {
      return nil
    }
    return Unmanaged<LuaState>.fromOpaque(pointer).takeUnretainedValue()
  }

  func attach(_ luaState: LuaState) {
    let pointer = Unmanaged.passUnretained(luaState).toOpaque()
    address.value = UInt(bitPattern: pointer)
  }

  func detach() {
    address.value = 0
  }

  /// Records a slot to be cleared, unless its value was discarded together with its generation.
  func drop(_ index: Int32, of generation: UInt32) {
    guard address.value != 0 else { return }
    dropped.withLock { dropped in
      guard generation == 0 || generation == dropped.generation else { return }
      dropped.slots.append(index)
      dirt.value = 1
    }
  }

  /// Begins a new generation of values. The values of the previous generation become invalid,
  /// unless it is generation 0.
  func begin(generation: UInt32) {
    dropped.withLock { dropped in
      dropped.slots.removeAll(keepingCapacity: true)
      dropped.generation = generation
      dirt.value = 0
    }
  }

  var hasDropped: Bool {
    @inline(__always) get { dirt.value != 0 }
  }

  /// Calls `body` with each slot that was dropped since the last call. `body` must not run Lua code
  /// or drop slots.
  func drain(_ body: (Int32) -> Void) {
    dirt.value = 0
    dropped.withLock { dropped in
      for slot in dropped.slots { body(slot) }
      dropped.slots.removeAll(keepingCapacity: true)
    }
  }
}
