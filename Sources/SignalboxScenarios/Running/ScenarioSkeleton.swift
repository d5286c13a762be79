internal import SignalboxScripting

/// A file of scenarios without those that do not run, so that loading it for one scenario costs what that
/// scenario costs (decision 0101).
///
/// Left out are `scenario "name" { … }` as statements at the top of the file and as elements of suites,
/// where their tables are made of plain values and functions: making those has no effect but the scenario
/// itself. Lines stay where they are. Guarded by bench: run1.
struct ScenarioSkeleton: Hashable, Sendable {
  /// A scenario that can be left out.
  private struct Part: Hashable {
    /// The range in the file.
    let range: Range<Int>
    /// The range of its lines in the text without any scenarios.
    let gap: Range<Int>
  }

  private let source: [UInt8]
  /// The text without any of them.
  private let bare: [UInt8]
  /// Where the last line of that ends which says something.
  private let bareEnd: Int
  private let parts: [Part]
  /// The parts that begin in a line.
  private let partsByLine: [Int: [Int]]

  /// Returns `nil` if it would save nothing, or the file redefines `scenario` or `suite`.
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
      // Keeps the text before and after it separate.
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

  /// The text for the scenario that begins in a line, up to the last line that says something. Cost: a
  /// copy of that.
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
