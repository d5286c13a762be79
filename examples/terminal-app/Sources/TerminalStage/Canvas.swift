internal import SignalboxInspector

/// A rectangle of terminal cells and their contents.
public struct Canvas: Hashable {
  /// The style of a cell.
  public struct Style: OptionSet, Hashable, Sendable {
    /// The bits, one for each style.
    public let rawValue: UInt8
    /// Creates a style from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The text is emphasized.
    public static let bold = Style(rawValue: 1 << 0)
    /// The text is in the background, or is less important.
    public static let dim = Style(rawValue: 1 << 1)
    /// The text is selected.
    public static let inverse = Style(rawValue: 1 << 2)
  }

  /// A cell. The right half of a wide character contains no character.
  public struct Cell: Hashable {
    /// The character in the cell.
    public var character: Character?
    /// The style of the cell.
    public var style: Style

    /// A character, or the right half of the preceding character.
    public init(character: Character?, style: Style) {
      self.character = character
      self.style = style
    }
  }

  /// The number of cells in a row.
  public let columns: Int
  /// The number of rows.
  public let rows: Int
  private var cells: [Cell]

  /// Creates a blank canvas of at least one cell.
  public init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    cells = Array(repeating: Cell(character: " ", style: []), count: self.columns * self.rows)
  }

  /// The cell at a row and column, both counted from 0.
  public subscript(row: Int, column: Int) -> Cell {
    get { cells[row * columns + column] }
    set { cells[row * columns + column] = newValue }
  }

  /// The rows as text, without trailing blanks.
  public var lines: [String] {
    (0..<rows).map { row in
      var line = String((0..<columns).compactMap { self[row, $0].character })
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  // MARK: - Drawing

  /// Writes text starting at a cell. Text that does not fit into the area is truncated.
  public mutating func write(_ text: String, _ style: Style = [], at row: Int, in area: Area) {
    write(text, style, at: row, column: area.left, in: area)
  }

  /// Writes text starting at a column. Text that does not fit into the area is truncated.
  public mutating func write(
    _ text: String, _ style: Style = [], at row: Int, column: Int, in area: Area
  ) {
    guard area.rows.contains(row) else { return }
    var column = column
    for character in DisplayText.truncate(text, to: area.columns.upperBound - column) {
      let width = DisplayText.width(of: character)
      guard width > 0, column + width <= columns else { continue }
      self[row, column] = Cell(character: character, style: style)
      if width == 2 { self[row, column + 1] = Cell(character: nil, style: style) }
      column += width
    }
    repair(row)
  }

  /// Writes a character repeatedly.
  public mutating func rule(_ character: Character, _ style: Style = [], at row: Int, in area: Area)
  {
    write(String(repeating: character, count: area.columns.count), style, at: row, in: area)
  }

  /// Clears an area.
  public mutating func clear(_ area: Area) {
    for row in area.rows {
      for column in area.columns { self[row, column] = Cell(character: " ", style: []) }
      repair(row)
    }
  }

  /// Shows the whole canvas in the style for background content.
  public mutating func dim() {
    for index in cells.indices { cells[index].style = .dim }
  }

  /// Replaces halves of wide characters with blanks.
  mutating func repair(_ row: Int) {
    for column in 0..<columns {
      let isWide = self[row, column].character.map { DisplayText.width(of: $0) == 2 } ?? false
      let hasHalf = column + 1 < columns && self[row, column + 1].character == nil
      if isWide && !hasHalf { self[row, column].character = " " }
      guard self[row, column].character == nil else { continue }
      let before = column > 0 ? self[row, column - 1].character : nil
      if before.map({ DisplayText.width(of: $0) == 2 }) != true {
        self[row, column].character = " "
      }
    }
  }
}

/// An area of a canvas.
public struct Area: Hashable {
  /// The rows, counted from 0 at the top.
  public var rows: Range<Int>
  /// The columns, counted from 0 at the left.
  public var columns: Range<Int>

  /// Creates an area from rows and columns. A range that ends before it begins is treated as empty.
  public init(rows: Range<Int>, columns: Range<Int>) {
    self.rows = rows
    self.columns = columns
  }

  var top: Int { rows.lowerBound }
  var bottom: Int { rows.upperBound }
  var left: Int { columns.lowerBound }
  var right: Int { columns.upperBound }

  /// Returns the area without the given numbers of rows and columns on each side.
  func inset(top: Int = 0, bottom: Int = 0, sides: Int = 0) -> Area {
    let first = min(self.top + top, self.bottom)
    let start = min(left + sides, right)
    return Area(
      rows: first..<max(first, self.bottom - bottom),
      columns: start..<max(start, right - sides))
  }
}
