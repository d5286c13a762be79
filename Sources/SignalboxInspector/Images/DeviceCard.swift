internal import Signalbox

/// A layer as it appears on a device: the navigation bar, the arguments and actions of the front
/// screen, and the tab bars.
struct DeviceCard {
  typealias Point = ImageCanvas.Point
  typealias Rectangle = ImageCanvas.Rectangle

  private enum Shape {
    case base, sheet, form, popover, over, alert, dialog
  }

  private let face: LayerFace
  private let layer: StateDocument.Layer
  private let subject: RenderSubject
  private let shape: Shape
  private let frame: Rectangle
  /// The height of a sheet, as a fraction of the screen.
  private let height: Double

  private static let rowHeight = 27.0, margin = 9.0, maxFields = 5, maxActions = 8, maxTabs = 5
  private static let maxButtons = 5

  /// - Parameters:
  ///   - face: The visible part of the layer.
  ///   - screen: The size of the device's screen.
  ///   - isBase: Whether there is no layer below.
  init(
    _ face: LayerFace, _ layer: StateDocument.Layer, _ subject: RenderSubject, on screen: Point,
    isBase: Bool
  ) {
    (self.face, self.layer, self.subject) = (face, layer, subject)
    shape = isBase ? .base : Self.shape(of: layer)
    height = Self.height(of: layer)
    frame = Self.frame(of: shape, height: height, on: screen)
  }

  /// Whether the layer is a sheet that covers nearly the whole screen.
  var isFullSheet: Bool { shape == .sheet && height > 0.8 }

  /// The style class of the rectangle that dims the layers below.
  var dimming: String { shape == .popover ? "dim light" : "dim" }

  /// Returns the shape of a layer. A layer with a custom style is drawn as a sheet if the user can
  /// swipe the layer away.
  private static func shape(of layer: StateDocument.Layer) -> Shape {
    switch layer.style {
    case "alert": .alert
    case "confirmationDialog": .dialog
    case "popover": .popover
    case "overFullScreen", "overCurrentContext": .over
    case "formSheet": .form
    default: layer.isInteractive || layer.style == "sheet" ? .sheet : .over
    }
  }

  /// Returns the height of the smallest detent, as a fraction of the screen: at least 0.18, or 0.92
  /// if there are no detents.
  private static func height(of layer: StateDocument.Layer) -> Double {
    let heights = layer.detents.map { detent in
      switch detent {
      case .medium: 0.5
      case .large: 0.92
      case .fraction(let fraction): fraction * 0.92
      case .height(let points): min(0.92, points / 800)
      }
    }
    return max(0.18, heights.min() ?? 0.92)
  }

  private static func frame(of shape: Shape, height: Double, on screen: Point) -> Rectangle {
    switch shape {
    case .base, .over, .alert, .dialog: Rectangle(origin: Point(0, 0), size: screen)
    case .sheet:
      Rectangle(
        origin: Point(0, screen.y * (1 - height)), size: Point(screen.x, screen.y * height))
    case .form:
      Rectangle(
        origin: Point(screen.x * 0.06, screen.y * 0.18),
        size: Point(screen.x * 0.88, screen.y * 0.64))
    case .popover:
      Rectangle(
        origin: Point(screen.x * 0.14, screen.y * 0.14),
        size: Point(screen.x * 0.78, screen.y * 0.4))
    }
  }

  // MARK: - Drawing

