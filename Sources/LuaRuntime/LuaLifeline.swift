import Synchronization

/// The weak reference of values to their Lua state. Guarded by bench: W1.
final class LuaLifeline: Sendable {
  /// The address of the Lua state, 0 once it is closed; written by the Lua state only.
  private let address: Atomic<UInt>
  /// The slots that were dropped since the Lua state last cleared them.
  private struct Dropped {
    var slots: [Int32] = []
    /// The generation of current values; see ``LuaState/restoreHeapSnapshot()``.
    var generation: UInt32 = 0
  }

  // Locked by each caller that drops a reference, on any thread, and by the Lua state.
  private let dropped = Mutex(Dropped())
  private let isDirty = Atomic<Bool>(false)

  init() {
    address = Atomic(0)
  }

  /// The Lua state, while it is open. Only its owner may use it.
  var luaState: LuaState? {
    guard let pointer = UnsafeRawPointer(bitPattern: address.load(ordering: .relaxed)) else {
      return nil
    }
    return Unmanaged<LuaState>.fromOpaque(pointer).takeUnretainedValue()
  }

  func attach(_ luaState: LuaState) {
    let pointer = Unmanaged.passUnretained(luaState).toOpaque()
    address.store(UInt(bitPattern: pointer), ordering: .relaxed)
  }

  func detach() {
    address.store(0, ordering: .relaxed)
  }

  /// Records a slot to clear, unless its value was discarded with its generation.
  func drop(_ index: Int32, of generation: UInt32) {
    guard address.load(ordering: .relaxed) != 0 else { return }
    dropped.withLock { dropped in
      guard generation == 0 || generation == dropped.generation else { return }
      dropped.slots.append(index)
      isDirty.store(true, ordering: .releasing)
    }
  }

  /// Starts another generation of values: those of the previous one become invalid, except for
  /// generation 0.
  func begin(generation: UInt32) {
    dropped.withLock { dropped in
      dropped.slots.removeAll(keepingCapacity: true)
      dropped.generation = generation
      isDirty.store(false, ordering: .relaxed)
    }
  }

  var hasDropped: Bool {
    @inline(__always) get { isDirty.load(ordering: .relaxed) }
  }

  /// Passes the slots dropped since the last call to `body`, which must not run Lua or drop slots.
  func drain(_ body: (Int32) -> Void) {
    isDirty.store(false, ordering: .relaxed)
    dropped.withLock { dropped in
      for slot in dropped.slots { body(slot) }
      dropped.slots.removeAll(keepingCapacity: true)
    }
  }
}
