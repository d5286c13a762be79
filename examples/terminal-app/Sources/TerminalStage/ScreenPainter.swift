internal import Signalbox
internal import SignalboxInspector

/// Draws the visible state: the covering layer with its title bar, breadcrumb, actions and tab bar,
/// and the layers above it.
struct ScreenPainter {
  let subject: RenderSubject
  let tree: StateDocument

  init(_ engine: NavigationEngine, tree: StateDocument) {
    subject = RenderSubject(engine)
    self.tree = tree
  }

  func paint(columns: Int, rows: Int) -> Canvas {
    var canvas = Canvas(columns: columns, rows: rows)
    var area = Area(rows: 0..<canvas.rows, columns: 0..<canvas.columns)
    guard !tree.layers.isEmpty else {
      let text = DisplayText.center("nothing has been launched", in: canvas.columns)
      canvas.write(text, at: canvas.rows / 2, in: area)
      return canvas
    }
    let covering = tree.layers.lastIndex { $0.isCovering } ?? tree.layers.startIndex
    for (index, layer) in tree.layers[covering...].enumerated() {
      let isFront = layer.id == tree.layers.last?.id
      if index == 0 {
        page(layer, in: area, isFront: isFront, on: &canvas)
      } else if isDialog(layer) {
        dialog(layer, in: area, on: &canvas)
      } else {
        area = area.inset(top: area.rows.count > 6 ? 2 : 0)
        sheet(layer, in: area, isFront: isFront, on: &canvas)
      }
    }
    return canvas
  }

  /// The actions that the user can tap on the front layer, in order: the buttons of an alert, or
  /// the actions of the front screen.
  func choices() -> [String] {
    guard let layer = tree.layers.last else { return [] }
    if isDialog(layer), !layer.buttons.isEmpty {
      return layer.buttons.map { DisplayText.clean($0.title) }
    }
    return tree.front.map(subject.actions(of:)) ?? []
  }

  func isDialog(_ layer: StateDocument.Layer) -> Bool {
    ["alert", "confirmationDialog"].contains(layer.style)
  }

  // MARK: - Layers

  private func sheet(
    _ layer: StateDocument.Layer, in area: Area, isFront: Bool, on canvas: inout Canvas
  ) {
    canvas.dim()
    canvas.clear(area)
    let edge = area.inset(sides: 1)
    canvas.rule("─", at: area.top, in: area)
    canvas.write("╭", at: area.top, in: area)
    canvas.write("╮", at: area.top, column: area.right - 1, in: area)
    let grip = layer.isInteractive ? " ═══ " : ""
    canvas.write(
      grip, at: area.top, column: max(edge.left, (area.left + area.right - 5) / 2), in: edge)
    for row in area.rows.dropFirst() {
      canvas.write("│", at: row, in: area)
      canvas.write("│", at: row, column: area.right - 1, in: area)
    }
    page(layer, in: area.inset(top: 1, sides: 1), isFront: isFront, on: &canvas)
  }

  private func dialog(_ layer: StateDocument.Layer, in area: Area, on canvas: inout Canvas) {
    canvas.dim()
    let title = tree.front.map(subject.title(of:)) ?? ""
    let labels = choices().enumerated().map { "\($0 + 1)  \($1)" }
    let widest = ([title] + labels).map { DisplayText.width(of: $0) }.max() ?? 0
    let width = min(area.columns.count, widest + 6)
    let height = min(area.rows.count, labels.count + 4)
    let left = area.left + (area.columns.count - width) / 2
    let top = area.top + (area.rows.count - height) / 2
    let box = Area(rows: top..<(top + height), columns: left..<(left + width))
    canvas.clear(box)
    frame(box, on: &canvas)
    let inner = box.inset(top: 1, bottom: 1, sides: 2)
    canvas.write(
      DisplayText.center(title, in: inner.columns.count), .bold, at: inner.top, in: inner)
    for (index, label) in labels.enumerated() {
      canvas.write(label, at: inner.top + 2 + index, in: inner)
    }
  }

