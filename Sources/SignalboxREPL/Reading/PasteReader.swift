internal import SignalboxScripting

/// Finds what was typed in a transcript of the prompt that was pasted back (decision 0128).
///
/// A text is a transcript if its first line begins with a prompt that no Lua begins with: `shop ▸
/// product(42)>` has a mark that Lua has not, and `signalbox>` would compare a variable that there is
/// not. Lines with a prompt are inputs, lines with dots go on with them, all others are answers and are
/// left out.
struct PasteReader {
  /// The inputs of a transcript, each with all its lines; `nil` where the text is none.
  ///
  /// - Parameter names: The variables in reach: what compares one of them is Lua.
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

  /// Returns the input after a prompt: `signalbox>`, `shop>`, `shop ▸ product(42)>`.
  private static func input(in line: Substring) -> Substring? {
    guard let match = line.prefixMatch(of: prompt) else {
      // An editor may have taken the space off a line without an input.
      return line.wholeMatch(of: bare) == nil ? nil : ""
    }
    return line[match.range.upperBound...]
  }

  private static func continuation(in line: Substring) -> Substring? {
    guard let match = line.prefixMatch(of: dots) else { return nil }
    return line[match.range.upperBound...]
  }

  // Computed, since patterns are not `Sendable`. A screen's mark is no Lua; one word has to be a name.
  private static var prompt: Regex<Substring> {
    #/(?:paused )?(?:[A-Za-z_]\w*|(?!--)[^\s>▸]+ ▸ [^\s>▸(]+(?:\([^\n]*?\))?)> /#
  }
  /// The same without the space behind it, which editors may take off.
  private static var bare: Regex<Substring> {
    #/(?:paused )?(?:[A-Za-z_]\w*|(?!--)[^\s>▸]+ ▸ [^\s>▸(]+(?:\([^\n]*?\))?)>/#
  }
  private static var oneWord: Regex<(Substring, Substring)> { #/([A-Za-z_]\w*)> ?/# }
  private static var dots: Regex<Substring> { #/ *…> ?/# }
}
