/// What became of a whole run.
public struct RunSummary: Sendable {
  /// The results in the order of running.
  public var results: [ScenarioResult]
  /// The files that did not load.
  public var unloaded: [UnloadedFile]
  /// What the order was drawn from; `nil` for the order of the files.
  public var seed: UInt64?
  /// How many scenarios ran at a time.
  public var workers: Int
  /// The wall-clock time that it took.
  public var duration: Duration
  /// Why it ended before all scenarios had run; `nil` where it did not.
  public var stop: RunStop?
  /// How many results are not kept whole, because the run has too many texts.
  public var reducedCount = 0
  /// Snapshots on file that no scenario takes any more.
  public var obsoleteSnapshots: [String] = []
  /// All snapshots on file beside the files of the run.
  public var snapshotFiles: [String] = []
  /// Whether those that are obsolete are a failure.
  public var failsOnObsolete = false
  /// What was covered; `nil` where nobody asked.
  public var coverage: ScenarioCoverage?
  /// How much has to be covered.
  public var coverageThreshold: CoverageThreshold?
  /// Whether it is a part of a split run: only the whole shows what is covered too little.
  public var isPart = false
  /// Whether a scenario that passed only when it was tried again is a failure.
  public var failsOnFlaky = false
  /// Shared resources whose teardown failed, with why: `resource "server" of a.scenario.lua: …`.
  public var resourceFailures: [String] = []

  /// A summary as told.
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

  /// How many scenarios ended so. Cost: O(results).
  public func count(_ status: ScenarioResult.Status) -> Int {
    // By index: a result that is handed to a closure is copied.
    results.indices.count { results[$0].status == status }
  }

  /// The exit code of the process. After a signal it is the code of that signal, even if scenarios
  /// failed.
  public var exitCode: ExitCode {
    if let code = stop?.exitCode { return code }
    if !unloaded.isEmpty { return .notLoaded }
    if count(.failed) > 0 || (failsOnObsolete && !obsoleteSnapshots.isEmpty) { return .failed }
    if failsOnFlaky && count(.flaky) > 0 || !resourceFailures.isEmpty { return .failed }
    if stop != nil { return .failed }
    if results.isEmpty { return .nothingMatched }
    return shortfalls.isEmpty ? .success : .failed
  }

  /// Something that makes the whole run fail though every scenario may have passed.
  public struct Miss: Hashable, Sendable {
    /// `obsolete`, `teardown`, `coverage` or `flaky`.
    public let kind: String
    /// What reports of cases call it.
    public let title: String
    /// One sentence without a full stop.
    public let message: String
  }

  /// What makes the run fail beside its scenarios, in order: obsolete snapshots, failed teardowns,
  /// missed bars, flaky scenarios.
  public var misses: [Miss] {
    var misses: [Miss] = []
    if failsOnObsolete {
      misses += obsoleteSnapshots.map { path in
        Miss(
          kind: "obsolete", title: "snapshot \(path) is taken",
          message: "\(path) is obsolete: no scenario takes this snapshot; delete it, or run with "
            + "--update=all")
      }
    }
    misses += resourceFailures.map { text in
      Miss(kind: "teardown", title: "teardown of a shared resource", message: text)
    }
    misses += shortfalls.map { shortfall in
      Miss(
        kind: "coverage", title: "coverage of \(shortfall.kind.rawValue)",
        message: "covered too little: \(shortfall)")
    }
    guard failsOnFlaky else { return misses }
    return misses
      + results.filter { $0.status == .flaky }.map { result in
        Miss(
          kind: "flaky", title: "\(result.scenario.id) is not flaky",
          message: "\(result.scenario.id) passed only in attempt \(result.attempts)")
      }
  }

  /// What is covered less than it has to be.
  public var shortfalls: [CoverageThreshold.Shortfall] {
    guard let coverage, let coverageThreshold, !isPart else { return [] }
    return coverageThreshold.shortfalls(in: coverage)
  }
}
