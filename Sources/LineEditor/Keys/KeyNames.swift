/// Maps control characters and final bytes of sequences to keys (ECMA-48 and the manuals of xterm,
/// rxvt and the Linux console).
enum KeyNames {
  static func control(_ byte: UInt8) -> KeyChord {
    switch byte {
    case 8, 0x7F: KeyChord(.backspace)
    case 9: KeyChord(.tab)
    case 13: KeyChord(.enter)
    case 0: .control(" ")
    case 1...26: .control(Character(Unicode.Scalar(byte + 0x60)))
    default: .control(Character(Unicode.Scalar(byte + 0x40)))
    }
  }

  /// Decodes the byte after `ESC O`.
  static func shifted(_ byte: UInt8) -> KeyChord? {
    switch byte {
    case UInt8(ascii: "M"): return KeyChord(.enter)
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      return letter(byte - 0x20).map { KeyChord($0, .control) }
    default: return letter(byte).map { KeyChord($0) }
    }
  }

  /// Decodes a sequence that consists of `ESC [`, the given parameters and the given final byte.
  static func sequence(_ parameters: [UInt8], _ end: UInt8) -> KeyChord? {
    // Sequences that begin with `<`, `=`, `>` or `?` are replies from the terminal or mouse events.
    if let first = parameters.first, 0x3C...0x3F ~= first { return nil }
    let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) ?? 1 }
    let first = numbers.first ?? 1
    let held = modifiers(numbers.count > 1 ? numbers[1] : 1)
    switch end {
    case UInt8(ascii: "~"):
      if first == 27, numbers.count > 2 { return coded(numbers[2], held) }
      return numbered(first).map { KeyChord($0, held) }
    case UInt8(ascii: "^"): return numbered(first).map { KeyChord($0, .control) }
    case UInt8(ascii: "$"): return numbered(first).map { KeyChord($0, .shift) }
    case UInt8(ascii: "@"): return numbered(first).map { KeyChord($0, [.control, .shift]) }
    case UInt8(ascii: "u"): return coded(first, held)
    case UInt8(ascii: "Z"): return KeyChord(.tab, .shift)
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      return letter(end - 0x20).map { KeyChord($0, .shift) }
    default:
      // rxvt omits the parameter 1, as in `ESC [ 5 C`.
      let isShort = numbers.count == 1 && first > 1
      return letter(end).map { KeyChord($0, isShort ? modifiers(first) : held) }
    }
  }

  private static func modifiers(_ number: Int) -> KeyChord.Modifiers {
    guard (2...16).contains(number) else { return [] }
    var bits = UInt8(number - 1)
    if bits & 8 != 0 { bits |= 2 }
    return KeyChord.Modifiers(rawValue: bits & 7)
  }

  private static func letter(_ byte: UInt8) -> KeyChord.Base? {
    switch byte {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(byte) - 0x4F)
    default: nil
    }
  }

  private static func numbered(_ number: Int) -> KeyChord.Base? {
    switch number {
    case 1, 7: .home
    case 4, 8: .end
    case 2: .insert
    case 3: .delete
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }

  /// Decodes a key from its character code, as sent by terminals that distinguish all keys.
  private static func coded(_ number: Int, _ held: KeyChord.Modifiers) -> KeyChord? {
    switch number {
    case 9: return KeyChord(.tab, held)
    case 13: return KeyChord(.enter, held)
    case 27: return KeyChord(.escape, held)
    case 8, 127: return KeyChord(.backspace, held)
    case 32...0x10FFFF where !held.isDisjoint(with: [.control, .alt]):
      return Unicode.Scalar(UInt32(number)).map { KeyChord(.character(Character($0)), held) }
    default: return nil
    }
  }
}
