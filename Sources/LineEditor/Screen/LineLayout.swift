internal import TextCells

/// Lays out text in rows, and determines the positions of its characters and of the cursor.
struct LineLayout {
  struct Position: Equatable {
    var row: Int
    var column: Int
  }

  let columns: Int
  private(set) var rows = [ScreenRow()]
  private(set) var column = 0

  /// The column in which the text begins, after a prompt or a margin. Tab stops are relative to
  /// this column.
  var origin = 0
  static let tabWidth = 4

  init(columns: Int) { self.columns = max(1, columns) }

  /// Appends a character. If the character does not fit in the current row, a new row is added.
  mutating func append(_ character: Character, _ paint: Paint) {
    if character == "\t" {
      let behind = (column - origin) % Self.tabWidth
      let count = behind < 0 ? -behind : Self.tabWidth - behind
      for _ in 0..<min(count, max(1, columns - column)) { append(" ", paint) }
      return
    }
    var width = CellWidth.of(character)
    var shown = character
    // Characters without a width and characters that are wider than the row are replaced, so that
    // they remain visible.
    if width == 0 || width > columns { (shown, width) = ("\u{FFFD}", 1) }
    makeRoom(for: width)
    rows[rows.count - 1].cells.append(Cell(character: shown, width: width, paint: paint))
    column += width
  }

  mutating func append(_ text: String, _ paint: Paint) {
    for character in text { append(character, paint) }
  }

  /// Ends the row. Subsequent text begins in the next row.
  mutating func breakLine() {
    rows.append(ScreenRow())
    column = 0
  }

  /// Returns the position for a character of the given width. The cursor is at this position before
  /// the character is inserted.
  mutating func position(forWidth width: Int = 1) -> Position {
    makeRoom(for: min(width, columns))
    return Position(row: rows.count - 1, column: column)
  }

  private mutating func makeRoom(for width: Int) {
    guard column + width > columns else { return }
    rows[rows.count - 1].wraps = true
    breakLine()
  }
}
