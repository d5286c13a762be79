/// Replaces and compares coordinator roots.
struct RootEditor: TransactionPart {
  let transaction: Transaction

  /// Returns whether the route in a call created an item, with equivalent arguments. A call without
  /// arguments matches any arguments.
  func matches(_ origin: NavigationState.Origin?, _ call: borrowing OperationCall) -> Bool {
    guard let origin, origin.route == call.name else { return false }
    guard let wanted = call.arguments else { return true }
    if let equals = call.options.equals {
      return transaction.ask { equals(origin.arguments, wanted) }
    }
    return origin.arguments == wanted
  }

  /// Throws an error if a coordinator's contents on a stack cannot change, because screens from
  /// outside the coordinator's subtree are above these contents.
  func checkUncovered(_ caller: Slot, as operation: String) throws(NavigationError) {
    let record = state.coordinators[caller]
    guard record.stack != .none, record.base != .none || record.rootChild != .none,
      case let top = state.stacks[record.stack].top, top != .none,
      case let owner = state.screens[top].owner, !state.isWithin(owner, subtreeOf: caller)
    else { return }
    throw NavigationError(
      .parentActive,
      "\(operation): \(transaction.typeName(owner)) shows screens above the screens of "
        + "\(transaction.typeName(caller))",
      hint: "pop the upper screens first")
  }

  // MARK: - Replacing

  /// The parameters for the removal of a coordinator's root when another root replaces it.
  struct Replacement {
    var keepsItems = false
    /// The finish reason for a root child.
    var reason = FinishReason.replaced
    var result: NavigationValue?
    /// Whether `finishFlow` completed the root child's flow.
    var isCompleted = false
  }

  /// Replaces a coordinator's root.
  ///
  /// Cost: O(removed items + kept screens).
  func replaceRoot(
    of caller: Slot, with destination: Destination, _ replacement: Replacement, animated: Bool,
    as operation: String
  ) throws(NavigationError) {
    let kept = replacement.keepsItems ? detachItems(of: caller) : nil
    clearFlow(of: caller, for: replacement)
    transaction.isHidden = layers.isBelowOthers(caller)
    switch destination {
    case .screen(let content, let name, _):
      screens.push(content, named: name, onto: state.coordinators[caller].stack, owner: caller)
    case .coordinator(let coordinator, let style, let onFinish):
      try destinations.show(
        coordinator, style: style, by: caller, onFinish: onFinish, onDismiss: nil,
        animated: animated, as: operation)
    }
    if let kept { attach(kept, to: caller) }
  }

  /// Removes a coordinator's items, including its root, from the top down, and finishes its root
  /// child and its pushed children. The same operation must then add a new root.
  ///
  /// - Parameter replacement: Specifies whether layers are kept, and how a root child finishes.
  func clearFlow(of caller: Slot, for replacement: Replacement) {
    transaction.reason = .replaced
    if !replacement.keepsItems {
      let lowest = state.lowestLayer(ownedBySubtreeOf: caller)
      if lowest != .none { layers.removeLayers(from: lowest, reason: .replaced, subtree: caller) }
    }
    coordinators.cutAboveRootChild(of: caller)
    let record = state.coordinators[caller]
    if record.rootChild != .none {
      coordinators.finishEmptied(below: caller)
      coordinators.finish(
        record.rootChild, reason: replacement.reason, result: replacement.result,
        isCompleted: replacement.isCompleted)
    }
    let base = state.coordinators[caller].base
    if base != .none {
      screens.cut(record.stack, to: state.screens[base].index)
      coordinators.finishEmptied(below: caller)
    }
  }

  /// The screens above a root, detached from their stack while the root is replaced.
  private struct DetachedItems {
    let top: Slot
    let lowest: Slot
    let count: UInt32
    /// The lowest of the coordinator's own screens.
    let lowestOwn: Slot
  }

  private func detachItems(of caller: Slot) -> DetachedItems? {
    let record = state.coordinators[caller]
    let stack = state.stacks[record.stack]
    let floor = screens.floor(of: caller)
    guard record.base != .none || record.rootChild != .none, stack.count > floor else {
      return nil
    }
    var lowest = stack.top
    var lowestOwn = Slot.none
    var screen = stack.top
    while screen != .none, state.screens[screen].index >= floor {
      lowest = screen
      if state.screens[screen].owner == caller { lowestOwn = screen }
      screen = state.screens[screen].below
    }
    state.stacks.update(record.stack) { stack in
      stack.top = screen
      stack.count = floor
    }
    if record.rootChild != .none { state.coordinators.update(caller) { $0.base = .none } }
    return DetachedItems(
      top: stack.top, lowest: lowest, count: stack.count - floor, lowestOwn: lowestOwn)
  }

