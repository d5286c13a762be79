/// The elements of an image in SVG, in the order in which they are drawn.
struct ImageCanvas {
  typealias Point = LayeredLayout.Point
  typealias Rectangle = LayeredLayout.Rectangle

  /// The horizontal alignment of text relative to its point.
  enum Anchor: String {
    case start, middle, end
  }

  /// The elements that have been added, as SVG.
  private(set) var markup = ""

  /// The mean width of a character, as a fraction of the font size.
  private static let advance = 0.56

  mutating func add(_ elements: String) { markup += elements }

  mutating func rectangle(_ frame: Rectangle, radius: Double = 0, _ kind: String) {
    let corners = radius == 0 ? "" : " rx=\"\(Self.number(radius))\""
    add(
      "<rect class=\"\(kind)\" x=\"\(Self.number(frame.origin.x))\" "
        + "y=\"\(Self.number(frame.origin.y))\" width=\"\(Self.number(max(0, frame.size.x)))\" "
        + "height=\"\(Self.number(max(0, frame.size.y)))\"\(corners)/>\n")
  }

  mutating func line(_ from: Point, _ to: Point, _ kind: String) {
    add(
      "<path class=\"\(kind)\" d=\"M\(Self.number(from.x)) \(Self.number(from.y))"
        + "L\(Self.number(to.x)) \(Self.number(to.y))\"/>\n")
  }

  /// Adds a path of straight lines and curves in SVG syntax. The data is not escaped, so it must
  /// not come from an application.
  mutating func path(_ data: String, _ kind: String) {
    add("<path class=\"\(kind)\" d=\"\(data)\"/>\n")
  }

  /// Adds text, shortened to a width in points.
  ///
  /// - Parameters:
  ///   - point: The point on the baseline to which `anchor` aligns the text.
  ///   - size: The font size in points.
  mutating func text(
    _ text: String, at point: Point, width: Double, size: Double, anchor: Anchor = .start,
    _ kind: String
  ) {
    let cells = Int(width / (size * Self.advance))
    let shown = DisplayText.truncate(DisplayText.line(text), to: cells)
    guard !shown.isEmpty else { return }
    let position = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
    add(
      "<text class=\"\(kind)\" x=\"\(Self.number(point.x))\" y=\"\(Self.number(point.y))\" "
        + "font-size=\"\(Self.number(size))\"\(position)>\(MarkupText.escaped(shown))</text>\n")
  }

  /// Returns the approximate width of a string in points.
  static func width(of text: String, size: Double) -> Double {
    Double(DisplayText.width(of: DisplayText.line(text))) * size * advance
  }

  /// Adds elements in a group that is moved and scaled.
  mutating func group(
    at origin: Point, scale: Double = 1, _ attributes: String = "",
    _ draw: (inout ImageCanvas) -> Void
  ) {
    let size = scale == 1 ? "" : " scale(\(scale))"
    let rest = attributes.isEmpty ? "" : " \(attributes)"
    add(
      "<g transform=\"translate(\(Self.number(origin.x)) \(Self.number(origin.y)))\(size)\"\(rest)>\n"
    )
    var inner = ImageCanvas()
    draw(&inner)
    add(inner.markup + "</g>\n")
  }

  /// Returns a number as text with at most one decimal place.
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
  }
}
