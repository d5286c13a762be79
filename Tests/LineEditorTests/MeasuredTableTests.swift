import Foundation
import Testing
import TmuxDriver

/// The criteria of the comparison of line editors (decision 0120), each tested in a real terminal.
@Suite struct MeasuredTableTests {
  /// A terminal after the test host has shown its prompt.
  private func terminal(
    columns: Int = 60, rows: Int = 16, history: [String] = [], _ environment: [String: String] = [:]
  ) throws -> Tmux {
    let lines = history.map { $0 + "\\n" }.joined()
    let terminal = try Tmux(
      "printf \(Tmux.quoted(lines)) >history; " + Tmux.program("EditorHost"), columns: columns,
      rows: rows, environment: environment)
    try terminal.wait(for: "host>")
    return terminal
  }

  @Test func `typed text is colored immediately`() throws {
    let terminal = try terminal()
    try terminal.type("local x")
    try terminal.expect("host> local x")
    try terminal.wait(for: "\u{1B}[35mlocal", styled: true) {
      $0.first?.contains("\u{1B}[35mlocal") == true
    }
  }

  @Test
  func `the latest input with the same prefix is shown as a hint, and the right arrow accepts it`()
    throws
  {
    let terminal = try terminal(history: ["print(1)", "print(2)", "other"])
    try terminal.type("pr")
    try terminal.expect("host> print(2)")
    try terminal.expectCursor(row: 0, column: 8)
    try terminal.press("Right")
    try terminal.press("Enter")
    try terminal.expect("host> print(2)", "got \"print(2)\"", "host>")
    try terminal.type("loc")
    try terminal.wait(for: "host> local answer = 42")
    try terminal.press("M-f", "Enter")
    try terminal.wait(for: "got \"local\"")
  }

  @Test func `the completion menu shows the candidates with their descriptions`() throws {
    let terminal = try terminal()
    try terminal.type("x pr\t")
    try terminal.expect(
      "host> x pri", " print    shows values", " printer  makes paper",
      " private  nobody's business")
    try terminal.press("Down", "Down")
    try terminal.wait(for: "host> x printer")
    try terminal.press("BTab")
    try terminal.wait(for: "host> x print")
    try terminal.press("Escape")
    try terminal.expect("host> x pri")
    try terminal.press("Tab", "Up", "Enter", "Enter")
    try terminal.wait(for: "got \"x private\"")
  }

  @Test func `an input with several lines is edited as one text, and the up key moves within it`()
    throws
  {
    let terminal = try terminal()
    try terminal.type("do\r  a")
    try terminal.expect("host> do", "   …>   a")
    try terminal.press("Enter")
    try terminal.expect("host> do", "   …>   a", "   …>")
    try terminal.type("end")
    try terminal.expect("host> do", "   …>   a", "   …>   end")
    try terminal.press("Up", "Up", "End")
    try terminal.type(" -- b")
    try terminal.wait(for: "host> do -- b")
    try terminal.press("Enter")
    try terminal.wait(for: "got \"do -- b\\n  a\\n  end\"")
    try terminal.type("x")
    try terminal.press("M-Enter")
    try terminal.type("y\r")
    try terminal.wait(for: "got \"x\\ny\"")
  }

  @Test func `a history search finds inputs by any part of their text`() throws {
    let terminal = try terminal(history: ["first one", "second two", "third one"])
    try terminal.press("C-r")
    try terminal.type("one")
    try terminal.expect("host> third one", "search: one")
    try terminal.press("C-r")
    try terminal.expect("host> first one", "search: one")
    try terminal.press("C-s")
    try terminal.expect("host> third one", "search: one")
    try terminal.type("zz")
    try terminal.expect("host> third one", "search: onezz  nothing found")
    try terminal.press("C-g")
    try terminal.expect("host>")
    try terminal.press("C-r")
    try terminal.paste("sec")
    try terminal.expect("host> second two", "search: sec")
    try terminal.press("Enter")
    try terminal.wait(for: "got \"second two\"")
  }

  @Test func `three pasted lines that contain a tab are one input`() throws {
    let terminal = try terminal()
    try terminal.paste("one\n\ttwo\nthree\n")
    try terminal.press("BSpace")
    try terminal.expect("host> one", "   …>     two", "   …> three")
    try terminal.press("Enter")
    try terminal.wait(for: "got \"one\\n\\ttwo\\nthree\"")
  }

  @Test func `a wide character occupies two cells and is deleted as one character`() throws {
    let terminal = try terminal()
    try terminal.type("中文字")
    try terminal.expect("host> 中文字")
    try terminal.expectCursor(row: 0, column: 12)
    try terminal.press("Left", "BSpace")
    try terminal.expect("host> 中字")
    try terminal.expectCursor(row: 0, column: 8)
    try terminal.press("Enter")
    try terminal.wait(for: "got \"中字\"")
  }

  @Test func `a family emoji is one character`() throws {
    let terminal = try terminal()
    try terminal.type("a👨‍👩‍👧b")
    try terminal.wait(for: "b")
    try terminal.expectCursor(row: 0, column: 10)
    try terminal.press("Left", "Left")
    try terminal.type("-")
    try terminal.press("Right", "BSpace", "Enter")
    try terminal.wait(for: "got \"a-b\"")
  }

