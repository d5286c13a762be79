/// A string hash that has the same value in every process and on every machine, unlike Swift's own
/// hash.
package enum TextHash {
  /// Returns the 64-bit FNV-1a hash of a string (Fowler, Noll, Vo). Cost: O(length).
  package static func value(of text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
