import Foundation
import Testing

@testable import SignalboxCLI

@Suite struct InitTests {
  private static let files = [
    "app.lua", "scenarios/first.scenario.lua", "signalbox.lua", ".luarc.json",
    ".signalbox/library/signalbox.d.lua", ".gitignore",
  ]

  @Test func `the scenarios of a new project pass, and its files are not overwritten`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let made = try tool.run("init")
    let tail = "Try it: signalbox test; signalbox repl app.lua\n"
    #expect(made == Tool.Result(Self.files.map { "wrote \($0)\n" }.joined() + tail))
    let run = try tool.run("test", "--no-shuffle", "--ci")
    #expect(
      TestCommandTests.withoutTimes(run.output) == " 2 passed   2 of 2 scenarios in 0 ms   seed 0\n"
    )
    let definitions = try Tool.text(
      of: tool.folder.appending(path: ".signalbox/library/signalbox.d.lua"))
    #expect(
      definitions.contains(#"---@alias signalbox.RouteName "detail"|"home"|"item""#))
    let again = try tool.run("init")
    let kept = Self.files.map { "kept \($0), which already exists\n" }.joined()
    #expect(again == Tool.Result(kept + tail))
  }

  @Test func `the example in the configuration of a new project is valid`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    _ = try tool.run("init")
    let path = tool.folder.appending(path: "signalbox.lua")
    let text = try Tool.text(of: path)
    #expect(text.contains("-- plugins ="))
    try Data(text.replacing("-- plugins", with: "plugins").utf8).write(to: path)
    let list = try tool.run("plugin", "list")
    #expect((list.errors, list.code) == ("", 0))
  }

  @Test func `a new project can be written to another folder, together with a CI workflow`() throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    for service in CIService.allCases {
      let made = try tool.run("init", "--ci", service.rawValue, "a/\(service)")
      #expect(made.code == 0 && made.errors.isEmpty, "\(made)")
      #expect(made.output.contains("wrote a/\(service)/\(service.path)\n"))
      #expect(
        made.output.hasSuffix("Try it: cd a/\(service); signalbox test; signalbox repl app.lua\n"))
      #expect(
        made.output.contains("Replace OWNER in \(service.path) with ") == (Build.repository == nil))
      let written = try Tool.text(of: tool.folder.appending(path: "a/\(service)/\(service.path)"))
      #expect(written == service.workflow)
    }
  }

  @Test func `the definitions of an existing application in another folder have its names`() throws
  {
    let tool = try Tool([
      "shop/app.lua": """
      coordinator "Shop" { routes = { catalog = {} } }
      application "Shop" { main = "Shop" }
      """
    ])
    defer { tool.remove() }
    let made = try tool.run("init", "shop")
    #expect(made.code == 0)
    #expect(
      made.output.hasPrefix(
        """
        kept shop/app.lua, which already exists
        left out shop/scenarios/first.scenario.lua, which tests another app.lua

        """))
    let definitions = try Tool.text(
      of: tool.folder.appending(path: "shop/.signalbox/library/signalbox.d.lua"))
    #expect(definitions.contains(#"---@alias signalbox.RouteName "catalog""# + "\n"))
    // The definitions are those that lua-types writes.
    let types = try tool.run("lua-types", "shop/app.lua")
    #expect(types.output == definitions)
  }

  @Test func `a removed scenario file of a new project is written again`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    _ = try tool.run("init")
    let scenarios = tool.folder.appending(path: "scenarios/first.scenario.lua")
    let text = try Tool.text(of: scenarios)
    try FileManager.default.removeItem(at: scenarios)
    let made = try tool.run("init")
    #expect(made.output.contains("wrote scenarios/first.scenario.lua\n"))
    #expect(try Tool.text(of: scenarios) == text)
  }

  @Test func `an unknown CI service is rejected with the supported ones`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let result = try tool.run("init", "--ci", "travis")
    #expect(result.code == 64)
    #expect(
      result.errors.hasPrefix(
        "Error: The value 'travis' is invalid for '--ci <service>'. Please provide one of 'github', "
          + "'gitlab', 'circleci', 'buildkite' or 'jenkins'.\n"), "\(result)")
  }

  @Test func `a project folder that cannot be written is reported`() throws {
    let tool = try Tool(["file": ""])
    defer { tool.remove() }
    let result = try tool.run("init", "file/sub")
    #expect(
      result
        == Tool.Result(
          errors: "signalbox: init: cannot write file/sub/app.lua: not a directory\n", code: 2))
  }
}
