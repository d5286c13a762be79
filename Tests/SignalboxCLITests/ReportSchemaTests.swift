import Foundation
import Testing

/// Tests that the JSON Schemas in `docs/reference/schemas` describe the report `jsonl`, the list of
/// scenarios and the timings. A validator from another project checks the output of the program.
@Suite struct ReportSchemaTests {
  private static let root = DocumentationTests.root

  /// Scenarios with each kind of result: failures with differences, steps, reasons and options.
  private static let scenarios = """
    local Shop = coordinator "Shop" { routes = { list = { actions = { "Buy" } }, product = {} } }
    function Shop:start() self.router:startFlow("list") end
    function Shop:onBuy() self.router:navigate("product") end
    application "Shop" { main = "Shop" }
    suite "Shop" { setup = function(app) app:launch() end, tags = { "smoke" },
      scenario "passes" { function(app) app:tap "Buy" app:expect { front = "product" } end },
      scenario "fails" { function(app) app:softExpect { front = "product" } app:tap "Sell" end },
      scenario "fails as expected" { fails = "NAV-1", function() error "no" end },
      scenario "passes by mistake" { fails = "NAV-2", function() end },
      scenario "is skipped" { skip = "no card", function() end },
      scenario "is planned" { todo = "NAV-3", timeout = "2s", retries = 1 },
    }
    """

  private static func validate(
    _ name: String, by schema: String, in folder: URL
  ) throws -> Tool.Result {
    let process = Process()
    let output = Pipe.closedOnExec()
    process.executableURL = URL(
      filePath: root.appending(path: ".build/python/readers/bin/python").path)
    process.arguments = [
      "-X", "utf8",
      root.appending(path: "Tests/SignalboxScenariosTests/Readers/validate-json.py").path,
      root.appending(path: "docs/reference/schemas").path, schema, name,
    ]
    process.currentDirectoryURL = folder
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Tool.Result(String(decoding: text, as: UTF8.self), code: process.terminationStatus)
  }

  @Test func `a report, the timings and the list of its scenarios match their schemas`() throws {
    let tool = try Tool([
      "shop.scenario.lua": Self.scenarios, "bad.scenario.lua": "scenario 'bad' {",
    ])
    defer { tool.remove() }
    let run = try tool.run(
      "test", "-q", "--no-shuffle", "--coverage", "--reporter", "jsonl=report.jsonl", "--timings",
      "timings.json")
    #expect(run.code != 0, "\(run)")
    let list = try tool.run("test", "--list=json", "shop.scenario.lua")
    try Data(list.output.utf8).write(to: tool.folder.appending(path: "list.json"))

    let results = try [
      ("report.jsonl", "signalbox:report"), ("timings.json", "signalbox:timings"),
      ("list.json", "signalbox:scenario-list"),
    ].map { try Self.validate($0, by: $1, in: tool.folder).output }
    #expect(results == ["8 valid\n", "1 valid\n", "1 valid\n"])
  }

  @Test(arguments: [
    ("a.jsonl", "signalbox:report", #"{"kind":"begin","version":1}"#),
    ("a.json", "signalbox:timings", #"{"milliseconds":{"a":"1"}}"#),
    ("a.json", "signalbox:scenario-list", #"[{"id":"a::b"}]"#),
  ])
  func `a value of another format does not match the schema`(
    name: String, schema: String, text: String
  ) throws {
    let tool = try Tool([name: text])
    defer { tool.remove() }
    #expect(
      try Self.validate(name, by: schema, in: tool.folder).output.hasSuffix("\nnot valid\n"))
  }
}
