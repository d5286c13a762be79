internal import Signalbox
package import SignalboxScripting

/// Determines the coverage of one run of a scenario from the events and hooks of its session.
package final class CoverageReader {
  private let session: ScriptSession
  private let collector: CoverageCollector
  private var scope: HookScope?
  private var coverage = ScenarioCoverage()
  /// The declared types, keyed by name. `goals` maps a coordinator type to the route that leads to
  /// the type, if there is exactly one such route.
  private var declared:
    [String: (names: CoverageNames, routes: Set<String>, goals: [String: String])] = [:]
  private var run = Run()
  /// The items that ``takeNewCoverage()`` has returned.
  private var taken = ScenarioCoverage()

  /// The data about the current run.
  struct Run {
    /// The number of the next event to read.
    fileprivate var next = 1
    fileprivate var types: [CoordinatorID: String] = [:]
    /// The route to the coordinator that was attached last, and the number of the operation that
    /// attached it.
    fileprivate var attached: (operation: Int, route: ScenarioCoverage.Item)?
    fileprivate var screens: [ScreenID: Screen] = [:]
    /// The screens that have been created.
    fileprivate var made: Set<Screen> = []
    /// The visible screens, front screen last.
    fileprivate var visible: [ScreenID] = []
    /// The screen that was in front at the beginning of the current operation.
    fileprivate var start: (operation: Int, screen: Screen)?
  }

  fileprivate struct Screen: Hashable {
    let name: String
    let owner: CoordinatorID
  }

  /// The kinds of events from which coverage is determined.
  private static let kinds: Set<NavigationEvent.Kind> = [
    .coordinatorAttached, .screenCreated, .didAppear, .didDisappear, .willNavigate, .didNavigate,
  ]
  /// The maximum number of unread events. The event log of a session retains more.
  private static let maxEvents = 50_000

  /// - Parameter collector: The collector that receives the coverage at the end.
  package init(_ session: ScriptSession, _ collector: CoverageCollector) {
    self.session = session
    self.collector = collector
    observe()
    if session.engine.mirror != nil { readMirroredState() }
  }

  private func observe() {
    scope = session.addHooks(SessionHooks(onUse: { [unowned self] use in note(use) }))
  }

  /// Reads the remaining events, because the session is about to be reset.
  func finishRun() { read() }

  /// Continues after a reset of the session, which has removed all hooks and events.
  func beginRun() {
    run = Run()
    observe()
  }

  /// Reads the remaining events at a checkpoint of the session, and returns the data that
  /// ``rewind(to:)`` needs.
  func checkpoint() -> Run {
    read(isFinal: false)
    return run
  }

  /// Reads the remaining events and restores the data about the run, because the session is about
  /// to return to a checkpoint.
  func rewind(to run: Run) {
    read(isFinal: false)
    self.run = run
  }

  /// Reads the remaining events, and returns the items that were used for the first time since the
  /// last call.
  func takeNewCoverage() -> ScenarioCoverage {
    read(isFinal: false)
    return coverage.takeNew(&taken)
  }

  /// Reads unread events before the log drops them.
  func keepUp() {
    if session.engine.eventCount - run.next > Self.maxEvents { read() }
  }

  /// Reads the remaining events and passes the coverage to the collector.
  func end() {
    read()
    if let scope { session.removeHooks(scope) }
    scope = nil
    for place in session.guardLocations {
      coverage.declare(.guards, CoverageNames.rejection(by: place))
    }
    for pattern in session.engine.registry.applicationLinkPatterns {
      coverage.declare(.links, CoverageNames().link(pattern))
    }
    collector.add(coverage, session.declaredTypes)
  }

  /// The declarations of the session and their uses so far. No other reader may use the same
  /// collector. Cost: O(declarations + new events).
  package var current: ScenarioCoverage {
    read(isFinal: false)
    collector.add(ScenarioCoverage(), session.declaredTypes)
    var result = collector.coverage
    for pattern in session.engine.registry.applicationLinkPatterns {
      result.declare(.links, CoverageNames().link(pattern))
    }
    for place in session.guardLocations {
      result.declare(.guards, CoverageNames.rejection(by: place))
    }
    result.merge(coverage)
    return result
  }

  deinit { if let scope { session.removeHooks(scope) } }

  private func note(_ use: ScriptUse) {
    switch use {
    case .action(let type, let screen, let label):
      coverage.note(.actions, names(of: type).action(label, on: screen))
    case .link(let type, let pattern): coverage.note(.links, names(of: type).link(pattern))
    case .rejection(let place): coverage.note(.guards, CoverageNames.rejection(by: place))
    }
  }

  private func names(of type: String) -> CoverageNames {
    if type.isEmpty { return CoverageNames() }
    if declared[type] == nil { readTypes() }
    return declared[type]?.names ?? CoverageNames()
  }

  private func readTypes() {
    for type in session.declaredTypes {
      // If several routes lead to the same type, only an operation with a route's name identifies
      // the route.
      let goals = Dictionary(
        type.routes.compactMap { route in route.coordinator.map { ($0, Optional(route.name)) } },
        uniquingKeysWith: { _, _ in nil })
      declared[type.name] = (
        CoverageNames(type), Set(type.routes.map(\.name)), goals.compactMapValues(\.self)
      )
    }
  }

  // MARK: - Events

  /// - Parameter isFinal: Whether changed definitions are read again.
  private func read(isFinal: Bool = true) {
    let engine = session.engine
    let numbers = engine.eventNumbers(of: Self.kinds, in: run.next..<Int.max)
    let events = numbers.compactMap { engine.event(numbered: $0) }
    run.next = engine.eventCount + 1
    if numbers.isEmpty { return }
    let isNew = events.contains { $0.kind == .coordinatorAttached && declared[$0.name] == nil }
    if isFinal || isNew { readTypes() }
    // The event of a coordinator's first screen precedes the event that attaches the coordinator.
    for event in events where event.kind == .coordinatorAttached {
      if let id = event.coordinator { run.types[id] = event.name }
    }
    for event in events { read(event) }
  }

  private func read(_ event: NavigationEvent) {
    switch event.kind {
    case .screenCreated:
      guard let id = event.screen, let owner = event.other else { return }
      let screen = Screen(name: event.name, owner: owner)
      run.screens[id] = screen
      run.made.insert(screen)
      show(event.name, of: owner)
    case .didAppear:
      // A screen that appears beneath a layer is not in front.
      if let id = event.screen {
        run.visible.insert(id, at: event.isHidden ? 0 : run.visible.count)
      }
    case .didDisappear: run.visible.removeAll { $0 == event.screen }
    case .willNavigate:
      run.start = run.visible.last.flatMap { run.screens[$0] }.map { (event.operation, $0) }
    case .coordinatorAttached: attach(event)
    case .didNavigate: recordNavigation(event)
    default: break
    }
  }

  /// Reads the state of an application in another process at the time when the session was
  /// connected, because earlier events are unknown.
  private func readMirroredState() {
    readTypes()
    let tree = session.engine.tree
    for coordinator in tree.coordinators { run.types[coordinator.id] = coordinator.type }
    for coordinator in tree.coordinators {
      let parent = coordinator.parent.flatMap { declaredType(of: tree.coordinators[$0].id) }
      if let parent, let route = parent.goals[coordinator.type] {
        coverage.note(.routes, parent.names.route(route))
      }
    }
    for screen in tree.coordinators.flatMap(\.stack) + tree.layers.flatMap(\.screens) {
      let own = Screen(name: screen.name, owner: screen.owner)
      run.screens[screen.id] = own
      run.made.insert(own)
      show(screen.name, of: screen.owner)
    }
    run.visible = tree.visible.reversed().map(\.id)
    run.next = session.engine.eventCount + 1
  }

  private func declaredType(
    of coordinator: CoordinatorID?
  ) -> (names: CoverageNames, routes: Set<String>, goals: [String: String])? {
    coordinator.flatMap { run.types[$0] }.flatMap { declared[$0] }
  }

  private func show(_ route: String, of owner: CoordinatorID) {
    guard let type = declaredType(of: owner), type.routes.contains(route) else {
      return
    }
    coverage.note(.routes, type.names.route(route))
  }

  /// Records a coordinator that was created inside another coordinator. The route is determined
  /// from the coordinator's type, because the events of starts and replacements contain no route.
  private func attach(_ event: NavigationEvent) {
    guard let type = declaredType(of: event.other),
      let route = type.goals[event.name]
    else { return }
    coverage.note(.routes, type.names.route(route))
    run.attached = (event.operation, type.names.route(route))
  }

  /// Records the destination of an operation that navigated to a route.
  private func recordNavigation(_ event: NavigationEvent) {
    guard let call = event.call, RouterCalls.methods.contains(call.name), let owner = event.other,
      let type = declaredType(of: owner), type.routes.contains(event.name)
    else { return }
    // A screen with the route's own name, or the route's coordinator, was counted when it was
    // created.
    let isCounted =
      run.attached.map { $0 == (event.operation, type.names.route(event.name)) } ?? false
    if !isCounted, !run.made.contains(Screen(name: event.name, owner: owner)) {
      coverage.note(.routes, type.names.route(event.name))
    }
    guard let start = run.start, start.operation == event.operation, start.screen.owner == owner,
      type.routes.contains(start.screen.name)
    else { return }
    coverage.note(.transitions, type.names.transition(from: start.screen.name, to: event.name))
  }
}
