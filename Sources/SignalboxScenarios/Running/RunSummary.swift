/// The result of a run or of a single shard.
public struct RunSummary: Sendable {
  /// The results in the order of execution.
  public var results: [ScenarioResult]
  /// The files that failed to load.
  public var unloaded: [UnloadedFile]
  /// The seed of the run's random order and random numbers, or `nil` if it is not known.
  public var seed: UInt64?
  /// The maximum number of scenarios that ran in parallel.
  public var workers: Int
  /// The wall-clock time of the run.
  public var duration: Duration
  /// The reason why the run was stopped, or `nil` if all scenarios ran or the maximum number of
  /// failures was reached.
  public var stop: RunStop?
  /// The number of results that were shortened because the strings in the run exceeded a limit.
  public var reducedCount = 0
  /// The paths of the obsolete snapshots, which are stored snapshots that no scenario uses.
  public var obsoleteSnapshots: [String] = []
  /// The paths of all snapshots stored next to the scenario files of the run.
  public var snapshotFiles: [String] = []
  /// Whether obsolete snapshots cause the run to fail.
  public var failsOnObsolete = false
  /// The coverage, or `nil` if it was not requested.
  public var coverage: ScenarioCoverage?
  /// The screens of explored applications.
  public var screens: [ReportedScreens] = []
  /// The minimum coverage, or `nil` if none is required.
  package var coverageThreshold: CoverageThreshold?
  /// Whether this is the summary of a single shard. Coverage thresholds apply only to the whole
  /// run.
  public var isPart = false
  /// Whether a scenario that passed only after a retry causes the run to fail.
  public var failsOnFlaky = false
  /// The shared resources whose teardown failed, each with its error, such as
  /// `resource "server" of a.scenario.lua: …`.
  public var resourceFailures: [String] = []

  /// Creates a summary.
  ///
  /// - Parameters:
  ///   - results: The results in the order of execution.
  ///   - unloaded: The files that failed to load.
  ///   - seed: The seed of the run's random order and random numbers, or `nil` if it is not known.
  ///   - workers: The maximum number of scenarios that ran in parallel, 1 or more.
  ///   - duration: The wall-clock time of the run.
  ///   - stop: The reason why the run was stopped, or `nil` if all scenarios ran or the maximum
  ///     number of failures was reached.
  public init(
    results: [ScenarioResult], unloaded: [UnloadedFile] = [], seed: UInt64? = nil, workers: Int = 1,
    duration: Duration = .zero, stop: RunStop? = nil
  ) {
    self.results = results
    self.unloaded = unloaded
    self.seed = seed
    self.workers = workers
    self.duration = duration
    self.stop = stop
  }

  /// Returns the number of scenarios with the given status. Cost: O(results).
  ///
  /// - Parameter status: The status to count.
  public func count(_ status: ScenarioResult.Status) -> Int {
    // The results are accessed by index, because passing a result to a closure would copy the
    // result.
    results.indices.count { results[$0].status == status }
  }

  /// The exit code of the process. After a signal, the exit code for the signal takes precedence
  /// over failed scenarios.
  public var exitCode: ExitCode {
    if let code = stop?.exitCode { return code }
    if !unloaded.isEmpty { return .notLoaded }
    if count(.failed) > 0 || (failsOnObsolete && !obsoleteSnapshots.isEmpty) { return .failed }
    if failsOnFlaky && count(.flaky) > 0 || !resourceFailures.isEmpty { return .failed }
    if stop != nil { return .failed }
    if results.isEmpty { return .nothingMatched }
    return shortfalls.isEmpty ? .success : .failed
  }

  /// A reason why the whole run fails even if all scenarios pass.
  package struct Miss: Hashable, Sendable {
    /// The kind of failure: `obsolete`, `teardown`, `coverage` or `flaky`.
    package let kind: String
    /// The title of the test case, for reports that consist of test cases.
    package let title: String
    /// A one-sentence description without a period.
    package let message: String
  }

  /// The obsolete snapshots, failed teardowns, missed thresholds and flaky scenarios that cause the
  /// run to fail, in this order.
  package var misses: [Miss] {
    var misses: [Miss] = []
    if failsOnObsolete {
      misses += obsoleteSnapshots.map { path in
        Miss(
          kind: "obsolete", title: "snapshot \(path) is taken",
          message: "\(path) is obsolete: no scenario uses this snapshot; delete it, or run with "
            + "--update=all")
      }
    }
    misses += resourceFailures.map { text in
      Miss(kind: "teardown", title: "teardown of a shared resource", message: text)
    }
    misses += shortfalls.map { shortfall in
      Miss(
        kind: Self.coverageKind, title: "coverage of \(shortfall.kind.rawValue)",
        message: "coverage below the threshold: \(shortfall)")
    }
    guard failsOnFlaky else { return misses }
    return misses
      + results.filter { $0.status == .flaky }.map { result in
        Miss(
          kind: "flaky", title: "\(result.scenario.id) is not flaky",
          message: "\(result.scenario.id) passed only in attempt \(result.attempts)")
      }
  }

  /// The ``misses`` other than missed thresholds, for reports that show the thresholds together
  /// with the coverage.
  var missesBesidesCoverage: [Miss] { misses.filter { $0.kind != Self.coverageKind } }

  /// The paths of the obsolete snapshots that do not cause the run to fail.
  var toleratedSnapshots: [String] { failsOnObsolete ? [] : obsoleteSnapshots }

  private static let coverageKind = "coverage"

  /// The kinds of declarations whose coverage is below their thresholds.
  package var shortfalls: [CoverageThreshold.Shortfall] {
    guard let coverage, let coverageThreshold, !isPart else { return [] }
    return coverageThreshold.shortfalls(in: coverage)
  }
}
