/// The members of a JSON object (RFC 8259) as text. The object may contain values that plain data
/// cannot represent, such as `null` in a list or more levels than the reader accepts.
///
/// Cost: O(length of the text), without recursion.
package struct JSONOutline {
  /// The JSON texts of the values, keyed by name, or `nil` if the parsed text is not an object. If
  /// a name occurs more than once, the last value is used.
  package private(set) var members: [String: String]?
  private var cursor: JSONCursor

  /// Parses a string. Returns `nil` if the string is not valid JSON.
  package init?(_ text: String) {
    cursor = JSONCursor(text)
    cursor.skipSpace()
    let isObject = cursor.next == UInt8(ascii: "{")
    guard isObject ? readMembers() : skipValue() else { return nil }
    cursor.skipSpace()
    guard cursor.index == cursor.bytes.count else { return nil }
  }

  /// Returns the value of a member, or `nil` if the member is missing or plain data cannot
  /// represent it.
  package func value(_ name: String) -> NavigationValue? {
    members?[name].flatMap { try? NavigationValue(json: $0) }
  }

  /// Returns whether a member is missing or `null`, or can be represented as plain data.
  package func isReadable(_ name: String) -> Bool {
    guard let text = members?[name], text != "null" else { return true }
    return value(name) != nil
  }

  // MARK: - Values

  private mutating func readMembers() -> Bool {
    members = [:]
    cursor.index += 1
    cursor.skipSpace()
    if cursor.take("}") { return true }
    while true {
      let start = cursor.index
      guard cursor.next == UInt8(ascii: "\""), skipString() else { return false }
      let name = text(from: start)
      cursor.skipSpace()
      guard cursor.take(":") else { return false }
      cursor.skipSpace()
      let begin = cursor.index
      guard skipValue() else { return false }
      let value = text(from: begin)
      if let name = (try? NavigationValue(json: name))?.text { members?[name] = value }
      cursor.skipSpace()
      if cursor.take("}") { return true }
      guard cursor.take(",") else { return false }
      cursor.skipSpace()
    }
  }

  /// Skips a value, including nested values.
  private mutating func skipValue() -> Bool {
    // The closing characters of the containers that are open.
    var open: [UInt8] = []
    while true {
      guard skipStart(&open) else { return false }
      while true {
        guard let mark = open.last else { return true }
        cursor.skipSpace()
        if cursor.take(",") {
          cursor.skipSpace()
          if mark == UInt8(ascii: "}"), !skipName() { return false }
          break
        }
        guard cursor.next == mark else { return false }
        cursor.index += 1
        open.removeLast()
      }
    }
  }

  /// Skips the start of a value: the opening characters of nested containers, and the first value
  /// inside them.
  private mutating func skipStart(_ open: inout [UInt8]) -> Bool {
    while true {
      cursor.skipSpace()
      switch cursor.next {
      case UInt8(ascii: "{"):
        cursor.index += 1
        cursor.skipSpace()
        if cursor.take("}") { return true }
        guard skipName() else { return false }
        open.append(UInt8(ascii: "}"))
      case UInt8(ascii: "["):
        cursor.index += 1
        cursor.skipSpace()
        if cursor.take("]") { return true }
        open.append(UInt8(ascii: "]"))
      case UInt8(ascii: "\""): return skipString()
      case UInt8(ascii: "t"): return cursor.take(word: "true")
      case UInt8(ascii: "f"): return cursor.take(word: "false")
      case UInt8(ascii: "n"): return cursor.take(word: "null")
      default: return skipNumber()
      }
    }
  }

  // MARK: - Tokens

  private func text(from start: Int) -> String {
    String(decoding: cursor.bytes[start..<cursor.index], as: UTF8.self)
  }

  /// Skips a name and the colon that follows it.
  private mutating func skipName() -> Bool {
    guard cursor.next == UInt8(ascii: "\""), skipString() else { return false }
    cursor.skipSpace()
    return cursor.take(":")
  }

  private mutating func skipString() -> Bool {
    cursor.index += 1
    while let byte = cursor.next, byte >= 0x20 {
      cursor.index += 1
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"):
        guard let escape = cursor.next else { return false }
        cursor.index += 1
        if "\"\\/bfnrt".utf8.contains(escape) { continue }
        guard escape == UInt8(ascii: "u"), cursor.index + 4 <= cursor.bytes.count,
          cursor.bytes[cursor.index..<cursor.index + 4].allSatisfy({
            Character(Unicode.Scalar($0)).isHexDigit
          })
        else { return false }
        cursor.index += 4
      default: continue
      }
    }
    return false
  }

  private mutating func skipNumber() -> Bool {
    _ = cursor.take("-")
    let start = cursor.index
    guard cursor.skipDigits(),
      cursor.index == start + 1 || cursor.bytes[start] != UInt8(ascii: "0")
    else {
      return false
    }
    if cursor.take("."), !cursor.skipDigits() { return false }
    guard cursor.take("e") || cursor.take("E") else { return true }
    if !cursor.take("+") { _ = cursor.take("-") }
    return cursor.skipDigits()
  }
}