  @Test func `output from other threads is printed above the input, which does not change`() throws
  {
    let terminal = try terminal()
    try terminal.type("half a @")
    try terminal.expect("· event from elsewhere", "host> half a @")
    try terminal.press("BSpace")
    try terminal.type("word\r")
    try terminal.wait(for: "got \"half a word\"")
    try terminal.type("what?")
    try terminal.wait(for: "⤷ would do 5")
    try terminal.type("!")
    try terminal.wait(for: "host> what?!") { $0.last == "host> what?!" }
  }

  /// Waits until a string is shown once, wrapped at a width, in the last rows.
  private func wait(for text: String, columns: Int, at terminal: Tmux) throws {
    let characters = Array(text)
    let rows = stride(from: 0, to: characters.count, by: columns).map { start in
      String(characters[start..<min(start + columns, characters.count)]).trimmedEnd
    }
    // The rows above it are controlled by tmux.
    try terminal.wait(for: rows.joined(separator: "\n")) { shown in
      shown.suffix(rows.count) == rows[...] && shown.count { $0.contains("w1 ") } == 1
    }
  }

  @Test func `a wrapped input is adapted to the width of the window`() throws {
    let terminal = try terminal(columns: 40)
    let text = (1...20).map { "w\($0)" }.joined(separator: " ")
    try terminal.type("before\r\(text)")
    let whole = "host> " + text
    for columns in [40, 60, 30, 45] {
      try terminal.resize(columns: columns, rows: 16)
      try wait(for: whole, columns: columns, at: terminal)
      // tmux also rewraps rows, so the visible rows do not prove that the editor has the new width.
      // An edit does, because the editor queries the width before it draws.
      try terminal.type("!")
      try wait(for: whole + "!", columns: columns, at: terminal)
      try terminal.press("BSpace")
      try wait(for: whole, columns: columns, at: terminal)
    }
    try terminal.press("Enter")
    try terminal.wait(for: "w20\"")
  }

  @Test(arguments: [25, 31, 40])
  func `a window that is narrowed and widened leaves no copy, not even in the history`(narrow: Int)
    throws
  {
    let terminal = try terminal(columns: 60)
    let text = (1...30).map { "w\($0)" }.joined(separator: " ")
    try terminal.type(text)
    func rows(_ columns: Int) -> [String] {
      let whole = Array("host> " + text)
      return stride(from: 0, to: whole.count, by: columns).map { start in
        String(whole[start..<min(start + columns, whole.count)]).trimmedEnd
      }
    }
    try terminal.expect(rows(60))
    for wide in [60, 75, 90] {
      // tmux scrolls the first rows out of the window, so these rows are visible only if the editor
      // has drawn them again.
      try terminal.resize(columns: narrow, rows: 16)
      try terminal.expect(rows(narrow))
      try terminal.expectCursor(row: rows(narrow).count - 1, column: rows(narrow).last?.count ?? 0)
      try terminal.resize(columns: wide, rows: 16)
      try terminal.expectHistory(rows(wide))
      try terminal.expectCursor(row: rows(wide).count - 1, column: rows(wide).last?.count ?? 0)
    }
  }

  @Test func `text that is typed while a script runs is kept`() throws {
    let terminal = try terminal()
    let go = terminal.folder.appending(path: "go")
    try terminal.type("wait \(go.path)\r")
    try terminal.wait(for: "waiting")
    try terminal.type("early\rlate")
    try Data().write(to: go)
    try terminal.wait(for: "early, then late") {
      $0.contains("got \"early\"") && $0.last == "host> late"
    }
  }

  @Test func `two thousand characters that arrive at once are read completely`() throws {
    let terminal = try terminal(columns: 100, rows: 40)
    let text = String((0..<2_000).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
    try terminal.type(text)
    try terminal.type("\r")
    try terminal.wait(for: "got \"\(text)\"") { $0.joined().contains("got \"\(text)\"") }
  }

  @Test(arguments: ["", "dumb", "nothing-known"])
  func `the editor is disabled if the terminal cannot move its cursor`(name: String) throws {
    let terminal = try Tmux(Tmux.program("EditorHost"), environment: ["TERM": name])
    try terminal.wait(for: "no editor")
    try terminal.type("plain\r")
    try terminal.expect("no editor", "plain", "got \"plain\"")
  }

  @Test func `the editor and escape sequences are disabled for pipes`() throws {
    let terminal = try Tmux(
      "echo piped | \(Tmux.program("EditorHost")) >out; echo done | \(Tmux.program("EditorHost")); cat"
    )
    #expect(try terminal.text(of: "out") == "no editor\ngot \"piped\"\n")
    try terminal.expect("no editor", "got \"done\"")
  }

  @Test func `NO_COLOR disables colors`() throws {
    let terminal = try terminal(history: ["local answer"], ["NO_COLOR": "1"])
    try terminal.type("local a")
    // The prompt belongs to the host. The hint is dim and has no color.
    let rows = try terminal.wait(for: "local a and a dim hint", styled: true) {
      $0.first?.contains("local a\u{1B}[2mnswer") == true
    }
    #expect(!rows[0].contains("[35m") && !rows[0].contains("[90m"))
  }

  @Test func `undo reverts changes by words`() throws {
    let terminal = try terminal()
    for chunk in ["one ", "two ", "three"] { try terminal.type(chunk) }
    try terminal.expect("host> one two three")
    try terminal.press("C-_")
    try terminal.expect("host> one two")
    try terminal.press("C-_", "C-_")
    try terminal.expect("host>")
    try terminal.press("M-_", "M-_")
    try terminal.expect("host> one two")
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
