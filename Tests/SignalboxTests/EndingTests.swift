import Testing

@testable import Signalbox

/// Tests all causes for the end of a layer and its coordinator. Each callback is called once, with
/// the reason.
struct EndingTests {
  /// A cause for the end of a layer or coordinator.
  struct Way: CustomTestStringConvertible, Sendable {
    let reason: FinishReason
    let testDescription: String
    let act: @Sendable (NavigationFixture) throws -> Void

    init(
      _ reason: FinishReason, _ description: String,
      _ act: @escaping @Sendable (NavigationFixture) throws -> Void
    ) {
      self.reason = reason
      testDescription = "\(reason.name) by \(description)"
      self.act = act
    }
  }

  /// Tabs with one page on `A`; `Host` is presented by the page, `Child` by the host.
  private func family() throws -> NavigationFixture {
    let fixture = NavigationFixture.tabs("p1", "p2")
    fixture.define("Host")
    fixture.define("Child")
    let host = try fixture.show("Host", from: fixture.page("p1"))
    let child = try fixture.make("Child")
    host.navigate(to: child.coordinator, fixture.logging("child"))
    fixture.log = []
    return fixture
  }

  static let ways = [
    Way(.finished, "finishFlow") { $0.router("Child").finishFlow(.integer(7)) },
    Way(.finished, "removeDependency") { fixture in
      fixture.router("Host").removeDependency(fixture.router("Child").coordinator)
    },
    Way(.dismissed, "dismiss") { $0.router("Host").dismiss() },
    Way(.dismissed, "dismissCoordinator") { $0.router("Child").dismissCoordinator() },
    Way(.dismissed, "back") { $0.router("Child").back() },
    Way(.userBack, "the user's back") { $0.user("back") },
    Way(.userSwipe, "swiping down") { $0.user("swipeDown") },
    Way(.replaced, "startFlow") { $0.router("Host").startFlow(at: "Z") },
    Way(.replaced, "root") { $0.router("Host").root("Z") },
    Way(.ancestorFinished, "the parent's finishFlow") { $0.router("Host").finishFlow() },
    Way(.restarted, "restartApp") { $0.main.restartApp() },
    Way(.ancestorFinished, "setPages") { fixture in
      fixture.main.setPages([PageDefinition(id: "p2", coordinator: "Page")])
    },
  ]

