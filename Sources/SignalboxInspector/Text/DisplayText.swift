/// Text as a terminal shows it: in cells, where wide characters take two.
public enum DisplayText {
  /// The cells that a text takes.
  public static func width(of text: String) -> Int {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    return text.reduce(0) { $0 + width(of: $1) }
  }

  /// The cells that one character takes: 2 for emoji and the wide scripts of East Asia (Unicode
  /// annex 11), 0 for controls and what only combines, else 1.
  public static func width(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    let isEmoji =
      first.properties.isEmojiPresentation
      || (first.properties.isEmoji && character.unicodeScalars.contains("\u{FE0F}"))
    if isEmoji || isWide(first.value) { return 2 }
    switch first.properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark: return 0
    default: return 1
    }
  }

  private static func isWide(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18AFF, 0x1B000...0x1B2FF,
      0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }

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
