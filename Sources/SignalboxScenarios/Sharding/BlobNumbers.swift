/// Checks the numbers and the depth of a line of a blob before it is decoded: what is counted with
/// later cannot overflow.
struct BlobNumbers {
  /// Lists and objects nest at most so deep.
  static let maxDepth = 64
  /// Counts, lines and places are at most so large.
  static let maxCount = 1_000_000_000
  /// Spans of time are at most so many seconds: about three hundred years.
  static let maxSeconds = 10_000_000_000

  private let line: ArraySlice<UInt8>
  private var index: Int
  private var depth = 0
  /// The name that the value belongs to.
  private var key = ""
  private var lastText = ""
  /// The place in a list.
  private var place = 0

  private init(_ line: ArraySlice<UInt8>) {
    self.line = line
    index = line.startIndex
  }

  /// What is wrong with a line, as one sentence without a full stop; `nil` for nothing. Cost:
  /// O(bytes).
  static func fault(in line: ArraySlice<UInt8>) -> String? {
    var reader = BlobNumbers(line)
    return reader.fault()
  }

  private mutating func fault() -> String? {
    while index < line.endIndex {
      switch line[index] {
      case UInt8(ascii: "\""): skipText()
      case UInt8(ascii: ":"): key = lastText
      case UInt8(ascii: ","): place += 1
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        place = 0
        depth += 1
        if depth > Self.maxDepth {
          return "lists and objects nest deeper than \(Self.maxDepth) levels"
        }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        if let fault = numberFault() { return fault }
        continue
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Up to the closing quote.
  private mutating func skipText() {
    let start = index + 1
    index = start
    while index < line.endIndex, line[index] != UInt8(ascii: "\"") {
      index += line[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    let end = min(index, line.endIndex)
    lastText = end - start <= 16 ? String(decoding: line[start..<end], as: UTF8.self) : ""
  }

  private mutating func numberFault() -> String? {
    let rest = line[index...]
    let digits = rest.prefix { "+-.eE0123456789".utf8.contains($0) }
    index = digits.endIndex
    let text = String(decoding: digits, as: UTF8.self)
    let most: Double
    switch (key, place) {
    case ("seed", _): most = Double(UInt64.max)
    case ("duration", 0), ("timeout", 0): most = Double(Self.maxSeconds)
    case ("duration", 1), ("timeout", 1): most = 1e18
    default: most = Double(Self.maxCount)
    }
    if let number = Double(text), (0...most).contains(number) { return nil }
    let name = key.isEmpty ? "a number" : key
    let limit = most == 1e18 ? "1e18" : String(UInt64(exactly: most) ?? .max)
    return "\(name) is \(text.prefix(40)), expected a number from 0 to \(limit)"
  }
}
