import Signalbox
import SignalboxTesting
import Testing

/// Bugs of Swift coordinators, each planted in the same small application, with the whole report of
/// the exploration that finds it.
struct FixtureBugTests {
  enum Bug: Sendable {
    case none, leak, trap, deadEnd, idleEnd, unreachedRoute, error
  }

  /// A service that retains the newest flow.
  private final class Listeners {
    var last: AnyObject?
  }

  private enum HomeRoute: String, Route, CaseIterable, Codable { case home, flow, end }

  /// A home screen that opens a flow, and can be replaced with an end screen.
  private final class Home: Coordinator {
    static let name = "Home"
    let router: Router<HomeRoute>
    private let bug: Bug
    private let isKept: Bool
    private var isOdd = false

    init(_ router: Router<HomeRoute>, _ bug: Bug, isKept: Bool) {
      (self.router, self.bug, self.isKept) = (router, bug, isKept)
    }

    var restoring: (() -> Void)? { isKept ? restoring(\.isOdd) : nil }

    static func destination(of route: HomeRoute) -> RouteDestination {
      route == .flow ? .coordinator(Flow.self) : .screen
    }

    func start() throws { try router.startFlow(at: .home) }

    func actions(of route: HomeRoute) -> [ScreenAction] {
      let open = ScreenAction("Open") { [router] in try router.navigate(to: .flow) }
      let finish = ScreenAction("Finish") { [router] in try router.setRoot(.end) }
      let again = ScreenAction("Again") { [self] in
        switch bug {
        case .trap: isOdd.toggle()
        case .idleEnd: break
        case .error: throw Offline()
        default: try router.setRoot(.home)
        }
      }
      return switch route {
      case .home: bug == .unreachedRoute ? [open] : [open, finish]
      case .flow: []
      case .end: bug == .deadEnd ? [] : [again]
      }
    }
  }

  private struct Offline: Error, CustomStringConvertible {
    var description: String { "the server is offline" }
  }

  private enum FlowRoute: String, Route, CaseIterable, Codable { case page }

  /// A flow with one screen, which a service retains.
  private final class Flow: Coordinator {
    static let name = "Flow"
    let router: Router<FlowRoute>
    private let isKept: Bool

    init(_ router: Router<FlowRoute>, _ listeners: Listeners, isKept: Bool) {
      (self.router, self.isKept) = (router, isKept)
      listeners.last = self
    }

    convenience init(_ router: Router<FlowRoute>, isKept: Bool) {
      self.init(router, Listeners(), isKept: isKept)
    }

    var restoring: (() -> Void)? { isKept ? restoring() : nil }

    func start() throws { try router.startFlow(at: .page) }

    func actions(of route: FlowRoute) -> [ScreenAction] {
      [ScreenAction("Close") { [self] in try finishFlow() }]
    }
  }

  private func explore(
    _ bug: Bug = .none, isKept: Bool = true,
    checking declare: (inout Exploration) -> Void = { _ in }
  ) throws -> ExplorationSummary {
    try NavigationFixture.explore { app in
      let listeners = Listeners()
      try app.engine.register(Home.self) { Home($0, bug, isKept: isKept) }
      try app.engine.register(Flow.self) {
        bug == .leak ? Flow($0, listeners, isKept: isKept) : Flow($0, isKept: isKept)
      }
      app.launch(Home.self)
    } checking: {
      declare(&$0)
    }
  }

  /// Returns the reports of an exploration, without their lines.
  private func reports(
    _ bug: Bug = .none, isKept: Bool = true,
    checking declare: (inout Exploration) -> Void = { _ in }
  ) -> [String] {
    messages { _ = try explore(bug, isKept: isKept, checking: declare) }
      .map { String($0.drop { $0 != " " }.dropFirst()) }
  }

  @Test(arguments: [true, false]) func `the application without a bug has no report`(isKept: Bool)
    throws
  {
    let summary = try explore(isKept: isKept)
    #expect(summary.violations.isEmpty)
    #expect([summary.stateCount, summary.transitionCount, summary.depth] == [3, 7, 1])
    #expect(reports(isKept: isKept) == [])
  }

