/// Screens and stacks.
extension Transaction {
  /// Makes a screen that stands nowhere yet.
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
    created.append(
      ScreenMark(id: id, name: record.name, owner: state.id(ofCoordinator: owner)))
    return slot
  }

  /// Puts a new screen on top of a stack. Cost: O(1).
  @discardableResult
  func push(
    _ content: borrowing ScreenContent, named name: Symbol, onto stack: Slot, owner: Slot
  ) -> Slot {
    let below = state.stacks[stack]
    let slot = makeScreen(
      content, owner: owner,
      ScreenRecord(
        serial: state.serials.nextScreen(), name: name, owner: owner, stack: stack,
        below: below.top, index: below.count))
    state.stacks.update(stack) { record in
      record.top = slot
      record.count += 1
    }
    let holder = state.coordinators[owner]
    if holder.base == .none, holder.stack == stack {
      state.coordinators.update(owner) { $0.base = slot }
    }
    note(
      .entryPushed, .screen(state.id(ofScreen: slot)), name,
      other: state.id(ofCoordinator: owner))
    return slot
  }

  /// Makes the screen that fills a layer alone.
  func makeBareScreen(_ content: borrowing ScreenContent, named name: Symbol, owner: Slot) -> Slot {
    makeScreen(
      content, owner: owner,
      ScreenRecord(serial: state.serials.nextScreen(), name: name, owner: owner))
  }

  /// Makes an empty stack for a coordinator.
  func makeStack(for owner: Slot) -> Slot {
    state.stacks.insert(StackRecord(serial: state.serials.nextStack(), owner: owner))
  }

  /// Removes the top screen of a stack. Cost: O(1) and what the screen itself presented.
  @discardableResult
  func popTop(of stack: Slot) -> Symbol {
    let slot = state.stacks[stack].top
    let record = state.screens[slot]
    if record.flags.contains(.hasPresented) { dismissLayers(presentedBy: slot) }
    state.stacks.update(stack) { stack in
      stack.top = record.below
      stack.count -= 1
    }
    if state.coordinators[record.owner].base == slot {
      state.coordinators.update(record.owner) { $0.base = .none }
      emptied.append(EmptiedMark(id: state.id(ofCoordinator: record.owner), reason: reason))
    }
    note(
      .entryPopped, .screen(ScreenID(slot: slot, serial: record.serial)), record.name,
      other: state.id(ofCoordinator: record.owner), reason: reason)
    destroy(slot)
    return record.name
  }

  /// Removes screens until `count` are left (a tab bar as root counts as one).
  func cut(_ stack: Slot, to count: UInt32) {
    while state.stacks[stack].count > count, state.stacks[stack].top != .none {
      if !cutPlain(stack, to: count) { popTop(of: stack) }
    }
  }

  /// Removes the run of screens on top that hold nothing else and belong to one coordinator, short of
  /// its first, as ``popTop(of:)`` does one by one.
  ///
  /// - Returns: Whether there was any.
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
      note(.entryPopped, .screen(id), record.name, other: ownerID, reason: reason)
      destroyed.append(ScreenMark(id: id, name: record.name, owner: ownerID))
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

  /// Forgets a screen that stands nowhere any more.
  func destroy(_ slot: Slot) {
    let record = state.screens[slot]
    let id = ScreenID(slot: slot, serial: record.serial)
    destroyed.append(
      ScreenMark(id: id, name: record.name, owner: state.id(ofCoordinator: record.owner)))
    if record.arguments != .none { state.arguments.remove(record.arguments) }
    if record.callbacks != .none {
      let callbacks = state.takeCallbacks(at: record.callbacks)
      if let payload = callbacks.payload {
        engine.leakWatch.note(.screen(id), record.name, payload)
      }
      if let onDismiss = callbacks.onDismiss { pending.append(.dismissed(onDismiss, reason)) }
    }
    state.screens.remove(slot)
  }

  /// The number of entries below the part of the stack that `pop` may remove: its base and all
  /// under it, or the root child's segment.
  /// Cost: O(1), with a root child O(screens above it, those of outer coordinators included).
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
    // While it is torn down nothing of it may be left.
    return isEmpty ? stack.count : 0
  }
}
