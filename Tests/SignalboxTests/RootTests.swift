import Testing

@testable import Signalbox

/// Tests roots, routes and focus as in Stinsen.
struct RootTests {
  /// Main with the coordinator `Auth` (screen `A`) or `Home` (screens `H,I`) as its root.
  private func switching(_ first: String = "auth") -> NavigationFixture {
    let fixture = NavigationFixture()
    fixture.define("Auth")
    fixture.define("Home") { router in
      router.startFlow(at: "H")
      router.navigate(to: "I")
    }
    fixture.define("Detail", style: .push) { $0.startFlow(at: "D") }
    let routes = [
      "auth": RouteDefinition(.coordinator("Auth")), "home": RouteDefinition(.coordinator("Home")),
      "detail": RouteDefinition(.coordinator("Detail"), style: .push),
      "modal": RouteDefinition(.coordinator("Auth"), style: .sheet),
    ]
    fixture.define("Main", routes: routes) { $0.root(first) }
    #expect(fixture.text(fixture.engine.launch("Main")) == "done Main")
    fixture.log = []
    return fixture
  }

  @Test func `T90 setting the current root is a noop and calls no factory`() {
    let fixture = NavigationFixture()
    var made = 0
    let decided = RouteDefinition(
      .factory { _ throws(NavigationError) in
        made += 1
        return .screen(ScreenContent(name: "welcome"))
      })
    fixture.define("Auth")
    fixture.define("Main", routes: ["auth": RouteDefinition(.coordinator("Auth")), "any": decided])
    {
      $0.root("auth")
    }
    fixture.engine.launch("Main")
    let child = fixture.main.child
    #expect(fixture.text(fixture.main.root("auth")) == "noop(alreadyRoot) Auth")
    #expect(fixture.main.child == child)
    #expect(fixture.text(fixture.main.root("any")) == "done")
    #expect(fixture.text(fixture.main.root("any")) == "noop(alreadyRoot)")
    #expect(fixture.shape == "nav[welcome]")
    #expect(made == 1)
  }

