internal import Signalbox
internal import SignalboxScenarios

/// Virtual time, and the asynchronous work that goes by it.
extension NavigationFixture {
  /// The virtual clock for services that sleep: `any Clock<Duration>` in the application, this one in
  /// its tests. Work of coordinators gets it by itself.
  public var clock: NavigationClock { work.navigationClock }

  /// Virtual time since the session began.
  public var now: Duration { .milliseconds(engine.now) }

  /// Lets virtual time pass: animations end, timers fire, who sleeps by ``clock`` wakes, and work of
  /// coordinators goes on, each at its time.
  ///
  /// Work that waits for others, such as code of the main actor, goes on where the caller awaits.
  public func advance(
    by duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let place = TestPlace(fileID, filePath, line, column)
    guard let end = begin("advance", duration, at: place) else { return }
    work.proceed()
    pass(to: end, at: place)
    afterwards(at: place)
  }

  /// Lets virtual time pass, and everyone who waits for it run.
  ///
  /// What the fixture's own coordinators do in ``/Signalbox/Router/work(_:then:)`` goes on in an order
  /// that is the same every time. Other tasks that sleep by ``clock``, such as those of the main
  /// actor, get their turn at each moment that somebody wakes.
  public nonisolated(nonsending) func advance(
    by duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let place = TestPlace(fileID, filePath, line, column)
    guard let end = begin("advance", duration, at: place) else { return }
    await letOthersRun()
    while let next = engine.nextDeadline, next <= end, engine.now < end || next <= engine.now {
      pass(to: next, at: place)
      await letOthersRun()
    }
    pass(to: end, at: place)
    await letOthersRun()
    afterwards(at: place)
  }

  /// Lets virtual time pass until all work of coordinators is done and no animation runs.
  ///
  /// - Parameter limit: Work that goes on after so much virtual time is a failure.
  public nonisolated(nonsending) func finishWork(
    within limit: Duration = .seconds(60), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let place = TestPlace(fileID, filePath, line, column)
    guard let end = begin("finishWork", limit, at: place) else { return }
    await letOthersRun()
    engine.settle()
    while engine.openWorkCount > 0, let next = engine.nextDeadline, next <= end {
      pass(to: next, at: place)
      engine.settle()
      await letOthersRun()
    }
    afterwards(at: place)
    let count = engine.openWorkCount
    guard count > 0 else { return }
    let what = count == 1 ? "a piece of work goes on" : "\(count) pieces of work go on"
    fail(
      "finishWork: \(what), and nothing is due within \(limit) of virtual time; work waits for "
        + "nobody but the clock in a test", at: place)
  }

  /// Lets virtual time pass until no animation runs and nothing waits.
  public func settle(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    hosted?.note("settle")
    engine.settle()
    afterwards(at: TestPlace(fileID, filePath, line, column))
  }

  // MARK: - Passing

  /// How often others get their turn at one moment: each may hand on to one after it.
  private static let turns = 16
  /// How often they do though nobody is known to work: who has only begun does not sleep yet.
  private static let fewestTurns = 4

  /// The time to go to; a negative span is a failure.
  private func begin(_ verb: String, _ duration: Duration, at place: TestPlace) -> Int? {
    hosted?.note(verb, "\(duration)")
    guard duration >= .zero else {
      fail("\(verb): \(duration) is no span of time, expected 0 or more", at: place)
      return nil
    }
    let (end, overflows) = engine.now.addingReportingOverflow(duration.wholeMilliseconds)
    return overflows ? .max : end
  }

  private func pass(to time: Int, at place: TestPlace) {
    guard engine.advance(by: max(0, time - engine.now)) else {
      return fail("advance: time cannot pass within a callback; call it from the test", at: place)
    }
    work.proceed()
  }

  /// Lets the tasks of others run that wait for the caller's executor.
  private nonisolated(nonsending) func letOthersRun() async {
    work.proceed()
    for turn in 0..<Self.turns where turn < Self.fewestTurns || work.isBusy {
      await Task.yield()
      work.proceed()
    }
  }
}
