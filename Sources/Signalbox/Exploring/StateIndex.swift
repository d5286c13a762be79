/// A hash table with open addressing that maps keys to the numbers of states. A slot takes 4 bytes.
///
/// A slot contains the number of a state plus one and, in the remaining bits, a part of the key's
/// hash. Most slots of other states are therefore recognized without reading keys.
struct StateIndex: Sendable {
  private var slots = ContiguousArray<UInt32>(repeating: 0, count: 16)
  private var count = 0

  private var bits: Int { slots.count.trailingZeroBitCount }

  /// Returns the number of the state with the given key, or `nil` if the state was not added.
  ///
  /// - Parameter keys: The keys of all states that were added, by number.
  func number(of key: StateKey, in keys: ChunkedArray<StateKey>) -> Int? {
    let (bits, mask) = (self.bits, slots.count - 1)
    let tag = Self.tag(key, bits)
    var slot = Self.place(key) & mask
    while slots[slot] != 0 {
      if slots[slot] >> UInt32(bits) == tag {
        let number = Int(slots[slot]) & mask
        if keys[number - 1] == key { return number - 1 }
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds the state with the next number.
  ///
  /// - Parameter keys: The keys of all states, including the new one.
  mutating func add(_ key: StateKey, in keys: ChunkedArray<StateKey>) {
    // A slot must be able to contain every number, and the search for an unknown key must end.
    if count >= slots.count / 8 * 7 {
      slots = ContiguousArray(repeating: 0, count: 2 * slots.count)
      for number in 0..<count { insert(number, keys[number]) }
    }
    insert(count, key)
    count += 1
  }

  private mutating func insert(_ number: Int, _ key: StateKey) {
    let mask = slots.count - 1
    var slot = Self.place(key) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = Self.tag(key, bits) << UInt32(bits) | UInt32(number + 1)
  }

  private static func place(_ key: StateKey) -> Int { Int(truncatingIfNeeded: key.high ^ key.low) }

  /// Returns the part of the hash that fits into a slot next to a number with the given number of
  /// bits.
  private static func tag(_ key: StateKey, _ bits: Int) -> UInt32 {
    bits >= 32 ? 0 : UInt32(truncatingIfNeeded: key.low >> 32) >> UInt32(bits)
  }
}
