internal import Signalbox

/// Reads the part of TOML 1.0 that configuration files are written in, with the line of every key.
///
/// Tables, dotted keys, strings of all four kinds, integers, floats, booleans, arrays and inline
/// tables; no dates and no arrays of tables, which nothing here takes. Decision 0090 has the reason
/// for a reader of our own.
struct TOMLReader {
  /// What is not TOML, or none that we read.
  struct Failure: Error, Equatable {
    let line: Int
    /// One sentence.
    let message: String
  }

  private var text: Substring.UnicodeScalarView
  private var line = 1
  /// How many arrays and tables are around what is read.
  private var depth = 0

  /// Arrays and tables nest at most so deep, the names of dotted keys included.
  static let maxDepth = 100

  /// Reads a whole file.
  static func table(of text: String) throws(Failure) -> TOMLTable {
    var reader = TOMLReader(text: Substring(text).unicodeScalars)
    var table = TOMLTable(line: 1)
    try reader.readFile(into: &table)
    return table
  }

  // MARK: - Lines

  private mutating func readFile(into table: inout TOMLTable) throws(Failure) {
    var header: [String] = []
    while true {
      skipBlank(lines: true)
      guard let next = text.first else { return }
      let start = line
      if next == "[" {
        text.removeFirst()
        if text.first == "[" { throw failure("arrays of tables are not read; use [a.b]") }
        header = try readKey()
        try expect("]", after: "the name of a table")
        try table.open(header, start)
      } else {
        let key = header + (try readKey())
        try expect("=", after: "the key \(Self.shown(key))")
        skipBlank(lines: false)
        let value = try readValue(inside: key.count)
        try table.set(key, TOMLValue(value, line: start), below: header.count)
      }
      try endLine()
    }
  }

  private mutating func endLine() throws(Failure) {
    skipBlank(lines: false)
    guard let next = text.first else { return }
    guard next == "\n" || next == "\r" else {
      throw failure("\"\(next)\" was not expected here; a line has one key and its value")
    }
  }

  private mutating func skipBlank(lines: Bool) {
    while let next = text.first {
      if next == "#" {
        text = text.drop { $0 != "\n" }
      } else if lines, next == "\n" || next == "\r" {
        if next == "\n" { line += 1 }
        text.removeFirst()
      } else if next == " " || next == "\t" {
        text.removeFirst()
      } else {
        return
      }
    }
  }

  private mutating func expect(_ scalar: Unicode.Scalar, after what: String) throws(Failure) {
    skipBlank(lines: false)
    guard text.first == scalar else {
      throw failure("expected \"\(scalar)\" after \(what)\(came)")
    }
    text.removeFirst()
  }

  /// A key as sentences name it.
  static func shown(_ key: [String]) -> String { shortened(key.joined(separator: "."), to: 200) }

  private var came: String {
    guard let next = text.first, next != "\n" else { return ", the line ends" }
    return ", got \"\(next)\""
  }

  private func failure(_ message: String) -> Failure { Failure(line: line, message: message) }

  // MARK: - Keys

  private mutating func readKey() throws(Failure) -> [String] {
    var parts: [String] = []
    repeat {
      skipBlank(lines: false)
      if text.first == "\"" || text.first == "'" {
        parts.append(try readString())
      } else {
        let word = text.prefix { Self.isBare($0) }
        guard !word.isEmpty else { throw failure("expected a key\(came)") }
        text = text.dropFirst(word.count)
        parts.append(String(word))
      }
      skipBlank(lines: false)
      try checkDepth(depth + parts.count)
    } while take(".")
    return parts
  }

  private func checkDepth(_ depth: Int) throws(Failure) {
    guard depth <= Self.maxDepth else {
      throw failure(
        "arrays and tables nest deeper than \(Self.maxDepth) levels; write fewer around one another"
      )
    }
  }

  /// Reads what is inside of so many more tables or arrays.
  private mutating func readValue(inside levels: Int) throws(Failure) -> TOMLValue.Content {
    depth += levels
    defer { depth -= levels }
    try checkDepth(depth)
    return try readValue()
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard text.first == scalar else { return false }
    text.removeFirst()
    return true
  }

