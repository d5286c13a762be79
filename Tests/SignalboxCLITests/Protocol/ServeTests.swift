import Foundation
import Signalbox
import SignalboxREPL
import Testing

@testable import SignalboxProtocol

/// Tests `signalbox serve --stdio`.
@Suite struct ServeTests {
  private static let app = """
    local Shop = coordinator "Shop" {
      routes = { list = { actions = { "Open" } }, product = {} },
    }
    function Shop:start() self.router:startFlow "list" end
    function Shop:onOpen() print "opened" self.router:navigate "product" end
    application "Shop" { main = "Shop" }
    print "loaded"
    """
  private static let scenarios = """
    require "app"
    suite "Shop" {
      scenario "opens" { tags = { "smoke" }, function(app)
        app:launch()
        app:tap "Open"
        app:expect { front = "product" }
      end },
    }
    scenario "fails" { function(app) app:launch() app:expect { front = "product" } end }
    """
  /// Scenarios that never end.
  private static let endless = """
    for number = 1, 4 do
      scenario("endless " .. number) { timeout = "1h", function() while true do end end }
    end
    """

  private func project() throws -> Tool {
    try Tool([
      "app.lua": Self.app, "shop.scenario.lua": Self.scenarios,
      "endless/endless.scenario.lua": Self.endless,
    ])
  }

  private func message(_ result: some MessageFields) throws -> NavigationArguments {
    try result.message
  }

  // MARK: - Scenarios