  @Test(arguments: ways)
  func `a finished modal coordinator calls each callback once`(way: Way) throws {
    let fixture = try family()
    try way.act(fixture)
    for name in ["didFinish", "child onFinish", "child onDismiss"] {
      #expect(
        fixture.log.filter { $0.contains(name) && $0.lowercased().contains("child ") }.count == 1)
    }
    #expect(fixture.log.contains("Child didFinish \(way.reason.name)"))
    #expect(fixture.log.contains("child onFinish \(way.reason.name)"))
    let before = fixture.log
    fixture.user("back")
    fixture.main.restartApp()
    #expect(!fixture.log.dropFirst(before.count).contains { $0.lowercased().hasPrefix("child ") })
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
  }

  /// A page on `A,B` whose screen `B` presented the layer `X`, with `Y` above it.
  private func layers() -> NavigationFixture {
    let fixture = NavigationFixture.tabs("p1", "p2")
    let page = fixture.page("p1")
    page.navigate(to: "B")
    page.call("present", fixture.logging("X")) { call in
      call.name = fixture.engine.symbols.intern("X")
      call.presenter = fixture.engine.front
    }
    fixture.log = []
    return fixture
  }

  static let layerWays = [
    Way(.dismissed, "dismiss") { $0.page("p1").dismiss() },
    Way(.userBack, "the user's back") { $0.user("back") },
    Way(.userSwipe, "swiping down") { $0.user("swipeDown") },
    Way(.cascade, "popping the screen that presented it") { $0.page("p1").pop() },
    Way(.replaced, "startFlow") { $0.page("p1").startFlow(at: "Z") },
    Way(.replaced, "root") { $0.page("p1").root("Z") },
    Way(.pageRemoved, "setPages") { fixture in
      fixture.main.setPages([PageDefinition(id: "p2", coordinator: "Page")])
    },
    Way(.restarted, "restartApp") { $0.main.restartApp() },
    Way(.finished, "finishFlow") { $0.main.finishFlow() },
    Way(.dismissed, "popToRoot with dismissModals") { fixture in
      fixture.page("p1").popToRoot(.with(.automatic, .dismissModals))
    },
    Way(.dismissed, "forcePresentation") { $0.page("p2").forcePresentation() },
  ]

  @Test(arguments: layerWays)
  func `a removed layer calls onDismiss once`(way: Way) throws {
    let fixture = layers()
    try way.act(fixture)
    #expect(fixture.log.filter { $0.hasPrefix("X ") } == ["X onDismiss \(way.reason.name)"])
    fixture.main.restartApp()
    #expect(fixture.log.filter { $0.hasPrefix("X ") }.count == 1)
  }

  static let pushedWays = [
    Way(.popped, "the parent's popToRoot") { $0.main.popToRoot() },
    Way(.finished, "finishFlow") { $0.router("Child").finishFlow() },
    Way(.dismissed, "dismissCoordinator") { $0.router("Child").dismissCoordinator() },
    Way(.popped, "back") { $0.main.back() },
    Way(.userBack, "the user's back") { $0.user("back") },
    Way(.userSwipe, "swiping back") { $0.user("swipeBack") },
    Way(.replaced, "popChildren") { fixture in
      fixture.main.navigate(to: "C", [:], .with(.automatic, .popChildren))
    },
    Way(.replaced, "root") { $0.main.root("Z") },
    Way(.popped, "focusFirst") { $0.main.focusFirst("B") },
    Way(.restarted, "restartApp") { $0.main.restartApp() },
  ]

  @Test(arguments: pushedWays)
  func `a finished pushed coordinator calls each callback once`(way: Way) throws {
    let fixture = NavigationFixture.launched("A", "B")
    fixture.define("Child", style: .push)
    let child = try fixture.make("Child")
    fixture.main.navigate(to: child.coordinator, fixture.logging("child"))
    fixture.log = []
    try way.act(fixture)
    #expect(
      fixture.log.filter { $0.lowercased().hasPrefix("child ") } == [
        "Child didFinish \(way.reason.name)", "child onFinish \(way.reason.name)",
        "child onDismiss \(way.reason.name)",
      ])
    #expect(fixture.log.contains("Main childDidFinish Child \(way.reason.name)"))
  }

  static let screenWays = [
    Way(.popped, "pop") { $0.main.pop() },
    Way(.popped, "popToRoot") { $0.main.popToRoot() },
    Way(.popped, "popToView") { $0.main.popToView("A") },
    Way(.userBack, "the user's back") { $0.user("back") },
    Way(.userSwipe, "swiping back") { $0.user("swipeBack") },
    Way(.replaced, "startFlow") { $0.main.startFlow(at: "Z") },
    Way(.restarted, "restartApp") { $0.main.restartApp() },
    Way(.finished, "finishFlow") { $0.main.finishFlow() },
  ]

  @Test(arguments: screenWays)
  func `a removed pushed screen calls onDismiss once`(way: Way) throws {
    let fixture = NavigationFixture.launched("A")
    fixture.main.navigate(to: "B", [:], fixture.logging("B"))
    fixture.main.navigate(to: "nowhere", [:], fixture.logging("lost"))
    fixture.user("swipeBack", "", .with(.automatic, .cancel))
    #expect(fixture.log == ["B done", "lost rejected(unknownRoute)"])
    try way.act(fixture)
    fixture.main.restartApp()
    #expect(fixture.log.filter { $0.hasPrefix("B on") } == ["B onDismiss \(way.reason.name)"])
    #expect(fixture.engine.handlers.isEmpty)
  }

  @Test func `layers above another coordinator's layer end as cascade when that layer is removed`()
    throws
  {
    let fixture = try family()
    fixture.page("p1").present("Y", [:], fixture.logging("Y"))
    fixture.log = []
    fixture.router("Host").finishFlow()
    #expect(fixture.log.filter { $0.hasPrefix("Y") } == ["Y onDismiss cascade"])
    #expect(fixture.log.filter { $0.hasPrefix("child onDismiss") } == ["child onDismiss finished"])
  }
}
