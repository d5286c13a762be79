/// Tells a change that was written straight into the state the way operations tell theirs.
///
/// What came and what went is found in the log, so the cost is O(changes), not O(size).
final class TravelReport {
  private let transaction: Transaction
  private let state: NavigationState
  private let engine: NavigationEngine
  private let start: NavigationState.Mark

  init(_ transaction: Transaction, since start: NavigationState.Mark) {
    self.transaction = transaction
    self.start = start
    state = transaction.state
    engine = transaction.engine
  }

  /// Fills the transaction; refuses what would bring something back that nobody holds any more.
  func write() throws(NavigationError) {
    let screens = state.screens.firstContents(since: start.screens)
    let layers = state.layers.firstContents(since: start.layers)
    let coordinators = state.coordinators.firstContents(since: start.coordinators)
    let goneCoordinators = coordinators.filter {
      !$0.record.isVacant && state.coordinators[$0.slot].serial != $0.record.serial
    }
    let goneScreens = screens.filter {
      !$0.record.isVacant && state.screens[$0.slot].serial != $0.record.serial
    }
    var popped: [ScreenMark] = []
    if !goneScreens.isEmpty || !goneCoordinators.isEmpty {
      state.asOf(start) {
        popped = writeGoneScreens(goneScreens.map(\.slot))
        finishGone(goneCoordinators.map(\.slot))
      }
    }
    if !layers.isEmpty { dismissGone(layers) }
    for mark in popped {
      transaction.note(
        .entryPopped, .screen(mark.id), mark.name, other: mark.owner, reason: .undone)
    }
    if !screens.isEmpty { try writeNewScreens(screens) }
    if !layers.isEmpty { try presentNew(layers) }
    if !coordinators.isEmpty { try attachNew(coordinators) }
    if state.tabBars.mark > start.tabBars || state.pages.mark > start.pages { noteTabs() }
    if state.windows.mark > start.windows { noteRoot() }
  }

  /// Sorts by a key, where there is anything to sort: most steps change one place of a kind.
  private func sorted<Element, Key>(
    _ elements: [Element], by key: (Element) -> Key, _ isBefore: (Key, Key) -> Bool
  ) -> [Element] {
    guard elements.count > 1 else { return elements }
    let keyed = elements.map { (element: $0, key: key($0)) }
    return keyed.sorted { isBefore($0.key, $1.key) }.map(\.element)
  }

  // MARK: - What went

  /// In the state from before.
  ///
  /// - Returns: Those that stood in a stack, in the same order.
  private func writeGoneScreens(_ slots: [Slot]) -> [ScreenMark] {
    var popped: [ScreenMark] = []
    for slot in sorted(slots, by: { state.place(ofScreen: $0) }, >) {
      let mark = state.mark(ofScreen: slot)
      transaction.destroyed.append(mark)
      if case let place = state.screens[slot].callbacks, place != .none,
        let payload = state.callbacks[place].callbacks.payload
      {
        transaction.leakWatch.note(.screen(mark.id), mark.name, payload)
      }
      if state.screens[slot].stack != .none { popped.append(mark) }
    }
    return popped
  }

  /// In the state from before: the deepest first, younger ones before older ones.
  private func finishGone(_ slots: [Slot]) {
    let order = sorted(
      slots, by: { (state.coordinators[$0].depth, state.coordinators[$0].serial) }, { $0 > $1 })
    for slot in order {
      let (id, record) = (state.id(ofCoordinator: slot), state.coordinators[slot])
      let delegate = state.delegate(at: slot)
      if let delegate { transaction.leakWatch.note(.coordinator(id), record.type, delegate) }
      transaction.finished.append(
        FinishMark(
          id: id, type: record.type, parent: state.id(ofCoordinator: record.parent), result: nil,
          reason: .undone, delegate: delegate, onFinish: nil))
    }
  }

  private func dismissGone(_ layers: [(slot: Slot, record: LayerRecord)]) {
    let gone = layers.filter {
      !$0.record.isVacant && state.layers[$0.slot].serial != $0.record.serial
    }
    for (slot, record) in sorted(gone, by: { $0.record.index }, >) {
      let id = LayerID(slot: slot, serial: record.serial)
      let owner = state.asOf(start) { state.id(ofCoordinator: record.owner) }
      transaction.note(
        .layerDismissed, .layer(id), engine.registry.symbol(of: record.style), other: owner,
        reason: .undone)
    }
  }

  // MARK: - What came

