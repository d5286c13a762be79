internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScripting

/// The application that a file loads, in a session that can return to any known state. To do so,
/// the session goes back to a checkpoint on the path to the state or starts the application again,
/// and then repeats the remaining actions.
final class ExploredApplication: Explorable {
  typealias Action = ExplorationAction
  typealias Location = ScriptLocation
  typealias Failure = ScriptError
  typealias Usage = ScenarioCoverage

  /// A checkpoint, and the coverage of the path that leads to it.
  private struct Checkpoint {
    let session: SessionCheckpoint
    let coverage: CoverageReader.Run?
    /// The transition in flight, or `nil` if there is none.
    let flight: ExplorationFlight?
  }

  private typealias Trail = ExplorationTrail<ExplorationAction, Checkpoint>

  /// The declarations of the file.
  let collector = PropertyCollector()
  private(set) var session: ScriptSession {
    didSet { states = ScriptedStateReader(session) }
  }
  private var states: ScriptedStateReader
  private let source: any ScenarioSessionSource
  private let file: ScenarioFile
  /// The wall-clock limit for loading, for each action and for each property.
  private let scriptTimeout: Duration
  /// The conditions under which the exploration ends early, or `nil` while it does not run. They
  /// also end the scripts.
  var stop: ExplorationStop?
  /// The wall-clock limit of the next script.
  private var timeout: Duration { stop?.limit(scriptTimeout) ?? scriptTimeout }
  /// The expectations that the states to find must meet, as the fields of a Lua table, or `nil` if
  /// there is no goal.
  private let goal: String?
  /// The object that collects the coverage of all paths, or `nil` if coverage is not collected.
  var coverage: CoverageCollector?
  private var reader: CoverageReader?
  /// Whether a limit has stopped a script, so that the state is unreliable and the next path needs
  /// a new session.
  private(set) var wasStopped = false
  /// Whether the session can be reset. Otherwise, each start of the application needs a new
  /// session.
  private var isReusable = false
  /// The Lua statement that starts the application. The string is empty if loading the file starts
  /// the application.
  private(set) var startStatement = ""
  /// The link that the last action opened, or `nil` if it opened no link or the link was not
  /// handled.
  private(set) var handledLink: String?
  /// Whether the expansions of states contain their coverage.
  var coversExpansions = false
  /// The actions that led to the current state, and the checkpoints on the way.
  private var trail = Trail()
  /// The transition in flight that another action may interrupt, or `nil` if there is none.
  private var flight: ExplorationFlight?
  /// The identity of the state of `math.random` when it was last seeded, or `nil` before that.
  private var seededRandom: UInt64?
  /// Whether the file used random numbers while it was being loaded.
  private var usedRandomWhileLoading = false
  /// The compiled Lua statements, such as those that `actions` returned, keyed by source.
  private var statements: [String: ScriptFunction] = [:]

  /// Loads the file of the application.
  ///
  /// - Parameters:
  ///   - goal: The expectations that the states to find must meet, such as `front = "payment"`, or
  ///     `nil` if there is no goal.
  ///   - timeout: The wall-clock limit for loading, for each action and for each property.
  /// - Throws: The error that the file or the goal raises.
  init(
    _ file: ScenarioFile, _ source: any ScenarioSessionSource, goal: String?, timeout: Duration
  ) throws(ScriptError) {
    (self.file, self.source, self.goal, scriptTimeout) = (file, source, goal, timeout)
    session = try source.makeSession(for: file, isReused: true)
    states = ScriptedStateReader(session)
    try load()
    isReusable = session.prepareForReuse()
  }

  private func load() throws(ScriptError) {
    collector.removeAll()
    session.addHooks(SessionHooks(output: { _ in }))
    let owner = session.host.makeOwner("explore")
    try TextPattern.define(in: session, owner: owner)
    try ExplorationGlobals.define(in: session, collector, owner: owner)
    seedRandom()
    try session.run(file.source, name: file.path, timeout: timeout)
    usedRandomWhileLoading = session.randomIdentity != seededRandom
    if let (declarator, name, location) = session.host.unfinishedDeclaration {
      throw ScriptError(
        .runtime, code: "badArgument",
        "badArgument: \(declarator) \"\(name)\" has no condition",
        hint: "\(declarator) \"\(name)\" (function(app) … end)", location: location)
    }
    if let goal {
      let table = try session.load(Array("return { \(goal) }".utf8), name: "the goal").call().first
      try collector.setGoal(table ?? .nil, in: session)
    }
  }

