/// The read-only part of an engine: the visible state, the definitions and the events.
/// ``NavigationEngine`` adds the operations that change the state.
public class NavigationReader {
  /// The names of routes, screens, coordinator types and pages.
  public let symbols = SymbolTable()
  /// The registered coordinator types, styles and links.
  public let registry: TypeRegistry
  let state = NavigationState()
  let clock = VirtualClock()
  let eventLog: EventLog
  let history: History
  let queue = OperationQueue()
  let guards = GuardList()
  let leakWatch = LeakWatch()
  let works: WorkList
  let transaction: Transaction
  let runner: OperationRunner
  let reference = EngineReference()
  let checkpoints = CheckpointList()
  let mirroring = Mirroring()
  /// The remote application whose state is shown, or `nil` if the engine has its own state.
  package var mirror: EngineMirror? { mirroring.mirror }

  init(_ journalCapacity: Int, _ undoCapacity: Int) {
    eventLog = EventLog(capacity: journalCapacity, clock)
    history = History(capacity: undoCapacity)
    works = WorkList(clock)
    registry = TypeRegistry(symbols)
    transaction = Transaction(state, symbols, registry, eventLog, leakWatch)
    runner = OperationRunner(transaction, queue, clock, history, guards, works)
  }

  var reader: StateReader { StateReader(state, symbols, registry) }

  /// The complete navigation state as a document. Cost: O(size of the state).
  public var tree: StateDocument { reader.document(from: state.window.main) }

  /// The main coordinator, or `nil` before launch.
  public var main: CoordinatorID? { id(state.window.main) }

  /// The frontmost coordinator, or `nil` before launch.
  public var topCoordinator: CoordinatorID? {
    state.window.main == .none ? nil : id(state.topCoordinator(from: state.window.main))
  }

  /// The frontmost screen, or `nil` if no screen is shown.
  public var front: ScreenID? {
    let front = state.front
    return front == .none ? nil : state.id(ofScreen: front)
  }

  /// The window's layers, starting with the root layer. Layers whose removal is being animated are
  /// listed last, in the phase `dismissing`, although they are no longer part of the state.
  public var layers: [StateDocument.Layer] { reader.layers() + runner.staging.dismissing }

  /// The total number of coordinators and screens. Cost: O(1).
  package var shownCount: Int { state.coordinators.count + state.screens.count }

  private func id(_ slot: Slot) -> CoordinatorID? {
    slot == .none ? nil : state.id(ofCoordinator: slot)
  }

  // MARK: - Coordinators

  /// Returns whether a coordinator has not finished.
  ///
  /// - Parameter coordinator: An identifier that this engine assigned. An identifier of another
  ///   engine can equal that of a coordinator of this engine.
  public func isAlive(_ coordinator: CoordinatorID) -> Bool { state.slot(of: coordinator) != nil }

  /// Returns whether a coordinator has started and has not finished.
  ///
  /// - Parameter coordinator: Any identifier. The result is `false` for finished coordinators.
  public func isStarted(_ coordinator: CoordinatorID) -> Bool {
    state.slot(of: coordinator).map { state.coordinators[$0].flags.contains(.started) } ?? false
  }

  /// Returns the coordinator's life-cycle phase. Cost: O(1).
  ///
  /// - Parameter coordinator: Any identifier. The phase of an unknown coordinator is `finished`.
  public func phase(of coordinator: CoordinatorID) -> CoordinatorPhase {
    guard let slot = state.slot(of: coordinator) else { return .finished }
    if runner.isApplying, transaction.isStarting(coordinator) { return .starting }
    return state.coordinators[slot].flags.contains(.started) ? .started : .created
  }

  /// Returns the name of the coordinator's type, or `nil` if the coordinator has finished.
  ///
  /// - Parameter coordinator: A coordinator that has not finished.
  public func typeName(of coordinator: CoordinatorID) -> String? {
    state.slot(of: coordinator).map { symbols[state.coordinators[$0].type] }
  }

