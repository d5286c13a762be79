/// The symbols of names of at most 15 bytes that calls from Swift have passed. A lookup costs less
/// than in a dictionary, which hashes the string. Benchmarks: `W1`, `W5`.
struct ShortNames {
  /// The bytes of a name, followed by their number in the last byte.
  private struct Key: Equatable, BitwiseCopyable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// Creates the key of a name, or returns `nil` if the name is longer than 15 bytes.
    @inline(__always)
    init?(_ name: String) {
      let isShort: Bool? = name.utf8.withContiguousStorageIfAvailable { bytes in
        guard bytes.count < 16 else { return false }
        for byte in bytes.prefix(8) { low = low << 8 | UInt64(byte) }
        for byte in bytes.dropFirst(8) { high = high << 8 | UInt64(byte) }
        high = high << 8 | UInt64(bytes.count)
        return true
      }
      guard isShort == true else { return nil }
    }

    @inline(__always)
    var index: Int { Int(truncatingIfNeeded: ((low ^ high) &* 0x9E37_79B9_7F4A_7C15) >> 59) }
  }

  /// The entries, each at the index of its key. A new entry replaces an entry with the same index.
  /// The list is empty until the first name is added.
  private var entries: ContiguousArray<(key: Key, symbol: Symbol)?> = []

  /// Returns the symbol of a name. If it is not stored, stores the symbol that the closure returns.
  @inline(__always)
  mutating func symbol(of name: String, or find: () -> Symbol) -> Symbol {
    guard let key = Key(name) else { return find() }
    let index = key.index
    if !entries.isEmpty, let entry = entries[index], entry.key == key { return entry.symbol }
    if entries.isEmpty { entries = ContiguousArray(repeating: nil, count: 32) }
    let symbol = find()
    entries[index] = (key, symbol)
    return symbol
  }

  mutating func removeAll() { entries = [] }
}
