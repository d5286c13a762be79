internal import ArgumentParser

/// The options for the order of scenarios, repeated runs, and the limits of a run.
struct RunOptions: ParsableArguments {
  @Option(
    name: [.customShort("j", allowingJoined: true), .customLong("jobs")],
    help: ArgumentHelp(
      "Run this many scenarios at a time (default: auto, one per core).", valueName: "count"),
    completion: .list(["auto"]))
  var jobs: JobCount?

  @Option(
    help: ArgumentHelp(
      "Repeat the order and random numbers of an earlier run.", valueName: "number"))
  var seed: UInt64?

  @Flag(inversion: .prefixedNo, help: "Run in random order (default) or in file order.")
  var shuffle: Bool?

  @Option(
    name: .customLong("env"),
    help: ArgumentHelp("Set env.NAME for scripts. May be repeated.", valueName: "name=value"))
  var env: [ParameterArgument] = []

  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp("Run each scenario this many times (default: 1).", valueName: "count"))
  var repetitions: Int?

  @Option(
    help: ArgumentHelp(
      "Retry a failed scenario up to this many times (default: 0).",
      valueName: "count"))
  var retries: Int?

  @Flag(
    inversion: .prefixedNo,
    help: "Fail the run if a scenario passes only after a retry (default: no).")
  var failOnFlaky: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Fail the run if a scenario is marked `only` (default: on with --ci or if $CI is set).")
  var forbidOnly: Bool?

  @Flag(name: .customShort("x"), help: "Stop at the first failure.")
  var stopsAtFirst = false

  @Option(help: ArgumentHelp("Stop after this many failures.", valueName: "count"))
  var maxFailures: Int?

  @Option(
    help: ArgumentHelp(
      "Stop the run after this time and write the reports; the run fails if scenarios remain.",
      valueName: "time"))
  var maxTime: TimeLimit?

  @Option(
    help: ArgumentHelp(
      "Fail scenarios that take more than this many steps.", valueName: "count"))
  var maxSteps: Int?

  @Flag(help: "Watch files, and rerun the scenarios that a change affects.")
  var watch = false

  @Flag(help: "Repeat the run until it fails; --repeat limits the number of runs.")
  var untilFailure = false

  @Flag(help: "Open the prompt at the first failure, and run one scenario at a time.")
  var debug = false

  /// - Throws: An error if a count is out of range or the options cannot be combined.
  func check(onlyChanged: String?, isListed: Bool, isSplit: Bool) throws {
    for (name, value, range) in [
      ("repeat", repetitions, 1...Int.max), ("max-failures", maxFailures, 1...Int.max),
      ("max-steps", maxSteps, 1...Int.max), ("retries", retries, 0...100),
    ] {
      guard let value, !range.contains(value) else { continue }
      let expected = range.upperBound == .max ? "of 1 or more" : "from 0 to 100"
      throw ValidationError("--\(name) requires a count \(expected).")
    }
    if debug, case .count(let count) = jobs, count > 1 {
      throw ValidationError(
        "--debug runs one scenario at a time, but -j \(count) runs several; omit -j, or use -j1.")
    }
    let runners = [("--watch", watch), ("--until-failure", untilFailure)].filter(\.1).map(\.0)
    if runners.count > 1 {
      throw ValidationError("--watch and --until-failure cannot be combined.")
    }
    guard let runner = runners.first else { return }
    if isListed {
      throw ValidationError(
        "--list runs no scenarios, so it cannot be combined with \(runner).")
    }
    if isSplit {
      throw ValidationError("--shard and \(runner) cannot be combined.")
    }
    if watch, onlyChanged != nil {
      throw ValidationError("--watch and --only-changed cannot be combined.")
    }
  }
}
