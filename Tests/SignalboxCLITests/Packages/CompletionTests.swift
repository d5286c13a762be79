import Foundation
import Testing

/// Tests the program's responses to the completion scripts of shells.
struct CompletionTests {
  static let files = [
    "app.lua": """
    local Shop = coordinator "Shop" { routes = { catalog = {}, cart = {} } }
    presentationStyle "card" { interactive = true }
    """,
    "a.scenario.lua": """
    suite "Shop" { tags = { "smoke" },
      scenario "opens the cart" { tags = { "cart" }, function(app) end },
      suite "Tabs" {
        scenario("keeps its tab") { function(app) end },
      },
    }
    scenario "starts" { function(app) end }
    error "a completion runs no code"
    """,
    "signalbox.lua": "return {}",
    "plugins/todo/plugin.lua": "error 'a completion loads no plugin'",
  ]

  private func reply(_ words: [String]) throws -> [String] {
    let tool = try Tool(Self.files)
    defer { tool.remove() }
    let result = try tool.run(["---complete", "fish"] + words)
    #expect(result.code == 0 && result.errors.isEmpty, "\(result)")
    return result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map { String($0) }
  }

  @Test(arguments: [
    (["te"], ["none", "test\tRuns the scenarios in files whose names end in .scenario.lua."]),
    (
      ["trace", "d"],
      ["none", "diff\tReports where two recordings diverge and how their states differ."]
    ),
    (
      ["help", "trace", "s"],
      ["none", "show\tPrints the steps of recordings and the changes of each step."]
    ),
    (
      ["test", "--ta"],
      [
        "none",
        "--tag\tRun scenarios whose tags match this expression, such as \"smoke and not slow\".",
      ]
    ),
    (["test", "--tag", ""], ["none", "cart", "smoke"]),
    (["test", "--tag", "smoke and not "], ["none", "smoke and not cart", "smoke and not smoke"]),
    (["test", "-k", ""], ["none", "opens the cart", "keeps its tab", "starts"]),
    (["test", "-k", "(st"], ["none", "(starts"]),
    (["test", ""], ["files .scenario.lua"]),
    (
      ["test", "a.scenario.lua::"],
      [
        "none", "a.scenario.lua::Shop › opens the cart",
        "a.scenario.lua::Shop › Tabs › keeps its tab", "a.scenario.lua::starts",
      ]
    ),
    (["test", "a.scenario.lua", "b.scenario.lua"], ["files .scenario.lua"]),
    (["test", "missing.scenario.lua::"], ["none"]),
    (["test", "--list="], ["none", "--list=text", "--list=json"]),
    (["test", "--list=j"], ["none", "--list=json"]),
    (["test", "--color", "a"], ["none", "auto", "always"]),
    (["test", "--color=a"], ["none", "--color=auto", "--color=always"]),
    (["test", "--shard", ""], ["none", "auto"]),
    (["test", "--reporter", "j"], ["none", "junit", "jsonl"]),
    (["test", "--reporter", "junit=re"], ["files"]),
    (["test", "--fail-under", "routes=90,l"], ["none", "routes=90,links="]),
    (["test", "--output", ""], ["folders"]),
    (["--config", ""], ["files .lua"]),
    (["--plugin", "st"], ["none", "steps", "stinsen"]),
    (["plugin", "info", "t"], ["none", "todo"]),
    (["run", "--allow", "todo=e"], ["none", "todo=env:"]),
    (["run", "--allow", "r"], ["none", "run"]),
    (["run", "--plugin", "steps", "app"], ["files .lua"]),
    (["run", "app.lua", "--", "--f"], ["files"]),
    (
      ["-e", "app:navigate(\"ca"],
      ["none", "app:navigate(\"card\"", "app:navigate(\"cart\"", "app:navigate(\"catalog\""]
    ),
    (
      ["repl", "-e", "app.present(\"x\", { style = \"pop"],
      ["none", "app.present(\"x\", { style = \"popover\""]
    ),
    (["-e", "app:"], ["none"]),
    (["completions", ""], ["none", "bash", "zsh", "fish"]),
    (["test", "--nothing="], ["none"]),
    (["nothing", "a"], ["none"]),
  ])
  func `the suggestions for a command line are the arguments that it accepts`(
    words: [String], expected: [String]
  ) throws {
    #expect(try reply(words) == expected)
  }

