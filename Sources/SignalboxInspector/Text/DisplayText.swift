internal import Signalbox
internal import TextCells

/// Text as a terminal shows it: in cells, where wide characters take two.
public enum DisplayText {
  /// The cells that a text takes.
  public static func width(of text: String) -> Int { CellWidth.of(text) }

  /// The cells that one character takes: 2 for emoji and the wide scripts of East Asia (Unicode
  /// annex 11), 0 for controls and what only combines, else 1.
  public static func width(of character: Character) -> Int { CellWidth.of(character) }

  /// Bytes of the longest text that is shown in a cell: marks that combine, and characters without a
  /// width, take none.
  private static let maxBytesPerCell = 64

  /// The text in at most so many cells; what is cut off shows as `…`.
  public static func truncate(_ text: String, to limit: Int) -> String {
    let (most, isUnlimited) = limit.multipliedReportingOverflow(by: maxBytesPerCell)
    let fits = isUnlimited || text.utf8.count <= most
    if fits, width(of: text) <= limit { return text }
    guard limit > 0 else { return "" }
    var result = ""
    var used = 0
    var bytes = 0
    for character in text {
      let cells = width(of: character)
      bytes += character.utf8.count
      guard used + cells < limit, isUnlimited || bytes <= most else { break }
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

  /// The text as a line of a report: clean, and at most 10,000 bytes of it. What is left out is counted
  /// at its end.
  public static func line(_ text: String) -> String { clean(shortened(text)) }

  /// The lines of a text, each without controls, and at most 10,000 bytes of them all.
  public static func lines(_ text: String) -> String {
    shortened(text).split(separator: "\n", omittingEmptySubsequences: false)
      .map { clean(String($0)) }.joined(separator: "\n")
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
