/// The colors for text in a terminal, or no colors.
public struct TextPalette: Hashable, Sendable {
  /// Whether colors are used.
  public var isColored: Bool

  /// Creates a palette with or without colors.
  ///
  /// - Parameter isColored: Whether ANSI colors are added to text. If `false`, text is returned
  ///   unchanged.
  public init(isColored: Bool) { self.isColored = isColored }

  /// A palette without colors.
  public static let plain = TextPalette(isColored: false)

  /// Returns text in the color for failures.
  ///
  /// - Parameter text: A line, or a part of a line.
  package func failure(_ text: String) -> String { paint(text, "31") }
  /// Returns text in the color for successes.
  ///
  /// - Parameter text: A line, or a part of a line.
  package func success(_ text: String) -> String { paint(text, "32") }
  /// Returns text in the style for less important information.
  ///
  /// - Parameter text: A line, or a part of a line.
  package func faint(_ text: String) -> String { paint(text, "2") }
  /// Returns text in the style for important information.
  ///
  /// - Parameter text: A line, or a part of a line.
  package func strong(_ text: String) -> String { paint(text, "1") }
  /// Returns text in the color for locations.
  ///
  /// - Parameter text: A file path, optionally with a line number.
  package func place(_ text: String) -> String { paint(text, "36") }

  private func paint(_ text: String, _ code: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
