internal import TextCells

/// Text as a terminal shows it: in cells, where wide characters take two.
public enum DisplayText {
  /// The cells that a text takes.
  public static func width(of text: String) -> Int { CellWidth.of(text) }

  /// The cells that one character takes: 2 for emoji and the wide scripts of East Asia (Unicode
  /// annex 11), 0 for controls and what only combines, else 1.
  public static func width(of character: Character) -> Int { CellWidth.of(character) }

  /// The text in at most so many cells; what is cut off shows as `…`.
  public static func truncate(_ text: String, to limit: Int) -> String {
    if width(of: text) <= limit { return text }
    guard limit > 0 else { return "" }
    var result = ""
    var used = 0
    for character in text {
      let cells = width(of: character)
      guard used + cells < limit else { break }
      result.append(character)
      used += cells
    }
    return result + "…"
  }

  /// The text in exactly so many cells, cut off or filled up with spaces behind.
  public static func pad(_ text: String, to cells: Int) -> String {
    let shown = truncate(text, to: cells)
    return shown + spaces(cells - width(of: shown))
  }

  /// The text in the middle of so many cells.
  public static func center(_ text: String, in cells: Int) -> String {
    let shown = truncate(text, to: cells)
    return pad(spaces((cells - width(of: shown)) / 2) + shown, to: cells)
  }

  /// The text in the last of so many cells, spaces before it.
  public static func alignRight(_ text: String, to cells: Int) -> String {
    spaces(cells - width(of: text)) + text
  }

  /// The text without what moves a cursor or ends a line: controls show as `�`.
  public static func clean(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isControl(scalar) ? "\u{FFFD}" : scalar) }
    return String(result)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
