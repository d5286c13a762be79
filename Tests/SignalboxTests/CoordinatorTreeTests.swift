import Testing

@testable import Signalbox

struct CoordinatorTreeTests {
  /// A main coordinator on `A` below a chain of modal coordinators `C1`, `C2`, ...
  private func chain(_ count: Int, _ style: TransitionStyle = .sheet) throws -> NavigationFixture {
    let fixture = NavigationFixture.launched("A")
    var parent = fixture.main
    for number in 1...count {
      fixture.define("C\(number)")
      parent = try fixture.show("C\(number)", from: parent, style)
    }
    return fixture
  }

  @Test func `T50 navigating to a coordinator starts it as a child`() throws {
    let fixture = try chain(1)
    let child = fixture.router("C1").coordinator
    #expect(fixture.family == "Main(C1)")
    #expect(fixture.shape == "nav[A] L1:sheet(nav[A])")
    #expect(fixture.engine.parent(of: child) == fixture.engine.main)
    #expect(fixture.engine.children(of: fixture.main.coordinator) == [child])
    #expect(fixture.engine.isStarted(child))
  }

  @Test func `T51 the top coordinator is the last one in a chain of modals`() throws {
    let fixture = try chain(3)
    #expect(fixture.text(fixture.main.call("getTopCoordinator")) == "done C3")
  }

  @Test func `T52 the top coordinator without children is the main one`() {
    let fixture = NavigationFixture.launched("A")
    #expect(fixture.text(fixture.main.call("getTopCoordinator")) == "done Main")
    #expect(NavigationEngine().topCoordinator == nil)
  }

