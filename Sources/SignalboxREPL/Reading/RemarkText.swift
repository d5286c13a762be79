internal import SignalboxInspector
internal import SignalboxScenarios

/// Adds a faint remark to the right end of a line.
struct RemarkText {
  /// The column in which remarks end, if the window is wide enough.
  private static let column = 76

  let width: Int
  let palette: TextPalette

  /// Returns a string with a remark after its last line, right-aligned if it fits.
  ///
  /// - Parameter cells: The width of the last line, or `nil` to measure the text.
  func line(_ text: String, _ remark: String, cells: Int? = nil) -> String {
    if remark.isEmpty { return text }
    let last = text.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    let used = cells ?? DisplayText.width(of: String(last))
    let end = min(width - 1, Self.column)
    let gap = max(2, end - used - DisplayText.width(of: remark))
    return text + String(repeating: " ", count: gap) + palette.faint(remark)
  }
}
