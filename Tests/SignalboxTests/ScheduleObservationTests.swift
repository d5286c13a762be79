import Testing

@testable import Signalbox

/// Tests the observation of timers and asynchronous work.
struct ScheduleObservationTests {
  /// A host whose work never runs.
  private final class IdleHost: WorkHost {
    let clock: any Clock<Duration> = ContinuousClock()
    private(set) var works: [CoordinatorWork] = []

    func start(_ work: CoordinatorWork) -> @Sendable () -> Void {
      works.append(work)
      return {}
    }
  }

  private final class Texts {
    var all: [String] = []
  }

  private func observe(_ engine: NavigationEngine, _ texts: Texts) -> ScheduleObservation {
    ScheduleObservation(of: engine) { [weak engine] change in
      let item =
        switch change.item {
        case .timer(let id): "timer \(id.number)"
        case .work(let id): "work \(id.number)"
        }
      let owner = change.owner.flatMap { engine?.typeName(of: $0) }.map { " of \($0)" } ?? ""
      let deadline = change.deadline.map { ", due at \($0)" } ?? ""
      texts.all.append("\(item)\(owner) \(change.kind) at \(change.milliseconds)\(deadline)")
    }
  }

  @Test func `observers see when timers are set, fire and are cancelled`() {
    let engine = NavigationFixture.launched("A").engine
    let texts = Texts()
    let observation = observe(engine, texts)
    let start = engine.milliseconds
    _ = engine.schedule(after: .milliseconds(20)) {}
    let second = engine.schedule(after: .milliseconds(10)) {}
    let host = engine.wakeHost(after: .milliseconds(1)) {}
    engine.cancel(host)
    engine.cancel(second)
    engine.cancel(second)
    engine.advance(by: .milliseconds(50))
    withExtendedLifetime(observation) {}
    #expect(
      texts.all == [
        "timer 1 began at \(start), due at \(start + 20)",
        "timer 2 began at \(start), due at \(start + 10)", "timer 2 cancelled at \(start)",
        "timer 1 ended at \(start + 20)",
      ])
  }

  @Test func `the end of a coordinator cancels its timers and its work for observers`() throws {
    let fixture = NavigationFixture()
    let host = IdleHost()
    fixture.define("Main")
    fixture.define("Child")
    let engine = fixture.engine
    engine.workHost = host
    engine.launch("Main")
    fixture.main.navigate(to: "B", [:], .still)
    let texts = Texts()
    let observation = observe(engine, texts)
    let (main, start) = (engine.main, engine.milliseconds)
    _ = engine.schedule(after: .milliseconds(20), owner: main) {}
    try engine.work(owner: main) { _ in
    } then: { _ in
    }
    try engine.work { _ in
    } then: { _ in
    }
    let third = try engine.work { _ in
    } then: { _ in
    }
    engine.cancel(third)
    #expect(!engine.cancel(third))
    engine.launch("Child")
    engine.cancelAllWork()
    withExtendedLifetime(observation) {}
    #expect(
      texts.all == [
        "timer 1 of Main began at \(start), due at \(start + 20)",
        "work 1 of Main began at \(start)",
        "work 2 began at \(start)", "work 3 began at \(start)", "work 3 cancelled at \(start)",
        "timer 1 cancelled at \(start)", "work 1 cancelled at \(start)",
        "work 2 cancelled at \(engine.milliseconds)",
      ])
  }

  @Test func `work ends for observers when its result is delivered`() async throws {
    let engine = NavigationFixture.launched("A").engine
    let host = IdleHost()
    engine.workHost = host
    let texts = Texts()
    let observation = observe(engine, texts)
    var result = 0
    try engine.work { _ in
      7
    } then: {
      result = try $0.get()
    }
    await host.works[0].run()
    engine.takeInWork()
    withExtendedLifetime(observation) {}
    #expect(result == 7)
    #expect(texts.all.map { $0.split(separator: " ")[2] } == ["began", "ended"])
  }

  @Test func `an observation ends with its owner`() {
    let engine = NavigationFixture.launched("A").engine
    let texts = Texts()
    do {
      let observation = observe(engine, texts)
      _ = engine.schedule(after: .milliseconds(20)) {}
      withExtendedLifetime(observation) {}
    }
    engine.advance(by: .milliseconds(50))
    #expect(texts.all.count == 1)
    #expect(engine.clock.observers.isEmpty)
  }
}
