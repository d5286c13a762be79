/// The answers of a terminal to questions about its capabilities.
struct TerminalAnswers {
  /// The query that only terminals with Kitty's graphics protocol answer. It transfers an image of
  /// one pixel that is not shown (https://sw.kovidgoyal.net/kitty/graphics-protocol/).
  static let kittyQuestion = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
  /// The queries for the name and version of the terminal (XTVERSION) and for its attributes (DA1).
  /// All terminals answer the last query, and its answer follows all other answers.
  static let questions = "\u{1B}[>0q\u{1B}[c"

  /// Whether the terminal supports the graphics protocol of Kitty.
  private(set) var hasKittyGraphics = false
  /// The name and the version of the terminal. The string is empty if the terminal does not report
  /// them.
  private(set) var version = ""
  /// The numbers of the terminal's attributes, or `nil` until the terminal has answered.
  private(set) var attributes: [Int]?
  /// The bytes that are not part of an answer, because the user typed them.
  private(set) var rest: [UInt8] = []

  /// Whether the terminal can show Sixel images.
  var hasSixel: Bool { attributes?.contains(4) ?? false }

  init(_ bytes: [UInt8]) {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      guard let sequence = Self.sequence(at: bytes) else {
        rest.append(bytes.removeFirst())
        continue
      }
      if !take(sequence) { rest += sequence }
      bytes = bytes.dropFirst(sequence.count)
    }
  }

  private mutating func take(_ sequence: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: sequence.dropFirst(), as: UTF8.self)
    if text.hasPrefix("_G") {
      hasKittyGraphics = hasKittyGraphics || text.hasPrefix("_Gi=31;OK")
    } else if text.hasPrefix("P>|") {
      version = String(text.dropFirst(3).prefix { $0 != "\u{1B}" && $0 != "\u{7}" })
    } else if text.hasPrefix("[?"), text.hasSuffix("c") {
      attributes = text.dropFirst(2).dropLast().split(separator: ";").compactMap { Int($0) }
    } else {
      return false
    }
    return true
  }

  /// Returns the complete escape sequence with which the given bytes begin, or `nil` if there is
  /// none.
  private static func sequence(at bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let (escape, start) = (UInt8(0x1B), bytes.startIndex)
    guard bytes.first == escape, bytes.count > 2 else { return nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "["):
      return bytes[(start + 2)...].firstIndex { (0x40...0x7E).contains($0) }.map {
        bytes[start...$0]
      }
    case UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "]"):
      for index in bytes.indices.dropFirst(2) {
        if bytes[index] == 7 { return bytes[start...index] }
        if bytes[index] == escape, index + 1 < bytes.endIndex,
          bytes[index + 1] == UInt8(ascii: "\\")
        {
          return bytes[start...(index + 1)]
        }
      }
      return nil
    default: return nil
    }
  }
}
