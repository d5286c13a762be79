import Foundation
import Testing

@Suite struct SplitRunTests {
  private static let files: [String: String] = Dictionary(
    uniqueKeysWithValues: (1...4).map { file in
      let scenarios = (1...5).map { number in
        "scenario \"\(file)-\(number)\" { tags = { \"n\(number)\" }, function(app) "
          + (file == 2 && number == 3 ? "error \"no\"" : "print(app)") + " end }\n"
      }
      return ("scenarios/\(file).scenario.lua", scenarios.joined())
    })

  private func withTool<Value>(_ body: (Tool) throws -> Value) throws -> Value {
    let tool = try Tool(Self.files)
    defer { tool.remove() }
    return try body(tool)
  }

  private func text(_ tool: Tool, _ path: String) throws -> String {
    try String(contentsOf: tool.folder.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(arguments: [
    ["--seed", "5"], ["--no-shuffle", "--shard-by", "hash"],
    ["--seed", "5", "--max-steps", "50", "--env", "A=it's"],
  ])
  func `shards of a run are merged into the reports of the whole run`(options: [String]) throws {
    try withTool { tool throws in
      let whole = try tool.run(
        ["test", "-v", "--reporter", "junit=whole.xml", "--reporter", "pretty"] + options)
      for number in 1...4 {
        _ = try tool.run(
          ["test", "--shard", "\(number)/4", "--reporter", "blob=scenarios/\(number).blob"]
            + options)
      }
      let merged = try tool.run(
        "report", "merge", "scenarios", "-v", "--reporter", "pretty", "--reporter",
        "junit=merged.xml")
      #expect(
        TestCommandTests.withoutTimes(merged.output) == TestCommandTests.withoutTimes(whole.output))
      #expect(merged.code == 1)
      #expect(whole.code == 1)
      #expect(
        TestCommandTests.withoutTimes(try text(tool, "merged.xml"))
          == TestCommandTests.withoutTimes(try text(tool, "whole.xml")))
    }
  }

  @Test func `a merged HTML report contains the recordings of all shards`() throws {
    try withTool { tool throws in
      _ = try tool.run("test", "--no-shuffle", "--reporter", "html=whole.html")
      for number in 1...2 {
        _ = try tool.run(
          "test", "--no-shuffle", "--shard", "\(number)/2", "--reporter", "blob=\(number).blob")
      }
      // The reports of shards are merged on another machine.
      try FileManager.default.removeItem(at: tool.folder.appendingPathComponent(".signalbox"))
      _ = try tool.run("report", "merge", "1.blob", "2.blob", "--reporter", "html=merged.html")
      func recording(_ path: String) throws -> Substring? {
        try text(tool, path).firstMatch(of: /id="trace-1-0">.*/)?.output
      }
      let whole = try #require(try recording("whole.html"))
      #expect(try recording("merged.html") == whole)
    }
  }

