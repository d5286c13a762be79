/// A position in a JSON text (RFC 8259), with methods that consume simple tokens. The callers
/// report errors.
struct JSONCursor {
  let bytes: [UInt8]
  /// The index of the next byte.
  var index = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The next byte, or `nil` at the end of the text.
  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  var isAtEnd: Bool { index == bytes.count }

  mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }

  /// Consumes the given character if it comes next. Returns `false` if it does not.
  mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: mark) else { return false }
    index += 1
    return true
  }

  /// Consumes the given word if it comes next. Returns `false` if it does not.
  mutating func take(word: String) -> Bool {
    guard bytes[index...].starts(with: word.utf8) else { return false }
    index += word.utf8.count
    return true
  }

  /// Consumes decimal digits. Returns `false` if there are none.
  mutating func skipDigits() -> Bool {
    let start = index
    while let byte = next, (0x30...0x39).contains(byte) { index += 1 }
    return index > start
  }
}
