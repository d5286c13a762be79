internal import Dispatch

/// Runs scenarios on threads of this process. Each thread has its own runner.
public struct ScenarioThreads: ScenarioExecutor {
  private let makeRunner: @Sendable () -> ScenarioRunner

  /// - Parameter makeRunner: A closure that creates a runner for a worker.
  public init(makeRunner: @escaping @Sendable () -> ScenarioRunner) { self.makeRunner = makeRunner }

  /// Runs as many scenarios in parallel as the plan has workers. A single worker runs on the
  /// calling thread.
  public func execute(_ queue: ScenarioQueue) {
    let work: @Sendable (Int) -> Void = { [makeRunner] worker in
      let runner = makeRunner()
      while let index = queue.take() {
        let result = Self.result(of: index, queue, runner, worker)
        queue.note(nil, of: worker)
        if let first = queue.finish(index, result) { queue.report(from: first) }
      }
    }
    // A timer checks for stops, because a worker does not check during a long scenario, and the
    // other workers may have no scenarios left.
    let watch = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "signalbox.stop"))
    watch.schedule(deadline: .now(), repeating: .milliseconds(50))
    watch.setEventHandler { _ = queue.checkState() }
    watch.resume()
    defer { watch.cancel() }
    if queue.plan.workers > 1 {
      DispatchQueue.concurrentPerform(iterations: queue.plan.workers, execute: work)
    } else {
      work(0)
    }
  }

  private static func result(
    of index: Int, _ queue: ScenarioQueue, _ runner: ScenarioRunner, _ worker: Int
  ) -> ScenarioResult {
    let scenario = queue.plan.scenarios[index]
    if let broken = queue.plan.brokenResult(of: index) { return broken }
    guard let file = queue.plan.files[scenario.file] else {
      return ScenarioResult(scenario: scenario, status: .notRun, attempts: 0)
    }
    return runner.run(scenario, of: file, repetition: queue.repetitions[index]) { event in
      switch event {
      case .session(let stopper): queue.note(stopper, of: worker)
      case .shown(let line): queue.show?(line, scenario)
      case .attempt, .phase, .output: break
      }
    }
  }
}