  /// Whether a transition is in flight that another action can interrupt or has interrupted.
  var isInterruptible: Bool { flight != nil }

  /// Adds the coverage of the paths in the current session to the collector.
  func endCoverage() {
    reader?.end()
    reader = nil
  }

  /// The error that is thrown if the first state is unknown because a limit stopped the start.
  static var unknownStart: ScriptError {
    ScriptError(
      .runtime, code: "notStarted", "notStarted: a limit stopped the start of the application")
  }

  func takeUsage() -> ScenarioCoverage {
    coversExpansions ? reader?.takeNewCoverage() ?? ScenarioCoverage() : ScenarioCoverage()
  }

  deinit { session.close() }

  var settings: ExplorationSettings { collector.settings }

  /// The properties and the rules that are checked, in the order of the results.
  var checks: [ScenarioDescription] {
    let rules = ExplorationRule.allCases.filter { !settings.ignored.contains($0.rawValue) }
    return collector.properties.map { .init(checking: $0.title, at: $0.location, of: file.path) }
      + rules.map { .init(checking: $0.title, at: nil, of: file.path) }
  }

  // MARK: - Paths

  /// Goes back to the state before the start of the application.
  private func reset() throws(ScriptError) {
    reader?.finishRun()
    trail = Trail(isKept: trail.isKept)
    flight = nil
    if isReusable, !wasStopped, source.reset(session, for: file) {
      session.addHooks(SessionHooks(output: { _ in }))
      reader?.beginRun()
    } else {
      endCoverage()
      session.close()
      session = try source.makeSession(for: file, isReused: true)
      try load()
      isReusable = session.prepareForReuse()
    }
    wasStopped = false
    statements = [:]
    if reader == nil { reader = coverage.map { CoverageReader(session, $0) } }
  }

  /// Goes to the state to which a path leads. This method returns to the last checkpoint on the
  /// path or starts the application again, and then performs the remaining actions.
  ///
  /// - Returns: The faults of the start. The array is empty if the application was not started
  ///   again.
  /// - Throws: The error that ended the start, `notStarted`, or an error that ``perform(_:)``
  ///   throws.
  @discardableResult
  func go(
    along path: [ExplorationAction], sharing shared: Int
  ) throws(ScriptError) -> [ActionFault<ScriptLocation>] {
    var faults: [ActionFault<ScriptLocation>] = []
    if !wasStopped, let checkpoint = trail.checkpoint(on: path, sharing: shared) {
      try rewind(to: checkpoint)
    } else {
      faults = try restart()
    }
    for action in path.dropFirst(trail.path.count) {
      _ = try perform(action)
      trail.path.append(action)
      keepCheckpoint()
    }
    return faults
  }

  /// Starts the application again and returns the faults of the start. In contrast to
  /// ``go(along:)``, nothing is restored from a checkpoint.
  func restart() throws(ScriptError) -> [ActionFault<ScriptLocation>] {
    let faults = try start()
    keepCheckpoint()
    return faults
  }

  /// Goes to the state to which a path leads. Checkpoints also restore the variables, so the
  /// variables have the values that result from this path.
  func replay(_ path: [ExplorationAction]) throws(ScriptError) { try go(along: path) }

  private func rewind(to checkpoint: Checkpoint) throws(ScriptError) {
    if let run = checkpoint.coverage { reader?.rewind(to: run) }
    try session.rewind(to: checkpoint.session)
    flight = checkpoint.flight
    // Functions that were compiled after the checkpoint are no longer valid.
    statements = [:]
  }

