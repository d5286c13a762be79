import Foundation
import Testing

@Suite struct PromptCommandTests {
  private static let app = """
    Main = coordinator "Main" { routes = { home = {}, more = { args = { id = "integer" } } } }
    function Main:start() self.router:startFlow("home") end
    app:launch "Main"
    """

  private func tool(_ more: [String: String] = [:]) throws -> Tool {
    try Tool(["app.lua": Self.app].merging(more) { _, new in new })
  }

  private func text(_ name: String, of tool: Tool) throws -> String {
    try String(contentsOf: tool.folder.appendingPathComponent(name), encoding: .utf8)
  }

  @Test func `a session is saved as a passing scenario without overwriting a file`() throws {
    let tool = try tool(["scenarios/.keep": ""])
    defer { tool.remove() }
    let input = "app.top.router:navigate('more', { id = 1 })\n.save scenarios/go.scenario.lua\n"
    let saved = try tool.run("repl", "app.lua", input: input)
    #expect(saved.code == 0)
    #expect(
      saved.output.hasPrefix("  ✓ push more { id = 1 }\n  wrote 1 step as scenario \"session "))
    #expect(saved.output.hasSuffix(" — run: signalbox test scenarios/go.scenario.lua\n"))
    let run = try tool.run("test", "scenarios/go.scenario.lua")
    #expect(run.code == 0, "\(run)")
    #expect(
      try tool.run("repl", "app.lua", input: input)
        == Tool.Result(
          """
            ✓ push more { id = 1 }

          """,
          errors: """
            ✗ .save: cannot write scenarios/go.scenario.lua: it already exists; \
            to overwrite it, add ! to the name: scenarios/go.scenario.lua!
              standard input:2

            """, code: 1))
    let names = try FileManager.default.contentsOfDirectory(
      atPath: tool.folder.appendingPathComponent("scenarios").path)
    #expect(names.sorted() == [".keep", "go.scenario.lua"])
  }

  @Test func `commands report paths that do not exist with a hint`() throws {
    let tool = try tool()
    defer { tool.remove() }
    func answer(_ line: String) throws -> String {
      try tool.run("repl", "app.lua", input: "app.top.router:navigate('more', { id = 1 })\n\(line)")
        .errors.split(separator: "\n").dropLast().joined(separator: "\n")
    }
    #expect(
      try answer(".save none/go.scenario.lua")
        == "✗ .save: cannot write none/go.scenario.lua: no such file or directory; "
        + "create the folder none first")
    #expect(try answer(".load .") == "✗ cannot read .: it is a folder")
    #expect(try answer(".replay gone") == "✗ cannot read gone: no such file or directory")
    #expect(
      try answer(".record none/a") == "✗ cannot write none/a: no such file or directory; "
        + "create the folder none first")
  }

  @Test func `a tilde in the path of a command is replaced with the home folder`() throws {
    let tool = try tool(["home/more.lua": "answer = 42"])
    defer { tool.remove() }
    let home = tool.folder.appendingPathComponent("home").path
    #expect(
      try tool.run("repl", input: ".load ~/more.lua\nanswer", environment: ["HOME": home])
        == Tool.Result("42\n"))
  }

  @Test func `a recording can be replayed in a later run`() throws {
    let tool = try tool()
    defer { tool.remove() }
    let recorded = try tool.run(
      "repl", "app.lua",
      input: ".record way.jsonl\napp.top.router:navigate('more', { id = 1 })\napp:back()\n")
    #expect(recorded.code == 0)
    #expect(try text("way.jsonl", of: tool).split(separator: "\n").count == 3)
    #expect(
      try tool.run("repl", "app.lua", input: ".replay way.jsonl")
        == Tool.Result("  ✓ replayed 2 steps as recorded\n"))
  }

  @Test func `a shell command runs if it is permitted, and its exit code is used`() throws {
    let tool = try tool(["granted/signalbox.lua": "return { repl = { shell = true } }\n"])
    defer { tool.remove() }
    let rejection = "shell commands are not permitted in this project; permit them with --allow "
    #expect(
      try tool.run("repl", input: "!echo hi\n1")
        == Tool.Result(
          errors: "✗ !echo hi: \(rejection)repl=run, or repl = { shell = true } in signalbox.lua\n"
            + "  standard input:1\n",
          code: 1))
    #expect(
      try tool.run("repl", "--allow", "repl=run", input: "'a'\n!echo hi; cat\n'b'\n!exit 3\n'c'")
        == Tool.Result(
          "\"a\"\nhi\n\"b\"\n",
          errors: "✗ !exit 3 ended with exit code 3\n  standard input:4\n", code: 1))
    #expect(
      try tool.run("repl", "--config", "granted/signalbox.lua", input: "!echo hi")
        == Tool.Result(
          errors: "✗ !echo hi: shell commands are not permitted in this project; review "
            + "granted/signalbox.lua and the plugins, then run signalbox trust granted, or pass "
            + "--trust for one run\n  standard input:1\n", code: 1))
    #expect(
      try tool.run("repl", "--trust", "--config", "granted/signalbox.lua", input: "!kill -9 $$")
        == Tool.Result(
          errors: "✗ !kill -9 $$ ended with exit code 137\n  standard input:1\n", code: 1))
    #expect(
      try tool.run("repl", "--allow", "run", input: "!echo hi").code == 1)
  }

  @Test func `the number of undo steps can be configured`() throws {
    let tool = try tool()
    defer { tool.remove() }
    #expect(try tool.run("repl", "--undo", "0").code == 64)
    #expect(
      try tool.run(
        "repl", "--undo", "10", "app.lua",
        input: "app.top.router:navigate('more', { id = 1 })\n.undo\n")
        == Tool.Result("  ✓ push more { id = 1 }\n  ⟲ step 1   main ▸ home\n"))
  }

  @Test func `.doctor prints the same at the prompt as on the command line`() throws {
    let tool = try tool()
    defer { tool.remove() }
    let doctor = try tool.run("doctor")
    #expect(try tool.run("repl", input: ".doctor").output == doctor.output)
  }
}
