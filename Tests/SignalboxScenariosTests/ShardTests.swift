import SignalboxScenarios
import SignalboxScripting
import Testing

@Suite struct ShardTests {
  private static let scenarios = (1...97).map { number in
    ScenarioDescription(
      file: "f\(number % 9).scenario.lua", line: number, name: "scenario \(number)")
  }

  private static func shards(_ count: Int) -> [ScenarioShard] {
    (1...count).compactMap { ScenarioShard($0, of: count) }
  }

  private static var timings: ScenarioTimings {
    var timings = ScenarioTimings()
    timings.note(
      scenarios.dropLast(20).enumerated().map { index, scenario in
        ScenarioResult(
          scenario: scenario, status: .passed, duration: .milliseconds(index * index % 311))
      })
    return timings
  }

  @Test(arguments: ScenarioShard.Rule.allCases)
  func `every scenario belongs to exactly one shard`(rule: ScenarioShard.Rule) {
    for count in [1, 2, 3, 4, 7, 97, 120] {
      let parts = Self.shards(count).map {
        $0.members(of: Self.scenarios, by: rule, timings: Self.timings)
      }
      #expect(parts.reduce(0) { $0 + $1.count } == Self.scenarios.count)
      #expect(parts.reduce(Set()) { $0.union($1) } == Set(Self.scenarios.map(\.id)))
    }
  }

  @Test func `the sizes of shards by count differ by at most one scenario`() {
    let sizes = Self.shards(4).map { $0.members(of: Self.scenarios, by: .count).count }
    #expect(sizes == [25, 24, 24, 24])
  }

  @Test func `with shards by name, adding a scenario moves no other scenario`() {
    let more = [ScenarioDescription(file: "a.scenario.lua", line: 1, name: "new")] + Self.scenarios
    for shard in Self.shards(4) {
      let old = shard.members(of: Self.scenarios, by: .hash)
      #expect(shard.members(of: more, by: .hash).subtracting(["a.scenario.lua::new"]) == old)
    }
  }

  @Test func `shards by time have approximately the same duration`() {
    let loads = Self.shards(4).map { shard in
      shard.members(of: Self.scenarios, by: .time, timings: Self.timings)
        .reduce(Duration.zero) { $0 + (Self.timings[$1] ?? .zero) }
    }
    // The bound of LPT: at most a third longer than the optimum (Graham 1969).
    let total = loads.reduce(.zero, +)
    #expect(loads.allSatisfy { $0 <= total / 4 * 4 / 3 })
  }

  @Test func `shard numbers outside the range are rejected`() {
    #expect(ScenarioShard(0, of: 4) == nil)
    #expect(ScenarioShard(5, of: 4) == nil)
    #expect(ScenarioShard(1, of: 0) == nil)
    #expect(ScenarioShard(4, of: 4)?.description == "4/4")
  }

  @Test func `durations in a timings file are read as they were written`() throws {
    let json = Self.timings.json
    #expect(try ScenarioTimings(json: Array(json.utf8)) == Self.timings)
    #expect(throws: (any Error).self) { try ScenarioTimings(json: Array("[1]".utf8)) }
  }

  @Test func `the shards of a shuffled run have the positions of the whole run`() {
    var whole = RunPlan(scenarios: Self.scenarios, files: [:])
    whole.shuffle(seed: 7)
    let parts = Self.shards(3).map { shard in
      var plan = whole
      plan.reduce(to: shard, members: shard.members(of: Self.scenarios, by: .hash))
      return plan
    }
    let lists = parts.map { part in part.scenarios.map(\.id) }
    for (list, shard) in zip(lists, Self.shards(3)) {
      let members = shard.members(of: Self.scenarios, by: .hash)
      #expect(list == whole.scenarios.map(\.id).filter(members.contains))
    }
  }

  @Test func `shards that use one timings file one after the other run every scenario once`() throws
  {
    let scenarios = (1...34).map {
      ScenarioDescription(file: "a.scenario.lua", line: $0, name: "scenario \($0)")
    }
    func result(_ scenario: ScenarioDescription, _ time: Int) -> ScenarioResult {
      ScenarioResult(scenario: scenario, status: .passed, duration: .milliseconds(time))
    }
    var file = ScenarioTimings()
    var generator = SystemRandomNumberGenerator()
    for iteration in 0..<6 {
      var ran: [String] = []
      for number in 1...3 {
        let shard = try #require(ScenarioShard(number, of: 3))
        var timings = try ScenarioTimings(json: Array(file.json.utf8))
        timings.begin(shard)
        let members = shard.members(of: scenarios, by: .time, timings: timings)
        ran += members
        timings.note(
          scenarios.filter { members.contains($0.id) }.map {
            result($0, Int.random(in: 1...500, using: &generator))
          }, of: shard)
        file = timings
      }
      #expect(ran.sorted() == scenarios.map(\.id).sorted(), "iteration \(iteration)")
    }
  }

  @Test func `the next run uses the durations of all shards, or immediately those of a whole run`()
    throws
  {
    let scenario = ScenarioDescription(file: "a.scenario.lua", line: 1, name: "a")
    let other = ScenarioDescription(file: "a.scenario.lua", line: 2, name: "b")
    let one = try #require(ScenarioShard(1, of: 2))
    let two = try #require(ScenarioShard(2, of: 2))
    var timings = ScenarioTimings()
    timings.note([ScenarioResult(scenario: scenario, status: .passed, duration: .seconds(1))])
    #expect(timings[scenario.id] == .seconds(1))
    timings.note(
      [ScenarioResult(scenario: scenario, status: .passed, duration: .seconds(2))], of: one)
    timings.begin(two)
    #expect(timings[scenario.id] == .seconds(1))
    timings.note([ScenarioResult(scenario: other, status: .passed, duration: .seconds(3))], of: two)
    #expect(timings[scenario.id] == .seconds(2))
    #expect(timings[other.id] == .seconds(3))
    timings.note(
      [ScenarioResult(scenario: scenario, status: .passed, duration: .seconds(4))], of: one)
    timings.begin(one)
    #expect(timings[scenario.id] == .seconds(4))
  }
}