  /// Returns the coordinators of a type that have not finished, oldest first, including those that
  /// are not attached yet. Cost: O(coordinators · log coordinators).
  ///
  /// - Parameter name: The registered name of the type. The result is empty for unknown names.
  public func coordinators(ofType name: String) -> [CoordinatorID] {
    guard let type = symbols.find(name) else { return [] }
    return state.coordinators.slots.filter { state.coordinators[$0].type == type }
      .map(state.id(ofCoordinator:)).sorted()
  }

  /// Returns whether a coordinator of a type has started and is part of a layer. Cost:
  /// O(coordinators).
  ///
  /// - Parameter name: The registered name of the type. The result is `false` for unknown names.
  package func hasAttachedCoordinator(ofType name: String) -> Bool {
    guard let type = symbols.find(name) else { return false }
    return state.coordinators.slots.contains { slot in
      let record = state.coordinators[slot]
      return record.type == type && record.flags.contains(.started) && record.layer != .none
    }
  }

  /// Returns the coordinator's kind, or `nil` if the coordinator has finished.
  ///
  /// - Parameter coordinator: A coordinator that has not finished.
  public func kind(of coordinator: CoordinatorID) -> CoordinatorKind? {
    state.slot(of: coordinator).map { state.coordinators[$0].kind }
  }

  /// Returns the coordinator's parent, or `nil` for the main coordinator and for finished
  /// coordinators.
  ///
  /// - Parameter coordinator: An attached coordinator. A coordinator that is not attached yet has
  ///   no parent.
  public func parent(of coordinator: CoordinatorID) -> CoordinatorID? {
    state.slot(of: coordinator).flatMap { id(state.coordinators[$0].parent) }
  }

  /// Returns the coordinator's children: the pages in the order of their tabs, then the other
  /// children, oldest first.
  ///
  /// - Parameter coordinator: A coordinator that has not finished. The result is empty for finished
  ///   coordinators.
  public func children(of coordinator: CoordinatorID) -> [CoordinatorID] {
    guard let slot = state.slot(of: coordinator) else { return [] }
    return state.children(of: slot).map(state.id(ofCoordinator:))
  }

  /// Returns the coordinator's attachment to its parent, or `nil` if the coordinator has finished.
  ///
  /// - Parameter coordinator: A coordinator that has not finished.
  public func attachment(of coordinator: CoordinatorID) -> StateDocument.Attachment? {
    state.slot(of: coordinator).map { reader.attachment(state.coordinators[$0].attachment) }
  }

  /// Returns the name of the route that created the coordinator, or `nil` if it was created without
  /// a route or has finished.
  ///
  /// - Parameter coordinator: A coordinator that has not finished.
  public func routeName(of coordinator: CoordinatorID) -> String? {
    state.slot(of: coordinator).flatMap(state.origin(ofCoordinator:)).map { symbols[$0.route] }
  }

  /// Returns the arguments that were passed when the coordinator was created.
  ///
  /// - Parameter coordinator: A coordinator that has not finished. The result is empty for finished
  ///   coordinators.
  public func arguments(of coordinator: CoordinatorID) -> NavigationArguments {
    state.slot(of: coordinator).map { reader.arguments(state.coordinators[$0].arguments) } ?? [:]
  }

  /// Returns the coordinator's own screens on its stack, from bottom to top. Cost: O(stack).
  ///
  /// - Parameter coordinator: A navigation coordinator. The result is empty for tab coordinators
  ///   and for finished coordinators.
  public func stack(of coordinator: CoordinatorID) -> [StateDocument.Screen] {
    guard let slot = state.slot(of: coordinator), state.coordinators[slot].stack != .none else {
      return []
    }
    return reader.screens(of: state.coordinators[slot].stack, ownedBy: slot)
  }

  /// Returns a tab coordinator's pages in the order of their tabs.
  ///
  /// - Parameter coordinator: A tab coordinator. The result is empty for other coordinators.
  public func pages(of coordinator: CoordinatorID) -> [StateDocument.Page] {
    guard let slot = state.slot(of: coordinator), state.coordinators[slot].tabBar != .none else {
      return []
    }
    return reader.pages(of: state.coordinators[slot].tabBar)
  }

