/// Creates, starts, attaches and finishes coordinators.
struct CoordinatorEditor: TransactionPart {
  let transaction: Transaction

  /// Creates a coordinator without attaching it.
  func makeCoordinator(
    _ registered: RegisteredType, arguments: NavigationArguments?, origin: RouteOrigin? = nil,
    setup: CoordinatorSetup? = nil, in operation: Int? = nil
  ) throws(NavigationError) -> Slot {
    if transaction.log.hooks.mustStop {
      throw NavigationError(
        .stopped, "\(registered.type.name) was not created because the session is stopping")
    }
    try setup?.check(against: registered.type)
    if let parameters = registered.type.parameters {
      try RouteParameter.check(
        arguments, against: parameters, of: "coordinator \(registered.type.name)"
      ) { name in operation.flatMap { transaction.host.hint(forArgument: name, of: $0) } }
    }
    let mark = state.mark
    var record = CoordinatorRecord(
      serial: state.serials.nextCoordinator(), type: registered.symbol, kind: registered.type.kind)
    if origin != nil || arguments?.isEmpty == false {
      record.arguments = state.arguments.insert(
        ArgumentsRecord(arguments: arguments ?? [:], origin: origin))
    }
    if let setup, case let table = setup.table(registry.styles), !table.isEmpty {
      record.setup = state.arguments.insert(ArgumentsRecord(arguments: table))
    }
    record.callbacks = state.callbacks.insert(.empty)
    let slot = state.coordinators.insert(record)
    let id = CoordinatorID(slot: slot, serial: record.serial)
    let delegate: any CoordinatorDelegate
    do throws(NavigationError) {
      delegate = try transaction.ask { () throws(NavigationError) in
        try registered.type.makeDelegate(id, arguments ?? [:])
      }
    } catch {
      state.rollBack(to: mark)
      throw error
    }
    state.callbacks.settle(CallbackRecord(Callbacks(delegate: delegate)), at: record.callbacks)
    return slot
  }

  /// Makes a coordinator without children the last child of another coordinator. Cost: O(1).
  ///
  /// - Throws: `tooDeep` if the tree would exceed its depth limit.
  func adopt(_ child: Slot, by parent: Slot) throws(NavigationError) {
    let (last, depth) = (state.coordinators[parent].lastChild, state.coordinators[parent].depth + 1)
    guard depth < NavigationState.maxTreeDepth else {
      throw NavigationError(
        .tooDeep,
        "\(transaction.typeName(child)) would have \(NavigationState.maxTreeDepth) ancestors, "
          + "but the maximum is \(NavigationState.maxTreeDepth - 1)",
        hint: "finish flows that are no longer needed")
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
      transaction.noteEmptied(state.id(ofCoordinator: record.parent))
    }
  }

  /// Returns a coordinator's slot. Throws an error if the coordinator cannot become a child of the
  /// given parent.
  func checkAdoptable(_ child: CoordinatorID, by parent: Slot) throws(NavigationError) -> Slot {
    guard let slot = state.slot(of: child) else {
      throw NavigationError(.alreadyFinished, "coordinator \(child) has finished")
    }
    if state.isWithin(parent, subtreeOf: slot) {
      throw NavigationError(
        .cycle,
        "\(child) \(transaction.typeName(slot)) cannot become a child of itself or of its descendants"
      )
    }
    let record = state.coordinators[slot]
    guard record.parent == .none, !record.flags.contains(.started) else {
      throw NavigationError(
        .alreadyAttached, "\(child) \(transaction.typeName(slot)) is already attached",
        hint: "create a new coordinator, or call forcePresentation to bring this one to the front")
    }
    return slot
  }

  // MARK: - Starting

  /// The maximum depth of nested starts within one operation.
  private static let maxStartDepth = 100

  /// Starts a coordinator. Operations that the coordinator calls on itself in its `start` are
  /// applied as part of this transaction.
  func start(_ slot: Slot, animated: Bool) throws(NavigationError) {
    try transaction.host.announce()
    let serial = state.coordinators[slot].serial
    transaction.enterStart()
    defer { transaction.leaveStart() }
    guard transaction.startDepth <= Self.maxStartDepth else {
      throw NavigationError(
        .startFailed, "more than \(Self.maxStartDepth) nested starts",
        hint: "\(transaction.typeName(slot)) seems to start itself")
    }
    state.coordinators.update(slot) { $0.flags.insert(.started) }
    if state.coordinators[slot].kind == .tabs {
      tabs.installTabView(of: slot)
      try tabs.installDeclaredPages(of: slot)
    }
    try callStart(slot, animated: animated)
    try tabs.startPostponedPages(of: slot)
    try roots.takeInitialRoot(of: slot, animated: animated)
    if state.coordinators.record(at: slot)?.serial == serial, !isShown(slot) {
      try callStart(slot, animated: animated, isEmpty: true)
    }
    guard let record = state.coordinators.record(at: slot), record.serial == serial else {
      throw NavigationError(
        .startFailed, "the coordinator finished during its own start")
    }
    guard isShown(slot) else {
      throw NavigationError(
        .notAttached, "\(transaction.typeName(slot)) showed no screen when it started",
        hint: "in start, call self.router:startFlow or self.router:navigate")
    }
    transaction.note(
      .coordinatorAttached, .coordinator(state.id(ofCoordinator: slot)), record.type,
      other: state.id(ofCoordinator: record.parent))
  }

