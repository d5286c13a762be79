internal import SignalboxScripting

/// Finds the scenarios in a file that can be omitted, based on the file's tokens.
struct ScenarioSpans {
  /// The tokens of a `scenario "name" { … }`. If the scenario is an element of a table, the tokens
  /// include the separator that follows, if any.
  struct Span {
    /// The index of the first token.
    let first: Int
    /// The index of the last token.
    let last: Int
    /// Whether the scenario is an element of a suite's table.
    let isElement: Bool
  }

  private let tokens: [LuaToken]

  private static let selectors: LuaToken.WordSet = [".", ":"]
  private static let declarations: LuaToken.WordSet = ["local", "function"]
  private static let openings: LuaToken.WordSet = [
    "{", "(", "[", "function", "do", "then", "repeat",
  ]
  private static let closings: LuaToken.WordSet = ["}", ")", "]", "end", "until", "elseif"]
  private static let valueEnds: LuaToken.WordSet = ["end", "nil", "true", "false"]
  private static let markEnds: LuaToken.WordSet = [";", "}", ")", "]"]
  private static let operators: LuaToken.WordSet = ["and", "or"]
  private static let literals: LuaToken.WordSet = ["true", "false", "nil"]
  private static let plainMarks: LuaToken.WordSet = [
    "{", "}", ",", ";", "=", "==", "[", "]", "-",
  ]
  private static let callMarks: LuaToken.WordSet = ["(", "{", ":", "."]
  private static let blockOpenings: LuaToken.WordSet = ["function", "do", "then", "repeat"]
  private static let blockClosings: LuaToken.WordSet = ["end", "until", "elseif"]

  private static let suiteSeparators: LuaToken.WordSet = [",", ";"]
  private static let elementStarts: LuaToken.WordSet = ["{", ",", ";"]

  init(_ tokens: [LuaToken]) { self.tokens = tokens }

  /// All scenarios that can be omitted, in the order in which they occur in the source, or `nil` if
  /// the file may redefine `scenario` or `suite`.
  var found: [Span]? {
    var found: [Span] = []
    // For each open block or table, innermost last, whether it is the table of a suite.
    var open: [Bool] = []
    var suite: Int?
    var index = 0
    while index < tokens.count {
      if reads(index, "_ENV") || reads(index, "_G") { return nil }
      if isWord(index) {
        guard isCall(index) else { return nil }
        if reads(index, "suite") { suite = index }
        if reads(index, "scenario"), let span = span(at: index, isInSuite: open.last) {
          found.append(span)
          index = span.last + 1
          continue
        }
      }
      if isOne(index, of: Self.openings) {
        open.append(reads(index, "{") && suite == index - 2)
      } else if isOne(index, of: Self.closings) {
        // The keyword `else` ends a block and begins another block.
        _ = open.popLast()
      }
      index += 1
    }
    return found
  }

  /// Returns whether a token is `scenario` or `suite` and is not used as a field, as in
  /// `x.scenario`.
  private func isWord(_ index: Int) -> Bool {
    (reads(index, "scenario") || reads(index, "suite")) && !isOne(index - 1, of: Self.selectors)
  }

  /// Returns the scenario that begins at a token, or `nil` if there is no scenario or the scenario
  /// cannot be omitted.
  ///
  /// - Parameter isInSuite: Whether the innermost table belongs to a suite, or `nil` at the top
  ///   level.
  private func span(at index: Int, isInSuite: Bool?) -> Span? {
    switch isInSuite {
    case false?: return nil
    case true?:
      guard isOne(index - 1, of: Self.elementStarts), let last = plainTable(from: index + 2) else {
        return nil
      }
      if isOne(last + 1, of: Self.suiteSeparators) {
        return Span(first: index, last: last + 1, isElement: true)
      }
      return reads(last + 1, "}") ? Span(first: index, last: last, isElement: true) : nil
    case nil:
      guard startsStatement(index), let last = plainTable(from: index + 2), endsStatement(last + 1)
      else { return nil }
      return Span(first: index, last: last, isElement: false)
    }
  }

  private func reads(_ index: Int, _ word: LuaToken.Word) -> Bool {
    tokens.indices.contains(index) && tokens[index].word == word
  }

  private func isOne(_ index: Int, of words: LuaToken.WordSet) -> Bool {
    tokens.indices.contains(index) && words.contains(tokens[index].word)
  }

  /// Returns whether the token begins a call such as `scenario "…"` or `scenario(…)`, which does
  /// not redefine the name.
  private func isCall(_ index: Int) -> Bool {
    guard tokens.indices.contains(index + 1), !isOne(index - 1, of: Self.declarations) else {
      return false
    }
    return tokens[index + 1].kind == .string || reads(index + 1, "(")
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

  /// Returns the index of the closing brace of a table that contains no calls, or `nil` if there is
  /// no such table.
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

  /// Returns whether a token is a literal, a separator, or a name that is either a key or only
  /// read, so that it is not part of a call.
  private func isPlain(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .string, .number: return !calls(index)
    case .name: return !calls(index) && !reads(index, "scenario")
    case .keyword: return isOne(index, of: Self.literals)
    case .mark: return isOne(index, of: Self.plainMarks)
    case .comment, .unknown: return false
    }
  }

  private func calls(_ index: Int) -> Bool {
    guard tokens.indices.contains(index + 1) else { return false }
    return isOne(index + 1, of: Self.callMarks) || tokens[index + 1].kind == .string
  }

  /// Returns the index of the `end` that closes a function, or `nil` if there is none.
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
