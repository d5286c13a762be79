internal import Signalbox
internal import TextCells

/// Formats text for a terminal. In a terminal, wide characters take two cells.
public enum DisplayText {
  /// Returns the width of a string in cells.
  ///
  /// - Parameter text: A single line, without escape sequences.
  public static func width(of text: String) -> Int { CellWidth.of(text) }

  /// Returns the width of a character in cells: 2 for emoji and wide East Asian characters (Unicode
  /// annex 11), 0 for characters that take no cell, such as control characters and nonspacing
  /// marks, and 1 for all others.
  ///
  /// - Parameter character: A character, with any number of scalars.
  public static func width(of character: Character) -> Int { CellWidth.of(character) }

  /// The maximum number of bytes per cell. The number is limited because combining marks and
  /// characters without a width take no cells.
  private static let maxBytesPerCell = 64

  /// Returns text shortened to a maximum number of cells. If a part of the text is omitted, `…`
  /// replaces it.
  ///
  /// - Parameters:
  ///   - text: The text to shorten.
  ///   - limit: The maximum number of cells.
  public static func truncate(_ text: String, to limit: Int) -> String {
    let (maxBytes, isUnlimited) = limit.multipliedReportingOverflow(by: maxBytesPerCell)
    let fits = isUnlimited || text.utf8.count <= maxBytes
    if fits, width(of: text) <= limit { return text }
    guard limit > 0 else { return "" }
    var result = ""
    var used = 0
    var bytes = 0
    for character in text {
      let cells = width(of: character)
      bytes += character.utf8.count
      guard used + cells < limit, isUnlimited || bytes <= maxBytes else { break }
      result.append(character)
      used += cells
    }
    return result + "…"
  }

  /// Returns text with exactly the given number of cells, shortened or padded with spaces at the
  /// end.
  ///
  /// - Parameters:
  ///   - text: The text to shorten or pad.
  ///   - cells: The width of the result, in cells.
  public static func pad(_ text: String, to cells: Int) -> String {
    let shown = truncate(text, to: cells)
    return shown + spaces(cells - width(of: shown))
  }

  /// Returns text centered in the given number of cells.
  ///
  /// - Parameters:
  ///   - text: The text to center.
  ///   - cells: The width of the result, in cells.
  public static func center(_ text: String, in cells: Int) -> String {
    let shown = truncate(text, to: cells)
    return pad(spaces((cells - width(of: shown)) / 2) + shown, to: cells)
  }

  /// Returns text that is padded with leading spaces to a minimum width. Longer text is not
  /// shortened.
  ///
  /// - Parameters:
  ///   - text: The text to align.
  ///   - cells: The minimum width of the result, in cells.
  public static func alignRight(_ text: String, to cells: Int) -> String {
    spaces(cells - width(of: text)) + text
  }

  /// Returns text in which control characters are replaced with `�`, so that no character moves the
  /// cursor, ends a line or changes the direction of text. Control characters include the Unicode
  /// line separators and bidirectional controls.
  ///
  /// - Parameter text: Any text, such as a name from an application.
  public static func clean(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isControl(scalar) ? "\u{FFFD}" : scalar) }
    return String(result)
  }

  /// Returns text as a single line for a report. Control characters are replaced with `�`, and the
  /// text is limited to about 10,000 bytes. If it is shortened, the number of omitted bytes
  /// follows.
  ///
  /// - Parameter text: Any text. Line breaks are replaced as well.
  public static func line(_ text: String) -> String { clean(shortened(text)) }

  /// Returns the lines of a string, limited to about 10,000 bytes in total and separated by line
  /// feeds. Other control characters are replaced with `�`.
  ///
  /// - Parameter text: Any text, whose lines end with a line feed, alone or after a carriage return.
  public static func lines(_ text: String) -> String {
    shortened(text)
      .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
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
