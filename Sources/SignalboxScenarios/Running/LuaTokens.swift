/// Splits Lua text into words and marks, as far as it takes to find where statements end (manual §3.1).
///
/// Comments and white space are left out. Malformed text gives some tokens or other: Lua tells of it
/// when it is loaded.
struct LuaTokens: Sequence, IteratorProtocol {
  enum Kind: Hashable {
    case name
    case keyword
    case string
    case number
    case mark
  }

  /// The first eight bytes of a token in one number: no word of Lua is longer.
  struct Word: Hashable, ExpressibleByStringLiteral {
    private var bits: UInt64 = 0

    init(_ bytes: some Collection<UInt8>) {
      // A longer one is no word that anybody asks for.
      if bytes.count <= 8 { for byte in bytes { bits = bits << 8 | UInt64(byte) } }
    }

    init(stringLiteral text: String) { self.init(text.utf8) }
  }

  struct Token {
    let kind: Kind
    let word: Word
    let start: Int
    let end: Int
    let line: Int
  }

  private static let keywords: Set<Word> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  private let source: [UInt8]
  private var place = 0
  private var line = 1

  init(_ source: [UInt8]) {
    self.source = source
    if source.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    if byte(place) == UInt8(ascii: "#") { skipLine() }
  }

  mutating func next() -> Token? {
    skipBlank()
    guard place < source.count else { return nil }
    let (start, first, line) = (place, source[place], line)
    let kind: Kind
    if Self.isLetter(first) {
      while Self.isLetter(byte(place)) || Self.isDigit(byte(place)) { place += 1 }
      kind = Self.keywords.contains(Word(source[start..<place])) ? .keyword : .name
    } else if Self.isDigit(first) {
      // Whatever can follow a digit in a number; a sign belongs to it behind an exponent only.
      while Self.isLetter(byte(place)) || Self.isDigit(byte(place)) || byte(place) == 0x2E {
        place += 1
      }
      kind = .number
    } else if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      skipQuoted(first)
      kind = .string
    } else if first == UInt8(ascii: "["), let level = longLevel() {
      skipLong(level)
      kind = .string
    } else {
      // `::` and `...` are one mark; all others matter by their first byte only.
      let isLabel = first == 0x3A && byte(place + 1) == 0x3A
      place += isLabel ? 2 : 1
      kind = .mark
    }
    return Token(
      kind: kind, word: kind == .string ? "" : Word(source[start..<place]), start: start,
      end: place, line: line)
  }

  private func byte(_ index: Int) -> UInt8 { index < source.count ? source[index] : 0 }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }

  private mutating func skipLine() {
    while place < source.count, source[place] != 0x0A { place += 1 }
  }

  private mutating func skipBlank() {
    while place < source.count {
      switch source[place] {
      case 0x0A:
        line += 1
        place += 1
      case 0x20, 0x09, 0x0B, 0x0C, 0x0D: place += 1
      case 0x2D where byte(place + 1) == 0x2D:
        place += 2
        if byte(place) == UInt8(ascii: "["), let level = longLevel() {
          skipLong(level)
        } else {
          skipLine()
        }
      default: return
      }
    }
  }

  private mutating func skipQuoted(_ quote: UInt8) {
    place += 1
    while place < source.count, source[place] != quote {
      if source[place] == UInt8(ascii: "\\") { place += 1 }
      if byte(place) == 0x0A { line += 1 }
      place += 1
    }
    place = Swift.min(place + 1, source.count)
  }

  /// How many `=` an opening long bracket has; `nil` where there is none.
  private func longLevel() -> Int? {
    var index = place + 1
    while byte(index) == UInt8(ascii: "=") { index += 1 }
    return byte(index) == UInt8(ascii: "[") ? index - place - 1 : nil
  }

  private mutating func skipLong(_ level: Int) {
    place += level + 2
    let end = [0x5D] + [UInt8](repeating: UInt8(ascii: "="), count: level) + [0x5D]
    while place < source.count, !source[place...].starts(with: end) {
      if source[place] == 0x0A { line += 1 }
      place += 1
    }
    place = Swift.min(place + end.count, source.count)
  }
}
