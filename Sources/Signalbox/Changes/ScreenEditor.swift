/// Adds screens to stacks and removes them. Benchmark: `W1`.
struct ScreenEditor: TransactionPart {
  let transaction: Transaction

  /// Creates a screen without adding it to a stack, and returns the screen's slot.
  @inline(__always)
  private func makeScreen(_ content: borrowing ScreenContent, owner: Slot, _ record: ScreenRecord)
    -> Slot
  {
    var record = record
    record.flags = ScreenFlags(rawValue: content.traits.rawValue)
    if !content.arguments.isEmpty || content.origin != nil {
      record.arguments = state.arguments.insert(
        ArgumentsRecord(arguments: content.arguments, origin: content.origin))
    }
    if let payload = content.payload {
      record.flags.insert(.hasPayload)
      record.callbacks = state.keep(Callbacks(payload: payload))
    }
    let slot = state.screens.insert(record)
    let id = ScreenID(slot: slot, serial: record.serial)
    transaction.noteCreated(
      ScreenReference(id: id, name: record.name, owner: state.id(ofCoordinator: owner)))
    return slot
  }

  /// Pushes a new screen onto a stack and returns the screen's slot. Cost: O(1).
  @discardableResult
  func push(
    _ content: borrowing ScreenContent, named name: Symbol, onto stack: Slot, owner: Slot,
    _ style: TransitionStyle = .push
  ) -> Slot {
    let below = state.stacks[stack]
    var record = ScreenRecord(
      serial: state.serials.nextScreen(), name: name, owner: owner, stack: stack,
      below: below.top, index: below.count)
    if style.isPush, below.count > 0 { record.style = style }
    let slot = makeScreen(content, owner: owner, record)
    state.stacks.update(stack) { record in
      record.top = slot
      record.count += 1
    }
    let holder = state.coordinators[owner]
    if holder.base == .none, holder.stack == stack {
      state.coordinators.update(owner) { $0.base = slot }
    }
    transaction.note(
      .entryPushed, .screen(state.id(ofScreen: slot)), name,
      other: state.id(ofCoordinator: owner))
    return slot
  }

  /// Stores the push style of a coordinator's first screen.
  func set(_ style: TransitionStyle, ofBaseOf coordinator: Slot) {
    let base = state.coordinators[coordinator].base
    if base != .none { state.screens.update(base) { $0.style = style } }
  }

  /// Creates a screen that is not on a stack: the only screen of a layer, or a tab view.
  func makeBareScreen(_ content: borrowing ScreenContent, named name: Symbol, owner: Slot) -> Slot {
    makeScreen(
      content, owner: owner,
      ScreenRecord(serial: state.serials.nextScreen(), name: name, owner: owner))
  }

  /// Creates an empty stack for a coordinator.
  func makeStack(for owner: Slot) -> Slot {
    state.stacks.insert(StackRecord(serial: state.serials.nextStack(), owner: owner))
  }

  /// Removes the top screen of a stack and returns the screen's name. Cost: O(1), or O(layers +
  /// removed items) if the screen has presented a layer.
  @discardableResult
  func popTop(of stack: Slot) -> Symbol {
    let slot = state.stacks[stack].top
    let record = state.screens[slot]
    if record.flags.contains(.hasPresented) { layers.dismissLayers(presentedBy: slot) }
    state.stacks.update(stack) { stack in
      stack.top = record.below
      stack.count -= 1
    }
    if state.coordinators[record.owner].base == slot {
      state.coordinators.update(record.owner) { $0.base = .none }
      transaction.noteEmptied(state.id(ofCoordinator: record.owner))
    }
    transaction.note(
      .entryPopped, .screen(ScreenID(slot: slot, serial: record.serial)), record.name,
      other: state.id(ofCoordinator: record.owner), reason: transaction.reason)
    destroy(slot)
    return record.name
  }

  /// Removes the top screens of a stack until `count` screens remain. A tab bar at the root counts
  /// as one screen.
  func cut(_ stack: Slot, to count: UInt32) {
    while state.stacks[stack].count > count, state.stacks[stack].top != .none {
      if !cutPlain(stack, to: count) { popTop(of: stack) }
    }
  }

  /// Removes the topmost screens that have no arguments, layers or callbacks and belong to one
  /// coordinator, except that coordinator's first screen. The result is the same as if
  /// ``popTop(of:)`` were called for each of these screens.
  ///
  /// - Returns: Whether any screens were removed.
  private func cutPlain(_ stack: Slot, to count: UInt32) -> Bool {
    let whole = state.stacks[stack]
    let owner = state.screens[whole.top].owner
    let (base, ownerID) = (state.coordinators[owner].base, state.id(ofCoordinator: owner))
    var (top, left) = (whole.top, whole.count)
    while left > count, top != base, top != .none {
      let record = state.screens[top]
      guard record.owner == owner, record.arguments == .none, record.callbacks == .none,
        !record.flags.contains(.hasPresented)
      else { break }
      let id = ScreenID(slot: top, serial: record.serial)
      transaction.note(
        .entryPopped, .screen(id), record.name, other: ownerID, reason: transaction.reason)
      transaction.noteDestroyed(ScreenReference(id: id, name: record.name, owner: ownerID))
      state.screens.remove(top)
      top = record.below
      left -= 1
    }
    guard left < whole.count else { return false }
    state.stacks.update(stack) { record in
      record.top = top
      record.count = left
    }
    return true
  }

