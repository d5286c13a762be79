internal import Dispatch

/// Runs flows on threads of this process. Each thread has its own runner.
public struct FlowThreads: FlowExecutor {
  private let makeRunner: @Sendable () -> FlowRunner

  /// - Parameter makeRunner: Makes the runner of a worker.
  public init(makeRunner: @escaping @Sendable () -> FlowRunner) { self.makeRunner = makeRunner }

  /// Runs as many flows at a time as the plan has workers; a single one runs on the caller's thread.
  public func execute(_ queue: FlowQueue) {
    let work: @Sendable (Int) -> Void = { [makeRunner] worker in
      let runner = makeRunner()
      while let index = queue.take() {
        let result = Self.result(of: index, queue, runner, worker)
        queue.note(nil, of: worker)
        if let first = queue.finish(index, result) { queue.report(from: first) }
      }
    }
    guard queue.plan.workers > 1 else { return work(0) }
    // A worker that runs a long flow does not ask, and the others may have nothing left to do.
    let watch = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "signalbox.stop"))
    watch.schedule(deadline: .now(), repeating: .milliseconds(50))
    watch.setEventHandler { _ = queue.checkState() }
    watch.resume()
    defer { watch.cancel() }
    DispatchQueue.concurrentPerform(iterations: queue.plan.workers, execute: work)
  }

  private static func result(
    of index: Int, _ queue: FlowQueue, _ runner: FlowRunner, _ worker: Int
  ) -> FlowResult {
    let flow = queue.plan.flows[index]
    if let broken = queue.plan.brokenResult(of: index) { return broken }
    guard let file = queue.plan.files[flow.file] else {
      return FlowResult(flow: flow, status: .notRun, attempts: 0)
    }
    return runner.run(flow, of: file, repetition: queue.repetitions[index]) { event in
      switch event {
      case .session(let stopper): queue.note(stopper, of: worker)
      case .shown(let line): queue.show?(line, flow)
      case .attempt, .phase, .output: break
      }
    }
  }
}
