internal import Signalbox
internal import SignalboxInspector

/// An application in a fixture that can return to any state. To do so, the application returns to a
/// checkpoint on the path to the state or starts in a new fixture, and repeats the remaining
/// actions.
final class ExploredFixture: Explorable {
  typealias Action = FixtureAction
  /// The number of a property.
  typealias Location = Int
  typealias Failure = any Error
  typealias Usage = Void

  /// A checkpoint of the engine, and the number of finish notices that the fixture had recorded at
  /// the checkpoint.
  private struct Checkpoint {
    let engine: EngineCheckpoint
    let finishes: Int
    /// The key of the state to which the checkpoint returns.
    let key: StateKey?
  }

  typealias Fault = ActionFault<Int>

  private(set) var app: NavigationFixture
  private let exploration: Exploration
  private let makeFixture: () throws -> NavigationFixture
  private let start: (NavigationFixture) throws -> Void
  private var trail = ExplorationTrail<FixtureAction, Checkpoint>()
  private var isStarted = false
  private(set) var handledLink: String?
  /// The declared routes that no path has used, as `Type.route`.
  private var unusedRoutes: Set<String> = []
  /// The reason why paths are repeated from the start and checkpoints are not used, or `nil` while
  /// checkpoints are possible.
  private(set) var obstacle: String?
  /// The stored properties that could not be compared in some state, such as `Home.onClose`.
  private(set) var uncompared: Set<String> = []
  /// Whether the exploration has ignored a timer because the timer fires after the maximum time.
  private(set) var isCutByTime = false
  /// The action that started each open work item. The string is empty if the item began during the
  /// start of the application.
  private var origins: [WorkID: String] = [:]
  /// The numbers of the declared results with which work has ended.
  private(set) var usedEndings: Set<Int> = []
  private var remainingLeakChecks = maxLeakChecks
  /// Whether the limit on leak checks was reached, so that some removals may not have been checked.
  var hasUncheckedLeaks: Bool { remainingLeakChecks == 0 }

  /// The maximum number of actions after which the path is repeated without checkpoints to find
  /// leaks.
  private static let maxLeakChecks = 20_000

  init(
    _ exploration: Exploration, _ makeFixture: @escaping () throws -> NavigationFixture,
    _ start: @escaping (NavigationFixture) throws -> Void
  ) throws {
    (self.exploration, self.makeFixture, self.start) = (exploration, makeFixture, start)
    app = try makeFixture()
  }

  /// The names of the declared routes of all coordinator types.
  var screens: [String] {
    let types = engine.coordinatorTypeNames.compactMap(engine.coordinatorType(named:))
    return Set(types.flatMap(\.routes.keys)).sorted()
  }

  /// The declared routes that no path has used.
  var unreached: [String] { unusedRoutes.sorted() }

  private var engine: NavigationEngine { app.engine }

  // MARK: - Paths

  /// Starts the application, which is created again except for the first start.
  ///
  /// - Returns: The failures that occurred during the start.
  /// - Throws: The errors of the closures that create and start the application, and `notStarted`
  ///   if no coordinator was launched.
  private func begin() throws -> [Fault] {
    if isStarted { app = try makeFixture() }
    let isFirst = !isStarted
    isStarted = true
    trail = ExplorationTrail(isKept: trail.isKept)
    let failures = try startApplication()
    guard engine.main != nil else {
      throw NavigationError(
        .notStarted,
        "explore: no coordinator was launched\(failures.first.map { ": \($0)" } ?? ""), so there "
          + "is nothing to explore",
        hint: "launch a coordinator in the closure that starts the application")
    }
    if isFirst { collectRoutes() }
    noteRoutes(since: 0)
    noteWork()
    return failures.map(Self.error) + takeFaults()
  }

  /// Starts the application of a new fixture. The fixture holds the work for which results are
  /// declared.
  private func startApplication() throws -> [String] {
    origins = [:]
    for ending in exploration.endings { app.time.hold(ending.type) }
    return try app.report.capturing { try start(app) }
  }

  /// Goes to the state to which a path leads.
  ///
  /// - Returns: The failures that occurred during the start. The array is empty if the application
  ///   was not started again.
  @discardableResult
  func go(along path: [FixtureAction], sharing shared: Int) throws(any Error) -> [Fault] {
    var faults: [Fault] = []
    /// The stored properties after a checkpoint was restored incompletely, and the length of the
    /// path to the checkpoint.
    var unrestored: (length: Int, fields: FieldIdentity)?
    if isStarted, trail.isKept, let checkpoint = trail.checkpoint(on: path, sharing: shared) {
      try engine.rewind(to: checkpoint.engine)
      app.finishes.removeSubrange(min(checkpoint.finishes, app.finishes.count)...)
      if let key = checkpoint.key, observe()?.key != key {
        // The engine has restored its own state, so another object has changed.
        unrestored = (trail.path.count, FieldIdentity(engine, keepingValues: true))
        trail.isKept = false
        faults = try begin()
      }
    } else {
      faults = try begin()
      keepCheckpoint()
    }
    for action in path.dropFirst(trail.path.count) {
      if trail.path.count == unrestored?.length { note(unrestored?.fields) }
      _ = apply(action)
      trail.path.append(action)
      keepCheckpoint()
    }
    if trail.path.count == unrestored?.length { note(unrestored?.fields) }
    return faults
  }

