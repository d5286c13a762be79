/// Reads JSON (RFC 8259) as plain data. Errors contain the line and column.
///
/// A field whose value is `null` is omitted. If a name occurs more than once, the last value is
/// kept.
struct JSONReader {
  private var cursor: JSONCursor

  private init(_ text: String) { cursor = JSONCursor(text) }

  /// - Throws: `malformed` with the line and column.
  static func value(_ text: String) throws(NavigationError) -> NavigationValue {
    var reader = JSONReader(text)
    guard let value = try reader.value(depth: 0) else { throw reader.wrong("a value, not null") }
    reader.cursor.skipSpace()
    guard reader.cursor.isAtEnd else { throw reader.wrong("the end") }
    return value
  }

  /// Returns an estimate of the memory that reading a JSON text needs, in bytes: for the text, for
  /// its strings, and for the resulting values. Cost: O(length of the text).
  static func weight(of text: String) -> Int {
    var (values, size) = (0, 0)
    var (isQuoted, isEscaped) = (false, false)
    for byte in text.utf8 {
      size += 1
      if isQuoted {
        if !isEscaped, byte == UInt8(ascii: "\"") { isQuoted = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isQuoted = true
      // One of these characters precedes every value except the outermost one, so counting them
      // counts the values.
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ":"): values += 1
      default: break
      }
    }
    return 2 * size + 64 * values
  }

  // MARK: - Errors

  private func wrong(_ expected: String) -> NavigationError {
    let end = min(cursor.index, cursor.bytes.count)
    let lineStart = cursor.bytes[..<end].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = cursor.bytes[..<end].count { $0 == UInt8(ascii: "\n") } + 1
    let column =
      String(decoding: cursor.bytes[lineStart..<end], as: UTF8.self).unicodeScalars.count + 1
    let found = end < cursor.bytes.count ? "" : ", but the text ends"
    return NavigationError(
      .malformed, "JSON, line \(line), column \(column): expected \(expected)\(found)")
  }

  // MARK: - Values

  private mutating func take(word: String) throws(NavigationError) {
    guard cursor.take(word: word) else { throw wrong("a value") }
  }

  private mutating func value(depth: Int) throws(NavigationError) -> NavigationValue? {
    cursor.skipSpace()
    guard depth < JSONWriter.depthLimit else {
      throw wrong("at most \(JSONWriter.depthLimit) nested lists and tables")
    }
    switch cursor.next {
    case UInt8(ascii: "{"): return .table(try table(depth: depth))
    case UInt8(ascii: "["): return .list(try list(depth: depth))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"):
      try take(word: "true")
      return .boolean(true)
    case UInt8(ascii: "f"):
      try take(word: "false")
      return .boolean(false)
    case UInt8(ascii: "n"):
      try take(word: "null")
      return nil
    default: return try number()
    }
  }

  private mutating func list(depth: Int) throws(NavigationError) -> [NavigationValue] {
    cursor.index += 1
    var values: [NavigationValue] = []
    cursor.skipSpace()
    if cursor.take("]") { return values }
    while true {
      let start = cursor.index
      guard let value = try value(depth: depth + 1) else {
        cursor.index = start
        throw wrong("a value: a list cannot contain null")
      }
      values.append(value)
      cursor.skipSpace()
      if cursor.take("]") { return values }
      guard cursor.take(",") else { throw wrong("\",\" or \"]\"") }
    }
  }

