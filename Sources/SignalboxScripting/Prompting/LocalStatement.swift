/// A `local` statement that stands in no block, and what it declares.
struct LocalStatement: Hashable {
  enum Attribute: Hashable {
    case constant
    case closing
  }

  struct Variable: Hashable {
    let name: String
    var attribute: Attribute?
  }

  let variables: [Variable]
  /// Where the next byte behind the statement is.
  let end: Int

  /// All of a text that Lua has found well-formed, in order.
  static func all(in tokens: [LuaToken], of source: [UInt8]) -> [LocalStatement] {
    var reader = LocalReader(tokens: tokens, source: source)
    return reader.statements()
  }
}

/// Walks through the tokens of a well-formed chunk as far as it takes to see where such statements
/// end.
private struct LocalReader {
  let tokens: [LuaToken]
  let source: [UInt8]
  private var index = 0

  private static let openings: LuaToken.WordSet = ["function", "if", "do", "repeat"]
  private static let closings: LuaToken.WordSet = ["end", "until"]
  private static let prefixes: LuaToken.WordSet = ["not", "-", "#", "~"]
  private static let operators: LuaToken.WordSet = [
    "+", "-", "*", "/", "//", "^", "%", "..", "<", "<=", ">", ">=", "==", "~=", "and", "or", "&",
    "|", "~", "<<", ">>",
  ]
  private static let openBrackets: LuaToken.WordSet = ["(", "[", "{"]
  private static let closeBrackets: LuaToken.WordSet = [")", "]", "}"]
  private static let selectors: LuaToken.WordSet = [".", ":"]

  init(tokens: [LuaToken], source: [UInt8]) {
    self.tokens = tokens
    self.source = source
  }

  mutating func statements() -> [LocalStatement] {
    var found: [LocalStatement] = []
    var depth = 0
    while index < tokens.count {
      if depth == 0, isAt("local") {
        found.append(statement())
        continue
      }
      if isAt(Self.openings) { depth += 1 }
      if isAt(Self.closings) { depth -= 1 }
      index += 1
    }
    return found
  }

  private var word: LuaToken.Word? {
    // The empty word stands for everything that has none.
    index < tokens.count && tokens[index].kind != .string ? tokens[index].word : nil
  }

  private func isAt(_ expected: LuaToken.Word) -> Bool { word == expected }

  private func isAt(_ words: LuaToken.WordSet) -> Bool { word.map(words.contains) ?? false }

  private func text() -> String {
    guard index < tokens.count else { return "" }
    return String(decoding: source[tokens[index].start..<tokens[index].end], as: UTF8.self)
  }

  /// From `local` on.
  private mutating func statement() -> LocalStatement {
    index += 1
    var variables: [LocalStatement.Variable] = []
    if isAt("function") {
      index += 1
      variables.append(LocalStatement.Variable(name: text()))
      skipBlock(from: index - 1)
    } else {
      repeat {
        if isAt(",") { index += 1 }
        variables.append(variable())
      } while isAt(",")
      if isAt("=") {
        repeat {
          index += 1
          skipExpression()
        } while isAt(",")
      }
    }
    return LocalStatement(variables: variables, end: index > 0 ? tokens[index - 1].end : 0)
  }

  private mutating func variable() -> LocalStatement.Variable {
    var variable = LocalStatement.Variable(name: text())
    index += 1
    if isAt("<") {
      index += 1
      variable.attribute = isAt("close") ? .closing : .constant
      index += 2
    }
    return variable
  }

  // MARK: - Expressions

  private mutating func skipExpression() {
    while index < tokens.count {
      while isAt(Self.prefixes) { index += 1 }
      skipOperand()
      guard isAt(Self.operators) else { return }
      index += 1
    }
  }

  /// A literal, a function, or what can be called and indexed with all that follows it.
  private mutating func skipOperand() {
    if isAt("function") { return skipBlock(from: index) }
    let canGoOn = isAt("(") || index < tokens.count && tokens[index].kind == .name
    if isAt(Self.openBrackets) { skipBrackets() } else { index += 1 }
    while canGoOn, index < tokens.count {
      if isAt(Self.selectors) {
        index += 2
      } else if isAt(Self.openBrackets) {
        skipBrackets()
      } else if tokens[index].kind == .string {
        index += 1
      } else {
        return
      }
    }
  }

  private mutating func skipBrackets() {
    var depth = 0
    while index < tokens.count {
      if isAt(Self.openBrackets) { depth += 1 }
      if isAt(Self.closeBrackets) { depth -= 1 }
      index += 1
      if depth == 0 { return }
    }
  }

  /// A function from its keyword to its `end`.
  private mutating func skipBlock(from start: Int) {
    index = start
    var depth = 0
    while index < tokens.count {
      if isAt(Self.openings) { depth += 1 }
      if isAt(Self.closings) { depth -= 1 }
      index += 1
      if depth == 0 { return }
    }
  }
}