  /// Deletes a screen that is no longer on a stack.
  func destroy(_ slot: Slot) {
    let record = state.screens[slot]
    let id = ScreenID(slot: slot, serial: record.serial)
    transaction.noteDestroyed(
      ScreenReference(id: id, name: record.name, owner: state.id(ofCoordinator: record.owner)))
    if record.arguments != .none { state.arguments.remove(record.arguments) }
    if record.callbacks != .none {
      let callbacks = state.takeCallbacks(at: record.callbacks)
      if let payload = callbacks.payload {
        transaction.leakWatch.note(.screen(id), record.name, payload)
      }
      if let onDismiss = callbacks.onDismiss {
        transaction.callLater(.dismissed(onDismiss, transaction.reason))
      }
    }
    state.screens.remove(slot)
  }

  /// Returns the number of screens on the stack that `pop` must not remove: the coordinator's base
  /// or root child, and everything below. Cost: O(1) if the coordinator has its own screens,
  /// otherwise O(screens above the root child · height).
  func floor(of coordinator: Slot) -> UInt32 {
    let record = state.coordinators[coordinator]
    if record.base != .none {
      let index = state.screens[record.base].index
      return record.rootChild == .none ? index + 1 : index
    }
    guard record.stack != .none, record.rootChild != .none else { return 0 }
    var slot = state.stacks[record.stack].top
    while slot != .none, !state.isWithin(state.screens[slot].owner, subtreeOf: coordinator) {
      slot = state.screens[slot].below
    }
    let isEmpty = slot == .none
    while slot != .none, case let owner = state.screens[slot].owner,
      state.isWithin(owner, subtreeOf: coordinator),
      !state.isWithin(owner, subtreeOf: record.rootChild)
    {
      slot = state.screens[slot].below
    }
    if slot != .none { return state.screens[slot].index + 1 }
    let stack = state.stacks[record.stack]
    if stack.rootTabBar != .none,
      state.isWithin(state.tabBars[stack.rootTabBar].owner, subtreeOf: coordinator)
    {
      return 1
    }
    // While the coordinator is being removed, all of its screens may be removed.
    return isEmpty ? stack.count : 0
  }

  /// Removes a coordinator's screen and everything above it, unless the screen is the coordinator's
  /// root. Removing the only or lowest screen of a layer that the coordinator presented removes the
  /// layer.
  func pop(
    _ id: ScreenID, of caller: Slot, _ call: borrowing OperationCall
  ) throws(NavigationError) -> Outcome {
    guard call.count == 1 else {
      throw NavigationError(
        .badArgument, "pop: a call on a screen accepts no count, got \(call.count)")
    }
    guard let screen = state.slot(of: id) else {
      throw NavigationError(.stale, "pop: screen \(id) is gone")
    }
    let record = state.screens[screen]
    guard record.owner == caller else {
      throw NavigationError(
        .viewNotFound, "pop: \(id) is not a screen of \(transaction.typeName(caller))",
        hint: "call pop on the screen's own coordinator")
    }
    if state.isTabView(screen) {
      throw NavigationError(
        .viewNotFound,
        "pop: \(id) encloses the pages of \(transaction.typeName(caller)) and is not on a stack",
        hint: "call finishFlow to remove it with its tabs")
    }
    if record.layer != .none { return dismiss(record.layer, with: record.name) }
    let stack = state.stacks[record.stack]
    if record.stack == state.coordinators[caller].stack {
      guard record.index >= floor(of: caller) else { return .noop(.atRoot) }
      layers.removeLayers(presentedBy: caller, after: screen)
      return try popScreens(upTo: Int(stack.count - record.index), of: caller, as: "pop")
    }
    layers.removeLayers(presentedBy: caller, after: screen)
    let layer = layer(showing: record.stack)
    if record.index == 0 { return dismiss(layer, with: record.name) }
    transaction.isHidden = layer != state.window.topLayer
    return popDown(record.stack, to: record.index)
  }

  /// Removes screens until the given number remains, and returns the names of the removed screens.
  func popDown(_ stack: Slot, to count: UInt32) -> Outcome {
    var names: [Symbol] = []
    while state.stacks[stack].count > count { names.append(popTop(of: stack)) }
    return .done(names.count == 1 ? .name(names[0]) : .names(names))
  }

  private func dismiss(_ layer: Slot, with name: Symbol) -> Outcome {
    transaction.reason = .dismissed
    layers.removeLayers(from: layer, reason: .dismissed)
    return .done(.name(name))
  }

