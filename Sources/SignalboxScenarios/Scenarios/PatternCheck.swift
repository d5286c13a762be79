/// Checks a pattern according to Lua's rules. Lua itself reports a mistake only when a comparison
/// reaches it.
struct PatternCheck {
  private let pattern: [UInt8]
  private var index = 0
  /// Whether each capture that has been opened is closed.
  private var closed: [Bool] = []

  /// The maximum number of captures in a pattern (`LUA_MAXCAPTURES` in luaconf.h).
  private static let maxCaptures = 32

  private init(_ pattern: String) { self.pattern = Array(pattern.utf8) }

  /// The characters without which `string.find` searches for the pattern itself.
  private static let specials = "^$*+?.([%-".utf8

  /// Returns Lua's description of the first mistake in a pattern, or `nil` if the pattern is valid.
  static func mistake(in pattern: String) -> String? {
    guard pattern.utf8.contains(where: specials.contains) else { return nil }
    var check = PatternCheck(pattern)
    return check.firstMistake()
  }

  private var next: UInt8? { index < pattern.count ? pattern[index] : nil }

  private mutating func take() -> UInt8? {
    guard let byte = next else { return nil }
    index += 1
    return byte
  }

  private mutating func firstMistake() -> String? {
    if next == UInt8(ascii: "^") { index += 1 }
    while let byte = take() {
      if let mistake = mistake(at: byte) { return mistake }
    }
    return closed.allSatisfy { $0 } ? nil : "unfinished capture"
  }

  private mutating func mistake(at byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "("):
      if closed.count == Self.maxCaptures { return "too many captures" }
      let isPosition = next == UInt8(ascii: ")")
      if isPosition { index += 1 }
      closed.append(isPosition)
      return nil
    case UInt8(ascii: ")"):
      guard let open = closed.lastIndex(of: false) else { return "invalid pattern capture" }
      closed[open] = true
      return nil
    case UInt8(ascii: "["): return mistakeInSet()
    case UInt8(ascii: "%"): return mistakeAfterPercent()
    default: return nil
    }
  }

  private mutating func mistakeAfterPercent() -> String? {
    guard let byte = take() else { return "malformed pattern (ends with '%')" }
    switch byte {
    case UInt8(ascii: "b"):
      guard take() != nil, take() != nil else {
        return "malformed pattern (missing arguments to '%b')"
      }
      return nil
    case UInt8(ascii: "f"):
      guard take() == UInt8(ascii: "[") else { return "missing '[' after '%f' in pattern" }
      return mistakeInSet()
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let capture = Int(byte) - Int(UInt8(ascii: "1"))
      let isClosed = closed.indices.contains(capture) && closed[capture]
      return isClosed ? nil : "invalid capture index %\(capture + 1)"
    default: return nil
    }
  }

  /// Reads a set after its opening bracket. The first character belongs to the set even if it is a
  /// closing bracket.
  private mutating func mistakeInSet() -> String? {
    if next == UInt8(ascii: "^") { index += 1 }
    repeat {
      guard let byte = take() else { return "malformed pattern (missing ']')" }
      if byte == UInt8(ascii: "%") { index = min(index + 1, pattern.count) }
    } while next != UInt8(ascii: "]")
    index += 1
    return nil
  }
}
