import SignalboxScenarios
import SignalboxScripting
import Testing

@Suite struct CoverageTests {
  /// Returns the coverage of the scenarios in a string, by kind: names with their counts.
  private func coverage(of source: String) throws -> ScenarioCoverage {
    let sources = SourceCache()
    sources["shop.lua"] = Array(ScenarioFixture.shop.utf8)
    sources["test.scenario.lua"] = Array(source.utf8)
    let collector = CoverageCollector(sources: sources)
    var fixture = ScenarioFixture()
    fixture.settings.coverage = collector
    _ = try fixture.run(source)
    return collector.coverage
  }

  private func text(_ coverage: ScenarioCoverage, _ kind: ScenarioCoverage.Kind) -> [String] {
    coverage.entries(kind).map { "\($0.name) \($0.count)" }
  }

  @Test func `coverage includes declared items whether or not a scenario used them`() throws {
    let coverage = try coverage(
      of: "require 'shop' scenario 'it' { function(app) app:launch() end }")
    #expect(
      text(coverage, .routes) == [
        "Checkout.address 0", "Checkout.payment 0", "Shop.catalog 1", "Shop.checkout 0",
        "Shop.product 0",
      ])
    #expect(text(coverage, .transitions) == ["Shop.product → checkout 0"])
    #expect(
      text(coverage, .actions) == [
        "Checkout.address \"Next\" 0", "Shop.catalog \"Cellar\" 0", "Shop.product \"Buy\" 0",
      ])
    #expect(text(coverage, .links) == ["shop://product/:id 0"])
    #expect(text(coverage, .guards) == [])
    #expect(coverage.percentage(.routes) == 20)
    #expect(coverage.percentage(.guards) == nil)
  }

  @Test func `missing lists the declared routes that no scenario has shown`() throws {
    struct Summary { var coverage: ScenarioCoverage? }
    let summary = Summary(
      coverage: try coverage(
        of: """
          local Shop = coordinator "Shop" { routes = { catalog = {}, reviews = {} } }
          function Shop:start() self.router:startFlow "catalog" end
          scenario "it" { function(app) app:launch "Shop" end }
          """))
    let missing = summary.coverage?.missing(.routes)  // ["Shop.reviews"]
    #expect(missing == ["Shop.reviews"])
  }

  @Test func `coverage includes declared items regardless of the selected scenarios`() throws {
    let source =
      "require 'shop' scenario 'a' { function(app) app:launch() end } scenario 'b' { skip = true, function() end }"
    let sources = SourceCache()
    let collector = CoverageCollector(sources: sources)
    var fixture = ScenarioFixture()
    fixture.settings.coverage = collector
    #expect(try fixture.scenarios(source).count == 2)
    #expect(collector.coverage.total(.routes) == 5)
    #expect(collector.coverage.covered(.routes) == 0)
  }

  @Test(arguments: [["early", "late"], ["late", "early"]])
  func `a route that a file defines twice is reported at its first definition`(order: [String])
    throws
  {
    let scenarios = order.map { "scenario '\($0)' { function(app) \($0)() app:launch 'Main' end }" }
    let coverage = try coverage(
      of: """
        local function early() coordinator "Main" { routes = { home = {} } } end

        local function late() coordinator "Main" { routes = { home = {} } } end
        \(scenarios.joined(separator: " "))
        """)
    #expect(
      coverage.locations(.routes).map { "\($0.name) \($0.file):\($0.line)" }
        == ["Main.home test.scenario.lua:1"])
  }

  @Test func `coverage includes routes that roots, replacements and starts use`() throws {
    let coverage = try coverage(
      of: """
        local Main = coordinator "Main" {
          routes = {
            first = { replacement = "second" }, second = {}, third = {}, page = {},
            sign = { coordinator = "Sign", replacement = "third" },
          },
        }
        function Main:start() self.router:startFlow "sign" end
        local Sign = coordinator "Sign" { routes = { form = {} } }
        function Sign:start() self.router:startFlow "form" end
        scenario "a" { function(app)
          app:launch "Main"
          app.top.router:finishFlow()
          app.main.router:root "second"
        end }
        """)
    #expect(
      text(coverage, .routes) == [
        "Main.first 0", "Main.page 0", "Main.second 1", "Main.sign 1", "Main.third 1",
        "Sign.form 1",
      ])
  }

  @Test func `covered items are determined from the events of all scenarios`() throws {
    let coverage = try coverage(
      of: """
        require "shop"
        each { 1, 2 }:scenario "it" {
          function(app, id)
            app:launch()
            app:open("shop://product/" .. id)
            app:tap "Buy"
            app:tap "Next"
          end,
        }
        """)
    #expect(
      text(coverage, .routes) == [
        "Checkout.address 2", "Checkout.payment 0", "Shop.catalog 2", "Shop.checkout 2",
        "Shop.product 2",
      ])
    #expect(
      text(coverage, .transitions) == ["Shop.catalog → product 2", "Shop.product → checkout 2"])
    #expect(
      text(coverage, .actions) == [
        "Checkout.address \"Next\" 2", "Shop.catalog \"Cellar\" 0", "Shop.product \"Buy\" 2",
      ])
    #expect(text(coverage, .links) == ["shop://product/:id 2"])
  }

  @Test func `a link whose handler raises an error counts as opened`() throws {
    let coverage = try coverage(
      of: """
        local Shop = coordinator "Shop" {
          routes = { list = {} },
          links = {
            ["shop://fails/:id"] = function(self, link) error("no offer " .. link.id) end,
            ["shop://refuses"] = function() return false end,
          },
        }
        function Shop:start() self.router:startFlow "list" end
        application "Shop" { main = "Shop" }
        scenario "it" { function(app)
          app:launch()
          pcall(app.open, app, "shop://fails/1")
          pcall(app.open, app, "shop://refuses")
        end }
        """)
    #expect(text(coverage, .links) == ["shop://fails/:id 1", "shop://refuses 0"])
  }

  @Test
  func `coverage includes the actions of a view that encloses tabs, but the view is not a route`()
    throws
  {
    let coverage = try coverage(
      of: """
        require "shop"
        local Home = tabs "Home" {
          pages = { { id = "shop", coordinator = "Shop" } },
          view = { name = "bar", actions = { "One", "Two" } },
        }
        function Home:onOne() end
        function Home:onTwo() end
        scenario "it" { function(app) app:launch(Home) app:tap "One" end }
        """)
    #expect(
      text(coverage, .actions).filter { $0.hasPrefix("Home") }
        == ["Home.bar \"One\" 1", "Home.bar \"Two\" 0"])
    #expect(text(coverage, .routes).filter { $0.hasPrefix("Home") } == [])
  }

  @Test func `a guard is covered when it has rejected or redirected an operation`() throws {
    let coverage = try coverage(
      of: """
        require "shop"
        scenario "it" { function(app)
          app:guard(function(request) return request.name ~= "product" end)
          app:guard(function(request) return true end)
          app:guard(function(request)
            if request.name == "checkout" then return function() end end
          end)
          app:launch()
          pcall(function() app.top.router:navigate("product", { id = 1 }) end)
          app.top.router:navigate("checkout")
        end }
        """)
    #expect(
      text(coverage, .guards) == [
        "test.scenario.lua:3 1", "test.scenario.lua:4 0", "test.scenario.lua:5 1",
      ])
  }

  @Test func `coverage distinguishes coordinators with the same name by their files`() throws {
    let own = """
      coordinator "Shop" { routes = { catalog = {}, cellar = {} } }
      scenario "own" { function(app) end }
      """
    let sources = SourceCache()
    let collector = CoverageCollector(sources: sources)
    var fixture = ScenarioFixture()
    fixture.settings.coverage = collector
    _ = try fixture.run(own)
    _ = try fixture.run("require 'shop' scenario 'it' { function(app) app:launch() end }")
    #expect(
      text(collector.coverage, .routes).filter { $0.hasPrefix("Shop") } == [
        "Shop.catalog (shop.lua) 1", "Shop.catalog (test.scenario.lua) 0", "Shop.cellar 0",
        "Shop.checkout 0", "Shop.product 0",
      ])
  }

  @Test func `a push below a sheet covers the route but adds no transition from the sheet`() throws
  {
    let coverage = try coverage(
      of: """
        require "shop"
        scenario "it" { function(app)
          app:launch()
          app.top.router:navigate("checkout")
          app:open "shop://product/7"
        end }
        """)
    #expect(
      text(coverage, .transitions) == ["Shop.catalog → checkout 1", "Shop.product → checkout 0"])
    #expect(text(coverage, .routes).contains("Shop.product 1"))
  }

  // MARK: - Thresholds

  private func rejection(_ text: String) -> String? {
    do throws(CoverageThreshold.Malformed) {
      _ = try CoverageThreshold(text)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func `a coverage threshold fails if no item of its kind is declared`() throws {
    func shortfalls(_ bar: String, _ coverage: ScenarioCoverage) throws -> [String] {
      try CoverageThreshold(bar).shortfalls(in: coverage).map(\.description)
    }
    let shop = try coverage(of: "require 'shop' scenario 'a' { function(app) app:launch() end }")
    #expect(
      try shortfalls("guards=90,routes=10", shop)
        == ["guards: nothing is declared, expected 90 %"])
    #expect(try shortfalls("0", ScenarioCoverage()) == [])
    #expect(
      try shortfalls("routes=1", ScenarioCoverage()) == [
        "routes: nothing is declared, expected 1 %"
      ])
    #expect(try shortfalls("50", ScenarioCoverage()).count == 5)
    #expect(
      try shortfalls("20", shop) == [
        "transitions 0 %, expected 20 %", "actions 0 %, expected 20 %", "links 0 %, expected 20 %",
      ])
  }

  @Test func `an invalid coverage threshold is rejected with the expected form`() {
    #expect(rejection("90") == nil)
    #expect(rejection("routes=90,links=12.5") == nil)
    let form =
      ", expected a number from 0 to 100, as in \"routes=90,transitions=80\", or \"85\" for all kinds"
    #expect(rejection("") == "the threshold is \"\"" + form)
    #expect(rejection("101") == "the threshold is \"101\"" + form)
    #expect(rejection("routes=x") == "the threshold of routes is \"x\"" + form)
    #expect(rejection("routes=90,") == "the threshold is \"\"" + form)
    #expect(
      rejection("routs=90") == "coverage of \"routs\" is not measured; did you mean \"routes\"?")
    #expect(
      rejection("routes=1,routes=2") == "the threshold of routes is specified twice in "
        + "\"routes=1,routes=2\"")
    #expect(
      rejection("50,routes=2") == "the threshold of routes is specified twice in "
        + "\"50,routes=2\"")
  }

  @Test func `a run below a coverage threshold fails with a report, but a shard does not fail`()
    throws
  {
    let coverage = try coverage(
      of: "require 'shop' scenario 'it' { function(app) app:launch() end }")
    let scenario = ScenarioDescription(file: "a.scenario.lua", line: 1, name: "it")
    var summary = RunSummary(results: [ScenarioResult(scenario: scenario, status: .passed)])
    summary.coverage = coverage
    summary.coverageThreshold = try CoverageThreshold("routes=20.1,guards=100")
    #expect(
      summary.shortfalls.map(\.description) == [
        "routes 20 %, expected 20.1 %", "guards: nothing is declared, expected 100 %",
      ])
    #expect(summary.exitCode == .failed)
    summary.isPart = true
    #expect(summary.exitCode == .success)
    summary.isPart = false
    summary.coverageThreshold = try CoverageThreshold("routes=20")
    #expect(summary.exitCode == .success)
  }

  @Test func `the combined coverage of all shards equals that of the whole run`() throws {
    let opens = try coverage(
      of: """
        require 'shop' scenario 'it' { function(app) app:launch() app:open "shop://product/1" end }
        """)
    let launches = try coverage(
      of: "require 'shop' scenario 'it' { function(app) app:launch() end }")
    func blob(_ number: Int, _ coverage: ScenarioCoverage) throws -> (path: String, text: [UInt8]) {
      let scenarios = (1...2).map {
        ScenarioDescription(file: "a.scenario.lua", line: $0, name: "\($0)")
      }
      let scenario = scenarios[number - 1]
      var plan = RunPlan(scenarios: scenarios, files: [:])
      plan.reduce(to: try #require(ScenarioShard(number, of: 2)), members: [scenario.id])
      var reporter = BlobReporter(ReportContext())
      var result = ScenarioResult(scenario: scenario, status: .passed)
      result.position = number
      var summary = RunSummary(results: [result])
      summary.coverage = coverage
      summary.coverageThreshold = try CoverageThreshold("routes=60")
      summary.isPart = true
      let text = reporter.begin(plan) + reporter.add(result) + reporter.end(summary)
      return ("\(number).blob", Array(text.utf8))
    }
    let merge = try ReportMerge([try blob(1, opens), try blob(2, launches)])
    var whole = opens
    whole.merge(launches)
    #expect(merge.summary.coverage == whole)
    #expect(merge.summary.shortfalls.map(\.description) == ["routes 40 %, expected 60 %"])
    #expect(merge.summary.exitCode == .failed)
  }
}
