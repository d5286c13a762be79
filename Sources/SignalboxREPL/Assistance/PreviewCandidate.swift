internal import Signalbox
internal import SignalboxScripting

/// A text that is one call of operations on known handles, so that a copy may run it to see what it
/// would do (decision 0137).
struct PreviewCandidate {
  /// What would be evaluated.
  let text: String

  /// Longer texts are no calls that somebody types.
  private static let longest = 2000
  /// They need a past or handlers that copies do not have.
  private static let excluded: Set<String> = ["undo", "redo", "restore", "tapAlert"]
  /// Methods that change nothing.
  private static let harmless: Set<String> = ["new", "coordinator"]
  private static let literals: Set<LuaToken.Word> = ["true", "false", "nil", "not", "and", "or"]

  /// - Parameter isKnown: Whether a global stands for something that copies have as well.
  init?(_ text: PromptText, isKnown: (String) -> Bool) {
    guard case .lua = text.form, text.bytes.count <= Self.longest else { return nil }
    let tokens = text.tokens.filter { $0.kind != .comment }
    guard let first = tokens.first, first.kind == .name,
      let chain = ChainReader(text, tokens).chain(endingAt: tokens.count - 1), chain.start == 0,
      case .name = chain.root, case .call? = chain.steps.last,
      Self.areHarmless(tokens, text, isKnown)
    else { return nil }
    let methods = tokens.indices.dropFirst().filter { tokens[$0 - 1].word == ":" }
      .map { text.text(tokens[$0]) }
    guard methods.contains(where: Self.isChange),
      methods.allSatisfy({ Self.isChange($0) || Self.harmless.contains($0) })
    else { return nil }
    self.text = String(decoding: text.bytes[first.start...], as: UTF8.self)
  }

  private static func isChange(_ name: String) -> Bool {
    guard !excluded.contains(name),
      let index = OperationCatalog.index(of: name) ?? OperationCatalog.index(ofGesture: name)
    else { return false }
    return OperationCatalog.signature(at: index).mode == .change
  }

  /// Whether nothing but methods is called, nothing is assigned and every name is known.
  private static func areHarmless(
    _ tokens: [LuaToken], _ text: PromptText, _ isKnown: (String) -> Bool
  ) -> Bool {
    let reader = ChainReader(text, tokens)
    var depth = 0
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .unknown: return false
      case .keyword where !literals.contains(token.word): return false
      case .name:
        let before = index > 0 ? tokens[index - 1].word : ""
        let isField =
          depth > 0 && index + 1 < tokens.count && tokens[index + 1].word == "="
        if before == "." || before == ":" || isField { continue }
        if !isKnown(text.text(token)) { return false }
      case .string:
        if reader.endsValue(index - 1), !isMethod(tokens, index - 1) { return false }
      case .mark:
        if token.word == "{" { depth += 1 }
        if token.word == "}" { depth -= 1 }
        if token.word == "=" && depth == 0 || token.word == ";" || token.word == "..." {
          return false
        }
        let opens = token.word == "(" || token.word == "{"
        if opens, reader.endsValue(index - 1), !isMethod(tokens, index - 1) { return false }
      case .keyword, .number, .comment: continue
      }
    }
    return true
  }

  private static func isMethod(_ tokens: [LuaToken], _ index: Int) -> Bool {
    index > 0 && tokens[index].kind == .name && tokens[index - 1].word == ":"
  }
}