  /// Stores a checkpoint of the current state, if the session supports it.
  private func keepCheckpoint() {
    guard trail.isKept, !wasStopped else { return }
    do throws(ScriptError) {
      trail.add(
        Checkpoint(
          session: try session.checkpoint(), coverage: reader?.checkpoint(), flight: flight))
    } catch {
      // Some states cannot be saved, such as a state with running asynchronous work. The states of
      // some applications can never be saved.
      if error.code == "unsupported" { trail.isKept = false }
    }
  }

  /// Seeds `math.random` with a constant, so that the same path leads to the same state in every
  /// session.
  private func seedRandom() {
    session.seedRandom(0, 0)
    seededRandom = session.randomIdentity
  }

  /// Whether scripts have used random numbers on the path to the current state.
  private var hasUsedRandom: Bool {
    usedRandomWhileLoading || session.randomIdentity != seededRandom
  }

  /// Resets the session, starts the application and returns the faults of the start.
  private func start() throws(ScriptError) -> [ActionFault<ScriptLocation>] {
    try reset()
    session.clearUnhandled()
    seedRandom()
    startStatement = settings.start ?? (session.engine.main == nil ? "app:launch()" : "")
    try statement(startStatement).call([.handle(.app)], timeout: timeout)
    guard session.engine.main != nil else {
      throw ScriptError(
        .runtime, code: "notStarted",
        "notStarted: \(startStatement) has not started a coordinator, so there is nothing to "
          + "explore",
        hint: "start the application with explore { start = … }")
    }
    return takeFaults()
  }

  // MARK: - Actions

  /// Returns the actions available in the current state, without duplicates and in a fixed order.
  ///
  /// - Throws: The error that the function `actions` raises, or `badArgument` for invalid outcomes
  ///   or an invalid result of `actions`.
  func actions() throws(ScriptError) -> [ExplorationAction] {
    var seen: Set<ExplorationAction> = []
    return try allActions().filter { seen.insert($0).inserted }
  }

  /// Returns the actions available in the current state. The list can contain equal actions.
  private func allActions() throws(ScriptError) -> [ExplorationAction] {
    if let flight { return try actions(during: flight) }
    let engine = session.engine
    var actions: [ExplorationAction] = []
    for action in UserAction.available(in: engine) {
      // If several tab bars contain a page, the list contains equal taps, because Lua can address
      // only one of the tab bars.
      let found: ExplorationAction =
        if case .tapTab(let page, _) = action { .tapTab(page) } else { .user(action) }
      if !settings.triesCancelledSwipes, found.isCancelledSwipe { continue }
      actions.append(found)
    }
    if !settings.texts.isEmpty { actions += texts }
    actions += try surroundings()
    guard settings.triesInterrupts, !engine.hasToWait else {
      return actions + (try declaredActions())
    }
    let begun = actions.filter { !$0.isCancelledSwipe && !$0.takesNoTime }.map { action in
      switch action {
      case .user(.swipeBack): ExplorationAction.swipe(.back, .begin)
      case .user(.swipeDown): ExplorationAction.swipe(.down, .begin)
      default: ExplorationAction.begin(action)
      }
    }
    return actions + (try declaredActions()) + begun
  }

  /// The actions that enter a sample text in a field of the front alert. Samples that equal the
  /// field's current text are omitted.
  private var texts: [ExplorationAction] {
    let engine = session.engine
    guard let top = engine.shownLayers.last, !engine.buttons(of: top).isEmpty,
      let layer = engine.tree.layers.last
    else { return [] }
    return layer.fields.flatMap { field in
      (settings.texts[field.name] ?? []).filter { $0 != field.text }.map { text in
        ExplorationAction.enterText(field: field.name, text: text)
      }
    }
  }

  /// Returns the actions outside the user interface: links, the next timer and declared outcomes.
  private func surroundings() throws(ScriptError) -> [ExplorationAction] {
    let engine = session.engine
    var actions = settings.links.map { ExplorationAction.open($0) }
    if let timer = engine.pendingTimers.first {
      let milliseconds = Int((timer.deadline - engine.now) / .milliseconds(1))
      actions.append(.wait(milliseconds: max(0, milliseconds)))
    }
    for (type, results) in settings.outcomes.sorted(by: { $0.key < $1.key }) {
      guard engine.coordinatorType(named: type) != nil else {
        throw .badArgument(
          "explore: outcomes contains \(NavigationValue.string(type)), which is not a coordinator "
            + "type",
          hint: nameHint(for: type, in: engine.coordinatorTypeNames))
      }
      guard !engine.coordinators(ofType: type).isEmpty else { continue }
      for result in results {
        let result = result.isNil ? nil : try plain(result, of: type)
        actions.append(.outcome(type: type, result: result))
      }
    }
    return actions
  }

