internal import ArgumentParser
internal import SignalboxScenarios

/// The value of `--shard`, such as `2/4` or `auto`.
enum ShardChoice: ExpressibleByArgument, Equatable {
  case part(ScenarioShard)
  /// The shard that the CI system's variables specify.
  case automatic

  init?(argument: String) {
    if argument == "auto" {
      self = .automatic
      return
    }
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1],
      let shard = ScenarioShard(number, of: count)
    else { return nil }
    self = .part(shard)
  }

  /// Returns the shard.
  ///
  /// - Parameter environment: A closure that returns the value of an environment variable.
  /// - Throws: A rejection if the variables of the CI system are missing or invalid.
  func shard(
    _ environment: (String) -> String?
  ) throws(ScenarioSelector.Rejection) -> ScenarioShard {
    if case .part(let shard) = self { return shard }
    for variables in ShardVariables.all {
      if let shard = try variables.shard(environment) { return shard }
    }
    if let (found, missing) = ShardVariables.all.compactMap({ $0.incompletePair(environment) })
      .first
    {
      throw ScenarioSelector.Rejection(
        message:
          "--shard auto: \(found) is set, but \(missing) is not; set both, or pass the shard, "
          + "such as --shard 1/4")
    }
    let names = ShardVariables.all.map(\.index).joined(separator: ", ")
    throw ScenarioSelector.Rejection(
      message: "--shard auto: none of \(names) is set, so the shard is unknown; "
        + "pass the shard, such as --shard 1/4")
  }
}

/// The value of `--shard-by`, such as `hash`.
enum ShardRule: String, ExpressibleByArgument, CaseIterable {
  case count
  case hash
  case time

  var rule: ScenarioShard.Rule {
    switch self {
    case .count: .count
    case .hash: .hash
    case .time: .time
    }
  }
}

/// The environment variables of a CI system that contain the shard number and the number of shards.
struct ShardVariables {
  let name: String
  let index: String
  let count: String
  /// The number that the system assigns to the first shard.
  let first: Int

  /// The variables of the supported systems, as documented by these systems.
  static let all = [
    ShardVariables(
      name: "Bazel", index: "TEST_SHARD_INDEX", count: "TEST_TOTAL_SHARDS", first: 0),
    ShardVariables(name: "GitLab", index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: 1),
    ShardVariables(
      name: "CircleCI", index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL", first: 0),
    ShardVariables(
      name: "Buildkite", index: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT",
      first: 0),
  ]

  /// Returns the variable that is set and the one that is missing, or `nil` unless exactly one of
  /// the two variables is set.
  func incompletePair(
    _ environment: (String) -> String?
  ) -> (found: String, missing: String)? {
    switch (environment(index), environment(count)) {
    case (_?, nil): (index, count)
    case (nil, _?): (count, index)
    default: nil
    }
  }

  /// Returns the shard that the variables specify, or `nil` if the variables are not set.
  ///
  /// - Throws: A rejection if the variables are invalid.
  func shard(_ environment: (String) -> String?) throws(ScenarioSelector.Rejection)
    -> ScenarioShard?
  {
    guard let index = environment(index), let count = environment(count) else { return nil }
    guard let place = Int(index), let total = Int(count),
      (0...ScenarioShard.maxCount).contains(place),
      let shard = ScenarioShard(place - first + 1, of: total)
    else {
      throw ScenarioSelector.Rejection(
        message:
          "\(self.index)=\(index) and \(self.count)=\(count) do not specify a shard; expected an "
          + "index from \(first), as \(name) sets it, and at most "
          + "\(ScenarioShard.maxCount) shards"
      )
    }
    return shard
  }
}
