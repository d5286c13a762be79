import Signalbox
import SignalboxUI
import Testing

struct ClockTests {
  @Test func `an application can stop its clock and continue later`() {
    let (engine, loop) = (NavigationEngine(), Loop())
    let clock = RealTimeClock(engine, now: { loop.now }, mainLoop: loop.schedule)
    var times: [Duration] = []
    _ = engine.schedule(after: .seconds(3)) { times.append(loop.now) }
    clock.start()
    loop.run(for: .seconds(1))
    clock.stop()
    loop.run(for: .seconds(10))
    #expect(engine.now == .seconds(1))
    clock.start()
    // The clock does not observe timers that are set outside operations.
    _ = engine.schedule(after: .seconds(1)) { times.append(loop.now) }
    clock.advance()
    loop.run(for: .seconds(10))
    #expect(times == [.seconds(12), .seconds(13)])
  }

  @Test func `a function call can be scheduled in real time`() async {
    let start = ContinuousClock.now
    await withCheckedContinuation { continuation in
      scheduleInRealTime(after: .milliseconds(20)) { continuation.resume() }
    }
    #expect(ContinuousClock.now - start >= .milliseconds(20))
  }
}
