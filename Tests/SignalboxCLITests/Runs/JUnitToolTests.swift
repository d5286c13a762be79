import Foundation
import Testing

/// Lets other programs read the JUnit XML of a whole run. `scripts/setup --tests` installs these
/// programs.
@Suite struct JUnitToolTests {
  private static let root = DocumentationTests.root
  private static let readers = root.appending(path: "Tests/SignalboxScenariosTests/Readers")

  /// Three valid files, a file that fails to load, a flaky test, a test that fails twice, an
  /// obsolete snapshot, and output that XML cannot represent.
  private static let files = [
    "signalbox.lua": "return { plugins = { once = { permissions = { \"run\" } } } }\n",
    "plugins/once/plugin.lua": """
    return { name = "once", version = "1.0.0", api = 1, summary = "", permissions = { "run" },
      setup = function(host)
        host:global("isFirst", function()
          local _, code = run("/bin/sh", "-c", "[ -e ran ] || { : >ran; exit 1; }")
          return code == 1
        end)
      end }
    """,
    "a.scenario.lua": """
    suite "Shop & <more>" { tags = { "smoke" },
      scenario "passes" { properties = { owner = "me" }, function() print("a\\0b\\27[31m ]]> \\xFF") end },
      scenario "is \\"known\\"" { fails = "NAV-1", function() error "no" end },
      scenario "is skipped" { skip = "NAV-2", function() end },
    }
    """,
    "deep/b.scenario.lua": """
    scenario "fails" { retries = 1, function(app) error "no\\0 ]]>" end }
    scenario "is flaky" { retries = 1, function() if isFirst() then error "not yet" end end }
    """,
    "c.scenario.lua": "scenario \"is planned\" { todo = \"NAV-3\" }\n",
    "d.scenario.lua": "scenario \"broken\" {\n", "snapshots/c/gone--x.txt": "old\n",
  ]

  /// Runs all scenarios, and then a program that reads the report.
  private func read(
    _ reporter: String = "junit", with words: String...
  ) throws -> (output: String, code: Int32, report: String) {
    var tool = try Tool(Self.files)
    tool.isTrusted = true
    defer { tool.remove() }
    let result = try tool.run(
      "test", "--ci", "-j1", "--no-shuffle", "--reporter", "\(reporter)=out/r.xml")
    #expect(result.code == 2, "\(result)")
    let program = Program(folder: tool.folder)
    let command = words.map { $0.replacing("'", with: "'\\''") }.map { "'\($0)'" }
    let read = try program.run("sh", "-c", "\(command.joined(separator: " ")) out/r.xml 2>&1")
    let report = try Tool.text(of: tool.folder.appending(path: "out/r.xml"))
    return (read.output, read.code, report)
  }

  @Test func `a JUnit report of several files is valid according to the schema`() throws {
    let schema = Self.readers.appending(path: "junit.xsd").path
    let (output, code, report) = try read(with: "xmllint", "--noout", "--nonet", "--schema", schema)
    #expect(output == "out/r.xml validates\n")
    #expect(code == 0)
    #expect(report.contains("<flakyFailure "))
    #expect(report.contains("<rerunFailure "))
  }

  @Test func `a report for Jenkins' xUnit plugin has only the attributes that the plugin accepts`()
    throws
  {
    let schema = Self.readers.appending(path: "xunit.xsd").path
    let (output, code, report) = try read(
      "xunit", with: "xmllint", "--noout", "--nonet", "--schema", schema)
    #expect(output == "out/r.xml validates\n")
    #expect(code == 0)
    #expect(report.contains("<system-out>tag: smoke\nowner: me\n"))
    #expect(report.contains("<flakyFailure "))
    #expect(report.contains("<rerunFailure "))
  }

  @Test(arguments: ["junitparser", "xunitparser"])
  func `public readers find every case in a JUnit report of several files exactly once`(
    reader: String
  ) throws {
    let python = Self.root.appending(path: ".build/python/readers/bin/python").path
    let script = Self.readers.appending(path: "read-\(reader).py").path
    let (output, code, _) = try read(with: python, "-X", "utf8", script)
    #expect(code == 0)
    let lines = output.replacing(#/ \| \d+\.\d+\n/#, with: "\n").split(separator: "\n")
    #expect(
      Set(lines.map(String.init)) == [
        "a.scenario.lua | Shop & <more> › passes | passed",
        "a.scenario.lua | Shop & <more> › is \"known\" | skipped",
        "a.scenario.lua | Shop & <more> › is skipped | skipped",
        "c.scenario.lua | is planned | skipped", "d.scenario.lua | loads | error",
        "deep/b.scenario.lua | fails | failure", "deep/b.scenario.lua | is flaky | passed",
        "signalbox | snapshot snapshots/c/gone--x.txt is taken | failure",
        "8 tests, 2 failures, 1 errors, 3 skipped",
      ], "\(output)")
    #expect(lines.count == 9)
  }
}
