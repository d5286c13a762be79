/// Reads the tokens of a source in sequence.
protocol LuaTokenReader {
  var source: [UInt8] { get }
  var tokens: [LuaToken] { get }
  /// The index of the next token.
  var index: Int { get set }
}

extension LuaTokenReader {
  func at(_ word: LuaToken.Word) -> Bool {
    index < tokens.count && tokens[index].kind != .string && tokens[index].word == word
  }

  func at(_ words: Set<LuaToken.Word>) -> Bool {
    index < tokens.count && tokens[index].kind != .string && words.contains(tokens[index].word)
  }

  func at(_ kind: LuaToken.Kind) -> Bool { index < tokens.count && tokens[index].kind == kind }

  var line: Int { index < tokens.count ? tokens[index].line : tokens.last?.line ?? 1 }

  /// The index of the first byte of the next token.
  var start: Int { index < tokens.count ? tokens[index].start : source.count }

  mutating func take(_ word: LuaToken.Word) -> Bool {
    guard at(word) else { return false }
    index += 1
    return true
  }

  /// Reads a name. Returns `nil` if the next token is not a name.
  mutating func name() -> String? {
    guard at(.name) else { return nil }
    defer { index += 1 }
    return String(decoding: source[tokens[index].start..<tokens[index].end], as: UTF8.self)
  }

  /// Reads a name and its position. Returns `nil` if the next token is not a name.
  mutating func word() -> LuaExpressions.Word? {
    let (line, start) = (line, start)
    return name().map { LuaExpressions.Word(text: $0, line: line, start: start) }
  }

  /// Returns the contents of a string in quotation marks without escapes, or `nil` for any other
  /// string.
  func literal(_ token: LuaToken) -> String? {
    let bytes = source[token.start..<token.end]
    guard !token.isUnfinished, bytes.count >= 2, let quote = bytes.first,
      quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      !bytes.contains(UInt8(ascii: "\\"))
    else { return nil }
    return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
  }

  /// The string at the next token as an argument, or `other` if the string contains escapes or is
  /// in long brackets.
  var string: LuaExpressions.Argument {
    literal(tokens[index]).map {
      .string(LuaExpressions.Word(text: $0, line: line, start: start))
    } ?? .other
  }
}
