internal import PortableMutex
internal import Signalbox

/// Runs asynchronous work on request only.
protocol WorkRunner: AnyObject {
  /// Starts work as a task, and returns a function that cancels it.
  func start(_ work: CoordinatorWork) -> @Sendable () -> Void
  /// Runs all tasks that can continue.
  func drain()
  /// Ends the tasks, which were cancelled before.
  func close()
}

/// Runs the tasks of a fixture's work on request only, in order, on the caller's thread.
///
/// Once closed, it passes tasks to the global executor, so that cancelled tasks can end.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class WorkExecutor: TaskExecutor, WorkRunner {
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

  func start(_ work: CoordinatorWork) -> @Sendable () -> Void {
    let task = Task(executorPreference: self) { await work.run() }
    return { task.cancel() }
  }

  func drain() {
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  func close() {
    state.withLock { $0.isClosed = true }
    drain()
  }

  private func next() -> UnownedJob? {
    state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
  }
}
