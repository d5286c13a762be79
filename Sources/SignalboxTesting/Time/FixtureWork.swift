internal import Signalbox

/// Runs the asynchronous work of a fixture's coordinators under virtual time: on the thread of the
/// test, in an order that is the same every time.
final class FixtureWork: WorkHost {
  private unowned let engine: NavigationEngine
  private let executor = WorkExecutor()
  private let sleeps = SleepList()

  init(_ engine: NavigationEngine) { self.engine = engine }

  var clock: any Clock<Duration> { navigationClock }
  var navigationClock: NavigationClock { NavigationClock(sleeps: sleeps) }

  /// Whether somebody works or sleeps, so that others may have to run before it goes on.
  var isBusy: Bool { engine.openWorkCount > 0 || sleeps.count > 0 }

  /// Begins work: up to where it first waits it is done at once.
  func start(_ work: CoordinatorWork) -> @Sendable () -> Void {
    let task = Task(executorPreference: executor) { await work.run() }
    proceed()
    return { task.cancel() }
  }

  /// Lets work go on as far as it can without time passing.
  ///
  /// What it has come to is taken in at once, or, in a callback, with the next passing of time.
  func proceed() {
    repeat {
      sleeps.move(to: engine.now)
      executor.drain()
      setTimers()
      guard engine.hasFinishedWork else { return }
      if engine.isInCallback {
        _ = engine.after(0) { [weak self] in self?.takeIn() }
        return
      }
      engine.takeInWork()
    } while true
  }

  /// Wakes sleepers as timers of the engine, so that everything happens in the order of its time.
  private func setTimers() {
    for deadline in sleeps.takeNewDeadlines() {
      _ = engine.after(deadline - engine.now) { [weak self] in
        guard let self else { return }
        sleeps.wake(at: engine.now)
        takeIn()
      }
    }
  }

  /// From a timer: the operations that this submits wait until it is over.
  private func takeIn() {
    sleeps.move(to: engine.now)
    executor.drain()
    setTimers()
    engine.takeInWork()
  }

  /// Ends all work; nobody hears of it.
  func close() {
    sleeps.close()
    executor.close()
  }
}
