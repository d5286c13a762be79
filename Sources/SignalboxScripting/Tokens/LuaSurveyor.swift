/// Walks through the tokens of a well-formed chunk with its scopes (manual §3.3, §3.5).
///
/// Every loop ends with the tokens, and every statement takes one at least.
struct LuaSurveyor {
  typealias Word = LuaToken.Word

  let source: [UInt8]
  let tokens: [LuaToken]
  var index = 0
  var found = LuaSurvey()
  /// What is declared, innermost last, with the chain that each stands for.
  private var scopes: [[String: [String]]] = []
  private var functions: [Int] = []
  /// How many statements and expressions are around the token.
  private var depth = 0
  /// The field that the newest expression ends with.
  var lastField: String?

  static let blockEnds: Set<Word> = ["end", "else", "elseif", "until"]
  static let unaryMarks: Set<Word> = ["not", "-", "#", "~"]
  static let binaryMarks: Set<Word> = [
    "+", "-", "*", "/", "//", "^", "%", "..", "<", "<=", ">", ">=", "==", "~=", "and", "or", "&",
    "|", "~", "<<", ">>",
  ]

  init(_ source: [UInt8]) {
    self.source = source
    let all = Array(LuaTokens(source, keepsComments: true))
    tokens = all.filter { $0.kind != .comment }
    for comment in all where comment.kind == .comment {
      let text = String(decoding: source[comment.start..<comment.end], as: UTF8.self)
      if text.contains("check: ignore") { found.ignoredLines.insert(comment.line) }
    }
    for token in tokens {
      if token.kind == .string, let text = literal(token) {
        found.literals[text, default: []].append(token.line)
      } else if token.kind == .name {
        found.identifiers.insert(String(decoding: source[token.start..<token.end], as: UTF8.self))
      }
    }
  }

  mutating func survey() -> LuaSurvey {
    while index < tokens.count {
      block()
      // An end too many, in a text that does not parse.
      index += 1
    }
    return found
  }

  // MARK: - Tokens

  func at(_ word: Word) -> Bool {
    index < tokens.count && tokens[index].kind != .string && tokens[index].word == word
  }

  func at(_ words: Set<Word>) -> Bool {
    index < tokens.count && tokens[index].kind != .string && words.contains(tokens[index].word)
  }

  func at(_ kind: LuaToken.Kind) -> Bool { index < tokens.count && tokens[index].kind == kind }

  var line: Int { index < tokens.count ? tokens[index].line : tokens.last?.line ?? 1 }

  mutating func take(_ word: Word) -> Bool {
    guard at(word) else { return false }
    index += 1
    return true
  }

  /// The name here, and behind it.
  mutating func name() -> String? {
    guard at(.name) else { return nil }
    defer { index += 1 }
    return String(decoding: source[tokens[index].start..<tokens[index].end], as: UTF8.self)
  }

  /// The text of a string without escapes.
  func literal(_ token: LuaToken) -> String? {
    let bytes = source[token.start..<token.end]
    guard !token.isUnfinished, bytes.count >= 2, let quote = bytes.first,
      quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      !bytes.contains(UInt8(ascii: "\\"))
    else { return nil }
    return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
  }

  var function: Int? { functions.last }

  // MARK: - Scopes

  mutating func inScope(_ body: (inout Self) -> Void) {
    scopes.append([:])
    body(&self)
    scopes.removeLast()
  }

  mutating func declare(_ name: String, as chain: [String]? = nil) {
    if scopes.isEmpty { scopes.append([:]) }
    scopes[scopes.count - 1][name] = chain ?? [name]
  }

  /// What a name of a local stands for; `nil` for a global.
  func local(_ name: String) -> [String]? {
    for scope in scopes.reversed() {
      if let chain = scope[name] { return chain }
    }
    return nil
  }

  mutating func use(_ name: String, line: Int, isWritten: Bool = false) {
    guard local(name) == nil else { return }
    found.globals.append(LuaSurvey.Global(name: name, line: line, isWritten: isWritten))
  }

  /// Reads what is inside one more statement or expression.
  ///
  /// Lua refuses text that nests 200 levels deep, so what is deeper says nothing: it is left out,
  /// with all behind it.
  mutating func nested<Result>(_ body: (inout Self) -> Result) -> Result? {
    guard depth < Self.maxDepth else {
      index = tokens.count
      return nil
    }
    depth += 1
    defer { depth -= 1 }
    return body(&self)
  }

  static let maxDepth = 220
  /// The most names that a chain keeps: `a.b.c`.
  static let maxChain = 100

