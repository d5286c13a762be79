import Testing

@testable import Signalbox

struct LeakTests {
  private func texts(_ fixture: NavigationFixture) -> [String] {
    fixture.engine.leaks.map(\.description)
  }

  @Test func `an engine is released together with all objects that were passed to it`() throws {
    final class Token {}
    weak var engine: NavigationEngine?
    weak var token: Token?
    do {
      let (fixture, held) = (NavigationFixture.launched("A"), Token())
      (engine, token) = (fixture.engine, held)
      fixture.define(
        "Child", links: [LinkHandler("a://b") { _, _ in held === token ? .handled : .unhandled }]
      ) { router in
        router.startFlow(at: "A")
        router.navigate(to: "B", [:], callbacks(holding: held))
      }
      let child = try fixture.show("Child")
      let stream = fixture.engine.eventStream()
      _ = fixture.engine.observe(owner: child.coordinator) { _ in _ = held }
      _ = fixture.engine.addGuard { _ in held === token ? .allow : .veto() }
      _ = fixture.engine.schedule(after: .milliseconds(100), owner: child.coordinator) { _ = held }
      fixture.engine.addHooks(EngineHooks(onHandlerFailure: { _ in _ = held }))
      fixture.engine.addHooks(EngineHooks(shouldStop: { held !== token }))
      fixture.engine.keepsFinished = true
      try fixture.engine.record(to: { _ in _ = held })
      let snapshot = fixture.engine.snapshot()
      fixture.main.dismiss()
      fixture.engine.undo()
      fixture.engine.restore(try snapshot.json)
      fixture.engine.isClockAutomatic = false
      for screen in ["B", "C"] { fixture.main.navigate(to: screen, [:], callbacks(holding: held)) }
      fixture.user("swipeBack", "", callbacks(holding: held))
      withExtendedLifetime(stream) {}
      #expect(engine != nil && token != nil)
    }
    #expect(engine == nil && token == nil)
  }

  /// Returns options whose callbacks retain an object.
  private func callbacks(holding held: AnyObject) -> OperationOptions {
    var options = OperationOptions()
    options.completion = { _ in _ = held }
    options.onDismiss = { _ in _ = held }
    options.onFinish = { _ in _ = held }
    return options
  }

  @Test func `a running application has no leaks`() throws {
    let fixture = NavigationFixture.launched("A", "B")
    fixture.define("Child")
    try fixture.show("Child")
    fixture.main.dismiss()
    fixture.main.popToRoot()
    #expect(texts(fixture) == [])
  }

