import Foundation
import Testing

/// Tests coverage from the user's perspective.
@Suite struct CoverageToolTests {
  private static let app = """
    local Shop = coordinator "Shop" {
      routes = { catalog = { actions = { "Buy" } }, product = {}, reviews = {} },
    }
    function Shop:start() self.router:startFlow "catalog" end
    function Shop:onBuy() self.router:navigate "product" end
    application "Shop" { main = "Shop" }
    """
  private static let scenarios = """
    require "app"
    scenario "launches" { function(app) app:launch() end }
    scenario "buys" { function(app) app:launch() app:tap "Buy" end }
    """

  private func run(
    _ arguments: [String], environment: [String: String] = [:],
    then body: (Tool) throws -> Void = { _ in }
  ) throws -> Tool.Result {
    let tool = try Tool(["a.scenario.lua": Self.scenarios, "app.lua": Self.app])
    defer { tool.remove() }
    var result = try tool.run(arguments, environment: environment)
    result.output = TestCommandTests.withoutTimes(result.output)
    try body(tool)
    return result
  }

  @Test(arguments: ["1", "2"]) func `coverage is printed after the counts of scenarios`(
    jobs: String
  ) throws {
    #expect(
      try run(["test", "--coverage", "--no-shuffle", "-j", jobs])
        == Tool.Result(
          """
           2 passed   2 of 2 scenarios in 0 ms   seed 0
           coverage  routes 2/3 (Shop.reviews never shown) · transitions 1/1 · actions 1/1

          """))
    #expect(
      try run(["test", "--coverage", "--no-shuffle", "-k", "launches"]).output == """
         1 passed   1 of 1 scenario in 0 ms   seed 0
         coverage  routes 1/3 (Shop.product, Shop.reviews never shown) · transitions 0/1 \
        (Shop.catalog → product never taken) · actions 0/1 (Shop.catalog "Buy" never tapped)

        """)
  }

  @Test func `coverage below a threshold ends the run with 1 and reports the threshold`() throws {
    let result = try run(["test", "--fail-under", "routes=90,actions=100", "--no-shuffle"])
    #expect(result.code == 1)
    #expect(
      result.output.hasSuffix("\n coverage below the threshold: routes 66.6 %, expected 90 %\n"))
    #expect(try run(["test", "--fail-under", "60"]).code == 0)
    let rejection = try run(["test", "--fail-under", "routs=9"])
    #expect(rejection.code == 64)
    #expect(
      rejection.errors.hasPrefix(
        "Error: --fail-under: coverage of \"routs\" is not measured; did you mean \"routes\"?\n"))
  }

  @Test func `the coverage of all shards of a run is combined`() throws {
    let tool = try Tool(["a.scenario.lua": Self.scenarios, "app.lua": Self.app])
    defer { tool.remove() }
    for part in 1...2 {
      let result = try tool.run(
        "test", "--no-shuffle", "--fail-under", "routes=60,actions=100", "--shard", "\(part)/2",
        "--reporter", "blob=\(part).blob")
      #expect(result.code == 0)
    }
    let merged = try tool.run("report", "merge", ".")
    #expect(merged.code == 0)
    #expect(
      merged.output.hasSuffix(
        " coverage  routes 2/3 (Shop.reviews never shown) · transitions 1/1 · actions 1/1\n"))
  }

  @Test func `annotations are written for GitHub, and coverage is appended to the job summary`()
    throws
  {
    let result = try run(
      ["test", "--reporter", "github", "--fail-under", "80", "--no-shuffle"],
      environment: ["GITHUB_STEP_SUMMARY": "step.md"]
    ) { tool in
      let page = try String(contentsOf: tool.folder.appending(path: "step.md"), encoding: .utf8)
      #expect(
        TestCommandTests.withoutTimes(page) == """
          ### ❌ Scenarios: 2 passed

          2 of 2 scenarios in 0 ms   seed 0

          | coverage | | | never |
          |---|---|---|---|
          | routes | 2/3 | 66.6 % ❌ expected 80 % | `Shop.reviews` |
          | transitions | 1/1 | 100 % |  |
          | actions | 1/1 | 100 % |  |


          """)
    }
    #expect(result.code == 1)
    #expect(
      result.output.hasSuffix(
        "\n::error title=signalbox::2 passed%0Acoverage below the threshold: routes 66.6 %25, expected 80 %25\n"
      ))
  }
}
