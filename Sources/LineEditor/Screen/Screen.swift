/// Records the current contents of the screen, so that updates produce minimal output.
///
/// Positions are relative to the beginning of the prompt.
struct Screen {
  private var rows: [ScreenRow] = []
  private var cursor = LineLayout.Position(row: 0, column: 0)
  private var columns: Int
  /// The rows of earlier contents that the terminal has scrolled out of the window. They are
  /// directly above the current contents.
  private var outside: [ScreenRow] = []

  init(columns: Int) { self.columns = columns }

  /// Whether anything is shown.
  var isEmpty: Bool { rows.isEmpty }

  /// Discards the contents. The cursor must be at the beginning of a row.
  mutating func reset(columns: Int) { self = Screen(columns: columns) }

  /// Returns the output that moves to the beginning of the contents and erases the contents.
  mutating func erase() -> String {
    let up = cursor.row
    reset(columns: columns)
    return Self.erasing(up: up)
  }

  /// Returns the output that moves to the beginning of the contents and erases the contents, after
  /// the window has been resized.
  ///
  /// Rows that the terminal has scrolled out of the window cannot be erased. They are erased when a
  /// later change of the size brings them back, because the terminal keeps them above the contents.
  ///
  /// - Parameters:
  ///   - size: The current size of the window, in cells.
  ///   - reflows: Whether the terminal has reflowed its contents.
  ///   - cursorRow: The row of the cursor in the window, or `nil` if it is not known.
  mutating func erase(size: (columns: Int, rows: Int), reflows: Bool, cursorRow: Int?) -> String {
    let columns = size.columns
    var above = Array(rows[..<cursor.row])
    var outside = outside
    if columns != self.columns, reflows {
      above = Self.reflow(rows, to: columns, until: cursor)
      outside = Self.reflow(outside, to: columns)
    }
    reset(columns: columns)
    guard let cursorRow else { return Self.erasing(up: above.count) }
    let all = outside + above
    let up = min(cursorRow, all.count)
    self.outside = Array(all[..<(all.count - up)])
    return Self.erasing(up: up, coversWindow: up == cursorRow && size.rows > 1)
  }

  /// - Parameter coversWindow: Whether the rows begin in the first row of a window that has more
  ///   than one row. tmux moves the contents of a window that is erased as a whole to its history,
  ///   so the first row is erased separately.
  private static func erasing(up: Int, coversWindow: Bool = false) -> String {
    (up > 0 ? "\u{1B}[\(up)A" : "") + "\r"
      + (coversWindow ? "\u{1B}[K\u{1B}[B\u{1B}[J\u{1B}[A" : "\u{1B}[J")
  }

  /// Returns rows as the terminal shows them after its width has changed. If a position is given, the
  /// result ends before its row.
  private static func reflow(
    _ rows: [ScreenRow], to columns: Int, until end: LineLayout.Position? = nil
  ) -> [ScreenRow] {
    var layout = LineLayout(columns: columns)
    search: for (index, row) in rows.enumerated() {
      var column = 0
      for cell in row.cells {
        if index == end?.row, let end, column >= end.column { break search }
        layout.append(cell.character, cell.paint)
        column += cell.width
      }
      if index == end?.row { break }
      if !row.wraps || (end == nil && index == rows.count - 1) { layout.breakLine() }
    }
    let row = layout.position().row
    return Array(layout.rows[..<row])
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