  /// Returns the coordinator and its descendants as a document, or `nil` if the coordinator has
  /// finished.
  ///
  /// - Parameter coordinator: The root of the subtree to read.
  public func node(of coordinator: CoordinatorID) -> CoordinatorNode? {
    state.slot(of: coordinator).flatMap { reader.document(from: $0).main }
  }

  /// Returns the coordinator's delegate, or `nil` if the coordinator has finished.
  ///
  /// - Parameter coordinator: A coordinator that has not finished.
  public func delegate(of coordinator: CoordinatorID) -> (any CoordinatorDelegate)? {
    state.slot(of: coordinator).flatMap(state.delegate(at:))
  }

  // MARK: - Screens

  /// Returns whether a screen still exists.
  ///
  /// - Parameter screen: An identifier that this engine assigned. An identifier of another engine
  ///   can equal that of a screen of this engine.
  public func isAlive(_ screen: ScreenID) -> Bool { state.slot(of: screen) != nil }

  /// Returns whether a layer still exists.
  ///
  /// - Parameter layer: Any identifier. The result is `false` for a layer whose removal is being
  ///   animated.
  public func isAlive(_ layer: LayerID) -> Bool { state.slot(of: layer) != nil }

  /// Returns the screen's name as a symbol, or `nil` if the screen was removed. Cost: O(1).
  ///
  /// - Parameter screen: The screen's identifier.
  public func name(of screen: ScreenID) -> Symbol? {
    state.slot(of: screen).map { state.screens[$0].name }
  }

  /// Returns the screen's arguments, or an empty table if the screen was removed.
  ///
  /// - Parameter screen: The screen's identifier.
  public func arguments(of screen: ScreenID) -> NavigationArguments {
    state.slot(of: screen).map { reader.arguments(state.screens[$0].arguments) } ?? [:]
  }

  /// Returns the coordinator that owns the screen, or `nil` if the screen was removed.
  ///
  /// - Parameter screen: The screen's identifier.
  public func owner(of screen: ScreenID) -> CoordinatorID? {
    state.slot(of: screen).map { state.id(ofCoordinator: state.screens[$0].owner) }
  }

  /// Returns the host object that was passed when the screen was created.
  ///
  /// - Parameter screen: A screen whose ``ScreenContent`` had a payload. The result is `nil` for
  ///   other screens.
  public func payload(of screen: ScreenID) -> AnyObject? {
    state.slot(of: screen).flatMap { state.callbacks(at: state.screens[$0].callbacks).payload }
  }

  /// Returns whether a screen is visible.
  ///
  /// - Parameter screen: Any screen. The result is `false` if the screen was removed.
  public func isVisible(_ screen: ScreenID) -> Bool {
    guard let slot = state.slot(of: screen) else { return false }
    var isVisible = false
    state.forEachVisible { if $0 == slot { isVisible = true } }
    return isVisible
  }

  /// Returns the screen as a document, or `nil` if the screen was removed.
  ///
  /// - Parameter screen: The screen's identifier.
  public func node(of screen: ScreenID) -> StateDocument.Screen? {
    state.slot(of: screen).map(reader.screen)
  }

  /// Returns the declared patterns that match a link, most specific pattern first, even if no
  /// coordinator of the declaring type is running. Cost: O(length of the link · patterns that match
  /// its beginning), independent of all other patterns.
  ///
  /// - Parameter url: The link to match. Functions that rewrite links
  ///   (``TypeRegistry/setScheme(_:_:)``) are not called. A string without a scheme matches no
  ///   pattern.
  public func matches(for url: String) -> [LinkMatch] {
    registry.matches(url).map(\.match)
  }

  /// Returns the screen that encloses the pages of a tab coordinator, or `nil` if the coordinator
  /// uses the default tab bar.
  ///
  /// - Parameter coordinator: A tab coordinator. The result is `nil` for other coordinators.
  public func tabView(of coordinator: CoordinatorID) -> ScreenID? {
    guard let slot = state.slot(of: coordinator),
      case let tabBar = state.coordinators[slot].tabBar, tabBar != .none,
      case let view = state.tabBars[tabBar].view, view != .none
    else { return nil }
    return state.id(ofScreen: view)
  }

