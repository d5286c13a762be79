/// The line-by-line difference between two strings.
struct LineDifference: CustomStringConvertible {
  private let lines: [String]
  /// Whether there is no difference.
  let isEmpty: Bool

  /// Compares two strings, ignoring spaces at line ends and empty lines at the beginning and the
  /// end.
  init(expected: String, actual: String) {
    self.init(Self.lines(of: expected), Self.lines(of: actual))
  }

  /// Compares two lists of lines. Cost: O(lines · changes).
  init(_ expected: [String], _ actual: [String]) {
    isEmpty = expected == actual
    let changes = actual.difference(from: expected)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in changes {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [String] = []
    var (left, right) = (0, 0)
    while left < expected.count || right < actual.count {
      if left < expected.count, removed.contains(left) {
        lines.append("- " + expected[left])
        left += 1
      } else if right < actual.count, inserted.contains(right) {
        lines.append("+ " + actual[right])
        right += 1
      } else {
        lines.append("  " + actual[right])
        left += 1
        right += 1
      }
    }
    self.lines = lines
  }

  var description: String { lines.joined(separator: "\n") }

  private static func lines(of text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return String(line)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    while lines.first?.isEmpty == true { lines.removeFirst() }
    return lines
  }
}
