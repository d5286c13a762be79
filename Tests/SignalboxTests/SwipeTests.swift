import Testing

@testable import Signalbox

struct SwipeTests {
  private func part(_ phase: GesturePhase, _ progress: Double = 0) -> OperationOptions {
    var options = OperationOptions()
    options.phase = phase
    options.progress = progress
    return options
  }

  @Test func `T129 a swipe back in phases that the user releases early changes nothing`() {
    let fixture = NavigationFixture.launched("A", "B")
    let before = fixture.engine.tree
    let began = fixture.events {
      #expect(fixture.text(fixture.user("swipeBack", "", part(.begin))) == "waits")
    }
    #expect(began == ["op.began swipeBack", "willDisappear B", "willAppear A"])
    #expect(fixture.events { fixture.user("swipeBack", "", part(.progress, 0.4)) } == [])
    #expect(fixture.engine.swipeProgress == 0.4)
    let ended = fixture.events {
      let outcome = fixture.user("swipeBack", "", part(.cancel))
      #expect(fixture.text(outcome) == "noop(cancelledByUser)")
    }
    #expect(
      ended == [
        "willDisappear A", "didDisappear A", "willAppear B", "didAppear B",
        "op.noop swipeBack cancelledByUser", "op.settled swipeBack cancelledByUser",
      ])
    #expect(fixture.engine.tree == before)
    #expect(fixture.engine.swipeProgress == nil)
  }

  @Test(arguments: ["swipeBack", "swipeDown"])
  func `a strict engine rejects a cancelled swipe, whole or in phases`(gesture: String) {
    let outcomes = [[part(.begin), part(.cancel)], [.with(.automatic, .cancel)]].map { parts in
      let fixture = NavigationFixture.launched("A", "B")
      if gesture == "swipeDown" { fixture.main.present("C") }
      fixture.engine.isStrict = true
      let before = fixture.engine.tree
      let outcomes = parts.map { fixture.text(fixture.user(gesture, "", $0)) }
      #expect(fixture.engine.tree == before)
      return outcomes
    }
    #expect(outcomes == [["waits", "rejected(cancelledByUser)"], ["rejected(cancelledByUser)"]])
  }

  @Test func `T130 a swipe back in phases is a pop with its own reason`() {
    let (swiped, popped) = (
      NavigationFixture.launched("A", "B"), NavigationFixture.launched("A", "B")
    )
    let began = swiped.events { swiped.user("swipeBack", "", part(.begin)) }
    let ended = swiped.events {
      #expect(swiped.text(swiped.user("swipeBack", "", part(.commit))) == "done [B]")
    }
    #expect(began == ["op.began swipeBack", "willDisappear B", "willAppear A"])
    #expect(
      ended == [
        "willNavigate swipeBack", "entry.popped B userSwipe", "didDisappear B", "didAppear A",
        "screen.destroyed B", "didNavigate swipeBack", "op.settled swipeBack",
      ])
    popped.main.pop()
    #expect(swiped.engine.tree == popped.engine.tree)
    #expect(swiped.engine.now == popped.engine.now)
  }

  @Test func `all other operations wait while a swipe is in progress`() {
    let fixture = NavigationFixture.launched("A", "B")
    let main = fixture.main
    fixture.user("swipeBack", "", part(.begin))
    #expect(fixture.text(main.navigate(to: "C", [:], fixture.logging("C"))) == "waits")
    #expect(fixture.text(fixture.user("swipeDown")) == "waits")
    #expect(fixture.text(main.pop(1, .with(.automatic, .rejectWhenBusy))) == "rejected(busy)")
    #expect(fixture.engine.settle())
    #expect(fixture.engine.waitingCount == 3)
    fixture.user("swipeBack", "", part(.commit))
    #expect(fixture.shape == "nav[A,C]")
    #expect(fixture.log == ["C done"])
    #expect(fixture.engine.waitingCount == 0)
  }

  @Test func `the phases of a swipe have one outcome despite operations in between`() {
    let fixture = NavigationFixture.launched("A", "B")
    let main = fixture.main
    fixture.actions["B"] = [
      (
        "play",
        { [unowned fixture] _ in
          fixture.user("swipeBack", "", part(.begin))
          main.navigate(to: "C", [:], fixture.logging("C"))
          fixture.user("swipeBack", "", part(.commit))
        }
      )
    ]
    fixture.user("tap", "play")
    #expect(fixture.shape == "nav[A,C]")
  }

  @Test func `with a manual clock, a swipe settles when its animation ends`() {
    let fixture = NavigationFixture.launched("A", "B")
    fixture.engine.isClockAutomatic = false
    fixture.user("swipeBack", "", part(.begin))
    var options = part(.commit)
    options.completion = { fixture.log.append("commit \($0)") }
    #expect(fixture.text(fixture.user("swipeBack", "", options)) == "waits")
    #expect(fixture.log == [])
    fixture.engine.advance(by: .milliseconds(350))
    #expect(fixture.log == ["commit done"])
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `a swipe is reversed if a guard vetoes it`() {
    let fixture = NavigationFixture.launched("A", "B")
    _ = fixture.engine.addGuard { _ in .veto() }
    fixture.user("swipeBack", "", part(.begin))
    let events = fixture.events(.lifecycle) {
      let outcome = fixture.user("swipeBack", "", part(.commit))
      #expect(fixture.text(outcome) == "rejected(vetoed)")
    }
    #expect(events == ["willDisappear A", "didDisappear A", "willAppear B", "didAppear B"])
    #expect(fixture.shape == "nav[A,B]")
  }

  @Test(arguments: [GesturePhase.progress, .cancel, .commit])
  func `a phase of a swipe has no effect if the swipe has not begun`(phase: GesturePhase) {
    let fixture = NavigationFixture.launched("A", "B")
    fixture.main.present("X")
    for gesture in ["swipeBack", "swipeDown"] {
      #expect(fixture.text(fixture.user(gesture, "", part(phase))) == "noop(gestureUnavailable)")
    }
    #expect(fixture.shape == "nav[A,B] L1:sheet(X)")
  }

  @Test func `a screen can prevent a swipe back`() {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Main", routes: ["held": RouteDefinition(screenTraits: .swipeBackDisabled)])
    fixture.main.navigate(to: "held")
    #expect(fixture.text(fixture.user("swipeBack")) == "noop(gestureUnavailable)")
    #expect(fixture.text(fixture.user("back")) == "done [held]")
  }

  @Test func `a sheet can be swiped down in phases, and its coordinator finishes at the end`()
    throws
  {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    try fixture.show("Child")
    let began = fixture.events { fixture.user("swipeDown", "", part(.begin)) }
    #expect(began == ["op.began swipeDown", "willDisappear A"])
    let back = fixture.events(.lifecycle) { fixture.user("swipeDown", "", part(.cancel)) }
    #expect(back == ["willAppear A", "didAppear A"])
    fixture.user("swipeDown", "", part(.begin))
    #expect(fixture.text(fixture.user("swipeDown", "", part(.commit))) == "done")
    #expect(fixture.shape == "nav[A]")
    #expect(fixture.log == ["Child didFinish userSwipe", "Main childDidFinish Child userSwipe"])
  }

  @Test
  func
    `T133 U8 a sheet that is not interactive ignores swipes but can be dismissed by an operation`()
  {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Main", routes: ["held": RouteDefinition(screenTraits: .dismissDisabled)])
    fixture.main.present("held")
    let events = fixture.events {
      #expect(fixture.text(fixture.user("swipeDown")) == "noop(dismissDisabled)")
    }
    #expect(
      events == [
        "op.began swipeDown", "layer.dismissAttempted sheet", "op.noop swipeDown dismissDisabled",
        "op.settled swipeDown dismissDisabled",
      ])
    #expect(fixture.text(fixture.user("back")) == "noop(backBlocked)")
    #expect(fixture.shape == "nav[A] L1:sheet(held)")
    #expect(fixture.text(fixture.main.dismiss()) == "done 1")
  }

  @Test func `a coordinator can reject a swipe`() {
    let fixture = NavigationFixture.launched("A")
    fixture.shouldDismiss = { $0 != "X" }
    for screen in ["X", "Y"] { fixture.main.present(screen) }
    #expect(fixture.text(fixture.user("swipeDown")) == "done")
    #expect(fixture.text(fixture.user("swipeDown", "", part(.begin))) == "noop(dismissDisabled)")
    #expect(fixture.engine.waitingCount == 0)
  }

  // MARK: - Going back

  @Test func `T138 going back pops nothing if a handler handles it`() {
    let fixture = NavigationFixture.launched("A", "B")
    fixture.handleBack = { $0 == "B" }
    let events = fixture.events {
      #expect(fixture.text(fixture.user("back")) == "noop(intercepted)")
    }
    #expect(
      events == [
        "op.began back", "back.intercepted B", "op.noop back intercepted",
        "op.settled back intercepted",
      ])
    fixture.handleBack = { _ in false }
    #expect(fixture.text(fixture.user("back")) == "done [B]")
  }

  @Test func `a coordinator class can handle going back and keep its layer`() throws {
    enum StubbornRoute: Route, CaseIterable, Codable { case form }
    final class Stubborn: Coordinator {
      let router: Router<StubbornRoute>
      init(_ router: Router<StubbornRoute>) { self.router = router }

      static func configure(_ type: inout CoordinatorType) {
        type.layerTraits = LayerTraits(detents: [.large])
      }
      func start() throws { try router.startFlow(at: .form) }
      func handleBack(on screen: ScreenID) -> Bool { true }
      func shouldDismiss(_ screen: ScreenID) -> Bool { false }
    }
    let fixture = NavigationFixture.launched("A")
    try fixture.engine.register(Stubborn.self) { Stubborn($0) }
    try fixture.show("Stubborn")
    #expect(fixture.engine.layers[1].detents == [.large])
    #expect(fixture.text(fixture.user("back")) == "noop(intercepted)")
    #expect(fixture.text(fixture.user("swipeDown")) == "noop(dismissDisabled)")
    #expect(fixture.text(fixture.main.dismiss()) == "done 1")
  }

  @Test
  func `a long press on the back button removes several screens and finishes their coordinators`()
    throws
  {
    let fixture = NavigationFixture.launched("R", "A")
    fixture.define("Child")
    try fixture.show("Child", .push)
    let press = { (index: Int) in
      fixture.text(fixture.engine.perform("longPressBack") { $0.count = index })
    }
    #expect(fixture.shape == "nav[R,A|A]")
    #expect(press(1) == "noop(alreadyTop)")
    #expect(press(2) == "rejected(badArgument)")
    #expect(press(-1) == "done [A,A]")
    #expect(fixture.log == ["Child didFinish userBack", "Main childDidFinish Child userBack"])
    #expect(press(-1) == "noop(gestureUnavailable)")
  }

  @Test func `tapping the selected tab keeps its screens if the tabs are configured to do so`()
    throws
  {
    let fixture = NavigationFixture()
    fixture.define("Page")
    var type = CoordinatorType(
      name: "Main", kind: .tabs, pages: [PageDefinition(id: "p1", coordinator: "Page")]
    ) { [unowned fixture] id, _ in
      FixtureCoordinator("Main", fixture.engine.router(of: id), fixture: fixture) { _ in }
    }
    type.popsToRootOnReselect = false
    try fixture.engine.register(type)
    fixture.engine.launch("Main")
    fixture.page("p1").navigate(to: "B")
    let events = fixture.events([.tabUserSelected, .tabReselected]) {
      #expect(fixture.text(fixture.user("tapTab", "p1")) == "noop(alreadySelected) Page")
    }
    #expect(events == ["tab.userSelected p1", "tab.reselected p1"])
    #expect(fixture.shape == "tabs[*p1:nav[A,B]]")
  }
  // MARK: - Other operations in flight (decision 0060)

  @Test func `U10 a swipe back during an animation has no effect, but other gestures wait`() {
    let fixture = NavigationFixture.launched("A", "B")
    fixture.engine.isClockAutomatic = false
    fixture.main.navigate(to: "C")
    let events = fixture.events {
      for phase in [GesturePhase.whole, .begin] {
        let outcome = fixture.user("swipeBack", "", part(phase))
        #expect(fixture.text(outcome) == "noop(gestureUnavailable)")
      }
    }
    let settled = [
      "op.began swipeBack", "op.noop swipeBack gestureUnavailable",
      "op.settled swipeBack gestureUnavailable",
    ]
    #expect(events == settled + settled)
    #expect(fixture.text(fixture.user("back")) == "waits")
    fixture.engine.settle()
    #expect(fixture.shape == "nav[A,B]")
    #expect(fixture.text(fixture.user("swipeBack", "", .still)) == "done [B]")
  }

  @Test func `a swipe back from a timer during an animation completes at once`() {
    let fixture = NavigationFixture.launched("A", "B")
    _ = fixture.engine.schedule(after: .milliseconds(100)) {
      fixture.user("swipeBack", "", fixture.completing("swipe"))
      fixture.log.append("at \(fixture.engine.milliseconds)")
    }
    let start = fixture.engine.milliseconds
    fixture.main.navigate(to: "C", [:], fixture.logging("push"))
    #expect(fixture.log == ["swipe noop(gestureUnavailable)", "at \(start + 100)", "push done"])
    #expect(fixture.shape == "nav[A,B,C]")
  }

  @Test func `a second swipe back has no effect while the first one is in progress`() {
    let fixture = NavigationFixture.launched("A", "B", "C")
    fixture.user("swipeBack", "", part(.begin))
    #expect(fixture.text(fixture.user("swipeBack")) == "noop(gestureUnavailable)")
    #expect(fixture.text(fixture.user("swipeBack", "", part(.commit))) == "done [C]")
    #expect(fixture.shape == "nav[A,B]")
  }

  @Test func `a strict engine rejects a swipe back that has no effect`() {
    let fixture = NavigationFixture.launched("A", "B")
    (fixture.engine.isClockAutomatic, fixture.engine.isStrict) = (false, true)
    fixture.main.navigate(to: "C")
    let events = fixture.events {
      #expect(fixture.text(fixture.user("swipeBack")) == "rejected(gestureUnavailable)")
    }
    #expect(events.count == 3 && events[1].hasPrefix("op.rejected swipeBack"))
  }

  @Test func `a swipe back that waits behind other operations is checked when it runs`() {
    let fixture = NavigationFixture.launched("A")
    fixture.actions["A"] = [
      (
        "both",
        { [unowned fixture] router in
          router.navigate(to: "B", [:], fixture.logging("push"))
          fixture.user("swipeBack", "", fixture.completing("swipe"))
        }
      )
    ]
    fixture.user("tap", "both")
    #expect(fixture.log == ["push done", "push onDismiss userSwipe", "swipe done"])
    #expect(fixture.shape == "nav[A]")
  }
}
