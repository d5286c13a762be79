/// The complete navigation state, stored as plain records in tables, without behavior.
///
/// Only the engine's transaction writes to the state. Reading does not allocate memory, except for
/// lists and decoded values. Benchmark: `W1`.
final class NavigationState {
  @exclusivity(unchecked) var screens = Table<ScreenRecord>()
  @exclusivity(unchecked) var arguments = Table<ArgumentsRecord>()
  @exclusivity(unchecked) var stacks = Table<StackRecord>()
  @exclusivity(unchecked) var layers = Table<LayerRecord>()
  @exclusivity(unchecked) var tabBars = Table<TabBarRecord>()
  @exclusivity(unchecked) var pages = Table<PageRecord>()
  @exclusivity(unchecked) var coordinators = Table<CoordinatorRecord>()
  @exclusivity(unchecked) var windows = Table<WindowRecord>()
  @exclusivity(unchecked) var callbacks = Table<CallbackRecord>()
  /// The counters for serial numbers. A rollback does not restore the counters, so numbers are
  /// reused only after saved contents have been restored.
  @exclusivity(unchecked) var serials = SerialCounters()
  /// The numbers of the saved contents to which the log leads back, oldest first. The list is
  /// cleared when the log changes in any way other than by appending or rolling back.
  @exclusivity(unchecked) private var lineage: ContiguousArray<Int> = []
  private var lastContents = 0
  /// A closure that is called before the log stops leading back to the saved contents whose numbers
  /// are greater than the given number.
  var willLeave: ((_ number: Int) -> Void)?
  /// The copy of the callbacks that saved contents share, or `nil` if there are no such contents.
  private weak var keptCallbacks: KeptCallbacks?
  /// The mark whose contents are visible inside ``asOf(_:_:)``, or `nil` outside.
  @exclusivity(unchecked) private(set) var rewound: LogPosition?

  init() { begin() }

  private func begin() {
    _ = windows.insert(WindowRecord())
    each(.forgetBefore, from: mark)
  }

  /// Returns a copy that shares no storage with the state and has no callbacks. Cost: O(size of the
  /// state + size of its log).
  func copy() -> NavigationState { inPresent { copy(keepsUndone: false) } }

  private func copy(keepsUndone: Bool) -> NavigationState {
    let copy = NavigationState()
    copy.copyTables(of: self, keepsUndone: keepsUndone)
    return copy
  }

  private func copyTables(of other: NavigationState, keepsUndone: Bool) {
    screens.copy(other.screens, keepsUndone: keepsUndone)
    arguments.copy(other.arguments, keepsUndone: keepsUndone)
    stacks.copy(other.stacks, keepsUndone: keepsUndone)
    layers.copy(other.layers, keepsUndone: keepsUndone)
    tabBars.copy(other.tabBars, keepsUndone: keepsUndone)
    pages.copy(other.pages, keepsUndone: keepsUndone)
    coordinators.copy(other.coordinators, keepsUndone: keepsUndone)
    windows.copy(other.windows, keepsUndone: keepsUndone)
  }

  /// Returns the current contents, for ``restore(_:)``. Before the log stops leading back to them,
  /// ``willLeave`` is called, and the caller must call ``keep(_:)``. Cost: O(1), or O(callbacks) if
  /// the callbacks have changed since the previous call.
  func save() -> SavedState {
    lastContents += 1
    lineage.append(lastContents)
    let kept = KeptCallbacks.copy(of: callbacks, orSame: keptCallbacks)
    keptCallbacks = kept
    return SavedState(number: lastContents, mark: mark, serials: serials, callbacks: kept)
  }

  /// Copies saved contents that the log leads back to. Cost: O(size of the state + size of its
  /// log).
  func keep(_ saved: inout SavedState) {
    guard saved.copy == nil, let place = lineage.lastIndex(of: saved.number) else { return }
    let copy = copy(keepsUndone: true)
    copy.rollBack(to: saved.mark)
    (saved.copy, saved.lineage) = (copy, ContiguousArray(lineage[...place]))
  }

