import Foundation
import Testing

/// Tests that the command in a report runs only the failed scenario, with the options of the run.
@Suite struct RerunTests {
  /// Runs a printed command in a shell and returns its output.
  private func output(of command: String, in tool: Tool) throws -> String {
    let path = try Tool.path().path
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = [
      "-c", "exec " + command.replacing(#/^signalbox /#, with: "\(path) "),
    ]
    shell.currentDirectoryURL = tool.folder
    let pipe = Pipe.closedOnExec()
    shell.standardOutput = pipe
    try shell.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    shell.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  /// Returns the command that a report contains.
  private func command(in report: String) throws -> String {
    let line = try #require(report.split(separator: "\n").first { $0.contains("again: ") })
    let range = try #require(line.firstRange(of: "again: "))
    return String(line[range.upperBound...].prefix { $0 != "\u{1B}" })
      .replacing(#/   trace:.*/#, with: "")
  }

  @Test func `the command in a report is quoted and repeats permissions and the mode for CI`()
    throws
  {
    let tool = try Tool([
      "my flows/a.scenario.lua": "scenario 'fails' { function(app) error 'no' end }",
      "my config/signalbox.lua": "return { test = { maxSteps = 9 } }",
    ])
    defer { tool.remove() }
    let result = try tool.run(
      "test", "--plugin", "steps", "--config", "my config/signalbox.lua", "--no-permissions",
      "--ci", "--seed", "7", "--trace", "off", "--reporter", "pretty", "--reporter",
      "html=report.html", "my flows")
    #expect(result.code == 1)
    let command = try command(in: result.output)
    #expect(
      command == "signalbox test --plugin steps --config 'my config/signalbox.lua' "
        + "--no-permissions --ci 'my flows/a.scenario.lua:1' --seed 7")
    let text = try output(of: command, in: tool)
    #expect(text.contains("1 failed   1 of 1 scenario"), "\(text)")
    let page = try Tool.text(of: tool.folder.appending(path: "report.html"))
    #expect(page.contains("a.scenario.lua:1' --seed 7</code>"))
  }

  @Test(arguments: [[], ["--random", "--runs", "20", "--seed", "3"]])
  func `the command in a report of an exploration repeats the exploration`(options: [String]) throws
  {
    let tool = try Tool([
      "my app/shop.properties.lua": """
      local Shop = coordinator "Shop" { routes = { list = { actions = { "Open" } }, product = {} } }
      function Shop:start() self.router:startFlow "list" end
      function Shop:onOpen() self.router:navigate "product" end
      application "Shop" { main = "Shop" }
      never "a product" (function(app) return app.front.name == "product" end)
      """
    ])
    defer { tool.remove() }
    let result = try tool.run(
      ["explore", "--no-write", "--max-depth", "4", "--reporter", "dot=out.txt"] + options
        + ["my app"])
    #expect(result.code == 1, "\(result)")
    let command = try command(in: try Tool.text(of: tool.folder.appending(path: "out.txt")))
    #expect(
      command == "signalbox explore --max-depth 4"
        + (options.isEmpty ? "" : " --random --runs 20") + " 'my app/shop.properties.lua:5'"
        + (options.isEmpty ? "" : " --seed 3"))
    let times = /in [0-9.]+ m?s|\n  written as .*\n/
    // The command reports only the property.
    let parts = [try output(of: command, in: tool), result.output].map {
      $0.replacing(times, with: "").drop { $0 != "✗" }.split(separator: "\n").filter {
        !$0.hasPrefix("  ✓")
      }
    }
    #expect(parts[0].contains("✗ never \"a product\" · my app/shop.properties.lua:5"))
    #expect(parts[0].dropFirst() == parts[1].dropFirst())
    let rule = try tool.run(
      "explore", "--no-write", "--max-depth", "4",
      "my app/shop.properties.lua::no handler raises an error")
    #expect(
      rule.code == 0 && rule.output.contains("✓ no handler raises an error  holds"), "\(rule)")
  }

  @Test(arguments: [(["--seed", "7"], ["7", "8"]), (["--no-shuffle"], ["0", "1"])])
  func `the command in a report reruns one row with the relevant options`(
    order: [String], seeds: [String]
  ) throws {
    let tool = try Tool([
      "a.scenario.lua": """
      local n = math.random(1000000)
      each { "it's", "b" }:scenario "row %s" { function(app, row)
        if row == "it's" then error("number " .. math.random(1000000)) end
      end }
      """
    ])
    defer { tool.remove() }
    let result = try tool.run(
      [
        "test", "--timeout", "2s", "--memory", "32MB", "--max-steps", "50", "--plugin", "steps",
        "--repeat", "2", "-j", "1",
      ] + order)
    #expect(result.code == 1)
    var commands: [String] = []
    for line in result.output.split(separator: "\n") {
      guard let range = line.firstRange(of: "again: ") else { continue }
      let rest = line[range.upperBound...]
      commands.append(String(rest[..<(rest.firstRange(of: "   ")?.lowerBound ?? rest.endIndex)]))
    }
    let start =
      "signalbox test --plugin steps --timeout 2s --memory 32MB --max-steps 50 "
      + "'a.scenario.lua::row it'\\''s' --seed "
    #expect(commands.sorted() == seeds.map { start + $0 })
    let numbers = result.output.split(separator: "\n").filter { $0.contains("number ") }
    for command in commands {
      let text = try output(of: command, in: tool)
      #expect(text.contains("1 failed   1 of 1 scenario"), "\(text)")
      let number = try #require(text.split(separator: "\n").first { $0.contains("number ") })
      #expect(numbers.contains(number))
    }
  }
}
