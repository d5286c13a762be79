/// Colors for text in a terminal, or none.
public struct TextPalette: Hashable, Sendable {
  /// Whether colors are used.
  public var isColored: Bool

  /// Creates a palette with or without colors.
  public init(isColored: Bool) { self.isColored = isColored }

  /// A palette without colors.
  public static let plain = TextPalette(isColored: false)

  /// Returns text in the color of failures.
  public func failure(_ text: String) -> String { paint(text, "31") }
  /// Returns text in the color of successes.
  public func success(_ text: String) -> String { paint(text, "32") }
  /// Returns less important text.
  public func faint(_ text: String) -> String { paint(text, "2") }
  /// Returns important text.
  public func strong(_ text: String) -> String { paint(text, "1") }
  /// Returns text in the color of locations.
  public func place(_ text: String) -> String { paint(text, "36") }

  private func paint(_ text: String, _ code: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
