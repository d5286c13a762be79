import SignalboxScenarios
import SignalboxScripting
import Testing

@Suite struct ShardTests {
  private static let flows = (1...97).map { number in
    FlowDescription(file: "f\(number % 9).flow.lua", line: number, name: "flow \(number)")
  }

  private static func shards(_ count: Int) -> [FlowShard] {
    (1...count).compactMap { FlowShard($0, of: count) }
  }

  private static var timings: FlowTimings {
    var timings = FlowTimings()
    timings.note(
      flows.dropLast(20).enumerated().map { index, flow in
        FlowResult(flow: flow, status: .passed, duration: .milliseconds(index * index % 311))
      })
    return timings
  }

  @Test(arguments: FlowShard.Rule.allCases)
  func `every flow belongs to one part`(rule: FlowShard.Rule) {
    for count in [1, 2, 3, 4, 7, 97, 120] {
      let parts = Self.shards(count).map {
        $0.members(of: Self.flows, by: rule, timings: Self.timings)
      }
      #expect(parts.reduce(0) { $0 + $1.count } == Self.flows.count)
      #expect(parts.reduce(Set()) { $0.union($1) } == Set(Self.flows.map(\.id)))
    }
  }

  @Test func `parts by count differ by one flow at most`() {
    let sizes = Self.shards(4).map { $0.members(of: Self.flows, by: .count).count }
    #expect(sizes == [25, 24, 24, 24])
  }

  @Test func `a flow that is added moves no other where the name decides`() {
    let more = [FlowDescription(file: "a.flow.lua", line: 1, name: "new")] + Self.flows
    for shard in Self.shards(4) {
      let old = shard.members(of: Self.flows, by: .hash)
      #expect(shard.members(of: more, by: .hash).subtracting(["a.flow.lua::new"]) == old)
    }
  }

  @Test func `parts by time take about as long`() {
    let loads = Self.shards(4).map { shard in
      shard.members(of: Self.flows, by: .time, timings: Self.timings)
        .reduce(Duration.zero) { $0 + (Self.timings[$1] ?? .zero) }
    }
    // The bound of LPT: no more than a third beyond the best there is (Graham 1969).
    let total = loads.reduce(.zero, +)
    #expect(loads.allSatisfy { $0 <= total / 4 * 4 / 3 })
  }

  @Test func `there is no part beyond the last, and none before the first`() {
    #expect(FlowShard(0, of: 4) == nil)
    #expect(FlowShard(5, of: 4) == nil)
    #expect(FlowShard(1, of: 0) == nil)
    #expect(FlowShard(4, of: 4)?.description == "4/4")
  }

  @Test func `times come back as they were written`() throws {
    let json = Self.timings.json
    #expect(try FlowTimings(json: Array(json.utf8)) == Self.timings)
    #expect(throws: (any Error).self) { try FlowTimings(json: Array("[1]".utf8)) }
  }

  @Test func `the parts of a shuffled run have the places of the whole`() {
    var whole = FlowPlan(flows: Self.flows, files: [:])
    whole.shuffle(seed: 7)
    let parts = Self.shards(3).map { shard in
      var plan = whole
      plan.reduce(to: shard, members: shard.members(of: Self.flows, by: .hash))
      return plan
    }
    let lists = parts.map { part in part.flows.map(\.id) }
    for (list, shard) in zip(lists, Self.shards(3)) {
      let members = shard.members(of: Self.flows, by: .hash)
      #expect(list == whole.flows.map(\.id).filter(members.contains))
    }
  }

  @Test func `parts that take their turns on one file of times run every flow once`() throws {
    let flows = (1...34).map { FlowDescription(file: "a.flow.lua", line: $0, name: "flow \($0)") }
    func result(_ flow: FlowDescription, _ time: Int) -> FlowResult {
      FlowResult(flow: flow, status: .passed, duration: .milliseconds(time))
    }
    var file = FlowTimings()
    var generator = SystemRandomNumberGenerator()
    for round in 0..<6 {
      var ran: [String] = []
      for number in 1...3 {
        let shard = try #require(FlowShard(number, of: 3))
        var timings = try FlowTimings(json: Array(file.json.utf8))
        timings.begin(shard)
        let members = shard.members(of: flows, by: .time, timings: timings)
        ran += members
        timings.note(
          flows.filter { members.contains($0.id) }.map {
            result($0, Int.random(in: 1...500, using: &generator))
          }, of: shard)
        file = timings
      }
      #expect(ran.sorted() == flows.map(\.id).sorted(), "round \(round)")
    }
  }

  @Test func `times of all parts count for the next run, and those of a whole run at once`() throws
  {
    let flow = FlowDescription(file: "a.flow.lua", line: 1, name: "a")
    let other = FlowDescription(file: "a.flow.lua", line: 2, name: "b")
    let one = try #require(FlowShard(1, of: 2))
    let two = try #require(FlowShard(2, of: 2))
    var timings = FlowTimings()
    timings.note([FlowResult(flow: flow, status: .passed, duration: .seconds(1))])
    #expect(timings[flow.id] == .seconds(1))
    timings.note([FlowResult(flow: flow, status: .passed, duration: .seconds(2))], of: one)
    timings.begin(two)
    #expect(timings[flow.id] == .seconds(1))
    timings.note([FlowResult(flow: other, status: .passed, duration: .seconds(3))], of: two)
    #expect(timings[flow.id] == .seconds(2))
    #expect(timings[other.id] == .seconds(3))
    timings.note([FlowResult(flow: flow, status: .passed, duration: .seconds(4))], of: one)
    timings.begin(one)
    #expect(timings[flow.id] == .seconds(4))
  }
}
