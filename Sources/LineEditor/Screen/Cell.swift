/// The style of a cell, as an index into a ``PaintBox``. The value 0 represents plain text.
typealias Paint = UInt16

/// The cell styles that have been used so far, as parameters of `ESC [ … m`.
struct PaintBox {
  private(set) var codes = [""]
  private var numbers: [String: Paint] = ["": 0]

  /// Returns the index of a style. Once the maximum number of styles is reached, new styles are
  /// treated as plain.
  mutating func paint(_ code: String) -> Paint {
    if let number = numbers[code] { return number }
    guard codes.count < 4096 else { return 0 }
    let number = Paint(codes.count)
    codes.append(code)
    numbers[code] = number
    return number
  }
}

/// A character in a cell of the terminal.
struct Cell: Equatable {
  var character: Character
  /// The width in cells, 1 or 2.
  var width: Int
  var paint: Paint

  /// Whether terminals may disagree about the character's width, because some terminals do not
  /// combine the parts of the character or do not support it.
  var isUncertain: Bool {
    guard !character.isASCII else { return false }
    var scalars = character.unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return false }
    return first.value >= 0x1F000 && first.value < 0x20000 || scalars.next() != nil
  }
}

/// A row of the screen.
struct ScreenRow: Equatable {
  var cells: [Cell] = []
  /// Whether the text continues in the next row. If `true`, a terminal that reflows text joins the
  /// rows when the window is widened.
  var wraps = false

  var width: Int { cells.reduce(0) { $0 + $1.width } }
}
