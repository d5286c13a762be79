import SignalboxScenarios
import SignalboxScripting
import Testing

struct SelectionTests {
  /// Four scenarios in two files. The first scenario of each file has the tag `smoke`.
  private static let scenarios = (0..<4).map { number in
    var options = ScenarioOptions()
    options.tags = number % 2 == 0 ? ["smoke"] : ["slow"]
    options.retries = number == 0 ? 1 : nil
    return ScenarioDescription(
      file: number < 2 ? "a.scenario.lua" : "b.scenario.lua", line: number + 1,
      name: "scenario \(number)", options: options)
  }

  private static let plan = RunPlan(
    scenarios: scenarios,
    files: Dictionary(
      uniqueKeysWithValues: ["a.scenario.lua", "b.scenario.lua"].map {
        ($0, ScenarioFile(path: $0, source: []))
      }))

  private func names(_ scenarios: [ScenarioDescription]) -> [String] {
    scenarios.map { String($0.name.suffix(1)) }
  }

  @Test func `expressions select scenarios by tag, text and place`() throws {
    let expression = try SelectionExpression("smoke and not slow", of: .tags)
    #expect(expression.terms == ["smoke", "slow"])
    #expect(expression.selects { $0 == "smoke" })
    #expect(!expression.selects { _ in true })
    var selector = ScenarioSelector()
    selector.tags = [expression]
    #expect(try names(selector.select(Self.scenarios)) == ["0", "2"])
    selector.keywords = [SelectionExpression(exactly: "B.SCENARIO")]
    #expect(try names(selector.select(Self.scenarios)) == ["2"])
    selector = ScenarioSelector()
    selector.locations = [ScenarioSelector.Location(path: "a.scenario.lua", line: 9)]
    #expect(try names(selector.select(Self.scenarios)) == ["1"])
    selector.tags = [try SelectionExpression("smok", of: .tags)]
    let rejection = #expect(throws: ScenarioSelector.Rejection.self) {
      try selector.select(Self.scenarios)
    }
    #expect(
      rejection?.message == "no scenario has the tag \"smok\"; did you mean \"smoke\"?")
  }

  @Test func `shards together run the whole plan`() throws {
    let shards = try (1...2).map { try #require(ScenarioShard($0, of: 2)) }
    let names = shards.map { shard in
      var plan = Self.plan
      plan.reduce(to: shard, members: shard.members(of: plan.scenarios, by: .count))
      #expect(plan.shard == shard)
      return self.names(plan.scenarios)
    }
    #expect(names == [["0", "2"], ["1", "3"]])
  }

  @Test func `a seed determines the random order of a plan, in which files stay together`() {
    let orders = (0..<20).map { (seed: UInt64) in
      var (plan, again) = (Self.plan, Self.plan)
      plan.shuffle(seed: seed)
      again.shuffle(seed: seed)
      #expect(plan.seed == seed)
      #expect(plan.scenarios == again.scenarios)
      return names(plan.scenarios).joined()
    }
    let possible: Set = ["0123", "0132", "1023", "1032", "2301", "2310", "3201", "3210"]
    #expect(possible.isSuperset(of: orders))
    #expect(Set(orders).count > 1)
  }

  @Test func `a scenario determines its own limits, or uses the limits of the run`() {
    var settings = RunSettings()
    settings.retries = 2
    #expect(Self.scenarios.map(settings.maximumAttempts(of:)) == [2, 3, 3, 3])
  }

  @Test func `a report can list the slowest scenarios`() {
    let results = Self.scenarios.enumerated().map { number, scenario in
      var result = ScenarioResult(scenario: scenario, status: .passed)
      (result.duration, result.attempts) = (.seconds(number), 1)
      return result
    }
    var context = ReportContext()
    context.durations = 2
    #expect(
      RunSummary(results: results).slowest(context) == """
         slowest
           3 s  b.scenario.lua:4  scenario 3
           2 s  b.scenario.lua:3  scenario 2

        """)
  }
}
