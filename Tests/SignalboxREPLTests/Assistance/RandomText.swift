/// Draws texts that people might be in the middle of typing, the same ones for the same seed.
struct RandomText: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// Xorshift of Marsaglia (2003).
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  private static let pieces = [
    "app", ".", ":", "top", "router", "navigate", "tap", "open", "(", ")", "{", "}", "[", "]", "\"",
    "'", "[[", "]]", "pro", "Buy", "shop://", " ", " ", "\n", "\r\n", "=", ",", ";", "local x",
    "function",
    "Shop", "coordinator", "routes", "args", "style", "end", "for i", "..", "...", "::", "--",
    "--[[",
    "\\", "\\z", "1", "0x", "é", "👩‍👩‍👧", "e\u{301}", "\u{301}", "\0", "?", "!", ".help ", ".load ",
    "self", "then", "if", "product", "{ id = ", "animated", "$", "@", "日本",
  ]

  /// A text of so many pieces.
  mutating func text(pieces count: Int) -> String {
    (0..<count).map { _ in Self.pieces.randomElement(using: &self) ?? "" }.joined()
  }
}
