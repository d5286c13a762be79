import Signalbox
import Testing

@testable import SignalboxProtocol

/// An engine that mirrors the state of another engine, as described by `state/inspect`.
@Suite struct MirrorTests {
  /// An application, a client that is connected to it, and an engine that mirrors it.
  private final class Pair {
    let shop: ShopFixture
    let client: ProtocolClient
    let mirror = NavigationEngine()

    init() throws {
      shop = try ShopFixture()
      try shop.engine.register(Self.type("Help", of: shop.engine, routes: ["topics", "topic"]))
      try shop.engine.register(
        CoordinatorType(
          name: "Home", kind: .tabs,
          pages: [
            PageDefinition(id: "shop", coordinator: "Shop"),
            PageDefinition(id: "help", coordinator: "Help"),
          ]
        ) { _, _ in Quiet() })
      client = try shop.client()
      let definitions = try client.request(DefinitionsListMethod.self, NoFields())
      try MirrorEditor(mirror).begin(
        definitions.coordinators.map(\.mirrored), styles: definitions.styles,
        links: definitions.links, maxSteps: 3)
    }

    private static func type(
      _ name: String, of engine: NavigationEngine, routes: [String]
    ) -> CoordinatorType {
      var definitions: [String: RouteDefinition] = [:]
      for route in routes { definitions[route] = RouteDefinition() }
      return CoordinatorType(name: name, routes: definitions) { [unowned engine] id, _ in
        Starting(engine.router(of: id), at: routes[0])
      }
    }

    func show() throws {
      try MirrorEditor(mirror).show(
        try client.request(StateInspectMethod.self, NoFields()).mirrored())
    }

    func perform(_ fields: NavigationArguments) throws {
      try shop.engine.perform(fields).map { #expect($0.outcome?.status == .done, "\(fields)") }
      try show()
    }

    /// Returns the visible state of an engine, with the numbers in the identifiers.
    static func text(_ engine: NavigationEngine) -> [String] {
      let tree = engine.tree
      return [tree.description] + tree.coordinators.map { "\($0.id) \($0.type)" }
        + tree.allScreens.map { "\($0.id) \($0.name) of \($0.owner)" }
        + tree.layers.map { "\($0.id) \($0.style)" }
        + [engine.front?.description ?? "none", engine.topCoordinator?.description ?? "none"]
    }
  }

  private final class Starting: CoordinatorDelegate {
    private let router: AnyRouter
    private let route: String

    init(_ router: AnyRouter, at route: String) { (self.router, self.route) = (router, route) }

    func start(animated: Bool) { router.startFlow(at: route) }
  }

  private final class Quiet: CoordinatorDelegate {
    func start(animated: Bool) {}
  }

  @Test func `a mirror shows the application's state with the same identifiers`() throws {
    let pair = try Pair()
    try pair.show()
    let steps: [NavigationArguments] = [
      ["operation": "navigate", "caller": "Shop", "name": "product", "arguments": ["id": 42]],
      ["operation": "navigate", "caller": "Shop", "name": "help"],
      ["operation": "navigate", "caller": "Shop/Help", "name": "topic"],
      ["operation": "pop", "caller": "Shop/Help"],
      ["operation": "swipeDown", "isGesture": true],
      ["operation": "popToRoot", "caller": "Shop"],
      ["operation": "undo"],
      ["operation": "launch", "name": "Home"],
      ["operation": "tapTab", "isGesture": true, "name": "help"],
      ["operation": "navigate", "caller": "Home/Shop", "name": "product", "arguments": ["id": 7]],
      ["operation": "restartApp", "caller": "Home"],
    ]
    #expect(Pair.text(pair.mirror) == Pair.text(pair.shop.engine))
    for step in steps {
      try pair.perform(step)
      #expect(Pair.text(pair.mirror) == Pair.text(pair.shop.engine), "\(step)")
    }
  }

  @Test
  func `identifiers in a mirror stay valid with their objects, and old snapshots are readable`()
    throws
  {
    let pair = try Pair()
    try pair.show()
    let (shop, catalog) = (pair.mirror.main, pair.mirror.front)
    let before = pair.mirror.snapshot()
    try pair.perform(["operation": "navigate", "caller": "Shop", "name": "help"])
    #expect(pair.mirror.main == shop)
    #expect(catalog.map(pair.mirror.isAlive) == true)
    #expect(before.tree.description == "Shop[catalog] | root Shop")
    let help = pair.mirror.topCoordinator
    try pair.perform(["operation": "swipeDown", "isGesture": true])
    #expect(help.map(pair.mirror.isAlive) == false)
    #expect(catalog == pair.mirror.front)
  }

