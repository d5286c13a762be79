internal import PortableMutex
internal import Signalbox

/// Runs asynchronous work only on request.
protocol WorkRunner: AnyObject {
  /// Starts work as a task. Returns a function that cancels the task.
  func start(_ work: CoordinatorWork) -> @Sendable () -> Void
  /// Runs all tasks that can continue.
  func drain()
  /// Ends all tasks. The tasks must have been cancelled.
  func close()
}

/// Runs the tasks of a fixture's work only on request, in the order in which they became ready, on
/// the caller's thread.
///
/// After it has been closed, the executor passes tasks to the global executor, so that cancelled
/// tasks can end.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class WorkExecutor: TaskExecutor, WorkRunner {
  private struct State {
    var jobs: [UnownedJob] = []
    var isClosed = false
  }

  /// The state, which is accessed by code that resumes tasks on any thread, and by the fixture that
  /// runs the tasks.
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