  /// Returns the actions during a transition: those that end it and, unless it has already been
  /// interrupted, those that interrupt it.
  private func actions(
    during flight: ExplorationFlight
  ) throws(ScriptError) -> [ExplorationAction] {
    let ends: [ExplorationAction] =
      switch flight.swipe {
      case .none: [.settle]
      case .some(let swipe): [.swipe(swipe, .commit), .swipe(swipe, .cancel)]
      }
    return flight.isInterrupted ? ends : ends + (try surroundings())
  }

  /// Returns the statements that the function `actions` returns.
  private func declaredActions() throws(ScriptError) -> [ExplorationAction] {
    guard let function = settings.actions else { return [] }
    let value = try session.answer(
      of: function, named: "the function `actions`",
      hint: "return the statements as strings, which the exploration performs", timeout: timeout)
    guard let list = value.isNil ? [] : value.table?.list,
      list.allSatisfy({ $0.text != nil })
    else {
      throw .badArgument(
        "explore: `actions` returned \(session.text(of: value)), expected a list of Lua statements such "
          + "as { 'app:undo()' }")
    }
    return list.compactMap(\.text).map { .statement($0) }
  }

  private func plain(_ value: ScriptValue, of type: String) throws(ScriptError) -> NavigationValue {
    guard let plain = session.plainValue(of: value) else {
      throw .badArgument(
        "explore: outcomes: \(type) has \(session.text(of: value)), expected plain data")
    }
    return plain
  }

  /// Performs an action and everything that follows from it. If the action exceeds a limit,
  /// ``wasStopped`` is set.
  ///
  /// - Returns: The faults that the action revealed.
  /// - Throws: `interrupted` or, if the action begins a transition, an error that ``observe()``
  ///   throws.
  func perform(_ action: ExplorationAction) throws(ScriptError) -> [ActionFault<ScriptLocation>] {
    switch action {
    case .begin(let inner):
      let origin = try observation().key
      session.engine.isClockAutomatic = false
      flight = ExplorationFlight(origin: origin, action: action)
      let faults = try apply(inner)
      guard session.engine.hasToWait else {
        // The action has no transition that could be interrupted.
        flight = nil
        session.engine.isClockAutomatic = true
        return faults
      }
      return faults
    case .swipe(let swipe, .begin):
      flight = ExplorationFlight(origin: try observation().key, action: action, swipe: swipe)
      let faults = try apply(action)
      if !session.engine.hasToWait { flight = nil }
      return faults
    case .settle, .swipe:
      flight = nil
      return try apply(action)
    default:
      flight?.interrupt(by: action)
      return try apply(action)
    }
  }

  private func apply(_ action: ExplorationAction) throws(ScriptError) -> [ActionFault<
    ScriptLocation
  >] {
    let engine = session.engine
    let input = HostRun(in: session, timeout: timeout)
    var outcome: Outcome?
    handledLink = nil
    do throws(ScriptError) {
      switch action {
      case .user(let action):
        try input.run { outcome = action.perform(in: engine) }
      case .tapTab(let page):
        try input.run {
          outcome = engine.perform("tapTab") { $0.name = engine.symbols.intern(page) }
        }
      case .enterText(let field, let text):
        try input.run {
          outcome = engine.perform("enterText") {
            $0.name = engine.symbols.intern(field)
            $0.text = text
          }
        }
      case .open(let url):
        let link = try input.run { OpenedLink(url, in: engine) }
        outcome = link.outcome
        if link.isHandled { handledLink = url }
      case .wait(let milliseconds):
        try input.run { engine.advance(by: .milliseconds(milliseconds)) }
      case .outcome(let type, let result):
        guard let id = engine.coordinators(ofType: type).last else { break }
        try input.run { outcome = engine.router(of: id).finishFlow(result) }
      case .settle:
        engine.isClockAutomatic = true
        try input.run { engine.settle() }
      case .statement, .swipe:
        try statement(action.lua).call([.handle(.app)], timeout: timeout)
      case .begin: break
      }
    } catch {
      if error.kind == .interrupted { throw error }
      if error.kind.isStop { wasStopped = true }
      if let end = stop?.error(error), end.kind == .interrupted { throw end }
      return [fault(error)] + takeFaults()
    }
    var faults = takeFaults()
    // An unhandled link is not a mistake in the application.
    if faults.isEmpty, case .rejected = outcome?.status, let error = outcome?.error,
      error.code != .unhandled
    {
      faults.append(ActionFault(kind: .error, text: error.description, location: nil))
    }
    return faults
  }