  @Test
  func `a mirror describes the arguments of the application's routes but does not check them`()
    throws
  {
    let pair = try Pair()
    try pair.perform(["operation": "navigate", "caller": "Shop", "name": "help"])
    try pair.perform([
      "operation": "navigate", "caller": "Shop/Help", "name": "topic", "arguments": ["id": "a"],
    ])
    let id = RouteParameter("id", .integer)
    var type = try #require(pair.shop.engine.coordinatorType(named: "Help"))
    type.parameters = [RouteParameter("title", .string, isOptional: true)]
    type.routes["topic"]?.parameters = [id]
    try pair.shop.engine.register(type)
    let mirror = NavigationEngine()
    let definitions = try pair.client.request(DefinitionsListMethod.self, NoFields())
    try MirrorEditor(mirror).begin(
      definitions.coordinators.map(\.mirrored), styles: definitions.styles,
      links: definitions.links)
    let mirrored = try #require(mirror.coordinatorType(named: "Help"))
    #expect(mirrored.parameters == type.parameters)
    #expect(mirrored.routes.mapValues(\.parameters) == ["topics": nil, "topic": [id]])
    try MirrorEditor(mirror).show(
      try pair.client.request(StateInspectMethod.self, NoFields()).mirrored())
    #expect(Pair.text(mirror) == Pair.text(pair.shop.engine))
  }

  @Test func `a mirror describes the pages that a tab coordinator declares before it is shown`()
    throws
  {
    let pair = try Pair()
    let home = try #require(pair.mirror.coordinatorType(named: "Home"))
    #expect(home.pages.map { [$0.id, $0.coordinator] } == [["shop", "Shop"], ["help", "Help"]])
  }

