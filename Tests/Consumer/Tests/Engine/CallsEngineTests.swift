import Signalbox
import Testing

/// A stage that cannot show screens.
final class BrokenStage: Stage {
  func perform(_ transition: StageTransition, completion: StageCompletion) {
    completion.fail("the window is closed")
  }
}

/// A coordinator with a property that checkpoints include.
final class Counter: CoordinatorDelegate {
  var visitors = 0
  private let router: AnyRouter

  init(_ router: AnyRouter) { self.router = router }

  var restoring: (() -> Void)? { restoring(\.visitors) }

  func start(animated: Bool) { router.startFlow(at: "hall") }
}

struct EngineCallTests {
  @Test func `an engine undoes and redoes operations`() throws {
    let office = try Office()
    office.router.navigate(to: "drawer")
    office.router.navigate(to: "letter")
    #expect(office.after(office.engine.undo(2)) == "done 2: lobby")
    #expect(office.after(office.engine.redo()) == "done 1: lobby/drawer")
    #expect(office.after(office.engine.redo(5)) == "done 1: lobby/drawer/letter")
    office.engine.undo(2)
    #expect(office.after(office.engine.redo(2)) == "done 2: lobby/drawer/letter")
    #expect(office.after(office.engine.redo()) == "noop(nothingToRedo): lobby/drawer/letter")
  }

