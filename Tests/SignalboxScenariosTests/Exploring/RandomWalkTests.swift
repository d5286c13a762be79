import Signalbox
import SignalboxScenarios
import SignalboxScripting
import Testing

/// Explores applications on random paths.
struct RandomWalkTests {
  private let fixture = ScenarioFixture()

  /// A lock with the code ABA, which stores the last three keys.
  private static let lock = """
    local Lock = coordinator "Lock" { routes = { door = { actions = { "A", "B" } } } }
    local code = "ABA"
    function Lock:start() self.typed = "" self.router:startFlow "door" end
    function Lock:press(key) self.typed = (self.typed .. key):sub(-3) end
    function Lock:onA() self:press "A" end
    function Lock:onB() self:press "B" end
    application "Lock" { main = "Lock" }
    never "the code" (function(app) return app:coordinator("Lock").typed == code end)
    reachable "another code" (function(app) return app:coordinator("Lock").typed == "BBB" end)
    """

  private func text(_ result: ExplorationResult) -> String {
    let report = ExplorationReport(result, of: "test.properties.lua")
    return report.text(.plain).replacing(/in [0-9.]+ m?s/, with: "in 0 ms")
  }

  @Test func `equal seeds take equal paths, and different seeds take different paths`() throws {
    var bounds = Explorer.Bounds()
    bounds.depth = 4
    func counts(_ seed: UInt64) throws -> [Int] {
      let plan = RandomWalks.Plan(count: 3, seed: seed)
      let result = try fixture.walk(Self.lock, plan, bounds)
      return [result.stateCount, result.transitionCount, result.depth]
    }
    #expect(try counts(1) == counts(1))
    #expect(try Set((1...8).map { try counts($0) }).count > 1)
  }

