/// The steps that an operation undoes or redoes.
struct HistoryMove: ~Copyable {
  /// The direction in which an operation moves through the history.
  enum Kind {
    case undo, redo
  }

  /// The kind of the operation, or `nil` if it is neither an undo nor a redo.
  var kind: Kind?
  /// The log positions before each step was undone or redone, in the order of execution.
  var marks = Buffer<LogPosition>()

  mutating func reset() {
    kind = nil
    marks.removeAll()
  }
}

/// Undoes and redoes steps. The editor restores recorded values of the state and reports the
/// difference like the changes of any other operation.
///
/// The difference is read from the log, so the cost depends on the number of changes, not on the
/// size of the state.
struct HistoryEditor: TransactionPart {
  let transaction: Transaction

  /// Undoes at most the given number of steps, newest first.
  func undo(_ count: Int) throws(NavigationError) -> Outcome {
    try checkNoAttempt("undo")
    let history = transaction.host.history
    let (oldest, next) = (history.steps.start, history.steps.end)
    guard oldest < next else { return .noop(.nothingToUndo) }
    let start = state.mark
    var end = start
    for index in (max(oldest, next - min(count, next))..<next).reversed() {
      transaction.noteMove(from: state.mark)
      let before = history.steps[index].before
      state.revert(from: before, to: end)
      end = before
    }
    return try finish(.undo, since: start)
  }

  /// Redoes at most the given number of steps, starting with the step that was undone last.
  func redo(_ count: Int) throws(NavigationError) -> Outcome {
    try checkNoAttempt("redo")
    let history = transaction.host.history
    let undone = history.undone.count
    guard undone > 0 else { return .noop(.nothingToRedo) }
    let start = state.mark
    var end = state.undoneEnd
    for index in (undone - min(count, undone)..<undone).reversed() {
      transaction.noteMove(from: state.mark)
      let first = history.undone[index].start
      state.redo(from: first, to: end)
      end = first
    }
    return try finish(.redo, since: start)
  }

  private func checkNoAttempt(_ name: String) throws(NavigationError) {
    guard transaction.host.history.isAttempt else { return }
    throw NavigationError(
      .notKept,
      "\(name): not available in code that .time measures, because .time undoes the changes")
  }

  private func finish(
    _ kind: HistoryMove.Kind, since start: LogPosition
  ) throws(NavigationError) -> Outcome {
    transaction.reason = .undone
    try note(since: start)
    transaction.setMove(kind)
    return .done(.value(.integer(transaction.move.marks.count)))
  }

  // MARK: - The difference

  /// Adds the changes since a log position to the transaction. Throws an error if a released object
  /// would have to be restored.
  private func note(since start: LogPosition) throws(NavigationError) {
    let screens = state.screens.difference(since: start.screens)
    let layers = state.layers.difference(since: start.layers)
    let coordinators = state.coordinators.firstContents(since: start.coordinators)
    let finished = coordinators.filter {
      !$0.record.isVacant && state.coordinators[$0.slot].serial != $0.record.serial
    }
    if coordinators.isEmpty, screens.gone.count == 1, screens.gone[0].record.callbacks == .none {
      // The screen's owner is unchanged, so the state need not be rewound.
      destroy(screens.gone[0].slot, screens.gone[0].record)
    } else if !screens.gone.isEmpty || !finished.isEmpty {
      state.asOf(start) {
        let gone = sorted(screens.gone) {
          state.place(ofScreen: $0.slot) > state.place(ofScreen: $1.slot)
        }
        for (slot, record) in gone { destroy(slot, record) }
        finish(finished.map(\.slot))
      }
    }
    for (slot, record) in sorted(layers.gone, { $0.record.index > $1.record.index }) {
      let owner = state.asOf(start) { state.id(ofCoordinator: record.owner) }
      transaction.note(
        .layerDismissed, .layer(LayerID(slot: slot, serial: record.serial)),
        registry.symbol(of: record.style), other: owner, reason: .undone)
    }
    for index in transaction.destroyed.indices {
      let mark = transaction.destroyed[index]
      guard screens.gone.contains(where: { $0.slot == mark.id.slot && $0.record.stack != .none })
      else { continue }
      transaction.note(
        .entryPopped, .screen(mark.id), mark.name, other: mark.owner, reason: .undone)
    }
    if state.arguments.mark > start.arguments { noteUpdates(of: screens.kept, since: start) }
    for slot in sorted(screens.new, { state.place(ofScreen: $0) < state.place(ofScreen: $1) }) {
      try show(slot)
    }
    for slot in sorted(layers.new, { state.layers[$0].index < state.layers[$1].index }) {
      let (id, record) = (state.id(ofLayer: slot), state.layers[slot])
      try revive(record.callbacks) { "layer \(id)" }
      transaction.note(
        .layerPresented, .layer(id), registry.symbol(of: record.style),
        other: state.id(ofCoordinator: record.owner))
    }
    try attach(coordinators)
    if state.tabBars.mark > start.tabBars || state.pages.mark > start.pages { noteTabs(start) }
    if state.windows.mark > start.windows { noteRoot(start) }
  }

