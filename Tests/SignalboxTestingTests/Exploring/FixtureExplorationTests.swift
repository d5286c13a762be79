import Signalbox
import SignalboxTesting
import Testing

/// Explores Swift coordinators. The counts of the shop are those of the same shop in Lua, in
/// docs/how-to/explore-every-path.md.
struct FixtureExplorationTests {
  private typealias Answers = [String: ExplorationAnswer]

  private func exploreShop(closesCheckout: Bool) throws -> ExplorationSummary {
    try NavigationFixture.explore { app in
      try ExploredShop.start(app, closesCheckout: closesCheckout)
    } checking: { shop in
      shop.links = ["shop://product/1", "shop://product/2"]
      try shop.finish("Checkout", with: ["paid", "declined"])
      shop.always("the checkout is for the product below it", ExploredShop.isForProduct)
      shop.reachable("the receipt", .front("receipt"))
      shop.fromEverywhere("the list", .front("list") && .modals())
      shop.within(1, "a sheet can be closed", from: !.modals(), to: .modals())
    }
  }

  @Test func `a correct application satisfies its properties and the rules in every state`()
    throws
  {
    let summary = try exploreShop(closesCheckout: true)
    #expect(summary.stateCount == 8)
    #expect(summary.transitionCount == 55)
    #expect(summary.depth == 3)
    #expect(summary.isExhaustive)
    #expect(summary.properties.map(\.answer) == Array(repeating: .holds, count: 10))
    #expect(
      summary.properties.map(\.title) == [
        "always \"the checkout is for the product below it\"", "reachable \"the receipt\"",
        "fromEverywhere \"the list\"", "within(1) \"a sheet can be closed\"",
        "no handler raises an error", "nothing stays alive after it has been removed",
        "every state has an action that changes something",
        "the start can be reached from everywhere", "every route is reached",
        "equal states behave alike",
      ])
    #expect(summary.notes == [])
  }

  @Test func `a link that no explored state has handled is noted`() throws {
    func notes(_ maxStates: Int) throws -> [String] {
      try NavigationFixture.explore { app in
        try ExploredShop.start(app, closesCheckout: true)
      } checking: { shop in
        (shop.links, shop.maxStates) = (["shop://typo"], maxStates)
        shop.ignoredRules = Set(ExplorationRule.allCases)
      }.notes
    }
    #expect(try notes(100) == ["No state handles the link \"shop://typo\"."])
    #expect(try notes(1) == ["No explored state has handled the link \"shop://typo\"."])
  }

  @Test func `a violation fails the test at its property, with the shortest path`() throws {
    var summary: ExplorationSummary?
    let found = messages {
      summary = try NavigationFixture.explore {
        try ExploredShop.start($0)
      } checking: {
        $0.links = ["shop://product/1", "shop://product/2"]
        try $0.finish("Checkout", with: ["paid", "declined"])
        $0.always("the checkout is for the product below it", ExploredShop.isForProduct)
      }
    }
    #expect(
      found == [
        """
        +6 explore: always "the checkout is for the product below it" is violated in 3 actions
          it does not hold here

        steps
          1  app.tap("Special")
               Shop stack: + product { id = 1 }
          2  app.tap("Buy")
               coordinators: + Shop/Checkout [address]
               layers: + sheet Shop/Checkout
          3  app.open("shop://product/2")
               Shop stack: - product { id = 1 } + product { id = 2 }

        shown
        \(screen)

        the path in a test, after the start
          app.tap("Special")
          app.tap("Buy")
          app.open("shop://product/2")
          // it does not hold here

        12 states · 89 transitions · depth 4 · every path
        """
      ])
    let example = summary?.violations.first?.counterexample
    #expect(summary?.violations.count == 1)
    #expect(
      example?.statements == """
        app.tap("Special")
        app.tap("Buy")
        app.open("shop://product/2")
        // it does not hold here
        """)
  }

  private let screen = """
      ┌──────────────────────────────┐
      │ ‹ list    product            │
      │ ┌──────────────────────────┐ │
      │ │         address          │ │
      │ ├──────────────────────────┤ │
      │ │ [Next]                   │ │
      │ └──────────────────────────┘ │
      └──────────────────────────────┘
    """

  @Test func `the statements of a counterexample repeat the violation in a test`() throws {
    let app = try NavigationFixture { try ExploredShop.start($0) }
    app.tap("Special")
    app.tap("Buy")
    app.open("shop://product/2")
    app.expectTree(
      """
      Shop  list ▸ product { id = 2 }
      └─ ⤒ Checkout  sheet  address      ← front
      """)
  }

  // MARK: - Tabs within tabs

  private enum LeafRoute: Route, CaseIterable, Codable { case leaf }

  private final class Leaf: Coordinator {
    static let name = "Leaf"
    let router: Router<LeafRoute>

    init(_ router: Router<LeafRoute>) { self.router = router }

    func start() throws { try router.startFlow(at: .leaf) }
  }

  private final class Target: Coordinator {
    static let name = "Target"
    let router: Router<StepRoute>

    init(_ router: Router<StepRoute>) { self.router = router }

    func start() throws { try router.startFlow(at: .step) }
  }

  private final class Inner: Coordinator {
    static let name = "Inner"
    let router: Router<NoRoutes>

    init(_ router: Router<NoRoutes>) { self.router = router }

    static func configure(_ type: inout CoordinatorType) {
      type.pages = [PageDefinition("start", Leaf.self), PageDefinition("news", Target.self)]
    }
  }

  private final class Outer: Coordinator {
    static let name = "Outer"
    let router: Router<NoRoutes>

    init(_ router: Router<NoRoutes>) { self.router = router }

    static func configure(_ type: inout CoordinatorType) {
      type.pages = [PageDefinition("inner", Inner.self), PageDefinition("news", Leaf.self)]
    }
  }

  private func startTabs(_ app: NavigationFixture) throws {
    try app.engine.register(Leaf.self) { Leaf($0) }
    try app.engine.register(Target.self) { Target($0) }
    try app.engine.register(Inner.self) { Inner($0) }
    try app.engine.register(Outer.self) { Outer($0) }
    app.launch("Outer")
  }

  @Test func `a tap on a page that an outer tab bar also has names its coordinator`() throws {
    var summary: ExplorationSummary?
    let found = messages {
      summary = try NavigationFixture.explore {
        try startTabs($0)
      } checking: {
        $0.never("the inner page", .front("step"))
        $0.ignoredRules = [.routes]
      }
    }
    #expect(found.count == 1)
    #expect(
      summary?.violations.map { $0.counterexample?.statements } == [
        """
        app.tapTab("news", of: app.engine.coordinators(ofType: "Inner")[0])
        // it holds here
        """
      ])
    let app = try NavigationFixture { try startTabs($0) }
    app.tapTab("news", of: app.engine.coordinators(ofType: "Inner")[0])
    app.expectFront("step")
    app.tapTab("news")
    app.expectFront("leaf")
  }

  // MARK: - Coordinators that cannot be saved

  private enum StepRoute: Route, CaseIterable, Codable { case start, step }

  /// Counts its steps, up to two.
  private final class Stepper: Coordinator {
    static let name = "Stepper"
    let router: Router<StepRoute>
    private var count = 0
    private let canBeSaved: Bool

    init(_ router: Router<StepRoute>, canBeSaved: Bool) {
      (self.router, self.canBeSaved) = (router, canBeSaved)
    }

    var restoring: (() -> Void)? { canBeSaved ? restoring(\.count) : nil }

    func start() throws { try router.startFlow(at: .start) }

    func actions(of route: StepRoute) -> [ScreenAction] {
      let step = ScreenAction("Step") { [self] in
        count += 1
        try router.navigate(to: .step)
        try router.popToRoot()
      }
      let reset = ScreenAction("Reset") { [self] in count = 0 }
      return count < 2 ? [step] : [reset]
    }
  }

  @Test(arguments: [true, false])
  func `a field distinguishes two states of one screen, with checkpoints and with repeated paths`(
    canBeSaved: Bool
  ) throws {
    let summary = try NavigationFixture.explore { app in
      try app.engine.register(Stepper.self) { Stepper($0, canBeSaved: canBeSaved) }
      app.launch(Stepper.self)
    }
    #expect(summary.stateCount == 3)
    #expect(summary.transitionCount == 3)
    #expect(summary.depth == 2)
    #expect(summary.violations.isEmpty)
    #expect(
      summary.notes
        == (canBeSaved
          ? []
          : [
            "Paths were repeated from the start: checkpoint: Stepper has properties that cannot be restored."
          ]))
  }

  /// A service that no checkpoint restores.
  private final class Account {
    var isSignedIn = false
  }

  private enum AccountRoute: Route, CaseIterable, Codable { case home, profile }

  private final class Home: Coordinator {
    static let name = "Home"
    let router: Router<AccountRoute>
    private let account: Account

    init(_ router: Router<AccountRoute>, _ account: Account) {
      (self.router, self.account) = (router, account)
    }

    var restoring: (() -> Void)? { restoring() }

    func start() throws { try router.startFlow(at: .home) }

    func actions(of route: AccountRoute) -> [ScreenAction] {
      guard route == .home else { return [] }
      let sign = ScreenAction(account.isSignedIn ? "Sign out" : "Sign in") { [account] in
        account.isSignedIn.toggle()
      }
      let open = ScreenAction("Profile") { [self] in
        if account.isSignedIn { try router.navigate(to: .profile) }
      }
      return [sign, open]
    }
  }

  @Test func `an object that a checkpoint does not restore is found, and paths are repeated`()
    throws
  {
    let summary = try NavigationFixture.explore { app in
      let account = Account()
      try app.engine.register(Home.self) { Home($0, account) }
      app.launch(Home.self)
    }
    #expect(summary.stateCount == 3)
    #expect(summary.violations.isEmpty)
    #expect(
      summary.notes == [
        "Paths were repeated from the start: `restoring` does not restore Home.account.isSignedIn."
      ])
  }

  // MARK: - Hidden state

  /// The variables that a coordinator's closures capture.
  private final class Switch {
    var isOn = false
  }

  private enum HiddenRoute: Route, CaseIterable, Codable { case start, detour, end }

  private final class Hidden: Coordinator {
    static let name = "Hidden"
    let router: Router<HiddenRoute>
    private let isOn: () -> Bool
    private let turnOn: () -> Void

    init(_ router: Router<HiddenRoute>, isOn: @escaping () -> Bool, turnOn: @escaping () -> Void) {
      (self.router, self.isOn, self.turnOn) = (router, isOn, turnOn)
    }

    func start() throws { try router.startFlow(at: .start) }

    func actions(of route: HiddenRoute) -> [ScreenAction] {
      switch route {
      case .start:
        [
          ScreenAction("Detour") { [self] in
            turnOn()
            try router.navigate(to: .detour)
          },
          ScreenAction("Go") { [self] in try router.navigate(to: isOn() ? .end : .detour) },
        ]
      case .detour, .end: []
      }
    }
  }

  @Test
  func `a captured variable that affects actions is reported as a difference of equal states`()
    throws
  {
    var summary: ExplorationSummary?
    let found = messages {
      summary = try NavigationFixture.explore { app in
        let hidden = Switch()
        try app.engine.register(Hidden.self) {
          Hidden($0, isOn: { hidden.isOn }, turnOn: { hidden.isOn = true })
        }
        app.launch(Hidden.self)
      } checking: {
        $0.ignoredRules = [.routes]
      }
    }
    #expect(found.count == 1)
    let violation = try #require(summary?.violations.first)
    #expect(violation.title == "equal states behave alike")
    #expect(
      violation.counterexample?.steps.map(\.statement) == [
        "app.tap(\"Detour\")", "app.back()", "app.tap(\"Go\")",
      ])
    #expect(
      summary?.notes.first
        == "States that differ only in these properties count as one, because values such as "
        + "closures and actors are not compared: Hidden.isOn, Hidden.turnOn.")
    #expect(
      violation.counterexample?.finding
        == "app.tap(\"Go\") behaves differently than after the shorter path to the same state; "
        + "no variable is known to differ; Hidden.isOn, Hidden.turnOn cannot be compared"
    )
  }

  // MARK: - Time

  /// Sets a timer of the coordinator and one of the application.
  private func set(_ router: AnyRouter, own: Int, other: Int) {
    _ = router.engine?.schedule(after: .milliseconds(own), owner: router.coordinator) {}
    _ = router.engine?.schedule(after: .milliseconds(other)) {}
  }

  @Test func `the order of timers distinguishes two states, and the next timer is an action`()
    throws
  {
    let summary = try NavigationFixture.explore { app in
      try app.define("Timers") { timers in
        timers.screen(
          "home",
          actions: [
            "Own first": { set($0.router, own: 10, other: 20) },
            "Other first": { set($0.router, own: 20, other: 10) },
          ])
      }
      app.launch("Timers")
    } checking: {
      $0.maxDepth = 1
      $0.ignoredRules = [.traps]
    }
    // One state has no timers. The two other states have two timers, in different orders.
    #expect(summary.stateCount == 3)
    #expect(!summary.isExhaustive)
  }
}