  @Test func `under Bazel, shards, reports, filters and seeds are read from its variables`() throws
  {
    try withTool { tool throws in
      func bazel(_ index: Int, _ more: [String: String] = [:]) throws -> Tool.Result {
        let variables = [
          "BAZEL_TEST": "1", "TEST_SHARD_INDEX": "\(index)", "TEST_TOTAL_SHARDS": "2",
          "TEST_SHARD_STATUS_FILE": "status-\(index)", "XML_OUTPUT_FILE": "report-\(index).xml",
          "TEST_PREMATURE_EXIT_FILE": "premature", "TEST_RANDOM_SEED": "9",
          "TEST_WARNINGS_OUTPUT_FILE": "warnings", "TEST_TIMEOUT": "60",
        ]
        return try tool.run(["test"], environment: variables.merging(more) { $1 })
      }
      let codes = try (0...1).map { try bazel($0).code }
      #expect(codes.sorted() == [0, 1])
      #expect(try text(tool, "status-0") == "")
      #expect(try text(tool, "status-1") == "")
      #expect(!FileManager.default.fileExists(atPath: tool.folder.path + "/premature"))
      let reports = try (0...1).map { try text(tool, "report-\($0).xml") }
      let cases = reports.map { $0.matches(of: /<testcase name="([^"]+)"/).map { $0.output.1 } }
      #expect(cases.map(\.count) == [10, 10])
      #expect(Set(cases.joined()).count == 20)
      #expect(reports.allSatisfy { $0.contains("<property name=\"seed\" value=\"9\"/>") })
      let filtered = try bazel(0, ["TESTBRIDGE_TEST_ONLY": "4-", "TEST_TOTAL_SHARDS": "1"])
      #expect(
        TestCommandTests.withoutTimes(filtered.output)
          == " 5 passed   5 of 5 scenarios in 0 ms   seed 9\n")
      #expect(
        try bazel(7).errors.hasPrefix("signalbox: TEST_SHARD_INDEX=7 and TEST_TOTAL_SHARDS=2"))
    }
  }

  @Test(arguments: [
    ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4"],
    ["CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "4"],
    ["BUILDKITE_PARALLEL_JOB": "1", "BUILDKITE_PARALLEL_JOB_COUNT": "4"],
  ])
  func `the shard is read from the variables of each CI system`(variables: [String: String]) throws
  {
    try withTool { tool throws in
      let listed = try tool.run(["test", "--list", "--shard", "auto"], environment: variables)
      #expect(listed == (try tool.run("test", "--list", "--shard", "2/4")))
      #expect(listed.output.split(separator: "\n").count == 5)
    }
  }

  @Test func `the shard auto is rejected without the variables of a CI system`() throws {
    try withTool { tool throws in
      let result = try tool.run("test", "--shard", "auto")
      #expect(
        result
          == Tool.Result(
            errors: "signalbox: --shard auto: none of TEST_SHARD_INDEX, CI_NODE_INDEX, "
              + "CIRCLE_NODE_INDEX, BUILDKITE_PARALLEL_JOB is set, so the shard is "
              + "unknown; pass the shard, such as --shard 1/4\n", code: 64))
    }
  }

  @Test func `the shard auto names the variable that is missing beside its counterpart`() throws {
    try withTool { tool throws in
      let results = try [["CI_NODE_INDEX": "2"], ["TEST_TOTAL_SHARDS": "4"]].map {
        try tool.run(["test", "--shard", "auto"], environment: $0)
      }
      let advice = "set both, or pass the shard, such as --shard 1/4\n"
      #expect(
        results == [
          Tool.Result(
            errors: "signalbox: --shard auto: CI_NODE_INDEX is set, but CI_NODE_TOTAL is not; "
              + advice, code: 64),
          Tool.Result(
            errors:
              "signalbox: --shard auto: TEST_TOTAL_SHARDS is set, but TEST_SHARD_INDEX is not; "
              + advice, code: 64),
        ])
    }
  }

  @Test func `recorded durations determine the shards of the next run`() throws {
    try withTool { tool throws in
      #expect(try tool.run("test", "--timings", "times.json").code == 1)
      let times = try JSONSerialization.jsonObject(with: Data(try text(tool, "times.json").utf8))
      #expect(((times as? [String: Any])?["milliseconds"] as? [String: Any])?.count == 20)
      let lists = try (1...3).map { part in
        try tool.run(
          "test", "--list", "--shard", "\(part)/3", "--shard-by", "time", "--timings", "times.json"
        ).output.split(separator: "\n").map(String.init)
      }
      #expect(Set(lists.joined()).count == 20)
      #expect(lists.allSatisfy { !$0.isEmpty })
      #expect(try tool.run("test", "--shard", "1/2", "--shard-by", "time").code == 64)
    }
  }

  @Test func `durations are found for any form of the path and from any folder of the project`()
    throws
  {
    let tool = try Tool([
      "signalbox.lua": "return {}", "flows/a.scenario.lua": "scenario \"a\" { function() end }\n",
    ])
    defer { tool.remove() }
    let flows = tool.folder.appending(path: "flows")
    func names() throws -> [String] {
      let times = try JSONSerialization.jsonObject(with: Data(try text(tool, "times.json").utf8))
      let durations = (times as? [String: Any])?["milliseconds"] as? [String: Any] ?? [:]
      return durations.keys.sorted()
    }
    for (path, folder, times) in [
      ("flows/a.scenario.lua", tool.folder, "times.json"),
      ("./flows/../flows/a.scenario.lua", tool.folder, "times.json"),
      (flows.appending(path: "a.scenario.lua").path, tool.folder, "times.json"),
      ("a.scenario.lua", flows, "../times.json"),
    ] {
      let result = try tool.run(["test", "-q", path, "--timings", times], in: folder)
      #expect(result.code == 0, "\(result)")
      #expect(try names() == ["flows/a.scenario.lua::a"])
    }
  }

  @Test func `shards that use one timings file one after the other run every scenario once`() throws
  {
    try withTool { tool throws in
      for _ in 1...3 {
        var ran: [String] = []
        for part in 1...3 {
          let result = try tool.run(
            "test", "--shard", "\(part)/3", "--shard-by", "time", "--timings", "times.json",
            "--no-shuffle", "--reporter", "jsonl", "--reporter", "blob=\(part).blob")
          for line in result.output.split(separator: "\n") {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            if let id = (object?["scenario"] as? [String: Any])?["id"] as? String { ran.append(id) }
          }
        }
        #expect(ran.count == 20 && Set(ran).count == 20)
        let merged = try tool.run("report", "merge", "1.blob", "2.blob", "3.blob")
        #expect(merged.output.contains("of 20 scenarios"), "\(merged)")
      }
    }
  }

  @Test func `the last shard fails and names the scenarios that no shard has run`() throws {
    let scenarios =
      (1...4).map { "scenario \"\($0)\" { function() end }\n" }.joined()
      + "scenario \"skipped\" { skip = \"later\", function() end }\n"
    let tool = try Tool(["a.scenario.lua": scenarios])
    defer { tool.remove() }
    func run(_ part: Int) throws -> Tool.Result {
      try tool.run("test", "-q", "--shard", "\(part)/2", "--timings", "times.json")
    }
    for part in [1, 2, 2, 1, 1] {
      #expect(try run(part).code == 0)
    }
    let text = "scenario \"new\" { function() end }\n" + scenarios
    try text.write(
      to: tool.folder.appending(path: "a.scenario.lua"), atomically: true, encoding: .utf8)
    let last = try run(2)
    #expect(last.code == 1)
    #expect(
      last.errors == """
        signalbox: every shard needs the same files, selection and --shard-by, but 3 scenarios ran in none of the 2 shards:
          a.scenario.lua::new
          a.scenario.lua::2
          a.scenario.lua::4

        """)
    #expect(try run(1).code == 0)
    #expect(try run(2).code == 0)
  }

  @Test func `scenarios that did not run because a shard was stopped are reported only by it`()
    throws
  {
    let scenarios = (1...4).map { "scenario \"\($0)\" { function() error \"no\" end }\n" }
    let tool = try Tool(["a.scenario.lua": scenarios.joined()])
    defer { tool.remove() }
    for part in 1...2 {
      let result = try tool.run(
        "test", "-q", "-x", "--no-shuffle", "--shard", "\(part)/2", "--timings", "times.json")
      #expect(result.code == 1)
      #expect(result.errors == "")
    }
  }

  @Test func `a shard without scenarios is not a failure, but a run without scenarios is`() throws {
    try withTool { tool throws in
      #expect(try tool.run("test", "-k", "1-1", "--shard", "2/2").code == 0)
      #expect(try tool.run("test", "-k", "nothing", "--shard", "1/2").code == 5)
    }
  }

  // MARK: - Selection

  @Test func `the failed scenarios do not depend on the folder or on the form of the path`() throws
  {
    try withTool { tool throws in
      let config = tool.folder.appendingPathComponent("signalbox.lua")
      try Data("return {}".utf8).write(to: config)
      let scenarios = tool.folder.appendingPathComponent("scenarios")
      #expect(try tool.run(["test", "-q"], in: scenarios).code == 1)
      let file = try text(tool, ".signalbox/last-failed")
      #expect(file == "scenarios/2.scenario.lua::2-3\n")
      for (folder, path) in [
        (tool.folder, "scenarios"), (tool.folder, "./scenarios"), (tool.folder, scenarios.path),
        (scenarios, "."), (scenarios, "../scenarios/2.scenario.lua"),
      ] {
        let result = try tool.run(["test", "--last-failed", "--no-shuffle", path], in: folder)
        #expect(result.output.contains(" 1 failed   1 of 1 scenario"), "\(result)")
        #expect(result.errors == "")
        #expect(try text(tool, ".signalbox/last-failed") == file)
      }
    }
  }

  @Test func `previously failed scenarios can be run alone or first`() throws {
    try withTool { tool throws in
      let all = try tool.run("test", "--last-failed", "-q")
      #expect(
        all.errors
          == "signalbox: none of the selected scenarios failed in the last run; all of them are run\n"
      )
      #expect(all.code == 1)
      let again = try tool.run("test", "--last-failed", "-q", "--no-shuffle")
      #expect(
        TestCommandTests.withoutTimes(again.output)
          == " ✗ scenarios/2.scenario.lua:3  2-3  failed, 0 ms\n 1 failed   1 of 1 scenario in 0 ms   seed 0\n"
      )
      let first = try tool.run("test", "--failed-first", "--reporter", "dot", "-j", "1")
      #expect(first.output.hasPrefix("F"))
      #expect(try tool.run("test", "scenarios/1.scenario.lua").code == 0)
      #expect(try tool.run("test", "--last-failed", "-q").code == 1)
      let good = "scenario \"2-3\" { function() end }\n"
      try Data(good.utf8).write(to: tool.folder.appendingPathComponent("scenarios/2.scenario.lua"))
      #expect(try tool.run("test", "--last-failed", "-q").code == 0)
      #expect(try text(tool, ".signalbox/last-failed") == "")
    }
  }

  @Test func `a list file determines which scenarios run`() throws {
    try withTool { tool throws in
      let list =
        "# smoke\nscenarios/1.scenario.lua:2\n\n  scenarios/3.scenario.lua::3-4\nscenarios/4.scenario.lua\n"
      try Data(list.utf8).write(to: tool.folder.appendingPathComponent("smoke.txt"))
      let result = try tool.run("test", "--test-list", "smoke.txt", "--list")
      #expect(result.output.split(separator: "\n").count == 7)
      try Data("# none\n".utf8).write(to: tool.folder.appendingPathComponent("smoke.txt"))
      #expect(
        try tool.run("test", "--test-list", "smoke.txt")
          == Tool.Result(
            errors:
              "signalbox: smoke.txt lists no scenarios; expected PATH, PATH:LINE or PATH::TITLE per "
              + "line\n", code: 2))
    }
  }
}