  // MARK: - Statements

  mutating func block() {
    inScope { reader in
      while reader.index < reader.tokens.count, !reader.at(Self.blockEnds) {
        let start = reader.index
        _ = reader.nested { $0.statement() }
        if reader.index == start { reader.index += 1 }
      }
    }
  }

  private mutating func statement() {
    if take(";") || take("break") { return }
    if take("local") { return localStatement() }
    if take("function") { return functionStatement() }
    if take("if") { return ifStatement() }
    if take("for") { return forStatement() }
    if take("while") {
      expression()
      if take("do") { block() }
      _ = take("end")
    } else if take("do") {
      block()
      _ = take("end")
    } else if take("repeat") {
      repeatStatement()
    } else if take("return") {
      if !at(Self.blockEnds), !at(";") { expressions() }
    } else if take("goto") {
      _ = name()
    } else if take("::") {
      _ = name()
      _ = take("::")
    } else {
      expressionStatement()
    }
  }

  private mutating func localStatement() {
    let functionLine = line
    if take("function") {
      if let name = name() { declare(name) }
      return body(line: functionLine)
    }
    var names: [String] = []
    repeat {
      guard let name = name() else { break }
      names.append(name)
      if take("<") {
        _ = self.name()
        _ = take(">")
      }
    } while take(",")
    let chains = take("=") ? expressions() : []
    // Names are in scope behind their values only.
    for (place, name) in names.enumerated() {
      declare(name, as: place < chains.count ? chains[place] : nil)
    }
  }

  private mutating func functionStatement() {
    let functionLine = line
    let nameLine = line
    guard let first = name() else { return }
    if !at("."), !at(":") {
      use(first, line: nameLine, isWritten: true)
      return body(line: functionLine)
    }
    use(first, line: nameLine)
    while take(".") { _ = name() }
    let isMethod = take(":")
    if isMethod, let method = name() { found.methods.insert(method) }
    body(line: functionLine, isMethod: isMethod)
  }

  private mutating func ifStatement() {
    repeat {
      expression()
      _ = take("then")
      block()
    } while take("elseif")
    if take("else") { block() }
    _ = take("end")
  }

  private mutating func forStatement() {
    var names: [String] = []
    repeat {
      if let name = name() { names.append(name) } else { break }
    } while take(",")
    if take("=") || take("in") { expressions() }
    _ = take("do")
    inScope { reader in
      for name in names { reader.declare(name) }
      reader.block()
    }
    _ = take("end")
  }

  /// The condition sees the locals of the block.
  private mutating func repeatStatement() {
    inScope { reader in
      while reader.index < reader.tokens.count, !reader.at(Self.blockEnds) {
        let start = reader.index
        _ = reader.nested { $0.statement() }
        if reader.index == start { reader.index += 1 }
      }
      if reader.take("until") { reader.expression() }
    }
  }

  private mutating func expressionStatement() {
    var targets: [(name: String, line: Int)] = []
    var fields: [String?] = []
    repeat {
      let (start, startLine) = (index, line)
      if at(.name), index + 1 >= tokens.count || isAssignment(index + 1) {
        if let name = name() { targets.append((name, startLine)) }
        fields.append(nil)
      } else {
        suffixed()
        fields.append(lastField)
      }
      if index == start { return }
    } while take(",")
    if take("=") { values(of: fields) }
    for target in targets { use(target.name, line: target.line, isWritten: true) }
  }

  private mutating func values(of fields: [String?]) {
    var place = 0
    repeat {
      let start = index
      let field = place < fields.count ? fields[place] : nil
      if let literal = literalExpression(givenTo: field ?? ""), let field {
        found.mentions.append(
          LuaSurvey.Mention(
            target: .field(field), place: 1, text: literal.text, line: literal.line))
      }
      place += 1
      if index == start { break }
    } while take(",")
  }

  private func isAssignment(_ place: Int) -> Bool {
    tokens[place].kind == .mark && (tokens[place].word == "=" || tokens[place].word == ",")
  }

  /// Parameters and body, up to its `end`.
  mutating func body(line: Int, isMethod: Bool = false) {
    found.functions.append(LuaSurvey.Function(line: line, outer: function))
    functions.append(found.functions.count - 1)
    inScope { reader in
      if isMethod { reader.declare("self") }
      _ = reader.take("(")
      while !reader.at(")"), reader.index < reader.tokens.count {
        if let name = reader.name() { reader.declare(name) } else { reader.index += 1 }
      }
      _ = reader.take(")")
      reader.block()
    }
    functions.removeLast()
    _ = take("end")
  }
}
