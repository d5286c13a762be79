internal import LineEditor
internal import SignalboxScripting

/// Predicts the most likely continuation of an input.
struct Hinter {
  let completer: Completer

  func hint(for text: PromptText) -> String? {
    let end = text.bytes.count
    guard end > 0, let last = text.bytes.last else { return nil }
    let completion = completer.completion(
      of: text, at: end)
    let start = text.characters.byte(of: completion.start)
    let typed = text.bytes[start...]
    let isString = Self.isInString(text)
    let before = start > 0 ? text.bytes[start - 1] : 0
    let isMember = before == UInt8(ascii: ".") || before == UInt8(ascii: ":")
    if let rest = rest(
      of: typed, among: completion.suggestions, isString: isString, least: isMember ? 1 : 2)
    {
      return isString && rest.utf8.last == text.bytes[max(0, start - 1)]
        ? rest + closers(of: text) : rest
    }
    let closers = PromptText.isBlank(last) || isString ? "" : closers(of: text)
    return closers.isEmpty || !Self.endsArgument(text) ? nil : closers
  }

  /// Returns the rest of the first suggestion that continues the text. For names, the result is the
  /// rest of the longest common prefix of all suggestions that continue the text.
  ///
  /// - Parameter least: The minimum length of a typed name, in bytes.
  private func rest(
    of typed: ArraySlice<UInt8>, among suggestions: [LineSuggestion], isString: Bool, least: Int
  ) -> String? {
    let fitting = suggestions.map { Array($0.text.utf8) }.filter { $0.starts(with: typed) }
    guard var rest = fitting.first, !typed.isEmpty || suggestions.count == 1 else { return nil }
    if !isString {
      guard typed.count >= least else { return nil }
      for other in fitting {
        rest = Array(zip(rest, other).prefix { $0 == $1 }.map(\.0))
      }
    }
    return rest.count > typed.count
      ? String(validating: rest.dropFirst(typed.count), as: UTF8.self) : nil
  }

  private static func isInString(_ text: PromptText) -> Bool {
    text.tokens.last.map { $0.kind == .string && $0.isUnfinished } ?? false
  }

  /// Returns whether the argument at the end of the text can be complete.
  private static func endsArgument(_ text: PromptText) -> Bool {
    guard let last = text.tokens.last, last.end == text.bytes.count else { return false }
    switch last.kind {
    case .string: return !last.isUnfinished
    case .number: return true
    case .keyword: return last.word == "true" || last.word == "false" || last.word == "nil"
    case .mark: return last.word == ")" || last.word == "}" || last.word == "]"
    case .name, .comment, .unknown: return false
    }
  }

  /// Returns the missing closing parentheses and braces, or an empty string if the text is not Lua
  /// code, has several lines, or contains square brackets or blocks.
  private func closers(of text: PromptText) -> String {
    guard case .lua = text.form, text.tokens.allSatisfy({ $0.line == 1 }) else { return "" }
    var open: [String] = []
    for token in text.tokens {
      switch token.word {
      case "(": open.append(")")
      case "{": open.append("}")
      case "[", "function", "if", "do", "repeat": return ""
      case ")", "}":
        if open.popLast() == nil { return "" }
      default: break
      }
    }
    return open.reversed().map { $0 == "}" ? " }" : $0 }.joined()
  }
}
