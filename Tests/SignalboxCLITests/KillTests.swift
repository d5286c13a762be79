import Foundation
import Testing
import TmuxDriver

/// Tests the files that a killed session leaves behind.
@Suite struct KillTests {
  private static let app = DocumentationTests.root.appending(path: "examples/shop/app.lua")

  @Test func `killing a prompt with kill -9 loses neither typed nor recorded input`() throws {
    let terminal = try Tmux(
      "echo $$ >process; cp \(Tmux.quoted(Self.app.path)) app.lua; "
        + "exec \(Tmux.program("signalbox")) repl app.lua")
    try terminal.wait(for: "signalbox>")
    for (input, label) in [
      (".record steps.jsonl", "signalbox>"), ("app:launch()", "shop ▸ catalog>"),
      ("app:open \"shop://product/42\"", "shop ▸ product(42)>"), ("app:back()", "shop ▸ catalog>"),
    ] {
      try terminal.type(input + "\r")
      try terminal.wait(for: "\(label) after \(input)") { rows in
        rows.last == label && rows.contains { $0.hasSuffix(input) }
      }
    }
    let process = try terminal.text(of: "process").dropLast()
    try Process.run(URL(filePath: "/bin/kill"), arguments: ["-KILL", String(process)])
      .waitUntilExit()
    #expect(
      try terminal.text(of: "history")
        == ".record steps.jsonl\napp:launch()\napp:open \"shop://product/42\"\napp:back()\n")

    let steps = try String(
      contentsOf: terminal.folder.appending(path: "steps.jsonl"), encoding: .utf8)
    #expect(steps.hasSuffix("\n"))
    // The line that was being written at the time of the kill is omitted from the replay.
    for file in [steps, steps + "{\"call\":{\"oper"] {
      let tool = try Tool([
        "app.lua": try String(contentsOf: Self.app, encoding: .utf8), "steps.jsonl": file,
      ])
      defer { tool.remove() }
      let result = try tool.run("repl", "app.lua", input: ".replay steps.jsonl\n.stack\n")
      #expect(result.errors == "")
      #expect(result.output.hasSuffix("shop  catalog\n"))
      #expect(result.code == 0)
    }
  }
}
