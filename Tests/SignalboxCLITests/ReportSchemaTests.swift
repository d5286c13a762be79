import Foundation
import Testing

/// Tests that the JSON Schemas in `docs/reference/schemas` describe the report `jsonl`, the list of
/// scenarios and the timings. A validator from another project checks the output of the program.
@Suite struct ReportSchemaTests {
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
    ].map { try SchemaValidator.run("validate-json.py", [$1, $0], in: tool.folder).output }
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
      try SchemaValidator.run("validate-json.py", [schema, name], in: tool.folder).output.hasSuffix(
        "\nnot valid\n"))
  }
}