  /// Records the stored properties that a return to the current state has not restored.
  private func note(_ fields: FieldIdentity?) {
    let names = fields.map(FieldIdentity(engine, keepingValues: true).differences) ?? []
    stopKeeping(
      names.isEmpty
        ? "a coordinator refers to an object that its `restoring` does not restore"
        : "`restoring` does not restore \(names.joined(separator: ", "))")
  }

  /// Starts the application again and performs a path.
  func replay(_ path: [FixtureAction]) throws(any Error) {
    _ = try begin()
    for action in path { _ = apply(action) }
    // The earlier checkpoints belong to another engine.
    trail = ExplorationTrail(isKept: trail.isKept)
    trail.path = path
  }

  private func stopKeeping(_ reason: String) {
    trail.isKept = false
    if obstacle == nil { obstacle = reason }
  }

  /// Stores a checkpoint of the current state, if the engine supports it.
  private func keepCheckpoint() {
    guard trail.isKept else { return }
    do throws(NavigationError) {
      let checkpoint = try engine.checkpoint()
      trail.add(
        Checkpoint(engine: checkpoint, finishes: app.finishes.count, key: observe()?.key))
    } catch {
      if error.code == .unsupported { trail.isKept = false }
      if obstacle == nil { obstacle = error.message }
    }
  }

  /// Stores the action that has started new work. Ends the use of checkpoints once the application
  /// has started asynchronous work, because Swift tasks cannot be restored.
  private func noteWork(of action: FixtureAction? = nil) {
    for work in engine.openWork where origins[work.id] == nil {
      origins[work.id] = action?.statement ?? ""
    }
    guard trail.isKept, engine.lastWorkNumber > 0 || !app.time.sleepers.isEmpty else { return }
    stopKeeping("asynchronous work has started and cannot be restored")
  }

  // MARK: - Actions

  /// Returns the actions that are possible in the current state, in a fixed order.
  func actions() throws(any Error) -> [FixtureAction] {
    var actions: [FixtureAction] = []
    var bars: [String: Int] = [:]
    for action in UserAction.available(in: engine) {
      let found: FixtureAction
      if case .tapTab(let page, let owner) = action {
        let bar = bars[page, default: 0]
        let target = bar == 0 ? "" : ", of: \(expression(for: owner))"
        found = FixtureAction(
          .tapTab(page, bar: bar), "app.tapTab(\(page.debugDescription)\(target))")
        bars[page] = bar + 1
      } else {
        found = FixtureAction(action)
      }
      if exploration.triesCancelledSwipes || !found.isCancelledSwipe { actions.append(found) }
    }
    for link in exploration.links {
      actions.append(FixtureAction(.open(link), "app.open(\(link.debugDescription))"))
    }
    actions += texts
    if let deadline = engine.nextDeadline {
      let milliseconds = max(0, Int((deadline - engine.now) / .milliseconds(1)))
      if let limit = exploration.maxTime, deadline > limit {
        isCutByTime = true
      } else {
        actions.append(
          FixtureAction(
            .wait(milliseconds: milliseconds),
            "app.advance(by: .milliseconds(\(milliseconds)))"))
      }
    }
    for (number, outcome) in exploration.outcomes.enumerated() {
      try checkType(outcome.type, of: "finish")
      if app.router(of: outcome.type) != nil {
        actions.append(FixtureAction(.outcome(number), outcome.statement))
      }
    }
    for (number, ending) in exploration.endings.enumerated() {
      try checkType(ending.type, of: "endWork")
      for (position, work) in app.time.heldWork(of: ending.type).enumerated()
      where ending.isPossible(for: work) {
        actions.append(
          FixtureAction(.endWork(number, at: position), ending.statement(at: position)))
      }
    }
    let state = ExploredState(engine)
    for (number, action) in exploration.actions.enumerated()
    where try action.condition?.holds(in: state) ?? true {
      actions.append(FixtureAction(.declared(number), action.statement))
    }
    return actions
  }

