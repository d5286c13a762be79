internal import SignalboxScripting

/// A file of many flows without those that do not run, so that loading it for one flow costs what that
/// flow costs (decision 0101).
///
/// Left out are statements of the form `flow "name" { … }` at the top of the file whose tables are made
/// of plain values and functions: making those has no effect but the flow itself. Lines stay where they
/// are.
struct FlowSkeleton: Hashable, Sendable {
  private struct Statement: Hashable {
    let range: Range<Int>
    let line: Int
    let lineCount: Int
  }

  /// A file of fewer flows is loaded as it is.
  private static let fewest = 16

  private let source: [UInt8]
  private let statements: [Statement]

  /// `nil` where it would save little, or the file gives `flow` another meaning.
  init?(_ source: [UInt8]) {
    let tokens = Array(LuaTokens(source))
    let reader = Reader(tokens: tokens)
    guard let found = reader.statements, found.count >= Self.fewest else { return nil }
    self.source = source
    statements = found.map { first, last in
      let range = tokens[first].start..<tokens[last].end
      return Statement(
        range: range, line: tokens[first].line,
        lineCount: source[range].count { $0 == UInt8(ascii: "\n") })
    }
  }

  /// The text for the flow that begins in a line.
  func source(forLine line: Int) -> [UInt8] {
    var text: [UInt8] = []
    var place = 0
    for statement in statements where statement.line != line {
      text += source[place..<statement.range.lowerBound]
      // Not to join what stands before and behind it.
      text.append(UInt8(ascii: ";"))
      text += repeatElement(UInt8(ascii: "\n"), count: statement.lineCount)
      place = statement.range.upperBound
    }
    return text + source[place...]
  }

  // MARK: - Finding

  /// Finds the statements in the tokens of a file.
  private struct Reader {
    let tokens: [LuaToken]

    private static let selectors: Set<LuaToken.Word> = [".", ":"]
    private static let declarations: Set<LuaToken.Word> = ["local", "function"]
    private static let openings: Set<LuaToken.Word> = [
      "{", "(", "[", "function", "do", "then", "repeat",
    ]
    private static let closings: Set<LuaToken.Word> = ["}", ")", "]", "end", "until", "elseif"]
    private static let valueEnds: Set<LuaToken.Word> = ["end", "nil", "true", "false"]
    private static let markEnds: Set<LuaToken.Word> = [";", "}", ")", "]"]
    private static let operators: Set<LuaToken.Word> = ["and", "or"]
    private static let literals: Set<LuaToken.Word> = ["true", "false", "nil"]
    private static let plainMarks: Set<LuaToken.Word> = [
      "{", "}", ",", ";", "=", "==", "[", "]", "-",
    ]
    private static let callMarks: Set<LuaToken.Word> = ["(", "{", ":", "."]
    private static let blockOpenings: Set<LuaToken.Word> = ["function", "do", "then", "repeat"]
    private static let blockClosings: Set<LuaToken.Word> = ["end", "until", "elseif"]

    /// The first and last tokens of each; `nil` where the file gives `flow` another meaning.
    var statements: [(first: Int, last: Int)]? {
      var found: [(first: Int, last: Int)] = []
      var depth = 0
      var index = 0
      while index < tokens.count {
        if reads(index, "_ENV") || reads(index, "_G") { return nil }
        if reads(index, "flow"), !isField(index) {
          guard isCall(index) else { return nil }
          if depth == 0, startsStatement(index), let last = plainTable(from: index + 2),
            endsStatement(last + 1)
          {
            found.append((index, last))
            index = last + 1
            continue
          }
        }
        depth += depthChange(index)
        index += 1
      }
      return found
    }

    private func reads(_ index: Int, _ word: LuaToken.Word) -> Bool {
      tokens.indices.contains(index) && tokens[index].word == word
    }

    private func isOne(_ index: Int, of words: Set<LuaToken.Word>) -> Bool {
      tokens.indices.contains(index) && words.contains(tokens[index].word)
    }

    /// `x.flow`, `x:flow`.
    private func isField(_ index: Int) -> Bool { isOne(index - 1, of: Self.selectors) }

    /// `flow "…"`, `flow(…)`: uses the word and gives it no other meaning.
    private func isCall(_ index: Int) -> Bool {
      guard tokens.indices.contains(index + 1), !isOne(index - 1, of: Self.declarations) else {
        return false
      }
      return tokens[index + 1].kind == .string || reads(index + 1, "(")
    }

    /// Brackets and blocks that are open.
    private func depthChange(_ index: Int) -> Int {
      if isOne(index, of: Self.openings) { return 1 }
      if isOne(index, of: Self.closings) { return -1 }
      // What `else` ends it begins again.
      return 0
    }

    private func startsStatement(_ index: Int) -> Bool {
      guard index > 0 else { return true }
      switch tokens[index - 1].kind {
      case .name, .string, .number: return true
      case .keyword: return isOne(index - 1, of: Self.valueEnds)
      case .mark: return isOne(index - 1, of: Self.markEnds)
      case .comment, .unknown: return false
      }
    }

    private func endsStatement(_ index: Int) -> Bool {
      guard tokens.indices.contains(index) else { return true }
      return tokens[index].kind == .name || tokens[index].kind == .keyword && !isOperator(index)
        || reads(index, ";")
    }

    private func isOperator(_ index: Int) -> Bool { isOne(index, of: Self.operators) }

    /// The closing brace of a table that calls nothing; `nil` where there is none.
    private func plainTable(from start: Int) -> Int? {
      guard reads(start, "{") else { return nil }
      var depth = 0
      var index = start
      while index < tokens.count {
        if reads(index, "function") {
          guard let end = blockEnd(index) else { return nil }
          index = end + 1
          continue
        }
        if reads(index, "{") { depth += 1 }
        if reads(index, "}") {
          depth -= 1
          if depth == 0 { return index }
        }
        guard isPlain(index) else { return nil }
        index += 1
      }
      return nil
    }

    /// Literals, names that are keys or read, and what stands between them; nothing that is called.
    private func isPlain(_ index: Int) -> Bool {
      switch tokens[index].kind {
      case .string, .number: return !calls(index)
      case .name: return !calls(index) && !reads(index, "flow")
      case .keyword: return isOne(index, of: Self.literals)
      case .mark: return isOne(index, of: Self.plainMarks)
      case .comment, .unknown: return false
      }
    }

    private func calls(_ index: Int) -> Bool {
      guard tokens.indices.contains(index + 1) else { return false }
      return isOne(index + 1, of: Self.callMarks) || tokens[index + 1].kind == .string
    }

    /// The `end` of a function.
    private func blockEnd(_ start: Int) -> Int? {
      var depth = 0
      for index in start..<tokens.count {
        if isOne(index, of: Self.blockOpenings) { depth += 1 }
        if isOne(index, of: Self.blockClosings) { depth -= 1 }
        if depth == 0 { return index }
      }
      return nil
    }
  }
}
