/// Distinguishes the code, comments and literals of Swift source text, byte by byte.
///
/// Supports nested comments, raw and multi-line strings, interpolation, raw identifiers and regex
/// literals. The scanner is not a parser: a bare `/.../` counts as a regex only where an operand
/// may begin.
struct SwiftScanner {
  enum Kind { case code, comment, literal }

  private enum Mode {
    /// The number of open parentheses since the interpolation began. The outermost code has no end.
    case code(depth: Int)
    case string(quotes: Int, hashes: Int)
  }

  private let bytes: [UInt8]
  private var kinds: [Kind]
  private var modes: [Mode] = []
  private var index = 0

  /// Returns the kind of every byte of `text`.
  static func kinds(of text: String) -> [Kind] {
    var scanner = SwiftScanner(text)
    while scanner.index < scanner.bytes.count { scanner.step() }
    return scanner.kinds
  }

  private init(_ text: String) {
    bytes = Array(text.utf8)
    kinds = Array(repeating: .code, count: bytes.count)
  }

  private mutating func step() {
    if case .string(let quotes, let hashes)? = modes.last {
      stepInString(quotes: quotes, hashes: hashes)
    } else {
      stepInCode()
    }
  }

  private mutating func stepInCode() {
    switch bytes[index] {
    case UInt8(ascii: "/") where starts("//"):
      take(.comment, upTo: "\n")
    case UInt8(ascii: "/") where starts("/*"):
      takeBlockComment()
    case UInt8(ascii: "/"):
      takeRegexOrOperator()
    case UInt8(ascii: "`"):
      take(.code, count: 1)
      take(.literal, upTo: "`")
      take(.code, count: 1)
    case UInt8(ascii: "#"), UInt8(ascii: "\""):
      takeDelimiter()
    default:
      countParenthesis()
      take(.code, count: 1)
    }
  }

  /// Ends an interpolation at its closing parenthesis.
  private mutating func countParenthesis() {
    guard case .code(let depth)? = modes.last else { return }
    switch bytes[index] {
    case UInt8(ascii: "("): modes[modes.count - 1] = .code(depth: depth + 1)
    case UInt8(ascii: ")") where depth == 1: modes.removeLast()
    case UInt8(ascii: ")"): modes[modes.count - 1] = .code(depth: depth - 1)
    default: break
    }
  }

  /// Begins a string or an extended regex after any number of `#`, or skips other text.
  private mutating func takeDelimiter() {
    let hashes = run(of: "#", from: index)
    let quotes = run(of: "\"", from: index + hashes)
    if quotes == 0, hashes > 0, byte(index + hashes) == UInt8(ascii: "/") {
      take(.literal, upTo: "/" + String(repeating: "#", count: hashes), after: hashes + 1)
      take(.literal, count: hashes + 1)
      return
    }
    // Two quotes are an empty string, and three open a multi-line string.
    let opening = quotes >= 3 ? 3 : min(quotes, 1)
    take(opening == 0 ? .code : .literal, count: hashes + opening)
    if opening > 0 { modes.append(.string(quotes: opening, hashes: hashes)) }
  }

  private mutating func stepInString(quotes: Int, hashes: Int) {
    switch bytes[index] {
    case UInt8(ascii: "\\") where run(of: "#", from: index + 1) >= hashes:
      let isInterpolation = byte(index + 1 + hashes) == UInt8(ascii: "(")
      take(.literal, count: hashes + 2)
      if isInterpolation { modes.append(.code(depth: 1)) }
    case UInt8(ascii: "\"")
    where run(of: "\"", from: index) >= quotes && run(of: "#", from: index + quotes) >= hashes:
      take(.literal, count: quotes + hashes)
      modes.removeLast()
    case UInt8(ascii: "\n") where quotes == 1:
      modes.removeLast()
      take(.code, count: 1)
    default:
      take(.literal, count: 1)
    }
  }

  private mutating func takeBlockComment() {
    var depth = 0
    repeat {
      if starts("/*") {
        depth += 1
        take(.comment, count: 2)
      } else if starts("*/") {
        depth -= 1
        take(.comment, count: 2)
      } else {
        take(.comment, count: 1)
      }
    } while depth > 0 && index < bytes.count
  }

  private mutating func takeRegexOrOperator() {
    let before = bytes[..<index].last { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
    let operandMayBegin = before.map { "(,=:[{!&|?".utf8.contains($0) } ?? true
    let after = byte(index + 1)
    guard operandMayBegin, after != UInt8(ascii: " "), after != UInt8(ascii: ")"),
      let end = endOfRegex()
    else { return take(.code, count: 1) }
    take(.literal, count: end + 1 - index)
  }

  /// Returns the position of the slash that closes the regex, if this line contains it.
  private func endOfRegex() -> Int? {
    var position = index + 1
    while let next = byte(position), next != UInt8(ascii: "\n") {
      if next == UInt8(ascii: "/") { return position }
      position += next == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  // MARK: - Steps

  private func byte(_ position: Int) -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  private func starts(_ prefix: String) -> Bool {
    bytes[index] == prefix.utf8.first && bytes[index...].starts(with: prefix.utf8)
  }

  private func run(of character: Character, from start: Int) -> Int {
    bytes[min(start, bytes.count)...].prefix { $0 == character.asciiValue }.count
  }

  private mutating func take(_ kind: Kind, count: Int) {
    let end = min(index + count, bytes.count)
    for position in index..<end { kinds[position] = kind }
    index = end
  }

  private mutating func take(_ kind: Kind, upTo end: String, after offset: Int = 0) {
    take(kind, count: offset)
    while index < bytes.count, !starts(end) { take(kind, count: 1) }
  }
}