  /// - Parameter declarator: The function that declares the actions of the coordinator type.
  /// - Throws: `badArgument` if the type is not registered.
  private func checkType(_ name: String, of declarator: String) throws(NavigationError) {
    guard engine.coordinatorType(named: name) == nil else { return }
    throw NavigationError(
      .badArgument,
      "explore: \(declarator): \(name.debugDescription) is not a registered coordinator type",
      hint: nameHint(for: name, in: engine.coordinatorTypeNames))
  }

  /// The actions that enter sample text in a field of the front alert. Samples that equal the
  /// field's current text are omitted.
  private var texts: [FixtureAction] {
    guard !exploration.texts.isEmpty, let top = engine.shownLayers.last,
      !engine.buttons(of: top).isEmpty, let layer = engine.tree.layers.last
    else { return [] }
    return layer.fields.flatMap { field in
      (exploration.texts[field.name] ?? []).filter { $0 != field.text }.map { text in
        FixtureAction(
          .enterText(field: field.name, text: text),
          "app.enterText(\(text.debugDescription), into: \(field.name.debugDescription))")
      }
    }
  }

  /// Performs an action and continues asynchronous work.
  ///
  /// - Returns: The faults that the action revealed.
  func perform(_ action: FixtureAction) -> [Fault] {
    let faults = apply(action)
    guard trail.isKept, !faults.contains(where: { $0.kind == .leak }) else { return faults }
    return faults + leaks(after: action)
  }

  private func apply(_ action: FixtureAction) -> [Fault] {
    let firstEvent = engine.eventCount
    handledLink = nil
    var outcome: Outcome?
    var thrown: (any Error)?
    let failures = app.report.capturing {
      do {
        outcome = try perform(action.content)
      } catch {
        thrown = error
      }
      app.time.proceed()
    }
    noteRoutes(since: firstEvent)
    noteWork(of: action)
    var faults = failures.map(Self.error) + takeFaults()
    if let thrown { faults.append(Self.error("\(thrown)")) }
    // An unhandled link is not a mistake in the application.
    if faults.isEmpty, let error = outcome?.error, error.code != .unhandled {
      faults.append(Self.error(error.description))
    }
    return faults
  }

  /// Returns the Swift expression with which a test finds a coordinator.
  private func expression(for coordinator: CoordinatorID) -> String {
    let type = engine.typeName(of: coordinator) ?? ""
    let index = engine.coordinators(ofType: type).firstIndex(of: coordinator) ?? 0
    return "app.engine.coordinators(ofType: \(type.debugDescription))[\(index)]"
  }

  private func perform(_ content: FixtureAction.Content) throws -> Outcome? {
    switch content {
    case .user(let action): return action.perform(in: engine)
    case .tapTab(let page, let bar):
      let taps = UserAction.available(in: engine).filter {
        if case .tapTab(page, _) = $0 { true } else { false }
      }
      return taps.indices.contains(bar) ? taps[bar].perform(in: engine) : nil
    case .open(let link):
      let opened = OpenedLink(link, in: engine)
      if opened.isHandled { handledLink = link }
      return opened.outcome
    case .enterText(let field, let text):
      return engine.perform("enterText") {
        $0.name = engine.symbols.intern(field)
        $0.text = text
      }
    case .wait(let milliseconds):
      _ = app.time.advance(to: app.time.end(of: .milliseconds(milliseconds)))
      return nil
    case .outcome(let number):
      let declared = exploration.outcomes[number]
      return app.router(of: declared.type)?.finishFlow(declared.result)
    case .endWork(let number, let position):
      let declared = exploration.endings[number]
      let held = app.time.heldWork(of: declared.type)
      if held.indices.contains(position), app.time.end(held[position], with: declared.ending) {
        usedEndings.insert(number)
      }
      return nil
    case .declared(let number):
      try exploration.actions[number].perform(app)
      return nil
    }
  }

  private static func error(_ text: String) -> Fault {
    let line = text.split(separator: "\n").map { $0.drop { "✗ ".contains($0) } }
      .first { !$0.isEmpty && $0 != "unhandled" }
    return Fault(kind: .error, text: line.map(String.init) ?? text, location: nil)
  }

  /// Returns the errors of callbacks, followed by the last leak, if there is one.
  private func takeFaults() -> [Fault] {
    app.host.takeFailures().map { Self.error($0.message) } + leaks
  }

  /// The last leak, except for objects that only the undo history retains. The array is empty if
  /// there is none.
  private var leaks: [Fault] {
    engine.leaks.filter { $0.holders != ["undo history"] }.suffix(1).map { leak in
      Fault(
        kind: .leak,
        text:
          "\(leak.name) is still retained by \(leak.holders.joined(separator: ", "))",
        location: nil)
    }
  }

