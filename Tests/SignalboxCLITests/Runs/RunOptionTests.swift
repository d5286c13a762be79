import Foundation
import Testing

/// Tests the options for the output, the duration and the input of a run.
@Suite struct RunOptionTests {
  private func withTool(_ scenarios: String, _ body: (Tool) throws -> Void) throws {
    let tool = try Tool(["a.scenario.lua": scenarios])
    defer { tool.remove() }
    try body(tool)
  }

  // MARK: - Output

  @Test func `the option -s shows printed output immediately, and reports do not repeat it`() throws
  {
    let scenarios = """
      scenario "prints" { function() print("one", 1) print(("x"):rep(70000)) end }
      scenario "fails" { function() print "two" error "no" end }
      """
    try withTool(scenarios) { tool throws in
      let long = String(repeating: "x", count: 70_000)
      for option in ["-s", "--show-output"] {
        let result = try tool.run(
          "test", option, "-v", "-j1", "--no-shuffle", "--trace", "off", "--reporter",
          "junit=r.xml")
        #expect(result.code == 1)
        #expect(result.output.hasPrefix("one\t1\n\(long)\n ✓ a.scenario.lua:1  prints"))
        #expect(result.output.contains("\ntwo\n ✗ a.scenario.lua:2  fails"))
        #expect(!result.output.contains("printed"))
        #expect(result.output.matches(of: /\ntwo\n/).count == 1)
      }
      let report = try Tool.text(of: tool.folder.appending(path: "r.xml"))
      #expect(report.contains("<system-out>one\t1\nxxx"))
    }
  }

  @Test func `the option -s shows a printed line while the test still runs`() throws {
    let scenarios = """
      scenario "waits" { function() print "now" repeat until pcall(require, "go") end }
      """
    try withTool(scenarios) { tool throws in
      // The scenario prints a line and waits for `go.lua`. The file is created only when the line
      // has been printed.
      let (code, errors) = try tool.interrupt("test", "-s", "-j1", "--timeout", "10m") { _, _ in
        try tool.write("return true\n", to: "go.lua")
      }
      #expect(code == 0)
      #expect(errors == "")
    }
  }

  @Test func `with several workers, the option -s names the test of each printed line`() throws {
    try withTool(
      "scenario \"a\" { function() print \"x\" end }\nscenario \"b\" { function() print \"y\" end }"
    ) { tool throws in
      let lines = try tool.run("test", "-s", "-j2").output.split(separator: "\n")
      #expect(Set(lines.prefix(2)) == ["a.scenario.lua:1  x", "a.scenario.lua:2  y"])
    }
  }

