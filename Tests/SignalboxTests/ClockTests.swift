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

  @Test func `an animated operation is in flight, its change is there, and others wait`() {
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
    fixture.engine.advance(by: 349)
    #expect(fixture.log == [])
    fixture.engine.advance(by: 1)
    #expect(fixture.log == ["B done"])
    #expect(fixture.shape == "nav[A,B,C]")
    fixture.engine.settle()
    #expect(fixture.log == ["B done", "C done"])
    #expect(fixture.engine.now == 700)
    #expect(fixture.engine.waitingCount == 0)
  }

  @Test func `an operation without animation settles at once, a noop as well`() {
    let fixture = manual("A")
    #expect(fixture.text(fixture.main.navigate(to: "B", [:], .still)) == "done")
    #expect(fixture.text(fixture.main.popToView("B")) == "noop(alreadyTop) true")
    #expect(fixture.engine.now == 0)
  }

  @Test func `a ticket tells the outcome when the operation has settled`() throws {
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

  @Test func `settle runs everything that waits and leaves later timers set`() {
    let fixture = manual("A", "B")
    _ = fixture.engine.after(100) { fixture.log.append("early") }
    _ = fixture.engine.after(10_000) { fixture.log.append("late") }
    fixture.main.pop()
    fixture.main.navigate(to: "C")
    #expect(fixture.engine.settle())
    #expect(fixture.log == ["early"])
    #expect(fixture.engine.now == 700)
    #expect(fixture.shape == "nav[A,C]")
    fixture.engine.advance(by: 20_000)
    #expect(fixture.log == ["early", "late"])
  }

  @Test func `timers fire in the order of their times and may submit operations`() {
    let fixture = NavigationFixture.launched("A")
    let main = fixture.main
    for (time, screen) in [(30, "D"), (10, "B"), (20, "C"), (10, "E")] {
      _ = fixture.engine.after(time) { main.navigate(to: screen, [:], .still) }
    }
    fixture.engine.advance(by: 25)
    #expect(fixture.shape == "nav[A,B,E,C]")
    fixture.engine.advance(by: 5)
    #expect(fixture.shape == "nav[A,B,E,C,D]")
  }

  @Test func `a cancelled timer never fires`() {
    let fixture = NavigationFixture.launched("A")
    let timer = fixture.engine.after(10) { fixture.log.append("fired") }
    let gone = fixture.engine.after(0) {}
    fixture.engine.advance(by: 0)
    #expect(fixture.engine.cancel(timer))
    #expect(!fixture.engine.cancel(timer))
    #expect(!fixture.engine.cancel(gone))
    fixture.engine.advance(by: 100)
    #expect(fixture.log == [])
  }

  @Test(arguments: [true, false])
  func `timers die with the coordinator that owns them`(isAutomatic: Bool) throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    let child = try fixture.show("Child")
    fixture.engine.isClockAutomatic = isAutomatic
    for time in [100, 1000] {
      _ = fixture.engine.after(time, owner: child.coordinator) { fixture.log.append("\(time)") }
    }
    fixture.main.dismiss()
    fixture.engine.settle()
    fixture.engine.advance(by: 5000)
    #expect(fixture.log == ["Child didFinish dismissed", "Main childDidFinish Child dismissed"])
  }

  @Test func `cancelled timers do not pile up`() {
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
    _ = fixture.engine.after(10) {
      answers.append(fixture.engine.advance(by: 10))
      answers.append(fixture.engine.settle())
    }
    fixture.engine.advance(by: 10)
    #expect(answers == [false, false])
  }

  @Test(arguments: [true, false])
  func `time stops at its end`(isAutomatic: Bool) {
    let fixture = NavigationFixture.launched("A")
    fixture.engine.isClockAutomatic = isAutomatic
    var options = OperationOptions()
    options.duration = .max
    fixture.main.navigate(to: "B", [:], options)
    fixture.main.navigate(to: "C", [:], options)
    #expect(fixture.engine.settle())
    fixture.engine.advance(by: -5)
    #expect(fixture.engine.now == .max)
    #expect(fixture.shape == "nav[A,B,C]")
  }

  @Test func `a timer that always sets another can be stopped`() {
    let fixture = NavigationFixture.launched("A")
    weak let engine = fixture.engine
    var count = 0
    func again() {
      count += 1
      _ = engine?.after(0, again)
    }
    again()
    fixture.engine.addHooks(EngineHooks(shouldStop: { count > 100 }))
    fixture.engine.advance(by: 10)
    #expect(count == 101)
  }

  @Test func `an automatic clock moves by the animations`() {
    let fixture = NavigationFixture.launched("A")
    let before = fixture.engine.now
    var options = OperationOptions()
    options.duration = 100
    fixture.main.navigate(to: "B", [:], options)
    fixture.main.navigate(to: "C")
    fixture.main.pop(1, .still)
    #expect(fixture.engine.now - before == 450)
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
