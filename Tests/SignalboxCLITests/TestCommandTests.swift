import Foundation
import Testing

@Suite struct TestCommandTests {
  private static let good = """
    require "app"
    suite "Shop" { tags = { "shop" },
      scenario "opens" { tags = { "smoke" },
        function(app) app:launch() app:expect { front = "catalog" } end,
      },
      scenario "is planned" { todo = "NAV-1" },
    }
    """
  private static let bad = "scenario 'fails' { function() error 'no' end }"
  private static let app = """
    local Shop = coordinator "Shop" { routes = { catalog = {} } }
    function Shop:start() self.router:startFlow "catalog" end
    application "Shop" { main = "Shop" }
    """

  private func run(
    _ arguments: String...,
    files: [String: String] = ["scenarios/a.scenario.lua": good, "app.lua": app],
    environment: [String: String] = [:], then body: (Tool) throws -> Void = { _ in }
  ) throws -> Tool.Result {
    let tool = try Tool(files)
    defer { tool.remove() }
    var result = try tool.run(["test"] + arguments, environment: environment)
    result.output = Self.withoutTimes(result.output)
    try body(tool)
    return result
  }

  /// Replaces all times with `0 ms`.
  static func withoutTimes(_ text: String) -> String {
    text.replacing(/[0-9.]+ (?:ms|s)\b(?: \(-j \d+\))?/, with: "0 ms")
      .replacing(/(time=")[0-9.]+"/) { "\($0.output.1)0.000\"" }
  }

  // MARK: - Running

  @Test func `a verbose report contains the output of passing scenarios`() throws {
    let scenarios = """
      scenario "prints" { function() print("a", 1) print("b\\nc") end }
      scenario "is silent" { function() end }
      """
    let verbose = try run("-v", "-j", "1", "--no-shuffle", files: ["a.scenario.lua": scenarios])
    #expect(
      verbose.output == """
         ✓ a.scenario.lua:1  prints  0 ms
           printed
             a    1
             b
             c
         ✓ a.scenario.lua:2  is silent  0 ms
         2 passed   2 of 2 scenarios in 0 ms   seed 0

        """)
    let brief = try run("-j", "1", "--no-shuffle", files: ["a.scenario.lua": scenarios])
    #expect(brief.output == " 2 passed   2 of 2 scenarios in 0 ms   seed 0\n")
  }

