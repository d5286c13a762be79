internal import SignalboxScripting

/// The source of a scenario file without the scenarios that do not run, so that loading the source
/// costs little more than loading a single scenario (decision 0101).
///
/// A `scenario "name" { … }` is omitted if it is a top-level statement or an element of a suite,
/// and if its table consists of plain values and functions. Creating such a table has no side
/// effects. Line numbers do not change. Benchmark: `run1`.
struct ScenarioSkeleton: Hashable, Sendable {
  /// A scenario that can be omitted.
  private struct Part: Hashable {
    /// The scenario's range in the file.
    let range: Range<Int>
    /// The range in ``bare`` that replaces the scenario's lines.
    let gap: Range<Int>
  }

  private let source: [UInt8]
  /// The source without the scenarios that can be omitted.
  private let bare: [UInt8]
  /// The end of the last line in ``bare`` that is not empty.
  private let bareEnd: Int
  private let parts: [Part]
  /// The indices in ``parts`` of the scenarios that begin on each line, keyed by line.
  private let partsByLine: [Int: [Int]]

  /// Creates a skeleton. Returns `nil` if the skeleton would save no time, or if the file may
  /// redefine `scenario` or `suite`.
  init?(_ source: [UInt8]) {
    let tokens = Array(LuaTokens(source))
    guard let spans = ScenarioSpans(tokens).found, spans.count > 1 else { return nil }
    var bare: [UInt8] = []
    var parts: [Part] = []
    var partsByLine: [Int: [Int]] = [:]
    partsByLine.reserveCapacity(spans.count)
    var place = 0
    var next = 0
    for span in spans {
      let range = tokens[span.first].start..<tokens[span.last].end
      bare += source[place..<range.lowerBound]
      let start = bare.count
      // The semicolon separates the text before the scenario from the text after it.
      if !span.isElement, span.first > next { bare.append(UInt8(ascii: ";")) }
      bare += repeatElement(
        UInt8(ascii: "\n"), count: source[range].count { $0 == UInt8(ascii: "\n") })
      partsByLine[tokens[span.first].line, default: []].append(parts.count)
      parts.append(Part(range: range, gap: start..<bare.count))
      place = range.upperBound
      next = span.last + 1
    }
    self.source = source
    self.bare = bare + source[place...]
    let ends: Set = [UInt8(ascii: "\n"), UInt8(ascii: ";")]
    bareEnd = self.bare.lastIndex { !ends.contains($0) }.map { $0 + 1 } ?? 0
    self.parts = parts
    self.partsByLine = partsByLine
  }

  /// Returns the source for the scenarios that begin on a line, up to the last line that is not
  /// empty. Cost: O(length of the source).
  func source(forLine line: Int) -> [UInt8] {
    var text: [UInt8] = []
    var place = 0
    for part in partsByLine[line] ?? [] {
      text += bare[place..<parts[part].gap.lowerBound]
      text += source[parts[part].range]
      place = parts[part].gap.upperBound
    }
    if place < bareEnd { text += bare[place..<bareEnd] }
    return text
  }
}
