internal import SignalboxInspector

/// Lays out short strings, such as the elements of a long list of numbers, in columns.
enum Columns {
  /// The minimum number of columns. If the width allows fewer columns, each value is printed on a
  /// separate line.
  private static let least = 3

  /// Returns the rows, each without its trailing comma. Numbers are right-aligned. Returns `nil` if
  /// the width is insufficient for columns.
  static func rows(of parts: [String], width: Int) -> [String]? {
    guard let wide = parts.map(DisplayText.width(of:)).max() else { return nil }
    // Each value is followed by a comma and a space.
    let columns = min((width + 1) / (wide + 2), parts.count)
    guard columns >= least else { return nil }
    // If the width allows it, the number of columns is a multiple of ten, so that indices are easy
    // to determine.
    let count = columns >= 10 ? columns / 10 * 10 : columns
    let isNumeric = parts.allSatisfy { $0.first?.isNumber == true || $0.first == "-" }
    return stride(from: 0, to: parts.count, by: count).map { start in
      let end = min(start + count, parts.count)
      let row = (start..<end).map { index in
        let comma = index + 1 < end ? "," : ""
        if isNumeric { return DisplayText.alignRight(parts[index], to: wide) + comma }
        return comma.isEmpty ? parts[index] : DisplayText.pad(parts[index] + comma, to: wide + 1)
      }
      return row.joined(separator: " ")
    }
  }
}
