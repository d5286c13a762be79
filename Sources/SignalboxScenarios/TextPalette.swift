/// Colours for text that people read, or none.
public struct TextPalette: Hashable, Sendable {
  /// Whether there are any.
  public var isColored: Bool

  /// Colours or none.
  public init(isColored: Bool) { self.isColored = isColored }

  /// Text as it is.
  public static let plain = TextPalette(isColored: false)

  /// What went wrong.
  public func failure(_ text: String) -> String { paint(text, "31") }
  /// What went well.
  public func success(_ text: String) -> String { paint(text, "32") }
  /// What matters less.
  public func faint(_ text: String) -> String { paint(text, "2") }
  /// What matters most.
  public func strong(_ text: String) -> String { paint(text, "1") }
  /// Where one is.
  public func place(_ text: String) -> String { paint(text, "36") }

  private func paint(_ text: String, _ code: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
