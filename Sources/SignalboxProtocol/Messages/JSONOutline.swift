internal import Signalbox

/// The members of a JSON object (RFC 8259) as text, also of one that plain data cannot represent:
/// with `null` in a list, or with more levels than the reader accepts.
///
/// Cost: O(text), without recursion.
struct JSONOutline {
  /// The values by name, of duplicate names the last one; `nil` for JSON that is not an object.
  private(set) var members: [String: String]?
  private let bytes: [UInt8]
  private var index = 0

  /// Reads a text; `nil` if it is not JSON.
  init?(_ text: String) {
    bytes = Array(text.utf8)
    skipSpace()
    let isObject = next == UInt8(ascii: "{")
    guard isObject ? readMembers() : skipValue() else { return nil }
    skipSpace()
    guard index == bytes.count else { return nil }
  }

  /// Returns the value of a member; `nil` if it is missing, or plain data cannot represent it.
  func value(_ name: String) -> NavigationValue? {
    members?[name].flatMap { try? NavigationValue(json: $0) }
  }

  /// Whether a member is missing or `null`, or plain data can represent it.
  func isReadable(_ name: String) -> Bool {
    guard let text = members?[name], text != "null" else { return true }
    return value(name) != nil
  }

  // MARK: - Values

  private mutating func readMembers() -> Bool {
    members = [:]
    index += 1
    skipSpace()
    if take("}") { return true }
    while true {
      let start = index
      guard next == UInt8(ascii: "\""), skipString() else { return false }
      let name = text(from: start)
      skipSpace()
      guard take(":") else { return false }
      skipSpace()
      let begin = index
      guard skipValue() else { return false }
      let value = text(from: begin)
      if let name = (try? NavigationValue(json: name))?.text { members?[name] = value }
      skipSpace()
      if take("}") { return true }
      guard take(",") else { return false }
      skipSpace()
    }
  }

  /// Skips a value with everything in it.
  private mutating func skipValue() -> Bool {
    // The marks that close what is open.
    var open: [UInt8] = []
    while true {
      guard skipStart(&open) else { return false }
      while true {
        guard let mark = open.last else { return true }
        skipSpace()
        if take(",") {
          skipSpace()
          if mark == UInt8(ascii: "}"), !skipName() { return false }
          break
        }
        guard next == mark else { return false }
        index += 1
        open.removeLast()
      }
    }
  }

  /// Skips a value, or the beginning of a list or object, which is then open.
  private mutating func skipStart(_ open: inout [UInt8]) -> Bool {
    while true {
      skipSpace()
      switch next {
      case UInt8(ascii: "{"):
        index += 1
        skipSpace()
        if take("}") { return true }
        guard skipName() else { return false }
        open.append(UInt8(ascii: "}"))
      case UInt8(ascii: "["):
        index += 1
        skipSpace()
        if take("]") { return true }
        open.append(UInt8(ascii: "]"))
      case UInt8(ascii: "\""): return skipString()
      case UInt8(ascii: "t"): return skip("true")
      case UInt8(ascii: "f"): return skip("false")
      case UInt8(ascii: "n"): return skip("null")
      default: return skipNumber()
      }
    }
  }

  // MARK: - Tokens

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func text(from start: Int) -> String {
    String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }

  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: mark) else { return false }
    index += 1
    return true
  }

  private mutating func skip(_ word: String) -> Bool {
    guard bytes[index...].starts(with: word.utf8) else { return false }
    index += word.utf8.count
    return true
  }

  /// Skips a name and its colon.
  private mutating func skipName() -> Bool {
    guard next == UInt8(ascii: "\""), skipString() else { return false }
    skipSpace()
    return take(":")
  }

  private mutating func skipString() -> Bool {
    index += 1
    while let byte = next, byte >= 0x20 {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"):
        guard let escape = next else { return false }
        index += 1
        if "\"\\/bfnrt".utf8.contains(escape) { continue }
        guard escape == UInt8(ascii: "u"), index + 4 <= bytes.count,
          bytes[index..<index + 4].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
        else { return false }
        index += 4
      default: continue
      }
    }
    return false
  }

  private mutating func skipNumber() -> Bool {
    _ = take("-")
    let start = index
    guard skipDigits(), index == start + 1 || bytes[start] != UInt8(ascii: "0") else {
      return false
    }
    if take("."), !skipDigits() { return false }
    guard take("e") || take("E") else { return true }
    if !take("+") { _ = take("-") }
    return skipDigits()
  }

  private mutating func skipDigits() -> Bool {
    let start = index
    while let byte = next, (0x30...0x39).contains(byte) { index += 1 }
    return index > start
  }
}
