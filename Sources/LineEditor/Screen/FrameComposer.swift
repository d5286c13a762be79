internal import TextCells

/// Composes the contents of the terminal: the prompt, the input, the hint, and the rows below them.
struct FrameComposer {
  let palette: LinePalette
  /// The width of the window, in cells.
  var columns = 80
  var height = 24
  /// The line that is shown below the input.
  var preview: String?
  private(set) var paints = PaintBox()
  private var prompt = PromptText("")

  private static let maxMenuRows = 8

  init(palette: LinePalette) { self.palette = palette }

  mutating func setPrompt(_ text: String) { prompt = PromptText(text) }

  /// - Parameters:
  ///   - styles: The styles for the whole text.
  ///   - isFinal: Whether the line has ended, so that hints, menus and previews are omitted.
  mutating func frame(of draft: LineDraft, styles: [StyledRange], isFinal: Bool) -> ScreenFrame {
    var layout = LineLayout(columns: columns)
    for styled in prompt.characters {
      if styled.character == "\n" {
        layout.breakLine()
      } else {
        layout.append(styled.character, paints.paint(styled.code))
      }
    }
    let paints = textPaints(draft, styles)
    let cursor = write(draft.buffer, paints, &layout)
    if !isFinal, let hint = draft.hint { write(hint: hint, &layout) }
    var frame = ScreenFrame(rows: layout.rows, cursor: cursor)
    if !isFinal { addRows(below: draft, to: &frame) }
    return frame
  }

  // MARK: - Input

  private mutating func textPaints(_ draft: LineDraft, _ styles: [StyledRange]) -> [Paint] {
    var paints = [Paint](repeating: paint(.plain), count: draft.buffer.count)
    var all = styles
    if let search = draft.search, let found = search.found {
      all.append(StyledRange(found.range, .match))
    }
    for style in all {
      let paint = paint(style.style)
      for index in style.range.clamped(to: paints.indices) { paints[index] = paint }
    }
    return paints
  }

  /// - Returns: The position of the cursor.
  private mutating func write(
    _ buffer: EditBuffer, _ paints: [Paint], _ layout: inout LineLayout
  ) -> LineLayout.Position {
    var cursor: LineLayout.Position?
    let margin = margin(layout)
    layout.origin = layout.column
    for (index, character) in buffer.characters.enumerated() {
      if index == buffer.cursor {
        cursor = layout.position(forWidth: max(1, CellWidth.of(character)))
      }
      if character == "\n" {
        layout.breakLine()
        layout.append(margin, paint(.detail))
        layout.origin = layout.column
      } else {
        layout.append(character, paints[index])
      }
    }
    return cursor ?? layout.position()
  }

  /// Returns the margin for all lines except the first line. The margin is `…> `, aligned with the
  /// end of the prompt, or shorter if there is little room.
  private func margin(_ layout: LineLayout) -> String {
    let width = layout.rows.count == 1 ? layout.column : columns
    if width < 3 || width > columns / 2 { return columns > 4 ? "… " : "" }
    return String(repeating: " ", count: width - 3) + "…> "
  }

  /// Writes the first line of a hint.
  private mutating func write(hint: String, _ layout: inout LineLayout) {
    let line = hint.prefix { $0 != "\n" }
    let shown = line.count < hint.count ? line + " …" : line
    // Additional rows of the hint would scroll the input out of view.
    let room = max(0, (height - layout.rows.count) * columns - layout.column - 1)
    layout.append(String(shown.prefix(min(room, columns * 3))), paint(.hint))
  }

  // MARK: - Below the input

  private mutating func addRows(below draft: LineDraft, to frame: inout ScreenFrame) {
    let room = min(Self.maxMenuRows + 1, max(height - frame.rows.count, height / 2), height - 1)
    guard room > 0 else { return }
    if let search = draft.search {
      let row = row(status(of: search))
      frame.cursor = LineLayout.Position(row: frame.rows.count, column: cursorColumn(search))
      frame.rows.append(row)
    } else if let menu = draft.menu {
      frame.rows += rows(of: menu, room: room)
    } else if let preview {
      frame.rows.append(row([(preview, .preview)]))
    }
  }

  private func status(of search: HistorySearch) -> [(String, LineStyle)] {
    let query = search.query.replacing("\n", with: "⏎").replacing("\t", with: " ")
    let failure = search.hasFailed ? "  nothing found" : ""
    return [(Self.searchTitle, .detail), (query, .plain), (failure, .error)]
  }

  private static let searchTitle = "search: "

  private func cursorColumn(_ search: HistorySearch) -> Int {
    min(columns - 1, CellWidth.of(Self.searchTitle) + CellWidth.of(search.query))
  }

  private mutating func rows(of menu: CompletionMenu, room: Int) -> [ScreenRow] {
    let count = menu.suggestions.count
    let isWhole = count <= room
    let shown = menu.visible(rows: isWhole ? room : room - 1)
    let names = menu.suggestions[shown].map { CellWidth.of($0.text) }
    let width = min(names.max() ?? 0, max(1, columns - 2))
    var rows = shown.map { index in
      let suggestion = menu.suggestions[index]
      let name = Self.fill(suggestion.text, to: width)
      let style: LineStyle = index == menu.selected ? .selection : .plain
      return row([(" \(name) ", style), (" \(suggestion.detail)", .detail)])
    }
    if !isWhole { rows.append(row([(" \(menu.selected.map { $0 + 1 } ?? 0)/\(count)", .detail)])) }
    return rows
  }

  private static func fill(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - CellWidth.of(text)))
  }

  /// Returns a row with the given parts, truncated if it is too long.
  private mutating func row(_ parts: [(String, LineStyle)]) -> ScreenRow {
    var layout = LineLayout(columns: columns)
    for (text, style) in parts where !text.isEmpty {
      let paint = paint(style)
      for character in text {
        let width = max(1, CellWidth.of(character))
        guard layout.column + width <= columns else { return layout.rows[0] }
        layout.append(character == "\n" || character == "\t" ? " " : character, paint)
      }
    }
    return layout.rows[0]
  }

  private mutating func paint(_ style: LineStyle) -> Paint { paints.paint(palette.code(of: style)) }
}
