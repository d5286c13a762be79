/// What the manifest of a plugin says, read as text: nothing of it is run.
///
/// The table that `plugin.lua` returns has to be written out, with texts, numbers and lists of texts as its values;
/// `setup` and `teardown` may be any functions.
struct ManifestOutline {
  private let source: [UInt8]
  private let tokens: [LuaToken]
  private var place = 0

  private init(_ source: [UInt8]) {
    self.source = source
    tokens = Array(LuaTokens(source))
  }

  /// Reads a manifest.
  ///
  /// - Returns: `nil` where only running the file shows what it returns.
  /// - Throws: what is wrong with the manifest.
  static func manifest(
    in source: [UInt8], reader: ManifestReader
  ) throws(PluginRejection) -> PluginManifest? {
    var outline = ManifestOutline(source)
    guard let table = outline.table() else { return nil }
    return try reader.manifest(.table(table))
  }

  /// The table that the file returns at its end.
  private mutating func table() -> ScriptTable? {
    guard let start = lastTable() else { return nil }
    place = start
    var fields: [(String, ScriptValue)] = []
    while let token = current, token.word != "}" {
      guard let key = key(), let value = value() else { return nil }
      if value != .nil { fields.append((key, value)) }
      guard current?.word == "," || current?.word == ";" || current?.word == "}" else { return nil }
      if current?.word != "}" { place += 1 }
    }
    place += 1
    if current?.word == ";" { place += 1 }
    return current == nil ? ScriptTable(fields: fields) : nil
  }

  /// Where the fields of the `return { …` begin that is in no block.
  private func lastTable() -> Int? {
    var depth = 0
    for index in tokens.indices.dropLast() where tokens[index].kind == .keyword {
      let word = tokens[index].word
      depth += Self.change(of: word)
      if depth == 0, word == "return" {
        return tokens[index + 1].word == "{" ? index + 2 : nil
      }
    }
    return nil
  }

  /// How much deeper in blocks a word leads; `while` and `for` have a `do`.
  private static func change(of word: LuaToken.Word) -> Int {
    openers.contains(word) ? 1 : closers.contains(word) ? -1 : 0
  }

  private static let openers: LuaToken.WordSet = ["function", "do", "if", "repeat"]
  private static let closers: LuaToken.WordSet = ["end", "until"]

  private var current: LuaToken? { place < tokens.count ? tokens[place] : nil }

  private mutating func key() -> String? {
    guard let token = current, place + 1 < tokens.count, tokens[place + 1].word == "=" else {
      return nil
    }
    place += 2
    return token.kind == .name ? text(token) : nil
  }

  /// What a field is; nil for a function.
  private mutating func value() -> ScriptValue? {
    guard let token = current else { return nil }
    if token.word == "function" { return skipFunction() ? .nil : nil }
    if token.word == "{" { return list() }
    place += 1
    return literal(token)
  }

  private mutating func list() -> ScriptValue? {
    place += 1
    var values: [ScriptValue] = []
    while let token = current, token.word != "}" {
      guard let value = literal(token) else { return nil }
      values.append(value)
      place += 1
      if current?.word == "," || current?.word == ";" {
        place += 1
      } else if current?.word != "}" {
        return nil
      }
    }
    place += 1
    return .table(ScriptTable(list: values))
  }

  /// Goes behind the `end` of a function.
  private mutating func skipFunction() -> Bool {
    var depth = 0
    while let token = current {
      place += 1
      depth += Self.change(of: token.word)
      if depth == 0 { return true }
    }
    return false
  }

  private func literal(_ token: LuaToken) -> ScriptValue? {
    switch token.kind {
    case .string: return quoted(token).map { .string($0) }
    case .number: return Int(text(token)).map { .integer($0) }
    default: return nil
    }
  }

  private func text(_ token: LuaToken) -> String {
    String(decoding: source[token.start..<token.end], as: UTF8.self)
  }

  /// What stands between quotes, where nothing is escaped.
  private func quoted(_ token: LuaToken) -> String? {
    let text = text(token)
    guard !token.isUnfinished, text.hasPrefix("\"") || text.hasPrefix("'"), !text.contains("\\")
    else { return nil }
    return String(text.dropFirst().dropLast())
  }
}
