import SeededRandom
import Testing

@testable import LineEditor

@Suite struct ScreenTests {
  private func composer(_ columns: Int, height: Int = 100, prompt: String = "> ") -> FrameComposer {
    var composer = FrameComposer(palette: .plain)
    (composer.columns, composer.height) = (columns, height)
    composer.setPrompt(prompt)
    return composer
  }

  private func draft(_ text: String) -> LineDraft {
    let draft = LineDraft(history: LineHistory(), assistant: nil)
    _ = draft.handle(.paste(text))
    return draft
  }

  private func lines(_ frame: ScreenFrame) -> [String] {
    frame.rows.map { row in String(row.cells.map(\.character)) }
  }

  @Test func `text wraps at the edge, and a wide character wraps before it`() {
    var composer = composer(6)
    let frame = composer.frame(of: draft("abc中中d"), styles: [], isFinal: false)
    #expect(lines(frame) == ["> abc", "中中d"])
    #expect(frame.rows.map(\.wraps) == [true, false])
    #expect(frame.cursor == LineLayout.Position(row: 1, column: 5))
  }

  @Test func `the cursor after a full row is in the next row`() {
    var composer = composer(4)
    let frame = composer.frame(of: draft("ab"), styles: [], isFinal: false)
    #expect(lines(frame) == ["> ab", ""])
    #expect(frame.cursor == LineLayout.Position(row: 1, column: 0))
  }

  @Test func `tabs, combining accents and characters that are too wide are displayed`() {
    var wide = composer(20)
    #expect(
      lines(wide.frame(of: draft("a\tb\n\u{301}x"), styles: [], isFinal: false))
        == ["> a   b", "… \u{FFFD}x"])
    var narrow = composer(1, prompt: ">")
    #expect(
      lines(narrow.frame(of: draft("中a"), styles: [], isFinal: false)) == [
        ">", "\u{FFFD}", "a", "",
      ])
  }

  @Test func `a prompt can have colors and several lines`() {
    var composer = composer(20, prompt: "one\n\u{1B}[1m\u{1B}[31mtwo\u{1B}[0m> \u{1B}[2J")
    let frame = composer.frame(of: draft("x\ny"), styles: [], isFinal: false)
    #expect(lines(frame) == ["one", "two> x", "… y"])
    #expect(
      frame.rows[1].cells.map { composer.paints.codes[Int($0.paint)] }
        == ["1;31", "1;31", "1;31", "", "", ""])
  }

  @Test func `an input that is taller than the screen shows the part around the cursor`() {
    var composer = composer(20, height: 3)
    let draft = draft("1\n2\n3\n4\n5")
    var top = 0
    let whole = composer.frame(of: draft, styles: [], isFinal: false)
    #expect(lines(whole.window(height: 3, top: &top)).map { $0.suffix(1) } == ["3", "4", "5"])
    draft.move(to: 0)
    let first = composer.frame(of: draft, styles: [], isFinal: false)
    #expect(lines(first.window(height: 3, top: &top)).map { $0.suffix(1) } == ["1", "2", "3"])
    #expect(top == 0)
  }

  @Test func `a key press at the end of the line sends only a few bytes`() {
    var composer = composer(80)
    var screen = Screen(columns: 80)
    let draft = draft(String(repeating: "x", count: 2_000))
    _ = screen.update(
      to: composer.frame(of: draft, styles: [], isFinal: false), composer.paints.codes)
    _ = draft.handle(.text("y"))
    let frame = composer.frame(of: draft, styles: [], isFinal: false)
    #expect(screen.update(to: frame, composer.paints.codes) == "y")
    #expect(screen.update(to: frame, composer.paints.codes) == "")
  }

  @Test func `the row of the cursor is known after the terminal has been resized`() {
    for columns in [7, 13, 20, 31] {
      var composer = composer(20)
      var screen = Screen(columns: 20)
      let text = "a text of 中文 words\nand a second line, longer than the first"
      let draft = draft(text)
      for position in 0...draft.buffer.count {
        draft.move(to: position)
        (composer.columns, composer.height) = (20, 100)
        _ = screen.update(
          to: composer.frame(of: draft, styles: [], isFinal: true), composer.paints.codes)
        var copy = screen
        let text = copy.erase(size: (columns, 100), reflows: true, cursorRow: nil)
        let up = text.firstMatch(of: /\[(\d+)A/).flatMap { Int($0.output.1) } ?? 0
        // The rows of the screen as separate lines. Wrapped rows are joined.
        var layout = LineLayout(columns: columns)
        var row = 0
        let frame = composer.frame(of: draft, styles: [], isFinal: true)
        search: for (index, shown) in frame.rows.enumerated() {
          var column = 0
          for cell in shown.cells {
            if index == frame.cursor.row, column == frame.cursor.column { break search }
            layout.append(cell.character, 0)
            column += cell.width
          }
          if index == frame.cursor.row { break }
          if !shown.wraps { layout.breakLine() }
        }
        row = layout.position().row
        #expect(up == row, "at \(position) in \(columns) columns")
      }
    }
  }

  @Test func `rows that were scrolled out of the window are erased when they come back`() {
    var composer = composer(10)
    var screen = Screen(columns: 10)
    let draft = draft("abcdefghijklmnop")
    func update() -> String {
      screen.update(to: composer.frame(of: draft, styles: [], isFinal: true), composer.paints.codes)
    }
    #expect(update() == "> abcdefghijklmnop")
    // The input has four rows in five columns. The terminal has scrolled two of them out.
    let narrow = screen.erase(size: (5, 24), reflows: true, cursorRow: 1)
    #expect(narrow == "\u{1B}[1A\r\u{1B}[K\u{1B}[B\u{1B}[J\u{1B}[A")
    composer.columns = 5
    #expect(update() == "> abcdefghijklmnop")
    // These rows are one row again, above the two rows of the input.
    let wide = screen.erase(size: (10, 24), reflows: true, cursorRow: 4)
    #expect(wide == "\u{1B}[2A\r\u{1B}[J")
    composer.columns = 10
    #expect(update() == "> abcdefghijklmnop")
    // Nothing remains to be erased.
    #expect(screen.erase(size: (10, 30), reflows: true, cursorRow: 4) == "\u{1B}[1A\r\u{1B}[J")
  }

  @Test func `after random keys, the terminal shows the expected frame`() {
    EditorFuzz(target: "screen", smoke: 40).check { seed in
      var dice = SeededGenerator(seed: seed)
      let columns = [1, 2, 3, 5, 9, 20, 33].randomElement(using: &dice) ?? 1
      var composer = composer(columns, height: 1_000)
      var screen = Screen(columns: columns)
      var paper = Paper(columns: columns)
      let draft = LineDraft(history: EditorFuzz.history(), assistant: WordAssistant())
      for _ in 0..<40 {
        for key in EditorFuzz.keys(&dice) { _ = draft.handle(key) }
        composer.preview = Bool.random(using: &dice) ? "preview" : nil
        let styles = [StyledRange(0..<Int.random(in: 0...9, using: &dice), .match)]
        let frame = composer.frame(of: draft, styles: styles, isFinal: false)
        let text = screen.update(to: frame, composer.paints.codes)
        paper.write(text)
        let wanted = Paper.trimmed(lines(frame))
        guard paper.lines == wanted, paper.row == frame.cursor.row,
          paper.column == frame.cursor.column
        else {
          return """
            \(columns) columns, wanted \(wanted) with the cursor at \(frame.cursor), \
            shown \(paper.lines) at \(paper.row) \(paper.column), written \(text.debugDescription)
            """
        }
      }
      return nil
    }
  }
}
