/// Records the current contents of the screen, so that updates produce minimal output.
///
/// Positions are relative to the beginning of the prompt. The terminal is not queried.
struct Screen {
  private var rows: [ScreenRow] = []
  private var cursor = LineLayout.Place(row: 0, column: 0)
  private var columns: Int

  init(columns: Int) { self.columns = columns }

  /// Whether anything is shown.
  var isEmpty: Bool { rows.isEmpty }

  /// Discards the contents. The cursor must be at the beginning of a row.
  mutating func reset(columns: Int) { self = Screen(columns: columns) }

  /// Returns the output that moves to the beginning of the contents and erases the contents.
  ///
  /// - Parameters:
  ///   - columns: The current width of the window, in cells.
  ///   - reflows: Whether the terminal has reflowed its contents after being resized.
  mutating func erase(columns: Int, reflows: Bool) -> String {
    let row = columns != self.columns && reflows ? rowAfterReflow(columns) : cursor.row
    reset(columns: columns)
    return (row > 0 ? "\u{1B}[\(row)A" : "") + "\r\u{1B}[J"
  }

  /// Returns the cursor's row after the terminal's width has changed.
  private func rowAfterReflow(_ columns: Int) -> Int {
    var layout = LineLayout(columns: columns)
    for (index, row) in rows.enumerated() {
      var column = 0
      for cell in row.cells {
        if index == cursor.row, column >= cursor.column { return layout.place().row }
        layout.append(cell.character, cell.paint)
        column += cell.width
      }
      if index == cursor.row { break }
      if !row.wraps { layout.breakLine() }
    }
    return min(layout.place().row, layout.rows.count - 1)
  }

  /// Returns the output that replaces the current contents with a frame.
  mutating func update(to frame: ScreenFrame, _ codes: [String]) -> String {
    var pen = ScreenPen(at: cursor, rows: rows.count, columns: columns, codes: codes)
    for (index, row) in frame.rows.enumerated() {
      let old = rows.indices.contains(index) ? rows[index] : nil
      let isBehindNewWrap =
        index > 0 && frame.rows[index - 1].wraps
        && !(rows.indices.contains(index - 1) && rows[index - 1].wraps)
      if old == row, !isBehindNewWrap { continue }
      pen.draw(row, over: old, in: index, all: isBehindNewWrap)
    }
    if frame.rows.count < rows.count { pen.erase(from: frame.rows.count) }
    pen.move(to: frame.cursor)
    rows = frame.rows
    cursor = frame.cursor
    return pen.text
  }

  /// Returns the output that moves the cursor below the contents, to the beginning of a row.
  mutating func leave() -> String {
    let last = max(0, rows.count - 1)
    let down = last > cursor.row ? "\u{1B}[\(last - cursor.row)B" : ""
    reset(columns: columns)
    return down + "\r\n"
  }
}
