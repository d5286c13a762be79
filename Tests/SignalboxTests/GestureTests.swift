import Testing

@testable import Signalbox

struct GestureTests {
  @Test func `T129 U10 a swipe back that the user releases early changes nothing`() {
    let fixture = NavigationFixture.launched("A", "B")
    let before = fixture.engine.tree
    let events = fixture.events {
      let outcome = fixture.user("swipeBack", "", .with(.automatic, .cancel))
      #expect(fixture.text(outcome) == "noop(cancelledByUser)")
    }
    #expect(
      events == [
        "op.began swipeBack", "willDisappear B", "willAppear A", "willDisappear A",
        "didDisappear A", "willAppear B", "didAppear B", "op.noop swipeBack cancelledByUser",
        "op.settled swipeBack cancelledByUser",
      ])
    #expect(fixture.engine.tree == before)
  }

  @Test func `T130 a swipe back is a pop with its own reason`() {
    let (swiped, popped) = (
      NavigationFixture.launched("A", "B"), NavigationFixture.launched("A", "B")
    )
    let events = swiped.events { swiped.user("swipeBack") }
    let others = popped.events { popped.main.pop() }
    #expect(swiped.shape == popped.shape)
    #expect(
      events.map { $0.replacing("swipeBack", with: "pop") }
        == others.map { $0 == "entry.popped B popped" ? "entry.popped B userSwipe" : $0 })
  }

  @Test(arguments: [OperationOptions.Switches.cancel, []])
  func `T131 the root cannot be swiped back`(switches: OperationOptions.Switches) {
    let fixture = NavigationFixture.launched("A")
    let outcome = fixture.user("swipeBack", "", .with(.automatic, switches))
    #expect(fixture.text(outcome) == "noop(gestureUnavailable)")
  }

  @Test func `T134 neither a full screen layer nor the root can be swiped down`() {
    let fixture = NavigationFixture.launched("A")
    #expect(fixture.text(fixture.user("swipeDown")) == "noop(notInteractive)")
    fixture.main.present("X", [:], .with(.fullScreen))
    #expect(fixture.text(fixture.user("swipeDown")) == "noop(notInteractive)")
    #expect(fixture.shape == "nav[A] L1:fullScreen(X)")
  }

  @Test func `T135 swiping a child's sheet down finishes the child`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    let child = try fixture.make("Child")
    fixture.main.navigate(to: child.coordinator, fixture.logging("show"))
    fixture.log = []
    let kinds: [NavigationEvent.Kind] = [
      .layerWillDismiss, .layerDismissed, .layerDidDismiss, .coordinatorFinished,
    ]
    let events = fixture.events(kinds) { fixture.user("swipeDown") }
    #expect(
      events == [
        "layer.willDismiss sheet", "layer.dismissed sheet userSwipe", "layer.didDismiss sheet",
        "coordinator.finished Child userSwipe",
      ])
    #expect(fixture.family == "Main")
    #expect(
      fixture.log == [
        "show onDismiss userSwipe", "Child didFinish userSwipe", "show onFinish userSwipe",
        "Main childDidFinish Child userSwipe",
      ])
  }

  @Test func `U8 layers dismissed by an operation are not reported as gestures of the user`() {
    let fixture = NavigationFixture.launched("A")
    fixture.main.present("X")
    let kinds: [NavigationEvent.Kind] = [.layerWillDismiss, .layerDidDismiss]
    #expect(fixture.events(kinds) { fixture.main.dismiss() } == [])
  }

  @Test
  func `T137 going back removes screens, then layers, and then requests to leave the application`()
    throws
  {
    let fixture = NavigationFixture.launched("A", "B")
    fixture.define("Child") { router in
      router.startFlow(at: "X")
      router.navigate(to: "Y")
    }
    try fixture.show("Child")
    var steps: [String] = []
    for _ in 1...4 { steps.append("\(fixture.text(fixture.user("back"))) \(fixture.shape)") }
    #expect(
      steps == [
        "done [Y] nav[A,B] L1:sheet(nav[X])", "done nav[A,B]", "done [B] nav[A]",
        "noop(exit) nav[A]",
      ])
    #expect(fixture.engine.events().filter { $0.kind == .exitRequested }.count == 1)
  }

  @Test func `the user cannot dismiss a layer that is not interactive by going back`() {
    let fixture = NavigationFixture.launched("A")
    fixture.main.present("X", [:], .with(.fullScreen))
    #expect(fixture.text(fixture.user("back")) == "noop(backBlocked)")
    #expect(fixture.text(fixture.main.back()) == "done")
    #expect(fixture.text(fixture.main.back()) == "noop(exit)")
  }

  @Test func `going back from the first screen of a pushed child finishes the child`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    try fixture.show("Child", .push)
    let events = fixture.events([.coordinatorFinished]) { fixture.user("back") }
    #expect(events == ["coordinator.finished Child userBack"])
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `tap runs the handler and settles the operations that it submits`() {
    let fixture = NavigationFixture.launched("A")
    fixture.actions["A"] = [("open", { $0.navigate(to: "B") })]
    #expect(fixture.text(fixture.user("tap", "open")) == "done")
    #expect(fixture.shape == "nav[A,B]")
  }

  @Test func `tapping an unknown action is rejected with the nearest name`() {
    let fixture = NavigationFixture.launched("A")
    fixture.actions["A"] = [("Close", { _ in })]
    #expect(fixture.user("tap", "close")?.error?.hint == "did you mean \"Close\"?")
    #expect(
      fixture.user("tap", "close")?.error?.message == "tap: screen A has no action \"close\"")
  }

  @Test func `gestures before launch have no effect`() {
    let fixture = NavigationFixture()
    let outcomes = ["back", "swipeBack", "swipeDown", "tapTab", "tap", "open"].map {
      fixture.text(fixture.user($0, "x"))
    }
    #expect(
      outcomes == [
        "noop(exit)", "noop(gestureUnavailable)", "noop(notInteractive)",
        "noop(gestureUnavailable)", "rejected(unknownAction)", "noop(notReady)",
      ])
  }

  @Test func `every gesture on a tab bar without pages is handled`() {
    let fixture = NavigationFixture.tabs("p1")
    fixture.main.setPages([])
    let outcomes = ["back", "swipeBack", "swipeDown", "tapTab", "tap"].map {
      fixture.text(fixture.user($0, "x"))
    }
    #expect(
      outcomes == [
        "noop(exit)", "noop(gestureUnavailable)", "noop(notInteractive)", "rejected(unknownPage)",
        "rejected(unknownAction)",
      ])
  }
}
