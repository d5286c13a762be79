import SeededRandom
import Testing

/// The replacement of string processing in release programs behaves like the standard library.
struct ReleaseStringProcessingTests {
  private static let letters = ["a", "b", "\n", "é", "e\u{301}", "🚦", "\r\n"]

  private static func text(_ count: Int, _ generator: inout SeededGenerator) -> String {
    (0..<count).map { _ in letters[Int.random(in: 0..<letters.count, using: &generator)] }.joined()
  }

  @Test func `searching random strings has the same results as the standard library`() {
    var generator = SeededGenerator(seed: 22)
    for _ in 0..<3000 {
      let text = Self.text(Int.random(in: 0...12, using: &generator), &generator)
      let pattern = Self.text(Int.random(in: 0...3, using: &generator), &generator)
      let other = Self.text(Int.random(in: 0...2, using: &generator), &generator)
      let maxCount = Int.random(in: 0...4, using: &generator)
      let comment: Comment = "\(text.debugDescription), \(pattern.debugDescription), \(maxCount)"
      #expect(ReplacedSearch.ranges(of: pattern, in: text) == text.ranges(of: pattern), comment)
      #expect(
        ReplacedSearch.firstRange(of: pattern, in: text) == text.firstRange(of: pattern), comment)
      #expect(ReplacedSearch.contains(pattern, in: text) == text.contains(pattern), comment)
      #expect(
        ReplacedSearch.replacing(pattern, with: other, maxCount: maxCount, in: text)
          == text.replacing(pattern, with: other, maxReplacements: maxCount), comment)
      if pattern.isEmpty { continue }
      for omittingEmpty in [true, false] {
        #expect(
          ReplacedSearch.split(text, by: pattern, maxCount: maxCount, omittingEmpty: omittingEmpty)
            == text.split(
              separator: pattern, maxSplits: maxCount, omittingEmptySubsequences: omittingEmpty),
          comment)
      }
    }
  }
}
