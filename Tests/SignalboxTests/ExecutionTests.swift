import Testing

@testable import Signalbox

struct ExecutionTests {
  @Test(arguments: [
    ("navigate", "done"), ("pop", "noop(atRoot)"), ("popToRoot", "noop(atRoot)"),
    ("popToView", "rejected(viewNotFound)"), ("dismiss", "noop(nothingPresented)"),
    ("finishFlow", "noop(atRoot)"), ("back", "noop(exit)"), ("present", "done"),
    ("startFlow", "done"), ("forcePresentation", "done"), ("restartApp", "done"),
    ("select", "rejected(wrongKind)"), ("setPages", "rejected(wrongKind)"),
    ("launch", "rejected(alreadyLaunched)"),
  ])
  func `every operation completes once, regardless of its outcome`(name: String, outcome: String) {
    let fixture = NavigationFixture.launched("A")
    fixture.main.call(name, fixture.logging(name).fitting(name)) { call in
      if name != "popToView" {
        call.name = fixture.engine.symbols.intern(name == "launch" ? "Main" : "B")
      }
      if name == "restartApp" { call.name = .none }
    }
    #expect(fixture.log == ["\(name) \(outcome)"])
  }

  @Test func `unsupported options are rejected with the list of the operation's options`() {
    let fixture = NavigationFixture.launched("A")
    let before = fixture.engine.tree
    let page = fixture.engine.symbols.intern("p")
    var counted = fixture.completing("tap")
    counted.count = 2
    let outcomes = [
      fixture.main.pop(1, .with(.sheet)),
      fixture.main.navigate(to: "B", [:], .with(.automatic, [.keepModals, .recreate])),
      fixture.main.select("p", .still),
      fixture.main.call("isRoot", .with(count: 2)) { $0.name = page },
      fixture.engine.perform("tapTab", .still) { $0.name = page },
      fixture.main.call("currentPage", .with(.sheet)),
      fixture.engine.perform("tap", counted) { $0.text = "B" },
    ]
    let all = "animated, duration, completion, onBusy"
    #expect(
      outcomes.map { $0?.error?.description } == [
        "unknownOption: pop has no option \"style\"; pop accepts \(all)",
        "unknownOption: navigate has no option \"keepModals\", \"recreate\"; navigate accepts "
          + "\(all), style, onDismiss, onFinish, target, popChildren, withNavigation, covering, "
          + "interactive, detents, message, fields, buttons, key, singleTop",
        "unknownOption: select has no option \"animated\"; select accepts completion",
        "unknownOption: isRoot has no option \"count\"; isRoot accepts equals",
        "unknownOption: tapTab has no option \"animated\"; tapTab accepts completion",
        "unknownOption: currentPage has no option \"style\"; currentPage accepts no options",
        "unknownOption: tap has no option \"count\"; tap accepts completion",
      ])
    #expect(fixture.engine.tree == before)
    #expect(fixture.log == ["tap rejected(unknownOption)"])
  }

  @Test func `an unsupported option of one operation rejects the whole batch`() {
    let fixture = NavigationFixture.launched("A")
    let outcome = fixture.main.batch {
      fixture.main.navigate(to: "B")
      fixture.main.pop(1, .with(.sheet))
    }
    #expect(
      outcome?.error?.message == "batch: operation 2 of 2: pop has no option \"style\"")
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `every option of an operation is accepted with any value`() {
    for operation in OperationCatalog.all {
      let mask = ForeignOptions.Mask(operation.signature.options)
      for option in operation.signature.options {
        for value: NavigationValue in [.boolean(true), .boolean(false), .integer(0), .integer(7)] {
          var options = OperationOptions()
          guard option.set(&options, value), !options.hasExtras else { continue }
          #expect(mask.covers(options), "\(operation.signature.name) \(option) \(value)")
        }
      }
    }
  }

  @Test func `operations from callbacks run after the current operation, in order`() {
    let fixture = NavigationFixture.launched("A")
    let main = fixture.main
    _ = fixture.engine.observe([.willNavigate]) { [unowned fixture] event in
      guard event.name == "B" else { return }
      #expect(main.navigate(to: "C", [:], fixture.logging("C")) == nil)
      #expect(main.navigate(to: "D", [:], fixture.logging("D")) == nil)
    }
    var options = OperationOptions()
    options.completion = { [unowned fixture] _ in
      fixture.log.append("B \(fixture.shape)")
      main.navigate(to: "E", [:], fixture.logging("E"))
    }
    let events = fixture.events([.operationBegan, .operationSettled]) {
      main.navigate(to: "B", [:], options)
    }
    #expect(fixture.log == ["B nav[A,B]", "C done", "D done", "E done"])
    #expect(fixture.shape == "nav[A,B,C,D,E]")
    #expect(
      events
        == Array(repeatElement(["op.began navigate", "op.settled navigate"], count: 4).joined())
    )
  }

  @Test func `queries return immediately, even in callbacks`() {
    let fixture = NavigationFixture.launched("A")
    fixture.actions["A"] = [
      (
        "ask",
        { [unowned fixture] in fixture.log.append(fixture.text($0.call("getTopCoordinator"))) }
      )
    ]
    fixture.user("tap", "ask")
    #expect(fixture.log == ["done Main"])
  }

  @Test
  func
    `operations that a coordinator submits for itself in start are part of the running operation`()
  {
    let fixture = NavigationFixture()
    fixture.define("Main") { [unowned fixture] router in
      fixture.log.append(fixture.text(router.startFlow(at: "A")))
      fixture.log.append(fixture.text(router.navigate(to: "B", [:], fixture.logging("B"))))
      fixture.log.append(fixture.shape)
    }
    let events = fixture.events([.operationBegan]) { fixture.engine.launch("Main") }
    #expect(events == ["op.began launch"])
    #expect(fixture.log == ["done", "done", "nav[A,B]", "B done"])
  }

  @Test func `a rejection inside a start rejects the whole operation and changes nothing`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child") { [unowned fixture] router in
      router.startFlow(at: "A", [:], fixture.completing("A"))
      router.navigate(to: "nowhere", [:], fixture.logging("nowhere"))
      router.navigate(to: "B", [:], fixture.logging("B"))
    }
    let child = try fixture.make("Child")
    let before = fixture.engine.tree
    let outcome = fixture.main.navigate(to: child.coordinator, fixture.logging("show"))
    #expect(fixture.text(outcome) == "rejected(unknownRoute)")
    #expect(fixture.engine.tree == before)
    #expect(
      fixture.log == [
        "A rejected(unknownRoute)", "nowhere rejected(unknownRoute)", "B rejected(unknownRoute)",
        "show rejected(unknownRoute)",
      ])
    #expect(fixture.text(child.finishFlow()) == "noop(notStarted)")
  }

  @Test func `an error thrown by start rejects the whole operation`() throws {
    struct Broken: Error {}
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child") { router in
      router.startFlow(at: "A")
      throw Broken()
    }
    let child = try fixture.make("Child")
    let before = fixture.engine.tree
    let outcome = fixture.main.navigate(to: child.coordinator)
    #expect(outcome?.error?.description == "startFailed: Child: start failed: Broken()")
    #expect(fixture.engine.tree == before)
  }

  @Test func `a rejected start can be repeated, without the callbacks of the first attempt`() throws
  {
    let fixture = NavigationFixture.launched("A")
    var isBroken = true
    fixture.define("Child") { router in if !isBroken { router.startFlow(at: "A") } }
    let child = try fixture.make("Child")
    fixture.main.navigate(to: child.coordinator, fixture.logging("first"))
    isBroken = false
    #expect(fixture.text(fixture.main.navigate(to: child.coordinator)) == "done Child")
    child.finishFlow()
    #expect(
      fixture.log == [
        "first rejected(notAttached)", "Child didFinish finished",
        "Main childDidFinish Child finished",
      ])
  }

  @Test func `operations that start submits for other coordinators wait`() throws {
    let fixture = NavigationFixture.launched("A")
    let main = fixture.main
    fixture.define("Child") { [unowned fixture] router in
      router.startFlow(at: "X")
      #expect(main.navigate(to: "B", [:], fixture.logging("B")) == nil)
      fixture.log.append(fixture.shape)
    }
    try fixture.show("Child", .fullScreen)
    #expect(fixture.log == ["nav[A] L1:fullScreen(nav[X])", "B done"])
    #expect(fixture.shape == "nav[A,B] L1:fullScreen(nav[X])")
  }

  @Test func `operations that a child's start submits for its starting parent wait`() throws {
    let fixture = NavigationFixture()
    fixture.define("Child", style: .push) { [unowned fixture] router in
      router.startFlow(at: "X")
      let parent = try #require(fixture.engine.parent(of: router.coordinator))
      let waiting = fixture.engine.router(of: parent).navigate(to: "B")
      fixture.log.append(fixture.text(waiting))
    }
    fixture.define("Main", routes: ["child": RouteDefinition(.coordinator("Child"))]) { router in
      router.startFlow(at: "A")
      router.navigate(to: "child")
    }
    fixture.engine.launch("Main")
    #expect(fixture.log == ["waits"])
    #expect(fixture.shape == "nav[A|X]")
  }

  @Test func `operations that a coordinator submits while it is created wait`() {
    let fixture = NavigationFixture.launched("A")
    let main = fixture.main
    let type = CoordinatorType(name: "Child", routes: ["X": RouteDefinition()]) {
      [unowned fixture] id, _ in
      fixture.log.append(fixture.text(main.navigate(to: "B")))
      let router = fixture.engine.router(of: id)
      return FixtureCoordinator("Child", router, fixture: fixture) { $0.startFlow(at: "X") }
    }
    do { try fixture.engine.register(type) } catch { Issue.record(error) }
    fixture.define("Main", routes: ["child": RouteDefinition(.coordinator("Child"), style: .sheet)])
    #expect(fixture.text(fixture.main.navigate(to: "child")) == "done Child")
    #expect(fixture.log == ["waits"])
    #expect(fixture.shape == "nav[A,B] L1:sheet(nav[X])")
  }

  @Test func `coordinators that start themselves endlessly are rejected`() {
    let fixture = NavigationFixture()
    fixture.define("Loop", routes: ["loop": RouteDefinition(.coordinator("Loop"))]) { router in
      router.startFlow(at: "A")
      router.navigate(to: "loop")
    }
    #expect(fixture.text(fixture.engine.launch("Loop")) == "rejected(startFailed)")
    #expect(fixture.engine.tree.main == nil)
    fixture.define(
      "Tabs", kind: .tabs, pages: [PageDefinition(id: "p", coordinator: "Tabs")])
    #expect(fixture.text(fixture.engine.launch("Tabs")) == "rejected(startFailed)")
  }

  @Test func `restartApp inside a start is rejected`() {
    let fixture = NavigationFixture()
    fixture.define("Main") { router in
      router.startFlow(at: "A")
      router.restartApp()
    }
    #expect(fixture.text(fixture.engine.launch("Main")) == "rejected(startFailed)")
  }

  @Test func `a restart cancels waiting operations and keeps those that its start submits`() {
    let fixture = NavigationFixture()
    fixture.define("Main") { [unowned fixture] router in
      router.startFlow(at: "A")
      fixture.engine.perform("swipeDown", fixture.completing("start"))
    }
    fixture.engine.launch("Main")
    fixture.log = []
    fixture.actions["A"] = [
      (
        "go",
        { [unowned fixture] router in
          router.restartApp(fixture.completing("restart"))
          router.navigate(to: "B", [:], fixture.logging("B"))
        }
      )
    ]
    fixture.user("tap", "go")
    #expect(
      fixture.log == ["B cancelled(restarted)", "restart done", "start noop(notInteractive)"])
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `operations that wait for a coordinator are cancelled when the coordinator finishes`()
    throws
  {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    let child = try fixture.show("Child")
    let main = fixture.main
    fixture.actions["A"] = [
      (
        "go",
        { [unowned fixture] _ in
          main.dismiss(fixture.completing("dismiss"))
          child.navigate(to: "B", [:], fixture.logging("B"))
          main.navigate(to: "C", [:], fixture.logging("C"))
        }
      )
    ]
    fixture.log = []
    let events = fixture.events([.operationCancelled, .operationSettled]) {
      fixture.user("tap", "go")
    }
    #expect(
      fixture.log == [
        "B cancelled(ownerFinished)", "Child didFinish dismissed",
        "Main childDidFinish Child dismissed", "dismiss done", "C done",
      ])
    #expect(
      events == [
        "op.settled tap", "op.cancelled navigate ownerFinished",
        "op.settled navigate ownerFinished", "op.settled dismiss", "op.settled navigate",
      ])
    #expect(fixture.shape == "nav[A,C]")
  }

  @Test func `shouldStop cancels waiting operations`() {
    let fixture = NavigationFixture.launched("A")
    var stops = false
    fixture.engine.addHooks(EngineHooks(shouldStop: { stops }))
    fixture.actions["A"] = [
      (
        "go",
        { [unowned fixture] router in
          for screen in ["B", "C"] { router.navigate(to: screen, [:], fixture.logging(screen)) }
          stops = true
        }
      )
    ]
    fixture.user("tap", "go")
    #expect(fixture.log == ["B cancelled(stopped)", "C cancelled(stopped)"])
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `only events that an operation emits have an operation number`() {
    let fixture = NavigationFixture.launched("A")
    _ = fixture.engine.schedule(after: .milliseconds(10)) { throw CancellationError() }
    fixture.main.navigate(to: "B", [:], .still)
    fixture.engine.advance(by: .milliseconds(20))
    let last = fixture.engine.events().suffix(2)
    #expect(
      last.map(\.description) == [
        "op.settled navigate B (c1)", "handler.failed CancellationError()",
      ])
    #expect(last.map(\.operation) == [2, 0])
    #expect(last.map(\.time) == [.zero, .milliseconds(10)])
  }
}
