/// Colors for text in a terminal, or none.
public struct TextPalette: Hashable, Sendable {
  /// Whether colors are used.
  public var isColored: Bool

  /// Creates a palette with or without colors.
  ///
  /// - Parameter isColored: Whether text gets ANSI colors; otherwise it is returned unchanged.
  public init(isColored: Bool) { self.isColored = isColored }

  /// A palette without colors.
  public static let plain = TextPalette(isColored: false)

  /// Returns text in the color of failures.
  ///
  /// - Parameter text: One line or a part of one.
  public func failure(_ text: String) -> String { paint(text, "31") }
  /// Returns text in the color of successes.
  ///
  /// - Parameter text: One line or a part of one.
  public func success(_ text: String) -> String { paint(text, "32") }
  /// Returns less important text.
  ///
  /// - Parameter text: One line or a part of one.
  public func faint(_ text: String) -> String { paint(text, "2") }
  /// Returns important text.
  ///
  /// - Parameter text: One line or a part of one.
  public func strong(_ text: String) -> String { paint(text, "1") }
  /// Returns text in the color of locations.
  ///
  /// - Parameter text: A file, or a file with a line.
  public func place(_ text: String) -> String { paint(text, "36") }

  private func paint(_ text: String, _ code: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
