/// The source of a manual page, which uses the macros in man(7).
struct ManualText {
  /// The source that has been generated.
  private(set) var source = ""

  /// Adds a line unchanged.
  mutating func line(_ text: String) { source += text + "\n" }

  mutating func section(_ title: String) { line(".SH " + title) }

  /// Adds a wrapped paragraph.
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

  /// Adds a list item. The name may contain escape sequences for fonts.
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

  /// Escapes a line that troff would mistake for a macro because it starts with a dot or a quote.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("\\(aq") ? "\\&" + line : line
  }

  /// Escapes the characters that have a special meaning in troff.
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
