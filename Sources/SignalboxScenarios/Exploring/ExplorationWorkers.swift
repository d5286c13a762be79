internal import Dispatch
internal import PortableMutex
internal import Signalbox
internal import SignalboxScripting

/// Further sessions of an exploration, which expand states in parallel.
///
/// Queued states are expanded in batches, and their expansions are added in the order of the
/// states. Unless a time limit or the user ends the exploration, the states, the transitions and
/// the answers do not depend on the number of workers.
public final class ExplorationWorkers: Sendable {
  typealias Job = StateSearch<ExploredApplication>.Job
  typealias Expansion = StateExpansion<ExploredApplication>

  /// The session of one worker.
  private final class Worker: Sendable {
    /// The expander, which one thread accesses at a time, or `nil` before the first batch.
    let expander = Mutex<StateExpander<ExploredApplication>?>(nil)
  }

  /// The data that the threads of a batch share.
  private struct Batch {
    /// The index of the next job to expand.
    var next = 0
    var expansions: [Expansion?]
    /// The error that prevents a worker from loading the file, or `nil` if there is none.
    var failure: ScriptError?

    /// Takes the next jobs for a worker. Returns their indices, or `nil` if none are left or a
    /// worker has failed.
    mutating func take(_ count: Int) -> Range<Int>? {
      guard next < expansions.count, failure == nil else { return nil }
      let first = next
      next = min(next + count, expansions.count)
      return first..<next
    }
  }

  private let workers: [Worker]
  private let file: ScenarioFile
  private let timeout: Duration
  private let makeSource: @Sendable () -> any ScenarioSessionSource
  private let isStopped: @Sendable () -> Bool

  /// The number of successive states that a worker takes at a time. Such states are usually
  /// neighbors, so the worker can return to checkpoints on their paths.
  private static let stride = 16
  /// The maximum number of states in a batch for each worker.
  private static let maxStates = 512

  /// - Parameters:
  ///   - count: The number of workers, 1 or more.
  ///   - file: The explored file.
  ///   - timeout: The wall-clock limit for loading the file, and for each action and property.
  ///   - isStopped: A closure that returns whether the user has stopped the exploration. It is
  ///     called before each action.
  ///   - makeSource: A closure that creates the source of a worker's sessions.
  public init(
    _ count: Int, of file: ScenarioFile, timeout: Duration,
    isStopped: @escaping @Sendable () -> Bool,
    makeSource: @escaping @Sendable () -> any ScenarioSessionSource
  ) {
    workers = (0..<count).map { _ in Worker() }
    (self.file, self.timeout) = (file, timeout)
    (self.isStopped, self.makeSource) = (isStopped, makeSource)
  }

  /// Returns the number of states to expand next. The number is 1 if there are too few queued
  /// states for all workers.
  func batchSize(queued: Int) -> Int {
    queued < workers.count * Self.stride ? 1 : min(queued, workers.count * Self.maxStates)
  }

  /// Expands states in parallel.
  ///
  /// - Parameters:
  ///   - graph: The known states, which need no evaluation.
  ///   - coverage: The collector that receives the coverage.
  ///   - end: The time at which to stop, or `nil` for no limit.
  /// - Returns: The expansions, in the order of the jobs.
  /// - Throws: The error of a worker that cannot load the file.
  func expand(
    _ jobs: [Job], knowing graph: StateGraph<ExplorationAction>, _ coverage: CoverageCollector,
    until end: ContinuousClock.Instant?
  ) throws(ScriptError) -> [Expansion] {
    let batch = Mutex(Batch(expansions: Array(repeating: nil, count: jobs.count)))
    DispatchQueue.concurrentPerform(iterations: workers.count) { number in
      workers[number].expander.withLock { expander in
        do throws(ScriptError) {
          if expander == nil { expander = try makeExpander(coverage) }
        } catch {
          batch.withLock { $0.failure = error }
          return
        }
        expander?.forgetEvaluations()
        let stop = ExplorationStop(after: end.map { $0 - .now }, isStopped: isStopped)
        expander?.application.stop = stop
        while let range = batch.withLock({ $0.take(Self.stride) }) {
          for index in range {
            let job = jobs[index]
            let expansion = expander?.expand(
              job.path, job.key, isKnown: { graph.number(of: $0) != nil }
            ) { () throws(ScriptError) in try stop.check() }
            batch.withLock { $0.expansions[index] = expansion }
          }
        }
      }
    }
    let done = batch.withLock { $0 }
    if let failure = done.failure { throw failure }
    return done.expansions.compactMap(\.self)
  }

  private func makeExpander(
    _ coverage: CoverageCollector
  ) throws(ScriptError) -> StateExpander<ExploredApplication> {
    let application = try ExploredApplication(file, makeSource(), goal: nil, timeout: timeout)
    application.coverage = coverage
    application.coversExpansions = true
    return StateExpander(application)
  }

  /// Adds the coverage of the paths that the workers have taken.
  func endCoverage() {
    for worker in workers { worker.expander.withLock { $0?.application.endCoverage() } }
  }
}