  /// The screens whose actions the user can tap: the front screen, followed by its enclosing tab
  /// views, innermost first. Cost: O(depth of the tabs).
  public var tappableScreens: [ScreenID] { state.tappable.map(state.id(ofScreen:)) }

  /// Returns whether a screen is the tab view of a tab coordinator.
  ///
  /// - Parameter screen: Any screen. The result is `false` if the screen was removed.
  public func isTabView(_ screen: ScreenID) -> Bool {
    state.slot(of: screen).map(state.isTabView) ?? false
  }

  /// Returns the coordinator that receives calls on behalf of another coordinator. For a tab
  /// coordinator, this is the coordinator of the selected page. For a navigation coordinator, the
  /// result is the coordinator at its root, or the given coordinator if its root is one of its own
  /// screens.
  ///
  /// - Parameter coordinator: A coordinator of any kind.
  /// - Returns: The coordinator, or `nil` if the given coordinator has finished or is a tab
  ///   coordinator without pages.
  public func child(of coordinator: CoordinatorID) -> CoordinatorID? {
    guard let slot = state.slot(of: coordinator) else { return nil }
    let child = state.child(standingInFor: slot)
    return child == .none ? nil : state.id(ofCoordinator: child)
  }

  /// Returns the route that will be the root of a coordinator that has not started yet, or `nil` if
  /// none has been set.
  func initialRoot(of coordinator: CoordinatorID) -> RouteOrigin? {
    guard let slot = state.slot(of: coordinator),
      case let place = state.coordinators[slot].initialRoot, place != .none
    else { return nil }
    return state.arguments[place].origin
  }

  /// Returns a coordinator's setup as plain data, which is empty for most coordinators.
  func setupTable(of coordinator: CoordinatorID) -> NavigationArguments {
    guard let slot = state.slot(of: coordinator),
      case let place = state.coordinators[slot].setup, place != .none
    else { return [:] }
    return state.arguments[place].arguments ?? [:]
  }

  /// Returns the coordinator with the given identifier as an instance of the given class.
  ///
  /// - Parameters:
  ///   - id: The coordinator to look up.
  ///   - coordinator: The class of the coordinator. If omitted, the class is inferred.
  /// - Returns: The instance, or `nil` if the coordinator has finished, is defined in a script or
  ///   is an instance of another class.
  public func coordinator<Class: CoordinatorDelegate>(
    _ id: CoordinatorID, as coordinator: Class.Type = Class.self
  ) -> Class? {
    delegate(of: id) as? Class
  }

  /// Whether a completed work item has a result that has not been delivered yet.
  public var hasFinishedWork: Bool { !works.mailbox.isEmpty }

  /// The number of work items that are running or have undelivered results.
  public var openWorkCount: Int { mirror?.openWork.count ?? works.entries.count }

  /// The work items that are running or have undelivered results, in the order in which they were
  /// started.
  package var openWork: [OpenWork] {
    if let mirror { return mirror.openWork }
    return works.entries.sorted { $0.key.number < $1.key.number }.map {
      OpenWork(id: $0.key, owner: $0.value.owner, $0.value.possibleResults)
    }
  }

  /// The number of the most recently started work item, or 0 if none has been started.
  package var lastWorkNumber: Int { mirror?.lastWorkNumber ?? works.lastNumber }

  /// The application's scheduled timers, in the order of their deadlines. Timers that a host uses
  /// to wake its tasks are not included.
  package var pendingTimers: [PendingTimer] { mirror?.pendingTimers ?? clock.pending }

  /// The number of the most recently scheduled timer, or 0 if none has been scheduled.
  package var lastTimerNumber: Int { mirror?.lastTimerNumber ?? clock.lastNumber }

  // MARK: - Definitions

  /// Returns the coordinator type with the given name.
  ///
  /// - Parameter name: The registered name of the type. The result is `nil` for unknown names.
  public func coordinatorType(named name: String) -> CoordinatorType? {
    mirror?.types[name] ?? registry.type(named: name)?.type
  }

