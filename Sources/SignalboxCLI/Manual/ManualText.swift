/// Text of a manual page, in the macros of man(7).
struct ManualText {
  /// The page so far.
  private(set) var source = ""

  /// Adds a line unchanged.
  mutating func line(_ text: String) { source += text + "\n" }

  mutating func section(_ title: String) { line(".SH " + title) }

  /// Adds running text, in lines of at most 78 characters.
  mutating func text(_ text: String) {
    var row = ""
    for word in text.split(whereSeparator: \.isWhitespace).map(Self.escaped) {
      if !row.isEmpty, row.count + word.count > 76 {
        line(Self.guarded(row))
        row = ""
      }
      row += row.isEmpty ? word : " " + word
    }
    if !row.isEmpty { line(Self.guarded(row)) }
  }

  /// Adds an entry of a list: its name in macros, then its text.
  mutating func entry(_ name: String, _ summary: String) {
    line(".TP")
    line(name)
    text(summary)
  }

  /// Adds lines that are not reformatted.
  mutating func code(_ lines: some Sequence<String>) {
    line(".EX")
    for text in lines { line(Self.guarded(Self.escaped(text))) }
    line(".EE")
  }

  static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }
  static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

  /// A line that starts with a dot or quote would be a macro.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("\\(aq") ? "\\&" + line : line
  }

  /// Returns text in which no character has a special meaning for troff.
  static func escaped(_ text: some StringProtocol) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }
  }
}
