internal import Signalbox
internal import SignalboxScripting

/// A single operation call on known handles. The call runs in a copy of the session to preview its
/// effect (decision 0137).
struct PreviewCandidate {
  /// The code to evaluate.
  let text: String
  /// The variables that the code uses.
  let names: Set<String>

  /// The maximum length of an input, in bytes. Longer inputs are unlikely to be typed calls.
  private static let longest = 2000
  /// The operations that are excluded because they need a history or handlers, which copies do not
  /// have.
  private static let excluded: Set<String> = ["undo", "redo", "restoreState", "tapAlert"]
  /// The methods that have no effect.
  private static let harmless: Set<String> = ["new", "coordinator"]
  private static let literals: LuaToken.WordSet = ["true", "false", "nil", "not", "and", "or"]

  /// Returns whether an input could be a chain of calls. This check quickly excludes most other
  /// inputs.
  static func isWorthALook(_ text: PromptText) -> Bool {
    guard case .lua = text.form, text.bytes.count <= longest else { return false }
    return text.tokens.contains { $0.word == ":" }
  }

  init?(_ text: PromptText, in session: ScriptSession) {
    guard Self.isWorthALook(text) else { return nil }
    let tokens = text.tokens.filter { $0.kind != .comment }
    guard let first = tokens.first, first.kind == .name,
      let chain = ChainReader(text, tokens).chain(endingAt: tokens.count - 1), chain.start == 0,
      case .name = chain.root, case .call? = chain.steps.last,
      let names = Self.names(in: tokens, text),
      names.allSatisfy({ Self.isKnown($0, in: session) })
    else { return nil }
    let methods = tokens.indices.dropFirst().filter { tokens[$0 - 1].word == ":" }
      .map { text.text(tokens[$0]) }
    guard methods.contains(where: Self.isChange),
      methods.allSatisfy({ Self.isChange($0) || Self.harmless.contains($0) })
    else { return nil }
    self.names = names
    self.text = String(decoding: text.bytes[first.start...], as: UTF8.self)
  }

  /// Returns whether a name refers to data, a handle or a definition, but not to a function.
  private static func isKnown(_ name: String, in session: ScriptSession) -> Bool {
    switch session.inspection.value(named: name) {
    case .boolean, .integer, .number, .string, .table, .handle: true
    case .object(let object): object.kindName == "coordinator definition"
    case .nil, .function, nil: false
    }
  }

  private static func isChange(_ name: String) -> Bool {
    guard !excluded.contains(name),
      let index = OperationCatalog.index(of: name) ?? OperationCatalog.index(ofGesture: name)
    else { return false }
    return OperationCatalog.signature(at: index).mode == .change
  }

  /// Returns the variables in an input that only calls methods and assigns no variable, or `nil`
  /// for other inputs.
  private static func names(in tokens: [LuaToken], _ text: PromptText) -> Set<String>? {
    let reader = ChainReader(text, tokens)
    var names: Set<String> = []
    var depth = 0
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .unknown: return nil
      case .keyword where !literals.contains(token.word): return nil
      case .name:
        let before = index > 0 ? tokens[index - 1].word : ""
        let isField = depth > 0 && index + 1 < tokens.count && tokens[index + 1].word == "="
        if before != ".", before != ":", !isField { names.insert(text.text(token)) }
      case .string:
        if reader.endsValue(index - 1), !isMethod(tokens, index - 1) { return nil }
      case .mark:
        if token.word == "{" { depth += 1 }
        if token.word == "}" { depth -= 1 }
        if token.word == "=" && depth == 0 || token.word == ";" || token.word == "..." {
          return nil
        }
        let opens = token.word == "(" || token.word == "{"
        if opens, reader.endsValue(index - 1), !isMethod(tokens, index - 1) { return nil }
      case .keyword, .number, .comment: continue
      }
    }
    return names
  }

  private static func isMethod(_ tokens: [LuaToken], _ index: Int) -> Bool {
    index > 0 && tokens[index].kind == .name && tokens[index - 1].word == ":"
  }
}
