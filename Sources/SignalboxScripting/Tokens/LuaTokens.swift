/// Splits Lua source into tokens (manual §3.1).
///
/// For malformed source, the tokens are unspecified, but every byte outside white space, comments,
/// a skipped byte order mark and a skipped first line belongs to a token. Lua itself reports the
/// error when the source is loaded. Cost: O(length of the source).
package struct LuaTokens: Sequence, IteratorProtocol {
  private static let keywords: LuaToken.WordSet = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  private let source: [UInt8]
  private let keepsComments: Bool
  private var place = 0
  private var line = 1

  /// - Parameters:
  ///   - isFile: Whether to skip a byte order mark and a first line that begins with `#`, as Lua
  ///     does.
  ///   - keepsComments: Whether to return comments as tokens.
  package init(_ source: [UInt8], isFile: Bool = true, keepsComments: Bool = false) {
    self.source = source
    self.keepsComments = keepsComments
    guard isFile else { return }
    if source.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    if byte(place) == UInt8(ascii: "#") { skipLine() }
  }

  package mutating func next() -> LuaToken? {
    while true {
      skipBlank()
      guard place < source.count else { return nil }
      let (start, first, line) = (place, source[place], line)
      var (kind, isWhole) = skip(first)
      if kind == .comment && !keepsComments { continue }
      let hasWord = kind != .string && kind != .comment
      let word = hasWord ? LuaToken.Word(source[start..<place]) : LuaToken.Word()
      if kind == .name, Self.keywords.contains(word) { kind = .keyword }
      return LuaToken(
        kind: kind, word: word, start: start, end: place, line: line, isUnfinished: !isWhole)
    }
  }

  /// Skips the token that begins at the current position.
  ///
  /// - Returns: The kind of token, where keywords count as names, and whether the token is
  ///   terminated.
  private mutating func skip(_ first: UInt8) -> (LuaToken.Kind, isWhole: Bool) {
    if Self.isLetter(first) {
      while Self.isLetter(byte(place)) || Self.isDigit(byte(place)) { place += 1 }
      return (.name, true)
    }
    if Self.isDigit(first) || first == 0x2E && Self.isDigit(byte(place + 1)) {
      skipNumber()
      return (.number, true)
    }
    switch first {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return (.string, skipQuoted(first))
    case UInt8(ascii: "["):
      if let level = longLevel() { return (.string, skipLong(level)) }
    case UInt8(ascii: "-") where byte(place + 1) == UInt8(ascii: "-"):
      place += 2
      if byte(place) == UInt8(ascii: "["), let level = longLevel() {
        return (.comment, skipLong(level))
      }
      skipLine()
      return (.comment, true)
    default: break
    }
    return (skipMark(first), true)
  }

  private func byte(_ index: Int) -> UInt8 { index < source.count ? source[index] : 0 }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
  }

  private static func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Skips a line ending. `\r\n` and `\n\r` each count as one line ending.
  private mutating func skipNewline() {
    let first = source[place]
    place += 1
    if Self.isNewline(byte(place)), byte(place) != first { place += 1 }
    line += 1
  }

  private mutating func skipLine() {
    while place < source.count, !Self.isNewline(source[place]) { place += 1 }
  }

  private mutating func skipBlank() {
    while place < source.count {
      switch source[place] {
      case 0x0A, 0x0D: skipNewline()
      case 0x20, 0x09, 0x0B, 0x0C: place += 1
      default: return
      }
    }
  }

  /// Skips a number, which consists of digits, points and exponents with their signs, as in
  /// `0xA.8p-3`. Characters that directly follow belong to the token, so that `3x` is a single
  /// malformed number, as in Lua.
  private mutating func skipNumber() {
    let isHex = source[place] == UInt8(ascii: "0") && byte(place + 1) | 0x20 == UInt8(ascii: "x")
    let exponent = UInt8(ascii: isHex ? "p" : "e")
    if isHex { place += 2 }
    while true {
      let next = byte(place)
      if next | 0x20 == exponent {
        place += 1
        if byte(place) == UInt8(ascii: "+") || byte(place) == UInt8(ascii: "-") { place += 1 }
      } else if Self.isHexDigit(next) || next == UInt8(ascii: ".") {
        place += 1
      } else {
        break
      }
    }
    while Self.isLetter(byte(place)) || Self.isDigit(byte(place)) { place += 1 }
  }

  /// - Returns: Whether the string has a closing quote. A line ending without a preceding backslash
  ///   ends the string.
  private mutating func skipQuoted(_ quote: UInt8) -> Bool {
    place += 1
    while place < source.count {
      switch source[place] {
      case quote:
        place += 1
        return true
      case 0x0A, 0x0D: return false
      case UInt8(ascii: "\\"):
        place += 1
        skipEscaped()
      default: place += 1
      }
    }
    return false
  }

  /// Skips the characters of an escape sequence that could be mistaken for the end of the string.
  private mutating func skipEscaped() {
    guard place < source.count else { return }
    if source[place] == UInt8(ascii: "z") {
      place += 1
      skipBlank()
    } else if Self.isNewline(source[place]) {
      skipNewline()
    } else {
      place += 1
    }
  }

  /// Returns the number of `=` in the opening long bracket at the current position, or `nil` if
  /// there is no such bracket.
  private func longLevel() -> Int? {
    var index = place + 1
    while byte(index) == UInt8(ascii: "=") { index += 1 }
    return byte(index) == UInt8(ascii: "[") ? index - place - 1 : nil
  }

  /// - Returns: Whether the string or comment has a closing bracket.
  private mutating func skipLong(_ level: Int) -> Bool {
    place += level + 2
    while place < source.count {
      if source[place] == UInt8(ascii: "]") {
        var index = place + 1
        while byte(index) == UInt8(ascii: "=") { index += 1 }
        if index - place - 1 == level, byte(index) == UInt8(ascii: "]") {
          place = index + 1
          return true
        }
        // The next bracket may be the closing bracket.
        place = Swift.max(place + 1, index)
      } else if Self.isNewline(source[place]) {
        skipNewline()
      } else {
        place += 1
      }
    }
    return false
  }

  private mutating func skipMark(_ first: UInt8) -> LuaToken.Kind {
    let second = byte(place + 1)
    place += 1
    switch first {
    case UInt8(ascii: "."):
      guard second == first else { return .mark }
      place += byte(place + 1) == first ? 2 : 1
    case UInt8(ascii: "="), UInt8(ascii: "~"), UInt8(ascii: "<"), UInt8(ascii: ">"):
      // Two equal characters form a single token, as in `==`, `<<` or `>>`. The exception is `~~`,
      // which consists of two tokens.
      let isTwice = second == first && first != UInt8(ascii: "~")
      if isTwice || second == UInt8(ascii: "=") { place += 1 }
    case UInt8(ascii: "/"), UInt8(ascii: ":"):
      if second == first { place += 1 }
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "%"),
      UInt8(ascii: "^"), UInt8(ascii: "#"), UInt8(ascii: "&"), UInt8(ascii: "|"),
      UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ";"), UInt8(ascii: ","):
      break
    default:
      // Consecutive bytes outside ASCII are combined into a single token, to keep characters whole.
      while first >= 0x80, byte(place) >= 0x80 { place += 1 }
      return .unknown
    }
    return .mark
  }
}
