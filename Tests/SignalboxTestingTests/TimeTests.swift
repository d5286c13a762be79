import PortableMutex
import Signalbox
import SignalboxScriptTesting
import Testing

struct TimeTests {
  @Test func `a coordinator's work continues when the test advances time`() throws {
    let app = try Shop.fixture()
    app.launch()
    app.tap("Buy")
    app.tap("Pay slowly")
    app.advance(by: .milliseconds(1999))
    app.expectStack("amount")
    app.advance(by: .milliseconds(1))
    app.expectStack("catalog", .screen("thanks", ["number": 8]))
    #expect(app.engine.openWorkCount == 0)
  }

  @Test func `work is cancelled when its coordinator finishes`() throws {
    let app = try Shop.fixture()
    app.launch()
    app.tap("Buy")
    app.tap("Pay slowly")
    #expect(app.engine.openWorkCount == 1)
    app.swipeDown()
    #expect(app.engine.openWorkCount == 0)
    app.advance(by: .seconds(5))
    app.expectStack("catalog")
    app.expectNoLeaks()
  }

  @Test func `cancelled work leaves no timer behind`() throws {
    let app = try Shop.fixture()
    app.launch()
    app.tap("Buy")
    app.tap("Pay slowly")
    let due = app.engine.nextDeadline
    app.swipeDown()
    #expect(due == app.now + .seconds(2) - .milliseconds(350))
    #expect(app.engine.nextDeadline == nil)
  }

  @Test func `closing a fixture cancels work that does not use its clock`()
    throws
  {
    let app = try NavigationFixture()
    let log = Log()
    let silence = AsyncStream<Int> { _ in }
    try app.engine.work { _ in
      await withTaskCancellationHandler {
        for await _ in silence {}
      } onCancel: {
        log.add("cancelled")
      }
    } then: { _ in
      log.add("delivered")
    }
    app.close()
    #expect(log.lines == ["cancelled"])
    #expect(app.engine.openWorkCount == 0)
    #expect(app.engine.nextDeadline == nil)
  }

  @Test func `sleeping tasks resume in the order of their times, together with timers of scripts`()
    async throws
  {
    let app = try NavigationFixture()
    let log = Log()
    for span in [300, 100, 200] {
      try app.engine.work { clock in
        try await clock.sleep(for: .milliseconds(span))
        log.add("slept \(span)")
        try await clock.sleep(for: .milliseconds(300))
        return span
      } then: { [unowned app] result in
        log.add("done \(try result.get()) at \(app.engine.milliseconds)")
      }
    }
    _ = app.engine.schedule(after: .milliseconds(150)) { log.add("timer") }
    await app.advance(by: .milliseconds(450))
    #expect(
      log.lines == [
        "slept 100", "timer", "slept 200", "slept 300", "done 100 at 400",
      ])
    await app.finishWork()
    #expect(log.lines.suffix(2) == ["done 200 at 500", "done 300 at 600"])
  }

  @Test @MainActor func `main actor tasks that sleep with the clock of a fixture resume`()
    async throws
  {
    let app = try NavigationFixture()
    let log = Log()
    let clock: any Clock<Duration> = app.clock
    let task = Task {
      for number in 1...3 {
        try await clock.sleep(for: .seconds(1))
        log.add("\(number)")
      }
    }
    await app.advance(by: .seconds(2))
    #expect(log.lines == ["1", "2"])
    task.cancel()
    await app.advance(by: .seconds(2))
    #expect(log.lines == ["1", "2"])
  }

  @Test @MainActor
  func `main actor tasks resume although other tasks occupy the concurrent executor`()
    async throws
  {
    let app = try NavigationFixture()
    let log = Log()
    let clock: any Clock<Duration> = app.clock
    let task = Task {
      for number in 1...20 {
        try await clock.sleep(for: .seconds(1))
        log.add("\(number)")
      }
    }
    let occupants = (0..<64).map { seed in
      Task.detached {
        var value = UInt64(seed)
        for _ in 0..<3_000_000 { value = value &* 6_364_136_223_846_793_005 &+ 1 }
        return value
      }
    }
    await app.advance(by: .seconds(20))
    #expect(log.lines == (1...20).map { "\($0)" })
    for occupant in occupants { _ = await occupant.value }
    // If time has not woken the task, it still sleeps.
    task.cancel()
    _ = await task.result
  }

  @Test func `work that never ends is reported as a failure`() async throws {
    let app = try NavigationFixture()
    let silence = AsyncStream<Int> { _ in }
    try app.engine.work { _ in
      for await _ in silence {}
    } then: { _ in
    }
    let found = Mutex<[String]>([])
    await withKnownIssue {
      await app.finishWork(within: .seconds(3))
    } matching: { issue in
      found.withLock {
        $0 += issue.comments.compactMap {
          $0.rawValue.split(separator: "\n").first.map(String.init)
        }
      }
      return true
    }
    #expect(
      found.withLock { $0 } == [
        "finishWork: one work item is pending, and nothing is due within "
          + "3.0 seconds of virtual time; "
          + "in a test, work can wait only for the clock"
      ])
  }

  @MainActor final class MainWorkHost: @MainActor WorkHost {
    let clock: any Clock<Duration> = ContinuousClock()
    private weak var engine: NavigationEngine?

    init(_ engine: NavigationEngine) { self.engine = engine }

    func start(_ work: CoordinatorWork) -> @Sendable () -> Void {
      let task = Task {
        await work.run()
        engine?.takeInWork()
      }
      return { task.cancel() }
    }
  }

  @Test(.timeLimit(.minutes(1))) @MainActor
  func `an application can run work on its own actor`() async throws {
    let engine = NavigationEngine()
    engine.workHost = MainWorkHost(engine)
    var result: Int?
    try engine.work { _ in
      7
    } then: {
      result = try $0.get()
    }
    while result == nil { await Task.yield() }

    #expect(result == 7)
    #expect(engine.openWorkCount == 0)
  }

  @Test(.timeLimit(.minutes(1))) @MainActor
  func `work that ends after its engine has been released delivers no result`() async throws {
    var engine: NavigationEngine? = NavigationEngine()
    var host: MainWorkHost? = engine.map { MainWorkHost($0) }
    engine?.workHost = host
    let (gate, opening) = AsyncStream<Void>.makeStream()
    var results = 0
    try engine?.work { _ in
      for await _ in gate {}
    } then: { _ in
      results += 1
    }
    weak let released = engine
    weak let releasedHost = host
    (engine, host) = (nil, nil)
    #expect(released == nil)
    opening.finish()
    // The task of the work retains its host until the work has ended.
    while releasedHost != nil { await Task.yield() }
    #expect(results == 0)
  }

  @Test func `work without a host is rejected`() throws {
    let engine = NavigationEngine()
    let error = #expect(throws: NavigationError.self) {
      try engine.work { _ in
      } then: { _ in
      }
    }
    #expect(
      error?.description
        == "notReady: work: this engine has no work host for asynchronous work; set workHost; "
        + "SignalboxTesting sets it, except on Apple systems older than iOS 18 or macOS 15")
  }

  final class Log: Sendable {
    // Locked by each caller that adds a string, on any thread.
    private let texts = Mutex<[String]>([])
    var lines: [String] { texts.withLock { $0 } }
    func add(_ line: String) { texts.withLock { $0.append(line) } }
  }
}
