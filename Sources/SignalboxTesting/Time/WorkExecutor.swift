internal import Synchronization

/// Runs the tasks of a fixture's work on request only, in order, on the caller's thread.
///
/// Once closed, it passes tasks to the global executor, so that cancelled tasks can end.
final class WorkExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isClosed = false
  }

  /// Accessed by code that resumes tasks, on any thread, and by the fixture that runs them.
  private let state = Mutex(State())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isClosed = state.withLock { state in
      if !state.isClosed { state.jobs.append(job) }
      return state.isClosed
    }
    if isClosed { globalConcurrentExecutor.enqueue(job) }
  }

  /// Runs all tasks that can continue.
  ///
  /// - Returns: Whether there were any.
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
