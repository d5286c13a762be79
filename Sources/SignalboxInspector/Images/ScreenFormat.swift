public import Signalbox

/// The formats in which the screens of a recording can be drawn.
public enum ScreenFormat: String, CaseIterable, Sendable {
  /// An SVG image with light and dark colors.
  case svg
  /// A PNG image, which another program creates from the SVG image.
  case png
  /// Text for a terminal.
  case txt

  /// A drawing of screens or of a graph of screens.
  public struct Drawing: Hashable, Sendable {
    /// The text, which ends with a line break. For ``png``, this is the SVG image to convert.
    public let text: String
    /// The width and the height of an image in points, or 0 for text.
    public let width: Int, height: Int
  }

  /// Draws one screen.
  ///
  /// - Parameter screen: The screen.
  /// - Throws: `malformed` if the recorded state is not valid.
  public func drawing(of screen: TraceScreens.Screen) throws(NavigationError) -> Drawing {
    let subject = try screen.subject()
    switch self {
    case .txt: return Drawing(text: ScreenRenderer.render(subject) + "\n", width: 0, height: 0)
    case .svg, .png:
      let size = DeviceImage.size
      return StoryboardImage.drawing(
        size: ImageCanvas.Point(size.x + 8, size.y + 8), title: screen.call
      ) { canvas in
        canvas.group(at: ImageCanvas.Point(4, 4)) {
          DeviceImage(subject, isFailed: screen.isFailed).draw(on: &$0)
        }
      }
    }
  }

  /// Draws several screens as a storyboard.
  ///
  /// - Parameters:
  ///   - screens: The screens, in order.
  ///   - title: The title of the storyboard.
  ///   - heading: A closure that formats the line above each screen if the format is ``txt``, for
  ///     example with colors. It receives the plain line and whether the step failed.
  /// - Throws: `malformed` if a recorded state is not valid.
  public func drawing(
    of screens: [TraceScreens.Screen], titled title: String,
    heading: (_ text: String, _ isFailed: Bool) -> String = { text, _ in text }
  ) throws(NavigationError) -> Drawing {
    guard self == .txt else { return try StoryboardImage.drawing(of: screens, title: title) }
    var parts: [String] = title.isEmpty ? [] : [DisplayText.line(title)]
    for screen in screens {
      let head = "\(screen.isFailed ? "✗ " : "")\(screen.number)  \(screen.call)"
      let effect = screen.effect.isEmpty ? "" : "  \(screen.effect)"
      parts.append(
        heading(DisplayText.line(head + effect), screen.isFailed) + "\n"
          + ScreenRenderer.render(try screen.subject()))
    }
    return Drawing(text: parts.joined(separator: "\n\n") + "\n", width: 0, height: 0)
  }
}
