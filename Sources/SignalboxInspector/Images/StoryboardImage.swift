internal import Signalbox

/// The screens of a recording next to each other, each with its step.
enum StoryboardImage {
  typealias Point = ImageCanvas.Point
  typealias Rectangle = ImageCanvas.Rectangle

  private static let margin = 24.0, gap = 28.0, captionHeight = 54.0, headHeight = 44.0
  private static let maxColumns = 4

  /// - Throws: `malformed` if a recorded state is not valid.
  static func drawing(
    of screens: [TraceScreens.Screen], title: String
  ) throws(NavigationError) -> ScreenFormat.Drawing {
    var subjects: [RenderSubject] = []
    for screen in screens { subjects.append(try screen.subject()) }
    let columns = max(1, min(maxColumns, screens.count))
    let rows = (screens.count + columns - 1) / columns
    let head = title.isEmpty ? margin : headHeight
    let cell = Point(
      DeviceImage.size.x + gap, DeviceImage.size.y + captionHeight + gap)
    let size = Point(
      2 * margin + Double(columns) * cell.x - gap,
      head + Double(rows) * cell.y - gap + margin)
    return drawing(size: size, title: title) { canvas in
      canvas.rectangle(Rectangle(origin: Point(0, 0), size: size), radius: 12, "ground")
      canvas.text(
        title, at: Point(margin, 29), width: size.x - 2 * margin, size: 15, "heading")
      for (index, screen) in screens.enumerated() {
        let origin = Point(
          margin + Double(index % columns) * cell.x, head + Double(index / columns) * cell.y)
        canvas.group(at: origin) { canvas in
          caption(screen, on: &canvas)
          canvas.group(at: Point(0, captionHeight)) {
            DeviceImage(subjects[index], isFailed: screen.isFailed).draw(on: &$0)
          }
        }
      }
    }
  }

  private static func caption(_ screen: TraceScreens.Screen, on canvas: inout ImageCanvas) {
    let (width, tone) = (DeviceImage.size.x, screen.isFailed ? " is-failed" : "")
    canvas.rectangle(Rectangle(origin: Point(0, 6), size: Point(26, 20)), radius: 6, "step\(tone)")
    canvas.text(
      String(screen.number), at: Point(13, 20.5), width: 26, size: 12, anchor: .middle,
      "step-number\(tone)")
    canvas.text(
      screen.call, at: Point(34, 20.5), width: width - 34, size: 12.5, "caption\(tone)")
    canvas.text(screen.effect, at: Point(34, 38), width: width - 34, size: 11.5, "note")
  }

  /// Returns an SVG image, as the text of a file.
  ///
  /// - Parameters:
  ///   - size: The size in points.
  ///   - title: The title for screen readers.
  static func drawing(
    size: Point, title: String, _ draw: (inout ImageCanvas) -> Void
  ) -> ScreenFormat.Drawing {
    var canvas = ImageCanvas()
    draw(&canvas)
    let (width, height) = (ImageCanvas.number(size.x), ImageCanvas.number(size.y))
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" class="image" viewBox="0 0 \(width) \(height)" \
      width="\(width)" height="\(height)" role="img">
      <title>\(MarkupText.escaped(DisplayText.line(title)))</title>
      \(ImageStyle.devices)
      <defs>\(DeviceImage.definitions)</defs>
      \(canvas.markup)</svg>

      """
    return ScreenFormat.Drawing(
      text: text, width: Int(size.x.rounded(.up)), height: Int(size.y.rounded(.up)))
  }
}
