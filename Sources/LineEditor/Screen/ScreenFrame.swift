/// What the terminal is to show: rows, and the cursor in them.
struct ScreenFrame: Equatable {
  var rows: [ScreenRow]
  var cursor: LineLayout.Place

  /// The part of it that fits into a window, around the cursor.
  ///
  /// - Parameters:
  ///   - height: The rows of the window.
  ///   - top: The first row that was shown before; the window moves as little as it has to.
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
