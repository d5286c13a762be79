/// Generates the output that moves the cursor and changes cells (ECMA-48).
struct ScreenPen {
  private(set) var text = ""
  private var position: LineLayout.Position
  /// The number of rows on the screen. Moving the cursor below the last row adds rows.
  private var rows: Int
  private var paint: Paint = 0
  /// Whether the last row was drawn up to its last column and continues in the next row. If `true`,
  /// the next character wraps automatically, and the terminal treats both rows as a single line.
  private var isAboutToWrap = false
  private let columns: Int
  private let codes: [String]

  init(at position: LineLayout.Position, rows: Int, columns: Int, codes: [String]) {
    self.position = position
    self.rows = max(1, rows)
    self.columns = columns
    self.codes = codes
  }

  /// Draws a row.
  ///
  /// - Parameters:
  ///   - old: The current contents of the row, or `nil` if the row is empty.
  ///   - all: Whether to draw the row from its first cell, so that the previous row wraps into this
  ///     row.
  mutating func draw(_ row: ScreenRow, over old: ScreenRow?, in index: Int, all: Bool) {
    let before = old?.cells ?? []
    var first = all ? 0 : zip(row.cells, before).prefix { $0 == $1 }.count
    let isNewWrap = row.wraps && old?.wraps != true
    if isNewWrap { first = min(first, max(0, row.cells.count - 1)) }
    let last = isNewWrap || all ? row.cells.count : end(of: row.cells, over: before, from: first)
    let column = row.cells[..<first].reduce(0) { $0 + $1.width }
    let isWrapping = all && isAboutToWrap && index == position.row + 1
    // Only a flag of the row has changed, for example because the row no longer continues.
    if first == last, row.width >= old?.width ?? 0, old != nil, !isWrapping { return }
    if isWrapping {
      position = LineLayout.Position(row: index, column: 0)
      rows = max(rows, index + 1)
      // To make the terminal begin the empty row, a space wraps into the row, and the cursor then
      // moves before the space.
      if row.cells.isEmpty { text += " \r" }
    } else {
      move(to: LineLayout.Position(row: index, column: column))
    }
    var isCertain = true
    for cell in row.cells[first..<last] { isCertain = put(cell) && isCertain }
    if last == row.cells.count {
      let width = position.column
      if width < (old?.width ?? 0) || (isWrapping && row.cells.isEmpty) { eraseRest() }
      isAboutToWrap = row.wraps && isCertain
    } else {
      isAboutToWrap = false
    }
    repaint(0)
  }

  /// Returns the end of the range where a row differs from its current contents.
  private func end(of cells: [Cell], over before: [Cell], from first: Int) -> Int {
    guard cells.count == before.count, first < cells.count else { return cells.count }
    let sameWidths = zip(cells[first...], before[first...]).allSatisfy { $0.width == $1.width }
    guard sameWidths else { return cells.count }
    let same = zip(cells[first...].reversed(), before[first...].reversed()).prefix { $0 == $1 }
    return cells.count - same.count
  }

  /// - Returns: Whether all terminals agree about the cursor position.
  private mutating func put(_ cell: Cell) -> Bool {
    repaint(cell.paint)
    text.append(cell.character)
    position.column += cell.width
    guard cell.isUncertain else { return true }
    if position.column < columns { text += "\u{1B}[\(position.column + 1)G" }
    return false
  }

  private mutating func eraseRest() {
    repaint(0)
    if position.column < columns { text += "\u{1B}[K" }
  }

  /// Erases all rows from an index onward.
  mutating func erase(from row: Int) {
    move(to: LineLayout.Position(row: row, column: 0))
    text += "\u{1B}[J"
  }

  mutating func move(to target: LineLayout.Position) {
    isAboutToWrap = false
    if target == position, position.column < columns { return }
    // At the right edge, the cursor position differs between terminals.
    if position.column >= columns { toStart() }
    if target.row < position.row {
      text += "\u{1B}[\(position.row - target.row)A"
    } else if target.row > position.row {
      let reachable = min(target.row, rows - 1)
      if reachable > position.row { text += "\u{1B}[\(reachable - position.row)B" }
      if target.row > reachable {
        text += String(repeating: "\r\n", count: target.row - reachable)
        position.column = 0
        rows = target.row + 1
      }
    }
    position.row = target.row
    guard target.column != position.column else { return }
    if target.column == 0 { toStart() } else { text += "\u{1B}[\(target.column + 1)G" }
    position.column = target.column
  }

  private mutating func toStart() {
    text += "\r"
    position.column = 0
  }

  private mutating func repaint(_ next: Paint) {
    guard next != paint else { return }
    text += next == 0 ? "\u{1B}[m" : "\u{1B}[0;\(codes[Int(next)])m"
    paint = next
  }
}
