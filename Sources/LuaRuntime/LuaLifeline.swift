import Synchronization

/// What the values of a machine know of it after it may be gone.
final class LuaLifeline: Sendable {
  /// The address of the machine, 0 once it is closed; written by the machine only.
  private let address: Atomic<UInt>
  /// Slots to clear. Taken by whoever drops a reference, on any thread, and by the machine.
  private let dropped = Mutex<[Int32]>([])
  private let isDirty = Atomic<Bool>(false)

  init() {
    address = Atomic(0)
  }

  /// The machine, while it is open. Only its owner may use it.
  var machine: LuaMachine? {
    guard let pointer = UnsafeRawPointer(bitPattern: address.load(ordering: .relaxed)) else {
      return nil
    }
    return Unmanaged<LuaMachine>.fromOpaque(pointer).takeUnretainedValue()
  }

  func attach(_ machine: LuaMachine) {
    let pointer = Unmanaged.passUnretained(machine).toOpaque()
    address.store(UInt(bitPattern: pointer), ordering: .relaxed)
  }

  func detach() {
    address.store(0, ordering: .relaxed)
  }

  func drop(_ index: Int32) {
    guard address.load(ordering: .relaxed) != 0 else { return }
    dropped.withLock { $0.append(index) }
    isDirty.store(true, ordering: .releasing)
  }

  var hasDropped: Bool {
    @inline(__always) get { isDirty.load(ordering: .relaxed) }
  }

  /// Hands the slots dropped since the last time to `body`, which must not run any Lua or drop any.
  func drain(_ body: (Int32) -> Void) {
    isDirty.store(false, ordering: .relaxed)
    dropped.withLock { slots in
      for slot in slots { body(slot) }
      slots.removeAll(keepingCapacity: true)
    }
  }
}
