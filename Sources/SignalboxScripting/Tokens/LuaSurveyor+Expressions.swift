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
      chain = operand(givenTo: key)
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
        chain = isCall ? nil : chain.flatMap { chain in name.map { chain + [$0] } }
      } else if take("[") {
        expression()
        _ = take("]")
        chain = nil
      } else if at(":") {
        method(of: chain ?? [])
        isCall = true
      } else if at("(") || at("{") || at(.string) {
        let literal = arguments(givenTo: global ?? "")
        if let word = global, let literal {
          found.namings.append(
            LuaSurvey.Naming(word: word, name: literal, line: first, function: function))
        }
        chain = nil
        isCall = true
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
    let literal = arguments(givenTo: "")
    found.calls.insert(
      LuaSurvey.Call(
        receiver: receiver, method: name, literal: literal, line: callLine, function: function),
      at: min(place, found.calls.count))
  }

  /// - Returns: The first argument, where it is a string and nothing else.
  private mutating func arguments(givenTo key: String) -> String? {
    if at(.string) {
      defer { index += 1 }
      return literal(tokens[index])
    }
    if at("{") {
      table(givenTo: key)
      return nil
    }
    guard take("(") else { return nil }
    var text: String?
    if at(.string), index + 1 < tokens.count, tokens[index + 1].kind == .mark,
      [",", ")"].contains(tokens[index + 1].word)
    {
      text = literal(tokens[index])
    }
    if !at(")") { expressions() }
    _ = take(")")
    return text
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
      } else {
        expression()
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