  private func statement(_ text: String) throws(ScriptError) -> ScriptFunction {
    if let known = statements[text] { return known }
    let function = try session.load(Array("local app = ...\n\(text)".utf8), name: "explore")
    statements[text] = function
    return function
  }

  /// Returns the errors of handlers, followed by the last leak, if there is one.
  private func takeFaults() -> [ActionFault<ScriptLocation>] {
    var faults = session.unhandled.map(fault)
    session.clearUnhandled()
    // The engine also counts objects that Lua has not collected yet and objects that undo can
    // restore.
    let leaks =
      isInterruptible || session.engine.leaks.isEmpty
      ? [] : session.leaks.filter { $0.holders != ["undo history"] }
    if let leak = leaks.last {
      faults.append(
        ActionFault(
          kind: .leak,
          text:
            "\(leak.name) is still retained by \(leak.holders.joined(separator: ", "))",
          location: nil))
    }
    return faults
  }

  private func fault(_ error: ScriptError) -> ActionFault<ScriptLocation> {
    ActionFault(kind: .error, text: text(of: error), location: error.location)
  }

  /// Returns the message of an error. If a script exceeded a limit, the message names the limit.
  private func text(of error: ScriptError) -> String {
    switch error.kind {
    case .timeout:
      "\(error.message): the script ran longer than \(DurationText.short(scriptTimeout)) "
        + "(`--timeout`)"
    case .memory: "\(error.message) (`--memory`)"
    default: error.message
    }
  }

  // MARK: - Conditions

  func evaluate() throws(ScriptError) -> StateEvaluation<ScriptLocation> {
    var evaluation = StateEvaluation<ScriptLocation>(front: front)
    let subject = MatchSubject(session)
    for property in collector.properties {
      for condition in property.conditions {
        guard !isInterruptible else {
          evaluation.holds.append(property.kind.holdsDuringTransitions)
          continue
        }
        do throws(ScriptError) {
          evaluation.holds.append(try holds(condition, in: subject))
        } catch {
          if error.kind == .interrupted || error.code == "notPure" { throw named(error, property) }
          // A condition that raises an error does not hold.
          evaluation.holds.append(false)
          evaluation.errors.append(
            .init(property: property.name, message: text(of: error), location: error.location))
        }
      }
    }
    do throws(NavigationError) {
      try session.engine.checkState()
    } catch {
      evaluation.defect = "the engine is in an invalid state: \(error.message)"
    }
    return evaluation
  }

  private func named(_ error: ScriptError, _ property: ExplorationProperty) -> ScriptError {
    var error = error
    error.message = "\(property.title): \(error.message)"
    error.location = error.location ?? property.location
    return error
  }

  /// Evaluates a condition in the current state. If the condition exceeds a limit, ``wasStopped``
  /// is set.
  ///
  /// - Throws: The error that the condition raises.
  func holds(
    _ condition: StateCondition, in subject: MatchSubject? = nil
  ) throws(ScriptError) -> Bool {
    do throws(ScriptError) {
      return try condition.holds(in: subject, timeout: timeout)
    } catch {
      if error.kind.isStop { wasStopped = true }
      throw stop?.error(error) ?? error
    }
  }

  // MARK: - Observing

