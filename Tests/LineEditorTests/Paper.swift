@testable import LineEditor

/// A minimal terminal that supports the output of ``ScreenPen`` and never traps.
struct Paper: Equatable {
  let columns: Int
  private(set) var rows: [[Character]] = [[]]
  private(set) var row = 0
  private(set) var column = 0
  /// After a character at the right edge, the cursor moves only when the next character arrives.
  private var isAtEdge = false

  init(columns: Int) { self.columns = columns }

  /// The visible text, without trailing blanks in rows and trailing blank rows.
  var lines: [String] { Self.trimmed(rows.map { row in String(row.filter { $0 != "\u{0}" }) }) }

  static func trimmed(_ lines: [String]) -> [String] {
    var lines = lines.map { line in
      var text = line[...]
      while text.last == " " { text.removeLast() }
      return String(text)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  mutating func write(_ text: String) {
    // The line break `\r\n` is one character in Swift, but two commands for a terminal.
    for character in text.replacing("\r\n", with: "\r\u{B}").reduce(into: Orders(), { $0.add($1) })
      .all
    {
      obey(character)
    }
  }

  private mutating func obey(_ order: Order) {
    switch order {
    case .put(let character): put(character)
    case .start: (column, isAtEdge) = (0, false)
    case .down:
      isAtEdge = false
      row += 1
      if row == rows.count { rows.append([]) }
    case .sequence(let count, let end):
      if end != "m" { isAtEdge = false }
      switch end {
      case "A": row = max(0, row - max(1, count))
      case "B": row = min(rows.count - 1, row + max(1, count))
      case "G": column = min(columns - 1, max(1, count) - 1)
      case "K": rows[row] = Array(rows[row].prefix(column))
      case "J":
        rows[row] = Array(rows[row].prefix(column))
        rows.removeSubrange((row + 1)...)
      default: break
      }
    }
  }

  private mutating func put(_ character: Character) {
    var layout = LineLayout(columns: 1000)
    layout.append(character, 0)
    let width = layout.column
    if isAtEdge || column + width > columns {
      (row, column, isAtEdge) = (row + 1, 0, false)
      if row == rows.count { rows.append([]) }
    }
    while rows[row].count < column + width { rows[row].append(" ") }
    rows[row][column] = character
    if width == 2 { rows[row][column + 1] = "\u{0}" }
    column += width
    if column >= columns { (column, isAtEdge) = (columns - 1, true) }
  }

  fileprivate enum Order {
    case put(Character)
    case start
    case down
    case sequence(Int, Character)
  }

  /// Splits text into characters and commands.
  private struct Orders {
    var all: [Order] = []
    private var sequence: String?

    mutating func add(_ character: Character) {
      if let begun = sequence {
        sequence = begun + String(character)
        if character.isLetter {
          let count = Int(begun.dropFirst().split(separator: ";").first ?? "") ?? 0
          all.append(.sequence(count, character))
          sequence = nil
        }
        return
      }
      switch character {
      case "\u{1B}": sequence = ""
      case "\r": all.append(.start)
      case "\u{B}": all.append(.down)
      default: all.append(.put(character))
      }
    }
  }
}