  private mutating func table(depth: Int) throws(NavigationError) -> NavigationArguments {
    cursor.index += 1
    var fields: [(order: Int, field: NavigationArguments.Field)] = []
    cursor.skipSpace()
    if cursor.take("}") { return [:] }
    while true {
      cursor.skipSpace()
      guard cursor.next == UInt8(ascii: "\"") else { throw wrong("a name in double quotes") }
      let name = try string()
      cursor.skipSpace()
      guard cursor.take(":") else { throw wrong("\":\"") }
      if let value = try value(depth: depth + 1) {
        fields.append((fields.count, NavigationArguments.Field(name: name, value: value)))
      }
      cursor.skipSpace()
      if cursor.take("}") { break }
      guard cursor.take(",") else { throw wrong("\",\" or \"}\"") }
    }
    fields.sort { ($0.field.name, $0.order) < ($1.field.name, $1.order) }
    var ordered: [NavigationArguments.Field] = []
    for (_, field) in fields {
      if ordered.last?.name == field.name { ordered.removeLast() }
      ordered.append(field)
    }
    return NavigationArguments(ordered: ordered)
  }

  private mutating func number() throws(NavigationError) -> NavigationValue {
    let start = cursor.index
    _ = cursor.take("-")
    guard cursor.skipDigits() else {
      cursor.index = start
      throw wrong("a value")
    }
    let first = cursor.bytes[start] == UInt8(ascii: "-") ? start + 1 : start
    if cursor.bytes[first] == UInt8(ascii: "0") && cursor.index > first + 1 {
      cursor.index = first + 1
      throw wrong("no digit after a leading 0")
    }
    var isInteger = true
    if cursor.take(".") {
      isInteger = false
      guard cursor.skipDigits() else { throw wrong("a digit") }
    }
    if cursor.take("e") || cursor.take("E") {
      isInteger = false
      if !cursor.take("+") { _ = cursor.take("-") }
      guard cursor.skipDigits() else { throw wrong("a digit") }
    }
    let text = String(decoding: cursor.bytes[start..<cursor.index], as: UTF8.self)
    if isInteger, let integer = Int(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else {
      cursor.index = start
      throw wrong("a number in the range of a double")
    }
    return .number(number)
  }

  // MARK: - Strings

  private mutating func string() throws(NavigationError) -> String {
    cursor.index += 1
    var result: [UInt8] = []
    while true {
      let start = cursor.index
      while let byte = cursor.next, byte >= 0x20, byte != UInt8(ascii: "\""),
        byte != UInt8(ascii: "\\")
      {
        cursor.index += 1
      }
      guard let byte = cursor.next, byte >= 0x20 else { throw wrong("the rest of a string") }
      let chunk = cursor.bytes[start..<cursor.index]
      cursor.index += 1
      if byte == UInt8(ascii: "\\") {
        result += chunk
        try escape(into: &result)
      } else if result.isEmpty {
        // Most strings, including long ones, consist of a single chunk.
        return String(decoding: chunk, as: UTF8.self)
      } else {
        return String(decoding: result + chunk, as: UTF8.self)
      }
    }
  }

  private mutating func escape(into result: inout [UInt8]) throws(NavigationError) {
    let plain: [UInt8: UInt8] = [
      0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D,
      0x74: 0x09,
    ]
    guard let byte = cursor.next else { throw wrong("the rest of an escape sequence") }
    if let meant = plain[byte] {
      cursor.index += 1
      result.append(meant)
      return
    }
    guard byte == UInt8(ascii: "u") else { throw wrong("a JSON escape sequence") }
    cursor.index += 1
    var code = try hexadecimal()
    if (0xD800..<0xDC00).contains(code), cursor.take("\\"), cursor.take("u") {
      let low = try hexadecimal()
      guard (0xDC00..<0xE000).contains(low) else {
        throw wrong("the second half of a surrogate pair")
      }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw wrong("a complete surrogate pair") }
    result.append(contentsOf: String(Character(scalar)).utf8)
  }

  private mutating func hexadecimal() throws(NavigationError) -> UInt32 {
    let digits = cursor.bytes[cursor.index..<min(cursor.index + 4, cursor.bytes.count)]
    let text = String(decoding: digits, as: UTF8.self)
    guard text.utf8.count == 4, text.allSatisfy(\.isHexDigit), let code = UInt32(text, radix: 16)
    else { throw wrong("four hexadecimal digits") }
    cursor.index += 4
    return code
  }
}
