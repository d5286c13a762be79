internal import SignalboxScripting

/// The word and the argument at the cursor.
struct CursorContext {
  /// An argument of a call, and the tables in the argument that enclose the cursor.
  struct Argument {
    let callee: NameChain
    /// The index of the argument, counted from 0, not including `self`.
    let index: Int
    /// The call's first argument if it is a string literal and the cursor is in a later argument,
    /// otherwise `nil`.
    let first: String?
    /// Whether the call has no parentheses, so that the argument must be a string.
    let isBare: Bool
    /// The tables that enclose the cursor, outermost first.
    let tables: [TableLevel]
  }

  /// An unfinished table.
  struct TableLevel: Hashable {
    /// The names that already have a value in the table.
    var keys: [String] = []
    /// The name of the field whose value is at the cursor, or `nil` if the next token can begin a
    /// name or an element.
    var key: String?
    /// Whether another part of the same field precedes the cursor.
    var isBehind = false
  }

  /// The range of the word or, if the cursor is inside a string, of the string's contents. The
  /// range is in bytes and ends at the cursor.
  let word: Range<Int>
  /// The string that contains the cursor, or `nil` if there is none.
  let string: StringLiteral?
  /// The tokens before the word, without comments.
  let tokens: [LuaToken]
  /// The innermost call with an argument at the cursor, or `nil` if there is none.
  let argument: Argument?
  /// The indexed value if the cursor is in a string in square brackets, as in `t["na`, otherwise
  /// `nil`.
  let indexed: NameChain?
  /// Whether the cursor is in a comment. Comments have no suggestions.
  let isInComment: Bool
  /// Whether `=` follows the word, as after a field name.
  let isBeforeAssignment: Bool

  /// - Parameter cursor: The position in bytes.
  init(_ text: PromptText, at cursor: Int) {
    var before = 0
    var current: LuaToken?
    var isInComment = false
    var following: LuaToken?
    for token in text.tokens {
      if token.start >= cursor {
        following = token
        break
      }
      if token.end >= cursor, Self.goes(token, on: cursor) { current = token } else { before += 1 }
      if current?.kind == .comment { isInComment = true }
    }
    let tokens = text.tokens[..<before].filter { $0.kind != .comment }
    self.isInComment = isInComment
    self.tokens = tokens
    isBeforeAssignment = following?.word == "="
    let string = current?.kind == .string ? current.map { StringLiteral($0, in: text) } : nil
    self.string = string
    if let string {
      word = min(string.start, cursor)..<cursor
    } else {
      word = (current?.start ?? cursor)..<cursor
    }
    let finder = ArgumentFinder(text, tokens)
    argument = finder.argument(
      isString: string != nil, isApart: (tokens.last?.end ?? 0) < word.lowerBound)
    indexed = string == nil ? nil : finder.indexed
  }

  /// Returns whether the cursor is inside a token, or directly after a name, a comment or an
  /// unfinished string.
  private static func goes(_ token: LuaToken, on cursor: Int) -> Bool {
    switch token.kind {
    case .name, .keyword: true
    case .string, .comment: token.end > cursor || token.isUnfinished || token.kind == .comment
    case .number, .mark, .unknown: token.end > cursor && token.kind != .mark
    }
  }
}

/// Finds the call whose argument continues at the end of the tokens.
private struct ArgumentFinder {
  private enum Bracket {
    /// An opening parenthesis, with the index of the called expression's last token, if any, the
    /// index of the argument, and the index of the parenthesis.
    case round(Int?, argument: Int, opening: Int)
    case curly(Int?, CursorContext.TableLevel)
    case square
    /// A block between a keyword and its `end`.
    case block
  }

  private let text: PromptText
  private let tokens: [LuaToken]
  private let reader: ChainReader
  private var open: [Bracket] = []

  init(_ text: PromptText, _ tokens: [LuaToken]) {
    self.text = text
    self.tokens = tokens
    reader = ChainReader(text, tokens)
    for index in tokens.indices { take(index) }
  }