  /// Draws the layer.
  func draw(on canvas: inout ImageCanvas) {
    if shape == .alert || shape == .dialog { return drawAlert(on: &canvas) }
    if shape == .popover {
      let (x, y) = (frame.right - 30, frame.origin.y)
      canvas.path(
        "M\(ImageCanvas.number(x)) \(ImageCanvas.number(y))l8 -8l8 8z", "bar")
    }
    // The lower corners of a sheet are outside the screen.
    let isSheet = shape == .sheet
    let card = Rectangle(
      origin: frame.origin, size: Point(frame.size.x, frame.size.y + (isSheet ? 30 : 0)))
    let radius = isSheet ? 16.0 : shape == .form || shape == .popover ? 13 : 0
    canvas.rectangle(card, radius: radius, shape == .over ? "screen over" : "screen")
    var y = drawBar(on: &canvas, radius: radius)
    let bottom = drawTabs(on: &canvas)
    y = drawContent(on: &canvas, from: y + 10, to: bottom)
    if face.screens.count > 2, y + 20 < bottom {
      canvas.text(
        "\(face.screens.count) screens deep", at: Point(frame.origin.x + frame.size.x / 2, y + 14),
        width: frame.size.x - 20, size: 9.5, anchor: .middle, "soft")
    }
    guard shape == .base else { return }
    let home = Rectangle(
      origin: Point(frame.size.x / 2 - 35, frame.bottom - 8), size: Point(70, 3))
    canvas.rectangle(home, radius: 1.5, "home")
  }

  /// Draws the navigation bar.
  ///
  /// - Returns: The vertical position of the bar's lower edge.
  private func drawBar(on canvas: inout ImageCanvas, radius: Double) -> Double {
    let top = shape == .base || shape == .over ? 26.0 : shape == .sheet ? 10 : 0
    let (left, width) = (frame.origin.x, frame.size.x)
    let bottom = frame.origin.y + top + 32
    // Only the upper corners are rounded.
    let bar = Rectangle(origin: frame.origin, size: Point(width, top + 32))
    canvas.rectangle(bar, radius: radius, "bar")
    if radius > 0 {
      let square = Rectangle(
        origin: Point(left, bottom - radius), size: Point(width, radius))
      canvas.rectangle(square, "bar")
    }
    canvas.line(Point(left, bottom), Point(left + width, bottom), "rule")
    if shape == .sheet, layer.isInteractive {
      let grabber = Rectangle(
        origin: Point(left + width / 2 - 17, frame.origin.y + 5.5), size: Point(34, 3.6))
      canvas.rectangle(grabber, radius: 1.8, "grabber")
    }
    guard let front = face.screens.last else { return bottom }
    let base = bottom - 11.5
    let title = subject.title(of: front)
    let room = width - 20
    let titleWidth = min(ImageCanvas.width(of: title, size: 11.6), room * 0.6)
    let side = (room - titleWidth) / 2 - 4
    canvas.text(
      title, at: Point(left + width / 2, base), width: room * 0.6, size: 11.6, anchor: .middle,
      "title")
    if let below = face.screens.dropLast().last {
      canvas.path(
        "M\(ImageCanvas.number(left + 12)) \(ImageCanvas.number(base - 8))l-4.5 4.5l4.5 4.5",
        "chevron")
      canvas.text(
        subject.title(of: below), at: Point(left + 16, base), width: max(0, side - 8), size: 10.4,
        "tint")
    }
    if layer.style != "root" {
      canvas.text(
        layer.style, at: Point(left + width - 10, base), width: max(0, side), size: 8.2,
        anchor: .end, "soft")
    }
    return bottom
  }

  /// Draws the route, the arguments and the actions of the front screen.
  ///
  /// - Returns: The vertical position of the lower edge of the last row.
  private func drawContent(
    on canvas: inout ImageCanvas, from top: Double, to bottom: Double
  ) -> Double {
    guard let front = face.screens.last else { return top }
    let fields = front.arguments.fields
    var rows = [("route", front.name)]
    rows += fields.prefix(Self.maxFields).map { ($0.name, Self.text(of: $0.value)) }
    if fields.count > Self.maxFields { rows.append(("\(fields.count - Self.maxFields) more", "")) }
    var y = group(rows.count, on: &canvas, from: top, to: bottom) { canvas, index, row in
      let (key, value) = rows[index]
      let half = (row.size.x - 24) / 2
      canvas.text(
        key, at: Point(row.origin.x + 9, row.origin.y + 17), width: half, size: 10.6, "soft")
      canvas.text(
        value, at: Point(row.right - 9, row.origin.y + 17), width: half, size: 10.6, anchor: .end,
        "ink")
    }
    let actions = subject.actions(of: front).prefix(Self.maxActions)
    guard !actions.isEmpty else { return y }
    y = group(actions.count, on: &canvas, from: y + 9, to: bottom) { canvas, index, row in
      canvas.text(
        actions[index], at: Point(row.origin.x + 9, row.origin.y + 17), width: row.size.x - 34,
        size: 10.6, "tint strong")
      canvas.path(
        "M\(ImageCanvas.number(row.right - 15)) \(ImageCanvas.number(row.origin.y + 9))"
          + "l4.5 4.5l-4.5 4.5", "chevron faint")
    }
    return y
  }

