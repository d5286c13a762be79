import Foundation
import Signalbox
import SignalboxTesting
import Testing

/// Compares the numbers of states and transitions of three models with those of the same models in
/// Promela. If spin is installed, it counts them.
struct ModelCountTests {
  enum Model: String, CaseIterable, Sendable {
    case sheet, shop, tabs

    /// The states and transitions, as a search in Promela finds them.
    var counts: Counts {
      switch self {
      case .sheet: Counts(states: 36, transitions: 78)
      case .shop: Counts(states: 12, transitions: 74)
      case .tabs: Counts(states: 13_182, transitions: 38_532)
      }
    }
  }

  struct Counts: Equatable, Sendable {
    let states: Int
    let transitions: Int
  }

  /// The exploration has no checkpoint, or an action was rejected.
  private struct Lost: Error {}

  /// The engine with the actions of a model, and checkpoints on the path.
  private final class ModelApplication: Explorable {
    struct Action: ExplorableAction {
      let number: Int
      var source: String { "\(number)" }
    }

    typealias Failure = any Error

    let handledLink: String? = nil
    private let engine: NavigationEngine
    private let steps: Steps
    private var trail = ExplorationTrail<Action, EngineCheckpoint>()

    init(_ engine: NavigationEngine, _ steps: @escaping Steps) throws {
      (self.engine, self.steps) = (engine, steps)
      trail.add(try engine.checkpoint())
    }

    @discardableResult
    func go(along path: [Action], sharing shared: Int) throws(any Error) -> [ActionFault<Int>] {
      guard let place = trail.checkpoint(on: path, sharing: shared) else { throw Lost() }
      try engine.rewind(to: place)
      for action in path.dropFirst(trail.path.count) {
        _ = try perform(action)
        trail.path.append(action)
        trail.add(try engine.checkpoint())
      }
      return []
    }

    func replay(_ path: [Action]) throws(any Error) { try go(along: path) }

    func actions() -> [Action] { steps().map { Action(number: $0.number) } }

    func perform(_ action: Action) throws(any Error) -> [ActionFault<Int>] {
      let step = steps().first { $0.number == action.number }
      guard let outcome = step?.perform(), outcome.error == nil else { throw Lost() }
      return []
    }

    func observe() throws(any Error) -> StateObservation? {
      let key = try engine.stateKey
      return StateObservation(
        key: key, variables: UInt32(truncatingIfNeeded: key.high), gaps: [])
    }

    func evaluate() -> StateEvaluation<Int> {
      StateEvaluation(front: FrontScreen(name: "", coordinator: ""))
    }

    func variablesThatDiffer(after path: [Action], and other: [Action]) -> [String] { [] }

    func takeUsage() {}
  }

  /// An action that is possible in the current state.
  private struct Step {
    let number: Int
    let perform: () -> Outcome?

    init(_ number: Int, _ perform: @escaping () -> Outcome?) {
      (self.number, self.perform) = (number, perform)
    }
  }

  /// Returns the possible actions of the current state.
  private typealias Steps = () -> [Step]

  /// A coordinator whose only state is visible.
  private final class Shown: CoordinatorDelegate {
    let router: AnyRouter
    private let first: String?

    init(_ router: AnyRouter, first: String?) { (self.router, self.first) = (router, first) }

    var restoring: (() -> Void)? { restoring() }

    func start(animated: Bool) {
      if let first { router.startFlow(at: first) }
    }
  }

  // MARK: - Counts

  @Test(arguments: Model.allCases)
  func `the engine has the states and transitions of the model`(_ model: Model) throws {
    let engine = NavigationEngine()
    let steps = try Self.define(model, in: engine)
    #expect(try Self.explore(engine, steps) == model.counts)
  }

  @Test(.enabled(if: ModelCountTests.spin != nil), arguments: Model.allCases)
  func `spin finds the same states and transitions`(_ model: Model) throws {
    #expect(try Self.spinCounts(of: model) == model.counts)
  }

