import PortableMutex

/// The generations of values that exist in the current memory of a Lua state. Each checkpoint, and
/// each return to a checkpoint, begins a new generation.
///
/// Benchmark: `W1`.
struct LuaGenerations {
  /// The generation of new values.
  private(set) var current: UInt32 = 0
  /// The earlier generations whose values exist, oldest first.
  private var earlier: ContiguousArray<UInt32> = []

  /// Returns whether the values of a generation exist. Cost: O(earlier generations), or O(1) for
  /// the current and the first generation.
  @inline(__always)
  func contain(_ generation: UInt32) -> Bool {
    generation == current || generation == 0 || isEarlier(generation)
  }

  private func isEarlier(_ generation: UInt32) -> Bool {
    earlier.lastIndex(of: generation) != nil
  }

  /// Returns these generations, followed by a new generation.
  func followed(by generation: UInt32) -> LuaGenerations {
    var next = self
    next.earlier.append(current)
    next.current = generation
    return next
  }
}

/// The weak reference from values to their Lua state. Benchmark: `W1`.
final class LuaLifeline: Sendable {
  /// The address of the Lua state, or 0 after it has been closed. Only the Lua state changes the
  /// address.
  private let address = AtomicWord(0)
  /// The slots that have been dropped since the Lua state last cleared dropped slots.
  private struct Dropped {
    var slots: [Int32] = []
    var generations = LuaGenerations()
    /// The number of entries that have been removed from the beginning of `log`.
    var logStart = 0
    /// The dropped references whose values a checkpoint may contain, oldest first. After a
    /// checkpoint has been restored, these values must be cleared again.
    var log: [(index: Int32, generation: UInt32)] = []
    /// The newest generation that a checkpoint contains, or `nil` if there are no checkpoints.
    var newestSaved: UInt32?
  }

  // The dropped slots, which are locked by each caller that drops a reference, on any thread, and
  // by the Lua state.
  private let dropped = Mutex(Dropped())
  /// The value 1 if any dropped slots have not been cleared yet, otherwise 0.
  private let dirt = AtomicWord(0)

  /// The Lua state, or `nil` after it has been closed. Only the owner of the Lua state may use it.
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
      if let newest = dropped.newestSaved, generation <= newest {
        dropped.log.append((index, generation))
      }
      guard dropped.generations.contain(generation) else { return }
      dropped.slots.append(index)
      dirt.value = 1
    }
  }

  /// Records a checkpoint, which contains the values of all current generations.
  ///
  /// - Returns: The current position in the log of dropped references, for ``restore(_:at:)``.
  func save(_ generations: LuaGenerations, next: LuaGenerations) -> Int {
    dropped.withLock { dropped in
      dropped.newestSaved = max(dropped.newestSaved ?? 0, generations.current)
      dropped.generations = next
      return dropped.logStart + dropped.log.count
    }
  }

  /// Makes the values of a checkpoint valid, except for values that have been dropped since the
  /// checkpoint was taken.
  ///
  /// - Parameter place: The result of ``save(_:next:)``.
  func restore(_ generations: LuaGenerations, at place: Int) {
    dropped.withLock { dropped in
      dropped.generations = generations
      dropped.slots.removeAll(keepingCapacity: true)
      for (index, generation) in dropped.log.dropFirst(place - dropped.logStart)
      where generations.contain(generation) {
        dropped.slots.append(index)
      }
      dirt.value = dropped.slots.isEmpty ? 0 : 1
    }
  }

  /// Records the checkpoints that remain.
  ///
  /// - Parameters:
  ///   - newest: The newest generation that a remaining checkpoint contains, or `nil` if no
  ///     checkpoints remain.
  ///   - place: The lowest result of ``save(_:next:)`` for the remaining checkpoints.
  func forget(before place: Int, newest: UInt32?) {
    dropped.withLock { dropped in
      dropped.newestSaved = newest
      guard newest != nil else {
        dropped.logStart += dropped.log.count
        dropped.log = []
        return
      }
      let count = place - dropped.logStart
      guard count > dropped.log.count / 2 else { return }
      dropped.log.removeFirst(count)
      dropped.logStart = place
    }
  }

  var hasDropped: Bool {
    @inline(__always) get { dirt.value != 0 }
  }

  /// Calls `body` with each slot that has been dropped since the last call. The closure must not
  /// run Lua code or drop slots.
  func drain(_ body: (Int32) -> Void) {
    dirt.value = 0
    dropped.withLock { dropped in
      for slot in dropped.slots { body(slot) }
      dropped.slots.removeAll(keepingCapacity: true)
    }
  }
}
