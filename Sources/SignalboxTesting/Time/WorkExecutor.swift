internal import Synchronization

/// Runs the tasks of a fixture's work only when told to, one after the other, on the caller's thread.
///
/// Once closed it hands tasks to the global executor, so that what was cancelled comes to its end.
final class WorkExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isClosed = false
  }

  /// Taken by whoever makes a task go on, on any thread, and by the fixture that runs them.
  private let state = Mutex(State())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isClosed = state.withLock { state in
      if !state.isClosed { state.jobs.append(job) }
      return state.isClosed
    }
    if isClosed { globalConcurrentExecutor.enqueue(job) }
  }

  /// Runs what can go on until nothing can.
  ///
  /// - Returns: Whether there was anything.
  @discardableResult
  func drain() -> Bool {
    var hasRun = false
    while let job = next() {
      job.runSynchronously(on: asUnownedTaskExecutor())
      hasRun = true
    }
    return hasRun
  }

  func close() {
    state.withLock { $0.isClosed = true }
    drain()
  }

  private func next() -> UnownedJob? {
    state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
  }
}
