internal import SignalboxScenarios
internal import SignalboxScripting
internal import SystemLibrary

/// Selects the scenarios to run from the scenarios that were found, based on test lists, previous
/// failures and shards.
struct RunSelection {
  private let options: TestOptions
  private let project: Project
  private let bazel: BazelTest?

  init(_ options: TestOptions, _ project: Project, _ bazel: BazelTest?) {
    self.options = options
    self.project = project
    self.bazel = bazel
  }

  /// Returns the value of an environment variable.
  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Returns the locations listed in the file that `--test-list` specifies. Lines that start with
  /// `#` are comments.
  func listedLocations() throws(ScriptError) -> [String] {
    guard let path = options.selection.testList else { return [] }
    let text = String(decoding: try ScriptFile.read(path), as: UTF8.self)
    let locations = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.map {
      String($0.drop(while: \.isWhitespace))
    }.filter { !$0.isEmpty }
    if let long = locations.first(where: { $0.utf8.count > Int(PATH_MAX) }) {
      throw ScriptError(
        .module,
        "\(path) has a line of \(long.utf8.count) bytes; expected PATH, PATH:LINE or PATH::TITLE per line"
      )
    }
    guard !locations.isEmpty else {
      throw ScriptError(
        .module, "\(path) lists no scenarios; expected PATH, PATH:LINE or PATH::TITLE per line")
    }
    return locations
  }

  /// Returns those of the given scenarios that failed in the last run.
  ///
  /// - Throws: An error if the file with the failed scenarios cannot be read.
  func failed(among scenarios: [ScenarioDescription]) throws(ScriptError) -> [ScenarioDescription] {
    try LastRun(project).failed(among: scenarios)
  }

  /// Returns the shard of the run, or `nil` if the run is not sharded.
  func shard() throws(ScenarioSelector.Rejection) -> ScenarioShard? {
    guard let choice = options.selection.shard else { return try bazel?.shard() }
    return try choice.shard(Self.variable)
  }

  /// Returns the identifiers of the scenarios in a shard.
  ///
  /// - Throws: An error if the file with the timings cannot be read.
  func members(
    of shard: ScenarioShard, among scenarios: [ScenarioDescription]
  ) throws(ScriptError) -> Set<String> {
    var paths = ProjectPaths(project.folder)
    return shard.members(
      of: scenarios, by: (options.selection.shardBy ?? .count).rule, timings: try timings(of: shard)
    ) { paths.timedName(of: $0) }
  }

  /// Returns the timings after a run.
  ///
  /// - Parameter planned: The scenarios of all shards.
  /// - Returns: The timings, and the scenarios that no shard has run.
  /// - Throws: An error if the file with the earlier timings cannot be read.
  func timings(
    after results: [ScenarioResult], of shard: ScenarioShard?, among planned: [ScenarioDescription]
  ) throws(ScriptError) -> (timings: ScenarioTimings, unrun: [ScenarioDescription]) {
    var paths = ProjectPaths(project.folder)
    var timings = try timings(of: shard)
    let names = planned.map { paths.timedName(of: $0) }
    let unrun = Set(
      timings.note(results, of: shard, among: names) { paths.timedName(of: $0) })
    return (timings, zip(planned, names).filter { unrun.contains($1) }.map(\.0))
  }

  /// Returns the timings that were stored before a run or shard. The result is empty if there is no
  /// file.
  private func timings(of shard: ScenarioShard?) throws(ScriptError) -> ScenarioTimings {
    guard let path = options.selection.timings, let text = try ScriptFile.readIfThere(path) else {
      return ScenarioTimings()
    }
    do {
      var timings = try ScenarioTimings(json: text)
      timings.begin(shard)
      return timings
    } catch {
      throw ScriptError(
        .module,
        "\(path) contains no durations of scenarios; pass another file with --timings, or delete "
          + "this one")
    }
  }
}