  /// Returns the identity of the current state, or `nil` if a limit has stopped a script
  /// (``wasStopped``).
  ///
  /// - Throws: The error that the function `view` raises, `badArgument` if `view` does not return
  ///   plain data, and `notSerializable` if the state has no canonical form.
  func observe() throws(ScriptError) -> StateObservation? {
    wasStopped ? nil : try observation()
  }

  private func observation() throws(ScriptError) -> StateObservation {
    let state = try states.checkedState()
    if let flight {
      return StateObservation(
        key: flight.key, variables: state.variables, gaps: gaps(in: state))
    }
    guard let view = settings.view else {
      return StateObservation(
        key: state.key, variables: state.variables, gaps: gaps(in: state))
    }
    let value = try session.answer(
      of: view, named: "the function `view`", hint: "return a value that identifies the state",
      timeout: timeout)
    guard let key = states.key(of: value) else {
      throw .badArgument(
        "explore: `view` returned \(session.text(of: value)), expected plain data")
    }
    // States with equal views can differ in everything that the view leaves out.
    var whole = state.key
    whole.add(UInt64(state.variables))
    return StateObservation(
      key: key, variables: UInt32(truncatingIfNeeded: whole.high ^ whole.low),
      gaps: gaps(in: state).subtracting(.values))
  }

  private func gaps(in state: ScriptedState) -> StateGaps {
    var gaps: StateGaps = state.isIncomplete ? .values : []
    if hasUsedRandom { gaps.insert(.randomNumbers) }
    return gaps
  }

  func variablesThatDiffer(
    after path: [ExplorationAction], and other: [ExplorationAction]
  ) throws(ScriptError) -> [String] {
    try go(along: path)
    let (first, state) = (variables, try states.checkedState().key)
    try go(along: other)
    let second = variables
    let names = Set(first.keys).union(second.keys).filter { first[$0] != second[$0] }.sorted()
    guard settings.view != nil, flight == nil, try states.checkedState().key != state else {
      return names
    }
    return names + ["a part of the state that `view` leaves out"]
  }

  /// The hashes of the variables that are not part of the current state, keyed by name.
  private var variables: [String: [UInt64]] { states.variablesByName() }

  /// The visible state, for reports.
  var document: StateDocument { session.engine.tree }

  /// The front screen. Its names are empty if no screen is shown.
  var front: FrontScreen {
    let engine = session.engine
    let owner = engine.front.flatMap(engine.owner(of:)).flatMap(engine.typeName(of:))
    let name = engine.front.flatMap(engine.node(of:))?.name
    return FrontScreen(name: name ?? "", coordinator: owner ?? "")
  }

  /// Returns notes about the names that properties expect but nothing declares.
  ///
  /// - Parameter shown: The names of the screens that were shown.
  func notesOnNames(shown: Set<String>) -> [String] {
    collector.properties.flatMap { property in
      // A goal has no location, so the notes do not name it.
      let title = property.location == nil ? nil : property.title
      return property.conditions.reduce(into: Set<ExpectedName>()) { $0.formUnion($1.names) }
        .sorted { $0.name < $1.name }
        .compactMap { $0.note(of: title, in: session.engine, shown: shown) }
    }
  }

  /// The declared routes that show screens, grouped by coordinator type.
  var declaredScreens: [FrontScreen] {
    session.declaredTypes.flatMap { type in
      type.routes.filter { $0.coordinator == nil }
        .map { FrontScreen(name: $0.name, coordinator: type.name) }
    }
  }

  /// The visible screen as text.
  var screenText: String { ScreenRenderer.render(RenderSubject(session.engine)) }
}

extension ScriptedStateReader {
  /// Returns the identity of the current state.
  ///
  /// - Throws: `notSerializable`, with a hint, if the state has no canonical form.
  fileprivate func checkedState() throws(ScriptError) -> ScriptedState {
    do throws(NavigationError) {
      return try state()
    } catch {
      throw ScriptError(
        .runtime, code: error.code.name,
        "\(error.description), so states cannot be compared",
        hint: "set a function that returns the value by which states are compared: explore { "
          + "view = function(app) … end }")
    }
  }
}
