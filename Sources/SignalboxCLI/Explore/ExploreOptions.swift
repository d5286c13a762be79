internal import ArgumentParser
internal import SignalboxScenarios

/// The options of `signalbox explore` that select paths.
struct WalkOptions: ParsableArguments {
  @Flag(help: "Take random paths instead of all paths, and shorten those that lead to violations.")
  var random = false

  @Option(
    help: ArgumentHelp(
      "The number of random paths (default: as in --resume or --merge, otherwise 100).",
      valueName: "count"))
  var runs: Int?

  @Option(
    help: ArgumentHelp("Repeat the random paths of an earlier run.", valueName: "number"))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Take one shard of the random paths, such as 2/4, or auto to read it from the variables of "
        + "Bazel, GitLab, CircleCI or Buildkite.", valueName: "shard"), completion: .list(["auto"]))
  var shard: ShardChoice?

  @Option(
    help: ArgumentHelp(
      "Combine the random paths of shards from this file, which --resume wrote, or from all files "
        + "in this folder whose names end in .walks. May be repeated.", valueName: "path"),
    completion: .file())
  var merge: [String] = []

  func validate() throws {
    if let runs, runs < 1 { throw ValidationError("--runs is \(runs), expected 1 or more.") }
    if !merge.isEmpty, shard != nil {
      throw ValidationError(
        "--merge cannot be combined with --shard: it combines the random paths of all shards.")
    }
    guard !random else { return }
    for (name, isGiven) in [
      ("runs", runs != nil), ("seed", seed != nil), ("shard", shard != nil),
      ("merge", !merge.isEmpty),
    ] where isGiven {
      throw ValidationError("--\(name) requires --random. Without --random, all paths are taken.")
    }
  }

  /// Returns the settings of the random walks, or `nil` if all paths are taken.
  ///
  /// - Throws: A rejection if the variables of a CI system are invalid.
  func choice() throws(ScenarioSelector.Rejection) -> WalkChoice? {
    guard random else { return nil }
    return WalkChoice(
      count: runs, seed: seed, shard: try shard?.shard(RunSelection.variable), merged: merge)
  }
}

/// The random walks that the options of a command request.
struct WalkChoice {
  /// The number of walks, or `nil` for the number of an earlier run or, without one, for 100.
  let count: Int?
  /// The seed, or `nil` for the seed of an earlier run or of a previously explored file or, without
  /// one, for a random seed.
  let seed: UInt64?
  /// The shard, or `nil` to take all walks.
  let shard: ScenarioShard?
  /// The files and folders with the walks of shards.
  let merged: [String]

  /// Returns the walks to take.
  ///
  /// - Parameters:
  ///   - known: The walks of an earlier run or of the shards, or `nil` if there are none.
  ///   - chosen: The seed of the files that were explored before, or `nil` if there are none.
  func plan(
    continuing known: ExplorationJournal.Walks?, otherwise chosen: UInt64?
  ) -> RandomWalks.Plan {
    var plan = RandomWalks.Plan(
      count: count ?? known?.count ?? 100,
      seed: seed ?? known?.seed ?? chosen ?? UInt64.random(in: 1...999_999))
    if let shard {
      plan.first = shard.number - 1
      plan.stride = shard.count
    }
    return plan
  }
}

/// The options of `signalbox explore` for results.
struct ExplorationOutput: ParsableArguments {
  @Flag(help: "Print JSON, one object per file.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Also write a report to a file, such as junit=explore.xml or html=explore.html. May be "
        + "repeated.", valueName: "name=path"), completion: CompletionSource.reporters)
  var reporter: [ReporterChoice] = []

  @Flag(
    help: "Print the routes, transitions, actions, guards and links that no path uses.")
  var coverage = false

  @Flag(
    inversion: .prefixedNo, help: "Write the path to each violation as a scenario next to the file."
  )
  var write = true

  func validate() throws {
    for choice in reporter where choice.path == nil {
      throw ValidationError(
        "--reporter \(choice.name) requires a file: --reporter \(choice.name)=PATH.")
    }
  }
}