  private static func isBare(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
    default: false
    }
  }

  // MARK: - Values

  private mutating func readValue() throws(Failure) -> TOMLValue.Content {
    switch text.first {
    case "\"", "'": return .string(try readString())
    case "[": return try readArray()
    case "{": return try readInlineTable()
    default: break
    }
    let word = String(text.prefix { !" \t\r\n,]}#".unicodeScalars.contains($0) })
    guard !word.isEmpty else { throw failure("expected a value\(came)") }
    guard let value = Self.scalar(word) else {
      throw failure(
        "\(shortened(word, to: 200)) is no value; texts stand in quotes: \(quotation(word))")
    }
    text = text.dropFirst(word.unicodeScalars.count)
    return value
  }

  private static func scalar(_ word: String) -> TOMLValue.Content? {
    switch word {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "inf", "+inf": return .number(.infinity)
    case "-inf": return .number(-.infinity)
    case "nan", "+nan", "-nan": return .number(.nan)
    default: break
    }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where word.hasPrefix(prefix) {
      return digits(word.dropFirst(2)).flatMap { Int($0, radix: radix) }.map { .integer($0) }
    }
    let unsigned = word.drop { $0 == "+" || $0 == "-" }
    guard word.count - unsigned.count <= 1, unsigned.first?.isNumber == true,
      let plain = digits(word[...])
    else { return nil }
    let hasLeadingZero = unsigned.hasPrefix("0") && unsigned.dropFirst().first?.isNumber == true
    if hasLeadingZero { return nil }
    if let integer = Int(plain) { return .integer(integer) }
    let isDecimal = plain.allSatisfy { $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }
    let parts = plain.split(separator: ".", omittingEmptySubsequences: false)
    guard isDecimal, parts.count < 3, parts.dropFirst().allSatisfy({ $0.first?.isNumber == true })
    else { return nil }
    return Double(plain).map { .number($0) }
  }

  /// A number without the `_` between its digits; `nil` where one stands elsewhere.
  private static func digits(_ word: Substring) -> String? {
    let parts = word.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return String(word) }
    let isBetween =
      parts.dropLast().allSatisfy { $0.last?.isHexDigit == true }
      && parts.dropFirst().allSatisfy { $0.first?.isHexDigit == true }
    return isBetween ? parts.joined() : nil
  }

  private mutating func readArray() throws(Failure) -> TOMLValue.Content {
    text.removeFirst()
    var values: [TOMLValue] = []
    while true {
      skipBlank(lines: true)
      if take("]") { return .array(values) }
      let start = line
      values.append(TOMLValue(try readValue(inside: 1), line: start))
      skipBlank(lines: true)
      if take(",") { continue }
      guard text.first == "]" else { throw failure("expected \",\" or \"]\" in an array\(came)") }
    }
  }

  private mutating func readInlineTable() throws(Failure) -> TOMLValue.Content {
    text.removeFirst()
    var table = TOMLTable(line: line)
    skipBlank(lines: false)
    if take("}") { return .table(table) }
    repeat {
      let key = try readKey()
      try expect("=", after: "the key \(Self.shown(key))")
      skipBlank(lines: false)
      let value = try readValue(inside: key.count)
      try table.set(key, TOMLValue(value, line: line), below: 0)
      skipBlank(lines: false)
    } while take(",")
    try expect("}", after: "the values of an inline table")
    return .table(table)
  }

  // MARK: - Strings

  private mutating func readString() throws(Failure) -> String {
    guard let quote = text.first else { return "" }
    let isLong = text.starts(with: [quote, quote, quote])
    text = text.dropFirst(isLong ? 3 : 1)
    if isLong {
      _ = take("\r")
      if take("\n") { line += 1 }
    }
    let start = line
    var result = String.UnicodeScalarView()
    while let next = text.first {
      if next == quote, !isLong || text.starts(with: [quote, quote, quote]) {
        text = text.dropFirst(isLong ? 3 : 1)
        // Up to two quotes may stand right before the end of a long text.
        while isLong, take(quote) { result.append(quote) }
        return String(result)
      }
      if next == "\n" {
        guard isLong else { break }
        line += 1
      }
      text.removeFirst()
      if next == "\\", quote == "\"" {
        try readEscape(isLong, into: &result)
      } else {
        result.append(next)
      }
    }
    throw Failure(line: start, message: "the text that begins here has no end")
  }

  private mutating func readEscape(
    _ isLong: Bool, into result: inout String.UnicodeScalarView
  ) throws(Failure) {
    let next = text.popFirst()
    switch next {
    case "b": result.append("\u{8}")
    case "t": result.append("\t")
    case "n": result.append("\n")
    case "f": result.append("\u{C}")
    case "r": result.append("\r")
    case "e": result.append("\u{1B}")
    case "\"": result.append("\"")
    case "\\": result.append("\\")
    case "u", "U":
      let count = next == "u" ? 4 : 8
      let code = String(text.prefix(count))
      guard code.count == count, let number = UInt32(code, radix: 16),
        let scalar = Unicode.Scalar(number)
      else { throw failure("\\\(next == "u" ? "u" : "U")\(code) is no character") }
      text = text.dropFirst(count)
      result.append(scalar)
    case " ", "\t", "\r", "\n":
      guard isLong else { throw failure("a backslash at the end of a line needs \"\"\"") }
      if next == "\n" { line += 1 }
      while let blank = text.first, " \t\r\n".unicodeScalars.contains(blank) {
        if blank == "\n" { line += 1 }
        text.removeFirst()
      }
    default:
      throw failure("\\\(next.map(String.init) ?? "") is no escape; a backslash is written \\\\")
    }
  }
}
