internal import Signalbox

/// Runs the asynchronous work of a fixture's coordinators under virtual time: on the thread of the
/// test, in a deterministic order.
final class FixtureWork: WorkHost {
  private unowned let engine: NavigationEngine
  /// `nil` on platforms without executors for tasks.
  private let runner: (any WorkRunner)?
  private let sleeps = SleepList()
  /// The timers of the engine that wake sleeping tasks.
  private var timers: Set<TimerID> = []

  init(_ engine: NavigationEngine) {
    self.engine = engine
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      runner = WorkExecutor()
    } else {
      runner = nil
    }
  }

  /// Whether this platform can run work in a deterministic order. Without it, the engine has no work
  /// host and rejects work.
  var canRun: Bool { runner != nil }

  var clock: any Clock<Duration> { navigationClock }
  var navigationClock: NavigationClock { NavigationClock(sleeps: sleeps) }

  /// Whether any task is running or sleeping, so that other tasks may have to run first.
  var isBusy: Bool { engine.openWorkCount > 0 || sleeps.count > 0 }

  /// The times at which sleeping tasks wake, in milliseconds.
  var sleepers: [Int] { sleeps.deadlines }

  /// Whether a timer of the engine wakes sleeping tasks.
  func owns(_ timer: TimerID) -> Bool { timers.contains(timer) }

  /// Starts work and runs it up to its first suspension.
  func start(_ work: CoordinatorWork) -> @Sendable () -> Void {
    let cancel = runner?.start(work)
    proceed()
    return cancel ?? {}
  }

  /// Continues work as far as possible without advancing time.
  ///
  /// Results are delivered immediately or, in a callback, when time advances next.
  func proceed() {
    repeat {
      sleeps.move(to: engine.milliseconds)
      runner?.drain()
      setTimers()
      guard engine.hasFinishedWork else { return }
      if engine.isInCallback {
        timers.insert(engine.after(.zero) { [weak self] in self?.takeIn() })
        return
      }
      engine.takeInWork()
    } while true
  }

  /// Wakes sleeping tasks with timers of the engine, so that everything happens in chronological
  /// order.
  private func setTimers() {
    for deadline in sleeps.takeNewDeadlines() {
      let timer = engine.after(.milliseconds(deadline) - engine.now) { [weak self] in
        guard let self else { return }
        sleeps.wake(at: engine.milliseconds)
        takeIn()
      }
      timers.insert(timer)
    }
  }

  /// Called by a timer: operations that this submits wait until it has returned.
  private func takeIn() {
    sleeps.move(to: engine.milliseconds)
    runner?.drain()
    setTimers()
    engine.takeInWork()
  }

  /// Cancels all work without delivering results.
  func close() {
    sleeps.close()
    runner?.close()
  }
}
