import Foundation
import Testing

/// Runs the shards of a run with GNU parallel, as shown on the page about testing.
@Suite struct ParallelTests {
  /// The commands on the page.
  private static func commands() throws -> String {
    let page = try String(
      contentsOf: DocumentationTests.root.appending(path: "docs/testing.md"), encoding: .utf8)
    let section = try #require(page.firstRange(of: "### With GNU parallel\n"))
    let block = try #require(
      page[section.upperBound...].firstMatch(of: /```sh\n((?:(?!```).*\n)+)```/))
    return String(block.output.1)
  }

  @Test func `merging four concurrent shards leads to the report of the whole run`() throws {
    let scenarios = (1...9).map { file in
      let text = (1...4).map { number in
        "scenario \"\(file)-\(number)\" { tags = { \"n\(number)\" }, function(app) print(app) "
          + (file == 7 && number == 2 ? "error \"no\"" : "") + " end }\n"
      }
      return ("scenarios/\(file).scenario.lua", text.joined())
    }
    let tool = try Tool(Dictionary(uniqueKeysWithValues: scenarios))
    defer { tool.remove() }
    let folder = try Tool.path().deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let split = try Program(folder: tool.folder).run(
      "bash", "-c", try Self.commands(), environment: ["PATH": "\(folder):\(path)", "HOME": "."])

    let whole = try tool.run("test", "--seed", "4711", "--reporter", "junit=whole.xml")
    let merged = try text("report.xml", tool)
    #expect(merged == (try text("whole.xml", tool)))
    #expect(merged.contains("tests=\"36\" failures=\"1\""))
    #expect(
      TestCommandTests.withoutTimes(split.output) == TestCommandTests.withoutTimes(whole.output))
    #expect(split.code == 1)
    #expect(whole.code == 1)
  }

  private func text(_ path: String, _ tool: Tool) throws -> String {
    TestCommandTests.withoutTimes(
      try String(contentsOf: tool.folder.appending(path: path), encoding: .utf8))
  }
}
