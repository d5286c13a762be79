import Testing

@testable import Signalbox

/// Tests the transitions that a stage receives, and the effects of a transition that it does not
/// show.
struct StageTests {
  /// Stores its transitions, and ends them when the test requests this.
  final class Screens: Stage {
    var shown: [StageTransition] = []
    var completions: [StageCompletion] = []

    func perform(_ transition: StageTransition, completion: StageCompletion) {
      shown.append(transition)
      completions.append(completion)
    }

    func end() {
      let all = completions
      completions = []
      for completion in all { completion.finish() }
    }
  }

  private static func staged(_ fixture: NavigationFixture) -> (NavigationEngine, Screens) {
    let screens = Screens()
    fixture.engine.stage = screens
    return (fixture.engine, screens)
  }

  private static func failures(of engine: NavigationEngine) -> Failures {
    let failures = Failures()
    engine.addHooks(EngineHooks(onHandlerFailure: { failures.texts.append("\($0)") }))
    return failures
  }

  final class Failures { var texts: [String] = [] }

  // MARK: - Ends

  @Test func `a transition that the stage could not show is reported, and the next operation runs`()
  {
    let fixture = NavigationFixture.launched("A")
    let (engine, screens) = Self.staged(fixture)
    let failures = Self.failures(of: engine)
    fixture.main.navigate(to: "B")
    fixture.main.navigate(to: "C")
    screens.completions.removeFirst().fail("another presentation is running")

    #expect(
      failures.texts == [
        "navigate: the stage did not show transition 2: another presentation is running"
      ])
    #expect(screens.shown.map(\.number) == [2, 3])
    screens.end()
    #expect(engine.interface.screens.count == 3)
    #expect(!engine.hasToWait)
    let failed = engine.events().filter { $0.kind == .handlerFailed }
    #expect(failed.map(\.operation) == [2])
  }

  @Test
  func
    `a transition that never finishes ends at the time limit, is reported, and the next operation runs`()
  {
    let fixture = NavigationFixture.launched("A")
    let (engine, screens) = Self.staged(fixture)
    let failures = Self.failures(of: engine)
    engine.stageTimeLimit = .seconds(2)
    fixture.main.navigate(to: "B")
    fixture.main.navigate(to: "C")
    #expect(engine.nextDeadline == engine.now + .milliseconds(2350))
    engine.advance(by: .milliseconds(2349))
    #expect(failures.texts == [])
    engine.advance(by: .milliseconds(1))

    #expect(
      failures.texts == [
        "navigate: the stage did not end transition 2 within 2.0 seconds; call finish() or "
          + "fail(_:) on its completion, or raise stageTimeLimit"
      ])
    #expect(screens.shown.map(\.number) == [2, 3])
    // This call is too late, because the transition has ended.
    screens.completions.removeFirst().finish()
    #expect(engine.waitingCount == 1)
    screens.end()
    #expect(engine.waitingCount == 0)
  }

  @Test
  func `the time limit for transitions is ten seconds by default, and at least one millisecond`() {
    let engine = NavigationEngine()
    #expect(engine.stageTimeLimit == .seconds(10))
    engine.stageTimeLimit = .zero
    #expect(engine.stageTimeLimit == .milliseconds(1))
    engine.stageTimeLimit = .seconds(Int64.max)
    #expect(engine.stageTimeLimit == .milliseconds(Int.max))
  }

  @Test(arguments: [true, false])
  func `replacing or removing a stage ends its current transition`(isReplaced: Bool) {
    let fixture = NavigationFixture.launched("A")
    let (engine, screens) = Self.staged(fixture)
    let failures = Self.failures(of: engine)
    fixture.main.navigate(to: "B")
    fixture.main.navigate(to: "C")
    let next = isReplaced ? Screens() : nil
    engine.stage = next
    #expect(engine.waitingCount == (isReplaced ? 1 : 0))
    #expect(next?.shown.map(\.number) == (isReplaced ? [3] : nil))
    // This call is too late, because the transition has ended.
    screens.end()
    next?.end()
    #expect(engine.waitingCount == 0)
    #expect(engine.interface.screens.count == 3)
    #expect(failures.texts == [])
  }

  @Test func `setting the same stage again keeps its current transition`() {
    let fixture = NavigationFixture.launched("A")
    let (engine, screens) = Self.staged(fixture)
    fixture.main.navigate(to: "B")
    engine.stage = screens
    #expect(engine.waitingCount == 1)
    screens.end()
    #expect(engine.waitingCount == 0)
  }

  @Test func `setting another stage cancels the open gesture of the previous stage`() {
    let fixture = NavigationFixture.launched("A", "B")
    let (engine, _) = Self.staged(fixture)
    engine.perform("swipeBack") { $0.options.phase = .begin }
    fixture.main.navigate(to: "C")
    #expect(engine.swipeProgress == 0)
    engine.stage = nil
    #expect(engine.swipeProgress == nil)
    #expect(engine.waitingCount == 0)
    #expect(engine.interface.screens.count == 3)
  }

  @Test func `a stage that ends its transition in an engine timer finishes the operation`() {
    final class Timed: Stage {
      unowned let engine: NavigationEngine
      init(_ engine: NavigationEngine) { self.engine = engine }
      func perform(_ transition: StageTransition, completion: StageCompletion) {
        _ = engine.schedule(after: transition.duration) { completion.finish() }
      }
    }
    let fixture = NavigationFixture.launched("A")
    let (engine, stage) = (fixture.engine, Timed(fixture.engine))
    engine.stage = stage
    var outcomes: [String] = []
    var options = OperationOptions()
    options.completion = { outcomes.append("\($0) \(fixture.engine.milliseconds)") }
    fixture.main.navigate(to: "B", [:], options)
    fixture.main.navigate(to: "C", [:], options)
    engine.advance(by: .seconds(1))
    #expect(outcomes == ["done 350", "done 700"])
  }

  // MARK: - Contents of a transition

  @Test func `a transition has a number and an origin`() {
    let fixture = NavigationFixture.launched("A", "B", "C")
    let (engine, screens) = Self.staged(fixture)
    fixture.main.navigate(to: "D")
    screens.end()
    fixture.user("back")
    screens.end()
    engine.perform("longPressBack") { call in
      call.count = -1
      call.options.isReportedByStage = true
    }
    #expect(screens.shown.map(\.origin) == [.operation, .gesture, .system])
    #expect(screens.shown.map(\.operation) == ["navigate", "back", "longPressBack"])
    let began = engine.events().filter { $0.kind == .operationBegan }.map(\.operation)
    #expect(screens.shown.map(\.number) == began.suffix(3))
  }

  @Test func `updates of screens and badges are steps of a transition, even in a batch`() throws {
    let fixture = NavigationFixture.tabs("a", "b")
    let (engine, screens) = Self.staged(fixture)
    let (tabs, page) = (fixture.main, fixture.page("a"))
    let screen = try #require(engine.front)
    let bar = try #require(engine.interface.top?.contents?.tabBars.first?.id)
    page.update(screen, to: ["id": 1])
    screens.end()
    tabs.setBadge(of: "b", to: "3")
    screens.end()
    tabs.batch {
      tabs.setBadge(of: "b", to: nil)
      page.navigate(to: "B")
    }
    screens.end()
    let front = try #require(engine.front)
    #expect(
      screens.shown.map(\.steps) == [
        [.updated(screen, name: "A", owner: page.coordinator)],
        [.badgeChanged(bar, page: "b", badge: "3")],
        [
          .badgeChanged(bar, page: "b", badge: nil),
          .pushed(front, name: "B", owner: page.coordinator),
        ],
      ])
  }

  @Test func `undoing and redoing a badge reports the badge`() throws {
    let fixture = NavigationFixture.tabs("a", "b")
    let (engine, screens) = Self.staged(fixture)
    let bar = try #require(engine.interface.top?.contents?.tabBars.first?.id)
    fixture.main.setBadge(of: "b", to: "3")
    screens.end()
    let events = fixture.events([.tabBadge, .tabPagesChanged]) {
      engine.undo()
      screens.end()
      engine.redo()
      screens.end()
    }
    #expect(events == ["tab.badge b", "tab.badge b 3"])
    #expect(
      screens.shown.map(\.steps)
        == ["3", nil, "3"].map { badge in
          [.badgeChanged(bar, page: "b", badge: badge)]
        })
  }

  // MARK: - The interface

  @Test func `the interface distinguishes a bare screen from a stack with one screen`() throws {
    let fixture = NavigationFixture.launched("A")
    let engine = fixture.engine
    fixture.main.present("B")
    var options = OperationOptions()
    options.switches = .withNavigation
    fixture.main.present("C", [:], options)
    let contents = engine.interface.layers.map(\.contents)
    guard case .stack(let root)?? = contents.first, case .screen? = contents[1],
      case .stack(let third)? = contents[2]
    else {
      Issue.record("\(contents)")
      return
    }
    #expect(root.screens.count == 1)
    #expect(third.screens.compactMap(engine.title(of:)) == ["C"])
    #expect(root.id != third.id)
  }

  @Test func `a screen that is pushed in front is on the stack of the layer in front`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Sheet")
    try fixture.show("Sheet")
    var options = OperationOptions()
    options.switches = .targetFront
    fixture.main.navigate(to: "B", [:], options)
    let stacks = fixture.engine.interface.layers.map { $0.contents?.stacks.first?.screens ?? [] }
    #expect(stacks.map { $0.compactMap(fixture.engine.title(of:)) } == [["A"], ["A", "B"]])
  }

  @Test func `the stacks of hidden tabs are part of the interface`() throws {
    let fixture = NavigationFixture.tabs("a", "b", current: "a")
    fixture.page("b").navigate(to: "B")
    let tabs = try #require(fixture.engine.interface.tabBar(TabBarID(slot: 0, serial: 1)))
    #expect(tabs.selected == "a")
    #expect(tabs.owner == fixture.main.coordinator)
    #expect(
      tabs.pages.map { $0.contents?.screens.compactMap(fixture.engine.title(of:)) ?? [] }
        == [["A"], ["A", "B"]])
    #expect(fixture.engine.interface.top?.contents?.visibleTabBars == [tabs])
    #expect(fixture.engine.interface.top?.contents?.frontStack?.screens.count == 1)
  }

  @Test func `tabs with pushed screens above them are the root of their stack`() throws {
    let fixture = NavigationFixture()
    fixture.define("Page")
    fixture.define("Tabs", kind: .tabs, pages: [PageDefinition(id: "a", coordinator: "Page")])
    fixture.define("Main", routes: ["tabs": RouteDefinition(.coordinator("Tabs"))]) { router in
      router.root("tabs")
    }
    fixture.engine.launch("Main")
    fixture.main.navigate(to: "B")
    let contents = try #require(fixture.engine.interface.top?.contents)
    guard case .stack(let stack) = contents else {
      Issue.record("\(contents)")
      return
    }
    #expect(stack.count == 2)
    #expect(stack.tabs?.pages.map(\.id) == ["a"])
    #expect(contents.visibleTabBars == [])
    #expect(contents.frontStack?.id == stack.id)
    fixture.main.pop()
    let after = try #require(fixture.engine.interface.top?.contents)
    #expect(after.visibleTabBars.map(\.id) == contents.tabBars.map(\.id))
  }

  @Test func `a layer is dismissible if its style and its front screen allow it`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define(
      "Sheet", routes: ["locked": RouteDefinition(screenTraits: .dismissDisabled)])
    let sheet = try fixture.show("Sheet")
    #expect(fixture.engine.interface.layers.map(\.isDismissible) == [false, true])
    sheet.navigate(to: "locked")
    #expect(fixture.engine.interface.layers.map(\.isDismissible) == [false, false])
    sheet.pop()
    #expect(fixture.engine.interface.layers.map(\.isDismissible) == [false, true])
  }

  // MARK: - Beginning of gestures

  @Test func `querying whether a gesture can begin changes nothing`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define(
      "Sheet",
      routes: [
        "fixed": RouteDefinition(screenTraits: .swipeBackDisabled),
        "locked": RouteDefinition(screenTraits: .dismissDisabled),
      ])
    let engine = fixture.engine
    #expect(engine.obstacle(to: .back) == .exit)
    #expect(engine.obstacle(to: .swipeBack) == .gestureUnavailable)
    #expect(engine.obstacle(to: .swipeDown) == .notInteractive)
    #expect(engine.obstacle(to: .tapTab(page: "a", of: fixture.main.coordinator)) != nil)
    let sheet = try fixture.show("Sheet")
    let count = engine.eventCount
    #expect(engine.obstacle(to: .back) == nil)
    #expect(engine.obstacle(to: .swipeDown) == nil)
    fixture.shouldDismiss = { _ in false }
    #expect(engine.obstacle(to: .swipeDown) == .dismissDisabled)
    fixture.shouldDismiss = { _ in true }
    #expect(engine.eventCount == count)
    sheet.navigate(to: "fixed")
    #expect(engine.obstacle(to: .swipeBack) == .gestureUnavailable)
    #expect(engine.obstacle(to: .back) == nil)
    sheet.navigate(to: "locked")
    #expect(engine.obstacle(to: .swipeBack) == nil)
    #expect(engine.obstacle(to: .swipeDown) == .dismissDisabled)
  }

  @Test func `no gesture can begin while an operation is in flight`() {
    let fixture = NavigationFixture.launched("A", "B")
    let (engine, screens) = Self.staged(fixture)
    #expect(engine.obstacle(to: .swipeBack) == nil)
    fixture.main.navigate(to: "C")
    #expect(engine.obstacle(to: .swipeBack) == .busy)
    screens.end()
    #expect(engine.obstacle(to: .swipeBack) == nil)
  }

  @Test func `querying whether a gesture can begin agrees with the outcome of the gesture`() throws
  {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Sheet", isInteractive: false)
    try fixture.show("Sheet")
    let engine = fixture.engine
    for (gesture, name) in [
      (UserGesture.back, "back"), (.swipeBack, "swipeBack"), (.swipeDown, "swipeDown"),
    ] {
      #expect(engine.obstacle(to: gesture) == engine.perform(name)?.reason)
    }
  }

  /// Launches tabs whose selected page `a` contains tabs with the given pages. The other page is `b`.
  private func nestedTabs(inner pages: [String]) -> NavigationFixture {
    let fixture = NavigationFixture()
    fixture.define("Page")
    fixture.define(
      "Inner", kind: .tabs, pages: pages.map { PageDefinition(id: $0, coordinator: "Page") })
    fixture.define(
      "Main", kind: .tabs,
      pages: [
        PageDefinition(id: "a", coordinator: "Inner"), PageDefinition(id: "b", coordinator: "Page"),
      ])
    fixture.engine.launch("Main")
    return fixture
  }

  @Test func `tapping the tab bar of any coordinator, even of a nested one, selects a page`() throws
  {
    let fixture = nestedTabs(inner: ["x", "y"])
    let engine = fixture.engine
    let inner = fixture.router("Inner").coordinator
    func tap(_ page: String) -> Outcome? {
      engine.perform("tapTab") { call in
        call.name = engine.symbols.intern(page)
        call.subject = .coordinator(inner)
      }
    }
    #expect(engine.obstacle(to: .tapTab(page: "y", of: inner)) == nil)
    #expect(engine.obstacle(to: .tapTab(page: "z", of: inner)) == .unknownPage)
    #expect(tap("y")?.status == .done)
    #expect(engine.pages(of: inner).first { $0.isSelected }?.id == "y")
    fixture.user("tapTab", "b")
    #expect(engine.obstacle(to: .tapTab(page: "x", of: inner)) == .gestureUnavailable)
    #expect(tap("x")?.reason == .gestureUnavailable)
  }

  @Test func `a tap on a tab selects the page in the outermost visible tab bar that has the page`()
    throws
  {
    let fixture = nestedTabs(inner: ["b", "y"])
    let engine = fixture.engine
    func selected(_ type: String) -> String? {
      engine.pages(of: fixture.router(type).coordinator).first { $0.isSelected }?.id
    }
    fixture.user("tapTab", "y")
    #expect([selected("Main"), selected("Inner")] == ["a", "y"])
    fixture.user("tapTab", "b")
    #expect([selected("Main"), selected("Inner")] == ["b", "y"])
    let hidden = engine.perform("tapTab") { $0.name = engine.symbols.intern("y") }
    #expect(hidden?.reason == .unknownPage)
  }
}
