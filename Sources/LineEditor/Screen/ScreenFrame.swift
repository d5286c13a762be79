/// The contents to show: rows, with the cursor.
struct ScreenFrame: Equatable {
  var rows: [ScreenRow]
  var cursor: LineLayout.Place

  /// Returns the part that fits into a window, around the cursor.
  ///
  /// - Parameters:
  ///   - height: The rows of the window.
  ///   - top: The first visible row so far; the window is scrolled as little as necessary.
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
