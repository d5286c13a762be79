import Signalbox
import SignalboxScripting

/// Exhaustive exploration (W8) of 178,746 states: 3 tabs, stacks with up to two of 5 screens above
/// the root, and an optional modal.
///
/// The engine performs every transition of every state and returns to the state: to a checkpoint, or
/// with undo. If a transition leads farther from the start to an unknown state, the exploration first
/// continues from that state. For every new state, the explorer checks that the engine's front screen
/// is the expected one. With checkpoints, states are found by their key; with undo, by the number in
/// the model.
final class Exploration {
  private let engine: NavigationEngine
  private let main: AnyRouter
  private let pages: [AnyRouter]
  private let screens: [String]
  private let symbols: [Symbol]
  private let modal, root: Symbol
  private let tabs = ["t0", "t1", "t2"]
  private var state = ExplorationState()
  /// The number of transitions from the start to each state.
  private let distances = ExplorationState.distances()
  private let way: Way
  private var known: [Bool] = []
  private var keys: Set<StateKey> = []
  private var limit = 0
  private var found = 0
  /// The number of transitions of the last exploration from checkpoints.
  private(set) var transitionCount = 0

  /// How the exploration returns to a state.
  enum Way {
    case checkpoint, undo
  }

  static var all: [Workload] {
    [
      Workload(
        name: "W8", family: .exploration, unit: "state",
        summary:
          "exhaustive exploration with checkpoints and state keys, native (goal: 1,000,000 states "
          + "a second)",
        goal: .atMost(1_000)
      ).native { try Exploration(NavigationEngine(), by: .checkpoint).run },
      Workload(
        name: "W8undo", family: .exploration, unit: "state",
        summary: "the same with undo, and without state keys"
      ).native { try Exploration(NavigationEngine(), by: .undo).run },
      Workload(
        name: "W8lua", family: .exploration, unit: "state",
        summary: "W8undo with a guard in Lua (goal: 200,000 states a second)",
        goal: .atMost(1e9 / 200_000)
      ).native {
        let session = try ScriptSession()
        try session.run(Array("app:guard(function(request) return true end)".utf8), name: "guard")
        let exploration = try Exploration(session.engine, by: .undo)
        return { count in
          defer { withExtendedLifetime(session) {} }
          return try exploration.run(count)
        }
      },
    ]
  }

  private final class Page: CoordinatorDelegate {
    private let router: AnyRouter

    init(_ router: AnyRouter) { self.router = router }

    func start(animated: Bool) { router.startFlow(at: "root") }

    var restoring: (() -> Void)? { restoring() }
  }

  init(_ engine: NavigationEngine, by way: Way) throws {
    (self.engine, self.way) = (engine, way)
    screens = (0..<5).map { "screen\($0)" }
    symbols = screens.map(engine.symbols.intern)
    modal = engine.symbols.intern("modal")
    root = engine.symbols.intern("root")
    var routes = Dictionary(uniqueKeysWithValues: screens.map { ($0, RouteDefinition()) })
    routes["root"] = RouteDefinition()
    routes["modal"] = RouteDefinition(style: .sheet)
    try engine.register(
      CoordinatorType(name: "Page", routes: routes) { [unowned engine] id, _ in
        Page(engine.router(of: id))
      })
    try engine.register(
      CoordinatorType(
        name: "Tabs", kind: .tabs, pages: tabs.map { PageDefinition(id: $0, coordinator: "Page") }
      ) { _, _ in NativeApp.Tabs() })
    engine.launch("Tabs")
    guard let main = engine.main else { throw BenchmarkError("the tabs did not start") }
    self.main = engine.router(of: main)
    pages = engine.pages(of: main).map { engine.router(of: $0.coordinator.id) }
  }

  /// Explores until the given number of states, or all states, are known, and returns to the start.
  /// The method repeats the exploration until the number is reached.
  func run(_ count: Int) throws -> Double {
    var total = 0
    while total < count {
      limit = min(count - total, ExplorationState.count)
      known = Array(repeating: false, count: ExplorationState.count)
      found = 1
      known[state.number] = true
      switch way {
      case .checkpoint:
        keys = [try engine.stateKey]
        transitionCount = 0
        try exploreFromCheckpoint()
      case .undo: try explore()
      }
      guard found == limit else {
        throw BenchmarkError("the engine has \(found) states, expected \(limit)")
      }
      total += found
    }
    return Double(total)
  }

  private func explore() throws {
    let before = state
    for move in before.moves where found < limit {
      guard perform(move)?.status == .done else { throw BenchmarkError("\(move) was refused") }
      state.apply(move)
      let number = state.number
      if !known[number], distances[number] == distances[before.number] + 1 {
        known[number] = true
        found += 1
        try check()
        try explore()
      }
      guard engine.undo()?.status == .done else { throw BenchmarkError("undo was refused") }
      state = before
    }
  }

  private func exploreFromCheckpoint() throws {
    let before = state
    let checkpoint = try engine.checkpoint()
    // A complete exploration performs all transitions, also those of the last states.
    for move in before.moves where found < limit || limit == ExplorationState.count {
      guard perform(move)?.status == .done else { throw BenchmarkError("\(move) was refused") }
      state.apply(move)
      transitionCount += 1
      let key = try engine.stateKey
      if !keys.contains(key), distances[state.number] == distances[before.number] + 1 {
        keys.insert(key)
        found += 1
        try check()
        try exploreFromCheckpoint()
      }
      try engine.rewind(to: checkpoint)
      state = before
    }
  }

  private func perform(_ move: ExplorationState.Move) -> Outcome? {
    switch move {
    case .push(let screen): pages[state.tab].navigate(to: screens[screen])
    case .pop: pages[state.tab].pop()
    case .select(let tab): main.select(tabs[tab])
    case .present: pages[state.tab].navigate(to: "modal")
    case .dismiss: pages[state.tab].dismiss()
    }
  }

  private func check() throws {
    let name = engine.front.flatMap(engine.name(of:))
    let isRight: Bool
    if state.isModal {
      isRight = name == modal
    } else {
      isRight = state.top.map { name == symbols[$0] } ?? (name == root)
    }
    guard isRight else { throw BenchmarkError("the engine shows another screen than it must") }
  }
}
