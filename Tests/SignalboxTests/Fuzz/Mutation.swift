/// Changes a text of JSON at random: its tokens, so that most of it still parses, or its bytes.
struct Mutation {
  private var random: SeededGenerator
  /// Values that files should not have.
  private static let odd = [
    "null", "-1", "0", "1", "999999", "9223372036854775807", "-9223372036854775808", "1e308",
    "0.5", "true", "\"\"", "\"\\u0000\"", "\"root\"", "[]", "{}", "[[]]", "\"\u{FFFD}\"",
  ]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func pick(_ count: Int) -> Int {
    Int.random(in: 0..<max(count, 1), using: &random)
  }

  /// The text with a few things changed.
  mutating func changed(_ text: String) -> String {
    var text = text
    for _ in 0...pick(3) {
      text = pick(4) == 0 ? changedBytes(text) : changedTokens(text)
    }
    return text
  }

  /// The lines with a few of them changed, lost, doubled or swapped.
  mutating func changed(_ lines: [String]) -> [String] {
    var lines = lines
    for _ in 0...pick(3) where !lines.isEmpty {
      let index = pick(lines.count)
      switch pick(6) {
      case 0: lines.remove(at: index)
      case 1: lines.insert(lines[index], at: pick(lines.count))
      case 2: lines.swapAt(index, pick(lines.count))
      default: lines[index] = changed(lines[index])
      }
    }
    return lines
  }

  private mutating func changedTokens(_ text: String) -> String {
    var tokens = Self.tokens(of: text)
    guard !tokens.isEmpty else { return text }
    let (one, other) = (pick(tokens.count), pick(tokens.count))
    switch pick(6) {
    case 0: tokens.remove(at: one)
    case 1: tokens.insert(tokens[one], at: other)
    case 2: tokens.swapAt(one, other)
    case 3: tokens[one] = Self.odd[pick(Self.odd.count)]
    default:
      // One of the same kind: a name for a name, a number for a number.
      let same = tokens.filter { $0.first == tokens[one].first }
      tokens[one] = same[pick(same.count)]
    }
    return tokens.joined()
  }

  private mutating func changedBytes(_ text: String) -> String {
    var bytes = Array(text.utf8)
    guard !bytes.isEmpty else { return text }
    let index = pick(bytes.count)
    let end = min(bytes.count, index + pick(20))
    switch pick(4) {
    case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
    case 1: bytes.removeSubrange(index..<end)
    case 2: bytes.insert(contentsOf: bytes[index..<end], at: pick(bytes.count))
    default: bytes.removeSubrange(index...)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Strings, words and numbers, and everything else byte by byte.
  private static func tokens(of text: String) -> [String] {
    text.matches(of: /"(?:[^"\\]|\\.)*"|[A-Za-z0-9.+-]+|./.dotMatchesNewlines()).map {
      String($0.output)
    }
  }
}