  @Test func `a mirror has the application's timers and work, and reports their changes`() throws {
    let pair = try Pair()
    let (app, mirror) = (pair.shop.engine, pair.mirror)
    app.workHost = IdleWorkHost()
    let editor = MirrorEditor(mirror)
    pair.client.onNotification = { notice in
      guard let batch = notice.params(of: ScheduleBatchMethod.self) else { return }
      editor.write(batch.changes.compactMap(\.mirrored), isComplete: batch.isComplete)
    }
    func open(_ engine: NavigationEngine) -> [String] {
      engine.pendingTimers.map { "timer \($0.id.number) \($0.deadline) \($0.owner as Any)" }
        + engine.openWork.map { "work \($0.number) \($0.owner as Any) \($0.possibleResults)" }
        + ["last \(engine.lastTimerNumber), \(engine.lastWorkNumber)"]
    }
    var seen: [String] = []
    let observation = ScheduleObservation(of: mirror) {
      seen.append("\($0.item) \($0.kind) \($0.ownerType ?? "-") \($0.milliseconds)")
    }
    defer { withExtendedLifetime(observation) {} }
    app.schedule(after: .seconds(9), owner: app.main) {}
    _ = try pair.client.request(ScheduleSubscribeMethod.self, .init())
    try pair.show()
    try pair.client.read()
    #expect(open(mirror) == open(app))
    let timer = app.schedule(after: .seconds(1)) {}
    try app.work(owner: app.main) { _ in
      1
    } then: { _ in
    }
    pair.shop.service.serve()
    try pair.client.read()
    #expect(open(mirror) == open(app))
    app.cancel(timer)
    app.cancelAllWork()
    pair.shop.service.serve()
    try pair.client.read()
    #expect(open(mirror) == open(app))
    #expect(
      seen.map { $0.replacing("Signalbox.", with: "") } == [
        "timer(TimerID(number: 1)) began Shop 0", "timer(TimerID(number: 2)) began - 0",
        "work(WorkID(number: 1)) began Shop 0", "timer(TimerID(number: 2)) cancelled - 0",
        "work(WorkID(number: 1)) cancelled - 0",
      ])
    // After a restart, another timer has the number of an earlier timer.
    seen = []
    editor.write(
      [
        ScheduleChange(
          mirroring: 1, isWork: false, .began, owner: nil, ownerType: nil, milliseconds: 0,
          deadline: 4, possibleResults: [])
      ], isComplete: true)
    #expect(
      seen.map { $0.replacing("Signalbox.", with: "") } == [
        "timer(TimerID(number: 1)) cancelled - 0", "timer(TimerID(number: 1)) began - 0",
      ])
  }

  @Test func `a mirror's last states can be read by the number of changes`() throws {
    let pair = try Pair()
    try pair.show()
    let mirror = pair.mirror
    let first = mirror.stepNumber
    for id in 1...2 {
      try pair.perform([
        "operation": "navigate", "caller": "Shop", "name": "product",
        "arguments": ["id": .integer(id)],
      ])
    }
    func texts() -> [String?] {
      (first...first + 3).map { mirror.tree(atStep: $0)?.description }
    }
    let states = [
      "Shop[catalog] | root Shop", "Shop[catalog,product { id = 1 }] | root Shop",
      "Shop[catalog,product { id = 1 },product { id = 2 }] | root Shop",
    ]
    #expect(texts() == states + [nil])
    #expect(mirror.stepNumber == first + 2)
    #expect(mirror.oldestStepNumber == pair.shop.engine.oldestStepNumber)
    // Undone changes can be read until another change takes their place.
    try pair.perform(["operation": "undo", "count": 2])
    #expect(texts() == states + [nil])
    #expect(mirror.forkCount == 0)
    try pair.perform(["operation": "navigate", "caller": "Shop", "name": "help"])
    #expect(mirror.forkCount == 1)
    #expect(
      texts() == [
        states[0], "Shop[catalog] Shop/Help[topics] | root Shop, sheet Shop/Help", nil, nil,
      ])
    for _ in 0..<3 {
      try pair.perform(["operation": "navigate", "caller": "Shop/Help", "name": "topic"])
    }
    #expect(mirror.tree(atStep: first) == nil)
    #expect(mirror.tree(atStep: first + 4) == mirror.tree)
  }

  @Test func `a mirror shows the application's titles, actions, leaks and history`() throws {
    let pair = try Pair()
    try pair.perform(
      ["operation": "navigate", "caller": "Shop", "name": "product", "arguments": ["id": 42]])
    let mirror = pair.mirror
    let front = try #require(mirror.front)
    #expect(mirror.title(of: front) == "product")
    #expect(mirror.tappableActions.map(\.labels) == [["Buy"]])
    #expect(mirror.undoableCount == pair.shop.engine.undoableCount)
    #expect(mirror.isReady)
    _ = try pair.shop.engine.makeCoordinator("Help")
    try pair.show()
    #expect(mirror.leaks.map(\.description) == pair.shop.engine.leaks.map(\.description))
    #expect(mirror.leaks.count == 1)
  }

  @Test func `a mirror rejects a contradictory state and keeps the last valid state`() throws {
    let pair = try Pair()
    try pair.show()
    let text = Pair.text(pair.mirror)
    let result = try pair.client.request(StateInspectMethod.self, NoFields())
    var states = [result, result, result, result, result]
    states[0].coordinators = []
    states[1].layers = [0]
    states[2].screens[0].number = 1 << 40
    states[3].coordinators = [1, 1]
    states[4].leaks = [StateInspectMethod.Leak(id: "x5", name: "Help", state: "gone")]
    for state in states {
      #expect(throws: NavigationError.self) {
        try MirrorEditor(pair.mirror).show(try state.mirrored())
      }
      #expect(Pair.text(pair.mirror) == text)
    }
  }

  @Test(arguments: [("x5", nil), ("fly", nil), ("s5", "s6"), ("s5", "c")])
  func `a mirror rejects an event about an unknown object and does not write it`(
    subject: String, other: String?
  ) throws {
    let pair = try Pair()
    try pair.show()
    let count = pair.mirror.eventCount
    let error = #expect(throws: NavigationError.self) {
      try MirrorEditor(pair.mirror).write(
        .entryPushed, subject: subject, name: "help", other: other, reason: "", code: nil,
        isHidden: false, operation: 1, milliseconds: 0)
    }
    #expect(error?.code == .unreachable)
    #expect(pair.mirror.eventCount == count)
  }

  @Test func `a mirror creates no coordinators`() throws {
    let pair = try Pair()
    #expect(throws: NavigationError.self) { try pair.mirror.makeCoordinator("Shop") }
    #expect(throws: NavigationError.self) {
      try pair.mirror.register(CoordinatorType(name: "Cellar") { _, _ in Quiet() })
    }
    #expect(throws: Never.self) {
      try pair.mirror.register(CoordinatorType(name: "Shop") { _, _ in Quiet() })
    }
  }
}
