import Testing

@testable import Signalbox

struct GuardTests {
  @Test func `T139 a vetoed push creates nothing and completes once`() {
    let fixture = NavigationFixture.launched("A")
    let before = fixture.engine.tree
    _ = fixture.engine.addGuard { $0.name == "B" ? .veto("no B today") : .allow }
    let events = fixture.events {
      let outcome = fixture.main.navigate(to: "B", [:], fixture.logging("B"))
      #expect(outcome?.error?.description == "vetoed: navigate: no B today")
    }
    #expect(
      events == [
        "op.began navigate", "willNavigate navigate",
        "op.rejected navigate vetoed: navigate: no B today", "op.settled navigate vetoed",
      ])
    #expect(fixture.log == ["B rejected(vetoed)"])
    #expect(fixture.engine.tree == before)
    #expect(fixture.text(fixture.main.navigate(to: "C")) == "done")
  }

  @Test func `the operations of a redirection run before waiting operations`() {
    let fixture = NavigationFixture.launched("A")
    let main = fixture.main
    _ = fixture.engine.addGuard { [unowned fixture] request in
      guard request.name == "B" else { return .allow }
      return .redirect { main.present("L", [:], fixture.logging("L")) }
    }
    fixture.actions["A"] = [
      (
        "go",
        { [unowned fixture] _ in
          main.navigate(to: "B", [:], fixture.logging("B"))
          main.navigate(to: "C", [:], fixture.logging("C"))
        }
      )
    ]
    fixture.user("tap", "go")
    #expect(fixture.log == ["B rejected(redirected)", "L done", "C done"])
    #expect(fixture.shape == "nav[A,C] L1:sheet(L)")
  }

  @Test func `guards that redirect to each other endlessly end in a veto`() {
    let fixture = NavigationFixture.launched("A")
    let main = fixture.main
    _ = fixture.engine.addGuard { [unowned fixture] request in
      .redirect { main.navigate(to: request.name == "B" ? "C" : "B", [:], fixture.logging("go")) }
    }
    main.navigate(to: "B")
    #expect(fixture.log.count == 10)
    #expect(fixture.log.last == "go rejected(vetoed)")
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `guards see the old state, are called once each, in order, and can be removed`() {
    let fixture = NavigationFixture.launched("A", "B")
    let first = fixture.engine.addGuard { request in
      fixture.log.append("first \(request.operation) \(fixture.shape)")
      return .allow
    }
    let second = fixture.engine.addGuard { request in
      fixture.log.append("second \(request.isGesture)")
      return .veto()
    }
    fixture.main.pop()
    fixture.user("back")
    fixture.engine.removeGuard(second)
    fixture.main.pop()
    fixture.main.pop()
    fixture.engine.removeGuard(first)
    fixture.main.navigate(to: "B")
    #expect(
      fixture.log == [
        "first pop nav[A,B]", "second false", "first back nav[A,B]", "second true",
        "first pop nav[A,B]",
      ])
  }

  @Test func `a guard that raises an error rejects the operation`() {
    struct Failure: Error {}
    let fixture = NavigationFixture.launched("A")
    var failures = 0
    fixture.engine.addHooks(EngineHooks(onHandlerFailure: { _ in failures += 1 }))
    _ = fixture.engine.addGuard { _ in throw Failure() }
    #expect(fixture.text(fixture.main.navigate(to: "B")) == "rejected(vetoed)")
    #expect(failures == 1)
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `a guard can stop a child before its start, and a batch with all of its operations`()
    throws
  {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child") { [unowned fixture] router in
      fixture.log.append("start")
      router.startFlow(at: "X")
    }
    let (main, child) = (fixture.main, try fixture.make("Child"))
    _ = fixture.engine.addGuard { [unowned fixture] request in
      fixture.log.append("\(request.operation) \(request.steps.map(\.operation))")
      return .veto()
    }
    main.navigate(to: child.coordinator)
    main.batch(.with(.automatic, .skipRejected)) {
      main.navigate(to: child.coordinator)
      main.navigate(to: "B")
    }
    #expect(fixture.log == ["navigate []", "batch [\"navigate\", \"navigate\"]"])
    #expect(fixture.shape == "nav[A]")
  }
}