  @Test func `walks report their number and seed, and shorten the path to a violation`() throws {
    let result = try fixture.walk(Self.lock, RandomWalks.Plan(count: 40, seed: 7))
    #expect(result.cuts == [.walks(40, seed: 7)])
    #expect(result.properties.prefix(2).map(\.answer) == [.violated, .holds])
    #expect(
      result.violations.first?.counterexample?.steps.map(\.lua) == [
        "app:tap(\"A\")", "app:tap(\"B\")", "app:tap(\"A\")",
      ])
    #expect(text(result).hasSuffix("40 random walks, seed 7, in 0 ms\n"))
  }

  @Test func `shards perform different walks, and together all walks`() throws {
    var bounds = Explorer.Bounds()
    bounds.depth = 1
    func transitions(_ plan: RandomWalks.Plan) throws -> Int {
      try fixture.walk(Self.lock, plan, bounds).transitionCount
    }
    let whole = RandomWalks.Plan(count: 2, seed: 2)
    var (first, second) = (whole, whole)
    (first.stride, second.stride, second.first) = (2, 2, 1)
    // Each walk has one action, so the shards differ if their walks differ.
    #expect(try transitions(first) == 1)
    #expect(try transitions(second) == 1)
    let result = try fixture.walk(Self.lock, second, bounds)
    #expect(result.cuts == [.walks(1, seed: 2)])
  }

  @Test func `a state with a repeated link, and a statement that equals a gesture, is tried`()
    throws
  {
    let result = try fixture.walk(
      """
      local Trap = coordinator "Trap" {
        routes = { door = { actions = { "In" } }, cell = { actions = { "Wait" } } },
        links = { ["trap://in"] = function(self) self.router:root "cell" end },
      }
      function Trap:start() self.router:startFlow "door" end
      function Trap:onIn() self.router:root "cell" end
      function Trap:onWait() end
      application "Trap" { main = "Trap" }
      explore {
        links = { "trap://in", "trap://in" },
        actions = function() return { 'app:tap("Wait")', 'app:tap("Wait")' } end,
        ignore = { "errors" },
      }
      """, RandomWalks.Plan(count: 20, seed: 1))
    #expect(
      result.violations.map(\.title) == [
        "every state has an action that changes something",
        "the start can be reached from everywhere",
      ])
  }

  @Test func `a tab that is opened again is tapped after fewer actions`() throws {
    let result = try fixture.walk(
      """
      local Page = coordinator "Page" { routes = { page = {} } }
      function Page:start() self.router:startFlow "page" end
      tabs "Tabs" { pages = {
        { id = "a", coordinator = "Page" }, { id = "b", coordinator = "Page" },
      } }
      local Main = coordinator "Main" {
        routes = { login = { actions = { "In" } }, tabs = { coordinator = "Tabs", style = "sheet" } },
      }
      function Main:start() self.router:startFlow "login" end
      function Main:onIn() self.router:present "tabs" end
      application "Main" { main = "Main" }
      never "the second tab" { tab = "b" }
      """, RandomWalks.Plan(count: 20, seed: 1))
    #expect(
      result.violations.first?.counterexample?.steps.map(\.lua) == [
        "app:tap(\"In\")", "app:tapTab(\"b\")",
      ])
  }

  @Test func `a stop keeps the results so far`() throws {
    var calls = 0
    let result = try fixture.walk(
      Self.lock, RandomWalks.Plan(count: 100, seed: 1),
      isStopped: {
        calls += 1
        return calls > 120
      })
    #expect(result.cuts == [.interrupted, .walks(2, seed: 1)])
  }

  /// Two errors at different lines, after one and after two of many actions.
  private static let errors = """
    local Shop = coordinator "Shop" { routes = { list = { actions = { "Skip", "Count", "Fail" } } } }
    function Shop:start() self.count, self.skips = 0, 0 self.router:startFlow "list" end
    function Shop:onSkip() self.skips = math.min(self.skips + 1, 20) end
    function Shop:onCount() self.count = math.min(self.count + 1, 2) end
    function Shop:onFail()
      if self.count == 1 then error "early" end
      if self.count == 2 then error "late" end
    end
    application "Shop" { main = "Shop" }
    """
  private static let title = "no handler raises an error"

  private func errors(_ result: ExplorationResult) -> ExplorationResult.Counterexample? {
    result.violations.first { $0.title == Self.title }?.counterexample
  }

  @Test func `the shortened path to an error shows the same error`() throws {
    var paths: [String: [String]] = [:]
    for seed in 1...12 as ClosedRange<UInt64> {
      let result = try fixture.walk(Self.errors, RandomWalks.Plan(count: 1, seed: seed))
      let example = try #require(errors(result))
      let finding = example.finding.hasSuffix("early") ? "early" : "late"
      paths[finding] = example.steps.map(\.lua)
    }
    let (count, fail) = ("app:tap(\"Count\")", "app:tap(\"Fail\")")
    #expect(paths == ["early": [count, fail], "late": [count, count, fail]])
  }

  @Test func `a function that raises an error on shorter paths does not end the exploration`()
    throws
  {
    let source =
      Self.errors + """

        explore { actions = function(app)
          local shop = app:coordinator "Shop"
          if shop.count > 0 and shop.skips == 0 then error "nothing was skipped" end
        end }
        """
    let results = try (1...12).map {
      try fixture.walk(source, RandomWalks.Plan(count: 1, seed: $0))
    }.filter { $0.failure == nil }
    #expect(!results.isEmpty)
    for result in results {
      let example = try #require(errors(result))
      #expect(example.steps.first { $0.lua != "app:tap(\"Fail\")" }?.lua == "app:tap(\"Skip\")")
    }
  }

  @Test func `a stop while a path is shortened leaves the shortest path so far`() throws {
    func length(_ limit: Int) throws -> Int? {
      var calls = 0
      let result = try fixture.walk(
        Self.errors, RandomWalks.Plan(count: 1, seed: 2),
        isStopped: {
          calls += 1
          return calls > limit
        })
      return errors(result)?.steps.count
    }
    // A walk of 50 actions checks 50 times whether it must stop.
    let lengths = try [50, 60, 10_000].map { try #require(try length($0)) }
    #expect(lengths == lengths.sorted(by: >))
    #expect(lengths[0] > lengths[2])
  }

  @Test func `the time limit also bounds the search for shorter paths`() throws {
    var (bounds, calls) = (Explorer.Bounds(), 0)
    let start = ContinuousClock.now
    bounds.time = .seconds(100)
    bounds.now = {
      calls += 1
      return start + .seconds(calls)
    }
    let result = try fixture.walk(Self.errors, RandomWalks.Plan(count: 1, seed: 2), bounds)
    #expect(errors(result) != nil)
    #expect(calls < 150)
  }

  @Test func `pairs of transitions that no walk contains are reported`() throws {
    let source = """
      local Ring = coordinator "Ring" {
        routes = { a = { actions = { "Next" } }, b = { actions = { "Next" } }, c = { actions = { "Next" } } },
      }
      local after <const> = { a = "b", b = "c", c = "a" }
      function Ring:start() self.router:startFlow "a" end
      function Ring:onNext(screen) self.router:root(after[screen.name]) end
      application "Ring" { main = "Ring" }
      """
    var bounds = Explorer.Bounds()
    bounds.depth = 3
    let result = try fixture.walk(source, RandomWalks.Plan(count: 1, seed: 1), bounds)
    // The walk ends in the state in which it began, so the state graph contains all pairs of
    // transitions.
    #expect(result.pairs?.taken == 3)
    #expect(result.pairs?.missing == [])
    bounds.depth = 2
    let short = try fixture.walk(source, RandomWalks.Plan(count: 1, seed: 1), bounds)
    #expect(short.pairs?.taken == 1)
    #expect(short.pairs?.missing == [])
    #expect(short.coverage.missing(.routes) == [])
  }
}