  /// Restores saved contents.
  ///
  /// - Returns: `true` if the changes since the contents were saved could be rolled back, at a cost
  ///   of O(number of these changes). `false` if the log has been rewritten in the meantime, so that the
  ///   contents were copied, at a cost of O(size of the state + size of its log).
  func restore(_ saved: SavedState) -> Bool {
    let place = lineage.lastIndex(of: saved.number)
    if let place {
      if place + 1 < lineage.count {
        willLeave?(saved.number)
        lineage.removeSubrange((place + 1)...)
      }
      each(.rollBack, from: saved.mark)
    } else if let copy = saved.copy {
      leaveLineage()
      copyTables(of: copy, keepsUndone: true)
      lineage = saved.lineage
    }
    saved.callbacks.restore(&callbacks)
    keptCallbacks = saved.callbacks
    serials = saved.serials
    return place != nil
  }

  /// Announces that the log will no longer lead back to any saved contents.
  func leaveLineage() {
    guard !lineage.isEmpty else { return }
    willLeave?(0)
    lineage.removeAll()
  }

  /// The maximum depth of nested coordinators (decision 0080).
  static let maxTreeDepth = 500

  @inline(__always)
  var window: WindowRecord { windows[0] }

  // MARK: - History

  /// The current end of the log.
  var mark: LogPosition {
    LogPosition(
      screens: screens.mark, arguments: arguments.mark, stacks: stacks.mark, layers: layers.mark,
      tabBars: tabBars.mark, pages: pages.mark, coordinators: coordinators.mark,
      windows: windows.mark, callbacks: callbacks.mark)
  }

  /// The current end of the log of undone changes.
  var undoneEnd: LogPosition {
    LogPosition(
      screens: screens.undoneEnd, arguments: arguments.undoneEnd, stacks: stacks.undoneEnd,
      layers: layers.undoneEnd, tabBars: tabBars.undoneEnd, pages: pages.undoneEnd,
      coordinators: coordinators.undoneEnd, windows: windows.undoneEnd,
      callbacks: callbacks.undoneEnd)
  }

  /// The number of changes that can be rolled back.
  var changeCount: Int {
    screens.changeCount + arguments.changeCount + stacks.changeCount + layers.changeCount
      + tabBars.changeCount + pages.changeCount + coordinators.changeCount + windows.changeCount
      + callbacks.changeCount
  }

  /// Performs one kind of work on the changes of every table between two marks.
  private func each(
    _ work: TableWork, from mark: LogPosition = .init(), to end: LogPosition = .init()
  ) {
    if work.rewritesLog { leaveLineage() }
    screens.perform(work, from: mark.screens, to: end.screens)
    arguments.perform(work, from: mark.arguments, to: end.arguments)
    stacks.perform(work, from: mark.stacks, to: end.stacks)
    layers.perform(work, from: mark.layers, to: end.layers)
    tabBars.perform(work, from: mark.tabBars, to: end.tabBars)
    pages.perform(work, from: mark.pages, to: end.pages)
    coordinators.perform(work, from: mark.coordinators, to: end.coordinators)
    windows.perform(work, from: mark.windows, to: end.windows)
    callbacks.perform(work, from: mark.callbacks, to: end.callbacks)
  }

  /// Rolls back and removes all changes after a mark. Cost: O(changes after the mark).
  func rollBack(to mark: LogPosition) { each(.rollBack, from: mark) }

  /// Reverts the changes between two marks with new changes. The new changes are logged, so that
  /// they can also be reverted. Cost: O(changes).
  func revert(from mark: LogPosition, to end: LogPosition) { each(.revert, from: mark, to: end) }

  /// Stores the changes between two marks as undone. Cost: O(changes).
  func keepUndone(from mark: LogPosition, to end: LogPosition) {
    each(.keepUndone, from: mark, to: end)
  }

