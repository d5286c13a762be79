import Testing

@testable import Signalbox

/// Tests calls that bring coordinators to the front, restart parts of the tree, or replace the main
/// coordinator.
struct MainCoordinatorTests {
  private static func options(_ main: AnyRouter) -> OperationOptions {
    var options = OperationOptions()
    options.mainCoordinator = main.coordinator
    return options
  }

  /// Two pages. The second page has a sheet with a coordinator.
  private static func fixture() throws -> (NavigationFixture, sheet: AnyRouter) {
    let fixture = NavigationFixture.tabs("p", "q")
    fixture.define("Sheet")
    fixture.define("Call", style: .fullScreen, routes: ["item": RouteDefinition(parameters: nil)])
    fixture.main.select("q")
    let sheet = try fixture.show("Sheet", from: fixture.page("q"))
    return (fixture, sheet)
  }

  // MARK: - forcePresentation

  @Test func `forcePresentation starts a flow at a route with arguments`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Call", style: .fullScreen)
    let call = try fixture.make("Call")
    #expect(fixture.text(call.forcePresentation(route: "B", ["id": 7])) == "done Call")
    #expect(fixture.shape == "nav[A] L1:fullScreen(nav[B])")
    let screen = try #require(fixture.engine.front)
    #expect(fixture.engine.arguments(of: screen) == ["id": 7])
  }

  @Test func `forcePresentation accepts every destination that navigate accepts`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Call", style: .fullScreen)
    fixture.define("Inner")
    let call = try fixture.make("Call")
    let content = ScreenContent(name: "made", arguments: ["n": 1])
    call.call("forcePresentation") { $0.subject = .content(content) }
    #expect(fixture.shape == "nav[A] L1:fullScreen(nav[made])")
    let inner = try fixture.make("Inner")
    call.call("forcePresentation") { $0.subject = .coordinator(inner.coordinator) }
    #expect(fixture.shape == "nav[A] L1:fullScreen(nav[A])")
    #expect(fixture.engine.parent(of: inner.coordinator) == call.coordinator)
  }

  @Test(arguments: [
    ("its own screen", "rejected(duplicateInstance)"), ("itself", "rejected(cycle)"),
    ("a layer", "rejected(badArgument)"), ("arguments alone", "rejected(badArgument)"),
    ("an unknown route", "rejected(unknownRoute)"),
  ])
  func `forcePresentation rejects an invalid destination and changes nothing`(
    what: String, outcome: String
  ) throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Call", style: .fullScreen)
    let call = try fixture.show("Call")
    fixture.main.present("B")
    let before = fixture.engine.tree
    let got = call.call("forcePresentation") { operation in
      switch what {
      case "its own screen":
        operation.subject = .screen(fixture.engine.stack(of: call.coordinator)[0].id)
      case "itself": operation.subject = .coordinator(call.coordinator)
      case "a layer": operation.subject = .layer(fixture.engine.layers[0].id)
      case "arguments alone": operation.arguments = ["id": 1]
      default: operation.name = fixture.engine.symbols.intern("nowhere")
      }
    }
    #expect(got?.description == outcome)
    #expect(fixture.engine.tree == before)
  }

  @Test
  func `the onFinish of forcePresentation belongs to the attached coordinator, not to its root`()
    throws
  {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Inner")
    fixture.define("Call", routes: ["inner": RouteDefinition(.coordinator("Inner"))])
    let call = try fixture.make("Call")
    var options = OperationOptions()
    options.onFinish = { [unowned fixture] in fixture.log.append($0.type) }
    call.forcePresentation(route: "inner", [:], options)
    call.startFlow(at: "B")
    #expect(fixture.log.filter { $0 == "Inner" } == [])
    call.finishFlow()
    #expect(fixture.log.filter { $0 == "Call" } == ["Call"])
  }

  // MARK: - mainCoordinator

  @Test func `getTopCoordinator returns the top coordinator below mainCoordinator`() throws {
    let (fixture, sheet) = try Self.fixture()
    let top = { (main: AnyRouter) in
      fixture.text(fixture.main.call("getTopCoordinator", Self.options(main)))
    }
    #expect(top(fixture.main) == "done Sheet")
    #expect(top(fixture.page("p")) == "done Page")
    sheet.finishFlow()
    #expect(
      fixture.main.call("getTopCoordinator", Self.options(sheet))?.description == "rejected(stale)")
  }

  @Test func `getCoordinatorSelected returns the selected page of tabs below mainCoordinator`()
    throws
  {
    let (fixture, sheet) = try Self.fixture()
    let selected = { (main: AnyRouter) in
      fixture.main.call("getCoordinatorSelected", Self.options(main))?.value
    }
    #expect(selected(fixture.main) == .coordinator(fixture.page("q").coordinator))
    #expect(selected(sheet) == OutcomeValue.none)
  }

  @Test func `forcePresentation attaches to the top coordinator below mainCoordinator`() throws {
    let (fixture, _) = try Self.fixture()
    let call = try fixture.make("Call")
    let outcome = call.forcePresentation(route: nil, [:], Self.options(fixture.page("p")))
    #expect(outcome?.status == .done)
    #expect(fixture.engine.parent(of: call.coordinator) == fixture.page("p").coordinator)
    #expect(fixture.engine.topCoordinator == call.coordinator || fixture.engine.front != nil)
    #expect(fixture.engine.owner(of: try #require(fixture.engine.front)) == call.coordinator)
  }

  @Test func `forcePresentation rejects coordinators attached outside mainCoordinator`()
    throws
  {
    let (fixture, sheet) = try Self.fixture()
    let before = fixture.engine.tree
    let outcome = sheet.forcePresentation(route: "B", [:], Self.options(fixture.page("p")))
    #expect(outcome?.description == "rejected(badArgument)")
    #expect(fixture.engine.tree == before)
  }

  @Test func `restartApp of a subtree keeps the rest of the tree`() throws {
    let (fixture, sheet) = try Self.fixture()
    fixture.page("p").navigate(to: "B")
    fixture.page("q").navigate(to: "C")
    fixture.engine.keepsFinished = true
    let page = fixture.page("q")
    #expect(fixture.text(sheet.restartApp(Self.options(page))) == "done Page")
    #expect(
      fixture.log.suffix(2) == ["Sheet didFinish restarted", "Page childDidFinish Sheet restarted"])
    #expect(fixture.engine.stack(of: page.coordinator).map(\.name) == ["A"])
    #expect(fixture.engine.stack(of: fixture.page("p").coordinator).map(\.name) == ["A", "B"])
    #expect(fixture.engine.layers.count == 1)
    fixture.engine.undo()
    #expect(fixture.engine.stack(of: page.coordinator).map(\.name) == ["A", "C"])
    #expect(fixture.engine.layers.count == 2)
  }

  @Test func `restartApp of a dependency is rejected`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Idle", start: { _ in })
    let service = try fixture.make("Idle")
    fixture.main.addDependency(service.coordinator)
    #expect(
      fixture.main.restartApp(Self.options(service))?.description == "rejected(notAttached)")
  }

  // MARK: - Another main coordinator

  @Test
  func `launching another coordinator removes the old tree, its timers and its waiting operations`()
    throws
  {
    let fixture = NavigationFixture.launched("A", "B")
    fixture.define("Other")
    fixture.main.present("C")
    let old = fixture.main
    _ = fixture.engine.schedule(after: .milliseconds(1000), owner: old.coordinator) {
      fixture.log.append("timer")
    }
    fixture.engine.isClockAutomatic = false
    old.navigate(to: "D")
    let waiting = fixture.logging("E")
    #expect(fixture.engine.launch("Other") == nil)
    old.navigate(to: "E", [:], waiting)
    fixture.engine.settle()
    fixture.engine.advance(by: .milliseconds(2000))
    #expect(fixture.log == ["E cancelled(ownerFinished)", "Main didFinish replaced"])
    #expect(fixture.shape == "nav[A]")
    #expect(fixture.engine.typeName(of: fixture.main.coordinator) == "Other")
    #expect(!fixture.engine.isAlive(old.coordinator) && fixture.engine.isReady)
  }

  @Test func `launching another coordinator can be undone, and a recording of it replays`() throws {
    let fixture = NavigationFixture.launched("A", "B")
    fixture.define("Other")
    fixture.engine.keepsFinished = true
    var lines: [String] = []
    try fixture.engine.record { lines.append($0) }
    fixture.engine.launch("Other")
    fixture.engine.stopRecording()
    fixture.engine.undo()
    #expect(fixture.shape == "nav[A,B]")
    #expect(fixture.main.navigate(to: "C")?.status == .done)

    let again = NavigationFixture.launched("A", "B")
    again.define("Other")
    let report = try SessionReplay(lines).run(on: again.engine)
    #expect(report == SessionReplay.Report(stepCount: 1, isTruncated: false, divergence: nil))
    #expect(again.shape == "nav[A]")
  }

  @Test
  func
    `after another launch, links for the old tree are dropped and links for the new tree are opened`()
  {
    let fixture = NavigationFixture()
    let link = { (name: String) in
      LinkHandler("\(name)://open") { [unowned fixture] _, _ in
        fixture.log.append(name)
        return .handled
      }
    }
    fixture.define("Main", links: [link("old")])
    fixture.define("Other", links: [link("new")])
    fixture.engine.launch("Main")
    fixture.user("open", "old://open")
    fixture.engine.launch("Other")
    #expect(fixture.user("open", "old://open")?.reason == .unhandled)
    fixture.user("open", "new://open")
    #expect(fixture.log == ["old", "Main didFinish replaced", "new"])
  }

  @Test func `a main coordinator whose start fails leaves the previous main coordinator unchanged`()
  {
    let fixture = NavigationFixture.launched("A", "B")
    fixture.define("Broken", start: { _ in })
    let before = fixture.engine.tree
    #expect(fixture.engine.launch("Broken")?.description == "rejected(notAttached)")
    #expect(fixture.engine.tree == before)
    #expect(fixture.main.navigate(to: "C")?.status == .done)
  }

  @Test func `a launch without animation disables the animations of the start`() {
    let fixture = NavigationFixture()
    var animated: [Bool] = []
    let type = CoordinatorType(name: "Main", routes: ["A": RouteDefinition()]) { id, _ in
      AnimationProbe(AnyRouter(engine: fixture.engine, coordinator: id)) { animated.append($0) }
    }
    do { try fixture.engine.register(type) } catch { Issue.record(error) }
    fixture.engine.launch("Main", [:], OperationOptions(animated: false))
    #expect(animated == [false])
  }

  private final class AnimationProbe: CoordinatorDelegate {
    private let router: AnyRouter
    private let note: (Bool) -> Void

    init(_ router: AnyRouter, _ note: @escaping (Bool) -> Void) {
      self.router = router
      self.note = note
    }

    func start(animated: Bool) throws {
      note(animated)
      router.startFlow(at: "A")
    }
  }

  // MARK: - Setup

  @Test func `a coordinator is shown in the style that was specified at its creation`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child", style: .push)
    let traits = LayerTraits(isInteractive: false)
    let id = try fixture.engine.makeCoordinator(
      "Child", [:], CoordinatorSetup(style: .sheet, layerTraits: traits))
    fixture.main.navigate(to: id)
    #expect(fixture.shape == "nav[A] L1:sheet(nav[A])")
    #expect(fixture.engine.layers[1].isInteractive == false)
    fixture.engine.undo()
    fixture.main.navigate(to: id, .with(.fullScreen))
    #expect(fixture.shape == "nav[A] L1:fullScreen(nav[A])")
  }

  @Test func `tabs start on the page that was specified at their creation, even in a replay`()
    throws
  {
    let fixtures = (1...2).map { _ in
      let fixture = NavigationFixture.launched("A")
      fixture.define("Page")
      let pages = ["p", "q"].map { PageDefinition(id: $0, coordinator: "Page") }
      fixture.define("Home", kind: .tabs, pages: pages)
      return fixture
    }
    var lines: [String] = []
    try fixtures[0].engine.record { lines.append($0) }
    let home = try fixtures[0].engine.makeCoordinator(
      "Home", [:], CoordinatorSetup(currentPage: "q"))
    fixtures[0].main.navigate(to: home)
    #expect(fixtures[0].engine.router(of: home).currentPage == "q")
    fixtures[0].main.restartApp()

    let report = try SessionReplay(lines).run(on: fixtures[1].engine)
    #expect(report.divergence == nil)
    #expect(fixtures[1].engine.tree == fixtures[0].engine.tree)
  }

  @Test func `specifying an undeclared page is rejected with the nearest page name`() {
    let fixture = NavigationFixture.tabs("shop", "settings")
    #expect(throws: NavigationError.self) {
      try fixture.engine.makeCoordinator("Page", [:], CoordinatorSetup(currentPage: "shop"))
    }
    #expect(
      throws: NavigationError(
        .unknownPage, "Main has no page \"setings\"", hint: "did you mean \"settings\"?")
    ) { try fixture.engine.makeCoordinator("Main", [:], CoordinatorSetup(currentPage: "setings")) }
  }
}
