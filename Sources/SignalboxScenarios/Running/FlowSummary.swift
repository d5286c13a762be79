/// What became of a whole run.
public struct FlowSummary: Sendable {
  /// The results in the order of running.
  public var results: [FlowResult]
  /// The files that did not load.
  public var unloaded: [UnloadedFile]
  /// What the order was drawn from; `nil` for the order of the files.
  public var seed: UInt64?
  /// How many flows ran at a time.
  public var workers: Int
  /// The wall-clock time that it took.
  public var duration: Duration
  /// Why it ended before all flows had run; `nil` where it did not.
  public var stop: RunStop?
  /// How many results are not kept whole, because the run has too many texts.
  public var reducedCount = 0
  /// Frames on file that no flow takes any more.
  public var obsoleteFrames: [String] = []
  /// All frames on file beside the files of the run.
  public var frameFiles: [String] = []
  /// Whether those that are obsolete are a failure.
  public var failsOnObsolete = false
  /// What was covered; `nil` where nobody asked.
  public var coverage: FlowCoverage?
  /// How much has to be covered.
  public var coverageBar: CoverageBar?
  /// Whether it is a part of a split run: only the whole shows what is covered too little.
  public var isPart = false
  /// Whether a flow that passed only when it was tried again is a failure.
  public var failsOnFlaky = false
  /// Shared fixtures whose teardown failed, with why: `fixture "server" of a.flow.lua: …`.
  public var fixtureFailures: [String] = []

  /// A summary as told.
  public init(
    results: [FlowResult], unloaded: [UnloadedFile] = [], seed: UInt64? = nil, workers: Int = 1,
    duration: Duration = .zero, stop: RunStop? = nil
  ) {
    self.results = results
    self.unloaded = unloaded
    self.seed = seed
    self.workers = workers
    self.duration = duration
    self.stop = stop
  }

  /// How many flows ended so. Cost: O(results).
  public func count(_ status: FlowResult.Status) -> Int {
    // By index: a result that is handed to a closure is copied.
    results.indices.count { results[$0].status == status }
  }

  /// The exit code of the process. After a signal it is the code of that signal, even if flows failed.
  public var exitCode: ExitCode {
    if let code = stop?.exitCode { return code }
    if !unloaded.isEmpty { return .notLoaded }
    if count(.failed) > 0 || (failsOnObsolete && !obsoleteFrames.isEmpty) { return .failed }
    if failsOnFlaky && count(.flaky) > 0 || !fixtureFailures.isEmpty { return .failed }
    if stop != nil { return .failed }
    if results.isEmpty { return .nothingMatched }
    return shortfalls.isEmpty ? .success : .failed
  }

  /// Something that makes the whole run fail though every flow may have passed.
  public struct Miss: Hashable, Sendable {
    /// `obsolete`, `teardown`, `coverage` or `flaky`.
    public let kind: String
    /// What reports of cases call it.
    public let title: String
    /// One sentence without a full stop.
    public let message: String
  }

  /// What makes the run fail beside its flows, in order: obsolete snapshots, failed teardowns, missed bars, flaky flows.
  public var misses: [Miss] {
    var misses: [Miss] = []
    if failsOnObsolete {
      misses += obsoleteFrames.map { path in
        Miss(
          kind: "obsolete", title: "snapshot \(path) is taken",
          message: "\(path) is obsolete: no flow takes this snapshot; delete it, or run with "
            + "--update=all")
      }
    }
    misses += fixtureFailures.map { text in
      Miss(kind: "teardown", title: "teardown of a shared fixture", message: text)
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
          kind: "flaky", title: "\(result.flow.id) is not flaky",
          message: "\(result.flow.id) passed only in attempt \(result.attempts)")
      }
  }

  /// What is covered less than it has to be.
  public var shortfalls: [CoverageBar.Shortfall] {
    guard let coverage, let coverageBar, !isPart else { return [] }
    return coverageBar.shortfalls(in: coverage)
  }
}
