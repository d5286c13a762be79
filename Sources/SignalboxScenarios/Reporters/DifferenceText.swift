internal import Signalbox
internal import SignalboxInspector

/// Formats differences.
enum DifferenceText {
  /// The maximum width of a value in a table for a terminal, in cells.
  static let widest = 200
  /// The maximum width, in cells, of each of two values whose difference is obvious without a path.
  private static let evident = 60
  /// The maximum number of innermost differences in a sentence.
  private static let maxInSentence = 3

  /// Returns a difference as a sentence, such as `stack expected { "a" }, actual {}`.
  static func sentence(_ difference: ScenarioDifference) -> String {
    if !difference.lines.isEmpty {
      let changed = difference.lines.count { $0.side != .both }
      return "\(difference.name) does not match: \(counted(changed, "line")) "
        + (changed == 1 ? "differs" : "differ")
    }
    let leaves = isEvident(difference) ? [] : difference.leaves
    let values =
      "\(difference.name) expected \(cell(difference.expected, widest)), "
      + "actual \(cell(difference.actual, widest))"
    return ([values] + leaves.prefix(maxInSentence).map(line)).joined(separator: "; ")
  }

  /// Returns a table of names, expected values and actual values. Each entry is followed by its
  /// innermost differences. A snapshot is shown as lines instead.
  ///
  /// - Parameter widest: The maximum width of a value, or `nil` for no limit.
  static func table(
    _ differences: [ScenarioDifference], _ palette: TextPalette, widest: Int? = widest
  ) -> [String] {
    let values = differences.filter(\.lines.isEmpty)
    let width = values.map { DisplayText.width(of: $0.name) }.max() ?? 0
    return differences.flatMap { difference in
      guard difference.lines.isEmpty else { return lines(difference, palette) }
      let name = DisplayText.pad(difference.name, to: width)
      let space = DisplayText.pad("", to: width)
      let cause =
        difference.cause.isEmpty ? "" : palette.faint("   ← \(DisplayText.line(difference.cause))")
      return [
        "     \(name)  expected  \(palette.success(cell(difference.expected, widest)))",
        "     \(space)  actual    \(palette.failure(cell(difference.actual, widest)))\(cause)",
      ] + leaves(difference).map { "     \(space)  \($0)" }
    }
  }

  /// Returns a line for each stored innermost difference, followed by a line with the number of the
  /// others. The array is empty if the difference is obvious from the values themselves.
  static func leaves(_ difference: ScenarioDifference) -> [String] {
    guard !isEvident(difference) else { return [] }
    let rest = difference.leafCount - difference.leaves.count
    guard rest > 0 else { return difference.leaves.map(line) }
    return difference.leaves.map(line)
      + ["… \(counted(rest, "more value")) \(rest == 1 ? "differs" : "differ")"]
  }

  /// Returns the lines of a snapshot and the actual lines, aligned with each other and numbered.
  static func lines(_ difference: ScenarioDifference, _ palette: TextPalette) -> [String] {
    var result = ["     \(DisplayText.line(difference.name))  (- recorded, + actual)"]
    let width = difference.lines.map { String($0.number).count }.max() ?? 0
    var last = 0
    for line in difference.lines {
      if line.side == .both, last > 0, line.number > last + 1 { result.append("       …") }
      if line.side != .expected { last = line.number }
      let number = DisplayText.alignRight(String(line.number), to: width)
      let text = DisplayText.line(line.text)
      switch line.side {
      case .both: result.append("       \(number)  \(text)")
      case .expected: result.append("     - " + palette.success("\(number)  \(text)"))
      case .actual: result.append("     + " + palette.failure("\(number)  \(text)"))
      }
    }
    return result
  }

  private static func line(_ leaf: ScenarioDifference.Leaf) -> String {
    let note = leaf.note.isEmpty ? "" : " (\(leaf.note))"
    return "\(cell(leaf.path, nil)): expected \(cell(leaf.expected, nil)), "
      + "actual \(cell(leaf.actual, nil))\(note)"
  }

  /// Returns whether the difference is obvious from the values themselves.
  private static func isEvident(_ difference: ScenarioDifference) -> Bool {
    guard difference.leaves.allSatisfy(\.note.isEmpty) else { return false }
    let (expected, actual) = (cell(difference.expected, nil), cell(difference.actual, nil))
    return expected != actual && DisplayText.width(of: expected) <= evident
      && DisplayText.width(of: actual) <= evident
  }

  /// Returns a value on one line.
  private static func cell(_ text: String, _ widest: Int?) -> String {
    let lines = text.split(separator: "\n")
    let rest = lines.dropFirst().map { $0.drop { $0 == " " } }
    let line = DisplayText.clean((lines.prefix(1) + rest).joined(separator: " "))
    return widest.map { DisplayText.truncate(line, to: $0) } ?? line
  }
}
