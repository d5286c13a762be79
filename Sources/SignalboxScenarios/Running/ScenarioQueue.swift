internal import PortableMutex
public import SignalboxScripting

/// The scenarios of a plan that have not run yet, and the results of the other scenarios.
///
/// Results may arrive in any order, from any thread. They are reported in the order of the plan.
public final class ScenarioQueue: Sendable {
  /// The state of a run, which determines whether further scenarios begin.
  public enum State: Hashable, Sendable {
    /// Further scenarios of the plan begin as soon as a worker is free.
    case open
    /// The maximum number of failures has been reached. Running scenarios end normally, and no
    /// further scenarios begin.
    case hasEnough
    /// The run has been stopped. Running scenarios are stopped, and no further scenarios begin.
    case stopped
  }

  /// The plan of the run.
  public let plan: RunPlan
  /// For each scenario, the number of times that the plan contains the same scenario at earlier
  /// positions.
  package let repetitions: [Int]
  private let shouldStop: @Sendable () -> RunStop?
  private let report: @Sendable (ScenarioResult) -> Void
  /// The closure that receives each line that a scenario prints, or `nil` if lines are not shown.
  public let show: ScenarioRun.Show?
  /// The progress of the run. It is accessed briefly before and after every scenario and for each
  /// reported result.
  private let progress: Mutex<Progress>

  private struct Progress {
    var next = 0
    var stop: RunStop?
    var failures = 0
    var order = ResultOrder<ScenarioResult>()
    var hasResult: [Bool]
    var budget = ResultBudget()
    /// The reported results, in the order of the plan.
    var reported: [ScenarioResult] = []
    /// The stoppers of the scenarios that are running on threads, keyed by worker.
    var stoppers: [Int: ScriptStopper] = [:]

    mutating func stop(_ reason: RunStop) {
      stop = stop ?? reason
      for stopper in stoppers.values { stopper.stop() }
    }
  }

  init(
    _ plan: RunPlan, shouldStop: @escaping @Sendable () -> RunStop?,
    report: @escaping @Sendable (ScenarioResult) -> Void, show: ScenarioRun.Show?
  ) {
    self.plan = plan
    repetitions = plan.repetitions
    self.shouldStop = shouldStop
    self.report = report
    self.show = show
    progress = Mutex(Progress(hasResult: plan.scenarios.map { _ in false }))
  }

  /// Returns the state of the run. If the run has been stopped, stops scenarios that are running on
  /// threads.
  public func checkState() -> State {
    let stop = shouldStop()
    return progress.withLock { progress in
      if let stop { progress.stop(stop) }
      return state(of: progress)
    }
  }

  private func state(of progress: Progress) -> State {
    if progress.stop != nil { return .stopped }
    let hasEnough = plan.maximumFailures.map { progress.failures >= $0 } ?? false
    return hasEnough ? .hasEnough : .open
  }

  // MARK: - Taking

  /// Returns the index in the plan of the next scenario to run, counted from 0, or `nil` if no
  /// further scenario begins.
  public func take() -> Int? {
    let stop = shouldStop()
    return progress.withLock { progress in
      if let stop { progress.stop(stop) }
      guard state(of: progress) == .open, progress.next < plan.scenarios.count else { return nil }
      defer { progress.next += 1 }
      return progress.next
    }
  }

  /// Sets the stopper of the scenario that a worker is running.
  ///
  /// - Parameters:
  ///   - stopper: The stopper of the scenario's session, or `nil` if the worker is not running a
  ///     scenario.
  ///   - worker: The number of the worker. Workers that run at the same time have different numbers.
  public func note(_ stopper: ScriptStopper?, of worker: Int) {
    // Ctrl-C may have been received before the session existed.
    let stop = stopper == nil ? nil : shouldStop()
    progress.withLock { progress in
      if let stop { progress.stop(stop) }
      progress.stoppers[worker] = stopper
      if progress.stop != nil { stopper?.stop() }
    }
  }

  // MARK: - Results

  /// Stores a scenario's result. A second result for the same index is ignored.
  ///
  /// - Parameters:
  ///   - index: The index of the scenario in the plan, counted from 0.
  ///   - result: The scenario's result.
  /// - Returns: The result that the caller must pass to ``report(from:)``, or `nil` if the result
  ///   is ignored, earlier results are missing, or another caller is reporting.
  public func finish(_ index: Int, _ result: ScenarioResult) -> ScenarioResult? {
    progress.withLock { progress in
      guard !progress.hasResult[index] else { return nil }
      if result.status == .failed { progress.failures += 1 }
      if result.status == .notRun { progress.stop(.interrupted) }
      return take(result, at: index, &progress)
    }
  }

  /// Reports a result and the results that directly follow it. Only one caller reports at a time,
  /// so that other callers do not have to wait until the report is written.
  ///
  /// - Parameter first: The result that ``finish(_:_:)`` returned.
  public func report(from first: ScenarioResult) {
    var next: ScenarioResult? = first
    while let result = next {
      progress.withLock { $0.reported.append(result) }
      report(result)
      next = progress.withLock { $0.order.next() }
    }
  }

  /// Ends the queue. Scenarios without a result are reported as not run.
  func end() -> (results: [ScenarioResult], reducedCount: Int, stop: RunStop?) {
    let (reducedCount, stop) = progress.withLock { ($0.budget.reducedCount, $0.stop) }
    for index in plan.scenarios.indices {
      let next = progress.withLock { progress in
        let rest = ScenarioResult(scenario: plan.scenarios[index], status: .notRun, attempts: 0)
        return take(rest, at: index, &progress)
      }
      if let next { report(from: next) }
    }
    return (progress.withLock { $0.reported }, reducedCount, stop)
  }

  private func take(
    _ result: ScenarioResult, at index: Int, _ progress: inout Progress
  ) -> ScenarioResult? {
    guard !progress.hasResult[index] else { return nil }
    progress.hasResult[index] = true
    var result = result
    progress.budget.take(&result)
    result.position = plan.position(of: index)
    result.repetition = repetitions[index]
    return progress.order.take(result, at: index)
  }
}
