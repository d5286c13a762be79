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
    let name = name(at: first)
    if !name.isEmpty, first[name.endIndex...].first == ">", names().contains(String(name)) {
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

  /// Returns the input after a prompt such as `signalbox>`, `shop>` or `shop ▸ product(42)>`, or
  /// `nil` if the line does not begin with a prompt.
  private static func input(in line: Substring) -> Substring? {
    if line.hasPrefix("paused "), let input = input(after: line.dropFirst("paused ".count)) {
      return input
    }
    return input(after: line)
  }

  /// Returns the input after a place, such as `shop ▸ product(42)`, at the start of a line, or
  /// `nil` if there is no place.
  private static func input(after line: Substring) -> Substring? {
    let rest = line[endOfPlace(in: line)...]
    if rest.startIndex == line.startIndex { return nil }
    if rest.hasPrefix("> ") { return rest.dropFirst(2) }
    // Editors can remove the space after a prompt without input.
    return rest == ">" ? "" : nil
  }

  /// Returns the end of the place in a prompt, or the start of the line if there is none. The
  /// symbol `▸` is not valid Lua. Without the symbol, the place must be a name.
  private static func endOfPlace(in line: Substring) -> Substring.Index {
    let name = name(at: line)
    if !name.isEmpty, line[name.endIndex...].first == ">" { return name.endIndex }
    func word(_ text: Substring, without stops: String) -> Substring {
      text.prefix { !$0.isWhitespace && $0 != ">" && $0 != "▸" && !stops.contains($0) }
    }
    let shown = word(line, without: "")
    let separator = " ▸ "
    guard !shown.isEmpty, !line.hasPrefix("--"), line[shown.endIndex...].hasPrefix(separator) else {
      return line.startIndex
    }
    let screen = word(line[shown.endIndex...].dropFirst(separator.count), without: "(")
    if screen.isEmpty { return line.startIndex }
    if line[screen.endIndex...].first != "(" { return screen.endIndex }
    var rest = line[screen.endIndex...]
    while let end = rest.firstIndex(of: ")") {
      rest = rest[end...].dropFirst()
      if rest.hasPrefix("> ") || rest == ">" { return rest.startIndex }
    }
    return line.startIndex
  }

  /// Returns the name at the start of a line. The result is empty if the line does not begin with a
  /// name.
  private static func name(at line: Substring) -> Substring {
    guard let first = line.first, first.isASCII, first.isLetter || first == "_" else {
      return line.prefix(0)
    }
    return line.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  private static func continuation(in line: Substring) -> Substring? {
    let rest = line.drop { $0 == " " }
    guard rest.hasPrefix("…>") else { return nil }
    return rest.hasPrefix("…> ") ? rest.dropFirst(3) : rest.dropFirst(2)
  }
}
