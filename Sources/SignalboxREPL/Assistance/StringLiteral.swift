internal import Signalbox
internal import SignalboxScripting

/// A string literal in the text: its quotes and the text between them.
struct StringLiteral {
  enum Quote: Hashable {
    case short(UInt8)
    /// Long brackets with the given number of `=`.
    case long(Int)
  }

  let quote: Quote
  /// The start of the content, in bytes.
  let start: Int
  /// The end of the content, in bytes.
  let end: Int
  let isOpen: Bool
  private let text: PromptText

  init(_ token: LuaToken, in text: PromptText) {
    self.text = text
    isOpen = token.isUnfinished
    let first = text.bytes[token.start]
    let width: Int
    if first == UInt8(ascii: "[") {
      let level = text.bytes[(token.start + 1)...].prefix { $0 == UInt8(ascii: "=") }.count
      quote = .long(level)
      width = level + 2
    } else {
      quote = .short(first)
      width = 1
    }
    start = min(token.start + width, token.end)
    end = isOpen ? token.end : max(start, token.end - width)
  }

  /// The value of the string.
  var content: String { content(upTo: end) }

  /// Returns the string's value up to a position, without an incomplete escape at the end. An
  /// invalid escape, which Lua rejects, becomes the character after the backslash.
  func content(upTo place: Int) -> String {
    let raw = text.bytes[start..<max(start, min(place, end))]
    guard case .short = quote else { return String(decoding: raw, as: UTF8.self) }
    var bytes: [UInt8] = []
    var rest = raw
    while let first = rest.popFirst() {
      guard first == UInt8(ascii: "\\") else {
        bytes.append(first)
        continue
      }
      bytes += Self.takeEscape(from: &rest)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Removes an escape, whose backslash was already removed, and returns its bytes. The rules are
  /// those of section 3.1 of Lua's reference manual.
  private static func takeEscape(from rest: inout ArraySlice<UInt8>) -> [UInt8] {
    let digits = rest.prefix(3).prefix { (0x30...0x39).contains($0) }
    if let code = UInt8(String(decoding: digits, as: UTF8.self)) {
      rest.removeFirst(digits.count)
      return [code]
    }
    guard let letter = rest.popFirst() else { return [] }
    switch letter {
    case UInt8(ascii: "x"):
      guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        return rest.count < 2 ? [] : [letter]
      }
      rest.removeFirst(2)
      return [code]
    case UInt8(ascii: "u") where rest.first == UInt8(ascii: "{"):
      guard let closing = rest.firstIndex(of: UInt8(ascii: "}")) else {
        rest = []
        return []
      }
      let number = UInt32(
        String(decoding: rest[rest.startIndex..<closing].dropFirst(), as: UTF8.self), radix: 16)
      rest = rest[closing...].dropFirst()
      return number.flatMap(Unicode.Scalar.init).map { Array(String($0).utf8) } ?? []
    case UInt8(ascii: "z"):
      rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
      return []
    default: return [escapes[letter] ?? letter]
    }
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D,
    UInt8(ascii: "a"): 0x07, UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
    UInt8(ascii: "v"): 0x0B,
  ]

  /// Returns a string escaped for the given quotes, or `nil` if long brackets cannot contain it.
  static func escaped(_ content: String, in quote: Quote) -> String? {
    guard case .short(let mark) = quote else {
      return content.contains("]") || content.first == "\n" ? nil : content
    }
    return luaEscaped(content, quote: Unicode.Scalar(mark))
  }

  /// Returns the closing delimiter of a string.
  static func closing(_ quote: Quote) -> String {
    switch quote {
    case .short(let mark): String(Unicode.Scalar(mark))
    case .long(let level): "]" + String(repeating: "=", count: level) + "]"
    }
  }
}
