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
}