  @Test func `a path with a tilde is completed in the home folder`() throws {
    let tool = try Tool(["home/flows/a.scenario.lua": "scenario 'starts' { function() end }"])
    defer { tool.remove() }
    let result = try tool.run(
      ["---complete", "fish", "test", "~/flows/a.scenario.lua::"],
      environment: ["HOME": tool.folder.appending(path: "home").path])
    #expect(result == Tool.Result("none\n~/flows/a.scenario.lua::starts\n"))
  }

  @Test func `completion visits a limited number of entries in a huge folder`() throws {
    let tool = try Tool([
      "zz/a.scenario.lua": "scenario 'other' { function() end }",
      "many/deep/b.scenario.lua": "scenario 'found last' { function() end }",
    ])
    defer { tool.remove() }
    for number in 0..<1_200 {
      let path = tool.folder.appending(path: "many/\(number).scenario.lua")
      try Data("scenario '\(number)' { function() end }".utf8).write(to: path)
    }
    let lines = try tool.run("---complete", "fish", "test", "-k", "").output.split(separator: "\n")
    #expect(lines.contains("other"))
    // A response of a single line means that the shell must not list files.
    #expect(lines.count - 2 == 1_000 || lines.contains("found last") && lines.count - 3 == 999)
  }

  @Test func `an option that is already used is suggested again only if it can be repeated`() throws
  {
    let lines = try reply(["test", "--seed", "1", "--tag", "cart", "--"])
    let names = Set(lines.dropFirst().compactMap { $0.split(separator: "\t").first })
    #expect(!names.contains("--seed"))
    #expect(names.isSuperset(of: ["--tag", "--shard", "--help", "--version"]))
    #expect(names.isDisjoint(with: ["--list-as", "--update-as", "--only-changed-as"]))
  }

  @Test func `the names of listening sessions are suggested for --attach`() throws {
    let tool = try Tool(["run/signalbox/shop.sock": "", "run/signalbox/shop.sock.token": ""])
    defer { tool.remove() }
    let result = try tool.run(
      ["---complete", "zsh", "repl", "--attach", ""],
      environment: ["XDG_RUNTIME_DIR": tool.folder.appending(path: "run").path])
    #expect(result == Tool.Result("none\nshop\n"))
  }

  @Test(arguments: [
    ("signalbox test a.scenario.lua::st", "starts"),
    ("signalbox test a.scenario.lua::Shop\\ ›\\ o", "Shop\\ ›\\ opens\\ the\\ cart"),
    ("signalbox test \"a.scenario.lua::Shop › o", "a.scenario.lua::Shop › opens the cart"),
    ("signalbox test 'a.scenario.lua::Shop › o", "a.scenario.lua::Shop › opens the cart"),
    ("signalbox test -k op", "opens\\ the\\ cart"),
    ("signalbox -e 'app:navigate(\"cata", "app:navigate(\"catalog\""),
    ("signalbox -e \"app:navigate(\\\"cata", "app:navigate(\\\"catalog\\\""),
    ("signalbox test --color=al", "always"),
    ("signalbox test \"--tag\" sm", "smoke"),
  ])
  func `bash receives the part of a suggestion after its last word break, with escapes`(
    line: String, expected: String
  ) throws {
    let tool = try Tool(Self.files)
    defer { tool.remove() }
    let result = try tool.run(["---complete", "bash", " \t\n\"'><=;|&(:", line])
    #expect(result == Tool.Result("none\n\(expected)\n"))
  }

  @Test func `requesting completions for an unsupported shell is rejected`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    #expect(try tool.run("---complete", "ksh", "te").code == 64)
    #expect(try tool.run("completions", "ksh").code == 64)
  }
}
