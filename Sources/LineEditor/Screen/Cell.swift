/// How cells look: an entry of a ``PaintBox``. 0 is plain.
typealias Paint = UInt16

/// The ways that cells have looked so far, as parameters of `ESC [ … m`.
struct PaintBox {
  private(set) var codes = [""]
  private var numbers: [String: Paint] = ["": 0]

  /// The number of a look. A line that shows more of them than any does without.
  mutating func paint(_ code: String) -> Paint {
    if let number = numbers[code] { return number }
    guard codes.count < 4096 else { return 0 }
    let number = Paint(codes.count)
    codes.append(code)
    numbers[code] = number
    return number
  }
}

/// One character as the terminal shows it.
struct Cell: Equatable {
  var character: Character
  /// 1 or 2.
  var width: Int
  var paint: Paint

  /// Whether terminals differ about its width: those that do not join what belongs together, or that
  /// are older than the character.
  var isUncertain: Bool {
    guard !character.isASCII else { return false }
    var scalars = character.unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return false }
    return first.value >= 0x1F000 && first.value < 0x20000 || scalars.next() != nil
  }
}

/// One row of the screen.
struct ScreenRow: Equatable {
  var cells: [Cell] = []
  /// Whether the text goes on in the next row, so that the terminal joins them when it is widened.
  var wraps = false

  var width: Int { cells.reduce(0) { $0 + $1.width } }
}