  private func frame(_ box: Area, on canvas: inout Canvas) {
    for (row, corners) in [(box.top, "╭╮"), (box.bottom - 1, "╰╯")] {
      canvas.rule("─", at: row, in: box)
      canvas.write(String(corners.prefix(1)), at: row, in: box)
      canvas.write(String(corners.suffix(1)), at: row, column: box.right - 1, in: box)
    }
    for row in box.rows.dropFirst().dropLast() {
      canvas.write("│", at: row, in: box)
      canvas.write("│", at: row, column: box.right - 1, in: box)
    }
  }

  // MARK: - A layer's page

  private func page(
    _ layer: StateDocument.Layer, in area: Area, isFront: Bool, on canvas: inout Canvas
  ) {
    let face = tree.face(of: layer)
    titleBar(face, in: area, on: &canvas)
    let crumbs = ScreenText.path(face.screens)
    canvas.write(leadingCut(" \(crumbs)", to: area.columns.count), .dim, at: area.top + 1, in: area)
    canvas.rule("─", .dim, at: area.top + 2, in: area)
    var body = area.inset(top: 3)
    for bar in face.tabBars where body.rows.count > 2 {
      tabBar(bar, at: body.bottom - 1, in: body, on: &canvas)
      canvas.rule("─", .dim, at: body.bottom - 2, in: body)
      body = body.inset(bottom: 2)
    }
    for field in layer.fields where body.rows.count > 1 {
      let text = field.text.isEmpty ? field.placeholder : field.shownText
      canvas.write(" \(DisplayText.clean("\(field.name): \(text)"))_", at: body.top, in: body)
      body = body.inset(top: 1)
    }
    guard let screen = face.screens.last else { return }
    let labels = isFront ? choices() : subject.actions(of: screen)
    actions(labels, isFront: isFront, in: body, on: &canvas)
  }

  private func titleBar(_ face: LayerFace, in area: Area, on canvas: inout Canvas) {
    guard let screen = face.screens.last else { return }
    let width = area.columns.count
    let title = DisplayText.truncate(subject.title(of: screen), to: width - 2)
    var start = (width - DisplayText.width(of: title)) / 2
    if let previous = face.screens.dropLast().last {
      let room = max(3, width - DisplayText.width(of: title) - 4)
      let back = DisplayText.truncate("‹ \(subject.title(of: previous))", to: room)
      canvas.write(" \(back)", at: area.top, in: area)
      start = max(start, DisplayText.width(of: back) + 3)
    }
    canvas.write(title, .bold, at: area.top, column: area.left + start, in: area)
  }

  private func actions(
    _ labels: [String], isFront: Bool, in area: Area, on canvas: inout Canvas
  ) {
    let room = area.rows.count
    let shown = labels.count > room ? max(0, room - 1) : labels.count
    for (index, label) in labels.prefix(shown).enumerated() {
      let number = isFront && index < 9 ? "\(index + 1)" : "·"
      canvas.write(" \(number)  \(label)", at: area.top + index, in: area)
    }
    guard shown < labels.count, room > 0 else { return }
    canvas.write("    … \(labels.count - shown) more", .dim, at: area.bottom - 1, in: area)
  }

  private func tabBar(
    _ bar: CoordinatorNode, at row: Int, in area: Area, on canvas: inout Canvas
  ) {
    guard !bar.pages.isEmpty else { return }
    let part = area.columns.count / bar.pages.count
    for (index, page) in bar.pages.enumerated() {
      let title = TabText.label(page, title: DisplayText.clean(page.shownTitle), width: part - 2)
      let text = page.isSelected ? "[\(title)]" : title
      let column = area.left + index * part
      let place = Area(rows: row..<(row + 1), columns: column..<(column + part))
      canvas.write(
        DisplayText.center(text, in: part), page.isSelected ? .inverse : [], at: row, in: place)
    }
  }

  /// Returns the end of a string that is too long, because the current position is more informative
  /// than the beginning.
  private func leadingCut(_ text: String, to limit: Int) -> String {
    guard DisplayText.width(of: text) > limit else { return text }
    var result: [Character] = []
    var used = 1
    for character in text.reversed() {
      used += DisplayText.width(of: character)
      guard used <= limit else { break }
      result.append(character)
    }
    return "…" + String(result.reversed())
  }
}
