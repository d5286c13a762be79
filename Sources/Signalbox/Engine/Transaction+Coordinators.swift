/// Coordinators: making, starting, attaching and finishing them.
extension Transaction {
  /// Makes a coordinator that hangs nowhere yet.
  func makeCoordinator(
    _ type: CoordinatorType, arguments: NavigationArguments?, origin: RouteOrigin? = nil,
    setup: CoordinatorSetup? = nil, in operation: Int? = nil
  ) throws(NavigationError) -> Slot {
    if engine.shouldStop?() == true {
      throw NavigationError(.stopped, "\(type.name) is not made, since everything must end")
    }
    try setup?.check(against: type)
    if let parameters = type.parameters {
      try RouteParameter.check(
        arguments, against: parameters, of: "coordinator \(type.name)", in: operation)
    }
    var record = CoordinatorRecord(
      serial: state.serials.nextCoordinator(), type: engine.symbols.intern(type.name),
      kind: type.kind)
    if origin != nil || arguments?.isEmpty == false {
      record.arguments = state.arguments.insert(
        ArgumentsRecord(arguments: arguments ?? [:], origin: origin))
    }
    if let setup, case let table = setup.table(engine.registry.styles), !table.isEmpty {
      record.setup = state.arguments.insert(ArgumentsRecord(arguments: table))
    }
    record.callbacks = state.callbacks.insert(CallbackRecord(Callbacks()))
    let slot = state.coordinators.insert(record)
    let id = CoordinatorID(slot: slot, serial: record.serial)
    let delegate = ask { type.makeDelegate(id, arguments ?? [:]) }
    state.callbacks.settle(CallbackRecord(Callbacks(delegate: delegate)), at: record.callbacks)
    return slot
  }

  /// Makes a coordinator the youngest child of another. Cost: O(1).
  ///
  /// - Throws: `tooDeep` where trees end; the child has none of its own yet.
  func adopt(_ child: Slot, by parent: Slot) throws(NavigationError) {
    let (last, depth) = (state.coordinators[parent].lastChild, state.coordinators[parent].depth + 1)
    guard depth < NavigationState.deepestTree else {
      throw NavigationError(
        .tooDeep,
        "\(typeName(child)) would have \(NavigationState.deepestTree) coordinators above it",
        hint: "finish flows that are over")
    }
    state.coordinators.update(child) { record in
      record.parent = parent
      record.depth = depth
      record.previousSibling = last
    }
    if last != .none { state.coordinators.update(last) { $0.nextSibling = child } }
    state.coordinators.update(parent) { record in
      record.lastChild = child
      if last == .none { record.firstChild = child }
    }
  }

  private func unlink(_ child: Slot) {
    let record = state.coordinators[child]
    guard record.parent != .none else { return }
    if record.previousSibling != .none {
      state.coordinators.update(record.previousSibling) { $0.nextSibling = record.nextSibling }
    }
    if record.nextSibling != .none {
      state.coordinators.update(record.nextSibling) {
        $0.previousSibling = record.previousSibling
      }
    }
    state.coordinators.update(record.parent) { parent in
      if parent.firstChild == child { parent.firstChild = record.nextSibling }
      if parent.lastChild == child { parent.lastChild = record.previousSibling }
      if parent.rootChild == child { parent.rootChild = .none }
    }
    if case .rootSlot = record.attachment {
      emptied.append(EmptiedMark(id: state.id(ofCoordinator: record.parent), reason: reason))
    }
  }

  /// Refuses a coordinator that cannot become a child of another.
  func checkAdoptable(_ child: CoordinatorID, by parent: Slot) throws(NavigationError) -> Slot {
    guard let slot = state.slot(of: child) else {
      throw NavigationError(.alreadyFinished, "coordinator \(child) has finished")
    }
    if state.isWithin(parent, subtreeOf: slot) {
      throw NavigationError(
        .cycle, "\(child) \(typeName(slot)) cannot become a child of itself or of its descendants")
    }
    let record = state.coordinators[slot]
    guard record.parent == .none, !record.flags.contains(.started) else {
      throw NavigationError(
        .alreadyAttached, "\(child) \(typeName(slot)) is attached already",
        hint: "make a new coordinator, or forcePresentation to bring it to the front")
    }
    return slot
  }

  // MARK: - Starting

  /// How many coordinators may start one another within one operation.
  private static let deepestStart = 100

  /// Runs a coordinator's `start`; what it submits for itself is part of this transaction.
  func start(_ slot: Slot, animated: Bool) throws(NavigationError) {
    try engine.announce()
    let serial = state.coordinators[slot].serial
    startDepth += 1
    defer { startDepth -= 1 }
    guard startDepth <= Self.deepestStart else {
      throw NavigationError(
        .startFailed, "more than \(Self.deepestStart) coordinators start one another",
        hint: "\(typeName(slot)) seems to start itself")
    }
    state.coordinators.update(slot) { $0.flags.insert(.started) }
    if state.coordinators[slot].kind == .tabs {
      installTabView(of: slot)
      try installDeclaredPages(of: slot)
    }
    try callStart(slot, animated: animated)
    try startPostponedPages(of: slot)
    try takeInitialRoot(of: slot, animated: animated)
    if state.coordinators.record(at: slot)?.serial == serial, !isShown(slot) {
      try callStart(slot, animated: animated, isEmpty: true)
    }
    guard let record = state.coordinators.record(at: slot), record.serial == serial else {
      throw NavigationError(.startFailed, "the coordinator finished during its own start")
    }
    guard isShown(slot) else {
      throw NavigationError(
        .notAttached, "\(typeName(slot)) showed no screen in its start",
        hint: "call self.router:startFlow or navigate in start")
    }
    note(
      .coordinatorAttached, .coordinator(state.id(ofCoordinator: slot)), record.type,
      other: state.id(ofCoordinator: record.parent))
  }

