/// Indexes the tokens of a well-formed chunk with its scopes (manual §3.3, §3.5).
///
/// Every loop ends with the tokens, and every statement consumes at least one.
struct LuaIndexer {
  typealias Word = LuaToken.Word

  let source: [UInt8]
  let tokens: [LuaToken]
  var index = 0
  var found = LuaIndex()
  /// The declared names, innermost scope last, with the chain of each.
  private var scopes: [[String: [String]]] = []
  private var functions: [Int] = []
  /// How many statements and expressions enclose the token.
  private var depth = 0
  /// The last field of the newest expression.
  var lastField: String?

  static let blockEnds: Set<Word> = ["end", "else", "elseif", "until"]
  static let unaryMarks: Set<Word> = ["not", "-", "#", "~"]
  static let binaryMarks: Set<Word> = [
    "+", "-", "*", "/", "//", "^", "%", "..", "<", "<=", ">", ">=", "==", "~=", "and", "or", "&",
    "|", "~", "<<", ">>",
  ]

  init(_ source: [UInt8], isFile: Bool) {
    self.source = source
    let all = Array(LuaTokens(source, isFile: isFile, keepsComments: true))
    tokens = all.filter { $0.kind != .comment }
    for comment in all where comment.kind == .comment {
      let text = String(decoding: source[comment.start..<comment.end], as: UTF8.self)
      if text.contains("lint: ignore") { found.ignoredLines.insert(comment.line) }
    }
    for token in tokens {
      if token.kind == .string, let text = literal(token) {
        found.literals[text, default: []].append(token.line)
      } else if token.kind == .name {
        found.identifiers.insert(String(decoding: source[token.start..<token.end], as: UTF8.self))
      }
    }
  }