  /// Returns the sorted elements. The common case of at most one element is fast.
  private func sorted<Element>(
    _ elements: [Element], _ isBefore: (Element, Element) -> Bool
  ) -> [Element] {
    elements.count > 1 ? elements.sorted(by: isBefore) : elements
  }

  /// Records an update for each remaining screen whose arguments have changed, from the bottom up.
  private func noteUpdates(
    of screens: [(slot: Slot, record: ScreenRecord)], since start: LogPosition
  ) {
    func arguments(at place: Slot) -> NavigationArguments? {
      place == .none ? nil : state.arguments[place].arguments
    }
    let old = state.asOf(start) { screens.map { arguments(at: $0.record.arguments) } }
    let updated = zip(screens, old).filter { screen, old in
      arguments(at: state.screens[screen.slot].arguments) != old
    }
    for slot in sorted(
      updated.map(\.0.slot), { state.place(ofScreen: $0) < state.place(ofScreen: $1) })
    {
      let mark = state.reference(ofScreen: slot)
      transaction.note(.screenUpdated, .screen(mark.id), mark.name, other: mark.owner)
    }
  }

  /// Records a screen as destroyed. The state must be rewound to a point where the screen's record
  /// still exists, unless the screen's owner is unchanged.
  private func destroy(_ slot: Slot, _ record: ScreenRecord) {
    let mark = ScreenReference(
      id: ScreenID(slot: slot, serial: record.serial), name: record.name,
      owner: state.id(ofCoordinator: record.owner))
    transaction.noteDestroyed(mark)
    if record.callbacks != .none, let payload = state.callbacks(at: record.callbacks).payload {
      transaction.leakWatch.note(.screen(mark.id), mark.name, payload)
    }
  }

  /// Records coordinators as finished while the state is rewound: the deepest first and, at equal
  /// depth, the newest first.
  private func finish(_ slots: [Slot]) {
    let depth = { (slot: Slot) in
      (state.coordinators[slot].depth, state.coordinators[slot].serial)
    }
    for slot in sorted(slots, { depth($0) > depth($1) }) {
      let (id, record) = (state.id(ofCoordinator: slot), state.coordinators[slot])
      transaction.noteFinished(
        FinishedCoordinator(
          id: id, type: record.type, parent: state.id(ofCoordinator: record.parent),
          reason: .undone, delegate: state.delegate(at: slot)))
      transaction.callLater(.undone(id))
    }
  }

  private func show(_ slot: Slot) throws(NavigationError) {
    let (mark, record) = (state.reference(ofScreen: slot), state.screens[slot])
    transaction.noteCreated(mark)
    try revive(record.callbacks) { "screen \(mark.id) \(symbols[mark.name])" }
    guard record.stack != .none else { return }
    transaction.note(.entryPushed, .screen(mark.id), mark.name, other: mark.owner)
  }

  private func attach(
    _ changed: [(slot: Slot, record: CoordinatorRecord)]
  ) throws(NavigationError) {
    let order = sorted(changed) {
      (state.coordinators[$0.slot].depth, $0.slot) < (state.coordinators[$1.slot].depth, $1.slot)
    }
    for (slot, before) in order {
      let record = state.coordinators[slot]
      guard !record.isVacant else { continue }
      let (id, isNew) = (state.id(ofCoordinator: slot), record.serial != before.serial)
      let wasStarted = !isNew && before.flags.contains(.started)
      try revive(record.callbacks) { "coordinator \(id) \(symbols[record.type])" }
      if record.flags.contains(.started) && !wasStarted {
        transaction.note(
          .coordinatorAttached, .coordinator(id), record.type,
          other: state.id(ofCoordinator: record.parent))
      }
    }
  }

