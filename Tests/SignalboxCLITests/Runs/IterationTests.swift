import Foundation
import Testing

/// Tests runs of selected scenarios, and repeated runs.
@Suite struct IterationTests {
  private static let files = [
    "lib/app.lua": "return require 'lib.names'\n",
    "lib/names.lua": "return { title = 'Shop' }\n",
    "a.scenario.lua": "scenario 'a' { function() local app = require('lib.app') end }\n",
    "b.scenario.lua": "require [[lib.names]]\nscenario 'b' { function() end }\n",
    "c.scenario.lua": "-- require 'lib.names'\nscenario 'c' { function() end }\n",
  ]

  private func withTool(
    _ files: [String: String] = files, _ body: (Tool) throws -> Void
  ) throws {
    let tool = try Tool(files)
    defer { tool.remove() }
    try body(tool)
  }

  private func write(_ text: String, to path: String, of tool: Tool) throws {
    try Data(text.utf8).write(to: tool.folder.appending(path: path))
  }

  private func git(_ tool: Tool, _ words: String...) throws {
    let names = ["GIT_CONFIG_GLOBAL=/dev/null", "git", "-c", "user.name=t", "-c", "user.email=t@t"]
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = names + words
    process.currentDirectoryURL = tool.folder
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  // MARK: - Changed scenarios

  @Test func `only scenarios that a change affects are run`() throws {
    try withTool { tool throws in
      func list(_ option: String = "--only-changed") throws -> [String] {
        let result = try tool.run("test", "--list", option)
        #expect(result.errors == "" && [0, 5].contains(result.code))
        return result.output.split(separator: "\n").map { String($0.prefix { $0 != ":" }) }
      }
      try git(tool, "init", "-q")
      #expect(try list() == ["a.scenario.lua", "b.scenario.lua", "c.scenario.lua"])
      try git(tool, "add", ".")
      try git(tool, "commit", "-qm", "first")
      #expect(try list() == [])
      try write("return {}\n", to: "lib/app.lua", of: tool)
      #expect(try list() == ["a.scenario.lua"])
      try git(tool, "commit", "-qam", "second")
      #expect(try list("--only-changed=HEAD~1") == ["a.scenario.lua"])
      try git(tool, "rm", "-q", "lib/names.lua")
      let broken = try tool.run("test", "--only-changed", "--list")
      #expect(broken.code == 2 && broken.errors.contains("module \"lib.names\" not found"))
      try git(tool, "reset", "-q", "--hard")
      try write("return {}\n", to: "lib.lua", of: tool)
      try write("scenario 'd' { function() end }\n", to: "d.scenario.lua", of: tool)
      #expect(try list() == ["d.scenario.lua"])
      try write("return { test = { roots = { \".\" } } }\n", to: "signalbox.lua", of: tool)
      #expect(
        try list() == ["a.scenario.lua", "b.scenario.lua", "c.scenario.lua", "d.scenario.lua"])
    }
  }

  private static let app = """
    local Home = coordinator "Home" { routes = { first = {} } }
    function Home:start() self.router:startFlow("first") end
    application "A" { main = "Home" }
    local function shows(app) app:launch() app:snapshot "tree" end
    suite "s" { scenario "one" { shows }, scenario "two" { shows } }
    """