  mutating func sourceIndex() -> LuaIndex {
    while index < tokens.count {
      block()
      // A superfluous `end` in text that does not parse.
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

  /// Reads a name.
  mutating func name() -> String? {
    guard at(.name) else { return nil }
    defer { index += 1 }
    return String(decoding: source[tokens[index].start..<tokens[index].end], as: UTF8.self)
  }

  /// Returns the text of a string without escapes.
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

  /// Returns the chain of a local; `nil` for a global.
  func local(_ name: String) -> [String]? {
    for scope in scopes.reversed() {
      if let chain = scope[name] { return chain }
    }
    return nil
  }

  mutating func use(_ name: String, line: Int, isWritten: Bool = false) {
    guard local(name) == nil else { return }
    found.globals.append(LuaIndex.Global(name: name, line: line, isWritten: isWritten))
  }

  /// Reads a nested statement or expression.
  ///
  /// Lua rejects text that is nested 200 levels deep, so the rest of deeper text is skipped.
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
  /// The maximum number of names in a chain: `a.b.c`.
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
    var variables: [LocalStatement.Variable] = []
    defer {
      if scopes.count == 1 {
        found.locals.append(LocalStatement(variables: variables, end: tokens[index - 1].end))
      }
    }
    let functionLine = line
    if take("function") {
      if let name = name() {
        declare(name)
        variables.append(LocalStatement.Variable(name: name))
      }
      return body(line: functionLine)
    }
    repeat {
      guard let name = name() else { break }
      var variable = LocalStatement.Variable(name: name)
      if take("<") {
        variable.attribute = at("close") ? .closing : .constant
        _ = self.name()
        _ = take(">")
      }
      variables.append(variable)
    } while take(",")
    let chains = take("=") ? expressions() : []
    // Names are in scope only after their values.
    for (place, variable) in variables.enumerated() {
      declare(variable.name, as: place < chains.count ? chains[place] : nil)
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

  /// The condition can use the locals of the block.
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
          LuaIndex.Mention(
            target: .field(field), place: 1, text: literal.text, line: literal.line))
      }
      place += 1
      if index == start { break }
    } while take(",")
  }

  private func isAssignment(_ place: Int) -> Bool {
    tokens[place].kind == .mark && (tokens[place].word == "=" || tokens[place].word == ",")
  }

  /// Reads parameters and body, up to its `end`.
  mutating func body(line: Int, isMethod: Bool = false) {
    found.functions.append(LuaIndex.Function(line: line, outer: function))
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

  // MARK: - Expressions

  /// Returns the chains of names of expressions that consist of nothing else.
  @discardableResult
  mutating func expressions() -> [[String]?] {
    var chains: [[String]?] = []
    repeat {
      let start = index
      chains.append(expression())
      if index == start { break }
    } while take(",")
    return chains
  }

  /// A string literal, or the first element of a table literal.
  struct Literal {
    let text: String
    let isTable: Bool
    let line: Int
  }

  /// Returns an expression that is only such a literal; `nil` for others.
  mutating func literalExpression(givenTo key: String = "") -> Literal? {
    let (start, startLine) = (index, line)
    let isTable = at("{")
    let place = isTable ? start + 1 : start
    var text: String?
    if place + 1 < tokens.count, tokens[place].kind == .string {
      text = literal(tokens[place])
      if isTable, ![",", ";", "}"].contains(tokens[place + 1].word) { text = nil }
    } else if place < tokens.count, tokens[place].kind == .string, !isTable {
      text = literal(tokens[place])
    }
    expression(givenTo: key)
    guard let text, isTable || index == start + 1 else { return nil }
    return Literal(text: text, isTable: isTable, line: startLine)
  }

  private mutating func mention(_ target: LuaIndex.Mention.Target, _ literals: [Literal?]) {
    for (place, literal) in literals.enumerated() {
      guard let literal else { continue }
      found.mentions.append(
        LuaIndex.Mention(
          target: target, place: place + 1, text: literal.text, line: literal.line))
    }
  }

  /// - Parameter key: The name that the value is assigned to, for tables.
  /// - Returns: Its names; `nil` for an expression that is not a chain of names.
  @discardableResult
  mutating func expression(givenTo key: String = "") -> [String]? {
    var chain: [String]?
    var count = 0
    while index < tokens.count {
      while at(Self.unaryMarks) {
        index += 1
        count += 1
      }
      chain = nested { $0.operand(givenTo: key) } ?? nil
      count += 1
      guard at(Self.binaryMarks) else { break }
      index += 1
    }
    return count == 1 ? chain : nil
  }

  private mutating func operand(givenTo key: String) -> [String]? {
    if at(.string) || at(.number) || at("...") || at("nil") || at("true") || at("false") {
      index += 1
      return nil
    }
    let functionLine = line
    if take("function") {
      body(line: functionLine)
      return nil
    }
    if at("{") {
      table(givenTo: key)
      return nil
    }
    return suffixed()
  }

  /// Reads a primary expression with its suffixes.
  @discardableResult
  mutating func suffixed() -> [String]? {
    let first = line
    var chain: [String]?
    var global: String?
    lastField = nil
    if let name = name() {
      if let local = local(name) {
        chain = local
      } else {
        use(name, line: first)
        (chain, global) = ([name], name)
      }
    } else if take("(") {
      chain = expression()
      _ = take(")")
    } else {
      return nil
    }
    var isCall = false
    while index < tokens.count {
      if take(".") {
        let name = name()
        lastField = name
        let isChain = !isCall && (chain?.count ?? 0) < Self.maxChain
        chain = isChain ? chain.flatMap { chain in name.map { chain + [$0] } } : nil
      } else if take("[") {
        expression()
        _ = take("]")
        lastField = nil
        chain = nil
      } else if at(":") {
        method(of: chain ?? [])
        lastField = nil
        isCall = true
      } else if at("(") || at("{") || at(.string) {
        let literals = arguments(givenTo: global ?? "")
        let name = Self.name(literals)
        if let word = global, let name {
          found.namings.append(
            LuaIndex.Naming(word: word, name: name, line: first, function: function))
        }
        if let chain, chain.count > 1 {
          mention(.function(chain.joined(separator: ".")), literals)
        }
        lastField = nil
        // A local that contains a module is replaced by the module.
        let module = global == "require" ? name : nil
        chain = module.map { [$0] }
        isCall = module == nil
      } else {
        break
      }
      global = nil
    }
    return isCall ? nil : chain
  }

  /// Reads `:navigate("product")`. The result of a chained call has the name of the first receiver.
  private mutating func method(of receiver: [String]) {
    let callLine = line
    _ = take(":")
    guard let name = name() else { return }
    let place = found.calls.count
    let literals = arguments(givenTo: "")
    mention(.method(name), literals)
    found.calls.insert(
      LuaIndex.Call(
        receiver: receiver, method: name, literal: Self.name(literals), line: callLine,
        function: function),
      at: min(place, found.calls.count))
  }

  /// Returns the first argument, if it is a string literal.
  private static func name(_ literals: [Literal?]) -> String? {
    guard case let literal?? = literals.first, !literal.isTable else { return nil }
    return literal.text
  }

  /// - Returns: The literal of each argument, if it is one.
  private mutating func arguments(givenTo key: String) -> [Literal?] {
    if at(.string) {
      defer { index += 1 }
      return [literal(tokens[index]).map { Literal(text: $0, isTable: false, line: line) }]
    }
    if at("{") {
      var text: String?
      if index + 1 < tokens.count, tokens[index + 1].kind == .string {
        text = literal(tokens[index + 1])
      }
      let start = line
      table(givenTo: key)
      return [text.map { Literal(text: $0, isTable: true, line: start) }]
    }
    guard take("(") else { return [] }
    var literals: [Literal?] = []
    if !at(")") {
      repeat {
        let start = index
        literals.append(literalExpression())
        if index == start { break }
      } while take(",")
    }
    _ = take(")")
    return literals
  }

  // MARK: - Tables

  private mutating func table(givenTo table: String) {
    _ = take("{")
    var lines: [String: Int] = [:]
    while index < tokens.count, !at("}") {
      let (start, keyLine) = (index, line)
      if let key = key() {
        found.keys[table, default: []].insert(key)
        if let first = lines[key] {
          found.doubledKeys.append(
            LuaIndex.DoubledKey(key: key, table: table, firstLine: first, line: keyLine))
        } else {
          lines[key] = keyLine
        }
        expression(givenTo: key)
      } else if take("[") {
        expression()
        _ = take("]")
        _ = take("=")
        expression()
      } else if let literal = literalExpression(), !literal.isTable {
        found.entries[table, default: []].insert(literal.text)
      }
      if !take(",") { _ = take(";") }
      if index == start { index += 1 }
    }
    _ = take("}")
  }

  /// Reads `name =` or `["name"] =`; returns `nil` for everything else.
  private mutating func key() -> String? {
    guard index + 1 < tokens.count else { return nil }
    if at(.name), tokens[index + 1].kind == .mark, tokens[index + 1].word == "=" {
      let key = name()
      index += 1
      return key
    }
    guard at("["), index + 3 < tokens.count, tokens[index + 1].kind == .string,
      tokens[index + 2].word == "]", tokens[index + 3].word == "=",
      let key = literal(tokens[index + 1])
    else { return nil }
    index += 4
    return key
  }
}
