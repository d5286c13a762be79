import Testing

@testable import Signalbox

struct StackTests {
  @Test func `T01 a push adds the screen and completes once`() {
    let fixture = NavigationFixture.launched("A")
    #expect(fixture.text(fixture.main.navigate(to: "B", [:], fixture.logging("B"))) == "done")
    #expect(fixture.shape == "nav[A,B]")
    #expect(fixture.log == ["B done"])
  }

  @Test func `T03 pop removes the top screen and returns its name`() {
    let fixture = NavigationFixture.launched("A", "B")
    #expect(fixture.text(fixture.main.pop()) == "done [B]")
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `T04 U1 pop at the root has no effect and completes once without didNavigate`() {
    let fixture = NavigationFixture.launched("A")
    let before = fixture.engine.tree
    let events = fixture.events { fixture.main.pop(1, fixture.completing("pop")) }
    #expect(events == ["op.began pop", "op.noop pop atRoot", "op.settled pop atRoot"])
    #expect(fixture.log == ["pop noop(atRoot)"])
    #expect(fixture.engine.tree == before)
  }

  @Test func `T05 pop on a coordinator without screens is a noop`() throws {
    let fixture = NavigationFixture.launched("A")
    let child = try fixture.make("Main")
    #expect(fixture.text(child.pop()) == "noop(emptyStack)")
    #expect(fixture.text(child.popToRoot()) == "noop(emptyStack)")
  }

  @Test func `T06 U2 popToRoot destroys screens from the top and animates only visible changes`() {
    let fixture = NavigationFixture.launched("A", "B", "C", "D")
    var outcome: Outcome?
    let events = fixture.events(.lifecycle) { outcome = fixture.main.popToRoot() }
    #expect(fixture.text(outcome) == "done [D,C,B]")
    #expect(fixture.shape == "nav[A]")
    #expect(
      events == [
        "willDisappear D", "willAppear A", "didDisappear D", "didAppear A",
        "screen.destroyed D", "screen.destroyed C", "screen.destroyed B",
      ])
  }

