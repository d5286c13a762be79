internal import Signalbox
internal import SignalboxScenarios
internal import SignalboxScripting

/// Adds hints to errors at the prompt. A hint contains the name that was probably meant, or a fix.
struct ErrorAdvice {
  let session: ScriptSession
  let sources: SourceCache

  /// Returns the error, with a hint if one is known.
  func explained(_ error: ScriptError) -> ScriptError {
    var error = error
    if error.hint == nil { error.hint = hint(for: error) }
    return error
  }

  private func hint(for error: ScriptError) -> String? {
    if error.kind == .memory {
      return "globals and locals keep their values in memory; set large ones to nil"
    }
    guard error.kind == .runtime,
      let variable = LuaVariableName(in: error.message, kinds: ["global", "field", "method"])
    else { return nil }
    let name = variable.name
    if let launchHint, Self.liveNames.contains(name), isOfApp(name, error.location) {
      return launchHint
    }
    if variable.kind == "global" { return globalHint(name) }
    let names = names(near: name, at: error.location)
    return nearestName(to: name, in: names).map { "did you mean \"\($0)\"?" }
  }

  /// The members of `app` that can be used only after a launch.
  private static let liveNames: Set<String> = ["top", "main", "front", "router"]

  /// Returns whether the source in which a name lookup failed uses the name as a member of `app`.
  private func isOfApp(_ name: String, _ location: ScriptLocation?) -> Bool {
    guard let location, let source = sources[location.file] else { return false }
    let text = String(decoding: source, as: UTF8.self)
    return text.contains("app.\(name)") || text.contains("app:\(name)")
  }

  /// The hint to launch the application first, or `nil` if an application has been launched.
  var launchHint: String? {
    guard session.engine.tree.main == nil else { return nil }
    let call = session.application == nil ? "app:launch \"Name\"" : "app:launch()"
    return "nothing has been launched yet; run \(call) first"
  }

  /// Returns the message that there is no global with the given name. The message suggests the name
  /// that was probably meant, if there is one.
  func globalHint(_ name: String) -> String {
    let names = session.prompt.names.filter { $0.first != "_" }
    let missing = "there is no global \"\(name)\""
    if let near = nearestName(to: name, in: names) {
      return "\(missing); did you mean \"\(near)\"?"
    }
    return CommandCatalog.command(named: name).map { "\(missing); the command is .\($0.name)" }
      ?? missing
  }

  /// Returns the names in the value that a line indexes. The array is empty if the value is not the
  /// result of a name chain.
  private func names(near name: String, at location: ScriptLocation?) -> [String] {
    guard let location, let source = sources[location.file] else { return [] }
    let tokens = Array(LuaTokens(source))
    func text(_ index: Int) -> String {
      let token = tokens[index]
      return String(decoding: source[token.start..<token.end], as: UTF8.self)
    }
    let places = tokens.indices.filter { index in
      index >= 2 && tokens[index].line == location.line && tokens[index].kind == .name
        && [".", ":"].contains(tokens[index - 1].word) && text(index) == name
    }
    guard places.count == 1, var place = places.first else { return [] }
    var path: [String] = []
    while place >= 2, [".", ":"].contains(tokens[place - 1].word) {
      guard tokens[place - 2].kind == .name else { return stringNames(tokens[place - 2]) }
      place -= 2
      path.insert(text(place), at: 0)
    }
    if path.count == 1, let members = LuaNames.libraries[path[0]] { return members }
    return session.prompt.value(at: path).map(keys) ?? []
  }

  /// Returns the methods of a string literal, which are the functions of the string library.
  private func stringNames(_ token: LuaToken) -> [String] {
    token.kind == .string || token.word == ")" ? LuaNames.libraries["string"] ?? [] : []
  }

  private func keys(of value: ScriptValue) -> [String] {
    switch value {
    case .table(let table): table.pairs.compactMap { $0.key.text }
    case .string: LuaNames.libraries["string"] ?? []
    case .handle(let handle):
      ScriptReference.paths(with: Documentation.supplements).filter {
        $0.count == 2 && $0[0] == handle.kindName
      }.map { $0[1] }
    default: []
    }
  }
}
