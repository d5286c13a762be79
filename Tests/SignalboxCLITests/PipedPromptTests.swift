import Foundation
import Testing

@Suite struct PipedPromptTests {
  private func run(
    _ input: String, files: [String: String] = [:], _ arguments: String = "repl"
  ) throws -> Tool.Result {
    let tool = try Tool(files)
    defer { tool.remove() }
    return files.isEmpty
      ? try tool.run(arguments, input: input) : try tool.run(arguments, "app.lua", input: input)
  }

  @Test func `the output of a prompt without a terminal contains no prompts`() throws {
    #expect(
      try run("1 + 1\nfor i = 1, 2 do\nprint(i)\nend\n.tree\n\"last\"")
        == Tool.Result("2\n1\n2\nnothing has been launched\n\"last\"\n"))
  }

  @Test func `the first failure ends a prompt without a terminal and sets the exit code`() throws {
    #expect(
      try run("1\nerror('no', 0)\n2\n")
        == Tool.Result("1\n", errors: "✗ no\n  standard input:2\n", code: 1))
    #expect(
      try run(".cd Nobody\n2\n")
        == Tool.Result(errors: "✗ .cd: nothing has been launched\n  standard input:1\n", code: 1))
    #expect(
      try run("1\nif x then\n")
        == Tool.Result(
          "1\n", errors: "✗ syntax error: unexpected end of input\n  standard input:2\n", code: 1)
    )
    #expect(
      try run("1\ndo\nerror 'no'\nend\n").errors.hasPrefix("✗ no\n  standard input:3\n"))
  }

  @Test func `unreadable standard input is an error`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let arguments = ["-c", "exec \"$0\" repl <.", try Tool.path().path]
    #expect(
      try tool.run(arguments, program: URL(filePath: "/bin/sh"))
        == Tool.Result(
          errors: "signalbox: cannot read standard input: is a directory\n", code: 2))
  }

  @Test func `a prompt loads its files first, and their globals remain available`() throws {
    #expect(
      try run("x + 1\n.quit\nerror('never')", files: ["app.lua": "x = 41"]) == Tool.Result("42\n"))
  }

  @Test(arguments: [
    (["-i"], "1\n"), (["--interactive", "-e", "x = 5"], "5\n"),
    (["repl", "app.lua", "-e", "x = x + 1", "--interactive"], "42\n"),
    (["-i", "repl", "app.lua"], "41\n"),
  ])
  func `the option -i opens a prompt that reads a pipe`(arguments: [String], output: String) throws
  {
    let tool = try Tool(["app.lua": "x = 41"])
    defer { tool.remove() }
    #expect(try tool.run(arguments, input: "x or 1\n") == Tool.Result(output))
  }

  @Test func `a file that fails to load is reported, and the prompt opens`() throws {
    #expect(
      try run("1", files: ["app.lua": "x ="])
        == Tool.Result(
          "1\n",
          errors: """
            ✗ syntax error: unexpected symbol near <eof>
              app.lua:1

             ▸ 1 │ x =

            """, code: 2))
    let tool = try Tool()
    defer { tool.remove() }
    #expect(
      try tool.run("repl", "gone.lua", input: "1")
        == Tool.Result(
          "1\n", errors: "✗ cannot read gone.lua: no such file or directory\n", code: 2))
  }
}