  @Test func `the option -s requires a human-readable report on standard output`() throws {
    try withTool("scenario \"a\" { function() print \"x\" end }") { tool throws in
      let result = try tool.run("test", "-s", "--reporter", "tap")
      #expect(result.code == 64)
      #expect(
        result.errors.hasPrefix(
          "Error: -s prints the output of scenarios to standard output, but the reporter tap also "
            + "writes there; write its report to a file: --reporter tap=PATH."))
      #expect(try tool.run("test", "-s", "-j1", "--reporter", "dot").output.hasPrefix("x\n."))
    }
  }

  // MARK: - Parameters

  @Test func `the table env contains the values of --env in tests and modules and is read-only`()
    throws
  {
    let scenarios = """
      local locale = env.LOCALE
      each { 1, 2 }:scenario "row %s" { function()
        assert(locale == "de" and env.LOCALE == "de" and env.EMPTY == "" and env.NONE == nil)
        assert(require("m") == "a=b c")
        assert(not pcall(function() env.LOCALE = "fr" end))
      end }
      """
    let tool = try Tool(["a.scenario.lua": scenarios, "m.lua": "return env.TEXT\n"])
    defer { tool.remove() }
    let result = try tool.run(
      "test", "--env", "LOCALE=en", "--env", "LOCALE=de", "--env", "EMPTY=", "--env", "TEXT=a=b c")
    #expect(result.code == 0, "\(result)")
    for wrong in ["LOCALE", "=x", "A-B=1", "1A=x"] {
      let result = try tool.run("test", "--env", wrong)
      #expect(result.code == 64)
      #expect(
        result.errors.hasPrefix("Error: The value '\(wrong)' is invalid for '--env <name=value>'"))
    }
  }

  // MARK: - Time

  @Test(arguments: ["-j1", "-j2"])
  func `the option --max-time stops the run, reports tests that did not run, and ends with 1`(
    jobs: String
  ) throws {
    try withTool("scenario \"loops\" { function() while true do end end }") { tool throws in
      let result = try tool.run(
        "test", jobs, "--no-shuffle", "--timeout", "10m", "--max-time", "1s", "--reporter",
        "jsonl=r.jsonl")
      #expect(result.code == 1 && result.errors.isEmpty)
      #expect(
        result.output.contains(
          " timed out: the run reached its time limit (`--max-time`): 1 scenario did not run\n "
            + "  a.scenario.lua::loops\n")
      )
      let lines = try Tool.text(of: tool.folder.appending(path: "r.jsonl")).split(separator: "\n")
      #expect(lines.last?.contains("\"stop\":\"outOfTime\"") ?? false)
      #expect(lines.last?.contains("\"exitCode\":1") ?? false)
    }
  }

  @Test func `the option --durations prints to standard error if the report is machine-readable`()
    throws
  {
    try withTool("scenario \"a\" { function() end }") { tool throws in
      for reporter in ["tap", "tap13", "junit", "xunit", "jsonl", "html", "swift-testing", "blob"] {
        let result = try tool.run("test", "--durations", "1", "--reporter", reporter)
        #expect(result.errors.hasPrefix(" slowest\n"), "\(reporter): \(result)")
        #expect(result.errors.hasSuffix("a.scenario.lua:1  a\n"))
        #expect(!result.output.contains("slowest"))
      }
      for reporter in ["pretty", "dot", "github", "junit=r.xml"] {
        let result = try tool.run("test", "--durations", "1", "--reporter", reporter)
        #expect(result.errors == "")
        #expect(result.output.contains(" slowest\n"))
      }
    }
  }

  // MARK: - Rows

  @Test func `the marks of a row apply only to its test`() throws {
    let scenarios = """
      each {
        { "one", 1 },
        { "two", 2, marks = { skip = "NAV-1" } },
        { "three", 3, marks = { todo = "NAV-2" } },
        { "four", 4, marks = { fails = "NAV-3", tags = { "red" } } },
        { "five", 5, marks = { tags = "slow", retries = 1, properties = { owner = "me" } } },
        { name = "six", marks = { tags = "slow" } },
      }:scenario "row %s" { tags = { "rows" }, function(app, row, number)
        if type(row) == "table" then
          assert(row.name == "six" and row.marks == nil)
        elseif number == 4 then
          error "no"
        end
      end }
      """.replacing("\"row %s\"", with: "\"row\"")
    try withTool(scenarios) { tool throws in
      let result = try tool.run("test", "-v", "-j1", "--no-shuffle")
      let lines = TestCommandTests.withoutTimes(result.output).split(separator: "\n")
      #expect(
        lines.map(String.init) == [
          " ✓ a.scenario.lua:1  row [one, 1]  0 ms",
          " ○ a.scenario.lua:1  row [two, 2]  skipped: NAV-1",
          " ○ a.scenario.lua:1  row [three, 3]  todo: NAV-2",
          " ✗ a.scenario.lua:1  row [four, 4]  failed as expected: NAV-3, 0 ms",
          " ✓ a.scenario.lua:1  row [five, 5]  0 ms",
          " ✓ a.scenario.lua:1  row [{ name = \"six\" }]  0 ms",
          " 3 passed · 1 skipped · 1 todo · 1 failed as expected   4 of 6 scenarios in 0 ms   seed 0",
        ], "\(result)")
      let list = try tool.run("test", "--list", "--tag", "rows and slow").output
      #expect(list.split(separator: "\n").count == 2)
    }
  }

  @Test(arguments: [
    (
      "marks = { skp = true }",
      "row 2 of scenario \"x\": marks has no key \"skp\"; did you mean \"skip\"?"
    ),
    ("marks = { setup = print }", "row 2 of scenario \"x\": marks has no key \"setup\""),
    (
      "marks = \"skip\"",
      "row 2 of scenario \"x\": marks is \"skip\", expected a table: marks = { skip"
    ),
    ("marks = { \"skip\" }", "row 2 of scenario \"x\": marks has no key 1"),
    (
      "marks = { retries = -1 }", "row 2 of scenario \"x\": marks: retries is -1, expected a number"
    ),
  ])
  func `malformed marks of a row are an error that names the row`(marks: String, message: String)
    throws
  {
    try withTool("each { 1, { 2, \(marks) } }:scenario \"x\" { function() end }") { tool throws in
      let result = try tool.run("test")
      #expect(result.code == 2)
      #expect(result.output.contains(message), "\(result)")
    }
  }
}