  @Test func `an object that was never shown is reported as a leak with its other owners`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    let first = try fixture.make("Child")
    let second = try fixture.make("Child")
    _ = fixture.engine.schedule(after: .milliseconds(100), owner: second.coordinator) {}
    _ = fixture.engine.observe([.entryPushed], owner: second.coordinator) { _ in }
    #expect(
      texts(fixture) == [
        "c2 Child was never shown, retained by engine",
        "c3 Child was never shown, retained by engine, timer, observer",
      ])
    fixture.main.navigate(to: first.coordinator)
    fixture.engine.clock.cancelTimers(of: second.coordinator)
    #expect(texts(fixture) == ["c3 Child was never shown, retained by engine, observer"])
  }

  @Test func `a delegate that outlives its coordinator is reported as a leak with its owners`()
    throws
  {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    let child = try fixture.show("Child")
    var held = fixture.engine.delegate(of: child.coordinator)
    fixture.main.dismiss()
    #expect(texts(fixture) == ["c2 Child is gone, retained by host"])
    fixture.engine.schedule(after: .milliseconds(100), owner: child.coordinator) { [held] in
      _ = held
    }
    #expect(texts(fixture) == ["c2 Child is gone, retained by timer"])
    fixture.engine.advance(by: .milliseconds(100))
    held = nil
    #expect(held == nil && texts(fixture) == [])

    fixture.engine.keepsFinished = true
    try fixture.show("Child")
    fixture.main.dismiss()
    #expect(texts(fixture) == ["c3 Child is gone, retained by undo history"])
  }

  @Test func `a coordinator is not a leak during the callbacks of its finish`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    let child = try fixture.show("Child")
    let held = fixture.engine.delegate(of: child.coordinator)
    var leaks: [[String]] = []
    let note = { [unowned fixture] in leaks.append(self.texts(fixture)) }
    let hooks = fixture.engine.addHooks(EngineHooks(onFinish: { _ in note() }))
    var options = OperationOptions()
    options.completion = { _ in note() }
    child.finishFlow(nil, options)
    fixture.engine.removeHooks(hooks)
    leaks.append(texts(fixture))
    #expect(leaks == [[], [], ["c2 Child is gone, retained by host"]])
    withExtendedLifetime(held) {}
  }

  @Test func `dependencies and lazy pages of existing parents are not leaks`() throws {
    let fixture = NavigationFixture()
    fixture.define("Quiet") { _ in }
    fixture.define("Page")
    fixture.define(
      "Main", kind: .tabs,
      pages: ["p1", "p2"].map { PageDefinition(id: $0, coordinator: "Page", isLazy: true) })
    fixture.engine.launch("Main")
    let unobserved = try fixture.make("Quiet")
    #expect(texts(fixture) == ["c4 Quiet was never shown, retained by engine"])
    fixture.main.addDependency(unobserved.coordinator)
    let lazy = fixture.page("p2").coordinator
    for owner in [unobserved.coordinator, lazy] {
      _ = fixture.engine.schedule(after: .milliseconds(100), owner: owner) {}
      _ = fixture.engine.observe([.entryPushed], owner: owner) { _ in }
    }
    #expect(!fixture.engine.isStarted(lazy))
    #expect(texts(fixture) == [])
  }

  @Test func `a removed dependency or lazy page is reported as a leak with its owners`() throws {
    let fixture = NavigationFixture()
    fixture.define("Quiet") { _ in }
    fixture.define("Page")
    fixture.define(
      "Main", kind: .tabs,
      pages: ["p1", "p2"].map { PageDefinition(id: $0, coordinator: "Page", isLazy: true) })
    fixture.engine.launch("Main")
    let unobserved = try fixture.make("Quiet")
    fixture.main.addDependency(unobserved.coordinator)
    let lazy = fixture.page("p2").coordinator
    let held = [unobserved.coordinator, lazy].map(fixture.engine.delegate)
    let observers = [unobserved.coordinator, lazy].map {
      fixture.engine.observe([.entryPushed], owner: $0) { _ in }
    }
    fixture.main.call("removeDependency") { $0.subject = .coordinator(unobserved.coordinator) }
    fixture.main.setPages([PageDefinition(id: "p1", coordinator: "Page", isLazy: true)])
    #expect(
      texts(fixture) == [
        "c4 Quiet is gone, retained by observer", "c3 Page is gone, retained by observer",
      ])
    observers.forEach(fixture.engine.stopObserving)
    #expect(
      texts(fixture) == ["c4 Quiet is gone, retained by host", "c3 Page is gone, retained by host"])
    withExtendedLifetime(held) {}
  }

  @Test func `a dependency that undo restores is not a leak`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Quiet") { _ in }
    fixture.engine.keepsFinished = true
    let unobserved = try fixture.make("Quiet")
    fixture.main.addDependency(unobserved.coordinator)
    fixture.main.call("removeDependency") { $0.subject = .coordinator(unobserved.coordinator) }
    #expect(texts(fixture) == ["c2 Quiet is gone, retained by undo history"])
    fixture.engine.undo()
    #expect(texts(fixture) == [])
    #expect(fixture.engine.parent(of: unobserved.coordinator) == fixture.main.coordinator)
  }

  @Test func `an observation of a finished coordinator is reported as a leak`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    let child = try fixture.show("Child")
    let id = fixture.engine.observe([.entryPushed], owner: child.coordinator) { _ in }
    fixture.main.dismiss()
    #expect(texts(fixture) == ["c2 Child is gone, retained by observer"])
    fixture.engine.stopObserving(id)
    #expect(texts(fixture) == [])
  }

  @Test func `an object that outlives its screen is reported as a leak`() throws {
    final class Payload {}
    let fixture = NavigationFixture.launched("A")
    let payload = Payload()
    fixture.main.call("navigate") {
      $0.subject = .content(ScreenContent(name: "made", payload: payload))
    }
    fixture.main.pop()
    #expect(texts(fixture) == ["s2 made is gone, retained by host"])
    withExtendedLifetime(payload) {}
  }
}