  private func attach(_ items: DetachedItems, to caller: Slot) {
    let record = state.coordinators[caller]
    let stack = state.stacks[record.stack]
    if state.screens[items.lowest].index != stack.count {
      var (screen, index) = (items.top, stack.count + items.count)
      while index > stack.count {
        index -= 1
        state.screens.update(screen) { $0.index = index }
        screen = state.screens[screen].below
      }
    }
    state.screens.update(items.lowest) { $0.below = stack.top }
    state.stacks.update(record.stack) { stack in
      stack.top = items.top
      stack.count += items.count
    }
    if record.base == .none { state.coordinators.update(caller) { $0.base = items.lowestOwn } }
  }

  // MARK: - Before the start

  /// Stores the route that will be the coordinator's root when the coordinator starts.
  func setInitialRoot(_ origin: RouteOrigin, of caller: Slot) {
    forgetInitialRoot(of: caller)
    let place = state.arguments.insert(
      ArgumentsRecord(arguments: origin.arguments, origin: origin))
    state.coordinators.update(caller) { $0.initialRoot = place }
  }

  private func forgetInitialRoot(of coordinator: Slot) {
    let place = state.coordinators[coordinator].initialRoot
    guard place != .none else { return }
    state.arguments.remove(place)
    state.coordinators.update(coordinator) { $0.initialRoot = .none }
  }

  /// Replaces the root of the caller, or sets the first root of a caller that has not started.
  func setRoot(_ call: borrowing OperationCall) throws(NavigationError) -> Outcome {
    let caller = try transaction.caller(of: call)
    let record = state.coordinators[caller]
    guard record.kind == .navigation else {
      throw transaction.wrongKind("root", caller, "select a page")
    }
    try destinations.checkRoute(call, of: caller, as: "root")
    if matches(state.root(of: caller), call) {
      return .noop(.alreadyRoot, rootValue(of: caller))
    }
    guard record.flags.contains(.started) else {
      setInitialRoot(
        RouteOrigin(route: call.name, arguments: call.arguments ?? [:]), of: caller)
      transaction.staySilent(call)
      return .done()
    }
    guard record.stack != .none else { throw transaction.wrongKind("root", caller, "") }
    try checkUncovered(caller, as: "root")
    let destination = try destinations.destination(of: call, from: caller, as: "root")
    let keepsItems = call.options.switches.contains(.keepStack)
    try replaceRoot(
      of: caller, with: destination, Replacement(keepsItems: keepsItems),
      animated: call.options.isAnimated, as: "root")
    transaction.note(.rootChanged, .coordinator(state.id(ofCoordinator: caller)), call.name)
    return .done(rootValue(of: caller))
  }

  /// Shows the stored root of a coordinator that is starting, regardless of what its `start` has
  /// shown.
  func takeInitialRoot(of coordinator: Slot, animated: Bool) throws(NavigationError) {
    guard let record = state.coordinators.record(at: coordinator), record.initialRoot != .none,
      let origin = state.arguments[record.initialRoot].origin,
      let number = transaction.host.number(ofOperation: "root")
    else { return }
    forgetInitialRoot(of: coordinator)
    var call = OperationCall(
      operation: number, caller: state.id(ofCoordinator: coordinator),
      options: OperationOptions(animated: animated))
    call.name = origin.route
    if !origin.arguments.isEmpty { call.arguments = origin.arguments }
    _ = try setRoot(call)
  }

  /// Returns a coordinator's root child as an outcome's value, or `.none` if there is no root
  /// child.
  func rootValue(of coordinator: Slot) -> OutcomeValue {
    let child = state.coordinators[coordinator].rootChild
    return child == .none ? .none : .coordinator(state.id(ofCoordinator: child))
  }

  /// Returns whether the caller's root matches the route and arguments of a call.
  func isRoot(
    _ call: borrowing OperationCall, as operation: String
  ) throws(NavigationError) -> Bool {
    let caller = try transaction.caller(of: call)
    guard state.coordinators[caller].kind == .navigation else {
      throw transaction.wrongKind(operation, caller, "read currentPage instead")
    }
    try destinations.checkRoute(call, of: caller, as: operation)
    return matches(state.root(of: caller), call)
  }
}
