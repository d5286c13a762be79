import Testing

@testable import Signalbox

struct BatchTests {
  @Test func `T26 a batch is one change with one pair of events`() {
    let fixture = NavigationFixture.launched("A", "B")
    let main = fixture.main
    let events = fixture.events {
      let outcome = main.batch {
        #expect(main.pop(1, fixture.completing("pop")) == nil)
        main.navigate(to: "C", [:], fixture.logging("C"))
        #expect(fixture.shape == "nav[A,B]")
      }
      #expect(fixture.text(outcome) == "done")
    }
    #expect(fixture.shape == "nav[A,C]")
    #expect(
      events == [
        "op.began batch", "willNavigate batch pop, navigate", "screen.created C",
        "willDisappear B", "willAppear C", "entry.popped B popped", "entry.pushed C",
        "didDisappear B", "didAppear C", "screen.destroyed B", "didNavigate batch pop, navigate",
        "op.settled batch",
      ])
    #expect(fixture.log == ["pop done", "C done"])
    #expect(fixture.engine.now == .milliseconds(350))
  }

  @Test
  func `one rejection rejects the batch, and all of its operations complete with a rejection`() {
    let fixture = NavigationFixture.launched("A", "B")
    let (main, before) = (fixture.main, fixture.engine.tree)
    let outcome = main.batch(fixture.completing("batch")) {
      main.navigate(to: "C", [:], fixture.logging("C"))
      main.navigate(to: "nowhere", [:], fixture.logging("nowhere"))
      main.pop(1, fixture.completing("pop"))
    }
    #expect(
      outcome?.error?.message
        == "batch: operation 2 of 3: navigate: Main has no route \"nowhere\"")
    #expect(fixture.engine.tree == before)
    #expect(
      fixture.log == [
        "C rejected(unknownRoute)", "nowhere rejected(unknownRoute)", "pop rejected(unknownRoute)",
        "batch rejected(unknownRoute)",
      ])
  }

  @Test func `a batch that is not atomic omits rejected operations`() throws {
    let fixture = NavigationFixture.launched("A", "B")
    let main = fixture.main
    fixture.define("Broken") { router in
      router.startFlow(at: "X")
      router.navigate(to: "nowhere")
    }
    let broken = try fixture.make("Broken")
    let outcome = main.batch(.with(.automatic, .skipRejected)) {
      main.navigate(to: "C", [:], fixture.logging("C"))
      main.navigate(to: broken.coordinator, fixture.logging("broken"))
      main.navigate(to: "D", [:], fixture.logging("D"))
    }
    #expect(fixture.text(outcome) == "done")
    #expect(fixture.shape == "nav[A,B,C,D]")
    #expect(fixture.log == ["C done", "broken rejected(unknownRoute)", "D done"])
  }

  @Test func `a batch leads to the same state as its operations in sequence`() throws {
    let commands: [(AnyRouter) -> Void] = [
      { $0.navigate(to: "C") }, { $0.present("X") }, { $0.pop(2) }, { $0.dismiss() },
      { $0.setStack(["A", "E", "F"]) }, { $0.popLast() },
    ]
    let (single, batched) = (
      NavigationFixture.launched("A", "B"), NavigationFixture.launched("A", "B")
    )
    for command in commands { command(single.main) }
    batched.main.batch { for command in commands { command(batched.main) } }
    #expect(batched.shape == single.shape)
    #expect(batched.engine.tree == single.engine.tree)
  }

  @Test func `a child that is pushed and popped in a batch finishes in the batch`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    let (main, child) = (fixture.main, try fixture.make("Child"))
    let outcome = main.batch {
      main.navigate(to: child.coordinator, .with(.push))
      main.pop()
      main.navigate(to: "B")
    }
    #expect(fixture.text(outcome) == "done")
    #expect(fixture.shape == "nav[A,B]")
    #expect(fixture.log == ["Child didFinish popped", "Main childDidFinish Child popped"])
  }

  @Test func `an empty batch is a noop, and a batch whose function fails runs no operation`() {
    struct Failure: Error {}
    let fixture = NavigationFixture.launched("A")
    let main = fixture.main
    #expect(fixture.text(main.batch { main.pop() }) == "noop(unchanged)")
    #expect(throws: Failure.self) {
      try main.batch {
        main.navigate(to: "B")
        throw Failure()
      }
    }
    #expect(fixture.shape == "nav[A]")
    #expect(fixture.text(main.navigate(to: "C")) == "done")
  }

  @Test func `a batch from a callback waits as one operation`() {
    let fixture = NavigationFixture.launched("A")
    let main = fixture.main
    fixture.actions["A"] = [
      (
        "go",
        { [unowned fixture] _ in
          main.batch(fixture.completing("batch")) {
            main.navigate(to: "B")
            main.navigate(to: "C")
          }
          main.navigate(to: "D", [:], fixture.logging("D"))
        }
      )
    ]
    fixture.user("tap", "go")
    #expect(fixture.log == ["batch done", "D done"])
    #expect(fixture.shape == "nav[A,B,C,D]")
  }

  @Test func `a batch of a finished coordinator is rejected with all of its operations`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    let (main, child) = (fixture.main, try fixture.show("Child"))
    child.finishFlow()
    fixture.log = []
    child.batch(fixture.completing("batch")) { main.navigate(to: "B", [:], fixture.logging("B")) }
    #expect(fixture.log == ["B rejected(stale)", "batch rejected(stale)"])
    #expect(fixture.shape == "nav[A]")
  }

  /// Submits a batch whose operations log their completions, one of them in a nested batch.
  private func submitNested(
    _ fixture: NavigationFixture, by router: AnyRouter, _ options: OperationOptions
  ) {
    router.batch(options) {
      router.navigate(to: "B", [:], fixture.logging("B"))
      router.batch(fixture.completing("inner")) { router.pop(1, fixture.completing("pop")) }
    }
  }

  @Test(arguments: [
    (OperationOptions.Switches.dropWhenBusy, "cancelled(busy)"),
    (.rejectWhenBusy, "rejected(busy)"),
  ])
  func `all operations of a batch that the busy policy stops complete`(
    _ policy: OperationOptions.Switches, _ outcome: String
  ) {
    let fixture = NavigationFixture.launched("A")
    fixture.engine.isClockAutomatic = false
    fixture.main.navigate(to: "C")
    var options = fixture.completing("batch")
    options.switches = policy
    submitNested(fixture, by: fixture.main, options)
    #expect(fixture.log == ["B", "pop", "inner", "batch"].map { "\($0) \(outcome)" })
  }

  @Test
  func `all operations of a waiting batch complete if their coordinator finishes or restarts`()
    throws
  {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    let child = try fixture.show("Child")
    fixture.engine.isClockAutomatic = false
    child.finishFlow()
    submitNested(fixture, by: child, fixture.completing("batch"))
    fixture.engine.settle()
    let names = ["B", "pop", "inner", "batch"]
    #expect(
      fixture.log == names.map { "\($0) cancelled(ownerFinished)" }
        + ["Child didFinish finished", "Main childDidFinish Child finished"])

    fixture.log = []
    fixture.main.navigate(to: "C")
    fixture.main.restartApp()
    submitNested(fixture, by: fixture.main, fixture.completing("batch"))
    fixture.engine.settle()
    #expect(fixture.log == names.map { "\($0) cancelled(restarted)" })
  }

  @Test func `all operations of a batch with an unknown option complete`() {
    let fixture = NavigationFixture.launched("A")
    var options = fixture.completing("batch")
    options.switches = .popChildren
    submitNested(fixture, by: fixture.main, options)
    let names = ["B", "pop", "inner", "batch"]
    #expect(fixture.log == names.map { "\($0) rejected(unknownOption)" })

    fixture.log = []
    fixture.main.batch {
      fixture.main.navigate(to: "B", [:], fixture.logging("first"))
      submitNested(fixture, by: fixture.main, options)
    }
    #expect(fixture.log == (["first"] + names).map { "\($0) rejected(unknownOption)" })
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `operations of a nested batch without effect complete, with and without strictness`() {
    for isStrict in [false, true] {
      let fixture = NavigationFixture.launched("A")
      let main = fixture.main
      fixture.engine.isStrict = isStrict
      main.batch(fixture.completing("batch")) {
        main.batch(fixture.completing("inner")) { main.pop(1, fixture.completing("pop")) }
      }
      let outcomes =
        isStrict
        ? ["pop rejected(atRoot)", "inner rejected(atRoot)", "batch rejected(atRoot)"]
        : ["pop noop(atRoot)", "inner noop(unchanged)", "batch noop(unchanged)"]
      #expect(fixture.log == outcomes)
    }
  }

  @Test func `operations of a start that a batch skips complete with the rejection of the start`()
    throws
  {
    let fixture = NavigationFixture.launched("A")
    let main = fixture.main
    fixture.define("Broken") { [unowned fixture] router in
      router.startFlow(at: "X", [:], fixture.completing("start"))
      router.navigate(to: "nowhere", [:], fixture.completing("nowhere"))
    }
    let broken = try fixture.make("Broken")
    let outcome = main.batch(.with(.automatic, .skipRejected)) {
      main.navigate(to: broken.coordinator, fixture.completing("broken"))
      main.navigate(to: "B", [:], fixture.completing("B"))
    }
    #expect(fixture.text(outcome) == "done")
    #expect(
      fixture.log == [
        "start rejected(unknownRoute)", "nowhere rejected(unknownRoute)",
        "broken rejected(unknownRoute)", "B done",
      ])
  }

  @Test func `a batch inside another batch or a start is part of the outer operation`() {
    let fixture = NavigationFixture()
    fixture.define("Main") { router in
      router.batch {
        router.startFlow(at: "A")
        router.batch { router.navigate(to: "B") }
      }
    }
    #expect(fixture.text(fixture.engine.launch("Main")) == "done Main")
    #expect(fixture.shape == "nav[A,B]")
  }
}
