/// Indexes the tokens of a well-formed chunk, following its scopes (manual §3.3, §3.5).
///
/// Every loop ends when no tokens are left, and every statement consumes at least one token.
struct LuaIndexer: LuaTokenReader {
  typealias Word = LuaToken.Word

  let source: [UInt8]
  let tokens: [LuaToken]
  var index = 0
  var found = LuaIndex()
  /// The meaning of a declared name: the chain of names that is its value, and its variable.
  private typealias Binding = (chain: [String], variable: Int)
  /// The declared names, innermost scope last.
  private var scopes: [[String: Binding]] = []
  private var functions: [Int] = []
  /// The number of statements and expressions that enclose the current token.
  private var depth = 0
  /// The last field in the most recent expression, or `nil` if the expression does not end with a
  /// field.
  var lastField: String?
  /// The most recent expression.
  private var value = LuaExpressions.Argument.other
  /// The calls and functions that enclose the current token. A call is represented by the global
  /// with which it begins or by its method, and by the keys that lead to the token in a table
  /// argument. The name is empty for a function.
  private var holders: [(function: String, path: [String])] = []

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
      // The token is a superfluous block end, such as `end`, in text that cannot be parsed.
      index += 1
    }
    return found
  }

  var function: Int? { functions.last }

  // MARK: - Scopes

  mutating func inScope(_ body: (inout Self) -> Void) {
    scopes.append([:])
    body(&self)
    scopes.removeLast()
  }

  mutating func declare(
    _ name: String, as chain: [String]? = nil, _ role: LuaExpressions.Role = .other
  ) {
    if scopes.isEmpty { scopes.append([:]) }
    scopes[scopes.count - 1][name] = (chain ?? [name], found.expressions.declare(name, role))
  }

  /// Returns the local with the given name, or `nil` if the name is a global.
  private func local(_ name: String) -> Binding? {
    for scope in scopes.reversed() {
      if let binding = scope[name] { return binding }
    }
    return nil
  }

  /// - Parameter start: The index of the first byte of the name.
  mutating func use(_ name: String, line: Int, start: Int, isWritten: Bool = false) {
    guard let local = local(name) else {
      return found.globals.append(
        LuaIndex.Global(
          name: name, line: line, start: start, isWritten: isWritten, function: function))
    }
    if isWritten { found.expressions.assign(local.variable) }
  }

  /// Returns the expression to which a name refers.
  private mutating func reference(to name: String) -> Int {
    found.expressions.add(local(name).map { .variable($0.variable) } ?? .global(name))
  }

  /// Reads a nested statement or expression.
  ///
  /// Lua rejects source with more than 200 nesting levels, so reading ends if the source is nested
  /// more deeply than ``maxDepth``.
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
  /// The maximum number of names in a chain such as `a.b.c`.
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
    let operands = take("=") ? expressions() : []
    // Names are in scope only after their values.
    for (place, variable) in variables.enumerated() {
      guard place < operands.count else {
        declare(variable.name)
        continue
      }
      let role: LuaExpressions.Role =
        if case .expression(let value) = operands[place].value { .local(value) } else { .other }
      declare(variable.name, as: operands[place].chain, role)
    }
  }

  private mutating func functionStatement() {
    let (functionLine, nameStart) = (line, start)
    guard let first = name() else { return }
    if !at("."), !at(":") {
      use(first, line: functionLine, start: nameStart, isWritten: true)
      return body(line: functionLine)
    }
    use(first, line: functionLine, start: nameStart)
    var object = reference(to: first)
    while take(".") {
      guard let field = word() else { continue }
      object = found.expressions.add(.member(of: object, field))
      if at("(") { found.fields.insert(field.text) }
    }
    guard take(":"), let method = name() else { return body(line: functionLine) }
    found.methods.insert(method)
    body(line: functionLine, method: (object, method))
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

  /// Reads a `repeat` statement. Its condition can use the locals of the block.
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
    var targets: [LuaExpressions.Word] = []
    var fields: [String?] = []
    repeat {
      let start = index
      if at(.name), index + 1 >= tokens.count || isAssignment(index + 1) {
        if let name = word() { targets.append(name) }
        fields.append(nil)
      } else {
        suffixed()
        fields.append(lastField)
      }
      if index == start { return }
    } while take(",")
    if take("=") {
      found.fields.formUnion(fields.compactMap(\.self))
      values(of: fields)
    }
    for target in targets {
      use(target.text, line: target.line, start: target.start, isWritten: true)
    }
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

  /// Reads the parameters and the body of a function, up to its `end`.
  ///
  /// - Parameter method: The object and the name, if the function is a method.
  mutating func body(line: Int, method: (object: Int, name: String)? = nil) {
    found.functions.append(LuaIndex.Function(line: line, outer: function))
    functions.append(found.functions.count - 1)
    let holder = holders.last
    holders.append(("", []))
    inScope { reader in
      if let method { reader.declare("self", .receiver(method.object, line: line)) }
      _ = reader.take("(")
      var place = 0
      while !reader.at(")"), reader.index < reader.tokens.count {
        guard let name = reader.name() else {
          reader.index += 1
          continue
        }
        let role: LuaExpressions.Role? =
          if let method {
            .methodParameter(place, method: method.name, of: method.object)
          } else {
            holder.map { .tableParameter(place, function: $0.function, path: $0.path) }
          }
        reader.declare(name, role ?? .other)
        place += 1
      }
      _ = reader.take(")")
      reader.block()
    }
    holders.removeLast()
    functions.removeLast()
    _ = take("end")
  }

  // MARK: - Expressions

  /// The result of reading an expression: its names, if the expression is a chain of names, and its
  /// value.
  private struct Operand {
    let chain: [String]?
    let value: LuaExpressions.Argument
  }

  @discardableResult
  private mutating func expressions() -> [Operand] {
    var operands: [Operand] = []
    repeat {
      let start = index
      let chain = expression()
      operands.append(Operand(chain: chain, value: value))
      if index == start { break }
    } while take(",")
    return operands
  }

  /// A string literal, or the first element of a table literal.
  struct Literal {
    let text: String
    let isTable: Bool
    let line: Int
  }

  /// Reads an expression. Returns the literal if the expression is a string literal or a table
  /// literal whose first element is a string. Returns `nil` for any other expression.
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

  /// - Parameter key: The name to which the value is assigned. It is used if the value is a table.
  /// - Returns: The names, or `nil` if the expression is not a chain of names.
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
    if count != 1 { value = .other }
    return count == 1 ? chain : nil
  }

  private mutating func operand(givenTo key: String) -> [String]? {
    value = .other
    if at(.string) || at(.number) || at("...") || at("nil") || at("true") || at("false") {
      if at(.string) { value = string }
      index += 1
      return nil
    }
    let functionLine = line
    if take("function") {
      body(line: functionLine)
      value = .other
      return nil
    }
    if at("{") {
      value = .table(table(givenTo: key))
      return nil
    }
    return suffixed()
  }

  /// Reads a primary expression with its suffixes.
  @discardableResult
  mutating func suffixed() -> [String]? {
    let (first, firstStart) = (line, start)
    var chain: [String]?
    var global: String?
    lastField = nil
    var node: Int?
    if let name = name() {
      if let local = local(name) {
        chain = local.chain
      } else {
        use(name, line: first, start: firstStart)
        (chain, global) = ([name], name)
      }
      node = reference(to: name)
    } else if take("(") {
      chain = expression()
      _ = take(")")
      if case .expression(let inner) = value { node = inner }
    } else {
      return nil
    }
    // The called function, including in calls such as `scenario "name" { … }`.
    var called = global ?? ""
    var isCall = false
    while index < tokens.count {
      if take(".") {
        let name = word()
        lastField = name?.text
        let isChain = !isCall && (chain?.count ?? 0) < Self.maxChain
        chain = isChain ? chain.flatMap { chain in name.map { chain + [$0.text] } } : nil
        node = node.flatMap { node in name.map { found.expressions.add(.member(of: node, $0)) } }
      } else if take("[") {
        expression()
        _ = take("]")
        lastField = nil
        chain = nil
        node = nil
      } else if at(":") {
        (node, called) = method(of: chain ?? [], node)
        lastField = nil
        isCall = true
      } else if at("(") || at("{") || at(.string) {
        let (literals, values) = arguments(givenTo: global ?? "", of: called)
        node = node.map { found.expressions.add(.call(of: $0, method: nil, values)) }
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
    value = node.map { .expression($0) } ?? .other
    return isCall ? nil : chain
  }

  /// Reads a method call such as `:navigate("product")`. A call that is chained to the result of
  /// another call is indexed under the receiver of the first call.
  ///
  /// - Returns: The expression of the call, which is `nil` if the expression of the receiver is
  ///   unknown, and the method.
  private mutating func method(of receiver: [String], _ object: Int?) -> (Int?, String) {
    let callLine = line
    _ = take(":")
    guard let name = word() else { return (nil, "") }
    let place = found.calls.count
    let start = index + 1 < tokens.count && at("(") ? tokens[index + 1].start : start
    let (literals, values) = arguments(givenTo: "", of: name.text)
    mention(.method(name.text), literals)
    found.calls.insert(
      LuaIndex.Call(
        receiver: receiver, method: name.text, literal: Self.name(literals), line: callLine,
        start: start, function: function),
      at: min(place, found.calls.count))
    return (
      object.map { found.expressions.add(.call(of: $0, method: name, values)) }, name.text
    )
  }

  /// Returns the first argument if it is a string literal, or otherwise `nil`.
  private static func name(_ literals: [Literal?]) -> String? {
    guard case let literal?? = literals.first, !literal.isTable else { return nil }
    return literal.text
  }

  /// - Parameter function: The name of the called function.
  /// - Returns: The literal of each argument, or `nil` for an argument that is not a literal, and
  ///   the values of the arguments.
  private mutating func arguments(
    givenTo key: String, of function: String
  ) -> ([Literal?], [LuaExpressions.Argument]) {
    if at(.string) {
      defer { index += 1 }
      return (
        [literal(tokens[index]).map { Literal(text: $0, isTable: false, line: line) }], [string]
      )
    }
    holders.append((function, []))
    defer { holders.removeLast() }
    if at("{") {
      var text: String?
      if index + 1 < tokens.count, tokens[index + 1].kind == .string {
        text = literal(tokens[index + 1])
      }
      let start = line
      let keys = table(givenTo: key)
      return ([text.map { Literal(text: $0, isTable: true, line: start) }], [.table(keys)])
    }
    guard take("(") else { return ([], []) }
    var literals: [Literal?] = []
    var values: [LuaExpressions.Argument] = []
    if !at(")") {
      repeat {
        let start = index
        literals.append(literalExpression())
        values.append(value)
        if index == start { break }
      } while take(",")
    }
    _ = take(")")
    return (literals, values)
  }

  // MARK: - Tables

  /// - Returns: The keys and their values.
  private mutating func table(givenTo table: String) -> [LuaExpressions.Key] {
    _ = take("{")
    var lines: [String: Int] = [:]
    var keys: [LuaExpressions.Key] = []
    while index < tokens.count, !at("}") {
      let (start, keyLine, keyStart) = (index, line, self.start)
      if let key = key() {
        found.keys[table, default: []].insert(key)
        found.keyLines[key, default: []].append(keyLine)
        if let first = lines[key] {
          found.doubledKeys.append(
            LuaIndex.DoubledKey(key: key, table: table, firstLine: first, line: keyLine))
        } else {
          lines[key] = keyLine
        }
        if !holders.isEmpty { holders[holders.count - 1].path.append(key) }
        expression(givenTo: key)
        if !holders.isEmpty { holders[holders.count - 1].path.removeLast() }
        let name = LuaExpressions.Word(text: key, line: keyLine, start: keyStart)
        keys.append(LuaExpressions.Key(name: name, value: value))
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
    return keys
  }

  /// Reads `name =` or `["name"] =`. Returns `nil` if neither is next.
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