  /// - Parameters:
  ///   - isString: Whether the cursor is in a string.
  ///   - isApart: Whether white space precedes the cursor.
  func argument(isString: Bool, isApart: Bool) -> CursorContext.Argument? {
    let last = tokens.count - 1
    // This condition applies to calls such as `app:tap "Bu` and `app:tap `.
    if reader.endsValue(last), isString || isApart && isMethod(last), !isKey(last) {
      return reader.chain(endingAt: last).map {
        CursorContext.Argument(callee: $0, index: 0, first: nil, isBare: true, tables: [])
      }
    }
    var tables: [CursorContext.TableLevel] = []
    for bracket in open.reversed() {
      switch bracket {
      case .block, .square: return nil
      case .round(let callee, let index, let opening):
        return callee.flatMap(reader.chain(endingAt:)).map {
          CursorContext.Argument(
            callee: $0, index: index, first: index > 0 ? string(behind: opening) : nil,
            isBare: false, tables: tables.reversed())
        }
      case .curly(let callee, let level):
        tables.append(level)
        guard let callee else { continue }
        return reader.chain(endingAt: callee).map {
          CursorContext.Argument(
            callee: $0, index: 0, first: nil, isBare: false, tables: tables.reversed())
        }
      }
    }
    return nil
  }

  /// The value that is indexed by the square bracket at the end of the tokens, or `nil` if there is
  /// none.
  var indexed: NameChain? {
    let last = tokens.count - 1
    guard last > 0, tokens[last].word == "[", reader.endsValue(last - 1) else { return nil }
    return reader.chain(endingAt: last - 1)
  }

  /// Returns the value of the first argument if the argument is a string literal, otherwise `nil`.
  private func string(behind opening: Int) -> String? {
    guard opening + 2 < tokens.count, tokens[opening + 1].kind == .string,
      tokens[opening + 2].word == ","
    else { return nil }
    return StringLiteral(tokens[opening + 1], in: text).content
  }

  private func isMethod(_ index: Int) -> Bool {
    index > 0 && tokens[index].kind == .name && tokens[index - 1].word == ":"
  }

  /// Returns whether a name begins a field in a table, as in `{ title "`.
  private func isKey(_ index: Int) -> Bool {
    guard case .curly(_, let level)? = open.last, level.key == nil else { return false }
    return index > 0 && tokens[index].kind == .name
      && (tokens[index - 1].word == "{" || tokens[index - 1].word == ",")
  }

  private mutating func take(_ index: Int) {
    let token = tokens[index]
    guard token.kind == .mark || token.kind == .keyword else { return goOn() }
    let callee = reader.endsValue(index - 1) ? index - 1 : nil
    switch token.word {
    case "(": open.append(.round(callee, argument: 0, opening: index))
    case "{": open.append(.curly(callee, CursorContext.TableLevel()))
    case "[": open.append(.square)
    case ")", "]", "}", "end", "until": close(token.word)
    case "function", "if", "do", "repeat": open.append(.block)
    case ",", ";": separate()
    case "=": assign(index)
    default: goOn()
    }
  }

  private mutating func close(_ word: LuaToken.Word) {
    guard
      let index = open.lastIndex(where: { bracket in
        switch bracket {
        case .round: word == ")"
        case .curly: word == "}"
        case .square: word == "]"
        case .block: word == "end" || word == "until"
        }
      })
    else { return }
    open.removeSubrange(index...)
    goOn()
  }

  /// Records that the current field of the innermost table has begun.
  private mutating func goOn() {
    guard case .curly(let callee, var level)? = open.last else { return }
    level.isBehind = true
    open[open.count - 1] = .curly(callee, level)
  }

  private mutating func separate() {
    switch open.last {
    case .round(let callee, let argument, let opening):
      open[open.count - 1] = .round(callee, argument: argument + 1, opening: opening)
    case .curly(let callee, var level):
      level.key = nil
      level.isBehind = false
      open[open.count - 1] = .curly(callee, level)
    case .square, .block, nil: break
    }
  }

  private mutating func assign(_ index: Int) {
    guard case .curly(let callee, var level)? = open.last, level.key == nil, index > 0 else {
      return
    }
    let token = tokens[index - 1]
    if token.kind == .name {
      level.key = text.text(token)
    } else if token.word == "]", index > 1, tokens[index - 2].kind == .string {
      level.key = StringLiteral(tokens[index - 2], in: text).content
    } else {
      level.key = ""
    }
    level.keys.append(level.key ?? "")
    level.isBehind = false
    open[open.count - 1] = .curly(callee, level)
  }
}
