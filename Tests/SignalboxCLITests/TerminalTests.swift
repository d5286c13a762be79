import Foundation
import Testing

@Suite struct TerminalTests {
  private static let prompt = "signalbox> "
  private static let cases = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "LuaRuntimeTests/Cases")

  /// Types one line and waits for the next prompt.
  private func enter(_ line: String, at terminal: Terminal) throws {
    try terminal.type(line + "\n")
    try terminal.wait(for: Self.prompt)
  }

  /// Types a line that prints "started", then presses Ctrl-C, and returns the tool's processor time
  /// until the prompt appears.
  private func interruption(of line: String, at terminal: Terminal) throws -> Duration {
    try terminal.type(line + "\n")
    try terminal.wait(for: "started\r\n")
    let start = terminal.processorTime
    try terminal.type("\u{3}")
    try terminal.wait(for: Self.prompt)
    return terminal.processorTime - start
  }

  @Test func `Ctrl-C returns to the prompt within half a second in every test case with a loop`()
    throws
  {
    let terminal = try Terminal("repl", "--memory", "64MB", folder: Self.cases)
    try terminal.wait(for: Self.prompt)
    try enter("kept, cases = 41, {}", at: terminal)
    for module in ["hostile", "hostile_library"] {
      try enter(
        "for _, case in ipairs(require '\(module)') do local kind = case.name:match '^%a+' "
          + "if kind ~= 'mem' and kind ~= 'esc' and kind ~= 'call' then cases[#cases + 1] = case end end",
        at: terminal)
    }
    try terminal.type("print(#cases .. ' ' .. 'cases')\n")
    let answer = try terminal.wait(for: " cases\r\n").lastLine
    let count = try #require(Int(answer))
    try #require(count > 60)

    // Half a second of processor time, and more if even leaving a plain loop takes long.
    let plain = try (0..<5).map { _ in
      try interruption(of: "print('star' .. 'ted') while true do end", at: terminal)
    }
    let limit = max(.milliseconds(500), plain.sorted()[2] * 20)
    for number in 1...count {
      let time = try interruption(
        of: "print('star' .. 'ted') load(cases[\(number)].code)()", at: terminal)
      try terminal.type("print(cases[\(number)].name .. ' ' .. 'left ' .. kept + \(number))\n")
      let name = try terminal.wait(for: " left \(41 + number)\r\n").lastLine
      #expect(time < limit, "\(name)")
      try terminal.wait(for: Self.prompt)
    }
    try terminal.type("\u{4}")
    #expect(try terminal.finish() == 0)
  }

  @Test func `Ctrl-C returns to the prompt within half a second from loops of engine calls`()
    throws
  {
    let terminal = try Terminal("repl", "--memory", "64MB", folder: Self.cases)
    try terminal.wait(for: Self.prompt)
    // From now on, the prompt shows the position in the application.
    try terminal.type("cases = require 'hostile_engine'\n")
    try terminal.wait(for: "home> ")
    try terminal.type("print(#cases .. ' ' .. 'cases')\n")
    let count = try #require(Int(try terminal.wait(for: " cases\r\n").lastLine))
    try #require(count > 9)
    func interruption(of line: String) throws -> Duration {
      try terminal.type(line + "\n")
      try terminal.wait(for: "started\r\n")
      let start = terminal.processorTime
      try terminal.type("\u{3}")
      try terminal.wait(for: "✗ interrupted")
      try terminal.wait(for: "> ")
      return terminal.processorTime - start
    }
    let plain = try (0..<5).map { _ in
      try interruption(of: "print('star' .. 'ted') while true do end")
    }
    let limit = max(.milliseconds(500), plain.sorted()[2] * 20)
    for number in 1...count {
      let time = try interruption(of: "do cases[\(number)].run() end")
      try terminal.type("print(cases[\(number)].name .. ' ' .. 'left')\n")
      let name = try terminal.wait(for: " left\r\n").lastLine
      #expect(time < limit, "\(name)")
      try terminal.wait(for: "> ")
    }
    try terminal.type("\u{4}")
    #expect(try terminal.finish() == 0)
  }

  /// Fills a table whose keys all collide, with a single Lua instruction that takes many seconds.
  private static let stuck =
    "local n, t = (1 << 18) - 1, {} for i = 1, 131082 do if i == 131072 then print('star' .. 'ted') end "
    + "t[i * n] = true end"

  @Test func `a script that Ctrl-C cannot stop is reported, and a second Ctrl-C ends the prompt`()
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    let terminal = try Terminal("repl", folder: tool.folder)
    try terminal.wait(for: Self.prompt)
    try terminal.type(Self.stuck + "\n")
    try terminal.wait(for: "started\r\n")
    terminal.awaitWork()
    try terminal.type("\u{3}")
    try terminal.wait(
      for:
        "signalbox: the input is running code that cannot be interrupted; wait until the code "
        + "ends, or press Ctrl-C again to end signalbox (the history is kept)\r\n")
    try terminal.type("\u{3}")
    try terminal.wait(for: "signalbox: interrupted: the input did not stop, so the process ends")
    #expect(try terminal.finish() == 130)
  }

  @Test func `SIGTERM ends a prompt during a single Lua call that cannot be stopped`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let history = tool.folder.appending(path: "history")
    let terminal = try Terminal(
      "repl", folder: tool.folder,
      environment: ["TERM=xterm", "SIGNALBOX_HISTORY=\(history.path)"])
    try terminal.wait(for: "signalbox>")
    try terminal.type(Self.stuck + "\r")
    try terminal.wait(for: "started\r\n")
    terminal.awaitWork()
    terminal.send(SIGTERM)
    try terminal.wait(for: "signalbox: terminated: the input did not stop, so the process ends")
    #expect(try terminal.finish() == 143)
    #expect(try Tool.text(of: history).contains("131082"))
  }

  @Test func `Ctrl-C discards the typed text and SIGTERM ends the prompt with 143`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let terminal = try Terminal("repl", folder: tool.folder)
    try terminal.wait(for: Self.prompt)
    try terminal.type("x = (\n")
    try terminal.wait(for: "…> ")
    try terminal.type("half\u{3}")
    try terminal.wait(for: Self.prompt)
    try terminal.type("print('x is ' .. type(x))\n")
    try terminal.wait(for: "x is nil\r\n")
    try terminal.wait(for: Self.prompt)
    terminal.send(SIGTERM)
    #expect(try terminal.finish() == 143)
  }
}

extension String {
  /// Returns the text after the last line end.
  fileprivate var lastLine: String {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).last.map(String.init) ?? ""
  }
}
