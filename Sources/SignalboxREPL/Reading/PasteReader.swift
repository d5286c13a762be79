internal import SignalboxScripting

/// Finds the inputs in a pasted transcript (decision 0128).
///
/// Pasted text is a transcript if its first line begins with a prompt that is not valid Lua. For
/// example, `shop ▸ product(42)>` contains a symbol that Lua does not have, and `signalbox>` would
/// compare an unknown variable. Lines with a prompt are inputs, lines with dots continue an input,
/// and all other lines are results. Results are skipped.
struct PasteReader {
  /// Returns the inputs in a transcript, each with all its lines, or `nil` if the text is not a
  /// transcript.
  ///
  /// - Parameter names: The names of the available variables, because a comparison with an
  ///   available variable is valid Lua.
  static func inputs(in text: String, names: @autoclosure () -> [String]) -> [String]? {
    guard text.utf8.contains(UInt8(ascii: ">")) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.last == "\r" ? line.dropLast() : line
    }
    guard let first = lines.first, input(in: first) != nil else { return nil }
    if let name = first.prefixMatch(of: oneWord)?.output.1, names().contains(String(name)) {
      return nil
    }
    var inputs: [String] = []
    for line in lines {
      if let input = input(in: line) {
        inputs.append(String(input))
      } else if let more = continuation(in: line), !inputs.isEmpty {
        inputs[inputs.count - 1] += "\n" + more
      }
    }
    return inputs.filter { !$0.trimmed.isEmpty }
  }

  /// Returns the input after a prompt such as `signalbox>`, `shop>` or `shop ▸ product(42)>`.
  private static func input(in line: Substring) -> Substring? {
    guard let match = line.prefixMatch(of: prompt) else {
      // Editors can remove the space after a prompt without input.
      return line.wholeMatch(of: bare) == nil ? nil : ""
    }
    return line[match.range.upperBound...]
  }

  private static func continuation(in line: Substring) -> Substring? {
    guard let match = line.prefixMatch(of: dots) else { return nil }
    return line[match.range.upperBound...]
  }

  // The property is computed, because regexes are not `Sendable`. The symbol is not valid Lua. A
  // single word must be a name.
  private static var prompt: Regex<Substring> {
    #/(?:paused )?(?:[A-Za-z_]\w*|(?!--)[^\s>▸]+ ▸ [^\s>▸(]+(?:\([^\n]*?\))?)> /#
  }
  /// The pattern without the trailing space, which editors can remove.
  private static var bare: Regex<Substring> {
    #/(?:paused )?(?:[A-Za-z_]\w*|(?!--)[^\s>▸]+ ▸ [^\s>▸(]+(?:\([^\n]*?\))?)>/#
  }
  private static var oneWord: Regex<(Substring, Substring)> { #/([A-Za-z_]\w*)> ?/# }
  private static var dots: Regex<Substring> { #/ *…> ?/# }
}
