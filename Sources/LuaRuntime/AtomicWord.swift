internal import CLuaShim

/// A machine word that several threads can read and write. Benchmark: `W1`.
///
/// `Synchronization.Atomic` requires iOS 18 or macOS 15 (decision 0283).
struct AtomicWord: ~Copyable, @unchecked Sendable {  // Every access is atomic.
  private let word: UnsafeMutablePointer<UInt>

  init(_ value: UInt) {
    word = .allocate(capacity: 1)
    word.initialize(to: value)
  }

  deinit { word.deallocate() }

  /// The value. Other threads may change it at any time.
  var value: UInt {
    @inline(__always) get { UInt(sbx_load(word)) }
    nonmutating set { sbx_store(word, newValue) }
  }
}