  /// The sorted names of all coordinator types.
  public var coordinatorTypeNames: [String] { registry.typeNames }

  /// Returns the style with the given name: `automatic`, `push`, a platform style or a registered
  /// style.
  ///
  /// - Parameter name: A name or an alias, such as `fullScreenCover`.
  /// - Throws: `unknownStyle` with the nearest known name if no style has the name.
  public func transitionStyle(named name: String) throws(NavigationError) -> TransitionStyle {
    try registry.style(named: name)
  }

  /// The sorted names of all styles with their aliases.
  package var styleNames: [String] { registry.styles.names }

  /// Returns the name of a style. The name is `automatic` if the route or the coordinator
  /// determines the style.
  ///
  /// - Parameter style: A style of this engine.
  public func name(of style: TransitionStyle) -> String { registry.styles.name(of: style) }

  // MARK: - Current activity

  /// Whether a delegate, handler or observer is running. During such a callback, submitted
  /// operations wait.
  public var isInCallback: Bool { eventLog.callbackDepth > 0 }

  /// Whether the first screen of the main coordinator has appeared.
  public var isReady: Bool { mirror?.shown.isReady ?? runner.isReady }

  /// The notice of the coordinator that finished last, including its result, or `nil` if none has
  /// finished.
  public var lastFinish: FinishNotice? {
    mirror.map(\.shown.lastFinish) ?? history.lastFinish
  }

  /// The number of waiting operations, including an operation that is being animated and an open
  /// gesture.
  public var waitingCount: Int { queue.count }

  /// The progress of the open interactive gesture, from 0 to 1, or `nil` if no gesture is open.
  public var swipeProgress: Double? {
    mirror.map(\.shown.swipeProgress) ?? queue.swipe?.progress
  }

  /// The virtual time since the engine was created, in whole milliseconds.
  public var now: Duration { .milliseconds(clock.now) }

  /// The virtual time since the engine was created, as a number of milliseconds.
  package var milliseconds: Int { clock.now }

  /// The earliest virtual time when an animation ends, a timer fires or the engine stops waiting
  /// for its stage. The value is `nil` if no such event is scheduled.
  public var nextDeadline: Duration? {
    let due = min(clock.nextDeadline, queue.flight?.end ?? .max)
    return due == .max ? nil : .milliseconds(due)
  }

  // MARK: - History and events

  /// The number of operations that can be undone.
  public var undoableCount: Int { mirror?.shown.undoable ?? history.steps.count }

  /// The number of operations that can be redone.
  public var redoableCount: Int { mirror?.shown.redoable ?? history.undone.count }

  /// The number of steps that have led to the current state. Undo decreases this number.
  package var stepNumber: Int { mirror?.shown.step ?? history.steps.end }

  /// The number of the oldest state that ``undo(_:)`` can restore.
  package var oldestStepNumber: Int {
    mirror.map { $0.shown.step - $0.shown.undoable } ?? history.steps.start
  }

  /// The number of times that redoable operations have been discarded.
  package var forkCount: Int { mirror?.shown.forks ?? history.forkCount }

  /// The number of record changes that the history retains, for memory monitoring.
  package var keptChangeCount: Int { state.changeCount }

  /// Returns the state as of the time when ``stepNumber`` had the given value, or the state after
  /// redoing operations up to that number. Returns `nil` if that state is not recorded. While an
  /// operation or a callback runs, only the current state is available.
  ///
  /// The current state does not change, and observers receive no events. Cost: O(size of the state
  /// + changes in between).
  package func tree(atStep number: Int) -> StateDocument? {
    if let mirror { return mirror.tree(atStep: number) }
    let end = history.steps.end
    guard !isInCallback, queue.flight == nil else { return number == end ? tree : nil }
    if number == end { return tree }
    if number < end {
      guard number >= history.steps.start else { return nil }
      return state.asOf(history.steps[number].before) { tree }
    }
    guard number - end <= history.undone.count else { return nil }
    let (present, last) = (state.mark, state.undoneEnd)
    state.redo(from: history.undone[history.undone.count - (number - end)].start, to: last)
    defer { state.rollBack(to: present) }
    return tree
  }

