internal import Signalbox
internal import SignalboxScenarios
internal import SignalboxScripting

/// What an error of the prompt leaves unsaid: the name that was meant, and what can be done.
struct ErrorAdvice {
  let session: ScriptSession
  let sources: SourceShelf

  /// The error with a hint, where one is known.
  func explained(_ error: ScriptError) -> ScriptError {
    var error = error
    if error.hint == nil { error.hint = hint(for: error) }
    return error
  }

  private func hint(for error: ScriptError) -> String? {
    if error.kind == .memory {
      return "globals and locals keep what they hold; set the large ones to nil"
    }
    guard error.kind == .runtime,
      let match = error.message.firstMatch(of: /\((global|field|method) '([^']+)'\)/)
    else { return nil }
    let name = String(match.output.2)
    if match.output.1 == "global" { return globalHint(name) }
    guard let owner = owner(of: name, at: error.location) else { return nil }
    return nearestName(to: name, in: keys(of: owner)).map { "did you mean \"\($0)\"?" }
  }

  private func globalHint(_ name: String) -> String? {
    if let near = nearestName(to: name, in: session.promptNames) {
      return "did you mean \"\(near)\"?"
    }
    return CommandCatalog.command(named: name).map { "the command is .\($0.name)" }
  }

  /// What the line at fault looks the name up in; `nil` where it is no chain of names.
  private func owner(of name: String, at location: ScriptLocation?) -> ScriptValue? {
    guard let location, let source = sources[location.file] else { return nil }
    let tokens = Array(LuaTokens(source))
    func text(_ index: Int) -> String {
      let token = tokens[index]
      return String(decoding: source[token.start..<token.end], as: UTF8.self)
    }
    let places = tokens.indices.filter { index in
      index >= 2 && tokens[index].line == location.line && tokens[index].kind == .name
        && [".", ":"].contains(tokens[index - 1].word) && text(index) == name
    }
    guard places.count == 1, var place = places.first else { return nil }
    var path: [String] = []
    while place >= 2, [".", ":"].contains(tokens[place - 1].word) {
      guard tokens[place - 2].kind == .name else { return stringOwner(tokens[place - 2]) }
      place -= 2
      path.insert(text(place), at: 0)
    }
    return session.promptValue(path)
  }

  /// Methods of a literal are those of the library of strings.
  private func stringOwner(_ token: LuaToken) -> ScriptValue? {
    token.kind == .string || token.word == ")" ? session.promptValue(["string"]) : nil
  }

  private func keys(of value: ScriptValue) -> [String] {
    switch value {
    case .table(let table): table.pairs.compactMap { $0.key.text }
    case .string: session.promptValue(["string"]).map(keys) ?? []
    default: []
    }
  }
}
