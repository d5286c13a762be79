import SeededRandom

/// Generates random unfinished inputs. The same seed produces the same inputs.
struct RandomText: RandomNumberGenerator {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> UInt64 { generator.next() }

  private static let fragments = [
    "app", ".", ":", "top", "router", "navigate", "tap", "open", "(", ")", "{", "}", "[", "]", "\"",
    "'", "[[", "]]", "pro", "Buy", "shop://", " ", " ", "\n", "\r\n", "=", ",", ";", "local x",
    "function",
    "Shop", "coordinator", "routes", "args", "style", "end", "for i", "..", "...", "::", "--",
    "--[[",
    "\\", "\\z", "1", "0x", "é", "👩‍👩‍👧", "e\u{301}", "\u{301}", "\0", "?", "!", ".help ", ".load ",
    "self", "then", "if", "product", "{ id = ", "animated", "$", "@", "日本",
  ]

  /// Returns an input with the given number of fragments.
  mutating func text(fragments count: Int) -> String {
    (0..<count).map { _ in Self.fragments.randomElement(using: &self) ?? "" }.joined()
  }
}