  @Test func `T91 setting a root compares arguments and replaces a different root`() {
    let fixture = switching()
    let user = { (number: Int) in NavigationArguments(dictionaryLiteral: ("user", .integer(number)))
    }
    #expect(fixture.text(fixture.main.root("home", user(1))) == "done Home")
    #expect(fixture.log == ["Auth didFinish replaced", "Main childDidFinish Auth replaced"])
    let first = fixture.main.child
    #expect(fixture.text(fixture.main.root("home", user(1))) == "noop(alreadyRoot) Home")
    #expect(fixture.text(fixture.main.root("home")) == "noop(alreadyRoot) Home")
    #expect(fixture.main.child == first)
    #expect(fixture.text(fixture.main.root("home", user(2))) == "done Home")
    #expect(fixture.main.child != first)
    #expect(
      fixture.log.suffix(2) == ["Home didFinish replaced", "Main childDidFinish Home replaced"])
    var options = OperationOptions()
    options.equals = { _, _ in true }
    #expect(fixture.text(fixture.main.root("home", user(3), options)) == "noop(alreadyRoot) Home")
    #expect(fixture.shape == "nav[H,I]")
    #expect(fixture.family == "Main(Home)")
  }

  @Test func `T93 setting a root before anything is shown determines the first root`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Auth")
    fixture.define("Other", style: .push, routes: ["auth": RouteDefinition(.coordinator("Auth"))]) {
      $0.startFlow(at: "X")
    }
    for (route, shape) in [("B", "nav[A|B]"), ("auth", "nav[A|A]"), ("X", "nav[A|X]")] {
      let other = try fixture.make("Other")
      #expect(fixture.text(other.root(route)) == "done")
      #expect(other.isRoot(route))
      #expect(fixture.text(fixture.main.navigate(to: other.coordinator)) == "done Other")
      #expect(fixture.shape == shape)
      #expect(other.isRoot(route))
      other.finishFlow()
    }
    let other = try fixture.make("Other")
    #expect(fixture.text(other.root("nowhere")) == "rejected(unknownRoute)")
    other.root("B")
    other.root("C")
    fixture.main.navigate(to: other.coordinator)
    #expect(fixture.shape == "nav[A|C]")
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
  }

  @Test func `T94 isRoot and hasRoot change nothing`() {
    let fixture = switching()
    #expect(fixture.main.hasRoot("home") == nil)
    #expect(!fixture.main.isRoot("home"))
    fixture.main.root("home", ["user": 1])
    let before = fixture.engine.tree
    #expect(fixture.main.hasRoot("home") == fixture.router("Home").coordinator)
    #expect(fixture.main.isRoot("home", ["user": 1]))
    #expect(!fixture.main.isRoot("home", ["user": 2]))
    #expect(fixture.main.hasRoot("home", ["user": 2]) == nil)
    fixture.main.root("A")
    #expect(fixture.main.hasRoot("A") == fixture.main.coordinator)
    #expect(fixture.text(fixture.main.call("isRoot")) == "rejected(unknownRoute)")
    #expect(before.main?.type == "Main")
  }

  @Test func `T95 focusFirst reveals the lowest item that shows a route`() {
    let start = { () -> NavigationFixture in
      let fixture = NavigationFixture.launched("A", "T")
      fixture.main.navigate(to: "D", ["id": 1])
      fixture.main.navigate(to: "T")
      fixture.main.navigate(to: "D", ["id": 2])
      return fixture
    }
    let fixture = start()
    #expect(fixture.text(fixture.main.focusFirst("T")) == "done")
    #expect(fixture.shape == "nav[A,T]")
    #expect(fixture.text(fixture.main.focusFirst("T")) == "noop(alreadyTop)")
    let other = start()
    other.main.navigate(to: "E")
    other.main.present("X")
    #expect(other.text(other.main.focusFirst("D", ["id": 2])) == "done")
    #expect(other.shape == "nav[A,T,D,T,D]")
    let before = other.engine.tree
    #expect(other.text(other.main.focusFirst("Q")) == "rejected(routeNotFound)")
    #expect(other.text(other.main.focusFirst("A")) == "rejected(routeNotFound)")
    #expect(other.text(other.main.focusFirst("nowhere")) == "rejected(unknownRoute)")
    #expect(other.engine.tree == before)
  }

  @Test func `focusFirst finds pushed and modal coordinators and layers`() {
    let fixture = switching()
    fixture.main.route(to: "B")
    #expect(fixture.text(fixture.main.route(to: "detail")) == "done Detail")
    fixture.router("Detail").navigate(to: "E")
    fixture.main.route(to: "modal", ["user": 1])
    fixture.main.present("X")
    #expect(fixture.shape == "nav[A|B|D,E] L1:sheet(nav[A]) L2:sheet(X)")
    #expect(fixture.text(fixture.main.focusFirst("X")) == "noop(alreadyTop)")
    #expect(fixture.text(fixture.main.focusFirst("modal", ["user": 1])) == "done Auth")
    #expect(fixture.shape == "nav[A|B|D,E] L1:sheet(nav[A])")
    #expect(fixture.text(fixture.main.focusFirst("detail")) == "done Detail")
    #expect(fixture.shape == "nav[A|B|D,E]")
    #expect(fixture.text(fixture.main.focusFirst("B")) == "done")
    #expect(fixture.shape == "nav[A|B]")
    #expect(fixture.family == "Main(Auth)")
  }

  @Test func `focusFirst on tabs selects a page and returns the selected page`() {
    let fixture = NavigationFixture.tabs("p1", "p2")
    #expect(fixture.text(fixture.main.focusFirst("p2")) == "done Page")
    #expect(fixture.main.currentPage == "p2")
    let events = fixture.events([.tabReselected, .tabChanged]) {
      #expect(fixture.text(fixture.main.focusFirst("p2")) == "noop(alreadySelected) Page")
    }
    #expect(events == ["tab.reselected p2 api"])
    #expect(fixture.text(fixture.main.focusFirst("p9")) == "rejected(routeNotFound)")
  }

  @Test func `T97 the main coordinator cannot be dismissed`() {
    let fixture = NavigationFixture.launched("A", "B")
    let before = fixture.engine.tree
    #expect(fixture.text(fixture.main.dismissCoordinator()) == "rejected(noParent)")
    #expect(fixture.engine.tree == before)
  }

  @Test(arguments: [TransitionStyle.sheet, .push])
  func `T98 dismissCoordinator also removes all items above the coordinator`(style: TransitionStyle)
    throws
  {
    let fixture = NavigationFixture.launched("A")
    for name in ["One", "Two", "Three"] { fixture.define(name) }
    let one = try fixture.show("One", style)
    let two = try fixture.show("Two", from: style == .push ? one : nil, style)
    try fixture.show("Three", from: style == .push ? two : nil, style)
    fixture.main.present("X", [:], fixture.logging("X"))
    fixture.log = []
    let events = fixture.events([.coordinatorFinished]) {
      #expect(fixture.text(one.dismissCoordinator()) == "done")
    }
    let others = style == .push ? "ancestorFinished" : "cascade"
    #expect(
      events == [
        "coordinator.finished Three \(others)", "coordinator.finished Two \(others)",
        "coordinator.finished One dismissed",
      ])
    #expect(fixture.shape == "nav[A]")
    #expect(fixture.log.first == "X onDismiss cascade")
    #expect(fixture.text(one.dismissCoordinator()) == "noop(alreadyFinished)")
  }

  @Test func `roots and pages cannot be dismissed without their parents`() throws {
    let fixture = switching()
    let root = fixture.router("Auth").dismissCoordinator()
    #expect(fixture.text(root) == "rejected(isRootOfParent)")
    let tabs = NavigationFixture.tabs("p1")
    #expect(tabs.text(tabs.page("p1").dismissCoordinator()) == "rejected(isTabPage)")
    let loose = try fixture.make("Auth")
    #expect(fixture.text(loose.dismissCoordinator()) == "noop(notStarted)")
  }

  // MARK: - Items above the root

  @Test func `setting a root removes all items above it, including modals`() {
    let fixture = switching()
    fixture.main.navigate(to: "B")
    fixture.main.route(to: "detail")
    fixture.main.present("X")
    let events = fixture.events([.rootChanged] + .endings) { fixture.main.root("home") }
    #expect(fixture.shape == "nav[H,I]")
    #expect(
      events == [
        "root.changed home", "coordinator.finished Detail replaced",
        "coordinator.finished Auth replaced", "child.finished Detail replaced",
        "child.finished Auth replaced",
      ])
  }

  @Test func `setting a root with keepStack keeps the items above it`() {
    let fixture = switching()
    fixture.main.navigate(to: "B")
    fixture.main.route(to: "detail")
    fixture.main.present("X")
    let keep = OperationOptions.with(.automatic, .keepStack)
    let kept = fixture.engine.tree.main?.stack
    for (route, shape) in [
      ("home", "nav[H,I|B|D] L1:sheet(X)"), ("C", "nav[C,B|D] L1:sheet(X)"),
      ("auth", "nav[A|B|D] L1:sheet(X)"),
    ] {
      let events = fixture.events([.willAppear, .willDisappear]) {
        #expect(fixture.main.root(route, nil, keep)?.status == .done)
      }
      #expect(events.isEmpty)
      #expect(fixture.shape == shape)
      #expect(InvariantCheck.faults(of: fixture.engine) == [])
    }
    #expect(fixture.engine.tree.main?.stack == kept)
    fixture.main.dismiss()
    fixture.router("Detail").finishFlow()
    #expect(fixture.text(fixture.main.pop()) == "done [B]")
    #expect(fixture.text(fixture.main.pop()) == "noop(atRoot)")
  }

  @Test func `a root whose start is rejected changes nothing`() {
    let fixture = switching()
    fixture.define("Home") { $0.startFlow(at: "nowhere") }
    fixture.main.navigate(to: "B")
    let before = fixture.engine.tree
    for switches in [[], OperationOptions.Switches.keepStack] {
      let outcome = fixture.main.root("home", nil, .with(.automatic, switches))
      #expect(fixture.text(outcome) == "rejected(unknownRoute)")
      #expect(fixture.engine.tree == before)
    }
  }

  @Test
  func
    `a root child that its outer coordinator covers cannot change the outer coordinator's screens`()
  {
    let fixture = switching()
    let child = fixture.router("Auth")
    child.navigate(to: "C")
    fixture.main.navigate(to: "B")
    let before = fixture.engine.tree
    for outcome in [
      child.root("B"), child.startFlow(at: "Z"), child.popToView("A"), child.focusFirst("C"),
    ] {
      #expect(fixture.engine.tree == before)
      #expect(["rejected(parentActive)", "noop(alreadyTop)"].contains(outcome?.description ?? ""))
    }
    #expect(fixture.text(child.root("B")) == "rejected(parentActive)")
  }

  @Test func `a finished root is replaced by the root that its route names as replacement`() {
    let fixture = NavigationFixture()
    fixture.define("Auth")
    let auth = RouteDefinition(
      .coordinator("Auth"),
      onFinish: { [unowned fixture] in fixture.log.append("auth \($0.reason.name)") },
      replacement: "home")
    fixture.define("Main", routes: ["auth": auth, "home": RouteDefinition()]) { $0.root("auth") }
    fixture.engine.launch("Main")
    fixture.main.navigate(to: "B")
    #expect(fixture.text(fixture.router("Auth").finishFlow("in")) == "done")
    #expect(fixture.shape == "nav[home]")
    #expect(
      fixture.log == [
        "Auth didFinish finished", "auth finished", "Main childDidFinish Auth finished",
      ]
    )
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
  }

  @Test func `operations on roots are rejected for tabs`() {
    let fixture = NavigationFixture.tabs("p1")
    for operation in ["root", "isRoot", "hasRoot"] {
      #expect(fixture.text(fixture.main.call(operation)) == "rejected(wrongKind)")
    }
  }
}
