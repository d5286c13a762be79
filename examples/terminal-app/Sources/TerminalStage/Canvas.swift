internal import SignalboxInspector

/// A rectangle of a terminal's cells, and what stands in them.
public struct Canvas: Hashable {
  /// How a cell looks.
  public struct Look: OptionSet, Hashable, Sendable {
    /// A bit for each.
    public let rawValue: UInt8
    /// Takes the bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Stands out.
    public static let bold = Look(rawValue: 1 << 0)
    /// Lies behind, or matters less.
    public static let dim = Look(rawValue: 1 << 1)
    /// Is selected.
    public static let inverse = Look(rawValue: 1 << 2)
  }

  /// One cell. The right half of a wide character has none of its own.
  public struct Cell: Hashable {
    /// What stands in it.
    public var character: Character?
    /// How it looks.
    public var look: Look

    /// A character, or the right half of the one before.
    public init(character: Character?, look: Look) {
      self.character = character
      self.look = look
    }
  }

  /// Cells from left to right.
  public let columns: Int
  /// Cells from top to bottom.
  public let rows: Int
  private var cells: [Cell]

  /// A blank canvas of at least one cell.
  public init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    cells = Array(repeating: Cell(character: " ", look: []), count: self.columns * self.rows)
  }

  /// The cell of a row and column, both from 0.
  public subscript(row: Int, column: Int) -> Cell {
    get { cells[row * columns + column] }
    set { cells[row * columns + column] = newValue }
  }

  /// The rows as text, without the blanks behind them.
  public var lines: [String] {
    (0..<rows).map { row in
      var line = String((0..<columns).compactMap { self[row, $0].character })
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  // MARK: - Drawing

  /// Writes text from a cell on; what does not fit into the area is cut off.
  public mutating func write(_ text: String, _ look: Look = [], at row: Int, in area: Area) {
    write(text, look, at: row, column: area.left, in: area)
  }

  /// Writes text from a column on; what does not fit into the area is cut off.
  public mutating func write(
    _ text: String, _ look: Look = [], at row: Int, column: Int, in area: Area
  ) {
    guard area.rows.contains(row) else { return }
    var column = column
    for character in DisplayText.truncate(text, to: area.columns.upperBound - column) {
      let width = DisplayText.width(of: character)
      guard width > 0, column + width <= columns else { continue }
      self[row, column] = Cell(character: character, look: look)
      if width == 2 { self[row, column + 1] = Cell(character: nil, look: look) }
      column += width
    }
    repair(row)
  }

  /// Writes one character again and again.
  public mutating func rule(_ character: Character, _ look: Look = [], at row: Int, in area: Area) {
    write(String(repeating: character, count: area.columns.count), look, at: row, in: area)
  }

  /// Clears an area.
  public mutating func clear(_ area: Area) {
    for row in area.rows {
      for column in area.columns { self[row, column] = Cell(character: " ", look: []) }
      repair(row)
    }
  }

  /// Shows everything there is as lying behind something else.
  public mutating func dim() {
    for index in cells.indices { cells[index].look = .dim }
  }

  /// Puts a blank in the place of characters that were cut in halves.
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

/// A part of a canvas.
public struct Area: Hashable {
  /// From the top, 0 being the first.
  public var rows: Range<Int>
  /// From the left, 0 being the first.
  public var columns: Range<Int>

  /// Rows and columns. A range that ends before it begins is empty.
  public init(rows: Range<Int>, columns: Range<Int>) {
    self.rows = rows
    self.columns = columns
  }

  var top: Int { rows.lowerBound }
  var bottom: Int { rows.upperBound }
  var left: Int { columns.lowerBound }
  var right: Int { columns.upperBound }

  /// What is left of it when so many rows and columns go from each side.
  func inset(top: Int = 0, bottom: Int = 0, sides: Int = 0) -> Area {
    let first = min(self.top + top, self.bottom)
    let start = min(left + sides, right)
    return Area(
      rows: first..<max(first, self.bottom - bottom),
      columns: start..<max(start, right - sides))
  }
}
