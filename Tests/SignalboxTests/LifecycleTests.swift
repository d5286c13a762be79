import Testing

@testable import Signalbox

/// Tests the order of events. See docs/semantics/execution.md#the-order-of-events.
struct LifecycleTests {
  @Test func `a push emits all events in order`() {
    let fixture = NavigationFixture.launched("A")
    let events = fixture.descriptions { fixture.main.navigate(to: "B") }
    #expect(
      events == [
        "op.began navigate B (c1)", "willNavigate navigate B (c1)",
        "screen.created s2 B (c1)", "willDisappear s1 A (c1)", "willAppear s2 B (c1)",
        "entry.pushed s2 B (c1)", "didDisappear s1 A (c1)", "didAppear s2 B (c1)",
        "didNavigate navigate B (c1)", "op.settled navigate B (c1)",
      ])
  }

  @Test func `a launch emits all events in order`() {
    let fixture = NavigationFixture()
    fixture.define("Main")
    let events = fixture.descriptions { fixture.engine.launch("Main") }
    #expect(
      events == [
        "op.began launch Main", "willNavigate launch Main", "screen.created s1 A (c1)",
        "willAppear s1 A (c1)", "layer.presented L1 root (c1)", "entry.pushed s1 A (c1)",
        "coordinator.attached c1 Main", "root.changed c1 Main", "didAppear s1 A (c1)",
        "didNavigate launch Main", "op.settled launch Main", "app.ready c1",
      ])
  }

  @Test func `presenting a full screen layer emits all events in order`() {
    let fixture = NavigationFixture.launched("A")
    let options = fixture.logging("X", .fullScreen)
    let events = fixture.events { fixture.main.present("X", [:], options) }
    #expect(
      events == [
        "op.began present", "willNavigate present", "screen.created X", "willDisappear A",
        "willAppear X", "layer.presented fullScreen", "didDisappear A", "didAppear X",
        "didNavigate present", "op.settled present",
      ])
    #expect(fixture.log == ["X done"])
  }

  @Test func `finishFlow of a nested flow emits all events in order`() throws {
    let fixture = NavigationFixture.launched("A")
    for name in ["Outer", "Inner"] { fixture.define(name) { $0.startFlow(at: "X") } }
    let outer = try fixture.show("Outer")
    try fixture.show("Inner", from: outer, .push)
    fixture.log = []
    let events = fixture.events {
      _ = fixture.engine.observe([.didNavigate]) { [unowned fixture] _ in
        fixture.log.append("didNavigate")
      }
      outer.finishFlow(nil, fixture.completing("finish"))
    }
    #expect(
      events == [
        "op.began finishFlow", "willNavigate finishFlow", "willDisappear X",
        "layer.dismissed sheet finished", "entry.popped X finished", "entry.popped X finished",
        "didDisappear X", "coordinator.finished Inner ancestorFinished",
        "coordinator.finished Outer finished", "child.finished Outer finished",
        "screen.destroyed X", "screen.destroyed X", "didNavigate finishFlow",
        "op.settled finishFlow",
      ])
    #expect(
      fixture.log == [
        "didNavigate", "Inner didFinish ancestorFinished", "Outer didFinish finished",
        "Main childDidFinish Outer finished", "finish done",
      ])
  }

  @Test func `a rejected operation emits only its rejection`() {
    let fixture = NavigationFixture.launched("A")
    let events = fixture.descriptions { fixture.main.navigate(to: "nowhere") }
    #expect(
      events == [
        "op.began navigate nowhere (c1)",
        "op.rejected navigate nowhere (c1) unknownRoute: navigate: Main has no route "
          + "\"nowhere\"; known: \"A\", \"B\", \"C\", \"D\", \"E\", \"F\", \"G\", \"H\" and 18 more",
        "op.settled navigate nowhere (c1) unknownRoute",
      ])
  }

  @Test func `an operation that follows an operation without visible changes is reported`() {
    let fixture = NavigationFixture.launched("A")
    fixture.main.present("X")
    fixture.main.navigate(to: "B")
    let events = fixture.events([.operationBegan, .willNavigate]) { fixture.main.dismiss() }
    #expect(events == ["op.began dismiss", "willNavigate dismiss"])
  }

  @Test func `screens that were never visible emit no event except screen destroyed`() {
    let fixture = NavigationFixture()
    fixture.define("Main") { router in
      router.startFlow(at: "A")
      for screen in ["B", "C"] { router.navigate(to: screen) }
    }
    let shown = fixture.events([.screenCreated] + .lifecycle) { fixture.engine.launch("Main") }
    #expect(
      shown == [
        "screen.created A", "screen.created B", "screen.created C", "willAppear C", "didAppear C",
      ])
    let gone = fixture.events(.lifecycle) { fixture.main.popToRoot() }
    #expect(
      gone == [
        "willDisappear C", "willAppear A", "didDisappear C", "didAppear A", "screen.destroyed C",
        "screen.destroyed B",
      ])
  }

  @Test func `observers see the old state before the commit and the new state after it`() throws {
    let fixture = NavigationFixture.launched("A")
    let engine = fixture.engine
    _ = engine.observe([
      .willNavigate, .screenCreated, .willDisappear, .willAppear, .entryPushed, .didAppear,
      .didNavigate,
    ]) { [unowned fixture] in fixture.log.append("\($0.kind.name) \(fixture.shape)") }
    var options = OperationOptions()
    options.completion = { [unowned fixture] _ in
      fixture.log.append("completion \(fixture.shape)")
    }
    fixture.main.navigate(to: "B", [:], options)
    let (old, new) = ("nav[A]", "nav[A,B]")
    #expect(
      fixture.log == [
        "willNavigate \(old)", "screen.created \(old)", "willDisappear \(old)",
        "willAppear \(old)", "entry.pushed \(new)", "didAppear \(new)", "didNavigate \(new)",
        "completion \(new)",
      ])
  }

  @Test func `observers that are notified during a start see the old state`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    let child = try fixture.make("Child")
    _ = fixture.engine.observe([.willNavigate, .willAppear]) { [unowned fixture] event in
      fixture.log.append("\(event.kind.name) \(fixture.shape) \(fixture.family)")
    }
    fixture.main.navigate(to: child.coordinator)
    #expect(fixture.log == ["willNavigate nav[A] Main", "willAppear nav[A] Main"])
    #expect(fixture.shape == "nav[A] L1:sheet(nav[A])")
  }

  @Test
  func `a coordinator that is created while observers see the old state exists after the commit`()
    throws
  {
    let fixture = NavigationFixture.launched("A")
    var made: [CoordinatorID] = []
    let kinds: [NavigationEvent.Kind] = [.willNavigate, .willAppear]
    let observer = fixture.engine.observe(kinds) { _ in
      made.append(try fixture.engine.makeCoordinator("Main"))
    }
    fixture.main.navigate(to: "B")
    fixture.engine.stopObserving(observer)
    #expect(fixture.shape == "nav[A,B]")
    #expect(made.map(fixture.engine.isAlive) == [true, true])
    #expect(made.map { fixture.text(fixture.main.navigate(to: $0)) } == ["done Main", "done Main"])
  }

  @Test func `an error in an observer is reported and does not affect other observers`() {
    struct Broken: Error {}
    let fixture = NavigationFixture.launched("A")
    var failures = 0
    fixture.engine.addHooks(EngineHooks(onHandlerFailure: { _ in failures += 1 }))
    let observer = fixture.engine.observe([.didNavigate]) { _ in throw Broken() }
    let events = fixture.events([.didNavigate, .handlerFailed, .operationSettled]) {
      #expect(fixture.text(fixture.main.navigate(to: "B")) == "done")
    }
    #expect(
      events == ["didNavigate navigate", "handler.failed Broken()", "op.settled navigate"])
    fixture.engine.stopObserving(observer)
    fixture.main.pop()
    #expect(failures == 1)
  }

  @Test
  func
    `an observer that fails while handling a failure is reported without notifying observers again`()
  {
    struct Broken: Error {}
    let fixture = NavigationFixture.launched("A")
    var failures = 0
    fixture.engine.addHooks(EngineHooks(onHandlerFailure: { _ in failures += 1 }))
    for _ in 1...2 {
      _ = fixture.engine.observe([.didNavigate, .handlerFailed]) { _ in throw Broken() }
    }
    let events = fixture.events([.handlerFailed]) {
      #expect(fixture.text(fixture.main.navigate(to: "B")) == "done")
    }
    #expect(failures == 6)
    #expect(events == Array(repeating: "handler.failed Broken()", count: 6))
  }

  @Test func `an observer receives the complete text of a rejection`() {
    let fixture = NavigationFixture.launched("A")
    _ = fixture.engine.observe([.operationRejected]) { [unowned fixture] in
      fixture.log += ["\($0.reason)", $0.detail ?? "none"]
    }
    fixture.main.pop(0)
    let message = "badArgument: pop: count is 0, expected 1 or more"
    #expect(fixture.log == ["badArgument", message])
  }

  @Test func `finished coordinators are not retained by the engine`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    let child = try fixture.show("Child")
    weak let delegate = fixture.engine.delegate(of: child.coordinator)
    final class Token {}
    var token: Token? = Token()
    weak let weakToken = token
    var options = OperationOptions()
    options.completion = { [token] _ in _ = token }
    fixture.main.dismiss(options)
    options = OperationOptions()
    token = nil
    #expect(delegate == nil)
    #expect(weakToken == nil)
  }

  @Test func `a screen's payload is released with its screen`() {
    final class Payload {}
    let fixture = NavigationFixture.launched("A")
    weak var kept: Payload?
    do {
      let payload = Payload()
      kept = payload
      fixture.main.call("navigate") {
        $0.subject = .content(ScreenContent(name: "made", payload: payload))
      }
    }
    #expect(kept != nil)
    #expect(fixture.engine.front.map { fixture.engine.payload(of: $0) === kept } == true)
    fixture.main.pop()
    #expect(kept == nil)
  }
}