  /// Repeats the current path and an action in a new application without checkpoints, if a checkpoint
  /// retains a coordinator that the action has removed.
  ///
  /// - Returns: The last leak, or the error of a failed start. The array is empty if there is
  ///   neither.
  private func leaks(after action: FixtureAction) -> [Fault] {
    guard engine.hasRemovedObjectOfCheckpoint, remainingLeakChecks > 0 else { return [] }
    remainingLeakChecks -= 1
    let current = (app, handledLink, origins)
    defer { (app, handledLink, origins) = current }
    do {
      app = try makeFixture()
      _ = try startApplication()
    } catch {
      return [Self.error("\(error)")]
    }
    for action in trail.path + [action] { _ = apply(action) }
    return leaks
  }

  /// Returns the coordinator types whose held work a path ends.
  func heldTypes(on path: [FixtureAction]) -> [String] {
    Set(
      path.compactMap { action in
        if case .endWork(let number, _) = action.content {
          exploration.endings[number].type
        } else {
          nil
        }
      }
    ).sorted()
  }

  // MARK: - Routes

  private func collectRoutes() {
    for name in engine.coordinatorTypeNames {
      guard let type = engine.coordinatorType(named: name) else { continue }
      for route in type.routes.keys { unusedRoutes.insert("\(name).\(route)") }
    }
  }

  /// Removes from ``unusedRoutes`` the routes that events after the given event have used.
  private func noteRoutes(since count: Int) {
    guard !unusedRoutes.isEmpty else { return }
    let events = engine.events(from: count + 1)
    // Coordinators that have finished in the meantime no longer have a type.
    var types: [CoordinatorID: String] = [:]
    for event in events where event.kind == .coordinatorAttached {
      if let id = event.coordinator { types[id] = event.name }
    }
    for event in events {
      switch event.kind {
      case .screenCreated, .didNavigate:
        guard let owner = event.other, let type = types[owner] ?? engine.typeName(of: owner) else {
          continue
        }
        unusedRoutes.remove("\(type).\(event.name)")
      case .coordinatorAttached:
        guard let id = event.coordinator,
          let owner = engine.parent(of: id).flatMap(engine.typeName(of:)),
          let route = engine.routeName(of: id)
        else { continue }
        unusedRoutes.remove("\(owner).\(route)")
      default: continue
      }
    }
  }

  // MARK: - Conditions

  func evaluate() -> StateEvaluation<Int> {
    var evaluation = StateEvaluation<Int>(front: front)
    for property in exploration.properties {
      for condition in property.conditions {
        let (isTrue, message) = holds(condition)
        evaluation.holds.append(isTrue)
        guard let message else { continue }
        let (name, location) = (property.property.name, property.property.location)
        evaluation.errors.append(.init(property: name, message: message, location: location))
      }
    }
    do throws(NavigationError) {
      try engine.checkState()
    } catch {
      evaluation.defect = "the engine is in an invalid state: \(error.message)"
    }
    return evaluation
  }

  /// Returns whether a condition holds, and the message of the error that it raised, if any.
  private func holds(_ condition: StateCondition) -> (Bool, String?) {
    let (events, now) = (engine.eventCount, engine.now)
    do {
      let isTrue = try condition.holds(in: ExploredState(engine))
      guard engine.eventCount == events, engine.now == now else {
        return (false, "the condition has changed the state, but conditions may only read it")
      }
      return (isTrue, nil)
    } catch {
      return (false, "\(error)")
    }
  }

  // MARK: - Observing

  /// Returns the identity of the current state, or `nil` if an argument cannot be encoded as plain
  /// data.
  func observe() -> StateObservation? {
    guard var key = try? engine.stateKey else { return nil }
    let fields = FieldIdentity(engine)
    key.add(FaceIdentity(engine).key)
    key.add(fields.key)
    // The callbacks of work cannot be compared, so work is identified by the action that started it.
    let open = engine.openWork.map(\.id)
    for (work, order) in zip(open, open.isEmpty ? [] : app.time.order(of: open)) {
      key.add(origins[work] ?? "")
      key.add(order)
    }
    for sleeper in app.time.sleepers.sorted() {
      key.add(Int((sleeper - engine.now) / .milliseconds(1)))
    }
    uncompared.formUnion(fields.uncompared)
    return StateObservation(
      key: key, variables: nil, gaps: fields.uncompared.isEmpty ? [] : .values)
  }

  /// Returns no names, because captured variables cannot be read.
  func variablesThatDiffer(after path: [FixtureAction], and other: [FixtureAction]) -> [String] {
    []
  }

  func takeUsage() {}

  /// The front screen.
  var front: FrontScreen {
    let owner = engine.front.flatMap(engine.owner(of:)).flatMap(engine.typeName(of:))
    return FrontScreen(
      name: engine.front.flatMap(engine.node(of:))?.name ?? "", coordinator: owner ?? "")
  }
}
