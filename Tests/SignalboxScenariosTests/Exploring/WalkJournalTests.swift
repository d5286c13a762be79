import SignalboxScenarios
import SignalboxScripting
import Testing

/// Keeps random walks, and combines those of shards. The results are those of an unsharded run without
/// an interruption.
struct WalkJournalTests {
  private let fixture = ScenarioFixture()
  private let plan = RandomWalks.Plan(count: 24, seed: 11)

  /// Two tabs with links, timers, errors, a coordinator that is never shown, and a screen that only long
  /// walks reach.
  private static let source = """
    local Child = coordinator "Child" { routes = { page = {} } }
    local Page = coordinator "Page" {
      routes = {
        home = { actions = { "A", "B", "Later" } }, a = { actions = { "A", "Fail" } },
        b = { actions = { "Make" } }, deep = {}, unused = {},
      },
      links = { ["app://b"] = function(self) self:push "b" end },
    }
    function Page:start() self.router:startFlow "home" end
    function Page:push(name) if #app:stack(self) < 4 then self.router:navigate(name) end end
    function Page:onA() self:push(#app:stack(self) == 3 and "deep" or "a") end
    function Page:onB() self:push "b" end
    function Page:onFail() error "no server" end
    function Page:onMake() if not self.made then self.made = Child:new {} end end
    function Page:onLater() after("5s", function() self:push "b" end) end
    tabs "Main" { pages = { { id = "x", coordinator = "Page" }, { id = "y", coordinator = "Page" } } }
    application "Tabs" { main = "Main" }
    never "four levels" (function(app) return #app:stack() == 4 end)
    always "quiet" (function(app) if app.front.name == "deep" then error "deep" end return true end)
    reachable "deep" { front = "deep" }
    fromEverywhere "home" { front = "home" }
    explore { links = { "app://b", "app://typo" }, maxDepth = 12 }
    """

  private func report(_ result: ExplorationResult) -> String {
    let report = ExplorationReport(result, of: "test.properties.lua")
    return report.json(requiring: "test").replacing(/"milliseconds":[0-9]+/, with: "")
      + report.coverageText(.plain)
  }

  private func journal(
    _ lines: [String], _ source: String = source,
    _ write: @escaping (String) throws(ScriptError) -> Void = { _ throws(ScriptError) in }
  ) -> ExplorationJournal {
    let sources = SourceCache()
    sources["test.properties.lua"] = Array(source.utf8)
    return ExplorationJournal(lines: lines, of: "--merge 1.walks", sources: sources, write)
  }

  /// Takes the walks of a shard, and adds them to the lines of a journal.
  private func run(
    _ shard: RandomWalks.Plan, keeping lines: inout [String], until limit: Int = .max
  ) throws -> ExplorationResult {
    var (calls, kept) = (0, lines)
    let walks = try fixture.walks(Self.source, shard) {
      calls += 1
      return calls > limit
    }
    walks.journal = journal(lines) { kept.append($0) }
    defer { lines = kept }
    return try walks.run()
  }

  /// Returns the lines of each of several shards.
  private func shards(_ count: Int) throws -> [[String]] {
    try (0..<count).map { number in
      var shard = plan
      (shard.first, shard.stride) = (number, count)
      var lines: [String] = []
      _ = try run(shard, keeping: &lines)
      return lines
    }
  }

  @Test(arguments: [1, 2, 5]) func `the walks of shards have the result of an unsharded run`(
    count: Int
  ) throws {
    let whole = try fixture.walk(Self.source, plan)
    #expect(whole.violations.count == 4)
    let parts = try shards(count)
    #expect(parts.map { $0.count - 1 }.reduce(0, +) == plan.count)
    let walks = try fixture.walks(Self.source, plan)
    // The order of the shards does not matter.
    walks.shards = parts.reversed().map { journal($0) }
    #expect(try report(walks.run()) == report(whole))
    #expect(walks.newWalkCount == 0)
  }

  @Test func `walks that no shard contains are taken`() throws {
    let whole = try fixture.walk(Self.source, plan)
    let walks = try fixture.walks(Self.source, plan)
    walks.shards = try shards(3).dropFirst().map { journal($0) }
    #expect(try report(walks.run()) == report(whole))
    #expect(walks.newWalkCount == 8)
  }

  @Test func `interrupted walks continue to the same result`() throws {
    let whole = try fixture.walk(Self.source, plan)
    var lines: [String] = []
    let first = try run(plan, keeping: &lines, until: 70)
    #expect(first.cuts.first == .interrupted)
    #expect((2...plan.count).contains(lines.count))
    #expect(try report(run(plan, keeping: &lines)) == report(whole))
    #expect(lines.count == plan.count + 1)
    #expect(try report(run(plan, keeping: &lines)) == report(whole))
    #expect(lines.count == plan.count + 1)
  }

  @Test func `the largest seed is stored in the journal`() throws {
    let plan = RandomWalks.Plan(count: 2, seed: .max)
    var lines: [String] = []
    let whole = try report(run(plan, keeping: &lines))
    #expect(journal(lines).walks?.seed == .max)
    #expect(try report(run(plan, keeping: &lines)) == whole)
    #expect(lines.count == 3)
  }

  @Test func `walks of another plan or application are rejected`() throws {
    var lines: [String] = []
    _ = try run(plan, keeping: &lines)
    #expect(journal(lines).walks?.count == 24)
    #expect(journal(lines).walks?.seed == 11)
    #expect(journal(lines).walks?.depth == 12)
    func message(_ plan: RandomWalks.Plan, _ source: String = Self.source) -> String {
      do {
        let walks = try fixture.walks(source, plan)
        walks.shards = [journal(lines, source)]
        _ = try walks.run()
        return "no error"
      } catch let error as ScriptError {
        return error.message
      } catch {
        return "\(error)"
      }
    }
    #expect(
      message(RandomWalks.Plan(count: 24, seed: 12)).hasPrefix(
        "badArgument: --merge 1.walks: the file contains 24 random walks with seed 11 and "
          + "up to 12 actions, expected 24 random walks with seed 12 and up to 12 actions"))
    #expect(
      message(plan, Self.source + "\n-- changed").hasPrefix(
        "badArgument: --merge 1.walks: the file contains the exploration of another application or "
          + "of an earlier version"))
    let explorer = try fixture.explorer(Self.source)
    explorer.journal = journal(lines)
    do throws(ScriptError) {
      _ = try explorer.run()
      Issue.record("no error")
    } catch {
      #expect(error.message.contains("expected all paths"), "\(error.message)")
    }
  }

  @Test func `an action that leads to another state on another walk is reported with the variable`()
    throws
  {
    let result = try fixture.walk(
      """
      local visits = 0
      local Trap = coordinator "Trap" { routes = { root = { actions = { "Go" } }, a = {}, b = {} } }
      function Trap:start() self.router:startFlow "root" end
      function Trap:onGo() visits = visits + 1 self.router:navigate(visits % 2 == 1 and "a" or "b") end
      application "Trap" { main = "Trap" }
      """, RandomWalks.Plan(count: 5, seed: 1))
    let property = try #require(result.violations.first)
    #expect(result.violations.count == 1)
    #expect(property.title == "equal states behave alike")
    #expect(
      property.counterexample?.finding
        == "app:tap(\"Go\") behaves differently than after the shorter path to the same state; "
        + "these variables differ: local visits of the function at test.properties.lua:4")
  }
}
