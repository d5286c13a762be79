internal import Signalbox

/// A difference between an expected and an actual value, found by a matcher or by comparing a
/// snapshot.
public struct ScenarioDifference: Hashable, Codable, Sendable {
  /// The name of the matcher, such as `stack` or `modal`, or the path of the snapshot file.
  public var name: String
  /// The complete expected value as Lua source, or the stored snapshot.
  public var expected: String
  /// The complete actual value, in the same form.
  public var actual: String
  /// A description of the cause, such as `Checkout was dismissed in step 6`. The string is empty if
  /// the cause is unknown.
  public var cause = ""
  /// The innermost values that differ, in the order in which they were compared. If there are too
  /// many values, only the first values are included.
  public var leaves: [Leaf] = []
  /// The number of innermost values that differ.
  public var leafCount = 0
  /// The lines that differ between a stored snapshot and the actual text, with nearby equal lines.
  /// The array is empty if values or very long texts were compared, or if there is no stored
  /// snapshot.
  public var lines: [Line] = []

  /// Creates a difference between two strings.
  ///
  /// - Parameters:
  ///   - name: The name of the matcher, or the path of the snapshot file.
  ///   - expected: The complete expected value as Lua source, or the stored snapshot.
  ///   - actual: The complete actual value, in the same form.
  public init(_ name: String, expected: String, actual: String) {
    self.name = name
    self.expected = expected
    self.actual = actual
  }

  /// An innermost value that differs.
  public struct Leaf: Hashable, Codable, Sendable {
    /// The path, starting with the matcher's name, such as `args.list[3].deep`.
    public var path: String
    /// The expected value as Lua source. The string `nil` means that no value was expected.
    public var expected: String
    /// The actual value as Lua source. The string `nil` means that there is no value.
    public var actual: String
    /// A note about a difference that the strings do not show, because the strings look equal, or
    /// because they are long and differ only after a certain byte. The string is empty if no note
    /// is needed.
    public var note = ""
  }

  /// A line that occurs in one or both of the compared texts.
  public struct Line: Hashable, Codable, Sendable {
    /// The texts that can contain a line: the expected text, the actual text, or both.
    public enum Side: String, Hashable, Codable, Sendable {
      /// Only the expected text contains the line, so the line is missing.
      case expected
      /// Only the actual text contains the line, so the line is unexpected.
      case actual
      /// Both texts contain the line, which is shown as context.
      case both
    }

    /// The texts that contain the line.
    public var side: Side
    /// The number of the line, counted from 1. If both texts contain the line, the number refers to
    /// the actual text.
    public var number: Int
    /// The line without its line ending.
    public var text: String
  }

  /// Returns the line-by-line difference between two texts. Equal lines are aligned, and up to two
  /// equal lines before and after a change are included.
  ///
  /// Cost: O((n + m) · d) for texts of n and m lines that differ in d lines (Myers, 1986). Very
  /// long texts are not compared line by line, and long lines are truncated.
  static func ofLines(_ name: String, expected: String, actual: String) -> ScenarioDifference {
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
    guard old.count + new.count <= maxLines else {
      return ScenarioDifference(
        name, expected: "\(counted(old.count, "line")) of text",
        actual: "\(counted(new.count, "line")) of text")
    }
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    // Bytes are compared instead of characters, because different encodings of an accented letter
    // are different texts.
    for change in new.map({ Array($0.utf8) }).difference(from: old.map { Array($0.utf8) }) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [Line] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if left < old.count, removed.contains(left) {
        lines.append(Line(side: .expected, number: left + 1, text: shown(old[left])))
        left += 1
      } else if right < new.count, inserted.contains(right) {
        lines.append(Line(side: .actual, number: right + 1, text: shown(new[right])))
        right += 1
      } else {
        lines.append(Line(side: .both, number: right + 1, text: shown(new[right])))
        left += 1
        right += 1
      }
    }
    var difference = ScenarioDifference(name, expected: expected, actual: actual)
    difference.lines = lines.indices.filter { index in
      let near = max(0, index - context)...min(lines.count - 1, index + context)
      return lines[near].contains { $0.side != .both }
    }.map { lines[$0] }
    return difference
  }

  private static func shown(_ line: Substring) -> String {
    guard line.utf8.count > maxLineLength else { return String(line) }
    return "\(line.prefix(maxLineLength))… (\(line.utf8.count) bytes)"
  }

  /// The maximum total number of lines for which texts are compared line by line.
  private static let maxLines = 4_000
  /// The length in bytes above which a line is truncated.
  private static let maxLineLength = 500
  /// The number of equal lines that are shown before and after a change.
  private static let context = 2
}
