import Testing

@testable import Signalbox

/// Tests children that show no screens, and searches for coordinators by type.
struct DependencyTests {
  private func fixture() -> NavigationFixture {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Service") { _ in }
    fixture.define("Flow")
    return fixture
  }

  @Test func `T61 adding or removing a dependency a second time is a noop`() throws {
    let fixture = fixture()
    let service = try fixture.make("Service").coordinator
    #expect(fixture.text(fixture.main.addDependency(service)) == "done Service")
    #expect(fixture.text(fixture.main.addDependency(service)) == "noop(alreadyAttached) Service")
    #expect(fixture.family == "Main(Service)")
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
    #expect(fixture.text(fixture.main.removeDependency(service)) == "done")
    #expect(fixture.text(fixture.main.removeDependency(service)) == "noop(unchanged)")
    #expect(fixture.text(fixture.main.removeDependency(nil)) == "noop(unchanged)")
    #expect(fixture.family == "Main")
    #expect(fixture.log == ["Service didFinish finished", "Main childDidFinish Service finished"])
  }

  @Test func `T62 removing a child finishes its dependencies too`() throws {
    let fixture = fixture()
    let flow = try fixture.show("Flow")
    flow.addDependency(
      try fixture.make("Service").coordinator, fixture.logging("service").fitting("addDependency"))
    fixture.log = []
    #expect(fixture.family == "Main(Flow(Service))")
    #expect(fixture.text(fixture.main.removeDependency(flow.coordinator)) == "done")
    #expect(fixture.family == "Main")
    #expect(fixture.shape == "nav[A]")
    #expect(
      fixture.log == [
        "Service didFinish ancestorFinished", "service onFinish ancestorFinished",
        "Flow didFinish finished", "Main childDidFinish Flow finished",
      ])
  }

  @Test
  func
    `D11 a dependency on itself or an ancestor is a cycle, and another parent's child is rejected`()
    throws
  {
    let fixture = fixture()
    let flow = try fixture.show("Flow")
    let service = try fixture.make("Service").coordinator
    fixture.main.addDependency(service)
    let before = fixture.engine.tree
    #expect(fixture.text(flow.addDependency(flow.coordinator)) == "rejected(cycle)")
    #expect(fixture.text(flow.addDependency(fixture.main.coordinator)) == "rejected(cycle)")
    #expect(fixture.text(flow.addDependency(service)) == "rejected(alreadyAttached)")
    #expect(fixture.text(flow.removeDependency(service)) == "noop(unchanged)")
    let outcome = fixture.main.navigate(to: service)
    #expect(fixture.text(outcome) == "rejected(alreadyAttached)")
    #expect(fixture.engine.tree == before)
  }

  @Test
  func `a dependency pushes onto its parent's stack and finishes with its last screen`()
    throws
  {
    let fixture = fixture()
    let service = try fixture.make("Service")
    fixture.main.addDependency(
      service.coordinator, fixture.logging("service").fitting("addDependency"))
    fixture.log = []
    #expect(fixture.text(service.navigate(to: "B")) == "done")
    #expect(fixture.text(service.navigate(to: "C")) == "done")
    #expect(fixture.shape == "nav[A|B,C]")
    #expect(fixture.engine.topCoordinator == service.coordinator)
    #expect(fixture.text(fixture.main.navigate(to: "D")) == "rejected(childActive)")
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
    #expect(fixture.text(service.pop()) == "done [C]")
    #expect(fixture.text(service.pop()) == "noop(atRoot)")
    #expect(fixture.log == [])
    #expect(fixture.text(fixture.main.pop()) == "done [B]")
    #expect(fixture.shape == "nav[A]")
    #expect(fixture.family == "Main")
    #expect(
      fixture.log == [
        "Service didFinish popped", "service onFinish popped",
        "Main childDidFinish Service popped",
      ])
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
  }

  @Test(arguments: ["finishFlow", "removeDependency", "popToRoot"])
  func `a dependency that has pushed is removed with all of its screens`(word: String) throws {
    let fixture = fixture()
    let service = try fixture.make("Service")
    fixture.main.addDependency(service.coordinator)
    service.startFlow(at: "B")
    service.navigate(to: "C")
    #expect(fixture.shape == "nav[A|B,C]")
    let outcome =
      switch word {
      case "finishFlow": service.finishFlow()
      case "removeDependency": fixture.main.removeDependency(service.coordinator)
      default: fixture.main.popToRoot()
      }
    #expect(outcome?.status == .done)
    #expect(fixture.shape == "nav[A]")
    #expect(fixture.family == "Main")
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
  }

  @Test func `a dependency can push only above its parent, and only if the parent has a stack`()
    throws
  {
    let fixture = fixture()
    let service = try fixture.make("Service")
    fixture.main.addDependency(service.coordinator)
    let flow = try fixture.make("Flow").coordinator
    #expect(fixture.text(fixture.main.navigate(to: flow, .with(.push))) == "done Flow")
    #expect(fixture.text(service.navigate(to: "B")) == "rejected(childActive)")
    #expect(fixture.shape == "nav[A|A]")
    let tabs = NavigationFixture.tabs("p1")
    tabs.define("Service") { _ in }
    let other = try tabs.make("Service")
    tabs.main.addDependency(other.coordinator)
    let outcome = other.navigate(to: "B")
    #expect(tabs.text(outcome) == "rejected(notAttached)")
    #expect(
      outcome?.error?.message
        == "navigate: Service is a dependency of Main, which has no stack")
    #expect(InvariantCheck.faults(of: tabs.engine) == [])
  }

  @Test
  func `a dependency can present, but operations that need screens are rejected before it pushes`()
    throws
  {
    let fixture = fixture()
    let service = try fixture.make("Service")
    fixture.main.addDependency(service.coordinator)
    for outcome in [service.root("B"), service.forcePresentation()] {
      #expect(outcome?.reason == .notAttached)
    }
    #expect(fixture.text(service.pop()) == "noop(emptyStack)")
    #expect(fixture.text(service.dismiss()) == "noop(nothingPresented)")
    #expect(fixture.text(service.present("X")) == "done")
    try fixture.show("Flow", from: service)
    #expect(fixture.shape == "nav[A] L1:sheet(X) L2:sheet(nav[A])")
    #expect(fixture.engine.topCoordinator == fixture.router("Flow").coordinator)
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
    #expect(fixture.text(service.finishFlow()) == "done")
    #expect(fixture.shape == "nav[A]")
    #expect(fixture.family == "Main")
  }

  @Test func `tabs, pages and roots cannot be dependencies`() throws {
    let fixture = NavigationFixture.tabs("p1")
    let tabs = try fixture.make("Main").coordinator
    #expect(fixture.text(fixture.main.addDependency(tabs)) == "rejected(wrongKind)")
    let page = fixture.page("p1").coordinator
    #expect(fixture.text(fixture.main.removeDependency(page)) == "rejected(isTabPage)")
    let rooted = NavigationFixture()
    rooted.define("Root")
    rooted.define("Main", routes: ["root": RouteDefinition(.coordinator("Root"))]) {
      $0.root("root")
    }
    rooted.engine.launch("Main")
    let root = rooted.router("Root").coordinator
    #expect(rooted.text(rooted.main.removeDependency(root)) == "rejected(isRootOfParent)")
  }

  @Test func `T70 coordinators are found by type among the ancestors`() throws {
    let fixture = NavigationFixture()
    for name in ["First", "Second", "Third", "Fourth", "Fifth"] { fixture.define(name) }
    fixture.engine.launch("First")
    let second = try fixture.show("Second")
    let third = try fixture.show("Third", from: second)
    let newest = try fixture.show("Second", from: third)
    let fourth = try fixture.show("Fourth", from: newest)
    #expect(fourth.firstCoordinator(ofType: "Second") == newest.coordinator)
    #expect(fourth.lastCoordinator(ofType: "Second") == second.coordinator)
    #expect(fourth.firstCoordinator(ofType: "Fourth") == fourth.coordinator)
    #expect(fourth.lastCoordinator(ofType: "First") == fixture.main.coordinator)
    #expect(fourth.firstCoordinator(ofType: "Fifth") == nil)
    #expect(fixture.text(fourth.call("firstCoordinator")) == "rejected(unknownCoordinator)")
  }
}
