internal import Signalbox

/// Advances the virtual time of a fixture, and continues the asynchronous work of the fixture's
/// coordinators.
final class FixtureTime {
  private let engine: NavigationEngine
  private let work: FixtureWork

  /// The maximum number of times that other tasks can run at one point in time. Several turns are
  /// needed because each task may resume another task.
  private static let turns = 16
  /// The number of times that other tasks can run if no work is known. Some turns are needed
  /// because a task that has just started is not sleeping yet.
  private static let fewestTurns = 4
  /// The maximum number of pauses for tasks that have woken and not slept again.
  private static let maxPauses = 5

  init(_ engine: NavigationEngine) {
    self.engine = engine
    work = FixtureWork(engine)
  }

  /// Connects the fixture to the engine, so that the fixture runs the work of coordinators, if the
  /// platform supports this.
  func connect() {
    if work.canRun { engine.workHost = work }
  }

  /// Cancels all work and disconnects the fixture from the engine.
  func disconnect() {
    work.close()
    engine.workHost = nil
  }

  var clock: NavigationClock { work.navigationClock }

  /// The times at which sleeping tasks wake.
  var sleepers: [Duration] { work.sleepers.map { .milliseconds($0) } }

  /// Holds the work that coordinators of a type start from now on.
  func hold(_ type: String) { work.hold(type) }

  /// Returns the held work of a coordinator type, oldest first.
  func heldWork(of type: String) -> [CoordinatorWork] { work.heldWork(of: type) }

  /// Ends held work of a coordinator type.
  ///
  /// - Returns: The reason why nothing has changed, or `nil` if the work has ended.
  func endWork(of type: String, at index: Int, with ending: WorkEnding) -> String? {
    let held = heldWork(of: type)
    let name = type.debugDescription
    guard held.indices.contains(index) else {
      return
        "\(counted(held.count, "work item")) of \(name) \(held.count == 1 ? "is" : "are") held, so "
        + "none has the index \(index); call holdWork(of: \(name)) before the work starts"
    }
    if end(held[index], with: ending) { return nil }
    return "the work of \(name) returns \(held[index].valueType), got \(ending.source)"
  }

  /// Returns a number for each open work item: the rank of an item that was started after it had
  /// been held, or a negative number for an item that is held or has never been held.
  func order(of works: [WorkID]) -> [Int] { work.order(of: works) }

  /// Ends held work. The result is delivered when work continues.
  ///
  /// - Returns: `false` if the work returns values of another type, in which case nothing changes.
  func end(_ held: CoordinatorWork, with ending: WorkEnding) -> Bool {
    work.end(held, with: ending)
  }

  /// Continues work without advancing time.
  func proceed() {
    if !engine.isInCallback { work.proceed() }
  }

  /// Returns the end of a duration that begins now.
  func end(of duration: Duration) -> Duration {
    let (end, overflows) = engine.milliseconds.addingReportingOverflow(duration.wholeMilliseconds)
    return .milliseconds(overflows ? .max : end)
  }

  // MARK: - Advancing

  /// - Returns: Whether time was advanced. The result is `false`, and nothing changes, if this
  ///   method is called in an engine callback.
  func advance(to end: Duration) -> Bool {
    guard !engine.isInCallback else { return false }
    work.proceed()
    pass(to: end)
    return true
  }

  /// - Returns: Whether time was advanced. The result is `false`, and nothing changes, if this
  ///   method is called in an engine callback.
  nonisolated(nonsending) func advanceLettingOthersRun(to end: Duration) async -> Bool {
    guard !engine.isInCallback else { return false }
    await letOthersRun()
    while let next = engine.nextDeadline, next <= end, engine.now < end || next <= engine.now {
      pass(to: next)
      await letOthersRun()
    }
    pass(to: end)
    await letOthersRun()
    return true
  }

  /// Advances time until no work is open, nothing is due or the end has been reached.
  ///
  /// - Returns: Whether time was advanced. The result is `false`, and nothing changes, if this
  ///   method is called in an engine callback.
  nonisolated(nonsending) func finishWork(until end: Duration) async -> Bool {
    guard !engine.isInCallback else { return false }
    await letOthersRun()
    engine.settle()
    while engine.openWorkCount > 0, let next = engine.nextDeadline, next <= end {
      pass(to: next)
      engine.settle()
      await letOthersRun()
    }
    return true
  }

  private func pass(to time: Duration) {
    engine.advance(by: time - engine.now)
    work.proceed()
  }

  /// Runs other tasks that are waiting for the caller's executor or for the concurrent executor.
  private nonisolated(nonsending) func letOthersRun() async {
    work.proceed()
    let hasWoken = work.takeHasWoken()
    for turn in 0..<Self.turns where turn < Self.fewestTurns || hasWoken || work.isBusy {
      await letOthersRunOnce()
    }
    // On a busy machine, the system can suspend the thread of a woken task for longer than all
    // turns take. If the task has ended, all pauses elapse, because the task does not sleep again.
    for _ in 0..<Self.maxPauses where work.hasAwakeTasks {
      try? await Task.sleep(for: .milliseconds(1))
      await letOthersRunOnce()
    }
    work.forgetAwakeTasks()
  }

  private nonisolated(nonsending) func letOthersRunOnce() async {
    await Task.yield()
    await Self.visitConcurrentExecutor()
    work.proceed()
  }

  /// Returns after the jobs that are waiting for the concurrent executor have begun.
  ///
  /// A task on the main actor that calls `sleep(for:)` of an `any Clock<Duration>` begins to sleep
  /// on the concurrent executor, and wakes there, because the method of the standard library is
  /// not isolated. If the executor is busy, for example with other tests, this takes longer than
  /// any number of turns on the main actor.
  @concurrent private static func visitConcurrentExecutor() async {}
}