  /// Returns whether a coordinator shows a screen, a root child or tabs. Returns `true` for
  /// dependencies, which do not need to show screens.
  func isShown(_ slot: Slot) -> Bool {
    let record = state.coordinators[slot]
    return record.attachment == .none || record.base != .none || record.rootChild != .none
      || record.tabBar != .none
  }

  /// Calls `start` even if the coordinator has already started, as required by `restartApp`.
  ///
  /// - Parameter isEmpty: Whether to call `startEmpty` instead of `start`.
  func callStart(
    _ slot: Slot, animated: Bool, isEmpty: Bool = false
  ) throws(NavigationError) {
    guard let delegate = state.delegate(at: slot) else { return }
    let name = transaction.typeName(slot)
    do {
      try transaction.inStart(of: state.id(ofCoordinator: slot)) {
        if isEmpty {
          try delegate.startEmpty(animated: animated)
        } else {
          try delegate.start(animated: animated)
        }
      }
    } catch let error as NavigationError {
      throw transaction.startRejection ?? error
    } catch {
      throw transaction.startRejection
        ?? NavigationError(.startFailed, "\(name): start failed: \(error)")
    }
    if let rejection = transaction.startRejection { throw rejection }
  }

  // MARK: - Finishing

  /// Finishes a coordinator and its whole subtree, including layers, screens and pages
  /// (docs/semantics/execution.md#teardown). Cost: O(removed items + layers · height).
  ///
  /// - Parameter isCompleted: Whether `finishFlow` completed the flow.
  func finish(
    _ slot: Slot, reason: FinishReason, result: NavigationValue? = nil, isCompleted: Bool = false
  ) {
    guard !state.coordinators[slot].flags.contains(.finishing) else { return }
    let record = state.coordinators[slot]
    var lowest = state.lowestLayer(ownedBySubtreeOf: slot)
    if case .modal(let layer) = record.attachment { lowest = layer }
    if lowest != .none {
      layers.removeLayers(from: lowest, reason: reason, subtree: slot, finishing: slot)
    }
    guard state.coordinators.record(at: slot)?.serial == record.serial else { return }
    finishNode(slot, reason: reason, result: result, isCompleted: isCompleted)
  }

  /// Finishes a coordinator whose layers have already been removed.
  func finishNode(
    _ slot: Slot, reason: FinishReason, result: NavigationValue?, isCompleted: Bool = false
  ) {
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
    transaction.noteFinished(
      FinishedCoordinator(
        id: id, type: record.type, parent: state.id(ofCoordinator: record.parent),
        result: result, reason: reason, isCompleted: isCompleted, delegate: callbacks.delegate,
        onFinish: callbacks.onFinish))
    transaction.callLater(.finished(transaction.finished.count - 1))
    if record.arguments != .none { state.arguments.remove(record.arguments) }
    if record.initialRoot != .none { state.arguments.remove(record.initialRoot) }
    if record.setup != .none { state.arguments.remove(record.setup) }
    state.coordinators.remove(slot)
  }

  /// Removes a coordinator's own screens above its root child, so that screens are removed from the
  /// top down.
  func cutAboveRootChild(of slot: Slot) {
    let record = state.coordinators[slot]
    if record.rootChild != .none { screens.cut(record.stack, to: screens.floor(of: slot)) }
  }

  private func removeContent(of slot: Slot) {
    let record = state.coordinators[slot]
    if case .page(let page) = record.attachment { tabs.removePage(page) }
    if record.tabBar != .none {
      tabs.removeTabBar(record.tabBar)
      return
    }
    guard record.stack != .none else { return }
    if state.stacks[record.stack].owner == slot {
      screens.cut(record.stack, to: 0)
      state.stacks.remove(record.stack)
    } else if record.base != .none {
      screens.cut(record.stack, to: state.screens[record.base].index)
    }
  }