  /// Draws as many rows as fit, with lines between them.
  private func group(
    _ count: Int, on canvas: inout ImageCanvas, from top: Double, to bottom: Double,
    _ draw: (inout ImageCanvas, Int, Rectangle) -> Void
  ) -> Double {
    let shown = min(count, max(0, Int((bottom - top) / Self.rowHeight)))
    guard shown > 0 else { return top }
    let (left, width) = (frame.origin.x + Self.margin, frame.size.x - 2 * Self.margin)
    let whole = Rectangle(
      origin: Point(left, top), size: Point(width, Double(shown) * Self.rowHeight))
    canvas.rectangle(whole, radius: 9, "cell")
    for index in 0..<shown {
      let y = top + Double(index) * Self.rowHeight
      if index > 0 { canvas.line(Point(left, y), Point(left + width, y), "rule") }
      draw(
        &canvas, index, Rectangle(origin: Point(left, y), size: Point(width, Self.rowHeight)))
    }
    return whole.bottom
  }

  private static func text(of value: NavigationValue) -> String { value.text ?? value.description }

  // MARK: - Tabs

  /// Draws the tab bars.
  ///
  /// - Returns: The vertical position of the upper edge of the topmost bar or, if there are no
  ///   bars, of the lower edge of the content area.
  private func drawTabs(on canvas: inout ImageCanvas) -> Double {
    let base = shape == .base ? 12.0 : 0
    var bottom = frame.bottom - (face.tabBars.isEmpty ? base : 0)
    for (index, bar) in face.tabBars.enumerated() {
      let extra = index == 0 ? base : 0
      let top = bottom - 38 - extra
      canvas.rectangle(
        Rectangle(origin: Point(frame.origin.x, top), size: Point(frame.size.x, 38 + extra)),
        "bar")
      canvas.line(Point(frame.origin.x, top), Point(frame.right, top), "rule")
      if let view = bar.tabView {
        let labels = [subject.title(of: view)] + subject.actions(of: view)
        canvas.text(
          labels.joined(separator: "  ·  "), at: Point(frame.origin.x + 9, top + 22),
          width: frame.size.x - 18, size: 9.5, "soft")
      } else {
        tabs(of: bar, on: &canvas, at: top)
      }
      bottom = top
    }
    return bottom
  }

  private func tabs(of bar: CoordinatorNode, on canvas: inout ImageCanvas, at top: Double) {
    let selected = bar.pages.firstIndex { $0.isSelected } ?? 0
    let first = max(0, min(selected - 2, bar.pages.count - Self.maxTabs))
    let shown = bar.pages.dropFirst(first).prefix(Self.maxTabs)
    let width = (frame.size.x - 6) / Double(max(1, shown.count))
    for (index, page) in shown.enumerated() {
      let middle = frame.origin.x + 3 + (Double(index) + 0.5) * width
      let kind = page.isSelected ? "tint" : "soft"
      let title = page.shownTitle
      draw(page, on: &canvas, at: Point(middle, top + 13.5))
      canvas.text(
        title, at: Point(middle, top + 31.5), width: width - 4, size: 8.6, anchor: .middle,
        "\(kind) strong")
      guard let badge = page.badge else { continue }
      let badgeWidth = max(12, ImageCanvas.width(of: String(badge.prefix(6)), size: 8) + 7)
      canvas.rectangle(
        Rectangle(origin: Point(middle + 4, top + 2.5), size: Point(badgeWidth, 12)), radius: 6,
        "badge")
      canvas.text(
        String(badge.prefix(6)), at: Point(middle + 4 + badgeWidth / 2, top + 11.4), width: 40,
        size: 8, anchor: .middle, "badge-text")
    }
  }

