internal import SignalboxScripting

/// Finds the coordinator type of `self` in an unfinished method.
enum OwnType {
  /// Returns the type if the tokens end inside a method such as `function Shop:start()` or
  /// `coordinator "Shop" { start = function(self)`, and otherwise `nil`.
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
