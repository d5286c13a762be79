import Foundation
import Testing
import TmuxDriver

/// Tests the prompt with the line editor in a real terminal.
@Suite struct EditedPromptTests {
  private static var title: Regex<Substring> {
    /signalbox [\d.]+ · Lua [\d.]+ · Tab suggests · \.help · \.quit/
  }

  private func terminal(
    _ arguments: String = "repl", columns: Int = 60, rows: Int = 20,
    environment: [String: String] = [:]
  ) throws -> Tmux {
    let terminal = try Tmux(
      "\(Tmux.program("signalbox")) \(arguments); echo code $?; cat", columns: columns, rows: rows,
      environment: environment)
    try terminal.wait(for: "signalbox>")
    return terminal
  }

  /// Returns rows without the dim text at their ends: result numbers and times.
  private static func plain(_ rows: [String]) -> [String] {
    rows.map { $0.replacing(/\ {2,}(?:_\d+)?(?: · )?(?:[\d.]+ m?s)?$/, with: "") }
  }

  /// Waits until the given rows appear below the title.
  private func expect(_ rows: String..., at terminal: Tmux) throws {
    let shown = try terminal.wait(for: rows.joined(separator: "\n")) {
      Self.plain(Array($0.dropFirst())) == rows
    }
    #expect(shown.first?.wholeMatch(of: Self.title) != nil)
  }

  /// Types the lines of an unfinished input, each after the editor has read the previous line.
  ///
  /// Keys that arrive in the same read as an Enter are treated as pasted text. Pasted text is not
  /// indented.
  private func type(_ lines: String..., at terminal: Tmux) throws {
    for (number, line) in lines.enumerated() {
      try terminal.type("\(line)\r")
      try terminal.wait(for: "a line behind \(line)") { rows in
        rows.count { $0.contains("…>") } > number
      }
    }
  }

  @Test func `an input with several lines is stored and recalled as one history entry`() throws {
    let terminal = try terminal()
    try type("for i = 1, 2 do", "print(i)", at: terminal)
    try terminal.type("end\r")
    try expect(
      "signalbox> for i = 1, 2 do", "        …>   print(i)", "        …> end", "1", "2",
      "signalbox>", at: terminal)
    try terminal.press("Up", "Up", "Up", "End")
    try terminal.type(" print 'x'\r")
    try terminal.wait(for: "x")
    try terminal.press("C-d")
    try terminal.wait(for: "code 0")
  }

  @Test func `three pasted lines run as one input`() throws {
    let terminal = try terminal()
    try terminal.paste("local a = 1\n\tlocal b = 2\nprint(a + b)")
    try terminal.press("Enter")
    try expect(
      "signalbox> local a = 1", "        …>     local b = 2", "        …> print(a + b)", "3",
      "signalbox>", at: terminal)
  }

  @Test func `Ctrl-C discards the input or stops a script, and the session can still be used`()
    throws
  {
    let terminal = try terminal()
    try terminal.type("x = (")
    try terminal.press("C-c")
    try terminal.wait(for: "x = (^C")
    try terminal.type("x = 42 print('star' .. 'ted') while true do end\r")
    try terminal.wait(for: "started")
    try terminal.press("C-c")
    try terminal.wait(for: "interrupted")
    try terminal.type("x\r")
    try terminal.wait(for: "42 after x") {
      Self.plain($0).suffix(3) == ["signalbox> x", "42", "signalbox>"]
    }
    try terminal.press("C-d")
    try terminal.wait(for: "code 0")
  }

