import Testing

@testable import Signalbox

struct ClockTests {
  private func manual(_ screens: String...) -> NavigationFixture {
    let fixture = NavigationFixture()
    fixture.define("Main") { router in
      router.startFlow(at: screens[0])
      for screen in screens.dropFirst() { router.navigate(to: screen) }
    }
    fixture.engine.launch("Main", [:], .still)
    fixture.engine.isClockAutomatic = false
    return fixture
  }

  @Test
  func `an animated operation is in flight, its change is visible, and other operations wait`() {
    let fixture = manual("A")
    let main = fixture.main
    let first = fixture.events {
      #expect(main.navigate(to: "B", [:], fixture.logging("B")) == nil)
      #expect(main.navigate(to: "C", [:], fixture.logging("C")) == nil)
    }
    #expect(
      first == [
        "op.began navigate", "willNavigate navigate", "screen.created B", "willDisappear A",
        "willAppear B", "entry.pushed B",
      ])
    #expect(fixture.shape == "nav[A,B]")
    #expect(fixture.engine.waitingCount == 2)
    fixture.engine.advance(by: .milliseconds(349))
    #expect(fixture.log == [])
    fixture.engine.advance(by: .milliseconds(1))
    #expect(fixture.log == ["B done"])
    #expect(fixture.shape == "nav[A,B,C]")
    fixture.engine.settle()
    #expect(fixture.log == ["B done", "C done"])
    #expect(fixture.engine.now == .milliseconds(700))
    #expect(fixture.engine.waitingCount == 0)
  }

  @Test func `an operation without animation and a noop settle at once`() {
    let fixture = manual("A")
    #expect(fixture.text(fixture.main.navigate(to: "B", [:], .still)) == "done")
    #expect(fixture.text(fixture.main.popToView("B")) == "noop(alreadyTop) true")
    #expect(fixture.engine.now == .zero)
  }

  @Test func `a ticket contains the outcome after its operation has settled`() throws {
    let fixture = manual("A")
    let index = try #require(OperationCatalog.index(of: "navigate"))
    var call = OperationCall(operation: index, caller: fixture.main.coordinator)
    call.name = fixture.engine.symbols.intern("B")
    guard case .queued(let ticket) = fixture.engine.submit(call) else {
      Issue.record("settled too early")
      return
    }
    #expect(ticket.outcome == nil)
    fixture.engine.settle()
    #expect(fixture.text(ticket.outcome) == "done")
  }

  @Test func `settle runs all waiting operations but no later timers`() {
    let fixture = manual("A", "B")
    _ = fixture.engine.schedule(after: .milliseconds(100)) { fixture.log.append("early") }
    _ = fixture.engine.schedule(after: .milliseconds(10_000)) { fixture.log.append("late") }
    fixture.main.pop()
    fixture.main.navigate(to: "C")
    #expect(fixture.engine.settle())
    #expect(fixture.log == ["early"])
    #expect(fixture.engine.now == .milliseconds(700))
    #expect(fixture.shape == "nav[A,C]")
    fixture.engine.advance(by: .milliseconds(20_000))
    #expect(fixture.log == ["early", "late"])
  }

  @Test func `timers fire in the order of their times and can submit operations`() {
    let fixture = NavigationFixture.launched("A")
    let main = fixture.main
    for (time, screen) in [(30, "D"), (10, "B"), (20, "C"), (10, "E")] {
      fixture.engine.schedule(after: .milliseconds(time)) { main.navigate(to: screen, [:], .still) }
    }
    fixture.engine.advance(by: .milliseconds(25))
    #expect(fixture.shape == "nav[A,B,E,C]")
    fixture.engine.advance(by: .milliseconds(5))
    #expect(fixture.shape == "nav[A,B,E,C,D]")
  }

  @Test func `a cancelled timer never fires`() {
    let fixture = NavigationFixture.launched("A")
    let timer = fixture.engine.schedule(after: .milliseconds(10)) { fixture.log.append("fired") }
    let gone = fixture.engine.schedule(after: .zero) {}
    fixture.engine.advance(by: .zero)
    #expect(fixture.engine.cancel(timer))
    #expect(!fixture.engine.cancel(timer))
    #expect(!fixture.engine.cancel(gone))
    fixture.engine.advance(by: .milliseconds(100))
    #expect(fixture.log == [])
  }

  @Test(arguments: [true, false])
  func `timers end with the coordinator that owns them`(isAutomatic: Bool) throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    let child = try fixture.show("Child")
    fixture.engine.isClockAutomatic = isAutomatic
    for time in [100, 1000] {
      _ = fixture.engine.schedule(after: .milliseconds(time), owner: child.coordinator) {
        fixture.log.append("\(time)")
      }
    }
    fixture.main.dismiss()
    fixture.engine.settle()
    fixture.engine.advance(by: .milliseconds(5000))
    #expect(fixture.log == ["Child didFinish dismissed", "Main childDidFinish Child dismissed"])
  }

  @Test func `cancelled timers are removed from memory`() {
    let clock = VirtualClock()
    for _ in 1...10_000 {
      let id = clock.set(after: 1_000_000, VirtualClock.Timer(owner: nil, handler: {}))
      clock.cancel(id)
    }
    #expect(clock.timerCount == 0)
    #expect(clock.appointmentCount <= 65)
  }

  @Test func `time cannot be moved from a callback`() {
    let fixture = NavigationFixture.launched("A")
    var answers: [Bool] = []
    _ = fixture.engine.schedule(after: .milliseconds(10)) {
      answers.append(fixture.engine.advance(by: .milliseconds(10)))
      answers.append(fixture.engine.settle())
    }
    fixture.engine.advance(by: .milliseconds(10))
    #expect(answers == [false, false])
  }

  @Test(arguments: [true, false])
  func `time stops at its maximum`(isAutomatic: Bool) {
    let fixture = NavigationFixture.launched("A")
    fixture.engine.isClockAutomatic = isAutomatic
    var options = OperationOptions()
    options.duration = .milliseconds(Int.max)
    fixture.main.navigate(to: "B", [:], options)
    fixture.main.navigate(to: "C", [:], options)
    #expect(fixture.engine.settle())
    fixture.engine.advance(by: .milliseconds(-5))
    #expect(fixture.engine.now == .milliseconds(Int.max))
    #expect(fixture.shape == "nav[A,B,C]")
  }

  @Test(arguments: [
    (Duration.microseconds(1), 1), (.microseconds(1500), 2), (.milliseconds(2), 2), (.zero, 0),
    (.microseconds(-1), 0), (.seconds(-3), 0), (.seconds(Int64.max), Int.max),
  ])
  func `durations are rounded up to whole milliseconds, and negative durations count as zero`(
    duration: Duration, milliseconds: Int
  ) {
    var options = OperationOptions()
    options.duration = duration
    #expect(options.duration == .milliseconds(milliseconds))
    #expect(options.isAnimated == (milliseconds > 0))

    let engine = NavigationEngine()
    var firings: [Duration] = []
    _ = engine.schedule(after: duration) { [unowned engine] in firings.append(engine.now) }
    engine.advance(by: duration)
    #expect(engine.now == .milliseconds(milliseconds))
    // No timer is due at the maximum time.
    #expect(firings == (milliseconds == .max ? [] : [.milliseconds(milliseconds)]))
  }

  @Test func `timers that set themselves again endlessly can be stopped`() {
    let fixture = NavigationFixture.launched("A")
    weak let engine = fixture.engine
    var count = 0
    func again() {
      count += 1
      _ = engine?.schedule(after: .zero, again)
    }
    again()
    fixture.engine.addHooks(EngineHooks(shouldStop: { count > 100 }))
    fixture.engine.advance(by: .milliseconds(10))
    #expect(count == 101)
  }

  @Test func `an automatic clock advances with animations`() {
    let fixture = NavigationFixture.launched("A")
    let before = fixture.engine.now
    var options = OperationOptions()
    options.duration = .milliseconds(100)
    fixture.main.navigate(to: "B", [:], options)
    fixture.main.navigate(to: "C")
    fixture.main.pop(1, .still)
    #expect(fixture.engine.now - before == .milliseconds(450))
  }

  @Test func `the application is ready when its first screen has appeared`() {
    let fixture = NavigationFixture()
    fixture.define("Main")
    let kinds: [NavigationEvent.Kind] = [.didAppear, .applicationReady]
    _ = fixture.engine.observe(kinds) { [unowned fixture] event in
      fixture.log.append("\(event.kind.name) \(fixture.engine.isReady)")
    }
    fixture.engine.launch("Main")
    #expect(fixture.log == ["didAppear false", "app.ready true"])
  }
}