  @Test func `a flow that a service retains is a leak`() {
    #expect(
      reports(.leak) == [
        """
        explore: nothing stays alive after it has been removed is violated in 2 actions
          Flow is still retained by host

        steps
          1  app.tap("Open")
               coordinators: + Home/Flow [page]
               layers: + sheet Home/Flow
          2  app.tap("Close")
               coordinators: - Home/Flow [page]
               layers: - sheet Home/Flow

        shown
          ┌──────────────────────────────┐
          │             home             │
          ├──────────────────────────────┤
          │ [Open]  [Finish]             │
          └──────────────────────────────┘

        the path in a test, after the start
          app.tap("Open")
          app.tap("Close")
          // Flow is still retained by host

        3 states · 7 transitions · depth 1 · every path
        """
      ])
  }

  @Test func `the same leak is found if paths are repeated`() {
    let note =
      "\nPaths were repeated from the start: checkpoint: Home has properties that cannot be restored."
    #expect(reports(.leak, isKept: false) == reports(.leak).map { $0 + note })
  }

  @Test func `a screen without a way back is a trap`() {
    #expect(
      reports(.trap) == [
        """
        explore: the start can be reached from everywhere is violated in 1 action
          from here, no path leads back to the start

        steps
          1  app.tap("Finish")
               Home stack: - home + end

        shown
          ┌──────────────────────────────┐
          │             end              │
          ├──────────────────────────────┤
          │ [Again]                      │
          └──────────────────────────────┘

        the path in a test, after the start
          app.tap("Finish")
          // from here, no path leads back to the start

        4 states · 8 transitions · depth 2 · every path
        """
      ])
  }

  @Test func `a screen without actions is a dead end`() {
    #expect(
      reports(.deadEnd) { $0.ignoredRules = [.traps] } == [
        """
        explore: every state has an action that changes something is violated in 1 action
          no action is available here

        steps
          1  app.tap("Finish")
               Home stack: - home + end

        shown
          ┌──────────────────────────────┐
          │             end              │
          ├──────────────────────────────┤
          │                              │
          └──────────────────────────────┘

        the path in a test, after the start
          app.tap("Finish")
          // no action is available here

        3 states · 6 transitions · depth 1 · every path
        """
      ])
  }

  @Test func `a screen whose actions change nothing is a dead end`() {
    #expect(
      reports(.idleEnd) { $0.ignoredRules = [.traps] } == [
        """
        explore: every state has an action that changes something is violated in 1 action
          no action changes anything here

        steps
          1  app.tap("Finish")
               Home stack: - home + end

        shown
          ┌──────────────────────────────┐
          │             end              │
          ├──────────────────────────────┤
          │ [Again]                      │
          └──────────────────────────────┘

        the path in a test, after the start
          app.tap("Finish")
          // no action changes anything here

        3 states · 7 transitions · depth 1 · every path
        """
      ])
  }

  @Test func `a route that no path reaches is reported with its name`() {
    #expect(
      reports(.unreachedRoute) == [
        """
        explore: every route is reached is violated
          no path reaches Home.end

        2 states · 5 transitions · depth 1 · every path
        """
      ])
  }

  @Test func `an action that throws is reported with its error`() {
    #expect(
      reports(.error) { $0.ignoredRules = [.traps, .deadEnds] } == [
        """
        explore: no handler raises an error is violated in 2 actions
          the server is offline

        steps
          1  app.tap("Finish")
               Home stack: - home + end
          2  app.tap("Again")

        shown
          ┌──────────────────────────────┐
          │             end              │
          ├──────────────────────────────┤
          │ [Again]                      │
          └──────────────────────────────┘

        the path in a test, after the start
          app.tap("Finish")
          app.tap("Again")
          // the server is offline

        3 states · 7 transitions · depth 1 · every path
        """
      ])
  }

  @Test func `a state that must not exist is reported at its property`() {
    #expect(
      reports { $0.never("the end", .front("end")) } == [
        """
        explore: never "the end" is violated in 1 action
          it holds here

        steps
          1  app.tap("Finish")
               Home stack: - home + end

        shown
          ┌──────────────────────────────┐
          │             end              │
          ├──────────────────────────────┤
          │ [Again]                      │
          └──────────────────────────────┘

        the path in a test, after the start
          app.tap("Finish")
          // it holds here

        3 states · 7 transitions · depth 1 · every path
        """
      ])
  }

  @Test func `a screen that no coordinator declares is noted with the nearest name`() throws {
    let summary = try explore {
      $0.never("nothing", .front("hom") || .front("home") && .front("nowhere"))
    }
    #expect(
      summary.notes == [
        "No coordinator declares the screen \"hom\" of never \"nothing\"; did you mean \"home\"?",
        "No coordinator declares the screen \"nowhere\" of never \"nothing\"; known: \"end\", \"flow\", "
          + "\"home\", \"page\".",
      ])
  }

  @Test func `an action of the test finds what no user can do`() throws {
    var steps: [String]?
    _ = messages {
      let summary = try explore {
        $0.action("app.router(of: \"Home\")?.navigate(to: \"end\")", when: .running("Flow")) {
          app in
          _ = app.router(of: "Home")?.navigate(to: "end")
        }
        $0.never("the end above the home screen") { $0.front == "end" && $0.stack.count == 2 }
        $0.maxDepth = 3
      }
      steps = summary.violations.first?.counterexample?.steps.map(\.statement)
    }
    #expect(
      steps == [
        "app.tap(\"Open\")", "app.router(of: \"Home\")?.navigate(to: \"end\")",
        "app.tap(\"Close\")",
      ])
  }

  @Test func `an action of the test that throws is reported with its error`() {
    let found = reports {
      $0.action("try app.restore()") { _ in throw Offline() }
    }
    #expect(
      found == [
        """
        explore: no handler raises an error is violated in 1 action
          the server is offline

        steps
          1  try app.restore()

        shown
          ┌──────────────────────────────┐
          │             home             │
          ├──────────────────────────────┤
          │ [Open]  [Finish]             │
          └──────────────────────────────┘

        the path in a test, after the start
          try app.restore()
          // the server is offline

        3 states · 10 transitions · depth 1 · every path
        """
      ])
  }

  @Test func `a condition that throws is reported with its error`() {
    #expect(
      reports { $0.always("online") { _ in throw Offline() } } == [
        """
        explore: always "online" is violated
          its condition raises an error: the server is offline

        3 states · 7 transitions · depth 1 · every path
        """
      ])
  }

  @Test func `a condition that changes the state is reported`() {
    let found = reports {
      $0.always("nothing") { state in
        try state.coordinator(Home.self)?.router.navigate(to: .end)
        return true
      }
    }
    #expect(
      found == [
        """
        explore: always "nothing" is violated
          its condition raises an error: the condition has changed the state, but conditions may only read it

        3 states · 7 transitions · depth 1 · every path
        """
      ])
  }

  // MARK: - Bounds

  private enum LevelRoute: String, Route, CaseIterable, Codable { case level, top }

  /// Can push any number of levels.
  private final class Endless: Coordinator {
    static let name = "Endless"
    let router: Router<LevelRoute>

    init(_ router: Router<LevelRoute>) { self.router = router }

    var restoring: (() -> Void)? { restoring() }

    func start() throws { try router.startFlow(at: .level) }

    func actions(of route: LevelRoute) -> [ScreenAction] {
      [ScreenAction("More") { [router] in try router.navigate(to: .level) }]
    }
  }

  private func endless(_ change: (inout Exploration) -> Void) -> [String] {
    messages {
      try NavigationFixture.explore { app in
        try app.engine.register(Endless.self) { Endless($0) }
        app.launch(Endless.self)
      } checking: {
        $0.never("three levels") { $0.stack.count == 3 }
        $0.reachable("the top", .front("top"))
        change(&$0)
      }
    }.map { String($0.drop { $0 != " " }.dropFirst()) }
  }

  @Test func `the maximum depth ends an exploration, which reports what it has found`() {
    #expect(
      endless { $0.maxDepth = 4 } == [
        """
        explore: never "three levels" is violated in 2 actions
          it holds here

        steps
          1  app.tap("More")
               Endless stack: + level
          2  app.tap("More")
               Endless stack: + level

        shown
          ┌──────────────────────────────┐
          │ ‹ level    level             │
          ├──────────────────────────────┤
          │ [More]                       │
          └──────────────────────────────┘

        the path in a test, after the start
          app.tap("More")
          app.tap("More")
          // it holds here

        5 states · 13 transitions · depth 4 · up to depth 4
        """,
        """
        explore: reachable "the top" is undecided up to depth 4

        5 states · 13 transitions · depth 4 · up to depth 4
        """,
        """
        explore: every route is reached is undecided up to depth 4

        5 states · 13 transitions · depth 4 · up to depth 4
        """,
      ])
  }

  @Test func `the maximum number of states ends an exploration, which reports what it has found`() {
    #expect(
      endless { $0.maxStates = 5 } == [
        """
        explore: never "three levels" is violated in 2 actions
          it holds here

        steps
          1  app.tap("More")
               Endless stack: + level
          2  app.tap("More")
               Endless stack: + level

        shown
          ┌──────────────────────────────┐
          │ ‹ level    level             │
          ├──────────────────────────────┤
          │ [More]                       │
          └──────────────────────────────┘

        the path in a test, after the start
          app.tap("More")
          app.tap("More")
          // it holds here

        6 states · 17 transitions · depth 5 · up to 5 states
        """,
        """
        explore: reachable "the top" is undecided up to 5 states

        6 states · 17 transitions · depth 5 · up to 5 states
        """,
        """
        explore: every route is reached is undecided up to 5 states

        6 states · 17 transitions · depth 5 · up to 5 states
        """,
      ])
  }

  @Test func `timers after the maximum time are not waited for`() throws {
    func explore(_ maxTime: Duration?) throws -> ExplorationSummary {
      try NavigationFixture.explore { app in
        try app.define("Alarm") { alarm in
          alarm.screen(
            "home", actions: ["Set": { _ = $0.router.engine?.schedule(after: .seconds(5)) {} }])
        }
        app.launch("Alarm")
      } checking: {
        $0.maxTime = maxTime
        $0.maxDepth = 2
        $0.ignoredRules = [.traps, .deadEnds]
      }
    }
    let whole = try explore(.seconds(5))
    let short = try explore(.seconds(4))
    #expect(whole.cuts == [.depth(2)])
    #expect(short.cuts == [.depth(2), .time(.seconds(4))])
    #expect(whole.transitionCount == short.transitionCount + 1)
  }

  @Test func `a cancelled test reports what was found`() async throws {
    let cuts = try await Task {
      var count = 0
      return try NavigationFixture.explore { app in
        try app.engine.register(Endless.self) { Endless($0) }
        app.launch(Endless.self)
      } checking: {
        $0.always("cancelled after ten states") { _ in
          count += 1
          if count == 10 { withUnsafeCurrentTask { $0?.cancel() } }
          return true
        }
        $0.reachable("four levels", StateCondition { $0.stack.count == 4 })
        $0.ignoredRules = [.traps, .routes]
      }
    }.value
    #expect(cuts.cuts == [.cancelled])
    #expect(cuts.stateCount == 10)
    #expect(cuts.properties.prefix(2).map(\.answer) == [.holdsSoFar, .holds])
  }

  @Test func `an error of the test after the first state is thrown after the report`() {
    let found = endless {
      $0.action(
        "app.back()",
        when: StateCondition { state in
          if state.stack.count == 4 { throw Offline() }
          return false
        }
      ) { $0.back() }
    }
    #expect(
      found == [
        """
        explore: never "three levels" is violated in 2 actions
          it holds here

        steps
          1  app.tap("More")
               Endless stack: + level
          2  app.tap("More")
               Endless stack: + level

        shown
          ┌──────────────────────────────┐
          │ ‹ level    level             │
          ├──────────────────────────────┤
          │ [More]                       │
          └──────────────────────────────┘

        the path in a test, after the start
          app.tap("More")
          app.tap("More")
          // it holds here

        4 states · 9 transitions · depth 3 · until an error occurred
        """,
        """
        explore: reachable "the top" is undecided until an error occurred

        4 states · 9 transitions · depth 3 · until an error occurred
        """,
        """
        explore: every route is reached is undecided until an error occurred

        4 states · 9 transitions · depth 3 · until an error occurred
        """,
        """
        the server is offline
        """,
      ])
  }

  @Test func `a limit that allows nothing is rejected with its name`() {
    #expect(
      endless { $0.maxDepth = 0 } == ["badArgument: explore: maxDepth is 0, expected 1 or more"])
    #expect(
      endless { $0.maxStates = 0 } == ["badArgument: explore: maxStates is 0, expected 1 or more"])
    #expect(
      endless { $0.maxTime = .seconds(-1) } == [
        "badArgument: explore: maxTime is -1.0 seconds, expected 0 or more"
      ])
  }
}