  @Test func `typed inputs are available in the next session, unless the history is disabled`()
    throws
  {
    let terminal = try terminal("repl; \(Tmux.program("signalbox")) repl --no-history")
    try terminal.type("kept = 1\r")
    try terminal.type(" secret = 2\r")
    try terminal.type("do\r\rend\r")
    #expect(
      try terminal.text(of: "history", endingIn: "end\n") == "kept = 1\ndo\\n\\nend\n")
    try terminal.press("C-d")
    try terminal.wait(for: "the second prompt") { rows in
      rows.count { $0.contains("Tab suggests") } == 2 && Self.plain(rows).last == "signalbox>"
    }
    try terminal.type("lost = 3\r")
    try terminal.press("C-d")
    try terminal.wait(for: "code 0")
    #expect(try terminal.text(of: "history") == "kept = 1\ndo\\n\\nend\n")
  }

  @Test func `a home folder that cannot be written is reported once, and the session works`() throws
  {
    let terminal = try terminal(environment: ["SIGNALBOX_HISTORY": "/dev/null/history"])
    try terminal.type("1 + 1\r")
    try terminal.type("2 + 2\r")
    let rows = try terminal.wait(for: "4") {
      Self.plain($0).contains("2") && Self.plain($0).suffix(2) == ["4", "signalbox>"]
    }
    #expect(rows.count { $0.hasPrefix("history: cannot ") } == 1)
  }

  @Test func `the prompt works in a terminal with twenty columns`() throws {
    let terminal = try terminal(columns: 20)
    try terminal.type("print('a' .. 'long answer')\r")
    try terminal.wait(for: "along answer")
    try terminal.type("1 + 1\r")
    try terminal.wait(for: "2 after its input") {
      Self.plain($0).suffix(3) == ["signalbox> 1 + 1", "2", "signalbox>"]
    }
  }

  @Test func `the options --color never and --plain and the variable NO_COLOR disable colors`()
    throws
  {
    let sessions = [
      try terminal(environment: ["NO_COLOR": "1"]), try terminal("repl --color never"),
      try terminal("repl --plain --color never"),
    ]
    for terminal in sessions {
      try terminal.type("1 + 1\r")
      let rows = try terminal.wait(for: "2 after its input", styled: true) { rows in
        guard let input = rows.firstIndex(where: { $0.contains("1 + 1") }) else { return false }
        return rows[input...].dropFirst().first?.hasPrefix("2") == true
          && rows.last?.contains("signalbox>") == true
      }
      #expect(rows.joined().contains("\u{1B}") == false)
    }
  }

  @Test(arguments: ["repl --plain", "--plain"])
  func `the option --plain uses the terminal's own line editing`(arguments: String) throws {
    let terminal = try terminal(arguments, environment: ["NO_COLOR": "1"])
    try terminal.type("1 + x\u{7F}1\r")
    try expect("signalbox> 1 + 1", "2", "signalbox>", at: terminal)
    try terminal.press("C-d")
    try terminal.wait(for: "code 0")
  }

  @Test(arguments: [
    "repl -e 'x = 20' -e 'y = 1' -i", "-e 'x = 20 y = 1' -i",
    "-e 'x, y = 20, 1' repl --interactive",
  ])
  func `the option -i opens a prompt after the code has run`(arguments: String) throws {
    let terminal = try terminal(arguments)
    try terminal.type("x + y\r")
    try terminal.wait(for: "21")
  }

  @Test func `the terminal modes are restored however the session ends`() throws {
    for end in ["\u{4}", ".quit\r", "while true do end\r"] {
      let terminal = try Tmux(
        "stty -a >before; sh -c \(Tmux.quoted("echo $$ >process; exec \(Tmux.program("signalbox"))"))"
          + "; echo code $?; stty -a >after; cat")
      try terminal.wait(for: "signalbox>")
      try terminal.type(end)
      if end.hasPrefix("while") {
        try terminal.wait(for: "do end")
        let process = try terminal.text(of: "process").dropLast()
        try Process.run(URL(filePath: "/bin/kill"), arguments: ["-TERM", String(process)])
          .waitUntilExit()
        try terminal.wait(for: "code 143")
      } else {
        try terminal.wait(for: "code 0")
      }
      #expect(try terminal.text(of: "after") == terminal.text(of: "before"))
    }
  }

  @Test func `SIGTERM ends a prompt that waits for input`() throws {
    let terminal = try Tmux(
      "sh -c \(Tmux.quoted("echo $$ >process; exec \(Tmux.program("signalbox"))")); echo code $?; cat"
    )
    try terminal.wait(for: "signalbox>")
    let process = try terminal.text(of: "process").dropLast()
    try Process.run(URL(filePath: "/bin/kill"), arguments: ["-TERM", String(process)])
      .waitUntilExit()
    try terminal.wait(for: "code 143")
  }

  @Test func `the command repl runs code after files without a prompt`() throws {
    let tool = try Tool(["app.lua": "x = 40"])
    defer { tool.remove() }
    #expect(try tool.run("repl", "app.lua", "-e", "print(x + 2)") == Tool.Result("42\n"))
    #expect(try tool.run("-e", "print(1)", "repl") == Tool.Result("1\n"))
    // Standard input remains unread.
    let result = try tool.run("repl", "app.lua", "-e", "print(x)", input: "print('read')\n")
    #expect(result == Tool.Result("40\n"))
  }

  @Test func `continued lines are indented by the depth of their block`() throws {
    let terminal = try terminal()
    try type(
      "function f(a)", "if a then", "return { 1,", "2 }", "else", "return 3", "end", at: terminal)
    try terminal.type("end\r")
    try expect(
      "signalbox> function f(a)", "        …>   if a then", "        …>     return { 1,",
      "        …>       2 }", "        …>   else", "        …>     return 3", "        …>   end",
      "        …> end", "signalbox>", at: terminal)
  }

  @Test func `text that is typed while a shell command runs is run at the prompt`() throws {
    let terminal = try terminal("repl --allow repl=run")
    try terminal.type("!echo asked; read answer && echo \"<$answer>\"\r")
    try terminal.wait(for: "the command's question") { $0.contains("asked") }
    // The command reads one line, and the next line waits in the terminal.
    try terminal.type("typed\r6 * 7\r")
    try terminal.wait(for: "<typed>")
    try terminal.wait(for: "42")
  }

  @Test func `a shell command runs with the original terminal modes`() throws {
    let terminal = try terminal("repl --allow repl=run")
    try terminal.type("!stty -a | tr ' ;' '\\n\\n' | grep -cxE 'icanon|echo|icrnl|isig'\r")
    try terminal.wait(for: "the number of modes") { rows in rows.contains { $0 == "4" } }
    // Text that is typed before the command controls the terminal is typed at the prompt.
    try terminal.type("!echo asked; read answer && echo \"<$answer>\"\r")
    try terminal.wait(for: "the command's question") { $0.contains("asked") }
    try terminal.type("typed\r")
    try terminal.wait(for: "<typed>")
    try terminal.type("6 * 7\r")
    try terminal.wait(for: "42")
  }

  @Test func `an input can be edited in the user's editor`() throws {
    let terminal = try terminal(environment: ["EDITOR": "sed -i 's/6/7/'"])
    try terminal.type("6 * 6")
    try terminal.press("C-x", "C-e")
    try terminal.wait(for: "signalbox> 7 * 6")
    try terminal.press("Enter")
    try terminal.wait(for: "42")
    try terminal.type(".edit\r")
    try terminal.wait(for: "7 * 7")
    try terminal.wait(for: "49")
  }
}