  /// Whether a coordinator shows something, or is a dependency, which need not.
  func isShown(_ slot: Slot) -> Bool {
    let record = state.coordinators[slot]
    return record.attachment == .none || record.base != .none || record.rootChild != .none
      || record.tabBar != .none
  }

  /// Runs `start`; again on a coordinator that is up already, as `restartApp` does.
  ///
  /// - Parameter isEmpty: Runs `startEmpty` instead.
  func callStart(
    _ slot: Slot, animated: Bool, isEmpty: Bool = false
  ) throws(NavigationError) {
    guard let delegate = state.delegate(at: slot) else { return }
    let name = typeName(slot)
    let outer = starting
    starting = state.id(ofCoordinator: slot)
    engine.enterCallback()
    defer {
      engine.leaveCallback()
      starting = outer
    }
    do {
      if isEmpty {
        try delegate.startEmpty(animated: animated)
      } else {
        try delegate.start(animated: animated)
      }
    } catch let error as NavigationError {
      throw nestedRefusal ?? error
    } catch {
      throw nestedRefusal ?? NavigationError(.startFailed, "\(name): start failed: \(error)")
    }
    if let nestedRefusal { throw nestedRefusal }
  }

  // MARK: - Finishing

  /// Ends a coordinator with its whole subtree: layers, screens, pages
  /// (docs/semantics/execution.md#teardown).
  /// Cost: O(what goes).
  func finish(_ slot: Slot, reason: FinishReason, result: NavigationValue? = nil) {
    guard !state.coordinators[slot].flags.contains(.finishing) else { return }
    let record = state.coordinators[slot]
    var lowest = state.lowestLayer(ownedBySubtreeOf: slot)
    if case .modal(let layer) = record.attachment { lowest = layer }
    if lowest != .none {
      removeLayers(from: lowest, reason: reason, subtree: slot, finishing: slot)
    }
    guard state.coordinators.record(at: slot)?.serial == record.serial else { return }
    finishNode(slot, reason: reason, result: result)
  }

  /// Ends a coordinator whose own layers are gone already.
  func finishNode(_ slot: Slot, reason: FinishReason, result: NavigationValue?) {
    guard !state.coordinators[slot].flags.contains(.finishing) else { return }
    state.coordinators.update(slot) { $0.flags.insert(.finishing) }
    cutAboveRootChild(of: slot)
    while case let child = state.coordinators[slot].lastChild, child != .none {
      finish(child, reason: .ancestorFinished)
    }
    removeContent(of: slot)
    let record = state.coordinators[slot]
    let id = state.id(ofCoordinator: slot)
    unlink(slot)
    let callbacks = state.takeCallbacks(at: record.callbacks)
    if let delegate = callbacks.delegate {
      engine.leakWatch.note(.coordinator(id), record.type, delegate)
    }
    finished.append(
      FinishMark(
        id: id, type: record.type, parent: state.id(ofCoordinator: record.parent),
        result: result, reason: reason, delegate: callbacks.delegate,
        onFinish: callbacks.onFinish))
    pending.append(.finished(finished.count - 1))
    if record.arguments != .none { state.arguments.remove(record.arguments) }
    if record.initialRoot != .none { state.arguments.remove(record.initialRoot) }
    if record.setup != .none { state.arguments.remove(record.setup) }
    state.coordinators.remove(slot)
  }

  /// Removes a coordinator's own screens above its root child, so that things go from the top.
  func cutAboveRootChild(of slot: Slot) {
    let record = state.coordinators[slot]
    if record.rootChild != .none { cut(record.stack, to: floor(of: slot)) }
  }

  private func removeContent(of slot: Slot) {
    let record = state.coordinators[slot]
    if case .page(let page) = record.attachment { removePage(page) }
    if record.tabBar != .none {
      removeTabBar(record.tabBar)
      return
    }
    guard record.stack != .none else { return }
    if state.stacks[record.stack].owner == slot {
      cut(record.stack, to: 0)
      state.stacks.remove(record.stack)
    } else if record.base != .none {
      cut(record.stack, to: state.screens[record.base].index)
    }
  }

  /// Ends the coordinators that lost their place in this operation
  /// (docs/semantics/execution.md#auto-finish).
  ///
  /// - Parameter ancestor: Leaves out those that do not stand below it; none is everyone's.
  func finishEmptied(below ancestor: Slot = .none) {
    var index = 0
    while index < emptied.count {
      let mark = emptied[index]
      index += 1
      guard let slot = state.slot(of: mark.id), slot != state.window.main,
        ancestor == .none || slot != ancestor && state.isWithin(slot, subtreeOf: ancestor)
      else { continue }
      let record = state.coordinators[slot]
      guard record.base == .none, record.rootChild == .none, record.tabBar == .none else {
        continue
      }
      finish(slot, reason: mark.reason)
    }
  }
}
