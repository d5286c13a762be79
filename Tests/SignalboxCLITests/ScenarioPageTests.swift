import Foundation
import Testing

/// Runs the scenarios in the documentation as a reader would run them, next to the example shop.
struct ScenarioPageTests {
  private static let page = "docs/testing.md"
  private static let blocks = DocumentationTests.examples(in: page)
  private static let examples = blocks.filter { !isConfiguration($0) }

  private static func isConfiguration(_ example: DocumentationTests.Example) -> Bool {
    example.script.hasPrefix("-- signalbox.lua\n")
  }

  @Test func `the configuration on the page about scenarios is read`() throws {
    let configuration = try #require(Self.blocks.first(where: Self.isConfiguration))
    let tool = try Tool([
      "signalbox.lua": configuration.script,
      "scenarios/a.scenario.lua":
        "scenario \"reads\" { function() assert(env.LOCALE == \"de\") end }\n",
      "features/b.scenario.lua":
        "scenario \"waits\" { tags = { \"slow\" }, function() error \"runs\" end }\n",
    ])
    defer { tool.remove() }
    let result = try tool.run("test")
    #expect(result.code == 0)
    #expect(result.output.contains("1 passed"), "\(result.output)")
    #expect(try Tool.text(of: tool.folder.appending(path: "build/report.xml")).contains("reads"))
  }

  @Test func `the page about scenarios has scenarios with the result of each`() throws {
    #expect(Self.examples.count == 7)
    #expect(Self.examples.allSatisfy { $0.output != nil })
  }

  @Test func `the expressions on the page select some of its scenarios`() throws {
    let page = try String(
      contentsOf: DocumentationTests.root.appending(path: Self.page), encoding: .utf8)
    let options = page.matches(of: /^\| `(--tag|-k) "([^"]*)"` \|/.anchorsMatchLineEndings())
    #expect(options.count == 2)
    let tool = try Self.project()
    defer { tool.remove() }
    let all = try tool.run("test", "--list")
    for option in options {
      let selected = try tool.run("test", "--list", String(option.1), String(option.2))
      #expect(selected.code == 0, "\(option.0): \(selected.errors)")
      #expect((1..<all.output.count).contains(selected.output.count), "\(option.0)")
    }
  }

  /// A folder with the shop and all scenarios of the page.
  private static func project() throws -> Tool {
    let shop = DocumentationTests.root.appending(path: "examples/shop/app.lua")
    var files = ["app.lua": try String(contentsOf: shop, encoding: .utf8)]
    for (index, example) in examples.enumerated() {
      files["scenarios/\(index).scenario.lua"] = example.script
    }
    return try Tool(files)
  }

  /// Returns the only line of the first block in a language that begins with a string.
  private static func line(_ language: String, startingWith start: String) throws -> String {
    let lines = try GuideTests.lines(of: page)
    let block = GuideTests.blocks(in: lines).first { block in
      block.language == language && block.lines.count == 1
        && lines[block.lines.lowerBound].hasPrefix(start)
    }
    return lines[try #require(block).lines.lowerBound]
  }

  @Test func `the scenarios on the page have the documented coverage`() throws {
    let tool = try Self.project()
    defer { tool.remove() }
    let result = try tool.run("test", "--coverage")
    let line = result.output.split(separator: "\n").first { $0.hasPrefix(" coverage") }
    let documented = try Self.line("text", startingWith: " coverage")
    if ProcessInfo.processInfo.environment["RECORD"] != nil, let line {
      let file = DocumentationTests.root.appending(path: Self.page)
      let text = try String(contentsOf: file, encoding: .utf8)
      try Data(text.replacing(documented, with: line).utf8).write(to: file)
    }
    #expect(line.map(String.init) == documented)
  }

  @Test func `the step for CI on the page runs the scenarios and writes the report`() throws {
    let step = try Self.line("yaml", startingWith: "- run: signalbox ")
    let tool = try Self.project()
    defer { tool.remove() }
    let words = step.split(separator: " ").dropFirst(3).map(String.init)
    let result = try tool.run(words)
    // The first scenario of the page fails intentionally.
    #expect(result.output.contains("::error file=scenarios/"), "\(result)")
    #expect(try Tool.text(of: tool.folder.appending(path: "report.xml")).contains("<testsuites"))
  }

  @Test(arguments: examples) func `a scenario on the page has the documented result`(
    example: DocumentationTests.Example
  ) throws {
    let shop = DocumentationTests.root.appending(path: "examples/shop/app.lua")
    let tool = try Tool([
      "scenarios/first.scenario.lua": example.script,
      "app.lua": String(decoding: try Data(contentsOf: shop), as: UTF8.self),
    ])
    defer { tool.remove() }

    let result = try tool.run("test", "--no-shuffle", "-j", "1")
    let output = GuideTests.withSampleTimes(result.output)
    if ProcessInfo.processInfo.environment["RECORD"] != nil { try record(output, example) }

    #expect(output == example.output)
    #expect(result.errors == "")
  }

  /// Writes the result of a scenario to the page, if a block contains another result.
  private func record(_ output: String, _ example: DocumentationTests.Example) throws {
    let file = DocumentationTests.root.appending(path: Self.page)
    let text = try String(contentsOf: file, encoding: .utf8)
    let block = "\(example.script)```\n\n```text\n"
    let new = text.replacing("\(block)\(example.output ?? "")```", with: "\(block)\(output)```")
    try Data(new.utf8).write(to: file)
  }
}
