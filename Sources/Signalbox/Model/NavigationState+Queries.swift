/// The derived functions of the model: pure, recomputed on every call. Guarded by bench: W1.
extension NavigationState {
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

  // MARK: - What is shown

  /// The screen that a layer shows, or none where a tab bar has no pages.
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

  /// What a coordinator puts where it is shown: its stack or its tab bar.
  func content(of coordinator: Slot) -> LayerContent? {
    guard coordinator != .none else { return nil }
    let record = coordinators[coordinator]
    if record.tabBar != .none { return .tabBar(record.tabBar) }
    return record.stack == .none ? nil : .stack(record.stack)
  }

  /// The screens that are visible, the topmost layer's first. Cost: O(layers down to the first
  /// covering one).
  @inline(__always)
  func forEachVisible(_ body: (Slot) -> Void) {
    forEachVisible(from: window.topLayer, body)
  }

  /// The screens that would be visible if a layer was the topmost one.
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

  /// The views around the pages that are shown, the innermost first. Cost: O(tabs in one another).
  @inline(__always)
  func forEachTabView(in content: LayerContent, _ body: (Slot) -> Void) {
    guard isTabs(content) else { return }
    for view in tabViews(in: content).reversed() { body(view) }
  }

  /// Whether tabs are in front of a layer, and no screen above them.
  @inline(__always)
  private func isTabs(_ content: LayerContent) -> Bool {
    switch content {
    case .screen: false
    case .stack(let stack): stacks[stack].top == .none && stacks[stack].rootTabBar != .none
    case .tabBar: true
    }
  }

  /// The outermost first.
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

  /// Whether a layer shows a view around pages. Cost: O(tabs in one another).
  @inline(__always)
  func showsTabView(_ layer: Slot) -> Bool {
    isTabs(layers[layer].content) && !tabViews(in: layers[layer].content).isEmpty
  }

  /// Whether a screen is the view around the pages of its coordinator.
  func isTabView(_ screen: Slot) -> Bool {
    let tabBar = coordinators[screens[screen].owner].tabBar
    return tabBar != .none && tabBars[tabBar].view == screen
  }

  /// The screen in front of everything, or none.
  var front: Slot {
    let top = window.topLayer
    return top == .none ? .none : leaf(ofLayer: top)
  }

  /// The stack that is active in a layer: its own or the selected page's.
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

  /// Whether a coordinator is another one or stands below it in the tree. Cost: O(height).
  func isWithin(_ coordinator: Slot, subtreeOf ancestor: Slot) -> Bool {
    var current = coordinator
    while current != .none {
      if current == ancestor { return true }
      current = coordinators[current].parent
    }
    return false
  }

  /// The child of `ancestor` through which `coordinator` hangs below it, or none.
  func child(of ancestor: Slot, towards coordinator: Slot) -> Slot {
    var current = coordinator
    while current != .none {
      let parent = coordinators[current].parent
      if parent == ancestor { return current }
      current = parent
    }
    return .none
  }

  /// The coordinator in front of all others below `main`: the one with the highest layer, else the top
  /// segment, else the selected page, else the root slot (docs/semantics/model.md#top-coordinator).
  /// Cost: O(layers × height).
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

  /// Whether screens that an outer coordinator shows above its root child cover a coordinator.
  /// Cost: O(height).
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

  /// Whether the topmost screen of a coordinator's stack is its own, so that it may push.
  func isTopSegment(_ coordinator: Slot) -> Bool {
    let record = coordinators[coordinator]
    guard record.stack != .none else { return true }
    let stack = stacks[record.stack]
    if stack.top == .none { return true }
    let owner = screens[stack.top].owner
    if owner == coordinator { return true }
    // A root child is what the outer coordinator stands on, not a push.
    return record.rootChild != .none && isWithin(owner, subtreeOf: record.rootChild)
  }

  /// The lowest layer above `coordinator`'s own that its subtree owns, or none.
  /// Cost: O(layers above × height).
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

  /// The page of a tab bar with that id, or none. Cost: O(pages).
  func page(_ id: Symbol, of tabBar: Slot) -> Slot {
    var page = tabBars[tabBar].firstPage
    while page != .none {
      if pages[page].id == id { return page }
      page = pages[page].next
    }
    return .none
  }

  /// The pages of a tab bar in order.
  func pageList(of tabBar: Slot) -> [Slot] {
    var list: [Slot] = []
    var page = tabBars[tabBar].firstPage
    while page != .none {
      list.append(page)
      page = pages[page].next
    }
    return list
  }

  /// The children of a coordinator, oldest first.
  func children(of coordinator: Slot) -> [Slot] {
    var list: [Slot] = []
    var child = coordinators[coordinator].firstChild
    while child != .none {
      list.append(child)
      child = coordinators[child].nextSibling
    }
    return list
  }
}
