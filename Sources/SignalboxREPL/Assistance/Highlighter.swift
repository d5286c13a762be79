internal import LineEditor
internal import SignalboxScripting

/// Classifies the parts of an input for highlighting.
struct Highlighter {
  /// A closure that returns whether a command has the given name or prefix.
  let isCommand: (_ name: String, _ isWhole: Bool) -> Bool

  /// The names of the globals and libraries that are available in every script.
  private static let words = Set(
    (ScriptReference.describedGlobals + ScriptReference.describedBase).map(\.name)
      + ScriptReference.luaLibraries)

  /// Returns the styled ranges of an input, in ascending order and without overlaps.
  func styles(of text: PromptText) -> [StyledRange] {
    var spans: [(range: Range<Int>, style: LineStyle)] = []
    switch text.form {
    case .lua: break
    case .command(let name, let argument):
      let isWhole = argument.lowerBound > name.upperBound
      let isKnown = name.isEmpty || isCommand(text.text(name), isWhole)
      spans.append(((name.lowerBound - 1)..<name.upperBound, isKnown ? .command : .error))
    case .question(let rest), .shell(let rest):
      spans.append(((rest.lowerBound - 1)..<rest.lowerBound, .command))
    }
    for (index, token) in text.tokens.enumerated() {
      guard let style = style(of: token, at: index, in: text) else { continue }
      spans.append((token.start..<token.end, style))
    }
    return Self.ranges(spans, text.characters)
  }

  private func style(of token: LuaToken, at index: Int, in text: PromptText) -> LineStyle? {
    switch token.kind {
    case .keyword: return .keyword
    case .string: return token.isUnfinished ? .error : .string
    case .number: return .number
    case .comment: return .comment
    case .unknown: return .error
    case .mark: return nil
    case .name:
      let before = index > 0 ? text.tokens[index - 1].word : ""
      if before == ":" { return .method }
      return before != "." && Self.words.contains(text.text(token)) ? .name : nil
    }
  }

  /// Converts ranges of bytes to ranges of characters. A character that overlaps two ranges
  /// belongs to the first one.
  private static func ranges(
    _ spans: [(range: Range<Int>, style: LineStyle)], _ characters: CharacterOffsets
  ) -> [StyledRange] {
    var end = 0
    return spans.compactMap { span in
      let whole = characters.range(span.range)
      let range = max(end, whole.lowerBound)..<max(end, whole.upperBound)
      end = range.upperBound
      return range.isEmpty ? nil : StyledRange(range, span.style)
    }
  }
}