  /// Redoes the undone changes between two marks. Cost: O(changes).
  func redo(from mark: LogPosition, to end: LogPosition) { each(.redo, from: mark, to: end) }

  /// Removes the undone changes after a mark.
  func forgetUndone(after mark: LogPosition) { each(.forgetUndone, from: mark) }

  /// Removes the changes after a mark from the log. The contents of the tables do not change.
  func forgetChanges(after mark: LogPosition) { each(.forgetAfter, from: mark) }

  /// Removes the changes before a mark from the log.
  func forgetChanges(before mark: LogPosition) { each(.forgetBefore, from: mark) }

  /// Removes all changes from the log.
  func forgetChanges() { each(.forgetBefore, from: mark) }

  /// Releases unused capacity of the logs.
  func shrinkChanges() { each(.shrink) }

  /// Runs a closure while the state is rewound to a mark in the log, and then restores the current
  /// state. Cost: O(changes after the mark).
  func asOf<Result>(_ mark: LogPosition, _ read: () -> Result) -> Result {
    rewind(to: mark)
    defer { restore(from: mark) }
    return read()
  }

  /// Runs a closure on the current contents, even inside ``asOf(_:_:)``. In that case, the closure
  /// must not write, and the cost is O(changes after the mark).
  func inPresent<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let mark = rewound else { return try body() }
    restore(from: mark)
    defer { rewind(to: mark) }
    return try body()
  }

  private func rewind(to mark: LogPosition) {
    rewound = mark
    each(.rewind, from: mark)
  }

  private func restore(from mark: LogPosition) {
    rewound = nil
    each(.restore, from: mark)
  }

  /// The number of screens, stacks, layers, tab bars, pages and coordinators.
  var size: Int {
    screens.count + stacks.count + layers.count + tabBars.count + pages.count + coordinators.count
  }

  // MARK: - Mirroring

  /// Removes all contents and logs the removal. The next coordinators, screens and layers
  /// are inserted into the given slots, in the given order.
  func clear(coordinators: [Slot], screens: [Slot], layers: [Slot]) {
    self.coordinators.clear(next: coordinators)
    self.screens.clear(next: screens)
    self.layers.clear(next: layers)
    stacks.clear()
    tabBars.clear()
    pages.clear()
    arguments.clear()
    callbacks.clear()
    windows.update(0) { $0 = WindowRecord() }
  }

  /// Sets the serial number of each coordinator, screen and layer to the number of its slot.
  func numberBySlot() {
    for slot in coordinators.slots {
      var record = coordinators[slot]
      record.serial = slot
      coordinators.settle(record, at: slot)
    }
    for slot in screens.slots {
      var record = screens[slot]
      record.serial = slot
      screens.settle(record, at: slot)
    }
    for slot in layers.slots {
      var record = layers[slot]
      record.serial = slot
      layers.settle(record, at: slot)
    }
  }

  // MARK: - Identifiers

  @inline(__always)
  func slot(of id: CoordinatorID) -> Slot? {
    guard let record = coordinators.record(at: id.slot), record.serial == id.serial else {
      return nil
    }
    return id.slot
  }

  @inline(__always)
  func slot(of id: ScreenID) -> Slot? {
    guard let record = screens.record(at: id.slot), record.serial == id.serial else { return nil }
    return id.slot
  }

  func slot(of id: LayerID) -> Slot? {
    guard let record = layers.record(at: id.slot), record.serial == id.serial else { return nil }
    return id.slot
  }

  @inline(__always)
  func id(ofCoordinator slot: Slot) -> CoordinatorID {
    CoordinatorID(slot: slot, serial: slot == .none ? 0 : coordinators[slot].serial)
  }

  @inline(__always)
  func id(ofScreen slot: Slot) -> ScreenID {
    ScreenID(slot: slot, serial: screens[slot].serial)
  }

  func id(ofLayer slot: Slot) -> LayerID {
    LayerID(slot: slot, serial: layers[slot].serial)
  }

  func id(ofStack slot: Slot) -> StackID {
    StackID(slot: slot, serial: stacks[slot].serial)
  }

  func id(ofTabBar slot: Slot) -> TabBarID {
    TabBarID(slot: slot, serial: tabBars[slot].serial)
  }

  // MARK: - The visible state

  /// Returns the screen that a layer shows, or `.none`, for example for a tab bar without pages.
  @inline(__always)
  func leaf(ofLayer slot: Slot) -> Slot {
    leaf(of: layers[slot].content)
  }

  func leaf(of content: LayerContent) -> Slot {
    switch content {
    case .screen(let screen): return screen
    case .stack(let stack):
      let record = stacks[stack]
      if record.top != .none { return record.top }
      return record.rootTabBar == .none ? .none : leaf(of: .tabBar(record.rootTabBar))
    case .tabBar(let tabBar):
      let page = tabBars[tabBar].selected
      guard page != .none, let content = self.content(of: pages[page].coordinator) else {
        return .none
      }
      return leaf(of: content)
    }
  }

  /// Returns a coordinator's content: its tab bar, otherwise its stack, or `nil` if it has neither.
  func content(of coordinator: Slot) -> LayerContent? {
    guard coordinator != .none else { return nil }
    let record = coordinators[coordinator]
    if record.tabBar != .none { return .tabBar(record.tabBar) }
    return record.stack == .none ? nil : .stack(record.stack)
  }

  /// Visits the visible screens, starting with the screens of the topmost layer. Cost: O(layers +
  /// nested tabs) for the layers down to the first covering layer.
  @inline(__always)
  func forEachVisible(_ body: (Slot) -> Void) {
    forEachVisible(from: window.topLayer, body)
  }

  /// Visits the screens that would be visible if the given layer were the topmost layer.
  @inline(__always)
  func forEachVisible(from top: Slot, _ body: (Slot) -> Void) {
    var layer = top
    while layer != .none {
      let screen = leaf(ofLayer: layer)
      if screen != .none { body(screen) }
      forEachTabView(in: layers[layer].content, body)
      if layers[layer].isCovering { return }
      layer = layers[layer].below
    }
  }

  /// Visits the visible tab views of a layer, innermost first. Cost: O(nested tabs).
  @inline(__always)
  func forEachTabView(in content: LayerContent, _ body: (Slot) -> Void) {
    guard isTabs(content) else { return }
    for view in tabViews(in: content).reversed() { body(view) }
  }

  /// Returns whether the front content of a layer is a tab bar without a screen above it.
  @inline(__always)
  private func isTabs(_ content: LayerContent) -> Bool {
    switch content {
    case .screen: false
    case .stack(let stack): stacks[stack].top == .none && stacks[stack].rootTabBar != .none
    case .tabBar: true
    }
  }

  /// Returns the visible tab views of a layer, outermost first.
  private func tabViews(in content: LayerContent) -> [Slot] {
    var (views, content) = ([Slot](), content)
    while true {
      var tabBar = Slot.none
      switch content {
      case .screen: break
      case .stack(let stack) where stacks[stack].top == .none: tabBar = stacks[stack].rootTabBar
      case .stack: break
      case .tabBar(let slot): tabBar = slot
      }
      guard tabBar != .none else { return views }
      let record = tabBars[tabBar]
      if record.view != .none { views.append(record.view) }
      guard record.selected != .none,
        let inner = self.content(of: pages[record.selected].coordinator)
      else { return views }
      content = inner
    }
  }

  /// Returns whether a layer shows a tab view. Cost: O(nested tabs).
  @inline(__always)
  func showsTabView(_ layer: Slot) -> Bool {
    isTabs(layers[layer].content) && !tabViews(in: layers[layer].content).isEmpty
  }

  /// Returns whether a screen is the tab view of its coordinator.
  func isTabView(_ screen: Slot) -> Bool {
    let tabBar = coordinators[screens[screen].owner].tabBar
    return tabBar != .none && tabBars[tabBar].view == screen
  }

  /// The frontmost screen, or `.none` if there is none.
  var front: Slot {
    let top = window.topLayer
    return top == .none ? .none : leaf(ofLayer: top)
  }

  /// Returns a layer's active stack: the innermost visible stack, or `.none` if there is none.
  func activeStack(of content: LayerContent) -> Slot {
    switch content {
    case .screen: return .none
    case .stack(let stack):
      let record = stacks[stack]
      if record.top == .none, record.rootTabBar != .none {
        let inner = activeStack(of: .tabBar(record.rootTabBar))
        return inner == .none ? stack : inner
      }
      return stack
    case .tabBar(let tabBar):
      let page = tabBars[tabBar].selected
      guard page != .none, let content = self.content(of: pages[page].coordinator) else {
        return .none
      }
      return activeStack(of: content)
    }
  }

  // MARK: - The coordinator tree

  /// Returns whether a coordinator is the given ancestor or belongs to the ancestor's subtree.
  /// Cost: O(height).
  func isWithin(_ coordinator: Slot, subtreeOf ancestor: Slot) -> Bool {
    var current = coordinator
    while current != .none {
      if current == ancestor { return true }
      current = coordinators[current].parent
    }
    return false
  }

  /// Returns the child of `ancestor` that is or contains `coordinator`, or `.none`.
  func child(of ancestor: Slot, towards coordinator: Slot) -> Slot {
    var current = coordinator
    while current != .none {
      let parent = coordinators[current].parent
      if parent == ancestor { return current }
      current = parent
    }
    return .none
  }

  /// Returns the frontmost coordinator in the subtree of `main`. Each step selects the child whose
  /// subtree owns the highest layer, otherwise the child of the top segment, the selected page or
  /// the root slot (docs/semantics/model.md#top-coordinator). Cost: O(layers · height²).
  func topCoordinator(from main: Slot) -> Slot {
    var current = main
    while true {
      let next = candidate(below: current)
      if next == .none { return current }
      current = next
    }
  }

  private func candidate(below current: Slot) -> Slot {
    let record = coordinators[current]
    var layer = window.topLayer
    while layer != .none, layer != record.layer {
      let child = child(of: current, towards: layers[layer].owner)
      if child != .none { return child }
      layer = layers[layer].below
    }
    if record.kind == .navigation, record.stack != .none {
      let top = stacks[record.stack].top
      if top != .none, screens[top].owner != current {
        let child = child(of: current, towards: screens[top].owner)
        if child != .none { return child }
      }
    }
    if record.tabBar != .none, tabBars[record.tabBar].selected != .none {
      return pages[tabBars[record.tabBar].selected].coordinator
    }
    return record.rootChild
  }

  /// Returns whether a coordinator is covered by screens that an ancestor shows above its root
  /// child. Cost: O(height).
  func isUnderOuterScreens(_ coordinator: Slot) -> Bool {
    let layer = coordinators[coordinator].layer
    var current = coordinator
    while current != .none, coordinators[current].layer == layer {
      if case .rootSlot(let host) = coordinators[current].attachment,
        coordinators[host].base != .none
      {
        return true
      }
      current = coordinators[current].parent
    }
    return false
  }

  /// Returns whether a coordinator can push: it has no stack, the stack has no screens, or the
  /// topmost screen belongs to the coordinator or to the subtree of its root child.
  func isTopSegment(_ coordinator: Slot) -> Bool {
    let record = coordinators[coordinator]
    guard record.stack != .none else { return true }
    let stack = stacks[record.stack]
    if stack.top == .none { return true }
    let owner = screens[stack.top].owner
    if owner == coordinator { return true }
    // A root child is the base of its parent, not a pushed coordinator.
    return record.rootChild != .none && isWithin(owner, subtreeOf: record.rootChild)
  }

  /// Returns the lowest layer that is above the coordinator's layer and is owned by the
  /// coordinator's subtree, or `.none` if there is none. Cost: O(layers above · height).
  func lowestLayer(ownedBySubtreeOf coordinator: Slot) -> Slot {
    let host = coordinators[coordinator].layer
    guard host != .none else { return .none }
    var layer = layers[host].above
    while layer != .none {
      if isWithin(layers[layer].owner, subtreeOf: coordinator) { return layer }
      layer = layers[layer].above
    }
    return .none
  }

  /// Returns the page with the given id in a tab bar, or `.none` if there is none. Cost: O(pages).
  func page(_ id: Symbol, of tabBar: Slot) -> Slot {
    var page = tabBars[tabBar].firstPage
    while page != .none {
      if pages[page].id == id { return page }
      page = pages[page].next
    }
    return .none
  }

  /// Returns a tab bar's pages, in the order of their tabs.
  func pageList(of tabBar: Slot) -> [Slot] {
    var list: [Slot] = []
    var page = tabBars[tabBar].firstPage
    while page != .none {
      list.append(page)
      page = pages[page].next
    }
    return list
  }

  /// Returns a coordinator's children, oldest first.
  func children(of coordinator: Slot) -> [Slot] {
    var list: [Slot] = []
    var child = coordinators[coordinator].firstChild
    while child != .none {
      list.append(child)
      child = coordinators[child].nextSibling
    }
    return list
  }

  // MARK: - Routes of screens and coordinators

  /// A route and its arguments.
  typealias Origin = (route: Symbol, arguments: NavigationArguments)

  /// Returns a screen's route. For a screen that was created without a route, the result has the
  /// screen's name and arguments.
  func origin(ofScreen slot: Slot) -> Origin {
    let record = screens[slot]
    guard record.arguments != .none else { return (record.name, [:]) }
    let kept = arguments[record.arguments]
    if let origin = kept.origin { return (origin.route, origin.arguments) }
    return (record.name, kept.arguments ?? [:])
  }

  /// Returns the route that created a coordinator, if any.
  func origin(ofCoordinator slot: Slot) -> Origin? {
    let place = coordinators[slot].arguments
    guard place != .none, let origin = arguments[place].origin else { return nil }
    return (origin.route, origin.arguments)
  }

  /// Returns the route at a coordinator's root, or `nil` if there is none. Before the coordinator
  /// has started, this is the route that was set as the root.
  func root(of coordinator: Slot) -> Origin? {
    let record = coordinators[coordinator]
    if record.initialRoot != .none {
      return arguments[record.initialRoot].origin.map { ($0.route, $0.arguments) }
    }
    if record.rootChild != .none { return origin(ofCoordinator: record.rootChild) }
    return record.base == .none ? nil : origin(ofScreen: record.base)
  }

  /// Returns the coordinator that acts on behalf of the given coordinator. For a tab coordinator,
  /// this is the coordinator of the selected page, or `.none` if there are no pages. Otherwise, it
  /// is the root child or, if there is none, the given coordinator itself.
  func child(standingInFor coordinator: Slot) -> Slot {
    let record = coordinators[coordinator]
    if record.kind == .tabs {
      guard record.tabBar != .none, tabBars[record.tabBar].selected != .none else { return .none }
      return pages[tabBars[record.tabBar].selected].coordinator
    }
    return record.rootChild == .none ? coordinator : record.rootChild
  }

  /// Returns the text fields of an alert.
  func fields(ofLayer layer: Slot) -> [AlertField] {
    let place = layers[layer].details
    guard place != .none, let fields = arguments[place].arguments?["fields"] else { return [] }
    return (try? fields.decoded()) ?? []
  }

  /// Returns a page's badge, or `nil` if the page has no badge.
  func badge(ofPage page: Slot) -> String? {
    let place = pages[page].badge
    guard place != .none, case .string(let text) = arguments[place].arguments?["badge"] else {
      return nil
    }
    return text
  }
}
