import Foundation
import Testing

/// Tests `signalbox lint` from the user's perspective.
@Suite struct LintToolTests {
  private static let app = """
    local Shop = coordinator "Shop" { routes = { catalog = {}, product = {} } }
    function Shop:start() self.router:startFlow "catalog" end
    application "Shop" { main = "Shop" }
    """

  private func check(_ files: [String: String], _ arguments: String...) throws -> Tool.Result {
    let tool = try Tool(files)
    defer { tool.remove() }
    return try tool.run(["lint"] + arguments)
  }

  @Test(arguments: [
    "", "activelink", "application-coordinator", "deeplink", "instructor", "plugin", "shop",
    "steps", "stinsen",
  ])
  func `the linter reports no findings in the examples`(name: String) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let source = DocumentationTests.root.appending(path: "examples/\(name)")
    for file in try FileManager.default.contentsOfDirectory(atPath: source.path) {
      try FileManager.default.copyItem(
        at: source.appending(path: file), to: tool.folder.appending(path: file))
    }
    let result = try tool.run("lint")
    #expect(result.output.hasPrefix(" no mistakes found   "), "\(result)")
    #expect(result.code == 0)
  }

  @Test func `a step that no coordinator declares is reported with the nearest name`() throws {
    let files = [
      "app.lua": """
      local steps = require "steps"
      local App = steps.coordinator "App" {
        routes = { home = { actions = { "Buy" } } }, steps = { "showFirst", item = { id = "integer" } },
      }
      function App:navigate(step)
        if step == "showFirst" then return steps.redirect "itme" end
      end
      """,
      "a.scenario.lua": """
      require "app"
      scenario "a" { function(app)
        app:launch "App"
        app.main.step = "showFrist"
        app.main.step = { "item", id = 1 }
        app.main:emit "shwFirst"
        app.main:emit "nonsense" -- lint: ignore
      end }
      """,
    ]
    #expect(
      try check(files)
        == Tool.Result(
          """
          a.scenario.lua:4: error: step = "showFrist": no step with this name is declared; did you mean \
          "showFirst"? [unknownStep]
          a.scenario.lua:6: error: emit "shwFirst": no step with this name is declared; did you mean \
          "showFirst"? [unknownStep]
          app.lua:3: error: action "Buy" of App.home calls onBuy, which App does not have [unknownMethod]
          app.lua:6: error: steps.redirect "itme": no step with this name is declared; did you mean "item"? \
          [unknownStep]
           4 errors   1 file, 1 scenario

          """, code: 1))
  }

  @Test func `the linter reports neither steps that it cannot determine nor custom methods`() throws
  {
    let files = [
      "a.scenario.lua": """
      local steps = require "steps"
      steps.coordinator "App" { routes = { home = {} } }
      steps.coordinator "Other" { steps = { "known" } }
      scenario "a" { function(app) app.main.step = "anything" end }
      """,
      "b.scenario.lua": """
      local steps = require "steps"
      steps.coordinator "Other" { steps = { "known" } }
      local bus = {}
      function bus:emit(text) print(text) end
      scenario "b" { function(app) bus:emit "anything" end }
      """,
    ]
    #expect(
      try check(files) == Tool.Result(" no mistakes found   2 files, 2 scenarios\n", code: 0))
  }

  @Test func `findings are reported in lines that editors can parse`() throws {
    let files = [
      "a.scenario.lua":
        "require 'app'\nscenario 'a' { function(app) app.top.router:navigate 'prodct' end }",
      "app.lua": Self.app,
    ]
    #expect(
      try check(files)
        == Tool.Result(
          """
          a.scenario.lua:2:54: error: navigate: no loaded coordinator has a route "prodct"; did you \
          mean "product"? [unknownRoute]
           1 error   1 file, 1 scenario

          """, code: 1))
    let json =
      try JSONSerialization.jsonObject(
        with: Data(try check(files, "--json").output.utf8)) as? [String: Any]
    let findings = json?["findings"] as? [[String: Any]]
    #expect(findings?.map { $0["code"] as? String } == ["unknownRoute"])
    #expect(findings?.map { $0["line"] as? Int } == [2])
    #expect(findings?.map { $0["column"] as? Int } == [54])
    #expect(json?["scenarios"] as? Int == 1)
  }

  @Test func `an unknown method of a router or of the application is reported with its column`()
    throws
  {
    let files = [
      "app.lua": Self.app + "\nfunction Shop:onBuy() self.router:dismissAll() end\n",
      "a.scenario.lua": """
      require "app"
      scenario "a" { function(app)
        app:launch()
        app:tapp "Buy"
      end }
      """,
    ]
    #expect(
      try check(files)
        == Tool.Result(
          """
          a.scenario.lua:4:7: error: app has no "tapp"; did you mean "tap"? [unknownMember]
          app.lua:4:35: error: router has no "dismissAll"; did you mean "dismiss"? [unknownMember]
           2 errors   1 file, 1 scenario

          """, code: 1))
  }

  @Test func `the error codes of the linter match those of the runner`() throws {
    let odd = ["a.scenario.lua": "scenario 'a' { skip = true, function() end }"]
    #expect(try check(odd).code == 0)
    #expect(try check(odd, "--strict").code == 1)
    #expect(try check(["a.scenario.lua": "scenario 'a' {"]).code == 2)
    #expect(try check(["a.scenario.lua": "while true do end"], "--timeout", "50ms").code == 2)
    #expect(
      try check([:])
        == Tool.Result(
          " nothing matched\n",
          errors: "signalbox: no file name ends in .scenario.lua; to create a project, run: "
            + "signalbox init\n",
          code: 5))
    #expect(try check([:], "--what").code == 64)
    #expect(
      try check([:], "nowhere")
        == Tool.Result(
          errors: "signalbox: cannot read nowhere: no such file or directory\n", code: 2))
  }

  @Test func `a file on the linter's command line is checked regardless of its name`() throws {
    let result = try check(["app.lua": Self.app + "\nprnt()"], "app.lua")
    #expect(result.code == 2)
    #expect(result.output.hasPrefix("app.lua:4: error: "))
    #expect(try check(["app.lua": Self.app], "app.lua").code == 0)
  }
}
