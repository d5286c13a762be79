internal import PortableMutex

/// The tasks that sleep with a fixture's clock.
final class SleepList: Sendable {
  private struct Sleeper {
    let deadline: Int
    /// Whether the task belongs to the fixture's work.
    let isWork: Bool
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = 0
    var lastNumber = 0
    var sleepers: [Int: Sleeper] = [:]
    /// The identifiers of the tasks that were cancelled before they began to sleep.
    var cancelled: Set<Int> = []
    var isClosed = false
    /// Whether a task has woken since ``takeHasWoken()`` was last called.
    var hasWoken = false
    /// The number of tasks outside the fixture's work that have woken and not slept again.
    var awakeCount = 0
    /// Whether the fixture is running its own work.
    var isRunningWork = false
  }

  /// The state, which is accessed by tasks on any thread when they begin or stop sleeping, and by
  /// the fixture.
  private let state = Mutex(State())

  /// The virtual time since the fixture was created, in milliseconds.
  var now: Int { state.withLock { $0.now } }

  /// The deadlines of the sleeping tasks, in milliseconds of virtual time.
  var deadlines: [Int] { state.withLock { $0.sleepers.values.map(\.deadline) } }

  /// The number of sleeping tasks.
  var count: Int { state.withLock { $0.sleepers.count } }

  func move(to time: Int) { state.withLock { $0.now = time } }

  // MARK: - Sleeping

  func sleep(until deadline: Int) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(continuation, until: deadline, number)
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func add(
    _ continuation: CheckedContinuation<Void, any Error>, until deadline: Int, _ number: Int
  ) {
    let end: Result<Void, any Error>? = state.withLock { state in
      if !state.isRunningWork, state.awakeCount > 0 { state.awakeCount -= 1 }
      if state.cancelled.remove(number) != nil || state.isClosed {
        return .failure(CancellationError())
      }
      if deadline <= state.now { return .success(()) }
      state.sleepers[number] = Sleeper(
        deadline: deadline, isWork: state.isRunningWork, continuation: continuation)
      return nil
    }
    if let end { continuation.resume(with: end) }
  }

  private func cancel(_ number: Int) {
    let sleeper = state.withLock { state in
      let sleeper = state.sleepers.removeValue(forKey: number)
      if sleeper == nil { state.cancelled.insert(number) }
      return sleeper
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  // MARK: - Waking

  /// Wakes the tasks that are due, ordered by deadline and, for equal deadlines, by the time at
  /// which they began to sleep.
  func wake(at time: Int) {
    let due = state.withLock { state in
      state.now = time
      let due = state.sleepers.filter { $0.value.deadline <= time }
        .sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
      for (number, _) in due { state.sleepers[number] = nil }
      if !due.isEmpty { state.hasWoken = true }
      state.awakeCount += due.count { !$0.value.isWork }
      return due.map(\.value)
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Returns whether tasks have woken since the last call of this method.
  func takeHasWoken() -> Bool {
    state.withLock { state in
      defer { state.hasWoken = false }
      return state.hasWoken
    }
  }

  /// Whether a task outside the fixture's work has woken and not slept again.
  var hasAwakeTasks: Bool { state.withLock { $0.awakeCount > 0 } }

  /// Assumes that the tasks that have woken do not sleep again.
  func forgetAwakeTasks() { state.withLock { $0.awakeCount = 0 } }

  /// Runs the fixture's work. Tasks that begin to sleep during the call belong to the work.
  func runWork(_ run: () -> Void) {
    state.withLock { $0.isRunningWork = true }
    run()
    state.withLock { $0.isRunningWork = false }
  }

  /// Wakes all sleeping tasks, and all tasks that begin to sleep later, with a `CancellationError`.
  func close() {
    let all = state.withLock { state in
      state.isClosed = true
      defer { state.sleepers = [:] }
      return state.sleepers.sorted { $0.key < $1.key }.map(\.value)
    }
    for sleeper in all { sleeper.continuation.resume(throwing: CancellationError()) }
  }
}
