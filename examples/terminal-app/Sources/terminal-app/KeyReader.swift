internal import TerminalStage

/// Converts the bytes that a terminal sends for keys to inputs.
struct KeyReader {
  enum Key: Hashable {
    case input(UserInput)
    case suspend
  }

  /// The part of a link that has been typed, or `nil` if no link is being typed.
  private(set) var link: String?
  /// The first bytes of an incomplete character.
  private var unfinished: [UInt8] = []

  private static let sequences: [String: UserInput] = [
    "[D": .back, "OD": .back, "[B": .swipeDown, "OB": .swipeDown, "[Z": .previousTab,
  ]

  /// Parses bytes that have arrived together.
  mutating func read(_ bytes: [UInt8]) -> [Key] {
    var keys: [Key] = []
    var rest = (unfinished + bytes)[...]
    unfinished = []
    while let byte = rest.first {
      if byte == 0x1B {
        keys += escape(&rest).map { [.input($0)] } ?? []
      } else if byte >= 0x80 {
        guard type(&rest) else { break }
      } else {
        rest.removeFirst()
        keys += key(byte).map { [$0] } ?? []
      }
    }
    return keys
  }

  /// Parses the escape sequence of an arrow or another key. ESC alone is the Escape key, which goes
  /// back.
  private mutating func escape(_ rest: inout ArraySlice<UInt8>) -> UserInput? {
    rest.removeFirst()
    guard let next = rest.first, next == 0x5B || next == 0x4F else {
      defer { link = nil }
      return link == nil ? .back : nil
    }
    var sequence = [rest.removeFirst()]
    while let byte = rest.popFirst() {
      sequence.append(byte)
      if (0x40...0x7E).contains(byte) { break }
    }
    guard link == nil else { return nil }
    return Self.sequences[String(decoding: sequence, as: UTF8.self)]
  }

  /// Parses a multibyte character of a link.
  ///
  /// - Returns: Whether the character was complete.
  private mutating func type(_ rest: inout ArraySlice<UInt8>) -> Bool {
    let first = rest[rest.startIndex]
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard rest.count >= length else {
      unfinished = Array(rest)
      return false
    }
    link?.append(String(decoding: rest.prefix(length), as: UTF8.self))
    rest = rest.dropFirst(length)
    return true
  }

  private mutating func key(_ byte: UInt8) -> Key? {
    if byte == 0x1A { return .suspend }
    guard let link else { return command(byte) }
    switch byte {
    case 0x0D, 0x0A:
      self.link = nil
      return link.isEmpty ? nil : .input(.link(link))
    case 0x7F, 0x08: self.link?.removeLast(link.isEmpty ? 0 : 1)
    case 0x15: self.link = ""
    case 0x04: return .input(.quit)
    case 0x20...0x7E: self.link?.append(Character(Unicode.Scalar(byte)))
    default: break
    }
    return nil
  }

  private mutating func command(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "1")...UInt8(ascii: "9"):
      return .input(.tap(Int(byte - UInt8(ascii: "0"))))
    case UInt8(ascii: "b"), 0x7F, 0x08: return .input(.back)
    case UInt8(ascii: "s"): return .input(.swipeBack)
    case UInt8(ascii: "d"): return .input(.swipeDown)
    case 0x09: return .input(.nextTab)
    case UInt8(ascii: "q"), 0x04: return .input(.quit)
    case UInt8(ascii: "/"):
      link = ""
      return nil
    default: return nil
    }
  }
}
