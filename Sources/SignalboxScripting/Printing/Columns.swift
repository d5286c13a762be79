internal import SignalboxInspector

/// Short texts in columns, as a list of many numbers is read best.
enum Columns {
  /// Fewer columns are better read one below the other.
  private static let least = 3

  /// The rows without the comma behind each; numbers end below one another. `nil` where there is no room
  /// for columns.
  static func rows(of parts: [String], width: Int) -> [String]? {
    guard let wide = parts.map(DisplayText.width(of:)).max() else { return nil }
    // A comma and a space follow each.
    let columns = min((width + 1) / (wide + 2), parts.count)
    guard columns >= least else { return nil }
    // In tens where there is room: the place of an element is seen at once.
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
