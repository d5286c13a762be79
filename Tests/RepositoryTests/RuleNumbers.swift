/// The anchors of numbered rules in the documentation, and the numbers in files.
///
/// An anchor is `<a id="u8"></a>`. The kinds are `U` (platform), `R` (seen on devices), `I` (invariants), `M`
/// (relations), `D` (settled questions), `T` (cases), and `B`, `O`, `L` (rules about Lua).
struct RuleNumbers {
  private(set) var anchors: Set<String> = []
  private(set) var findings: [Finding] = []

  init(_ pages: [SourceFile]) {
    for page in pages {
      for match in page.text.matches(of: /<a id="([a-z][0-9]+)"><\/a>/) {
        let number = match.1.uppercased()
        guard !anchors.insert(number).inserted else { continue }
        let line = page.text.line(at: match.range.lowerBound)
        findings.append(Finding(page.path, line, "\(number) has two anchors"))
      }
    }
  }

  /// Returns the numbers in a file that have no anchor.
  func missing(in file: SourceFile) -> [Finding] {
    Self.mentions(in: file).filter { !anchors.contains($0.number) }.map {
      Finding(file.path, $0.line, "\($0.number) has no anchor; link the rule or state it")
    }
  }

  /// Returns the rule numbers in the text of a page, in the comments, test names and messages of a
  /// Swift file, and in the comments and titles of a Lua or C file.
  static func mentions(in file: SourceFile) -> [(number: String, line: Int)] {
    guard file.path.hasSuffix(".swift") else { return numbers(in: prose(of: file)) }
    let names = file.statements.matches(of: /func\s+`([^`]+)`/).flatMap { name in
      numbers(in: String(name.1), after: file.statements.line(at: name.range.lowerBound))
    }
    let messages = file.statements.matches(of: named).map { match in
      (String(match.1), file.statements.line(at: match.range.lowerBound))
    }
    let prefixes = file.statements.matches(of: /"([ID][0-9]{1,3}):\s/).map { match in
      (String(match.1), file.statements.line(at: match.range.lowerBound))
    }
    return numbers(in: withoutCode(file.comments)) + names + messages + prefixes
  }

  private static var number: Regex<Substring> { /\b[BDILMORTU][0-9]{1,3}\b/ }
  /// A number in a string counts as a rule if the preceding word indicates this.
  private static var named: Regex<(Substring, Substring)> {
    /(?:[Rr]ule|[Ii]nvariant|[Dd]ecision|[Cc]ase) ([BDILMORTU][0-9]{1,3})\b/
  }

  private static func numbers(
    in text: String, after line: Int = 1
  ) -> [(number: String, line: Int)] {
    text.matches(of: number).map {
      (String($0.output), text.line(at: $0.range.lowerBound) + line - 1)
    }
  }

  /// The readable part of a file.
  private static func prose(of file: SourceFile) -> String {
    if file.path.hasSuffix(".md") { return withoutCode(withoutBlocks(file.text)) }
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    if file.path.hasSuffix(".lua") {
      return lines.map { line in
        if let start = line.firstRange(of: "--") { return String(line[start.lowerBound...]) }
        return String(line.firstMatch(of: /(?:scenario|suite) "(.*)/)?.1 ?? "")
      }.joined(separator: "\n")
    }
    return lines.map { $0.contains("*") ? withoutCode(String($0)) : "" }.joined(separator: "\n")
  }

  /// Returns the text of a page without its fenced blocks, line by line.
  private static func withoutBlocks(_ text: String) -> String {
    var isBlock = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.hasPrefix("```") { isBlock.toggle() }
      return isBlock ? "" : String(line)
    }.joined(separator: "\n")
  }

  private static func withoutCode(_ text: String) -> String {
    text.replacing(/`[^`\n]*`/) { String(repeating: " ", count: $0.output.count) }
  }
}