  private func writeNewScreens(
    _ screens: [(slot: Slot, record: ScreenRecord)]
  ) throws(NavigationError) {
    let new = screens.filter {
      let record = state.screens[$0.slot]
      return !record.isVacant && record.serial != $0.record.serial
    }
    for (slot, _) in sorted(new, by: { state.place(ofScreen: $0.slot) }, <) {
      let (mark, record) = (state.mark(ofScreen: slot), state.screens[slot])
      transaction.created.append(mark)
      try revive(record.callbacks) { "screen \(mark.id) \(engine.symbols[mark.name])" }
      guard record.stack != .none else { continue }
      transaction.note(.entryPushed, .screen(mark.id), mark.name, other: mark.owner)
    }
  }

  private func presentNew(_ layers: [(slot: Slot, record: LayerRecord)]) throws(NavigationError) {
    let new = layers.filter {
      let record = state.layers[$0.slot]
      return !record.isVacant && record.serial != $0.record.serial
    }
    for (slot, _) in sorted(new, by: { state.layers[$0.slot].index }, <) {
      let (id, record) = (state.id(ofLayer: slot), state.layers[slot])
      try revive(record.callbacks) { "layer \(id)" }
      transaction.note(
        .layerPresented, .layer(id), engine.registry.symbol(of: record.style),
        other: state.id(ofCoordinator: record.owner))
    }
  }

  private func attachNew(
    _ coordinators: [(slot: Slot, record: CoordinatorRecord)]
  ) throws(NavigationError) {
    let order = sorted(
      coordinators, by: { (state.coordinators[$0.slot].depth, $0.slot) }, { $0 < $1 })
    for (slot, before) in order {
      let record = state.coordinators[slot]
      guard !record.isVacant else { continue }
      let (id, isNew) = (state.id(ofCoordinator: slot), record.serial != before.serial)
      let wasStarted = !isNew && before.flags.contains(.started)
      let isStarted = record.flags.contains(.started)
      try revive(record.callbacks) { "coordinator \(id) \(engine.symbols[record.type])" }
      if isStarted && !wasStarted {
        transaction.note(
          .coordinatorAttached, .coordinator(id), record.type,
          other: state.id(ofCoordinator: record.parent))
      }
    }
  }

  /// Brings back what belongs to something that came back.
  private func revive(_ place: Slot, of name: () -> String) throws(NavigationError) {
    guard place != .none else { return }
    var record = state.callbacks[place]
    if let lost = record.revive(of: name) {
      throw NavigationError(
        .notKept, "\(lost) cannot come back: nothing holds it any more",
        hint: "set keepsFinished before it goes, so that the history holds what has finished")
    }
    state.callbacks.settle(record, at: place)
  }

  // MARK: - Tabs and the root

  private func noteTabs() {
    var changed: [Slot] = []
    for (slot, record) in state.pages.firstContents(since: start.pages) {
      for tabBar in [record.tabBar, state.pages[slot].tabBar] where tabBar != .none {
        if !changed.contains(tabBar) { changed.append(tabBar) }
      }
    }
    let tabBars = state.tabBars.firstContents(since: start.tabBars)
    func isNew(_ slot: Slot) -> Bool {
      state.tabBars[slot].isVacant
        || tabBars.contains { $0.slot == slot && $0.record.serial != state.tabBars[slot].serial }
    }
    for slot in changed.sorted() where !isNew(slot) {
      transaction.note(.tabPagesChanged, .tabBar(state.id(ofTabBar: slot)))
    }
    for (slot, record) in tabBars
    where !isNew(slot) && record.selected != state.tabBars[slot].selected {
      let page = state.tabBars[slot].selected
      let name = page == .none ? Symbol.none : state.pages[page].id
      transaction.note(.tabChanged, .tabBar(state.id(ofTabBar: slot)), name)
    }
  }

  private func noteRoot() {
    let main = state.window.main
    let old = state.windows.firstContents(since: start.windows).first?.record.main
    if let old, old != main, main != .none {
      transaction.note(
        .rootChanged, .coordinator(state.id(ofCoordinator: main)), state.coordinators[main].type)
    }
  }
}

extension NavigationState {
  /// Where a screen stands, from the bottom up: its layer, its index there, its age.
  func place(ofScreen slot: Slot) -> (layer: UInt32, index: UInt32, serial: UInt32) {
    let record = screens[slot]
    var layer = record.layer
    if record.stack != .none {
      let owner = stacks[record.stack].owner
      layer = coordinators[owner].layer
      if coordinators[owner].stack != record.stack { layer = self.layer(holding: record.stack) }
    } else if layer == .none {
      layer = coordinators[record.owner].layer
    }
    return (layer == .none ? 0 : layers[layer].index, record.index, record.serial)
  }

  /// The layer that a stack fills without being its owner's own. Cost: O(layers).
  private func layer(holding stack: Slot) -> Slot {
    var layer = window.topLayer
    while layer != .none, layers[layer].content != .stack(stack) { layer = layers[layer].below }
    return layer
  }
}
