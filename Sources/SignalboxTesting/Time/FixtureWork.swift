internal import Signalbox

/// Runs the asynchronous work of a fixture's coordinators in virtual time, on the thread of the
/// test and in a deterministic order.
final class FixtureWork: WorkHost {
  private unowned let engine: NavigationEngine
  /// The runner, or `nil` on platforms that do not support task executors.
  private let runner: (any WorkRunner)?
  private let sleeps = SleepList()
  /// The engine timers that wake sleeping tasks, keyed by the time at which they fire.
  private var timers: [Int: TimerID] = [:]
  private var held: HeldWork

  init(_ engine: NavigationEngine) {
    self.engine = engine
    held = HeldWork(engine)
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      runner = WorkExecutor()
    } else {
      runner = nil
    }
  }

  /// Whether the platform supports running work in a deterministic order. If `false`, the engine
  /// has no work host and rejects work.
  var canRun: Bool { runner != nil }

  var clock: any Clock<Duration> { navigationClock }
  var navigationClock: NavigationClock { NavigationClock(sleeps: sleeps) }

  /// Whether any task is running or sleeping, so that time must not advance before other tasks have
  /// run.
  var isBusy: Bool { engine.openWorkCount > 0 || sleeps.count > 0 }

  /// Returns whether tasks have woken since the last call of this method. Each task may sleep again
  /// or resume another task.
  func takeHasWoken() -> Bool { sleeps.takeHasWoken() }

  /// Whether a task outside the fixture's work has woken and not slept again.
  var hasAwakeTasks: Bool { sleeps.hasAwakeTasks }

  /// Assumes that the tasks that have woken do not sleep again.
  func forgetAwakeTasks() { sleeps.forgetAwakeTasks() }

  /// The times at which sleeping tasks wake, in milliseconds.
  var sleepers: [Int] { sleeps.deadlines }

  /// Starts work and runs it until its first suspension, unless the work is held. Returns a
  /// function that cancels the work.
  func start(_ work: CoordinatorWork) -> @Sendable () -> Void {
    if let cancel = held.add(work) { return cancel }
    let cancel = runner?.start(work)
    proceed()
    return cancel ?? {}
  }

  /// Holds the work that coordinators of a type start from now on.
  func hold(_ type: String) { held.hold(type) }

  /// Returns the held work of a coordinator type, oldest first.
  func heldWork(of type: String) -> [CoordinatorWork] { held.work(of: type) }

  /// Returns a number for each open work item: its rank in ``HeldWork/started``, or a negative
  /// number as in ``HeldWork/order(of:)``.
  func order(of works: [WorkID]) -> [Int] {
    // Only the order of work that is still open is significant.
    let orders = works.map { held.order(of: $0) }
    let ranks = orders.filter { $0 >= 0 }.sorted()
    return orders.map { ranks.firstIndex(of: $0) ?? $0 }
  }

  /// Ends held work. The result is delivered later.
  ///
  /// - Returns: `false` if the work returns values of another type, in which case nothing changes.
  func end(_ work: CoordinatorWork, with ending: WorkEnding) -> Bool {
    switch ending {
    case .completion: held.start(work, in: runner)
    case .success(let value):
      guard work.end(with: .success(value)) else { return false }
      held.remove(work.id)
    case .failure(let error):
      _ = work.end(with: .failure(error))
      held.remove(work.id)
    }
    return true
  }

  /// Continues work as far as possible without advancing time.
  ///
  /// Results are delivered immediately or, in a callback, when time next advances.
  func proceed() {
    repeat {
      sleeps.move(to: engine.milliseconds)
      drain()
      setTimers()
      guard engine.hasFinishedWork else { return }
      if engine.isInCallback {
        _ = engine.wakeHost(after: .zero) { [weak self] in self?.takeIn() }
        return
      }
      engine.takeInWork()
    } while true
  }

  private func drain() {
    if let runner { sleeps.runWork { runner.drain() } }
  }

  /// Sets engine timers that wake sleeping tasks, so that tasks and timers run in chronological
  /// order. A timer is cancelled when no task sleeps until its deadline.
  private func setTimers() {
    let deadlines = Set(sleeps.deadlines)
    for (deadline, timer) in timers where !deadlines.contains(deadline) {
      engine.cancel(timer)
      timers[deadline] = nil
    }
    for deadline in deadlines.sorted() where timers[deadline] == nil {
      let delay = Duration.milliseconds(deadline) - engine.now
      timers[deadline] = engine.wakeHost(after: delay) { [weak self] in self?.wake(at: deadline) }
    }
  }

  /// Wakes the tasks that sleep until a deadline. A timer calls this method when it fires.
  private func wake(at deadline: Int) {
    timers[deadline] = nil
    sleeps.wake(at: engine.milliseconds)
    takeIn()
  }

  /// Delivers the results of completed work. A timer calls this method when it fires, so operations
  /// that callbacks submit wait until the method has returned.
  private func takeIn() {
    sleeps.move(to: engine.milliseconds)
    drain()
    setTimers()
    engine.takeInWork()
  }

  /// Cancels all work without delivering results.
  func close() {
    engine.cancelAllWork()
    sleeps.close()
    for timer in timers.values { engine.cancel(timer) }
    timers = [:]
    runner?.close()
  }
}
