/// The identity of an explored state: 128 bits of its canonical bytes.
///
/// Two different states have the same key with a probability of about states² / 2^129.
struct StateKey: Hashable {
  let high: UInt64
  let low: UInt64

  /// - Parameter bytes: The canonical bytes of the state. Cost: O(bytes).
  init(_ bytes: some Sequence<UInt8>) {
    var (first, second): (UInt64, UInt64) = (0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F)
    var word: UInt64 = 0
    var count: UInt64 = 0
    func mix(_ word: UInt64) {
      first = (first ^ word) &* 0xFF51_AFD7_ED55_8CCD
      first ^= first >> 32
      second = (second &+ word) &* 0xC4CE_B9FE_1A85_EC53
      second ^= second >> 29
    }
    for byte in bytes {
      word = word << 8 | UInt64(byte)
      count += 1
      if count % 8 == 0 {
        mix(word)
        word = 0
      }
    }
    mix(word)
    mix(count)
    mix(first ^ second)
    (high, low) = (first, second)
  }
}
