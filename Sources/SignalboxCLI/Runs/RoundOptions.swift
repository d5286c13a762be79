internal import ArgumentParser

/// What can be said about running scenarios again, and about stopping at what goes wrong.
struct RoundOptions: ParsableArguments {
  @Flag(help: "Stay, and run again what a change of a file touches.")
  var watch = false

  @Flag(
    name: .customLong("only-changed"),
    help: ArgumentHelp(
      "Run the scenarios whose file, what it requires, or snapshots have changed since the last commit; "
        + "--only-changed=REF: since another one."))
  var isOnlyChanged = false

  @Option(name: .customLong("only-changed-as"), help: .hidden)
  var changedReference: String?

  @Flag(help: "Run all again and again until one fails; at most --repeat times.")
  var untilFailure = false

  @Option(help: ArgumentHelp("Fail scenarios that make more steps than that.", valueName: "count"))
  var maxSteps: Int?

  @Option(
    help: ArgumentHelp(
      "Stop the whole run after this time, its reports written; what has not run fails it.",
      valueName: "time"))
  var maxTime: TimeLimit?

  @Flag(help: "Open the prompt at the first failure, at a terminal; runs one scenario at a time.")
  var debug = false

  /// What `--only-changed` compares with; `nil` where nothing is said.
  var onlyChanged: String? { changedReference ?? (isOnlyChanged ? "HEAD" : nil) }

  /// - Throws: where the options exclude each other.
  func check(_ jobs: JobCount, isListed: Bool, isSplit: Bool) throws {
    guard maxSteps.map({ $0 > 0 }) ?? true else {
      throw ValidationError("--max-steps takes a count of 1 or more.")
    }
    if changedReference?.isEmpty == true {
      throw ValidationError("--only-changed= takes a commit, branch or tag, or leave the = out.")
    }
    if debug, case .count(let count) = jobs, count > 1 {
      throw ValidationError(
        "--debug runs one scenario at a time, -j \(count) several; leave -j out, or say -j1.")
    }
    let runners = [("--watch", watch), ("--until-failure", untilFailure)].filter(\.1).map(\.0)
    if runners.count > 1 {
      throw ValidationError("--watch and --until-failure exclude each other.")
    }
    guard let runner = runners.first else { return }
    if isListed { throw ValidationError("--list runs nothing, \(runner) runs scenarios.") }
    if isSplit { throw ValidationError("--shard runs one part, \(runner) runs everything.") }
    if watch, onlyChanged != nil {
      throw ValidationError("--watch and --only-changed exclude each other.")
    }
  }
}