  /// Finishes the coordinators, except the main coordinator, that this operation has left without
  /// screens (docs/semantics/execution.md#auto-finish).
  ///
  /// - Parameter ancestor: The ancestor of the coordinators to finish, or `.none` to finish any
  ///   coordinator without screens.
  func finishEmptied(below ancestor: Slot = .none) {
    var index = 0
    while index < transaction.emptied.count {
      let mark = transaction.emptied[index]
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

  /// Returns whether a coordinator's type declares that its coordinators are wrappers of their
  /// roots.
  func isWrapper(_ coordinator: Slot) -> Bool {
    registry.registered(state.coordinators[coordinator].type)?.type.isWrapper ?? false
  }

  /// Removes a coordinator's screens, and finishes its children with the reason `restarted` and
  /// their descendants with the reason `ancestorFinished`.
  func clear(_ coordinator: Slot) {
    cutAboveRootChild(of: coordinator)
    for child in state.children(of: coordinator).reversed() {
      finish(child, reason: .restarted)
    }
    let record = state.coordinators[coordinator]
    if record.tabBar != .none { tabs.removeTabView(of: record.tabBar) }
    guard record.stack != .none else { return }
    if state.stacks[record.stack].owner == coordinator {
      screens.cut(record.stack, to: 0)
    } else if record.base != .none {
      screens.cut(record.stack, to: state.screens[record.base].index)
    }
  }

  func restart(_ main: Slot, animated: Bool) throws(NavigationError) {
    transaction.enterStart()
    defer { transaction.leaveStart() }
    if state.coordinators[main].kind == .tabs {
      tabs.installTabView(of: main)
      try tabs.installDeclaredPages(of: main)
    }
    try callStart(main, animated: animated)
    try tabs.startPostponedPages(of: main)
    if !isShown(main) { try callStart(main, animated: animated, isEmpty: true) }
    guard isShown(main) else {
      throw NavigationError(
        .notAttached, "restartApp: \(transaction.typeName(main)) showed no screen when it started")
    }
  }

  /// Returns the root coordinator of the tree that a call affects: the coordinator named in the
  /// call, or the main coordinator.
  func mainCoordinator(
    of call: borrowing OperationCall, as operation: String
  ) throws(NavigationError) -> Slot {
    guard call.options.hasExtras, let id = call.options.mainCoordinator else {
      guard state.window.main != .none else {
        throw NavigationError(
          .noMain, "\(operation): there is no main coordinator", hint: "launch one first")
      }
      return state.window.main
    }
    guard let slot = state.slot(of: id) else {
      throw NavigationError(.stale, "\(operation): mainCoordinator \(id) is gone")
    }
    guard state.coordinators[slot].flags.contains(.started) else {
      throw NavigationError(
        .notStarted,
        "\(operation): mainCoordinator \(id) \(transaction.typeName(slot)) has not started")
    }
    return slot
  }

  /// Returns an outcome with the first or last coordinator of the type named in a call, on the path
  /// from the caller to the root. The outcome has no value if there is no such coordinator. Cost:
  /// O(height).
  func ancestor(
    _ call: borrowing OperationCall, last: Bool, as operation: String
  ) throws(NavigationError) -> Outcome {
    let name = try registry.type(named: symbols[call.name], for: operation).symbol
    var current = try transaction.caller(of: call)
    var found = Slot.none
    while current != .none, found == .none || last {
      if state.coordinators[current].type == name { found = current }
      current = state.coordinators[current].parent
    }
    return found == .none ? .done() : .done(.coordinator(state.id(ofCoordinator: found)))
  }

  /// Returns the setup that a coordinator was created with, or `nil` if there is none. Most
  /// coordinators have no setup.
  func setup(of coordinator: Slot) -> CoordinatorSetup? {
    let place = state.coordinators[coordinator].setup
    guard place != .none, let table = state.arguments[place].arguments else { return nil }
    return CoordinatorSetup(table, registry.styles)
  }

  /// Stores the setup that a coordinator was created with, unless the table is empty.
  func setSetup(_ table: NavigationArguments, of coordinator: Slot) {
    guard !table.isEmpty else { return }
    let place = state.arguments.insert(ArgumentsRecord(arguments: table))
    state.coordinators.update(coordinator) { $0.setup = place }
  }

  /// Returns the page that a tab coordinator selects first: the page passed at its creation if the
  /// type declares it, otherwise the type's default page, or `nil` if the type has none.
  func firstPage(of coordinator: Slot, _ type: CoordinatorType) -> String? {
    guard let page = setup(of: coordinator)?.currentPage,
      type.pages.contains(where: { $0.id == page })
    else { return type.currentPage }
    return page
  }

  func keep(_ onFinish: ((FinishNotice) throws -> Void)?, for coordinator: Slot) {
    guard let onFinish else { return }
    let place = state.coordinators[coordinator].callbacks
    var record = state.callbacks[place]
    record.add { $0.onFinish = onFinish }
    if transaction.isNew(place) {
      state.callbacks.settle(record, at: place)
    } else {
      state.callbacks.update(place) { $0 = record }
    }
  }

  /// Creates a coordinator's stack or tabs.
  func giveContent(to coordinator: Slot, attachment: Attachment, layer: Slot) {
    let isTabs = state.coordinators[coordinator].kind == .tabs
    let content = isTabs ? tabs.makeTabBar(for: coordinator) : screens.makeStack(for: coordinator)
    state.coordinators.update(coordinator) { record in
      record.attachment = attachment
      record.layer = layer
      if isTabs { record.tabBar = content } else { record.stack = content }
    }
  }
}
