/// The hash function SHA-256 (FIPS 180-4), for the content security policy of pages.
enum SHA256 {
  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = primes(64).map { fraction(of: $0, isCube: true) }
  /// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
  private static let start: [UInt32] = primes(8).map { fraction(of: $0, isCube: false) }

  /// Returns the 32-byte hash of a message.
  static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var message = bytes + [0x80]
    while message.count % 64 != 56 { message.append(0) }
    let length = UInt64(bytes.count) * 8
    message += (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * UInt64($0))) }
    var state = start
    for block in stride(from: 0, to: message.count, by: 64) {
      add(message[block..<block + 64], to: &state)
    }
    return state.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) }
    }
  }

  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
      block[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = turn(early, 7) ^ turn(early, 18) ^ early >> 3
      let second = turn(late, 17) ^ turn(late, 19) ^ late >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let choice = (e & f) ^ (~e & g)
      let first =
        h &+ (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) &+ choice &+ constants[index]
        &+ words[index]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  private static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static func primes(_ count: Int) -> [UInt64] {
    var found: [UInt64] = []
    var next: UInt64 = 2
    while found.count < count {
      if !found.contains(where: { next % $0 == 0 }) { found.append(next) }
      next += 1
    }
    return found
  }

  /// Returns the first 32 bits of the fractional part of a prime's square or cube root, computed by
  /// bisection.
  private static func fraction(of prime: UInt64, isCube: Bool) -> UInt32 {
    // Find the largest root with 32 fractional bits whose square or cube does not exceed the prime.
    var (low, high) = (UInt64(0), UInt64(1) << 37)
    while low + 1 < high {
      let middle = (low + high) / 2
      if isAtMost(middle, prime, isCube: isCube) { low = middle } else { high = middle }
    }
    return UInt32(truncatingIfNeeded: low)
  }

  /// Returns whether the square or cube of a fixed-point number with 32 fractional bits is at most
  /// a prime.
  private static func isAtMost(_ root: UInt64, _ prime: UInt64, isCube: Bool) -> Bool {
    let square = root.multipliedFullWidth(by: root)
    if !isCube {
      return (square.high, square.low) <= (prime, 0)
    }
    // root * square has 96 fractional bits: compare the words above and below bit 64.
    let low = root.multipliedFullWidth(by: square.low)
    let high = root.multipliedFullWidth(by: square.high)
    let (middle, overflow) = high.low.addingReportingOverflow(low.high)
    guard high.high == 0, !overflow else { return false }
    return (middle, low.low) <= (prime << 32, 0)
  }

  /// Returns bytes as Base64 (RFC 4648).
  static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    return stride(from: 0, to: bytes.count, by: 3).map { index in
      let group = bytes[index..<min(index + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      let text = (0...group.count).map { letters[bits >> (18 - 6 * $0) & 63] }
      return String(text) + String(repeating: "=", count: 3 - group.count)
    }.joined()
  }
}