  /// Draws the icon of a tab or, if the icon's name is unknown, the first character of the title
  /// or, if the title is empty, of the icon's name.
  private func draw(
    _ page: StateDocument.Page, on canvas: inout ImageCanvas, at center: Point
  ) {
    if let path = TabSymbol.path(page.shownIcon) {
      let scale = 0.72
      let offset = TabSymbol.size * scale / 2
      canvas.group(at: Point(center.x - offset, center.y - offset), scale: scale) { canvas in
        canvas.path(path, page.isSelected ? "symbol on" : "symbol")
      }
      return
    }
    let box = Rectangle(origin: Point(center.x - 7.5, center.y - 7.5), size: Point(15, 15))
    canvas.rectangle(box, radius: 4.5, page.isSelected ? "letter on" : "letter")
    let text = [page.shownTitle, page.shownIcon, "•"].first { !$0.isEmpty } ?? ""
    canvas.text(
      String(text.prefix(1)), at: Point(center.x, center.y + 3.8), width: 14, size: 10,
      anchor: .middle, page.isSelected ? "tint strong" : "soft strong")
  }

  // MARK: - Alerts

  private func drawAlert(on canvas: inout ImageCanvas) {
    let front = face.screens.last
    let title = front.map { subject.title(of: $0) } ?? layer.style
    let values = front?.arguments.fields.prefix(3).map { "\($0.name): \(Self.text(of: $0.value))" }
    let lines = layer.message.map { [$0] } ?? values ?? []
    let fields = layer.fields.prefix(3)
    let actions = front.map { subject.actions(of: $0) } ?? []
    let labels = layer.buttons.isEmpty ? actions : layer.buttons.map(\.title)
    let buttons = (labels.isEmpty ? ["OK"] : labels).prefix(Self.maxButtons)
    let width = frame.size.x * (shape == .alert ? 0.78 : 0.92)
    let head = 34 + Double(lines.count) * 13 + Double(fields.count) * 24
    let height = head + Double(buttons.count) * 27
    let y = shape == .alert ? (frame.size.y - height) / 2 : frame.size.y - height - 14
    let card = Rectangle(
      origin: Point((frame.size.x - width) / 2, y), size: Point(width, height))
    let middle = frame.size.x / 2
    canvas.rectangle(card, radius: 12, "cell")
    canvas.text(
      title, at: Point(middle, y + 22), width: width - 20, size: 11.2, anchor: .middle, "title")
    for (index, line) in lines.enumerated() {
      canvas.text(
        line, at: Point(middle, y + 37 + Double(index) * 13), width: width - 20, size: 9.5,
        anchor: .middle, "soft")
    }
    draw(Array(fields), on: &canvas, in: card, from: y + 30 + Double(lines.count) * 13)
    for (index, label) in buttons.enumerated() {
      let top = y + head + Double(index) * 27
      canvas.line(Point(card.origin.x, top), Point(card.right, top), "rule")
      let isDestructive = layer.buttons.dropFirst(index).first?.role == .destructive
      canvas.text(
        label, at: Point(middle, top + 17.5), width: width - 20, size: 10.8, anchor: .middle,
        isDestructive ? "destructive strong" : "tint strong")
    }
  }

  /// Draws the text fields of an alert.
  private func draw(
    _ fields: [AlertField], on canvas: inout ImageCanvas, in card: Rectangle, from top: Double
  ) {
    for (index, field) in fields.enumerated() {
      let top = top + Double(index) * 24
      let box = Rectangle(
        origin: Point(card.origin.x + 12, top), size: Point(card.size.x - 24, 19))
      canvas.rectangle(box, radius: 5, "field")
      let isEmpty = field.text.isEmpty
      canvas.text(
        isEmpty ? field.placeholder : field.shownText,
        at: Point(box.origin.x + 6, top + 13), width: box.size.x - 12, size: 9.5,
        isEmpty ? "soft" : "ink")
    }
  }
}
