import Foundation
import Testing
import TmuxDriver

/// Tests the sessions on the page about running applications, in terminals.
@Suite struct AppPageTests {
  private static let page = "docs/how-to/test-a-running-application.md"

  /// Returns the lines of the session on the page whose command begins with a string.
  private static func session(_ start: String) throws -> [String] {
    let lines = try GuideTests.lines(of: page)
    let block = GuideTests.blocks(in: lines).first { block in
      block.language == "session" && lines[block.lines.lowerBound].hasPrefix(start)
    }
    return Array(lines[try #require(block).lines])
  }

  /// Opens a shell that finds the programs, in a folder with the model of the page.
  private static func shell() throws -> Tmux {
    let folder = try Tool.path().deletingLastPathComponent().path
    let model = try #require(try GuideTests.file("shop.lua", of: page))
    let terminal = try Tmux(
      "printf %s \(Tmux.quoted(model)) >shop.lua; exec env PATH=\(Tmux.quoted(folder)):/usr/bin:/bin "
        + "PS1='$ ' sh", columns: 200, rows: 40)
    try terminal.wait(for: "$")
    return terminal
  }

  /// Returns a row without spaces at its end, addresses and dates.
  private static func plain(_ row: String) -> String {
    String(row.reversed().drop { $0 == " " }.reversed())
      .replacing(/unix:\/\S+\/signalbox\/shop\.sock/, with: "unix:…")
      .replacing(/\d{4}-\d\d-\d\d/, with: "2026-01-01")
      // The page does not contain the transitions and the duration of an input.
      .replacing(/\ {2,}(?:\d+ transitions · )?[\d.]+ (?:ms|µs|s)$/, with: "")
      .replacing(/Lua 5\.4\.\d+/, with: "Lua 5.4")
  }

  @Test func `the prompt of an application shows the session on the page`() throws {
    let session = try Self.session("$ signalbox repl")
    let terminal = try Self.shell()
    try terminal.type(session[0].dropFirst(2) + "\r")
    let inputs = session.compactMap { $0.firstMatch(of: /^shop ▸ [^>]*> (.+)/)?.1 }
    for input in inputs {
      try terminal.wait(for: "a prompt") { $0.last?.hasSuffix(">") == true }
      // The last line of the session is the preview of an input that has not been entered.
      try terminal.type(input + (input == inputs.last ? "" : "\r"))
      try terminal.wait(for: String(input))
    }
    let last = try #require(session.last)
    let rows = try terminal.wait(for: last)
    #expect(rows.map(Self.plain) == session.map(Self.plain))
  }

  @Test func `a recording of an application shows the session on the page`() throws {
    let session = try Self.session("$ signalbox record")
    let shop = try RemoteShop()
    let terminal = try Self.shell()
    let command = session[0].dropFirst(2)
      .replacing(/unix:\S+/) { _ in shop.place }
    try terminal.type(command + "\r")
    try terminal.wait(for: session[1])
    let tool = try Tool()
    defer { tool.remove() }
    for call in session where call.hasPrefix("app:") {
      let user = try tool.run(["repl", "--app", shop.place], input: call)
      #expect(user.code == 0, "\(user)")
      try terminal.wait(for: call)
    }
    try terminal.wait(for: "✓ present sheet Checkout")
    try terminal.press("C-c")
    let last = try #require(session.last)
    // The row of the shell's prompt follows.
    let rows = try terminal.wait(for: last) { $0.dropLast().last == last }.dropLast()
    #expect(rows.map(Self.plain) == session.map(Self.plain))
  }
}
