/// A shard, which is a part of a run that is divided among several machines.
public struct ScenarioShard: Hashable, Codable, Sendable {
  /// The rule by which scenarios are divided into shards.
  public enum Rule: String, Hashable, Codable, Sendable, CaseIterable {
    /// Scenarios are distributed round-robin in the order of the files, so that all shards have
    /// about the same number of scenarios.
    case count
    /// Scenarios are distributed by a hash of each scenario's identifier, so that adding a scenario
    /// does not move other scenarios to another shard.
    case hash
    /// Scenarios are distributed by their previous durations, so that all shards take about the
    /// same time.
    case time
  }

  /// The number of the shard, counted from 1.
  public let number: Int
  /// The number of shards.
  public let count: Int

  /// The maximum number of shards.
  public static let maxCount = 10_000

  /// Creates a shard. Returns `nil` if the number is out of range or there are more than
  /// ``maxCount`` shards.
  ///
  /// - Parameters:
  ///   - number: The number of the shard, from 1 to `count`.
  ///   - count: The number of shards.
  public init?(_ number: Int, of count: Int) {
    guard number > 0, number <= count, count <= Self.maxCount else { return nil }
    self.number = number
    self.count = count
  }

  /// Decodes a shard.
  ///
  /// - Throws: An error if the shard is invalid.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let number = try container.decode(Int.self, forKey: .number)
    let count = try container.decode(Int.self, forKey: .count)
    guard let shard = ScenarioShard(number, of: count) else {
      throw DecodingError.dataCorruptedError(
        forKey: .number, in: container,
        debugDescription: "there is no shard \(number) of \(count); a run has at most "
          + "\(Self.maxCount) shards")
    }
    self = shard
  }

  /// Returns the identifiers of the scenarios in the shard.
  ///
  /// The result depends only on the shard, the scenarios and their order, the rule and the timings,
  /// so that machines do not have to communicate.
  ///
  /// - Parameters:
  ///   - scenarios: All scenarios of the run, in the order of the files.
  ///   - rule: The rule by which scenarios are divided into shards. All machines must use the same
  ///     rule.
  ///   - timings: The previous durations of scenarios. A missing duration counts as the median of
  ///     the known durations.
  /// - Complexity: O(scenarios · (shards + log scenarios) + timings · log timings) for the rule
  ///   `time`, otherwise O(scenarios).
  public func members(
    of scenarios: [ScenarioDescription], by rule: Rule, timings: ScenarioTimings = ScenarioTimings()
  ) -> Set<String> {
    members(of: scenarios, by: rule, timings: timings, naming: \.id)
  }

  /// Returns the identifiers of the scenarios in the shard. The timings use names other than the
  /// identifiers.
  ///
  /// - Parameters:
  ///   - scenarios: All scenarios of the run, in the order of the files.
  ///   - rule: The rule by which scenarios are divided into shards.
  ///   - timings: The previous durations of scenarios.
  ///   - name: A closure that returns the name of a scenario in the timings.
  package func members(
    of scenarios: [ScenarioDescription], by rule: Rule, timings: ScenarioTimings,
    naming name: (ScenarioDescription) -> String
  ) -> Set<String> {
    switch rule {
    case .count:
      let own = stride(from: number - 1, to: scenarios.count, by: count)
      return Set(own.map { scenarios[$0].id })
    case .hash:
      return Set(
        scenarios.map(\.id).filter { Int(TextHash.value(of: $0) % UInt64(count)) == number - 1 })
    case .time:
      return members(of: scenarios, timings, name)
    }
  }

  /// Assigns scenarios in the order of decreasing duration. Each scenario is assigned to the shard
  /// with the smallest total duration at that point (LPT; Graham 1969).
  private func members(
    of scenarios: [ScenarioDescription], _ timings: ScenarioTimings,
    _ name: (ScenarioDescription) -> String
  ) -> Set<String> {
    let usual = timings.median ?? .milliseconds(1)
    let costs = scenarios.map { scenario in
      let name = name(scenario)
      return (id: scenario.id, name: name, time: timings[name] ?? usual)
    }
    var loads = Array(repeating: Duration.zero, count: count)
    var members: Set<String> = []
    for scenario in costs.sorted(by: { ($1.time, $0.name) < ($0.time, $1.name) }) {
      let least = loads.indices.min { (loads[$0], $0) < (loads[$1], $1) } ?? 0
      loads[least] += scenario.time
      if least == number - 1 { members.insert(scenario.id) }
    }
    return members
  }
}

extension ScenarioShard: CustomStringConvertible {
  /// The number of the shard and the number of shards, such as `2/4`.
  public var description: String { "\(number)/\(count)" }
}
