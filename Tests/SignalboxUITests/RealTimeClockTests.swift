import Signalbox
import Testing

@testable import SignalboxUI

@MainActor
struct RealTimeClockTests {
  private let application: SampleApplication
  private let loop = TestLoop()
  private let clock: RealTimeClock

  private var engine: NavigationEngine { application.engine }

  init() throws {
    let loop = loop
    application = try SampleApplication()
    clock = RealTimeClock(
      application.engine, now: { .milliseconds(loop.now) }, mainLoop: loop.schedule)
  }

  @Test func `timers fire in real time while the clock runs`() {
    var fired: [Int] = []
    engine.launch("Main")
    _ = engine.schedule(after: .milliseconds(500)) { fired.append(1) }
    loop.run(for: 1_000)
    #expect(fired == [])
    clock.start()
    loop.run(for: 499)
    #expect(fired == [])
    loop.run(for: 1)
    #expect(fired == [1])
    #expect(engine.now == .milliseconds(500))
  }

  @Test func `the clock schedules the timers of an operation when the operation has settled`() {
    var times: [Int] = []
    engine.launch("Main")
    clock.start()
    loop.run(for: 2_000)
    var options = OperationOptions(animated: false)
    let engine = engine
    let loop = loop
    options.completion = { _ in
      _ = engine.schedule(after: .milliseconds(300)) {
        MainActor.assumeIsolated { times.append(loop.now) }
      }
    }
    application.main.navigate(to: "b", [:], options)
    #expect(loop.run())
    #expect(times == [2_300])
  }

  @Test func `a timer that is set outside an operation fires after the clock has scheduled it`() {
    var times: [Int] = []
    engine.launch("Main")
    clock.start()
    loop.run(for: 2_000)
    _ = engine.schedule(after: .milliseconds(300)) { [loop] in
      MainActor.assumeIsolated { times.append(loop.now) }
    }
    clock.advance()
    #expect(loop.run())
    #expect(times == [2_300])
  }

  @Test func `a stopped clock does not advance, and continues at its last time`() {
    engine.launch("Main")
    clock.start()
    _ = engine.schedule(after: .seconds(1)) {}
    loop.run(for: 400)
    clock.stop()
    #expect(engine.now == .milliseconds(400))
    loop.run(for: 5_000)
    #expect(engine.now == .milliseconds(400))
    clock.start()
    #expect(loop.run())
    #expect(engine.now == .seconds(1))
    #expect(loop.now == 6_000)
  }

  @Test func `a transition that a stage never finishes ends at the time limit in real time`() {
    final class Forgetful: Stage {
      func perform(_ transition: StageTransition, completion: StageCompletion) {}
    }
    let stage = Forgetful()
    engine.launch("Main")
    engine.stage = stage
    clock.start()
    application.main.navigate(to: "b")
    #expect(loop.run())
    #expect(loop.now == 10_350)
    #expect(engine.waitingCount == 0)
    #expect(application.takeProblems().count == 1)
  }
}
