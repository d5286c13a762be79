internal import Signalbox

/// Renders the visible screen in a device frame: title bar, actions, tab bar, and sheets on top.
///
/// The title of the previous screen is to the left of the title, and actions are in brackets. Tabs
/// show the icon between colons and the badge in parentheses, and the title of the selected tab is
/// in capitals. A layer that does not cover the whole window is drawn over the layer below.
public enum ScreenRenderer: Renderer {
  /// The name `screen`.
  public static let name = "screen"
  /// The summary in help texts.
  public static let summary = "Draws the visible screen"

  /// The default width, including borders, in cells.
  public static let standardWidth = 32
  /// The maximum number of layers that are drawn on top of each other. Lower layers are omitted.
  private static let maxLayers = 3

  /// Renders the screen with the ``standardWidth``.
  public static func render(_ subject: RenderSubject) -> String {
    render(subject, width: standardWidth)
  }

  /// Renders the screen with the given width.
  ///
  /// - Parameters:
  ///   - subject: The subject to render.
  ///   - width: The width in cells, including borders. Values less than 16 count as 16.
  public static func render(_ subject: RenderSubject, width: Int) -> String {
    let (tree, width) = (subject.tree, max(16, width))
    let covering = tree.layers.lastIndex { $0.isCovering } ?? tree.layers.startIndex
    let layers = tree.layers[covering...].suffix(maxLayers)
    guard !layers.isEmpty else {
      return box([DisplayText.center("nothing has been launched", in: width - 2)], width: width)
        .joined(separator: "\n")
    }
    let faces = layers.map(tree.face(of:))
    return frame(faces[...], subject, width: width).joined(separator: "\n")
  }

  /// Renders the lowest layer, with the layers above drawn inside it.
  private static func frame(
    _ faces: ArraySlice<LayerFace>, _ subject: RenderSubject, width: Int
  ) -> [String] {
    guard let face = faces.first else { return [] }
    let inner = width - 2
    var lines: [String?] = [titleBar(face, subject, width: inner)]
    if faces.count > 1 {
      lines += frame(faces.dropFirst(), subject, width: inner - 2).map { " \($0) " }
    } else {
      lines += [nil] + fields(of: subject.tree.layers.last, width: inner)
      lines += actions(face, subject, width: inner)
      for bar in face.tabBars.reversed() {
        if let view = bar.tabView {
          lines += [nil, DisplayText.center(subject.title(of: view), in: inner)]
          lines += buttons(of: view, subject, width: inner)
        } else {
          lines += [nil, tabBar(bar, width: inner)]
        }
      }
    }
    return box(lines, width: width)
  }

  /// Renders lines in a border. An element that is `nil` becomes a horizontal rule.
  private static func box(_ lines: [String?], width: Int) -> [String] {
    let rule = String(repeating: "─", count: width - 2)
    return ["┌\(rule)┐"] + lines.map { $0.map { "│\($0)│" } ?? "├\(rule)┤" } + ["└\(rule)┘"]
  }

  private static func titleBar(
    _ face: LayerFace, _ subject: RenderSubject, width: Int
  ) -> String {
    guard let screen = face.screens.last else { return DisplayText.spaces(width) }
    let title = subject.title(of: screen)
    guard let previous = face.screens.dropLast().last else {
      return " \(DisplayText.center(title, in: width - 2)) "
    }
    let room = width - 2
    let longest = max(room / 3, room - DisplayText.width(of: title) - 2)
    let back = DisplayText.truncate("‹ " + subject.title(of: previous), to: longest)
    let backWidth = DisplayText.width(of: back)
    let shown = DisplayText.truncate(title, to: room - backWidth - 2)
    let start = max(backWidth + 2, (room - DisplayText.width(of: shown)) / 2)
    return " \(DisplayText.pad(DisplayText.pad(back, to: start) + shown, to: room)) "
  }

  /// Renders an alert's text fields, one per row. Each row shows the field's name, followed by its
  /// text or, if the text is empty, by its placeholder.
  private static func fields(
    of layer: StateDocument.Layer?, width: Int
  ) -> [String] {
    (layer?.fields ?? []).map { field in
      let text = field.text.isEmpty ? field.placeholder : field.shownText
      let label = DisplayText.truncate(
        "\(DisplayText.clean(field.name)): \(DisplayText.clean(text))", to: width - 4)
      return " \(DisplayText.pad("\(label)_", to: width - 2)) "
    }
  }

  private static func actions(
    _ face: LayerFace, _ subject: RenderSubject, width: Int
  ) -> [String] {
    guard let screen = face.screens.last else { return [DisplayText.spaces(width)] }
    return buttons(of: screen, subject, width: width)
  }

  /// Renders a screen's actions, in as many rows as necessary.
  private static func buttons(
    of screen: StateDocument.Screen, _ subject: RenderSubject, width: Int
  ) -> [String] {
    var rows = [""]
    for label in subject.actions(of: screen) {
      let button = "[\(DisplayText.truncate(label, to: width - 4))]"
      let row = rows[rows.count - 1]
      if row.isEmpty {
        rows[rows.count - 1] = button
      } else if DisplayText.width(of: row) + 2 + DisplayText.width(of: button) <= width - 2 {
        rows[rows.count - 1] += "  " + button
      } else {
        rows.append(button)
      }
    }
    return rows.map { " \(DisplayText.pad($0, to: width - 2)) " }
  }

  /// Renders the pages with equal widths. If not all pages fit, renders only the pages around the
  /// selected page.
  private static func tabBar(_ bar: CoordinatorNode, width: Int) -> String {
    let (narrowest, room) = (7, width - 2)
    let count = min(bar.pages.count, room / narrowest)
    guard count > 0 else { return DisplayText.center("no tabs", in: width) }
    let selected = bar.pages.firstIndex { $0.isSelected } ?? 0
    let first = min(max(0, selected - count / 2), bar.pages.count - count)
    let parts = bar.pages[first..<(first + count)].map { page in
      let label = TabText.label(page, title: title(of: page), width: room / count - 1)
      return DisplayText.center(label, in: room / count)
    }
    return " \(DisplayText.pad(parts.joined(), to: room)) "
  }

  /// Returns the title of a tab. The title of the selected tab is in capitals, or follows a dot if
  /// capitals do not change it.
  private static func title(of page: StateDocument.Page) -> String {
    let title = DisplayText.clean(page.shownTitle)
    guard page.isSelected else { return title }
    return title.uppercased() == title ? "•\(title)" : title.uppercased()
  }
}
