import Foundation
import Testing
import TmuxDriver

/// Runs the completion scripts in their shells. `scripts/setup --tests` installs the shells.
struct ShellTests {
  private static let files = CompletionTests.files.merging([
    "my flows/b.scenario.lua": "scenario 'other' { function(app) end }",
    "x=y/c.scenario.lua": "scenario 'third' { function(app) end }",
  ]) { $1 }

  /// A folder with a project, the program and the completion script of a shell.
  private func project(_ shell: String) throws -> (tool: Tool, path: String) {
    let tool = try Tool(Self.files)
    let script = try tool.run("completions", shell)
    #expect(script.code == 0)
    let name = shell == "zsh" ? "_signalbox" : "signalbox.\(shell)"
    let folder = tool.folder.appending(path: ".bin")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(script.output.utf8).write(to: folder.appending(path: name))
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "signalbox"), withDestinationURL: try Tool.path())
    return (tool, folder.path)
  }

  private func run(_ shell: String, _ code: String, _ tool: Tool, _ path: String) throws -> String {
    let result = try tool.run(
      [shell, shell == "fish" ? "--no-config" : "--norc", "-c", code],
      environment: [
        "PATH": "\(path):/usr/local/bin:/usr/bin:/bin", "HOME": tool.folder.path,
        "LC_ALL": "C.UTF-8",
      ], program: URL(filePath: "/usr/bin/env"))
    #expect(result.code == 0 && result.errors.isEmpty, "\(result)")
    return result.output
  }

  @Test(arguments: [
    ("te", ["test\tRuns the scenarios in files whose names end in .scenario.lua."]),
    ("test --tag ", ["cart", "smoke"]),
    ("test a.scenario.lua::st", ["a.scenario.lua::starts"]),
    ("test a.sc", ["a.scenario.lua"]),
    ("run --config=app", ["--config=app.lua"]),
    ("trust pl", ["plugins/"]),
    ("trust my\\ fl", ["my flows/"]),
    ("test my\\ flows/", ["my flows/b.scenario.lua"]),
    ("test x=", ["x=y/"]),
    ("test x=y/", ["x=y/c.scenario.lua"]),
    ("run --config=x=y/", ["--config=x=y/c.scenario.lua"]),
    ("test --reporter junit=x=y/", ["junit=x=y/c.scenario.lua"]),
    ("test --reporter=junit=my\\ fl", ["--reporter=junit=my flows/"]),
  ])
  func `fish shows the suggestions that the program returns`(words: String, expected: [String])
    throws
  {
    let (tool, path) = try project("fish")
    defer { tool.remove() }
    let code = "source \(path)/signalbox.fish; complete -C 'signalbox \(words)'"
    #expect(try run("fish", code, tool, path) == expected.map { $0 + "\n" }.joined())
  }

  @Test(arguments: [
    ("te", ["test"]),
    ("test --tag ", ["cart", "smoke"]),
    ("test -k st", ["starts"]),
    ("test a.sc", ["a.scenario.lua", "a.scenario.lua.d"]),
    ("run --config app", ["app.lua"]),
    ("trust pl", ["plugins"]),
  ])
  func `the bash function returns the suggestions that the program returns`(
    words: String, expected: [String]
  )
    throws
  {
    let (tool, path) = try project("bash")
    defer { tool.remove() }
    try FileManager.default.createDirectory(
      at: tool.folder.appending(path: "a.scenario.lua.d"), withIntermediateDirectories: true)
    let last = words.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
    let code = """
      source \(path)/signalbox.bash
      COMP_LINE='signalbox \(words)'; COMP_POINT=${#COMP_LINE}
      _signalbox signalbox '\(last)' ''
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    #expect(try run("bash", code, tool, path) == expected.map { $0 + "\n" }.joined())
  }

  @Test(arguments: [
    ("bash", "signalbox te", "signalbox test"),
    (
      "bash", "signalbox test a.scenario.lua::Shop\\ ›\\ o",
      "signalbox test a.scenario.lua::Shop\\ ›\\ opens\\ the\\ cart"
    ),
    ("bash", "signalbox test --tag sm", "signalbox test --tag smoke"),
    ("bash", "signalbox run --config=ap", "signalbox run --config=app.lua"),
    ("zsh", "signalbox te", "signalbox test"),
    (
      "zsh", "signalbox test a.scenario.lua::Shop\\ ›\\ o",
      "signalbox test a.scenario.lua::Shop\\ ›\\ opens\\ the\\ cart"
    ),
    ("zsh", "signalbox test --tag \"not sm", "signalbox test --tag \"not smoke\""),
    ("zsh", "signalbox run --config=ap", "signalbox run --config=app.lua"),
    ("zsh", "signalbox trust pl", "signalbox trust plugins/"),
    ("zsh", "signalbox test ~/a.scenario.lua::st", "signalbox test ~/a.scenario.lua::starts"),
    ("bash", "signalbox test ~/a.scenario.lua::st", "signalbox test ~/a.scenario.lua::starts"),
    ("fish", "signalbox test ~/a.scenario.lua::st", "signalbox test ~/a.scenario.lua::starts"),
    ("fish", "signalbox trust my\\ f", "signalbox trust my\\ flows/"),
    ("fish", "signalbox test x=y/c", "signalbox test x=y/c.scenario.lua"),
    ("zsh", "signalbox test my\\ flows/b", "signalbox test my\\ flows/b.scenario.lua"),
    ("zsh", "signalbox test x=y/c", "signalbox test x=y/c.scenario.lua"),
    ("zsh", "signalbox run --config=x=y/c", "signalbox run --config=x=y/c.scenario.lua"),
    (
      "zsh", "signalbox test --reporter junit=x=y/c",
      "signalbox test --reporter junit=x=y/c.scenario.lua"
    ),
    (
      "fish", "signalbox test a.scenario.lua::Shop\\ ›\\ o",
      "signalbox test a.scenario.lua::Shop\\ ›\\ opens\\ the\\ cart"
    ),
  ])
  func `the Tab key completes the word in a terminal`(
    shell: String, typed: String, completed: String
  )
    throws
  {
    let (tool, path) = try project(shell)
    defer { tool.remove() }
    let setup = [
      "bash": "PS1='> '; source \(path)/signalbox.bash",
      "zsh": "PS1='> '; fpath=(\(path) $fpath); autoload -Uz compinit; compinit -u -D",
      "fish": "function fish_prompt; printf '> '; end; source \(path)/signalbox.fish",
    ]
    try Data(((setup[shell] ?? "") + "\n").utf8)
      .write(to: tool.folder.appending(path: ".zshrc"))
    let start = [
      "bash": "bash --noprofile --rcfile .zshrc -i", "zsh": "zsh -d -i",
      "fish": "fish --no-config -i -C 'source .zshrc'",
    ]
    let terminal = try Tmux(
      "cd \(Tmux.quoted(tool.folder.path)); exec \(start[shell] ?? "")", columns: 120,
      environment: [
        "PATH": "\(path):/usr/local/bin:/usr/bin:/bin", "ZDOTDIR": tool.folder.path,
        "HOME": tool.folder.path,
      ])
    try terminal.wait(for: ">") { rows in rows.contains { $0.hasPrefix(">") } }
    try terminal.type(typed + "\t")
    try terminal.wait(for: "> " + completed) { rows in
      rows.contains { $0.hasPrefix("> " + completed) }
    }
  }
}
