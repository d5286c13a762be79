import Foundation
import Testing
import TmuxDriver

/// Tests that the original state of the terminal is restored, however the editor ends or stops.
@Suite struct TerminalStateTests {
  /// Runs the host between two checks of the terminal. The host's process id is in the file
  /// `process`.
  private func terminal() throws -> Tmux {
    let host = try Tmux.program("EditorHost")
    let terminal = try Tmux(
      "stty -a >before; sh -c \(Tmux.quoted("echo $$ >process; exec \(host)")); "
        + "echo code $?; stty -a >after; cat",
      columns: 60, rows: 20, environment: ["SWIFT_BACKTRACE": "enable=no"])
    try terminal.wait(for: "host>")
    return terminal
  }

  private func expectRestored(_ terminal: Tmux) throws {
    #expect(try terminal.text(of: "after") == terminal.text(of: "before"))
  }

  @Test func `the terminal is restored after the end of input`() throws {
    let terminal = try terminal()
    try terminal.type("x\u{3}")
    try terminal.wait(for: "interrupted")
    try terminal.type("\u{4}")
    try terminal.wait(for: "code 0")
    try terminal.expect("host> x^C", "interrupted", "host>", "end", "code 0")
    try expectRestored(terminal)
  }

  @Test(arguments: [("segv", 139), ("abort", 134), ("trap", nil)] as [(String, Int?)])
  func `the terminal is restored after a crash`(line: String, code: Int?) throws {
    let terminal = try terminal()
    try terminal.type(line + "\r")
    try terminal.wait(for: "code \(code.map { "\($0)" } ?? "1")")
    try expectRestored(terminal)
  }

  @Test(
    arguments: [
      ("TERM", 143), ("HUP", 129), ("INT", 130), ("QUIT", 131), ("SEGV", 139), ("BUS", nil),
      ("FPE", nil), ("ILL", nil),
    ] as [(String, Int?)])
  func `the terminal is restored after a signal while a line is edited`(signal: String, code: Int?)
    throws
  {
    let terminal = try terminal()
    try terminal.type("half")
    try terminal.wait(for: "host> half")
    let process = try #require(Int32(try terminal.text(of: "process").dropLast()))
    let kill = try Process.run(
      URL(filePath: "/bin/sh"), arguments: ["-c", "kill -\(signal) \(process)"])
    kill.waitUntilExit()
    try terminal.wait(for: "code \(code.map { "\($0)" } ?? "1")")
    try expectRestored(terminal)
  }

  @Test
  func `the terminal is restored while the process is stopped, and the line reappears afterwards`()
    throws
  {
    let terminal = try Tmux("stty -a >before; PS1='shell$ ' exec sh -i", columns: 60, rows: 20)
    try terminal.wait(for: "shell$")
    try terminal.type("\(Tmux.program("EditorHost"))\r")
    try terminal.wait(for: "host>")
    try terminal.type("half a word")
    try terminal.wait(for: "host> half a word")
    try terminal.press("C-z")
    try terminal.wait(for: "Stopped")
    try terminal.type("stty -a >after; clear\r")
    try expectRestored(terminal)
    try terminal.expect("shell$")
    try terminal.type("fg\r")
    try terminal.wait(for: "host> half a word")
    try terminal.type(" more\r")
    try terminal.wait(for: "got \"half a word more\"")
    try terminal.press("C-z")
    try terminal.wait(for: "the shell again") { $0.last == "shell$" }
    try terminal.type("fg\r")
    try terminal.wait(for: "the prompt again") { $0.last == "host>" }
    try terminal.type("again\r")
    try terminal.wait(for: "got \"again\"")
    try terminal.press("C-d")
    try terminal.wait(for: "end")
  }

  @Test func `a process that another process stopped handles keys after it resumes`() throws {
    let terminal = try terminal()
    try terminal.type("half")
    try terminal.wait(for: "host> half")
    let process = try terminal.text(of: "process").dropLast()
    let commands = "kill -STOP \(process); kill -CONT \(process)"
    try Process.run(URL(filePath: "/bin/sh"), arguments: ["-c", commands]).waitUntilExit()
    try terminal.type(" and half\r")
    try terminal.wait(for: "got \"half and half\"")
  }

  @Test(arguments: [20, 5, 1])
  func `a narrow terminal shows the complete input`(columns: Int) throws {
    let terminal = try Tmux(Tmux.program("EditorHost"), columns: columns, rows: 20)
    try terminal.wait(for: "h")
    try terminal.type("a long input")
    let whole = "host> a long input"
    try terminal.wait(for: "") { rows in
      rows.joined().filter { $0 != " " } == whole.filter { $0 != " " }
    }
    try terminal.press("C-u")
    try terminal.type("print\r")
    try terminal.wait(for: "") { rows in rows.joined().contains("got") }
  }

  @Test func `an input taller than the window shows the part around the cursor`() throws {
    let terminal = try Tmux(Tmux.program("EditorHost"), columns: 40, rows: 4)
    try terminal.wait(for: "host>")
    try terminal.paste((1...9).map { "line \($0)" }.joined(separator: "\n"))
    try terminal.wait(for: "line 9")
    try terminal.expect((6...9).map { "   …> line \($0)" })
    for _ in 1...8 { try terminal.press("Up") }
    try terminal.expect("host> line 1", "   …> line 2", "   …> line 3", "   …> line 4")
    try terminal.press("Enter")
    try terminal.wait(for: "got \"line 1")
  }
}
