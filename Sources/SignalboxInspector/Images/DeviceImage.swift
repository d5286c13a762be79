internal import Signalbox

/// A device that shows a state, as elements of an image.
///
/// The shapes match those of `inspector/device.js`, which draws devices on pages.
struct DeviceImage {
  typealias Point = ImageCanvas.Point
  typealias Rectangle = ImageCanvas.Rectangle

  /// The size in points.
  static let size = Point(240, 460.8)
  /// The identifier of the clip path in ``definitions``, to which each drawn device refers.
  private static let clip = "device-screen"
  private static let edge = 6.2, corner = 23.5
  private static let screen = Point(size.x - 2 * edge, size.y - 2 * edge)
  /// The maximum number of layers that are drawn on top of each other.
  private static let maxLayers = 6

  private let subject: RenderSubject
  private let isFailed: Bool

  /// - Parameter isFailed: Whether to draw a red border around the device.
  init(_ subject: RenderSubject, isFailed: Bool = false) {
    (self.subject, self.isFailed) = (subject, isFailed)
  }

  /// The elements that an image with devices must contain once.
  static let definitions = """
    <clipPath id="\(clip)"><rect width="\(ImageCanvas.number(screen.x))" \
    height="\(ImageCanvas.number(screen.y))" rx="\(ImageCanvas.number(corner))"/></clipPath>
    """

  /// Draws the device. Its top left corner is at the origin.
  func draw(on canvas: inout ImageCanvas) {
    let frame = Rectangle(origin: Point(0, 0), size: Self.size)
    canvas.rectangle(frame, radius: 29, "skin")
    if isFailed {
      let outline = Rectangle(
        origin: Point(-2, -2), size: Point(frame.size.x + 4, frame.size.y + 4))
      canvas.rectangle(outline, radius: 31, "failed")
    }
    canvas.group(at: Point(Self.edge, Self.edge), "clip-path=\"url(#\(Self.clip))\"") { canvas in
      canvas.rectangle(Rectangle(origin: Point(0, 0), size: Self.screen), "screen")
      layers(&canvas)
    }
    let speaker = Rectangle(origin: Point(Self.size.x / 2 - 25, 11.5), size: Point(50, 11))
    canvas.rectangle(speaker, radius: 5.5, "skin")
  }

  // MARK: - Layers

  private func layers(_ canvas: inout ImageCanvas) {
    let tree = subject.tree
    let start = tree.layers.lastIndex { $0.isCovering } ?? tree.layers.startIndex
    let shown = Array(tree.layers[start...].suffix(Self.maxLayers))
    guard !shown.isEmpty else {
      let middle = Point(Self.screen.x / 2, Self.screen.y / 2)
      return canvas.text(
        "Nothing launched yet", at: middle, width: 200, size: 12, anchor: .middle, "soft")
    }
    let cards = shown.indices.map { index in
      DeviceCard(
        tree.face(of: shown[index]), shown[index], subject, on: Self.screen, isBase: index == 0)
    }
    // The layers below a full-height sheet are drawn smaller, as if they were further back.
    let covered = cards.lastIndex { $0.isFullSheet } ?? 0
    for (index, card) in cards.enumerated() {
      if index > 0 {
        canvas.rectangle(Rectangle(origin: Point(0, 0), size: Self.screen), card.dimming)
      }
      if index < covered {
        let origin = Point(Self.screen.x * 0.035, Self.screen.y * 0.035 + 9)
        canvas.group(at: origin, scale: 0.93) { card.draw(on: &$0) }
      } else {
        card.draw(on: &canvas)
      }
    }
  }
}