  /// Explores an application breadth first with checkpoints and the public key of states.
  private static func explore(_ engine: NavigationEngine, _ steps: @escaping Steps) throws -> Counts
  {
    let search = StateSearch(try ModelApplication(engine, steps))
    guard try search.begin() else { throw Lost() }
    while try search.advance(checking: {}) {}
    let graph = search.record.graph
    return Counts(states: graph.states.count, transitions: graph.transitionCount)
  }

  // MARK: - Models

  private static func define(_ model: Model, in engine: NavigationEngine) throws -> Steps {
    switch model {
    case .sheet: try defineTabs(engine, tabs: 2, screens: 1)
    case .tabs: try defineTabs(engine, tabs: 3, screens: 3)
    case .shop: try defineShop(engine)
    }
  }

  private static func register(
    _ name: String, in engine: NavigationEngine, kind: CoordinatorKind = .navigation,
    routes: [String: RouteDefinition] = [:], pages: [PageDefinition] = [], first: String? = nil
  ) throws {
    try engine.register(
      CoordinatorType(name: name, kind: kind, routes: routes, pages: pages) {
        [unowned engine] id, _ in Shown(engine.router(of: id), first: first)
      })
  }

  /// Tabs with up to two screens above each root, and an optional sheet above all tabs.
  private static func defineTabs(
    _ engine: NavigationEngine, tabs: Int, screens: Int
  ) throws -> Steps {
    let names = (0..<screens).map { "screen\($0)" }
    var routes = Dictionary(uniqueKeysWithValues: names.map { ($0, RouteDefinition()) })
    routes["root"] = RouteDefinition()
    routes["modal"] = RouteDefinition(style: .sheet)
    try register("Page", in: engine, routes: routes, first: "root")
    let ids = (0..<tabs).map { "t\($0)" }
    try register(
      "Tabs", in: engine, kind: .tabs,
      pages: ids.map { PageDefinition(id: $0, coordinator: "Page") })
    engine.launch("Tabs")
    let main = engine.router(of: try #require(engine.main))
    let pages = engine.pages(of: main.coordinator).map { engine.router(of: $0.coordinator.id) }
    return { [unowned engine] in
      let selected = engine.pages(of: main.coordinator).firstIndex { $0.isSelected } ?? 0
      let page = pages[selected]
      if engine.layers.count > 1 { return [Step(0) { page.dismiss() }] }
      let depth = engine.stack(of: page.coordinator).count - 1
      var steps = [Step(1) { page.navigate(to: "modal") }]
      if depth > 0 { steps.append(Step(2) { page.pop() }) }
      for (number, id) in ids.enumerated() where number != selected {
        steps.append(Step(10 + number) { main.select(id) })
      }
      guard depth < 2 else { return steps }
      for (number, name) in names.enumerated() {
        steps.append(Step(20 + number) { page.navigate(to: name) })
      }
      return steps
    }
  }

  /// The shop of docs/how-to/explore-every-path.md, without cancelled swipes.
  private static func defineShop(_ engine: NavigationEngine) throws -> Steps {
    try register(
      "Checkout", in: engine,
      routes: ["address": RouteDefinition(), "payment": RouteDefinition()], first: "address")
    var routes = Dictionary(
      uniqueKeysWithValues: ["list", "product", "receipt"].map { ($0, RouteDefinition()) })
    routes["checkout"] = RouteDefinition(.coordinator("Checkout"), style: .sheet)
    try register("Shop", in: engine, routes: routes, first: "list")
    engine.launch("Shop")
    let shop = engine.router(of: try #require(engine.main))
    func show(_ id: Int) -> Outcome? {
      shop.setStack(["list", .route("product", ["id": .integer(id)])])
    }
    return { [unowned engine] in
      let front = engine.tree.front
      var steps = [Step(0) { show(1) }, Step(1) { show(2) }]
      if front?.name != "list" { steps.append(Step(2) { engine.perform("back") { _ in } }) }
      switch front?.name {
      case "list": steps.append(Step(3) { show(1) })
      case "product":
        let item = front?.arguments["id"] ?? .integer(0)
        steps.append(Step(4) { shop.navigate(to: "checkout", ["item": item]) })
      case "receipt": steps.append(Step(5) { shop.popToRoot() })
      default: break
      }
      if front?.name != "list", front?.name != "address" {
        steps.append(Step(6) { engine.perform("swipeBack") { _ in } })
      }
      guard let id = engine.coordinators(ofType: "Checkout").last else { return steps }
      let checkout = engine.router(of: id)
      if front?.name == "address" { steps.append(Step(7) { checkout.navigate(to: "payment") }) }
      steps.append(Step(8) { engine.perform("swipeDown") { _ in } })
      steps.append(
        Step(9) {
          _ = checkout.finishFlow("paid")
          return shop.setStack(["list", "receipt"])
        })
      steps.append(Step(10) { checkout.finishFlow("declined") })
      return steps
    }
  }

  // MARK: - Spin

  private static var spin: String? {
    ["/usr/bin/spin", "/usr/local/bin/spin"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// Counts with spin, which must not remove variables that the model never reads (`-o2`).
  private static func spinCounts(of model: Model) throws -> Counts {
    let folder = FileManager.default.temporaryDirectory.appending(path: "spin-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = try #require(Self.promela[model])
    try Data(source.utf8).write(to: folder.appending(path: "model.pml"))
    let script =
      "\(try #require(spin)) -o2 -a model.pml && cc -DSAFETY -DNOREDUCE -w -o pan pan.c "
      + "&& ./pan -n -m1000000"
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = folder
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    func number(before words: String) -> Int? {
      text.split(separator: "\n").first { $0.contains(words) }
        .flatMap { $0.split(separator: " ").first }.flatMap { Int($0) }
    }
    // Spin counts the first state as a transition, too.
    return Counts(
      states: try #require(number(before: "states, stored"), "\(text)"),
      transitions: try #require(number(before: "transitions (="), "\(text)") - 1)
  }

  private static let promela: [Model: String] = [
    .sheet: tabs(2, screens: 1),
    .tabs: tabs(3, screens: 3),
    .shop: """
    byte below; /* 0 list, 1 and 2 products, 3 receipt */
    byte sheet; /* 0 none, 1 address, 2 payment */
    byte item;
    active proctype Shop() {
      do
      :: d_step { sheet == 0 && below == 0 -> below = 1 }
      :: d_step { sheet == 0 && (below == 1 || below == 2) -> sheet = 1; item = below }
      :: d_step { sheet == 1 -> sheet = 2 }
      :: d_step { sheet == 0 && below > 0 -> below = 0 }             /* back */
      :: d_step { sheet == 0 && below > 0 -> below = 0 }             /* swipe back */
      :: d_step { sheet == 1 -> sheet = 0; item = 0 }                /* back */
      :: d_step { sheet == 2 -> sheet = 1 }                          /* back */
      :: d_step { sheet == 2 -> sheet = 1 }                          /* swipe back */
      :: d_step { sheet > 0 -> sheet = 0; item = 0 }                 /* swipe down */
      :: d_step { below = 1 }
      :: d_step { below = 2 }
      :: d_step { sheet > 0 -> sheet = 0; item = 0; below = 3 }      /* paid */
      :: d_step { sheet > 0 -> sheet = 0; item = 0 }                 /* declined */
      :: d_step { sheet == 0 && below == 3 -> below = 0 }            /* done */
      od
    }
    """,
  ]

  private static func tabs(_ tabs: Int, screens: Int) -> String {
    let here = "!modal && second[tab] == 0"
    let pushes = (1...screens).map { screen in
      """
      :: d_step { \(here) ->
           if :: first[tab] == 0 -> first[tab] = \(screen) :: else -> second[tab] = \(screen) fi }
      """
    }
    let selections = (0..<tabs).map { ":: d_step { !modal && tab != \($0) -> tab = \($0) }" }
    return """
      byte tab; byte first[\(tabs)]; byte second[\(tabs)]; bool modal;
      active proctype App() {
        do
        \(pushes.joined(separator: "\n"))
        :: d_step { !modal && first[tab] > 0 ->
             if :: second[tab] > 0 -> second[tab] = 0 :: else -> first[tab] = 0 fi }
        \(selections.joined(separator: "\n"))
        :: d_step { !modal -> modal = true }
        :: d_step { modal -> modal = false }
        od
      }
      """
  }
}
