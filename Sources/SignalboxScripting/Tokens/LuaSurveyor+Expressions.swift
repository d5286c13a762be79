/// Expressions (manual §3.4).
extension LuaSurveyor {
  /// The chains of names that expressions are, as far as they are nothing else.
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

  /// A string that is written out, or that a table which is written out begins with.
  struct Literal {
    let text: String
    let isTable: Bool
    let line: Int
  }

  /// An expression that is nothing but such a literal; others give `nil`.
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

  private mutating func mention(_ target: LuaSurvey.Mention.Target, _ literals: [Literal?]) {
    for (place, literal) in literals.enumerated() {
      guard let literal else { continue }
      found.mentions.append(
        LuaSurvey.Mention(
          target: target, place: place + 1, text: literal.text, line: literal.line))
    }
  }

  /// - Parameter key: What the value is given to, for tables.
  /// - Returns: The names that it is made of; `nil` for everything but a chain of names.
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

  /// What can be called and indexed, with all that follows it.
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
            LuaSurvey.Naming(word: word, name: name, line: first, function: function))
        }
        if let chain, chain.count > 1 {
          mention(.function(chain.joined(separator: ".")), literals)
        }
        lastField = nil
        // A local that holds a module stands for the module.
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

  /// `:navigate("product")`. What a chained call goes on with is called like the first one.
  private mutating func method(of receiver: [String]) {
    let callLine = line
    _ = take(":")
    guard let name = name() else { return }
    let place = found.calls.count
    let literals = arguments(givenTo: "")
    mention(.method(name), literals)
    found.calls.insert(
      LuaSurvey.Call(
        receiver: receiver, method: name, literal: Self.name(literals), line: callLine,
        function: function),
      at: min(place, found.calls.count))
  }

  /// The first argument, where it is a string and nothing else.
  private static func name(_ literals: [Literal?]) -> String? {
    guard case let literal?? = literals.first, !literal.isTable else { return nil }
    return literal.text
  }

  /// - Returns: For each argument the literal that it is.
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
            LuaSurvey.DoubledKey(key: key, table: table, firstLine: first, line: keyLine))
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

  /// `name =` or `["name"] =`, and behind it; `nil` for everything else.
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
