internal import SignalboxScripting

/// A sequence of names, calls and indices, such as `app:coordinator("Shop").router`.
struct NameChain: Hashable {
  enum Root: Hashable {
    case name(String)
    /// A string literal, which has the string methods.
    case string
    /// An expression that requires evaluation.
    case other
  }

  enum Step: Hashable {
    case member(String, isMethod: Bool)
    /// A call. The associated value is the argument if it is the only argument and a string,
    /// otherwise `nil`.
    case call(String?)
    case index
  }

  let root: Root
  let steps: [Step]
  /// The index of the chain's first token.
  let start: Int

  /// The chain without its last step.
  var receiver: NameChain { NameChain(root: root, steps: steps.dropLast(), start: start) }
}

/// Reads the chain before a position.
struct ChainReader {
  private let text: PromptText
  private let tokens: [LuaToken]

  /// - Parameter tokens: The tokens of the text, without comments.
  init(_ text: PromptText, _ tokens: [LuaToken]) {
    self.text = text
    self.tokens = tokens
  }

  /// Returns whether a token can end a value, so that a following bracket calls or indexes the
  /// value.
  func endsValue(_ index: Int) -> Bool {
    guard tokens.indices.contains(index) else { return false }
    let token = tokens[index]
    switch token.kind {
    case .name: return true
    case .mark: return token.word == ")" || token.word == "]"
    // A string is an argument, as in `f "x" { … }`.
    case .string: return index > 0 && tokens[index - 1].kind != .string && endsValue(index - 1)
    case .keyword, .number, .comment, .unknown: return false
    }
  }

  /// Returns the chain that ends with a token, or `nil` if no value ends there.
  func chain(endingAt last: Int) -> NameChain? {
    var steps: [NameChain.Step] = []
    var index = last
    while tokens.indices.contains(index) {
      let token = tokens[index]
      switch token.kind {
      case .name:
        let mark = index > 0 ? tokens[index - 1].word : ""
        guard mark == "." || mark == ":" else {
          return NameChain(
            root: .name(text.text(token)), steps: steps.reversed(), start: index)
        }
        steps.append(.member(text.text(token), isMethod: mark == ":"))
        index -= 2
      case .string:
        guard index > 0, endsValue(index - 1) else {
          return NameChain(root: .string, steps: steps.reversed(), start: index)
        }
        steps.append(.call(StringLiteral(token, in: text).content))
        index -= 1
      case .mark:
        guard let opening = opening(of: index) else { return nil }
        let isCalled = endsValue(opening - 1)
        if token.word == "]" {
          guard isCalled else { return nil }
          steps.append(.index)
        } else {
          guard isCalled else {
            let isString = onlyString(between: opening, and: index) != nil
            return NameChain(
              root: isString ? .string : .other, steps: steps.reversed(), start: opening)
          }
          steps.append(.call(onlyString(between: opening, and: index)))
        }
        index = opening - 1
      case .keyword, .number, .comment, .unknown: return nil
      }
    }
    return nil
  }

  /// Returns the index of the opening bracket that matches a closing bracket.
  private func opening(of closing: Int) -> Int? {
    var depth = 0
    for index in (0...closing).reversed() where tokens[index].kind == .mark {
      let word = tokens[index].word
      if word == ")" || word == "]" || word == "}" { depth += 1 }
      if word == "(" || word == "[" || word == "{" { depth -= 1 }
      if depth == 0 { return index == closing ? nil : index }
    }
    return nil
  }

  private func onlyString(between opening: Int, and closing: Int) -> String? {
    guard closing == opening + 2, tokens[opening].word == "(",
      tokens[opening + 1].kind == .string
    else { return nil }
    return StringLiteral(tokens[opening + 1], in: text).content
  }
}
