import Foundation
import SignalboxScenarios
import SignalboxScripting
import Testing

/// Lets other programs read the reports. `scripts/setup --tests` installs these programs.
struct ReportReaderTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Readers")
  private static let root = folder.deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The result of a program.
  private struct Outcome: Equatable {
    var output: String
    var code: Int32
  }

  /// Runs a program that reads a report. The returned output includes standard error.
  private func read(
    _ text: String, _ ending: String, with program: String, _ arguments: [String]
  ) throws -> Outcome {
    let place = FileManager.default.temporaryDirectory
    let file = place.appending(path: "report-\(UUID().uuidString).\(ending)")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments + [file.path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Outcome(
      output: String(decoding: output, as: UTF8.self).replacing(file.path, with: "report"),
      code: process.terminationStatus)
  }

  private static let statuses = [
    "Shop › passes | passed | 0.002",
    "Shop › buys & pays, 100% <fast> #1 | failure | 0.012",
    "Shop › is unsteady | passed | 1.000", "Shop › has no card | skipped | 0.000",
    "Shop › is planned | skipped | 0.000", "Shop › is known | skipped | 0.000",
    "Shop › never ran | skipped | 0.000",
  ]

  // MARK: - JUnit

  @Test func `a junit report with every status is valid according to the schema`() throws {
    #expect(Set(ReporterTests.results.map(\.status)) == Set(ScenarioResult.Status.allCases))
    let schema = Self.folder.appending(path: "junit.xsd").path
    let arguments = ["--noout", "--nonet", "--schema", schema]
    let whole = ReporterTests.report(JUnitReporter.self)
    #expect(
      try read(whole, "xml", with: "xmllint", arguments)
        == Outcome(output: "report validates\n", code: 0))
    // The schema does not accept every input.
    let broken = whole.replacing(" type=\"softExpect\"", with: "")
    let rejected = try read(broken, "xml", with: "xmllint", arguments)
    #expect(rejected.code != 0 && rejected.output.contains("The attribute 'type' is required"))
    var empty = JUnitReporter(ReportContext())
    let text = empty.begin(RunPlan(scenarios: [], files: [:])) + empty.end(RunSummary(results: []))
    #expect(try read(text, "xml", with: "xmllint", arguments).code == 0)
  }

  @Test(arguments: ["junitparser", "xunitparser"])
  func `public readers of junit reports find all results`(reader: String) throws {
    let python = Self.root.appending(path: ".build/python/readers/bin/python").path
    let script = Self.folder.appending(path: "read-\(reader).py").path
    let lines =
      Self.statuses.map { "scenarios/a.scenario.lua | \($0)" } + [
        "scenarios/b.scenario.lua | loads | error | 0.000",
        "signalbox | coverage of routes | failure | 0.000",
        "9 tests, 2 failures, 1 errors, 4 skipped",
      ]
    #expect(
      try read(
        ReporterTests.report(JUnitReporter.self), "xml", with: python, ["-X", "utf8", script])
        == Outcome(output: lines.map { "\($0)\n" }.joined(), code: 0))
  }

  // MARK: - TAP

  @Test func `the program prove reads a tap13 report that contains failures`() throws {
    let result = try read(
      ReporterTests.report(Tap13Reporter.self), "tap", with: "prove", ["--exec", "cat"])
    #expect(result.code == 1)
    #expect(
      result.output.contains("(Wstat: 0 Tests: 9 Failed: 4)")
        || result.output.contains(
          "(Wstat: (none) Tests: 9 Failed: 4)")
    )
    #expect(result.output.contains("\n  Failed tests:  1, 3, 8-9\n"))
    #expect(!result.output.contains("Parse errors"))
  }

  @Test func `the program prove accepts the tap13 report of a passing run`() throws {
    let results = ReporterTests.results.filter { ![.failed, .notRun].contains($0.status) }
    var reporter = Tap13Reporter(ReportContext())
    let plan = RunPlan(scenarios: results.map(\.scenario), files: [:])
    let text =
      reporter.begin(plan) + results.map { reporter.add($0) }.joined()
      + reporter.end(RunSummary(results: results))
    let result = try read(text, "tap", with: "prove", ["--exec", "cat"])
    #expect(result.code == 0)
    #expect(result.output.hasSuffix("Result: PASS\n"))
  }

  /// TAP 14: a version, a plan, tests counted from 1, followed by YAML blocks with an indentation
  /// of two spaces.
  @Test func `the tap report has the structure of version 14`() throws {
    let text = ReporterTests.report(TapReporter.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    #expect(lines.popFirst() == "TAP version 14")
    #expect(lines.popLast() == "")
    while lines.last?.hasPrefix("#") ?? false { lines.removeLast() }
    let plan = try #require(lines.popLast()?.wholeMatch(of: /1\.\.(\d+)/))
    var numbers: [Int] = []
    while let line = lines.popFirst() {
      if line.hasPrefix("#") { continue }
      let test = /(?:not )?ok (\d+) - (?:[^#\\]|\\[#\\])+(?: # .*)?/
      let match = try #require(line.wholeMatch(of: test), "\(line)")
      numbers.append(try #require(Int(match.output.1)))
      guard lines.first == "  ---" else { continue }
      let block = lines.prefix { $0 != "  ..." }
      #expect(block.allSatisfy { $0.hasPrefix("  ") })
      lines = lines.dropFirst(block.count + 1)
    }
    #expect(numbers == Array(1...9))
    #expect(plan.output.1 == "9")
  }

  // MARK: - Swift Testing

  @Test func `the event stream contains every test once, with its start and end`() throws {
    let text = ReporterTests.report(SwiftTestingReporter.self)
    let records = try text.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(records.allSatisfy { $0["version"] as? Int == 0 })
    func payloads(_ kind: String) -> [[String: Any]] {
      records.filter { $0["kind"] as? String == kind }.compactMap {
        $0["payload"] as? [String: Any]
      }
    }
    let tests = payloads("test").compactMap { $0["id"] as? String }
    #expect(Set(tests).count == tests.count)
    func ids(_ kind: String) -> Set<String> {
      let events = payloads("event").filter { $0["kind"] as? String == kind }
      return Set(events.compactMap { $0["testID"] as? String })
    }
    #expect(ids("testStarted") == ids("testEnded"))
    #expect(ids("testStarted").union(ids("testSkipped")) == Set(tests))
    #expect(ids("testStarted").isDisjoint(with: ids("testSkipped")))
    #expect(ids("issueRecorded").isSubset(of: ids("testStarted")))
  }
}