  /// Retains the objects of a restored coordinator, screen or layer again. Throws an error if one
  /// of them has been released.
  private func revive(_ place: Slot, of name: () -> String) throws(NavigationError) {
    guard place != .none else { return }
    var record = state.callbacks[place]
    if let lost = record.revive(of: name, besides: transaction.host.isRetainedOnlyByCheckpoint) {
      throw NavigationError(
        .notKept, "\(lost) cannot be restored: it has been released",
        hint: "set keepsFinished before the removal, so that the history retains it")
    }
    state.callbacks.settle(record, at: place)
  }

  private func noteTabs(_ start: LogPosition) {
    var changed: [Slot] = []
    var badges: [Slot] = []
    let pages = state.pages.firstContents(since: start.pages)
    let old = state.asOf(start) { pages.map { ShownPage($0.slot, in: state) } }
    for ((slot, record), old) in zip(pages, old) {
      let now = ShownPage(slot, in: state)
      if now.isSame(as: old), now.badge != old.badge { badges.append(slot) }
      if now.isUnchanged(since: old) { continue }
      for tabBar in [record.tabBar, now.record.tabBar]
      where tabBar != .none && !changed.contains(tabBar) {
        changed.append(tabBar)
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
    for slot in badges where !isNew(state.pages[slot].tabBar) {
      let page = state.pages[slot]
      transaction.noteBadge(
        state.badge(ofPage: slot), of: page.id, in: state.id(ofTabBar: page.tabBar))
    }
    for (slot, record) in tabBars
    where !isNew(slot) && record.selected != state.tabBars[slot].selected {
      let page = state.tabBars[slot].selected
      let name = page == .none ? Symbol.none : state.pages[page].id
      transaction.note(.tabChanged, .tabBar(state.id(ofTabBar: slot)), name)
    }
  }

  private func noteRoot(_ start: LogPosition) {
    let main = state.window.main
    let old = state.windows.firstContents(since: start.windows).first?.record.main
    if let old, old != main, main != .none {
      transaction.note(
        .rootChanged, .coordinator(state.id(ofCoordinator: main)), state.coordinators[main].type)
    }
  }
}

/// A page at one point in the log.
private struct ShownPage {
  let record: PageRecord
  let badge: String?
  private let coordinator: CoordinatorID

  init(_ slot: Slot, in state: NavigationState) {
    record = state.pages[slot]
    badge = record.isVacant ? nil : state.badge(ofPage: slot)
    coordinator = record.isVacant ? .none : state.id(ofCoordinator: record.coordinator)
  }

  /// Returns whether the page at another point in the log is the same page.
  func isSame(as other: ShownPage) -> Bool {
    !record.isVacant && !other.record.isVacant && record.id == other.record.id
      && record.tabBar == other.record.tabBar && coordinator == other.coordinator
  }

  /// Returns whether the page is unchanged, apart from its badge.
  func isUnchanged(since other: ShownPage) -> Bool {
    var former = other.record
    former.badge = record.badge
    return isSame(as: other) && former == record
  }
}

extension NavigationState {
  /// Returns a screen's position for sorting from the bottom up: its layer, its index in the stack
  /// and its serial number.
  fileprivate func place(
    ofScreen slot: Slot
  ) -> (layer: UInt32, index: UInt32, serial: UInt32) {
    let record = screens[slot]
    var layer = record.layer
    if record.stack != .none {
      let owner = stacks[record.stack].owner
      layer = coordinators[owner].layer
      if coordinators[owner].stack != record.stack {
        // The stack is not the owner's own stack, so the search looks for the layer that shows it.
        // Cost: O(layers).
        layer = window.topLayer
        while layer != .none, layers[layer].content != .stack(record.stack) {
          layer = layers[layer].below
        }
      }
    } else if layer == .none {
      layer = coordinators[record.owner].layer
    }
    return (layer == .none ? 0 : layers[layer].index, record.index, record.serial)
  }
}