  @Test func `all scenarios below the folder run, and the counts are reported`() throws {
    #expect(
      try run("--no-shuffle")
        == Tool.Result(" 1 passed · 1 todo   1 of 2 scenarios in 0 ms   seed 0\n"))
    #expect(
      try run("--seed", "7").output == " 1 passed · 1 todo   1 of 2 scenarios in 0 ms   seed 7\n")
    #expect(
      try run("-v", "-j", "1", "--no-shuffle").output == """
         ✓ scenarios/a.scenario.lua:3  Shop › opens  0 ms
         ○ scenarios/a.scenario.lua:6  Shop › is planned  todo: NAV-1
         1 passed · 1 todo   1 of 2 scenarios in 0 ms   seed 0

        """)
  }

  @Test func `a failure is reported in full and ends the run with 1`() throws {
    let result = try run("--no-shuffle", files: ["b.scenario.lua": Self.bad])
    #expect(
      result
        == Tool.Result(
          """
           ✗ b.scenario.lua:1  fails  0 ms

             ✗ no
               b.scenario.lua:1

              ▸ 1 │ scenario 'fails' { function() error 'no' end }

             again: signalbox test b.scenario.lua:1 --seed 0   trace: .signalbox/out/b-1-fails.sbtrace

           1 failed   1 of 1 scenario in 0 ms   seed 0

          """, code: 1))
  }

  @Test func `locations, texts and tags select scenarios, and no match ends the run with 5`() throws
  {
    let files = ["a.scenario.lua": Self.good, "app.lua": Self.app, "deep/b.scenario.lua": Self.bad]
    #expect(try run("a.scenario.lua", files: files).code == 0)
    #expect(try run("deep", files: files).code == 1)
    #expect(
      try run("./a.scenario.lua:4", "--no-shuffle", files: files).output.hasPrefix(" 1 passed   1"))
    #expect(try run("a.scenario.lua::Shop › opens", files: files).code == 0)
    #expect(try run("-k", "opens", files: files).code == 0)
    #expect(try run("--tag", "smoke", files: files).code == 0)
    #expect(
      try run("-k", "nowhere", "--no-shuffle", files: files)
        == Tool.Result(" nothing matched   0 of 0 scenarios in 0 ms   seed 0\n", code: 5))
    #expect(try run("-k", "nowhere", "--pass-with-no-tests", files: files).code == 0)
    #expect(
      try run("--tag", "smoek", files: files)
        == Tool.Result(
          errors: "signalbox: no scenario has the tag \"smoek\"; did you mean \"smoke\"?\n",
          code: 64))
    #expect(
      try run("nowhere.scenario.lua", files: files)
        == Tool.Result(
          errors: "signalbox: cannot read nowhere.scenario.lua: no such file or directory\n",
          code: 2))
  }

  @Test
  func
    `a file that fails to load ends the run with 2 and does not prevent other files from running`()
    throws
  {
    let result = try run(
      "--no-shuffle",
      files: ["a.scenario.lua": Self.good, "app.lua": Self.app, "b.scenario.lua": "scenario 'x' {"])
    #expect(result.code == 2)
    #expect(
      result.output == """
         b.scenario.lua did not load
           ✗ syntax error: unexpected symbol near <eof>
             b.scenario.lua:1

            ▸ 1 │ scenario 'x' {

         1 passed · 1 todo · 1 not loaded   1 of 2 scenarios in 0 ms   seed 0

        """)
  }

  @Test func `the list of scenarios is printed as text or JSON, and no scenario runs`() throws {
    #expect(
      try run("--list").output == """
        scenarios/a.scenario.lua:3  Shop › opens #shop #smoke
        scenarios/a.scenario.lua:6  Shop › is planned #shop

        """)
    let json = try run("--list=json", "--tag", "smoke")
    let list = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    #expect(list?.map { $0["id"] as? String } == ["scenarios/a.scenario.lua::Shop › opens"])
    #expect(try run("--list", "-k", "nowhere").code == 5)
    #expect(try run("--list", "scenarios/a.scenario.lua:3").output.hasSuffix(" #shop #smoke\n"))
  }

  @Test func `a scenario marked with only is rejected in CI`() throws {
    let files = ["a.scenario.lua": "scenario 'x' { only = true, function() end }"]
    #expect(try run(files: files).code == 0)
    let rejection = Tool.Result(
      errors: "signalbox: a.scenario.lua:1: \"x\" is marked `only`, which this run forbids\n",
      code: 1)
    #expect(try run("--forbid-only", files: files) == rejection)
    #expect(try run(files: files, environment: ["CI": "true"]) == rejection)
  }

  @Test func `scenarios can be repeated, retried, and stopped after a number of failures`() throws {
    let files = ["b.scenario.lua": Self.bad]
    let repeated = try run("--repeat", "3", "--no-shuffle", "-j", "1", files: files)
    #expect(repeated.output.hasSuffix("\n 3 failed   3 of 3 scenarios in 0 ms   seed 0\n"))
    let stopped = try run("--repeat", "3", "-x", "--no-shuffle", "-j", "1", files: files)
    #expect(
      stopped.output.hasSuffix(
        """
         the maximum number of failures was reached: 2 scenarios did not run
           b.scenario.lua::fails
           b.scenario.lua::fails
         1 failed · 2 not run   1 of 3 scenarios in 0 ms   seed 0

        """))
    let again = try run("--retries", "2", files: files)
    #expect(again.output.contains("0 ms  3 attempts\n"))
  }

  @Test func `a scenario that exceeds its time limit does not affect other scenarios`() throws {
    let result = try run(
      "--no-shuffle", "-j", "1",
      files: [
        "a.scenario.lua":
          "scenario 'loops' { timeout = '50ms', function() while true do end end }\n\(Self.bad)"
      ])
    #expect(result.code == 1)
    #expect(result.output.contains("timed out: the scenario ran longer than"))
    #expect(result.output.hasSuffix("\n 2 failed   2 of 2 scenarios in 0 ms   seed 0\n"))
  }

  // MARK: - Reports

  @Test func `one run can write several reports`() throws {
    let result = try run(
      "--reporter", "junit=report.xml", "--reporter", "jsonl=out.jsonl", "--reporter", "dot",
      "--no-shuffle"
    ) { tool in
      let xml = try String(contentsOf: tool.folder.appending(path: "report.xml"), encoding: .utf8)
      #expect(
        Self.withoutTimes(xml) == """
          <?xml version="1.0" encoding="UTF-8"?>
          <testsuites name="signalbox" tests="2" failures="0" errors="0" skipped="1" time="0.000">
            <testsuite name="scenarios/a.scenario.lua" tests="2" failures="0" errors="0" skipped="1" \
          time="0.000" file="scenarios/a.scenario.lua">
              <properties>
                <property name="seed" value="0"/>
              </properties>
              <testcase name="Shop › opens" classname="scenarios/a.scenario.lua" time="0.000" \
          file="scenarios/a.scenario.lua" line="3">
                <properties>
                  <property name="tag" value="shop"/>
                  <property name="tag" value="smoke"/>
                </properties>
                <system-out>1. launch  ⤒ root ▸ catalog ⌂ Shop
          2. expect { front }</system-out>
              </testcase>
              <testcase name="Shop › is planned" classname="scenarios/a.scenario.lua" time="0.000" \
          file="scenarios/a.scenario.lua" line="6">
                <properties>
                  <property name="tag" value="shop"/>
                </properties>
                <skipped message="todo: NAV-1"/>
              </testcase>
            </testsuite>
          </testsuites>

          """)
      let lines = try String(contentsOf: tool.folder.appending(path: "out.jsonl"), encoding: .utf8)
      #expect(lines.split(separator: "\n").count == 4)
    }
    #expect(result.output == ".t\n\n 1 passed · 1 todo   1 of 2 scenarios in 0 ms   seed 0\n")
  }

  @Test func `the program prove can read the tap13 report`() throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/prove") else { return }
    let tool = try Tool([
      "a.scenario.lua": Self.good, "app.lua": Self.app, "b.scenario.lua": Self.bad,
    ])
    defer { tool.remove() }
    let stream = try tool.run("test", "--reporter", "tap13", "--no-shuffle")
    try Data(stream.output.utf8).write(to: tool.folder.appending(path: "stream.tap"))
    let prove = Process()
    prove.executableURL = URL(filePath: "/usr/bin/prove")
    prove.arguments = ["--exec", "cat", "stream.tap"]
    prove.currentDirectoryURL = tool.folder
    let output = Pipe.closedOnExec()
    prove.standardOutput = output
    prove.standardError = FileHandle.nullDevice
    try prove.run()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    prove.waitUntilExit()
    #expect(prove.terminationStatus == 1)
    #expect(text.contains("Failed test:  3"))
    #expect(!text.contains("Parse errors"))
  }

  // MARK: - Snapshots

  @Test func `snapshots are written, compared and updated, and obsolete snapshots are reported`()
    throws
  {
    let tool = try Tool([
      "a.scenario.lua":
        "require 'app' scenario 'a' { function(app) app:launch() app:snapshot 'front' end }",
      "app.lua": Self.app, "snapshots/a/gone--front.txt": "",
    ])
    defer { tool.remove() }
    let snapshot = tool.folder.appending(path: "snapshots/a/a--front.txt")
    func test(_ arguments: String...) throws -> Tool.Result {
      var result = try tool.run(["test", "--no-shuffle"] + arguments)
      result.output = Self.withoutTimes(result.output)
      return result
    }

    #expect(try test("--ci").code == 1)
    #expect(!FileManager.default.fileExists(atPath: snapshot.path))
    let obsolete = " obsolete snapshots, which no scenario uses:\n   snapshots/a/gone--front.txt\n"
    let passed = " 1 passed   1 of 1 scenario in 0 ms   seed 0\n"
    #expect(try test() == Tool.Result(obsolete + " 1 snapshot written\n" + passed))
    let failure =
      " ✗ snapshots/a/gone--front.txt is obsolete: no scenario uses this snapshot; delete it, or run "
      + "with --update=all\n"
    #expect(try test("--ci") == Tool.Result(failure + passed, code: 1))
    try Data("other\n".utf8).write(to: snapshot)
    #expect(try test().code == 1)
    #expect(try test("--update=missing").code == 1)
    #expect(try test("--update=all") == Tool.Result(" 1 snapshot written\n" + passed))
    #expect(try test("--ci") == Tool.Result(passed))
  }

  // MARK: - Stopping

  @Test func `SIGTERM writes the reports and lists the scenarios that did not run`() throws {
    try stopping(code: 143) { $0.terminate() }
  }

  @Test func `Ctrl-C writes the reports and lists the scenarios that did not run`() throws {
    try stopping(code: 130) { $0.interrupt() }
  }

  private func stopping(code: Int32, _ stop: (Process) -> Void) throws {
    let tool = try Tool([
      "a.scenario.lua": """
      scenario "first" { function() end }
      scenario "loops" { timeout = "1m", function() while true do end end }
      scenario "last" { function() end }
      """
    ])
    defer { tool.remove() }
    let arguments = [
      "test", "--no-shuffle", "-j", "1", "-v", "--reporter", "junit=report.xml", "--reporter",
      "dot",
    ]
    let (result, _) = try tool.interrupt(arguments) { process, _ in stop(process) }
    #expect(result == code)
    let xml = try String(contentsOf: tool.folder.appending(path: "report.xml"), encoding: .utf8)
    #expect(xml.contains("<skipped message=\"not run\"/>"))
    #expect(xml.hasSuffix("</testsuites>\n"))
  }

  // MARK: - Usage

  @Test(arguments: [
    (["--reporter", "xml"], "reporter"), (["--reporter", "dot", "--reporter", "tap"], "Only one"),
    (["--tag", "a and"], "tag"), (["-j", "0"], "-j <count>"),
    (["--ci", "--update"], "--ci writes"),
    (["--list=xml"], "list-as"), (["--repeat", "0"], "--repeat requires"),
    (["--retries", "-1"], "retries"),
  ])
  func `an invalid command line of test ends with 64`(arguments: [String], text: String) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let result = try tool.run(["test"] + arguments)
    #expect(result.code == 64)
    #expect(result.errors.contains(text))
  }

  @Test func `the example scenarios pass, and their output matches the golden file`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let tool = try Tool()
    defer { tool.remove() }
    try FileManager.default.copyItem(
      at: root.appending(path: "examples"), to: tool.folder.appending(path: "examples"))
    let result = try tool.run("test", "examples", "--ci", "--no-shuffle", "--color", "never")
    let counts = /^ (\d+) passed · 1 todo   (\d+) of \d+ scenarios in 0 ms   seed 0\n$/
    let output = Self.withoutTimes(result.output)
    let found = try #require(output.firstMatch(of: counts), "\(output)")
    #expect(found.1 == found.2)
    #expect(result.code == 0)
  }
}
