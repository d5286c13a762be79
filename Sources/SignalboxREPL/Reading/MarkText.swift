internal import SignalboxInspector
internal import SignalboxScenarios

/// Faint remarks at the right of a line.
struct MarkText {
  /// Marks end here where the window is wide enough, so that the eye finds them.
  private static let column = 76

  let width: Int
  let palette: TextPalette

  /// A text with a remark behind its last line, under the others where there is room.
  ///
  /// - Parameter cells: What the last line takes; `nil` where the text shows as it is.
  func line(_ text: String, _ mark: String, cells: Int? = nil) -> String {
    if mark.isEmpty { return text }
    let last = text.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    let used = cells ?? DisplayText.width(of: String(last))
    let end = min(width - 1, Self.column)
    let gap = max(2, end - used - DisplayText.width(of: mark))
    return text + String(repeating: " ", count: gap) + palette.faint(mark)
  }
}