  /// Returns the layer that shows a stack, or `.none` if there is none. Cost: O(layers).
  private func layer(showing stack: Slot) -> Slot {
    var layer = state.window.topLayer
    while layer != .none, state.layers[layer].content != .stack(stack) {
      layer = state.layers[layer].below
    }
    return layer
  }

  /// Pops the front screen and returns its name. Returns `nil` if no entry of a stack is below the
  /// front screen.
  func popFront() -> Symbol? {
    guard state.window.topLayer != .none else { return nil }
    let stack = state.activeStack(of: state.layers[state.window.topLayer].content)
    guard stack != .none, state.stacks[stack].count > 1, state.stacks[stack].top != .none else {
      return nil
    }
    return popTop(of: stack)
  }

  /// Returns whether a coordinator has a stack on which it shows neither a screen nor a root child.
  func isEmptyStack(_ coordinator: Slot) -> Bool {
    let record = state.coordinators[coordinator]
    return record.stack != .none && record.base == .none && record.rootChild == .none
  }

  /// Returns whether the front screen has the given name and arguments.
  func isFront(_ name: Symbol, _ arguments: NavigationArguments) -> Bool {
    let front = state.front
    guard front != .none, state.screens[front].name == name else { return false }
    return self.arguments(of: front) == arguments
  }

  /// Returns a screen's current arguments.
  func arguments(of screen: Slot) -> NavigationArguments {
    let place = state.screens[screen].arguments
    return place == .none ? [:] : state.arguments[place].arguments ?? [:]
  }

  /// Allows a dependency without screens to use its parent's stack, above the parent's screens.
  ///
  /// - Returns: Whether the dependency now has a stack. The result is `false` if its parent has no
  ///   stack or shows no screens yet.
  func shareStack(
    with dependency: Slot, popChildren: Bool = false
  ) throws(NavigationError) -> Bool {
    let record = state.coordinators[dependency]
    guard record.attachment == .none, record.kind == .navigation, record.parent != .none,
      case let host = state.coordinators[record.parent], host.stack != .none,
      !isEmptyStack(record.parent)
    else { return false }
    try clearTop(of: record.parent, popChildren: popChildren)
    state.coordinators.update(dependency) { record in
      record.attachment = .pushed(stack: host.stack)
      record.layer = host.layer
      record.stack = host.stack
    }
    return true
  }

  /// Ensures that a coordinator's segment is on top of its stack. The first screen of a starting
  /// coordinator needs no such check, because the operation that starts the coordinator has already
  /// performed it.
  func clearTop(of caller: Slot, popChildren: Bool) throws(NavigationError) {
    guard !state.isTopSegment(caller), !isEmptyStack(caller) else { return }
    let record = state.coordinators[caller]
    let owner = state.screens[state.stacks[record.stack].top].owner
    guard state.isWithin(owner, subtreeOf: caller) else {
      throw NavigationError(
        .parentActive,
        "\(transaction.typeName(owner)) shows screens above the screens of "
          + "\(transaction.typeName(caller))",
        hint: "pop the upper screens first")
    }
    guard popChildren else {
      throw NavigationError(
        .childActive,
        "\(transaction.typeName(owner)) is on top of \(transaction.typeName(caller))",
        hint: "finish \(transaction.typeName(owner)) first, or pass popChildren = true to "
          + "navigate or replaceTop")
    }
    transaction.reason = .replaced
    while !state.isTopSegment(caller) { popTop(of: record.stack) }
    coordinators.finishEmptied(below: caller)
  }

  /// Removes at most the given number of screens above a coordinator's base or root child, topmost
  /// first.
  func popScreens(
    upTo limit: Int, of caller: Slot, as operation: String
  ) throws(NavigationError) -> Outcome {
    let record = state.coordinators[caller]
    guard record.kind == .navigation else {
      throw transaction.wrongKind(operation, caller, "call \(operation) on the router of a page")
    }
    guard record.base != .none || record.rootChild != .none else { return .noop(.emptyStack) }
    try roots.checkUncovered(caller, as: operation)
    let removable = Int(state.stacks[record.stack].count - floor(of: caller))
    guard removable > 0 else { return .noop(.atRoot) }
    transaction.isHidden = layers.isBelowOthers(caller)
    let count = min(limit, removable)
    if count == 1 { return .done(.name(popTop(of: record.stack))) }
    var names: [Symbol] = []
    names.reserveCapacity(count)
    for _ in 0..<count { names.append(popTop(of: record.stack)) }
    return .done(.names(names))
  }

  /// Stores the `onDismiss` handler of a pushed screen, because the screen has no layer that could
  /// call the handler.
  func keep(_ onDismiss: ((FinishReason) -> Void)?, forScreen screen: Slot) {
    guard let onDismiss else { return }
    let old = state.screens[screen].callbacks
    if old != .none { return state.callbacks.update(old) { $0.add { $0.onDismiss = onDismiss } } }
    let place = state.keep(Callbacks(onDismiss: onDismiss))
    state.screens.update(screen) { $0.callbacks = place }
  }
}
