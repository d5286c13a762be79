import Foundation
import Testing
import TmuxDriver

/// Tests `signalbox repl --attach` with the line editor in a real terminal.
@Suite struct AttachedTerminalTests {
  private static let shop = """
    Shop = coordinator "Shop" {
      routes = { catalog = {}, product = { args = { id = "integer" } } },
    }
    function Shop:start() self.router:startFlow("catalog") end
    app:launch "Shop"
    """

  /// A host, and a terminal with a prompt that is attached to it.
  private struct Session {
    let tool: Tool
    let host: Terminal
    let terminal: Tmux

    init() throws {
      tool = try Tool(["shop.lua": AttachedTerminalTests.shop])
      host = try Terminal("run", "--listen=./s", "shop.lua", folder: tool.folder)
      try host.wait(for: "listening at ./s\r\n")
      terminal = try Tmux(
        "cd \(Tmux.quoted(tool.folder.path)); "
          + "\(Tmux.program("signalbox")) repl --attach ./s; echo code $?; cat", columns: 100)
      try terminal.wait(for: "shop ▸ catalog>")
    }

    /// Types the lines of an input, each after the editor has continued the input.
    func type(lines: [String]) throws {
      for (number, line) in lines.enumerated() {
        try terminal.type("\(line)\r")
        try terminal.wait(for: "a line after \(line)") { rows in
          rows.count { $0.contains("…>") } > number
        }
      }
    }

    /// Waits until these rows are the last ones. The dim text at their ends, which contains times, is
    /// not compared, except for the numbers of results.
    func expect(last rows: String...) throws {
      try terminal.wait(for: rows.joined(separator: "\n")) { shown in
        shown.suffix(rows.count).map {
          $0.replacing(/\ {2,}(?<number>_\d+)?(?: · )?(?:[\d.]+ m?s)?$/) {
            $0.output.number.map { "  \($0)" } ?? ""
          }
        } == rows
      }
    }

    /// Ends the prompt and the host.
    func end() throws {
      try terminal.press("C-d")
      try terminal.wait(for: "code 0")
      try host.type("\u{3}")
      #expect(try host.finish() == 0)
    }
  }

  @Test func `an attached prompt edits an input of several lines and numbers the results`() throws {
    let session = try Session()
    defer { session.tool.remove() }
    try session.type(lines: ["function twice(n)", "local m = n", "return m * 2"])
    try session.terminal.type("end\r")
    try session.expect(
      last: "shop ▸ catalog> function twice(n)", "             …>   local m = n",
      "             …>   return m * 2", "             …> end", "shop ▸ catalog>")
    try session.terminal.type("twice(21)\r")
    try session.expect(last: "shop ▸ catalog> twice(21)", "42  _1", "shop ▸ catalog>")
    try session.terminal.type("_1 + 1\r")
    try session.expect(last: "shop ▸ catalog> _1 + 1", "43  _2", "shop ▸ catalog>")
    try session.end()
  }

  @Test func `an attached prompt recalls an input of several lines as a whole`() throws {
    let session = try Session()
    defer { session.tool.remove() }
    try session.type(lines: ["function twice(n)", "local m = n", "return m * 2"])
    try session.terminal.type("end\r")
    try session.expect(last: "             …> end", "shop ▸ catalog>")
    try session.terminal.type("twice(21)\r")
    try session.expect(last: "42  _1", "shop ▸ catalog>")
    try session.terminal.press("Up", "Up")
    let whole = [
      "shop ▸ catalog> function twice(n)", "             …>   local m = n",
      "             …>   return m * 2", "             …> end",
    ]
    try session.expect(last: whole[0], whole[1], whole[2], whole[3])
    // The recalled input is edited and run as one input.
    try session.terminal.press("Up", "End", "BSpace")
    try session.terminal.type("3")
    try session.terminal.wait(for: "return m * 3")
    try session.terminal.type("\r")
    try session.expect(last: "             …> end", "shop ▸ catalog>")
    try session.terminal.type("twice(21)\r")
    try session.expect(last: "63  _2", "shop ▸ catalog>")
    try session.terminal.press("C-r")
    try session.terminal.type("m * 2")
    try session.expect(last: whole[0], whole[1], whole[2], whole[3], "search: m * 2")
    try session.terminal.press("Enter")
    try session.expect(last: "             …> end", "shop ▸ catalog>")
    try session.terminal.type("twice(21)\r")
    try session.expect(last: "42  _3", "shop ▸ catalog>")
    try session.end()
  }

  @Test func `an attached prompt previews a call without performing it`() throws {
    let session = try Session()
    defer { session.tool.remove() }
    try session.terminal.type("app.top.router:navigate(\"product\", { id = 4")
    try session.terminal.type("2 })")
    try session.terminal.wait(for: "⤷ would push product { id = 42 }")
    try session.terminal.press("C-u")
    try session.terminal.type("#app.top.stack\r")
    try session.expect(last: "shop ▸ catalog> #app.top.stack", "1  _1", "shop ▸ catalog>")
    try session.terminal.type("app.top.router:navigate(\"product\", { id = 42 })\r")
    try session.expect(last: "  ✓ push product { id = 42 }", "shop ▸ product(42)>")
    try session.end()
  }

  @Test func `an attached prompt records and saves the session in files of the client`() throws {
    let session = try Session()
    defer { session.tool.remove() }
    try session.terminal.type(".record bug.jsonl\r")
    try session.expect(last: "  recording to bug.jsonl", "shop ▸ catalog>")
    try session.type(lines: [
      "for id = 1, 2 do", "app.top.router:navigate(\"product\", { id = id })",
    ])
    try session.terminal.type("end\r")
    try session.expect(last: "shop ▸ product(2)>")
    try session.terminal.type(".record stop\r")
    try session.expect(last: "  wrote 2 calls to bug.jsonl", "shop ▸ product(2)>")
    try session.terminal.type(".save buy.scenario.lua\r")
    try session.terminal.wait(for: "— run: signalbox test buy.scenario.lua")
    try session.end()
    func text(_ name: String) throws -> String {
      try String(contentsOf: session.tool.folder.appending(path: name), encoding: .utf8)
    }
    #expect(try text("bug.jsonl").split(separator: "\n").count == 3)
    #expect(
      try text("buy.scenario.lua").split(separator: "\n").filter { !$0.hasPrefix("scenario ") }
        .joined(separator: "\n")
          == """
          -- A session at the prompt of Signalbox, written by .save.
          require "shop"
            for id = 1, 2 do
              app.top.router:navigate("product", { id = id })
            end
            app:expect { front = { "product", id = 2 }, stack = { "catalog", { "product", id = 1 }, { "product", id = 2 } }, layers = { "root" } }
          end }
          """)
    #expect(try session.tool.run("test", "-q", "buy.scenario.lua").code == 0)
    #expect(
      try session.tool.run(
        "repl", "shop.lua", input: ".replay bug.jsonl\napp.front.args.id\n")
        == Tool.Result("  ✓ replayed 2 steps as recorded\n2\n"))
  }
}
