import Foundation
import Testing

/// Tests that workers report the same results as a run within one process. If a prompt may open (at
/// a terminal with one worker), scenarios run in the main process.
@Suite struct WorkerComparisonTests {
  private static let folders = ["Tests/Systems", "Tests/Plugins", "plugins", "examples"]
  /// Scenarios with failures, output, retries, steps and recordings of every kind.
  private static let mixed = """
    local helper = require "helper"
    scenario "prints" { function() print("a", 1) print "b" end }
    scenario "fails" { tags = { "smoke" }, function(app)
      app:step("outer", function() app:expect { stack = { "x" } } end)
    end }
    scenario "raises" { function() print "before" helper.raise() end }
    scenario "checks" { function(app) app:softExpect { modal = { "y" } } app:softExpect { title = "z" } end }
    scenario "passes when it is tried again" { retries = 2, function()
      print "attempt"
      if not pcall(require, "never") then error "again" end
    end }
    scenario "is known to fail" { fails = "NAV-1", function() error "known" end }
    scenario "passes unexpectedly" { fails = "", function() end }
    scenario "is skipped" { skip = "why", function() end }
    scenario "is to be done" { todo = "NAV-2" }
    scenario "takes long" { timeout = "3s", function() while true do end end }
    scenario "takes memory" { function() local t = {} while true do t[#t + 1] = {} end end }
    suite "with a fixture" {
      setup = function() print "sets up" return function() error "cleans up" end end,
      scenario "leaves" { properties = { a = "b" }, bugs = { "http://x" }, function() end },
    }
    """

  private func copy(_ folders: [String], into tool: Tool) throws {
    for folder in folders {
      let target = tool.folder.appending(path: folder)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: DocumentationTests.root.appending(path: folder), to: target)
    }
  }

  /// The contents of a report, without times, time offsets and run-specific numbers.
  private func report(_ name: String, of tool: Tool) throws -> [Substring] {
    let text = try Tool.text(of: tool.folder.appending(path: name))
    return text.replacing(/(time=")[0-9.]+"/) { "\($0.output.1)0\"" }
      .replacing(/"(duration|start|time|milliseconds)":(\[[0-9,]+\]|[0-9.]+)/) {
        "\"\($0.output.1)\":0"
      }
      .replacing(/\b[0-9.]+ (ms|s)\b/, with: "0 ms").split(separator: "\n")
  }

  private func compare(_ tool: Tool, _ options: [String], isPassing: Bool) throws {
    let names = ["junit", "jsonl", "blob"]
    let common = ["test", "-j1", "--seed", "7", "--coverage"] + options
    func reports(_ ending: String) -> [String] {
      names.flatMap { ["--reporter", "\($0)=\($0).\(ending)"] }
    }
    let result = try tool.run(common + reports("workers"))
    let terminal = try Terminal(common + reports("threads"), folder: tool.folder)
    #expect(try terminal.finish() == result.code)
    #expect(result.code == (isPassing ? 0 : 1))
    for name in names {
      let (workers, threads) = (
        try report("\(name).workers", of: tool), try report("\(name).threads", of: tool)
      )
      #expect(workers.count > 10)
      let pairs = zip(workers, threads).filter { $0 != $1 }.prefix(3)
      #expect(pairs.map(\.0) == pairs.map(\.1), "\(name)")
      #expect(workers.count == threads.count)
    }
  }

  @Test func `workers report all scenarios of this repository like a single process`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try copy(Self.folders, into: tool)
    try compare(tool, Self.folders, isPassing: true)
  }

  @Test(arguments: ["retain-on-failure", "on"])
  func `workers report failures of every kind like a single process`(trace: String) throws {
    let tool = try Tool([
      "scenarios/a.scenario.lua": Self.mixed,
      "scenarios/helper.lua": "return { raise = function() error 'in a module' end }\n",
    ])
    defer { tool.remove() }
    try compare(
      tool, ["--memory", "16MB", "--trace", trace, "scenarios"], isPassing: false)
    let traces = try FileManager.default.contentsOfDirectory(
      atPath: tool.folder.appending(path: ".signalbox/out").path)
    #expect(traces.count > 3)
  }
}
