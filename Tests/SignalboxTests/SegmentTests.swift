import Testing

@testable import Signalbox

/// Tests coordinators that share a stack: pushed children and root children.
struct SegmentTests {
  /// Main on `A,B` with a pushed `Child` on `X,Y` and a pushed `Inner` on `P` above that.
  private func nested() throws -> NavigationFixture {
    let fixture = NavigationFixture.launched("A", "B")
    fixture.define("Child", style: .push) { router in
      router.startFlow(at: "X")
      router.navigate(to: "Y")
    }
    fixture.define("Inner", style: .push) { $0.startFlow(at: "P") }
    try fixture.show("Inner", from: try fixture.show("Child"))
    fixture.log = []
    return fixture
  }

  @Test func `pushed children are above their parents on one stack`() throws {
    let fixture = try nested()
    #expect(fixture.shape == "nav[A,B|X,Y|P]")
    #expect(fixture.family == "Main(Child(Inner))")
    #expect(fixture.engine.topCoordinator == fixture.router("Inner").coordinator)
  }

  @Test func `popToRoot finishes the pushed children above the root`() throws {
    let fixture = try nested()
    let events = fixture.events(.endings) {
      #expect(fixture.text(fixture.main.popToRoot()) == "done [P,Y,X,B]")
    }
    #expect(
      events == [
        "coordinator.finished Inner popped", "coordinator.finished Child popped",
        "child.finished Child popped",
      ])
    #expect(fixture.shape == "nav[A]")
    #expect(fixture.family == "Main")
  }

  @Test func `a pop by a coordinator below a pushed child removes the child's screens first`()
    throws
  {
    let fixture = try nested()
    #expect(fixture.text(fixture.main.pop(2)) == "done [P,Y]")
    #expect(fixture.shape == "nav[A,B|X]")
    #expect(fixture.family == "Main(Child)")
    #expect(fixture.log == ["Inner didFinish popped", "Child childDidFinish Inner popped"])
  }

  @Test func `a pushed child that shows only its first screen counts as being at its root`() throws
  {
    let fixture = try nested()
    let (child, inner) = (fixture.router("Child"), fixture.router("Inner"))
    #expect(fixture.text(inner.pop()) == "noop(atRoot)")
    #expect(fixture.text(child.popToRoot()) == "done [P,Y]")
    #expect(fixture.text(child.popToRoot()) == "noop(atRoot)")
    #expect(fixture.shape == "nav[A,B|X]")
  }

  @Test func `finishFlow of a pushed child removes all screens from its first screen upward`()
    throws
  {
    let fixture = try nested()
    let events = fixture.events(.endings) { fixture.router("Child").finishFlow() }
    #expect(
      events == [
        "coordinator.finished Inner ancestorFinished", "coordinator.finished Child finished",
        "child.finished Child finished",
      ])
    #expect(fixture.shape == "nav[A,B]")
  }

  @Test func `popToView searches only the caller's own screens`() throws {
    let fixture = try nested()
    #expect(fixture.text(fixture.router("Child").popToView("A")) == "rejected(viewNotFound) false")
    #expect(fixture.text(fixture.main.popToView("X")) == "rejected(viewNotFound) false")
    #expect(fixture.text(fixture.main.popToView("B")) == "done true")
    #expect(fixture.shape == "nav[A,B]")
  }

  @Test func `startFlow of a pushed child restarts the child at its position`() throws {
    let fixture = try nested()
    fixture.router("Child").startFlow(at: "Z")
    #expect(fixture.shape == "nav[A,B|Z]")
    #expect(fixture.family == "Main(Child)")
    #expect(fixture.log == ["Inner didFinish replaced", "Child childDidFinish Inner replaced"])
  }

  @Test func `layers of a pushed child are removed with the child`() throws {
    let fixture = try nested()
    fixture.router("Inner").present("X", [:], fixture.logging("X"))
    fixture.log = []
    fixture.main.popToRoot()
    #expect(fixture.shape == "nav[A]")
    #expect(
      fixture.log == [
        "X onDismiss popped", "Inner didFinish popped", "Child didFinish popped",
        "Main childDidFinish Child popped",
      ])
  }

  @Test func `a coordinator whose type declares the style push cannot push below covering screens`()
    throws
  {
    let fixture = try nested()
    let other = try fixture.make("Inner")
    let rejected = fixture.main.navigate(to: other.coordinator)
    #expect(fixture.text(rejected) == "rejected(childActive)")
    let cleared = fixture.main.navigate(to: other.coordinator, .with(.automatic, .popChildren))
    #expect(fixture.text(cleared) == "done Inner")
    #expect(fixture.shape == "nav[A,B|P]")
    #expect(fixture.family == "Main(Inner)")
  }

  @Test func `U3 tab coordinators cannot be pushed`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Page")
    fixture.define("Tabs", kind: .tabs, pages: [PageDefinition(id: "p", coordinator: "Page")])
    let tabs = try fixture.make("Tabs")
    let outcome = fixture.main.navigate(to: tabs.coordinator, .with(.push))
    #expect(fixture.text(outcome) == "rejected(notPushable)")
    #expect(fixture.family == "Main")
  }

  // MARK: - Root slots

  /// Main whose start navigates to `Root`, a coordinator on `R,S` or tabs.
  private func rooted(_ kind: CoordinatorKind = .navigation) -> NavigationFixture {
    let fixture = NavigationFixture()
    fixture.define("Page")
    let pages = ["p1", "p2"].map { PageDefinition(id: $0, coordinator: "Page") }
    fixture.define("Root", kind: kind, pages: kind == .tabs ? pages : []) { router in
      guard kind == .navigation else { return }
      router.startFlow(at: "R")
      router.navigate(to: "S")
    }
    fixture.define("Pushed", style: .push) { $0.startFlow(at: "P") }
    fixture.define("Main", routes: ["root": RouteDefinition(.coordinator("Root"))]) {
      $0.navigate(to: "root")
    }
    #expect(fixture.text(fixture.engine.launch("Main")) == "done Main")
    return fixture
  }

  @Test
  func
    `a coordinator whose start navigates to another coordinator has that coordinator as its root`()
  {
    let fixture = rooted()
    #expect(fixture.shape == "nav[R,S]")
    #expect(fixture.family == "Main(Root)")
    #expect(fixture.engine.tree.main?.children.first?.attachment == .root)
    #expect(fixture.engine.topCoordinator == fixture.router("Root").coordinator)
  }

  @Test func `tabs that are a root are at the bottom of the stack`() {
    let fixture = rooted(.tabs)
    #expect(fixture.shape == "nav[tabs[*p1:nav[A] p2:nav[A]]]")
    #expect(fixture.family == "Main(Root(Page,Page))")
    fixture.main.navigate(to: "B")
    #expect(fixture.shape == "nav[tabs[*p1:nav[A] p2:nav[A]]|B]")
    #expect(fixture.text(fixture.user("tapTab", "p2")) == "noop(gestureUnavailable)")
    #expect(fixture.text(fixture.user("back")) == "done [B]")
    #expect(fixture.text(fixture.user("tapTab", "p2")) == "done Page")
    #expect(fixture.text(fixture.main.pop()) == "noop(atRoot)")
    #expect(fixture.text(fixture.user("back")) == "noop(exit)")
  }

  @Test func `a root child can push only while no screen is above it`() {
    let fixture = rooted()
    let root = fixture.router("Root")
    #expect(fixture.text(root.navigate(to: "T")) == "done")
    #expect(fixture.text(fixture.main.navigate(to: "B")) == "done")
    #expect(fixture.shape == "nav[R,S,T|B]")
    for outcome in [root.navigate(to: "U"), root.pop(), root.popToRoot()] {
      #expect(fixture.text(outcome) == "rejected(parentActive)")
    }
    #expect(fixture.text(fixture.main.popToRoot()) == "done [B]")
    #expect(fixture.text(root.popToRoot()) == "done [T,S]")
    #expect(fixture.shape == "nav[R]")
  }

  @Test
  func `a child that is pushed above the root child counts as above the outer coordinator's root`()
    throws
  {
    let fixture = rooted()
    try fixture.show("Pushed")
    #expect(fixture.shape == "nav[R,S|P]")
    #expect(fixture.text(fixture.main.navigate(to: "B")) == "rejected(childActive)")
    #expect(fixture.text(fixture.router("Root").navigate(to: "T")) == "rejected(parentActive)")
    #expect(fixture.text(fixture.main.popToRoot()) == "done [P]")
    #expect(fixture.family == "Main(Root)")
  }

  @Test(arguments: [CoordinatorKind.navigation, .tabs])
  func `startFlow replaces the root child and all items above it, from the top`(
    kind: CoordinatorKind
  ) {
    let fixture = rooted(kind)
    for screen in ["B", "C"] { fixture.main.navigate(to: screen) }
    let events = fixture.events([.screenDestroyed]) { fixture.main.startFlow(at: "Z") }
    #expect(fixture.shape == "nav[Z]")
    #expect(fixture.family == "Main")
    #expect(events.prefix(2) == ["screen.destroyed C", "screen.destroyed B"])
    #expect(events.count == 4)
  }

  @Test(arguments: [CoordinatorKind.navigation, .tabs])
  func `restartApp removes a root child`(kind: CoordinatorKind) {
    let fixture = rooted(kind)
    let before = fixture.shape
    fixture.main.navigate(to: "B")
    #expect(fixture.text(fixture.main.restartApp()) == "done Main")
    #expect(fixture.shape == before)
    #expect(fixture.log.last == "Main childDidFinish Root restarted")
  }

  @Test func `finishFlow of a root child is rejected without a replacement`() {
    for kind in [CoordinatorKind.navigation, .tabs] {
      let fixture = rooted(kind)
      let before = fixture.engine.tree
      #expect(fixture.text(fixture.router("Root").finishFlow()) == "rejected(isRootOfParent)")
      #expect(fixture.engine.tree == before)
    }
  }

  @Test func `a pushed coordinator can have a root child, and finishes with its last screen`()
    throws
  {
    let fixture = rooted()
    fixture.define("Outer", style: .push, routes: ["root": RouteDefinition(.coordinator("Root"))]) {
      $0.navigate(to: "root")
    }
    fixture.define("Tabs", kind: .tabs, pages: [PageDefinition(id: "p", coordinator: "Page")])
    let outer = try fixture.show("Outer")
    #expect(fixture.shape == "nav[R,S|R,S]")
    #expect(fixture.family == "Main(Root,Outer(Root))")
    outer.navigate(to: "B")
    #expect(fixture.shape == "nav[R,S|R,S|B]")
    let events = fixture.events(.endings) { fixture.main.popToRoot() }
    #expect(
      events == [
        "coordinator.finished Root popped", "coordinator.finished Outer popped",
        "child.finished Outer popped",
      ])
    #expect(fixture.shape == "nav[R,S]")
    fixture.define("Outer", style: .push, routes: ["root": RouteDefinition(.coordinator("Tabs"))]) {
      $0.navigate(to: "root")
    }
    let other = try fixture.make("Outer")
    let rejected = fixture.main.navigate(to: other.coordinator)
    #expect(fixture.text(rejected) == "rejected(notPushable)")
  }

  @Test func `forcePresentation of a covered root child removes the outer coordinator's screens`() {
    let fixture = rooted(.tabs)
    fixture.main.navigate(to: "B")
    let page = fixture.engine.children(of: fixture.router("Root").coordinator)[1]
    let outcome = fixture.engine.router(of: page).forcePresentation()
    #expect(fixture.text(outcome) == "done Page")
    #expect(fixture.shape == "nav[tabs[p1:nav[A] *p2:nav[A]]]")
    #expect(fixture.engine.topCoordinator == page)
  }

  // MARK: - Defects that the model found

  @Test func `a coordinator whose own style is push is also rejected below a pushed child`()
    throws
  {
    let fixture = try nested()
    let another = try fixture.make("Inner")
    #expect(
      fixture.main.navigate(to: another.coordinator)?.description == "rejected(childActive)")
    #expect(fixture.shape == "nav[A,B|X,Y|P]")
    fixture.main.navigate(to: another.coordinator, .with(.automatic, .popChildren))
    #expect(fixture.shape == "nav[A,B|P]")
  }

  @Test func `present shows a coordinator on a layer regardless of its own style`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child", style: .push)
    let child = try fixture.make("Child")
    let outcome = fixture.main.call("present") { $0.subject = .coordinator(child.coordinator) }
    #expect(outcome?.description == "done")
    #expect(fixture.shape == "nav[A] L1:sheet(nav[A])")
  }

  /// A main coordinator whose root is another coordinator on screen `R`.
  private func plainlyRooted() -> NavigationFixture {
    let fixture = NavigationFixture()
    fixture.define("Root") { $0.startFlow(at: "R") }
    fixture.define("Main", routes: ["root": RouteDefinition(.coordinator("Root"))]) {
      $0.startFlow(at: "root")
    }
    fixture.define("Child", style: .push) { $0.navigate(to: "X") }
    fixture.engine.launch("Main")
    return fixture
  }

  @Test func `navigate can push a child above a root child`() throws {
    let fixture = plainlyRooted()
    try fixture.show("Child")
    #expect(fixture.shape == "nav[R|X]")
    #expect(fixture.family == "Main(Root,Child)")
  }

  @Test func `popChildren keeps the root child`() throws {
    let fixture = plainlyRooted()
    let child = try fixture.make("Child")
    fixture.main.navigate(to: child.coordinator)
    fixture.main.navigate(to: "B", [:], .with(.push, .popChildren))
    #expect(fixture.shape == "nav[R|B]")
    #expect(fixture.family == "Main(Root)")
  }

  @Test func `restartApp of a finished coordinator is rejected as stale`() throws {
    let fixture = NavigationFixture.launched("A", "B")
    fixture.define("Child")
    let child = try fixture.show("Child")
    child.finishFlow()
    let before = fixture.engine.tree
    #expect(child.restartApp()?.description == "rejected(stale)")
    #expect(fixture.engine.tree == before)
  }

  @Test func `screens of the outer coordinator prevent every kind of pop by its root child`() throws
  {
    let fixture = NavigationFixture()
    fixture.define("Root") { $0.startFlow(at: "R") }
    fixture.define("Middle", routes: ["root": RouteDefinition(.coordinator("Root"))]) {
      $0.startFlow(at: "root")
    }
    fixture.define("Main", routes: ["middle": RouteDefinition(.coordinator("Middle"))]) {
      $0.startFlow(at: "middle")
    }
    fixture.engine.launch("Main")
    fixture.main.navigate(to: "A")
    for child in ["Middle", "Root"] {
      #expect(fixture.router(child).pop()?.description == "rejected(parentActive)")
      #expect(fixture.router(child).popToRoot()?.description == "rejected(parentActive)")
    }
    #expect(fixture.shape == "nav[R|A]")
  }

  @Test
  func `forcePresentation cannot push onto a stack that an outer coordinator covers`()
    throws
  {
    let fixture = plainlyRooted()
    fixture.main.navigate(to: "A")
    fixture.router("Root").present("S")
    let child = try fixture.make("Child")
    #expect(fixture.engine.topCoordinator == fixture.router("Root").coordinator)
    #expect(child.forcePresentation()?.description == "rejected(parentActive)")
    #expect(fixture.shape == "nav[R|A] L1:sheet(S)")
  }
  @Test func `a root child is the top coordinator even while the outer coordinator covers it`() {
    let fixture = plainlyRooted()
    let root = fixture.router("Root")
    fixture.main.navigate(to: "A")
    #expect(fixture.shape == "nav[R|A]")
    #expect(fixture.engine.topCoordinator == root.coordinator)
    #expect(root.navigate(to: "B")?.description == "rejected(parentActive)")
    #expect(fixture.text(root.forcePresentation()) == "done Root")
    #expect(fixture.shape == "nav[R]")
    #expect(fixture.text(root.forcePresentation()) == "noop(alreadyTop) Root")
  }
}
