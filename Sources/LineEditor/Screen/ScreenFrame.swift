/// The contents to show, which consist of rows and the position of the cursor.
struct ScreenFrame: Equatable {
  var rows: [ScreenRow]
  var cursor: LineLayout.Position

  /// Returns the rows around the cursor that fit in the window.
  ///
  /// - Parameters:
  ///   - height: The number of rows in the window.
  ///   - top: The index of the first visible row. The window scrolls as little as possible.
  func window(height: Int, top: inout Int) -> ScreenFrame {
    guard rows.count > height else {
      top = 0
      return self
    }
    top = min(max(top, cursor.row - height + 1), cursor.row, rows.count - height)
    var frame = self
    frame.rows = Array(rows[top..<top + height])
    frame.cursor.row -= top
    return frame
  }
}