  @Test func `an engine returns to a checkpoint`() throws {
    let engine = NavigationEngine()
    try engine.register(
      CoordinatorType(name: "Counter", routes: ["hall": RouteDefinition()]) {
        [unowned engine] id, _ throws(NavigationError) in Counter(engine.router(of: id))
      })
    engine.launch("Counter")
    let main = try #require(engine.main)
    let counter: Counter = try #require(engine.coordinator(main))
    let (tree, count) = (engine.tree, engine.eventCount)
    let checkpoint = try engine.checkpoint()
    counter.visitors = 3
    engine.router(of: main).navigate(to: "hall")
    #expect(engine.tree != tree)
    try engine.rewind(to: checkpoint)
    #expect(engine.tree == tree)
    #expect(engine.eventCount == count)
    #expect(counter.visitors == 0)
    #expect {
      try NavigationEngine().rewind(to: checkpoint)
    } throws: {
      ($0 as? NavigationError)?.code == .badArgument
    }
  }

  @Test func `an engine restores a snapshot`() throws {
    let office = try Office()
    office.router.navigate(to: "letter", ["number": 1])
    let json = try office.engine.snapshot().json
    let other = try Office()
    #expect(other.engine.restore(json)?.status == .done)
    #expect(try other.engine.snapshot().json == json)
    #expect(other.engine.restore("[]")?.reason == .malformed)
  }

  @Test func `an engine settles an animation that a manual clock keeps open`() throws {
    let office = try Office()
    let engine = office.engine
    let start = engine.now
    engine.isClockAutomatic = false
    #expect(office.router.navigate(to: "drawer") == nil)
    #expect(office.router.navigate(to: "letter") == nil)
    #expect(engine.waitingCount == 2)
    #expect(engine.settle())
    #expect(office.stack == "lobby/drawer/letter")
    #expect(engine.now - start == OperationOptions.defaultDuration * 2)
    #expect(engine.waitingCount == 0)
  }

  @Test func `cancelled timers and cancelled work do nothing`() async throws {
    let engine = NavigationEngine()
    let host = StoredWork()
    engine.workHost = host
    var results: [String] = []
    engine.schedule(after: .seconds(1)) { results.append("first timer") }
    let timer = engine.schedule(after: .seconds(2)) { results.append("second timer") }
    #expect([engine.cancel(timer), engine.cancel(timer)] == [true, false])
    let work = try engine.work { _ in
      "work"
    } then: {
      results.append(try $0.get())
    }
    #expect([engine.cancel(work), engine.cancel(work)] == [true, false])
    engine.advance(by: .seconds(3))
    for work in host.list { await work.run() }
    engine.takeInWork()
    #expect(results == ["first timer"])
  }

  @Test func `a guard rejects and redirects operations until it is removed`() throws {
    let office = try Office()
    var requests: [String] = []
    let id = office.engine.addGuard { request in
      requests.append("\(request.operation) \(request.name)")
      switch request.name {
      case "drawer": return .veto("the drawer is locked")
      case "letter": return .redirect { office.router.navigate(to: "archive") }
      default: return .allow
      }
    }
    #expect(office.router.navigate(to: "drawer")?.reason == .vetoed)
    #expect(office.router.navigate(to: "letter")?.reason == .redirected)
    #expect(office.engine.tree.front?.name == "hall")
    #expect(requests == ["navigate drawer", "navigate letter", "navigate archive"])
    office.engine.removeGuard(id)
    #expect(office.after(office.router.navigate(to: "drawer")) == "done: lobby/drawer")
  }

  @Test func `hooks receive rejections and failures until they are removed`() throws {
    let office = try Office()
    let engine = office.engine
    var reports: [String] = []
    func hooks(_ name: String) -> EngineHooks {
      EngineHooks(
        onHandlerFailure: { reports.append("\(name): \($0)") },
        onRejection: { reports.append("\(name): \($0.code)") })
    }
    let id = engine.addHooks(hooks("added"))
    engine.withHooks(hooks("temporary")) { _ = office.router.navigate(to: "cellar") }
    engine.stage = BrokenStage()
    office.router.navigate(to: "drawer")
    engine.stage = nil
    engine.removeHooks(id)
    office.router.navigate(to: "cellar")
    let failure = engine.events().first { $0.kind == .handlerFailed }?.detail ?? ""
    #expect(failure.hasSuffix(": the window is closed"))
    #expect(
      reports == ["added: unknownRoute", "temporary: unknownRoute", "added: \(failure)"])
    #expect(office.stack == "lobby/drawer")
  }

  @Test func `observers receive events until they stop`() throws {
    let office = try Office()
    let engine = office.engine
    var (names, numbers): ([String], [Int]) = ([], [])
    let observers = [
      engine.observe([.entryPushed]) { names.append($0.name) },
      engine.observeNumbers([.entryPushed, .entryPopped]) { numbers.append($0) },
    ]
    let start = engine.eventCount
    office.router.navigate(to: "drawer")
    office.router.back()
    for observer in observers { engine.stopObserving(observer) }
    office.router.navigate(to: "letter")
    #expect(names == ["drawer"])
    #expect(
      numbers.compactMap(engine.event(numbered:)).map(\.kind) == [.entryPushed, .entryPopped])
    let kinds: Set = [NavigationEvent.Kind.entryPushed, .entryPopped]
    let found = engine.eventNumbers(of: kinds, in: start + 1..<engine.eventCount + 1)
    #expect(found.dropLast() == numbers[...])
    #expect(
      engine.events(from: start + 1).filter { kinds.contains($0.kind) }.map(\.sequence) == found)
  }

  @Test func `an engine supplies its events as an asynchronous sequence`() async throws {
    var names: [String] = []
    var stream: AsyncStream<NavigationEvent>?
    do {
      let office = try Office()
      stream = office.engine.eventStream([.entryPushed, .entryPopped])
      office.router.navigate(to: "drawer")
      office.router.back()
    }
    for await event in try #require(stream) { names.append("\(event.kind.name) \(event.name)") }
    #expect(names == ["entry.pushed drawer", "entry.popped drawer"])
  }

  @Test func `an engine names the obstacles to gestures`() throws {
    let office = try Office()
    let engine = office.engine
    func obstacles() -> [ReasonCode?] {
      [.back, .swipeBack, .swipeDown, .tapTab(page: "work", of: office.router.coordinator)]
        .map { engine.obstacle(to: $0) }
    }
    #expect(obstacles() == [.exit, .gestureUnavailable, .notInteractive, .gestureUnavailable])
    office.router.navigate(to: "drawer")
    #expect(obstacles() == [nil, nil, .notInteractive, .gestureUnavailable])
    office.router.navigate(to: "archive")
    #expect(obstacles() == [nil, .gestureUnavailable, nil, .gestureUnavailable])
    let building = try Office(launching: "Building")
    let pages = ["work", "store", "cellar"].map {
      building.engine.obstacle(to: .tapTab(page: $0, of: building.router.coordinator))
    }
    #expect(pages == [nil, nil, .unknownPage])
  }
}