  @Test func `a changed, new or deleted snapshot makes its scenario run`() throws {
    try withTool(["scenarios/a.scenario.lua": Self.app, "scenarios/b.scenario.lua": Self.app]) {
      tool throws in
      func list() throws -> String {
        let result = try tool.run("test", "--list", "--only-changed")
        #expect(result.errors == "")
        return result.output
      }
      #expect(try tool.run("test").code == 0)
      try write(".*\n", to: ".gitignore", of: tool)
      try git(tool, "init", "-q")
      try git(tool, "add", ".")
      try git(tool, "commit", "-qm", "first")
      #expect(try list() == "")
      try write("old\n", to: "scenarios/snapshots/a/s-one--tree.txt", of: tool)
      #expect(try list() == "scenarios/a.scenario.lua:5  s › one\n")
      try git(tool, "checkout", "-q", ".")
      try git(tool, "rm", "-q", "scenarios/snapshots/b/s-two--tree.txt")
      #expect(try list() == "scenarios/b.scenario.lua:5  s › two\n")
      try write("new\n", to: "scenarios/snapshots/a/s-two--more.txt", of: tool)
      #expect(
        try list() == "scenarios/a.scenario.lua:5  s › two\nscenarios/b.scenario.lua:5  s › two\n")
      try write("of no scenario\n", to: "scenarios/snapshots/a/gone--more.txt", of: tool)
      #expect(
        try list() == "scenarios/a.scenario.lua:5  s › two\nscenarios/b.scenario.lua:5  s › two\n")
    }
  }

  @Test func `a run in a subfolder of the repository detects changes outside the subfolder`() throws
  {
    try withTool(["app/b.scenario.lua": "scenario 'b' { function() end }\n", "other.lua": ""]) {
      tool throws in
      try git(tool, "init", "-q")
      try git(tool, "add", ".")
      try git(tool, "commit", "-qm", "first")
      try write("-- new\nscenario 'b' { function() end }\n", to: "app/b.scenario.lua", of: tool)
      let inner = Program(folder: tool.folder.appending(path: "app"))
      let result = try inner.run(try Tool.path().path, "test", "--only-changed", "--list")
      #expect(result.output == "b.scenario.lua:2  b\n")
    }
  }

  @Test func `without changes, no scenario runs, and the run does not fail`() throws {
    try withTool { tool throws in
      try git(tool, "init", "-q")
      try git(tool, "add", ".")
      try git(tool, "commit", "-qm", "first")
      #expect(
        try tool.run("test", "--only-changed")
          == Tool.Result(
            errors: "signalbox: no scenario is affected by the changes since HEAD\n"))
      let rejected = try tool.run("test", "--only-changed=mian")
      #expect(
        rejected
          == Tool.Result(
            errors:
              "signalbox: --only-changed: git does not know \"mian\"; expected a commit, branch or "
              + "tag, such as --only-changed=main\n", code: 64))
      #expect(try tool.run("test", "--only-changed=").code == 64)
    }
  }

  @Test func `a changed file that does not load fails the run, and reports are written`() throws {
    try withTool { tool throws in
      try git(tool, "init", "-q")
      try git(tool, "add", ".")
      try git(tool, "commit", "-qm", "first")
      try write("scenario 'b' {\n", to: "b.scenario.lua", of: tool)
      let broken = try tool.run("test", "--only-changed", "--reporter", "junit=report.xml")
      #expect(broken.code == 2)
      #expect(broken.errors.contains("no scenario is affected by the changes since HEAD"))
      let report = tool.folder.appending(path: "report.xml")
      #expect(try String(contentsOf: report, encoding: .utf8).contains("b.scenario.lua"))
      try git(tool, "reset", "-q", "--hard")
      let none = try tool.run("test", "--only-changed", "--reporter", "junit=report.xml")
      #expect(none.code == 0)
      #expect(try !String(contentsOf: report, encoding: .utf8).contains("b.scenario.lua"))
    }
  }

  @Test func `selecting changed scenarios outside a repository is reported as an error`() throws {
    try withTool { tool throws in
      let result = try tool.run(["test", "--only-changed"], environment: ["GIT_DIR": "/nowhere"])
      #expect(result.code == 64)
      #expect(result.errors.hasPrefix("signalbox: --only-changed: /"))
      #expect(
        result.errors.hasSuffix(
          " is not in a git repository, so the changes are unknown; run the command in a "
            + "repository, or omit --only-changed\n"))
      let none = try tool.run(["test", "--only-changed"], environment: ["PATH": "/nowhere"])
      #expect(none.code == 64)
      #expect(none.errors.hasPrefix("signalbox: --only-changed: git cannot be run: "))
    }
  }

  // MARK: - Repeated runs

  @Test func `iterations are repeated until one fails, and only the last one is reported`() throws {
    try withTool(["a.scenario.lua": "scenario 'a' { function() end }\n"]) { tool throws in
      let passed = try tool.run("test", "--until-failure", "--repeat", "3", "--seed", "5")
      #expect(
        Tool.Result(
          TestCommandTests.withoutTimes(passed.output), errors: passed.errors, code: passed.code)
          == Tool.Result(
            " 1 passed   1 of 1 scenario in 0 ms   seed 7\n", errors: "signalbox: 3 runs passed\n"
          ))
      try write("scenario 'a' { function() error 'no' end }\n", to: "a.scenario.lua", of: tool)
      let failed = try tool.run("test", "--until-failure", "-q", "--no-shuffle")
      #expect(
        Tool.Result(
          TestCommandTests.withoutTimes(failed.output), errors: failed.errors, code: failed.code)
          == Tool.Result(
            " ✗ a.scenario.lua:1  a  failed, 0 ms\n 1 failed   1 of 1 scenario in 0 ms   seed 0\n",
            errors: "signalbox: run 1 failed\n", code: 1))
    }
  }

  @Test func `iterations end if no scenario can be repeated`() throws {
    try withTool([:]) { tool throws in
      let result = try tool.run("test", "--until-failure")
      #expect(result.code == 5)
      #expect(result.errors.hasPrefix("signalbox: no file in this folder ends in .scenario.lua; "))
      #expect(result.errors.hasSuffix("\nsignalbox: there is nothing to repeat\n"))
    }
  }

  @Test func `a file that does not load ends the iterations`() throws {
    try withTool(["a.scenario.lua": "scenario 'a' {\n"]) { tool throws in
      let result = try tool.run("test", "--until-failure")
      #expect(result.code == 2)
      #expect(result.errors.hasSuffix("signalbox: run 1 failed\n"), "\(result)")
    }
  }

  @Test func `a selection without scenarios ends the iterations, even if it may be empty`() throws {
    try withTool(["a.scenario.lua": "scenario 'a' { function() end }\n"]) { tool throws in
      let result = try tool.run("test", "--until-failure", "-k", "typo", "--pass-with-no-tests")
      #expect(result.code == 0)
      #expect(result.errors.hasSuffix("signalbox: there is nothing to repeat\n"))
    }
  }

  @Test func `the reported iteration contains the output, and its page is written once`() throws {
    let scenario = "scenario 'a' { function() print 'hello' end }\n"
    try withTool(["a.scenario.lua": scenario]) { tool throws in
      let page = tool.folder.appending(path: "summary.md")
      let result = try tool.run(
        ["test", "--until-failure", "--repeat", "3", "-s", "-v", "--reporter", "github"],
        environment: ["GITHUB_STEP_SUMMARY": page.path])
      #expect(result.code == 0)
      let text = try String(contentsOf: page, encoding: .utf8)
      #expect(text.ranges(of: "1 passed").count == 1)
      let failing = "scenario 'a' { function() print('hel' .. 'lo') error 'no' end }\n"
      try write(failing, to: "a.scenario.lua", of: tool)
      let failed = try tool.run("test", "--until-failure", "-s")
      #expect(failed.output.ranges(of: "hello").count == 1)
    }
  }

  @Test func `Ctrl-C ends the iterations`() throws {
    try withTool(["a.scenario.lua": "scenario 'a' { function() end }\n"]) { tool throws in
      let terminal = try Terminal("test", "--until-failure", folder: tool.folder)
      try terminal.wait(for: "run 2 passed")
      try terminal.type("\u{3}")
      try terminal.wait(for: "signalbox: stopped in run ")
      #expect(try terminal.finish() == 130)
    }
  }

  // MARK: - Stopping

  @Test func `the number of steps in a scenario is limited`() throws {
    let scenario =
      "scenario 'a' { function(app)\nfor i = 1, 9 do app:expect { modal = {} } end\nend }\n"
    try withTool(["a.scenario.lua": scenario]) { tool throws in
      #expect(try tool.run("test", "--max-steps", "9").code == 0)
      let result = try tool.run("test", "--max-steps", "8")
      #expect(result.code == 1)
      #expect(
        result.output.contains("✗ maxSteps: the scenario exceeds 8 steps\n     a.scenario.lua:2\n"))
      let rejected = try tool.run("test", "--max-steps", "0")
      #expect(rejected.errors.hasPrefix("Error: --max-steps requires a count of 1 or more.\n"))
    }
  }

  private static let failing = """
    local function helper(app, want)
      local inner = want .. "!"
      app:expect { front = inner }
    end
    scenario "expects" { function(app) local outer = 41 helper(app, "cart") end }
    scenario "raises" { function(app) local n = 7 local z = n.a.b end }
    scenario "checks" { function(app) local soft = 5 app:softExpect { tab = "me" } end }
    scenario "passes" { function(app) end }
    """

  @Test(arguments: [
    (5, "failing.scenario.lua:3: expect: front", "inner, want, outer", "\"cart!\""),
    (6, "failing.scenario.lua:6: attempt to index", "n", "7"),
    (7, "failing.scenario.lua:7: softExpect: tab", "soft", "5"),
  ])
  func `the prompt opens at the location of the first failure`(
    line: Int, reason: String, names: String, value: String
  ) throws {
    try withTool(["failing.scenario.lua": Self.failing]) { tool throws in
      let terminal = try Terminal(
        "test", "--debug", "failing.scenario.lua:\(line)", folder: tool.folder)
      try terminal.wait(for: "paused at \(reason)")
      try terminal.wait(for: "paused signalbox> ")
      try terminal.type("\(names)\n")
      try terminal.wait(for: value)
      try terminal.wait(for: "paused signalbox> ")
      try terminal.type("\u{4}")
      try terminal.wait(for: "again: signalbox test failing.scenario.lua:\(line)")
      try terminal.wait(for: "1 failed")
      #expect(try terminal.finish() == 1)
    }
  }

  @Test func `only the first failure opens the prompt, and quitting the prompt ends the run`()
    throws
  {
    try withTool(["failing.scenario.lua": Self.failing]) { tool throws in
      let terminal = try Terminal("test", "--debug", "--no-shuffle", folder: tool.folder)
      try terminal.wait(for: "paused signalbox> ")
      try terminal.type(".continue\n")
      let rest = try terminal.wait(for: "1 passed · 3 failed")
      #expect(!rest.contains("paused at"))
      #expect(try terminal.finish() == 1)
      let other = try Terminal("test", "--debug", "--no-shuffle", folder: tool.folder)
      try other.wait(for: "paused signalbox> ")
      try other.type(".quit\n")
      try other.wait(for: "4 not run")
      #expect(try other.finish() == 130)
    }
  }

  @Test func `a stopped scenario also opens the prompt, but without a paused script`() throws {
    let scenario = "scenario \"slow\" { timeout = \"100ms\", function() while true do end end }\n"
    try withTool(["slow.scenario.lua": scenario]) { tool throws in
      let terminal = try Terminal("test", "--debug", folder: tool.folder)
      try terminal.wait(for: "paused: timed out: the scenario ran longer than 100 ms")
      try terminal.wait(for: "paused signalbox> ")
      try terminal.type("\u{4}")
      #expect(try terminal.finish() == 1)
    }
  }

  @Test func `the option --debug is rejected without a terminal and with several workers`() throws {
    try withTool { tool throws in
      #expect(
        try tool.run("test", "--debug")
          == Tool.Result(
            errors:
              "signalbox: --debug opens a prompt at a failure, but there is no terminal for it; "
              + "run the command in a terminal, or omit --debug\n", code: 64))
      let several = try tool.run("test", "--debug", "-j", "3")
      #expect(several.code == 64)
      #expect(
        several.errors.hasPrefix(
          "Error: --debug runs one scenario at a time, but -j 3 runs several; omit -j, or use -j1.\n"
        ))
    }
  }

  // MARK: - Roots

  @Test func `the configuration determines the scenario folders`() throws {
    var files = Self.files
    files["tests/x.scenario.lua"] = "scenario 'x' { function() end }\n"
    files["signalbox.lua"] = "return { test = { roots = { \"tests\", \"./b.scenario.lua\" } } }\n"
    try withTool(files) { tool throws in
      #expect(
        try tool.run("test", "--list")
          == Tool.Result("b.scenario.lua:2  b\ntests/x.scenario.lua:1  x\n"))
      #expect(
        try tool.run("test", "--list", "a.scenario.lua") == Tool.Result("a.scenario.lua:1  a\n"))
      try write("c.scenario.lua\n", to: "list", of: tool)
      #expect(
        try tool.run("test", "--list", "--test-list", "list")
          == Tool.Result("c.scenario.lua:2  c\n"))
    }
  }

  @Test(arguments: [
    (
      "return { test = {\n  root = { \"a\" } } }",
      "2: test has no key \"root\"; did you mean \"roots\"?"
    ),
    (
      "return {\n  test = { roots = \"a\" } }",
      "2: test: roots is \"a\", expected a list, each element a file or folder: { \"scenarios\" }"
    ),
    (
      "return { test = { roots = {} } }",
      "1: test: roots is a table, expected a list, each element a file or folder: { \"scenarios\" }"
    ),
    (
      "return { test = {\n\n  roots = { 1 } } }",
      "3: test: roots[1] is 1, expected a file or folder: { \"scenarios\" }"
    ),
    (
      "return { test = { roots = { \"flos\" } } }",
      "1: test: roots contains \"flos\": no such file or directory"
    ),
    (
      "return { tset = {} }",
      "1: the configuration has no key \"tset\"; did you mean \"test\"?"
    ),
  ])
  func `invalid scenario folders in the configuration are rejected`(text: String, sentence: String)
    throws
  {
    try withTool(["signalbox.lua": text]) { tool throws in
      #expect(
        try tool.run("test")
          == Tool.Result(errors: "signalbox: signalbox.lua:\(sentence)\n", code: 2))
    }
  }
}