  @Test func `T07 popToRoot at the root has no effect, even repeatedly`() {
    let fixture = NavigationFixture.launched("A")
    for _ in 1...2 { #expect(fixture.text(fixture.main.popToRoot()) == "noop(atRoot)") }
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `T08 popToView removes the screens above the given screen`() {
    let fixture = NavigationFixture.launched("F", "X")
    #expect(fixture.text(fixture.main.popToView("F")) == "done true")
    #expect(fixture.shape == "nav[F]")
  }

  @Test func `T09 U2 popToView of a missing screen is rejected`() {
    let fixture = NavigationFixture.launched("X")
    #expect(fixture.text(fixture.main.popToView("F")) == "rejected(viewNotFound) false")
    #expect(fixture.shape == "nav[X]")
  }

  @Test func `popToView of the top screen is a noop that returns true`() {
    let fixture = NavigationFixture.launched("A", "B")
    #expect(fixture.text(fixture.main.popToView("B")) == "noop(alreadyTop) true")
  }

  @Test
  func `popToView selects the nearest of several matching screens, or the first one on request`() {
    let fixture = NavigationFixture.launched("A", "B", "A", "B", "C")
    #expect(fixture.text(fixture.main.popToView("B")) == "done true")
    #expect(fixture.shape == "nav[A,B,A,B]")
    fixture.main.popToView("B", .with(.automatic, .firstMatch))
    #expect(fixture.shape == "nav[A,B]")
  }

  @Test func `popToView also accepts a handle or a function that tests screens`() {
    let fixture = NavigationFixture.launched("A", "B", "C", "D")
    let (engine, main) = (fixture.engine, fixture.main)
    let ids = engine.stack(of: main.coordinator).map(\.id)
    main.call("popToView") { $0.subject = .screen(ids[2]) }
    #expect(fixture.shape == "nav[A,B,C]")
    main.call("popToView") { $0.subject = .test { engine.node(of: $0)?.name == "A" } }
    #expect(fixture.shape == "nav[A]")
    let gone = main.call("popToView") { $0.subject = .screen(ids[2]) }
    #expect(fixture.text(gone) == "rejected(viewNotFound) false")
    let none = main.call("popToView") { $0.subject = .test { _ in false } }
    #expect(fixture.text(none) == "rejected(viewNotFound) false")
  }

  @Test func `T14 U13 R8 pushing the same route twice creates two screens`() {
    let fixture = NavigationFixture.launched("R", "A")
    #expect(fixture.text(fixture.main.navigate(to: "A")) == "done")
    #expect(fixture.shape == "nav[R,A,A]")
    #expect(Set(fixture.engine.stack(of: fixture.main.coordinator).map(\.id)).count == 3)
  }

  @Test(arguments: ["navigate", "present", "startFlow"])
  func `T15 U3 a screen that is already shown cannot be shown again`(operation: String) throws {
    let fixture = NavigationFixture.launched("A", "B")
    let before = fixture.engine.tree
    let front = try #require(fixture.engine.front)
    let outcome = fixture.main.call(operation) { $0.subject = .screen(front) }
    #expect(fixture.text(outcome) == "rejected(duplicateInstance)")
    #expect(fixture.engine.tree == before)
  }

  @Test func `T24 the route of the top screen can be pushed again`() {
    let fixture = NavigationFixture.launched("R", "A", "B")
    #expect(fixture.text(fixture.main.navigate(to: "B")) == "done")
    #expect(fixture.shape == "nav[R,A,B,B]")
  }

  @Test func `pop removes at most the requested number of screens`() {
    let fixture = NavigationFixture.launched("A", "B", "C", "D", "E")
    #expect(fixture.text(fixture.main.pop(2)) == "done [E,D]")
    #expect(fixture.text(fixture.main.pop(100)) == "done [C,B]")
    #expect(fixture.shape == "nav[A]")
  }

  @Test(arguments: [0, -1, Int.min])
  func `U13 pop with a count below one is rejected`(count: Int) {
    let fixture = NavigationFixture.launched("A", "B")
    let outcome = fixture.main.pop(count)
    #expect(outcome?.error?.message == "pop: count is \(count), expected 1 or more")
    #expect(fixture.shape == "nav[A,B]")
  }

  @Test
  func `T100 a route that the coordinator does not declare is rejected with the nearest name`() {
    let fixture = NavigationFixture()
    fixture.define("Main", routes: ["product": RouteDefinition()])
    fixture.engine.launch("Main")
    let outcome = fixture.main.navigate(to: "prodct")
    #expect(
      outcome?.error
        == NavigationError(
          .unknownRoute, "navigate: Main has no route \"prodct\"",
          hint: "did you mean \"product\"?"))
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `a screen description is pushed under its own name`() {
    let fixture = NavigationFixture.launched("A")
    let outcome = fixture.main.call("navigate") { call in
      call.subject = .content(ScreenContent(name: "made", arguments: ["id": 1]))
    }
    #expect(fixture.text(outcome) == "done")
    #expect(fixture.shape == "nav[A,made]")
    #expect(fixture.engine.tree.front?.arguments == ["id": 1])
  }

  @Test func `navigating to a layer or to a function that tests screens is rejected`() throws {
    let fixture = NavigationFixture.launched("A")
    let layer = try #require(fixture.engine.layers.first?.id)
    for subject in [OperationCall.Subject.layer(layer), .test { _ in true }] {
      let outcome = fixture.main.call("navigate") { $0.subject = subject }
      #expect(fixture.text(outcome) == "rejected(badArgument)")
    }
  }

  @Test func `calling an unknown operation is rejected with the nearest name`() {
    let fixture = NavigationFixture.launched("A")
    let error = fixture.main.call("popToRot")?.error
    #expect(error?.hint == "did you mean \"popToRoot\"?")
  }
}
