internal import SignalboxScripting

/// A script's source, used to show definitions.
struct SourceText {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A definition's lines and location.
  struct Block {
    let lines: [String]
    let place: String
  }

  /// Returns the function that begins on a line, with the preceding comment, or `nil` if no
  /// function begins on the line.
  func block(at line: Int, of file: String) -> Block? {
    let tokens = Array(LuaTokens(bytes))
    guard let start = tokens.firstIndex(where: { $0.line == line && $0.word == "function" }) else {
      return nil
    }
    var depth = BlockDepth()
    var last = tokens[start]
    for token in tokens[start...] {
      last = token
      depth.take(token)
      if depth.value == 0, token.word == "end" { break }
    }
    let all = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard last.line <= all.count else { return nil }
    var first = line - 1
    while first > 0, all[first - 1].trimmed.hasPrefix("--") { first -= 1 }
    return Block(lines: Array(all[first..<last.line]), place: "\(file):\(line)")
  }
}

/// The nesting depth of blocks and brackets in Lua code.
struct BlockDepth {
  private(set) var value = 0
  /// Whether the next `do` belongs to a loop that has already been counted.
  private var isLoop = false

  mutating func take(_ token: LuaToken) {
    guard token.kind == .keyword || token.kind == .mark else { return }
    switch token.word {
    case "function", "if", "repeat", "(", "{", "[": value += 1
    case "for", "while":
      value += 1
      isLoop = true
    case "do":
      if !isLoop { value += 1 }
      isLoop = false
    case "end", "until", ")", "}", "]": value = max(0, value - 1)
    default: break
    }
  }

  /// Returns whether a line that begins with the given token is indented one level less than the
  /// preceding line.
  static func closes(_ token: LuaToken) -> Bool {
    (["end", "until", "else", "elseif", ")", "}", "]"] as [LuaToken.Word]).contains(token.word)
      && token.kind != .string
  }
}