  @Test func `T53 finishFlow on the main coordinator keeps only its root`() throws {
    let fixture = try chain(1)
    for screen in ["B", "C"] { fixture.main.navigate(to: screen) }
    fixture.log = []
    #expect(fixture.text(fixture.main.finishFlow(nil, fixture.completing("finish"))) == "done")
    #expect(fixture.shape == "nav[A]")
    #expect(fixture.family == "Main")
    #expect(fixture.engine.isStarted(fixture.main.coordinator))
    #expect(
      fixture.log == ["C1 didFinish finished", "Main childDidFinish C1 finished", "finish done"])
    #expect(fixture.text(fixture.main.finishFlow()) == "noop(atRoot)")
  }

  @Test func `T54 finishFlow on the main coordinator finishes the deepest coordinators first`()
    throws
  {
    let fixture = try chain(2)
    let events = fixture.events([.coordinatorFinished]) { fixture.main.finishFlow() }
    #expect(events == ["coordinator.finished C2 finished", "coordinator.finished C1 finished"])
    #expect(fixture.family == "Main")
  }

  @Test func `T60 a coordinator is attached once and never to its own descendants`() throws {
    let fixture = try chain(1)
    let (main, child) = (fixture.main, fixture.router("C1"))
    let before = fixture.engine.tree
    #expect(fixture.text(main.navigate(to: child.coordinator)) == "rejected(alreadyAttached)")
    #expect(fixture.text(child.navigate(to: child.coordinator)) == "rejected(cycle)")
    #expect(fixture.text(child.navigate(to: main.coordinator)) == "rejected(cycle)")
    #expect(fixture.engine.tree == before)
  }

  @Test func `T63 forcePresentation attaches a new coordinator to the top coordinator`() throws {
    let fixture = try chain(1)
    fixture.define("Forced")
    let forced = try fixture.make("Forced")
    #expect(fixture.text(forced.forcePresentation()) == "done Forced")
    #expect(fixture.family == "Main(C1(Forced))")
    #expect(fixture.engine.topCoordinator == forced.coordinator)
    #expect(fixture.text(forced.forcePresentation()) == "noop(alreadyTop) Forced")
  }

  @Test func `T65 forcePresentation over tabs attaches to the selected page`() throws {
    let fixture = NavigationFixture.tabs("p1", "p2", current: "p2")
    fixture.define("Forced")
    let forced = try fixture.make("Forced")
    #expect(fixture.text(forced.forcePresentation()) == "done Forced")
    #expect(fixture.engine.parent(of: forced.coordinator) == fixture.page("p2").coordinator)
  }

  @Test func `T66 forcePresentation without a main coordinator is rejected`() throws {
    let fixture = NavigationFixture()
    fixture.define("Forced")
    let forced = try fixture.make("Forced")
    #expect(fixture.text(forced.forcePresentation()) == "rejected(noMain)")
    #expect(fixture.engine.tree.main == nil)
  }

  @Test func `T67 restartApp ends every child and restarts the main coordinator`() throws {
    let fixture = try chain(2)
    fixture.log = []
    let kinds: [NavigationEvent.Kind] = [.coordinatorFinished, .didNavigate, .rootChanged]
    let events = fixture.events(kinds) {
      #expect(fixture.text(fixture.main.restartApp(fixture.completing("restart"))) == "done Main")
    }
    #expect(
      events == [
        "root.changed Main", "coordinator.finished C2 restarted",
        "coordinator.finished C1 restarted", "didNavigate restartApp",
      ])
    #expect(
      fixture.log == [
        "C2 didFinish restarted", "C1 didFinish restarted", "Main childDidFinish C1 restarted",
        "restart done",
      ])
    #expect(fixture.shape == "nav[A]")
    #expect(fixture.family == "Main")
  }

  @Test func `T69 startFlow on a running flow restarts it in its place`() throws {
    let fixture = try chain(1)
    let child = fixture.router("C1")
    child.navigate(to: "B")
    child.present("X")
    #expect(fixture.shape == "nav[A] L1:sheet(nav[A,B]) L2:sheet(X)")
    #expect(fixture.text(child.startFlow(at: "C")) == "done")
    #expect(fixture.shape == "nav[A] L1:sheet(nav[C])")
    #expect(fixture.family == "Main(C1)")
  }

  @Test func `startFlow with keepModals keeps the modals of the flow`() throws {
    let fixture = try chain(1)
    let child = fixture.router("C1")
    child.present("X")
    child.startFlow(at: "C", [:], .with(.automatic, .keepModals))
    #expect(fixture.shape == "nav[A] L1:sheet(nav[C]) L2:sheet(X)")
  }

  @Test func `T73 a push below a pushed child is rejected unless popChildren is set`() throws {
    let fixture = try chain(1, .push)
    #expect(fixture.shape == "nav[A|A]")
    #expect(fixture.text(fixture.main.navigate(to: "B")) == "rejected(childActive)")
    let events = fixture.events(.endings) {
      let outcome = fixture.main.navigate(to: "B", [:], .with(.automatic, .popChildren))
      #expect(fixture.text(outcome) == "done")
    }
    #expect(fixture.shape == "nav[A,B]")
    #expect(events == ["coordinator.finished C1 replaced", "child.finished C1 replaced"])
  }

  @Test func `T74 a coordinator that shows no screen in its start is not attached`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Idle") { _ in }
    let idle = try fixture.make("Idle")
    let before = fixture.engine.tree
    let outcome = fixture.main.navigate(to: idle.coordinator)
    #expect(fixture.text(outcome) == "rejected(notAttached)")
    #expect(fixture.engine.tree == before)
    #expect(!fixture.engine.isStarted(idle.coordinator))
    #expect(fixture.engine.parent(of: idle.coordinator) == nil)
  }

  @Test func `forcePresentation of an attached coordinator reveals it`() throws {
    let fixture = try chain(3)
    let first = fixture.router("C1")
    first.navigate(to: "B")
    #expect(fixture.text(first.forcePresentation()) == "done C1")
    #expect(fixture.shape == "nav[A] L1:sheet(nav[A,B])")
    #expect(fixture.engine.topCoordinator == first.coordinator)
  }

  @Test func `forcePresentation with a route starts the flow at that route`() throws {
    let fixture = try chain(2)
    let first = fixture.router("C1")
    #expect(fixture.text(first.forcePresentation(route: "C")) == "done C1")
    #expect(fixture.shape == "nav[A] L1:sheet(nav[C])")
  }

  @Test func `forcePresentation selects the pages on the path to the coordinator`() throws {
    let fixture = NavigationFixture.tabs("p1", "p2")
    #expect(fixture.text(fixture.page("p2").forcePresentation()) == "done Page")
    #expect(fixture.shape == "tabs[p1:nav[A] *p2:nav[A]]")
    #expect(fixture.engine.topCoordinator == fixture.page("p2").coordinator)
  }

  @Test
  func
    `operations on removed objects are stale, and finishFlow reports that the flow has finished`()
    throws
  {
    let fixture = try chain(1)
    let child = fixture.router("C1")
    fixture.main.dismiss()
    let before = fixture.engine.tree
    #expect(fixture.text(child.pop()) == "rejected(stale)")
    #expect(fixture.text(child.navigate(to: "B")) == "rejected(stale)")
    #expect(fixture.text(child.dismiss()) == "rejected(stale)")
    #expect(fixture.text(child.finishFlow()) == "noop(alreadyFinished)")
    #expect(fixture.text(child.forcePresentation()) == "rejected(alreadyFinished)")
    #expect(
      fixture.text(fixture.main.navigate(to: child.coordinator)) == "rejected(alreadyFinished)")
    #expect(fixture.engine.tree == before)
  }

  @Test func `operations before the start of a coordinator are rejected with a reason`() throws {
    let fixture = try chain(1)
    let other = try fixture.make("C1")
    #expect(fixture.text(other.finishFlow()) == "noop(notStarted)")
    #expect(fixture.text(other.navigate(to: "B")) == "rejected(notStarted)")
    #expect(fixture.text(other.dismiss()) == "rejected(notStarted)")
  }

  @Test func `finishFlow passes its result to every receiver exactly once`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    var results: [NavigationValue?] = []
    var options = fixture.logging("show")
    options.onFinish = { results.append($0.result) }
    let child = try fixture.make("Child")
    fixture.main.navigate(to: child.coordinator, options)
    fixture.log = []
    #expect(fixture.text(child.finishFlow(["id": 1])) == "done")
    #expect(results == [["id": 1]])
    #expect(
      fixture.log == [
        "show onDismiss finished", "Child didFinish finished", "Main childDidFinish Child finished",
      ])
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `finishFlow without dismissing is rejected while screens are shown`() throws {
    let fixture = try chain(1)
    let outcome = fixture.router("C1").finishFlow(nil, .with(.automatic, .withoutDismiss))
    #expect(fixture.text(outcome) == "rejected(badArgument)")
  }

  @Test func `finishFlow of a coordinator in the middle of a chain removes the items above it`()
    throws
  {
    let fixture = try chain(3)
    let events = fixture.events(.endings) { fixture.router("C2").finishFlow() }
    #expect(
      events == [
        "coordinator.finished C3 ancestorFinished", "coordinator.finished C2 finished",
        "child.finished C2 finished",
      ])
    #expect(fixture.shape == "nav[A] L1:sheet(nav[A])")
  }

  @Test
  func `when a layer is removed, layers of other coordinators above it are removed by cascade`()
    throws
  {
    let fixture = try chain(1)
    fixture.main.present("X", [:], fixture.logging("X"))
    fixture.define("Other")
    try fixture.show("Other")
    fixture.log = []
    let events = fixture.events([.layerDismissed, .coordinatorFinished]) {
      fixture.router("C1").finishFlow()
    }
    #expect(
      events == [
        "layer.dismissed sheet cascade", "layer.dismissed sheet cascade",
        "layer.dismissed sheet finished", "coordinator.finished Other cascade",
        "coordinator.finished C1 finished",
      ])
    #expect(
      fixture.log == [
        "Other didFinish cascade", "Main childDidFinish Other cascade", "X onDismiss cascade",
        "C1 didFinish finished", "Main childDidFinish C1 finished",
      ])
    #expect(fixture.shape == "nav[A]")
  }
}
