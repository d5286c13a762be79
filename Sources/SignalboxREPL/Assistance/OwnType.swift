internal import SignalboxScripting

/// Finds the coordinator type of `self` in an unfinished method.
enum OwnType {
  /// Returns the type of the last method or definition that begins in the tokens, such as
  /// `function Shop:start()` or `coordinator "Shop" {`, or `nil` if there is none.
  static func name(
    before tokens: [LuaToken], in text: PromptText, session: ScriptSession
  ) -> String? {
    for index in tokens.indices.reversed() {
      let token = tokens[index]
      if token.word == "function", index + 2 < tokens.count, tokens[index + 1].kind == .name,
        tokens[index + 2].word == ":" || tokens[index + 2].word == "."
      {
        let name = text.text(tokens[index + 1])
        let value = session.inspection.value(named: name)
        return value.flatMap(session.inspection.definitionName(of:)) ?? name
      }
      if token.kind == .string, index > 0, tokens[index - 1].kind == .name {
        let word = text.text(tokens[index - 1])
        if word == "coordinator" || word == "tabs" { return StringLiteral(token, in: text).content }
      }
    }
    return nil
  }
}
