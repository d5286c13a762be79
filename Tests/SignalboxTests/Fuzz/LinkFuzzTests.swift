import SeededRandom
import Testing

@testable import Signalbox

/// Random link patterns and links, matched with the table and by trying one pattern after the
/// other.
struct LinkFuzzTests {
  private static let fragments = [
    "a", "b", "A", ":id", ":x", "*rest", "*", ":", "%41", "%3Aid", "%2F", "%", "%4", "%zz", "é",
    "e\u{301}", "\u{0}", "42", "007", "-1", "-0", "+5", "9223372036854775808", "", " ", "?", "#",
    "?q=1", "&q=%20+", "?a&b=&=c", "#top", "%FF", "%f0%9f%92%a9", "..", "🚂",
  ]
  private static let schemes = ["s:", "s://", "S://", "t+1:/", "", ":", "1:", "é:", "s:///", "s"]

  private static func text(_ random: inout SeededGenerator) -> String {
    let scheme = schemes[Int.random(in: 0..<schemes.count, using: &random)]
    let head = Int.random(in: 0..<4, using: &random) > 0 ? "s://" : scheme
    let count = Int.random(in: 0...5, using: &random)
    return (0..<count).reduce(into: head) { text, index in
      if index > 0, Int.random(in: 0..<8, using: &random) > 0 { text += "/" }
      text += fragments[Int.random(in: 0..<fragments.count, using: &random)]
    }
  }

  /// Returns the fault of the table for the patterns and links of a seed.
  private static func fault(_ seed: UInt64) -> String? {
    var random = SeededGenerator(seed: seed)
    var (table, known) = (LinkTable(), [String]())
    for number in 0..<Int.random(in: 1...12, using: &random) {
      let pattern = text(&random)
      let symbol = Symbol(rawValue: Int32(number + 1))
      // Each pattern has its own type, so that the table's order among equal patterns is the order
      // of the list.
      guard (try? table.replace([pattern], of: symbol)) != nil else {
        known.append("")
        continue
      }
      known.append(pattern)
    }
    for _ in 0..<20 {
      let url = text(&random)
      let found = table.matches(url)
      let expected = NaiveLinks.matches(known, url)
      let numbers = found.map { Int($0.target.type.rawValue) - 1 }
      guard numbers == expected.map(\.0) else {
        return "\(known), \(url.debugDescription): \(numbers), expected \(expected.map(\.0))"
      }
      for (one, other) in zip(found, expected) where one.match.arguments != other.1 {
        return "\(known), \(url.debugDescription): \(one.match.arguments), expected \(other.1)"
      }
    }
    return nil
  }

  @Test func `segments with different invalid UTF-8 bytes are different`() {
    #expect(Self.fault(99_155_733) == nil)
    #expect(NaiveLinks.matches(["s://%AA", "s://%ff", "s://*rest"], "s://%FF").map(\.0) == [1, 2])
  }

  @Test func `links match as if each pattern were tried in order, and never trap`() {
    FuzzRun(target: "links", smoke: 100).check(Self.fault)
  }
}
