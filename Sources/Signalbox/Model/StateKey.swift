/// A 128-bit key that identifies a state or a value. Equal states have equal keys, and two
/// different states have the same key with a probability of about 2^-128.
///
/// The keys of a state can differ between versions of the library, so compare only keys of the same
/// version.
public struct StateKey: Hashable, Sendable {
  package private(set) var high: UInt64
  package private(set) var low: UInt64

  /// Creates the key of an empty sequence.
  package init() { (high, low) = (0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F) }

  /// Creates the key of a string.
  init(of text: String) {
    self.init()
    add(text)
  }

  /// Creates a key from its bits.
  package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// Adds a word.
  package mutating func add(_ word: UInt64) {
    high = (high ^ word) &* 0xFF51_AFD7_ED55_8CCD
    high ^= high >> 32
    low = (low &+ word) &* 0xC4CE_B9FE_1A85_EC53
    low ^= low >> 29
  }

  package mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

  package mutating func add(_ flag: Bool) { add(flag ? 1 : 2) }

  /// Adds another key.
  package mutating func add(_ key: StateKey) {
    add(key.high)
    add(key.low)
  }

  /// Adds a string. Cost: O(length of the string).
  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      add(bytes.count)
      var word: UInt64 = 0
      for (index, byte) in bytes.enumerated() {
        word = word << 8 | UInt64(byte)
        if index % 8 == 7 {
          add(word)
          word = 0
        }
      }
      add(word)
    }
  }
}