  @Test func `a server lists scenarios with their ranges in the file`() throws {
    let tool = try project()
    defer { tool.remove() }
    let served = try ServedTool(tool)
    let list = try served.client.request(
      ScenarioListMethod.self, ScenarioSelection(paths: ["shop.scenario.lua"]))
    #expect(
      try message(list) == [
        "scenarios": [
          [
            "id": "shop.scenario.lua::Shop › opens", "name": "opens", "suites": ["Shop"],
            "file": "shop.scenario.lua", "line": 3, "column": 3, "endLine": 7, "endColumn": 8,
            "tags": ["smoke"],
          ],
          [
            "id": "shop.scenario.lua::fails", "name": "fails", "file": "shop.scenario.lua",
            "line": 9, "column": 1, "endLine": 9, "endColumn": 85,
          ],
        ]
      ])
    let smoke = try served.client.request(
      ScenarioListMethod.self, ScenarioSelection(tags: ["smoke"]))
    #expect(smoke.scenarios.map(\.name) == ["opens"])
    #expect(try served.end() == (0, ""))
  }

  @Test func `a run sends each scenario's result before the response to the request`() throws {
    let tool = try project()
    defer { tool.remove() }
    let served = try ServedTool(tool)
    var params = ScenarioRunMethod.Params(paths: ["shop.scenario.lua"])
    (params.isShuffled, params.jobs) = (false, 1)
    let result = try served.client.request(ScenarioRunMethod.self, params)
    #expect(result.exitCode == 1)
    #expect(try message(result.counts) == ["passed": 1, "failed": 1])
    let started = try served.wait(for: ScenarioStartedMethod.self)
    #expect((started.scenarios, started.workers) == (2, 1))
    let finished = served.notifications.compactMap { $0.params(of: ScenarioFinishedMethod.self) }
    #expect(finished.map(\.number) == [1, 2])
    let results = finished.map { $0.result.table ?? [:] }
    #expect(results.map { $0["status"] } == ["passed", "failed"])
    #expect(results.first?["output"] == ["loaded", "opened"])
    let failure = results.last?["failures"]?.list?.first?.table?["error"]?.table
    #expect(failure?["location"] == ["file": "shop.scenario.lua", "line": 9])
    #expect(failure?["message"]?.text == "expect: front expected \"product\", actual \"list\"")
  }

  @Test func `a run without snapshots writes no durations, and returns the failures of the run`()
    throws
  {
    let tool = try Tool([
      "app.lua": Self.app,
      "a.scenario.lua": "require 'app' scenario 'opens' { function(app) app:launch() end }",
      "signalbox.lua": "return { test = { timings = 'times.json', failUnder = 'routes=90' } }",
    ])
    defer { tool.remove() }
    let served = try ServedTool(tool)
    let file = tool.folder.appending(path: "times.json").path
    var params = ScenarioRunMethod.Params()
    for snapshots in [ScenarioRunMethod.Snapshots.none, .missing] {
      params.snapshots = snapshots
      let result = try served.client.request(ScenarioRunMethod.self, params)
      #expect(result.exitCode == 1)
      #expect(result.misses == ["coverage below the threshold: routes 50 %, expected 90 %"])
      #expect(FileManager.default.fileExists(atPath: file) == (snapshots == .missing))
    }
  }

  @Test func `requests are answered while scenarios run, and cancelling a run keeps its results`()
    throws
  {
    let tool = try project()
    defer { tool.remove() }
    let served = try ServedTool(tool, "app.lua")
    let run = try served.client.post(
      ScenarioRunMethod.self, ScenarioRunMethod.Params(paths: ["endless"]))
    _ = try served.wait(for: ScenarioStartedMethod.self)
    #expect(try served.client.request(StateGetMethod.self, NoFields()).time == 0)
    #expect(served.client.isOpen(run))
    #expect(
      try served.client.request(
        ScenarioCancelMethod.self, ScenarioCancelMethod.Params(id: run)
      ).isRunning)
    let result = try served.client.wait(for: run, of: ScenarioRunMethod.self)
    #expect(result.counts.notRun == 4, "\(result.counts)")
    #expect((result.exitCode, result.stop) == (130, "interrupted"))
    #expect(
      try !served.client.request(
        ScenarioCancelMethod.self, ScenarioCancelMethod.Params(id: run)
      ).isRunning)
  }

  @Test func `a run that is cancelled immediately reports an interruption, not a process signal`()
    throws
  {
    let tool = try project()
    defer { tool.remove() }
    let served = try ServedTool(tool)
    for _ in 1...5 {
      let run = try served.client.post(
        ScenarioRunMethod.self, ScenarioRunMethod.Params(paths: ["endless"]))
      _ = try served.client.request(
        ScenarioCancelMethod.self, ScenarioCancelMethod.Params(id: run))
      do throws(ProtocolError) {
        let result = try served.client.wait(for: run, of: ScenarioRunMethod.self)
        #expect((result.exitCode, result.stop) == (130, "interrupted"))
      } catch {
        #expect(error.code == "interrupted", "\(error)")
      }
    }
  }

  @Test func `a run measures coverage, with the locations of declarations`() throws {
    let tool = try project()
    defer { tool.remove() }
    let served = try ServedTool(tool)
    var params = ScenarioRunMethod.Params(paths: ["shop.scenario.lua"])
    #expect(try served.client.request(ScenarioRunMethod.self, params).coverage == nil)
    params.measuresCoverage = true
    let coverage = try served.client.request(ScenarioRunMethod.self, params).coverage?.table
    #expect(
      coverage?["routes"] == [
        "covered": 2, "total": 2, "missing": [], "counts": ["Shop.list": 2, "Shop.product": 1],
        "locations": [
          "Shop.list": ["file": "app.lua", "line": 2],
          "Shop.product": ["file": "app.lua", "line": 2],
        ],
      ])
    #expect(
      coverage?["transitions"]?.table?["locations"]
        == ["Shop.list → product": ["file": "app.lua", "line": 5]])
    #expect(
      coverage?["actions"]?.table?["locations"]
        == ["Shop.list \"Open\"": ["file": "app.lua", "line": 2]])
  }

  @Test func `cancelling a request or disconnecting the client ends the request's processes`()
    throws
  {
    let tool = try project()
    defer { tool.remove() }
    let served = try ServedTool(tool)
    let run = try served.client.post(
      ScenarioRunMethod.self, ScenarioRunMethod.Params(paths: ["endless"]))
    _ = try served.wait(for: ScenarioStartedMethod.self)
    try served.client.notify(CancelRequestMethod.self, CancelRequestMethod.Params(id: run))
    #expect(throws: ProtocolError(.cancelled, "cancelled before it was answered")) {
      try served.client.wait(for: run, of: ScenarioRunMethod.self)
    }
    _ = try served.client.post(
      ScenarioRunMethod.self, ScenarioRunMethod.Params(paths: ["endless"]))
    _ = try served.wait(for: ScenarioStartedMethod.self)
    #expect(try served.end(closingOutput: true) == (0, ""))
  }

  @Test(arguments: [
    (
      ScenarioSelection(paths: ["missing"]),
      ProtocolError(code: "module", "cannot read missing: no such file or directory")
    ),
    (
      ScenarioSelection(tags: ["a and"]),
      ProtocolError(.badParams, "--tag: expected a tag after \"and\" in \"a and\".")
    ),
  ])
  func `requesting an impossible selection of scenarios is an error`(
    selection: ScenarioSelection, error: ProtocolError
  ) throws {
    let tool = try project()
    defer { tool.remove() }
    let served = try ServedTool(tool)
    #expect(throws: error) { try served.client.request(ScenarioListMethod.self, selection) }
  }

  @Test func `a file that fails to load is listed with the line of the error`() throws {
    let tool = try Tool(["broken.scenario.lua": "scenario \"x\" {\n  function( end }"])
    defer { tool.remove() }
    let served = try ServedTool(tool)
    let list = try served.client.request(ScenarioListMethod.self, ScenarioSelection())
    #expect(try served.end() == (0, ""))
    #expect(list.scenarios == [])
    #expect(list.unloaded.map(\.path) == ["broken.scenario.lua"])
    #expect(list.unloaded.first?.error.location?.line == 2)
  }

  // MARK: - Explorations and the linter

  @Test func `an exploration returns the source of a counterexample and the paths to a goal`()
    throws
  {
    let tool = try project()
    defer { tool.remove() }
    try Data(
      """
      require "app"
      never "a product" (function(app) return app.front.name == "product" end)
      """.utf8
    ).write(to: tool.folder.appending(path: "shop.properties.lua"))
    let served = try ServedTool(tool)
    let found = try served.client.request(
      ExploreRunMethod.self, ExploreRunMethod.Params(file: "shop.properties.lua"))
    let property = try #require(found.properties.first { $0.answer == "violated" })
    #expect(property.counterexample?.steps.map(\.action) == ["app:tap(\"Open\")"])
    #expect(property.source?.contains("app:holds(\"a product\")") == true)
    var path = ExploreRunMethod.Params(file: "app.lua")
    path.goal = "front = \"product\""
    let paths = try served.client.request(ExploreRunMethod.self, path).paths
    #expect(paths.map(\.front) == ["product"])
    #expect(paths.first?.source.hasPrefix("-- Written by signalbox explore") == true)
    let names = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
    #expect(names.filter { $0.hasPrefix("counterexample") } == [])
  }

  @Test func `a lint request is answered with the findings`() throws {
    let tool = try Tool(["a.scenario.lua": "scenario \"a\" { function(app) undefinedName() end }"])
    defer { tool.remove() }
    let served = try ServedTool(tool)
    let lint = try served.client.request(LintRunMethod.self, LintRunMethod.Params())
    #expect(try served.end() == (0, ""))
    #expect((lint.scenarios, lint.findings.map(\.file)) == (1, ["a.scenario.lua"]))
    #expect(lint.findings.first?.line == 1)
  }

  // MARK: - Streams

  @Test
  func `standard output contains only messages, and text that scripts print is a notification`()
    throws
  {
    let tool = try project()
    defer { tool.remove() }
    let served = try ServedTool(tool, "app.lua")
    _ = try served.client.request(
      ScriptEvaluateMethod.self, ScriptEvaluateMethod.Params("app:launch() app:tap \"Open\""))
    let texts = served.notifications.compactMap { $0.params(of: OutputTextMethod.self) }
    #expect(texts.first == OutputTextMethod.Params(id: nil, "loaded\n"))
    #expect(texts.dropFirst().map(\.text).joined().contains("opened\n"))
    #expect(try served.end() == (0, ""))
  }

  @Test func `the error of a script that fails to load is sent as a notification`() throws {
    let tool = try Tool(["app.lua": "error 'no'"])
    defer { tool.remove() }
    let served = try ServedTool(tool, "app.lua")
    let text = try served.wait(for: OutputTextMethod.self)
    #expect(text.isFailure)
    #expect(text.text.contains("app.lua:1"))
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\n\r\n", "malformed"), ("Content-Length: x\r\n\r\n", "malformed"),
    ("Content-Length: 1048577\r\n\r\n" + String(repeating: " ", count: 1_048_577), "tooLong"),
    ("Content-Length: 3\r\n\r\n{}}", "malformed"),
    ("Content-Length: 2\r\n\r\n[]", "invalidRequest"),
    (String(repeating: "x", count: 5000), "malformed"),
  ])
  func `a malformed or oversized message does not affect other messages`(
    text: String, code: String
  ) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let served = try ServedTool(tool)
    served.sendRaw(text)
    _ = try served.client.request(PingMethod.self, NoFields())
    _ = try served.client.request(StateGetMethod.self, NoFields())
    #expect(served.received.contains("\"data\":{\"code\":\"\(code)\""))
    #expect(try served.end() == (0, ""))
  }

  @Test func `an incomplete message before the end of the input ends the process`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let result = try tool.run("serve", "--stdio", input: "Content-Length: 100\r\n\r\n{\"id\":")
    #expect(result == Tool.Result())
  }

  @Test func `a script that never finishes loading ends with the client`() throws {
    let tool = try Tool(["app.lua": "while true do end"])
    defer { tool.remove() }
    let served = try ServedTool(tool, "--timeout", "1h", "app.lua")
    #expect(try served.end(closingOutput: true).code == 0)
  }

  // MARK: - The command

  @Test func `the command serve requires the option --stdio`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let result = try tool.run("serve")
    #expect(result.code == 64)
    #expect(result.errors.hasPrefix("Error: serve requires --stdio"))
  }
}