  /// Returns the events that are still readable, oldest first.
  ///
  /// - Parameter sequence: The number of the first event to return, counted from 1.
  public func events(from sequence: Int = 1) -> [NavigationEvent] {
    eventLog.readable.clamped(to: max(1, sequence)..<Int.max).map(event(at:))
  }

  /// Returns the event with the given number, counted from 1, or `nil` if it does not exist yet or
  /// is no longer available.
  ///
  /// - Parameter sequence: The ``NavigationEvent/sequence`` of the event.
  public func event(numbered sequence: Int) -> NavigationEvent? {
    eventLog.readable.contains(sequence) ? event(at: sequence) : nil
  }

  /// Returns the numbers of the available events of the given kinds, oldest first.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of events to find.
  ///   - range: The event numbers to search. The default is all numbers.
  public func eventNumbers(
    of kinds: Set<NavigationEvent.Kind>, in range: Range<Int> = 0..<Int.max
  ) -> [Int] {
    let wanted = kinds.reduce(0 as UInt64) { $0 | $1.bit }
    return range.clamped(to: eventLog.readable).filter {
      eventLog.record(at: $0).kind.bit & wanted != 0
    }
  }

  /// The total number of events, including those that are no longer available.
  public var eventCount: Int { eventLog.count }

  /// Calls a function for each event of the given kinds, in the order of occurrence. For events
  /// that precede an operation's commit, the function sees the state before the operation.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of events to observe. The default is all kinds.
  ///   - owner: The observing coordinator. ``leaks`` reports observations that outlive this
  ///     coordinator.
  ///   - handler: A closure that receives each event. An error that the closure throws is reported.
  /// - Returns: An identifier to pass to ``stopObserving(_:)``.
  public func observe(
    _ kinds: [NavigationEvent.Kind] = NavigationEvent.Kind.allCases, owner: CoordinatorID? = nil,
    _ handler: @escaping (NavigationEvent) throws -> Void
  ) -> ObserverID {
    observeNumbers(kinds, owner: owner) { [unowned self] in try handler(event(at: $0)) }
  }

  /// Calls a function with the number of each event of the given kinds, for hosts that rarely need
  /// the event itself. Pass the number to ``event(numbered:)`` to get the event.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of events to observe.
  ///   - owner: The observing coordinator. ``leaks`` reports observations that outlive this
  ///     coordinator.
  ///   - handler: A closure that receives the number of each event. An error that the closure
  ///     throws is reported.
  /// - Returns: An identifier to pass to ``stopObserving(_:)``.
  public func observeNumbers(
    _ kinds: [NavigationEvent.Kind], owner: CoordinatorID? = nil,
    _ handler: @escaping (Int) throws -> Void
  ) -> ObserverID {
    let type = owner.flatMap(typeName(of:)) ?? ""
    return eventLog.observe(kinds, owner: owner, ownerType: type, handler)
  }

  /// Ends an observation.
  ///
  /// - Parameter id: The identifier that ``observe(_:owner:_:)`` or ``observeNumbers(_:owner:_:)``
  ///   returned. Observations that have already ended are ignored.
  public func stopObserving(_ id: ObserverID) { eventLog.stopObserving(id) }

  private func event(at sequence: Int) -> NavigationEvent { eventLog.event(at: sequence, symbols) }
}

extension NavigationState {
  /// The front screen, followed by its enclosing tab views, innermost first.
  var tappable: [Slot] {
    guard window.topLayer != .none else { return [] }
    var screens = front == .none ? [] : [front]
    forEachTabView(in: layers[window.topLayer].content) { screens.append($0) }
    return screens
  }
}

/// A reference to the engine for values that the engine indirectly retains and that can outlive the
/// engine, such as routers.
final class EngineReference {
  // The engine sets the reference in its initializer and clears it in its deinitializer. A weak
  // reference would cost more than the rest of a call into the engine. Benchmark: `W1`.
  @exclusivity(unchecked) unowned(unsafe) var engine: NavigationEngine?
}
