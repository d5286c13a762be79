internal import SignalboxScripting

/// The positions of scenarios in a file, for editors.
struct ScenarioRanges {
  /// The range of a scenario's characters, which begins on the requested line.
  struct Range: Hashable {
    /// The first column, counted from 1 in characters.
    let column: Int
    /// The line of the last character, counted from 1.
    let endLine: Int
    /// The column after the last character.
    let endColumn: Int
  }

  private let source: [UInt8]
  private let tokens: [LuaToken]
  /// The index of the first byte of each line.
  private let lines: [Int]

  private static let openings: LuaToken.WordSet = ["{", "(", "["]
  private static let closings: LuaToken.WordSet = ["}", ")", "]"]

  init(_ source: [UInt8]) {
    self.source = source
    tokens = Array(LuaTokens(source))
    var lines = [0]
    for (index, byte) in source.enumerated() where byte == UInt8(ascii: "\n") {
      lines.append(index + 1)
    }
    self.lines = lines
  }

  /// Returns the range of the scenario that begins at a line: from the word `scenario`, or the
  /// first word of the line, to the end of the call. Returns `nil` if the line contains no code.
  func range(atLine line: Int) -> Range? {
    let first =
      tokens.firstIndex { $0.line == line && $0.word == "scenario" }
      ?? tokens.firstIndex { $0.line == line }
    guard let first else { return nil }
    let last = end(of: first)
    let end = tokens[last].end
    let endLine = (lines.firstIndex { $0 > end - 1 } ?? lines.count)
    return Range(
      column: column(of: tokens[first].start, atLine: line), endLine: endLine,
      endColumn: column(of: end, atLine: endLine))
  }

  /// Returns the index of the last token of the call that begins at a token: the closing bracket of
  /// its table or its arguments. A call whose argument is a string continues with the table that
  /// follows.
  private func end(of first: Int) -> Int {
    var (index, depth) = (first + 1, 0)
    while index < tokens.count {
      if Self.openings.contains(tokens[index].word) { depth += 1 }
      if Self.closings.contains(tokens[index].word) {
        depth -= 1
        // The call is the last element of a table that ends here.
        if depth < 0 { return index - 1 }
        if depth == 0, !continues(index + 1) { return index }
      }
      if depth == 0, tokens[index].kind == .keyword || tokens[index].word == "," {
        return index - 1
      }
      index += 1
    }
    return tokens.count - 1
  }

  /// Returns whether a call continues with another argument, as in `scenario "name" { … }`.
  private func continues(_ index: Int) -> Bool {
    guard index < tokens.count else { return false }
    return Self.openings.contains(tokens[index].word) && tokens[index].word != "["
      || tokens[index].kind == .string
  }

  private func column(of index: Int, atLine line: Int) -> Int {
    let start = lines[min(line, lines.count) - 1]
    return String(decoding: source[start..<max(start, index)], as: UTF8.self).count + 1
  }
}
