internal import SignalboxScripting

/// The text of a script, for showing how something was defined.
struct SourceText {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The lines of a definition, and where it is.
  struct Block {
    let lines: [String]
    let place: String
  }

  /// The function that begins on a line, with the comment above it; `nil` where there is none.
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

/// How deep in blocks and brackets a text is.
struct BlockDepth {
  private(set) var value = 0
  /// Whether a `do` belongs to the loop that has begun.
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

  /// Whether a line that begins with a token goes one step back.
  static func closes(_ token: LuaToken) -> Bool {
    (["end", "until", "else", "elseif", ")", "}", "]"] as [LuaToken.Word]).contains(token.word)
      && token.kind != .string
  }
}
