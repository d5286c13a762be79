@testable import Signalbox

/// Checks the invariants of section 6 of the semantics on an engine at rest.
final class InvariantCheck {
  let engine: NavigationEngine
  private let state: NavigationState
  private var faults: [String] = []

  /// Returns the faults, each with the number of its invariant.
  static func faults(of engine: NavigationEngine) -> [String] {
    let check = InvariantCheck(engine)
    check.checkLayers()
    let reached = check.checkContents()
    check.checkCoordinators()
    check.checkCounts(reached)
    check.checkTabs()
    check.checkTop()
    return check.faults
  }

  private init(_ engine: NavigationEngine) {
    self.engine = engine
    state = engine.state
  }

  private func expect(_ isRight: Bool, _ fault: @autoclosure () -> String) {
    if !isRight { faults.append(fault()) }
  }

  private var isLaunched: Bool { state.window.main != .none }

  /// Returns all used slots of a table.
  private func living<Record>(_ table: borrowing Table<Record>) -> [Slot] {
    table.slots
  }

  private var layerSlots: [Slot] {
    var list: [Slot] = []
    var slot = state.window.topLayer
    while slot != .none {
      list.append(slot)
      slot = state.layers[slot].below
    }
    return list.reversed()
  }

  // MARK: - Layers (I1, I2)

  private func checkLayers() {
    let layers = layerSlots
    expect(
      layers.count == state.layers.count, "I2: \(state.layers.count) layers, chain \(layers.count)")
    expect(layers.first ?? .none == state.window.rootLayer, "I1: the root layer is not the lowest")
    expect(isLaunched == !layers.isEmpty, "I1: launched \(isLaunched) with \(layers.count) layers")
    for (index, slot) in layers.enumerated() {
      let record = state.layers[slot]
      expect(Int(record.index) == index, "I2: layer \(index) has index \(record.index)")
      expect(
        (record.style == .root) == (index == 0), "I1: layer \(index) has style \(record.style)")
      let above = index + 1 < layers.count ? layers[index + 1] : .none
      expect(record.above == above, "I2: the chain breaks above layer \(index)")
    }
  }

  // MARK: - Contents (I3, I4, I8, I16)

  private struct Reached {
    var screens: Set<Slot> = []
    var stacks: Set<Slot> = []
    var tabBars: Set<Slot> = []
    var pages: Set<Slot> = []
  }

  private func checkContents() -> Reached {
    var reached = Reached()
    for layer in layerSlots { visit(state.layers[layer].content, layer, &reached) }
    return reached
  }

  private func visit(_ content: LayerContent, _ layer: Slot, _ reached: inout Reached) {
    switch content {
    case .screen(let screen):
      expect(reached.screens.insert(screen).inserted, "I8: screen \(screen) stands twice")
      expect(state.screens[screen].layer == layer, "I3: a bare screen does not know its layer")
    case .stack(let stack):
      expect(reached.stacks.insert(stack).inserted, "I3: stack \(stack) is shown twice")
      visitStack(stack, layer, &reached)
    case .tabBar(let tabBar):
      expect(reached.tabBars.insert(tabBar).inserted, "I3: tab bar \(tabBar) is shown twice")
      let view = state.tabBars[tabBar].view
      if view != .none {
        expect(reached.screens.insert(view).inserted, "I8: view \(view) stands twice")
        expect(
          state.screens[view].owner == state.tabBars[tabBar].owner, "I3: a view is somebody else's")
      }
      for page in state.pageList(of: tabBar) {
        reached.pages.insert(page)
        if let content = state.content(of: state.pages[page].coordinator) {
          visit(content, layer, &reached)
        }
      }
    }
  }

  private func visitStack(_ stack: Slot, _ layer: Slot, _ reached: inout Reached) {
    let record = state.stacks[stack]
    var screens: [Slot] = []
    var slot = record.top
    while slot != .none {
      screens.append(slot)
      slot = state.screens[slot].below
    }
    screens.reverse()
    let bottom = record.rootTabBar == .none ? 0 : 1
    expect(screens.count + bottom == Int(record.count), "I3: stack \(stack) miscounts")
    let hasStarted = state.coordinators[record.owner].flags.contains(.started)
    expect(record.count >= 1 || !hasStarted, "I4: stack \(stack) is empty")
    for (index, screen) in screens.enumerated() {
      expect(reached.screens.insert(screen).inserted, "I8: screen \(screen) stands twice")
      expect(state.screens[screen].stack == stack, "I3: a screen does not know its stack")
      expect(
        Int(state.screens[screen].index) == index + bottom, "I3: screen \(screen) has a wrong index"
      )
    }
    if record.rootTabBar != .none { visit(.tabBar(record.rootTabBar), layer, &reached) }
    checkSegments(screens.map { state.screens[$0].owner })
  }

  /// The entries of each subtree are contiguous. Children are above their parents' own entries, and
  /// root children below them.
  private func checkSegments(_ owners: [Slot]) {
    for coordinator in Set(owners) {
      let within = owners.indices.filter { state.isWithin(owners[$0], subtreeOf: coordinator) }
      expect(within.count == within.last.map { $0 - within[0] + 1 }, "I16: a segment has gaps")
      for index in within where owners[index] != coordinator {
        let child = state.child(of: coordinator, towards: owners[index])
        let isRoot = state.coordinators[coordinator].rootChild == child
        let own = within.filter { owners[$0] == coordinator }
        let isOrdered = own.allSatisfy { isRoot ? $0 > index : $0 < index }
        expect(isOrdered, "I16: a child's screens lie among its parent's")
      }
    }
  }

  // MARK: - Coordinators (I4, I5, I6, I9)

  private func checkCoordinators() {
    var reached: Set<Slot> = []
    if isLaunched { visit(state.window.main, parent: .none, &reached) }
    for slot in living(state.coordinators) where !reached.contains(slot) {
      let record = state.coordinators[slot]
      expect(!record.flags.contains(.started), "I5: a started coordinator hangs nowhere")
      expect(record.parent == .none && record.firstChild == .none, "I5: a loose one has relatives")
    }
    for slot in living(state.screens) {
      expect(reached.contains(state.screens[slot].owner), "I6: a screen has no living owner")
    }
    for slot in layerSlots {
      expect(reached.contains(state.layers[slot].owner), "I6: a layer has no living owner")
    }
    for slot in reached { checkAttachment(slot) }
  }

  private func visit(_ slot: Slot, parent: Slot, _ reached: inout Set<Slot>) {
    guard reached.insert(slot).inserted else {
      faults.append("I5: coordinator \(slot) is reached twice")
      return
    }
    let record = state.coordinators[slot]
    expect(!record.isVacant, "I5: a finished coordinator is a child")
    let isLazyPage =
      if case .page(let page) = record.attachment {
        state.tabBars[state.pages[page].tabBar].selected != page && record.flags.isEmpty
      } else { false }
    expect(
      record.flags == .started || isLazyPage, "I5: coordinator \(slot) has flags \(record.flags)")
    expect(record.parent == parent, "I5: a child does not know its parent")
    let above = parent == .none ? 0 : state.coordinators[parent].depth + 1
    expect(record.depth == above, "I5: coordinator \(slot) has the depth \(record.depth)")
    expect(state.delegate(at: slot) != nil, "I6: coordinator \(slot) has no delegate")
    let children = state.children(of: slot)
    expect(children.last ?? .none == record.lastChild, "I5: the last child is another")
    for (index, child) in children.enumerated() {
      let previous = index > 0 ? children[index - 1] : .none
      expect(state.coordinators[child].previousSibling == previous, "I5: siblings disagree")
      visit(child, parent: slot, &reached)
    }
  }

  private func checkAttachment(_ slot: Slot) {
    let record = state.coordinators[slot]
    switch record.attachment {
    case .none:
      expect(record.parent != .none, "I6: a dependency has no parent")
      expect(record.stack == .none && record.tabBar == .none, "I6: a dependency shows something")
      return
    case .windowRoot: expect(slot == state.window.main, "I6: two window roots")
    case .modal(let layer):
      expect(
        state.layers.record(at: layer)?.owner == slot && record.layer == layer,
        "I6: a modal coordinator's layer is not its own")
    case .pushed(let stack):
      expect(
        state.stacks.record(at: stack) != nil && record.stack == stack,
        "I6: a pushed coordinator has no stack")
    case .page(let page):
      expect(state.pages.record(at: page)?.coordinator == slot, "I6: a page is another's")
    case .rootSlot(let host):
      expect(host == record.parent, "I6: a root child's host is not its parent")
      expect(state.coordinators[host].rootChild == slot, "I6: a host does not know its root child")
    }
    guard record.flags.contains(.started) else { return }
    if record.kind == .tabs {
      expect(record.tabBar != .none && record.base == .none, "I6: tabs with a base or no tab bar")
      return
    }
    expect(record.base != .none || record.rootChild != .none, "I4: coordinator \(slot) is empty")
    checkBase(slot, record)
  }

  private func checkBase(_ slot: Slot, _ record: CoordinatorRecord) {
    var lowest = Slot.none
    var screen = state.stacks[record.stack].top
    while screen != .none {
      if state.screens[screen].owner == slot { lowest = screen }
      screen = state.screens[screen].below
    }
    expect(lowest == record.base, "I4: the base of coordinator \(slot) is not its lowest screen")
  }

  // MARK: - Tabs, top and counts (I7, I15, I20)

  private func checkTabs() {
    for slot in living(state.tabBars) {
      let pages = state.pageList(of: slot)
      let record = state.tabBars[slot]
      let isSelected = pages.contains(record.selected)
      expect(isSelected == !pages.isEmpty, "I7: the selected page is not there")
      expect(pages.last ?? .none == record.lastPage, "I7: the last page is another")
      expect(
        Set(pages.map { state.pages[$0].id }).count == pages.count, "I7: two pages have one id")
      let children = state.children(of: record.owner)
      let coordinators = pages.map { state.pages[$0].coordinator }
      expect(
        children.starts(with: coordinators), "I7: page coordinators are not the first children")
    }
  }

  private func checkTop() {
    guard isLaunched else { return }
    let top = state.topCoordinator(from: state.window.main)
    expect(state.coordinators[top].flags.contains(.started), "I15: the top has not started")
    expect(state.topCoordinator(from: top) == top, "I15: a child of the top is further up")
  }

  private func checkCounts(_ reached: Reached) {
    expect(reached.screens.count == state.screens.count, "I20: screens leak")
    expect(reached.stacks.count == state.stacks.count, "I20: stacks leak")
    expect(reached.tabBars.count == state.tabBars.count, "I20: tab bars leak")
    expect(reached.pages.count == state.pages.count, "I20: pages leak")
    let arguments =
      living(state.screens).map { state.screens[$0].arguments }
      + living(state.coordinators).map { state.coordinators[$0].arguments }
      + living(state.coordinators).map { state.coordinators[$0].setup }
      + living(state.coordinators).map { state.coordinators[$0].initialRoot }
      + living(state.pages).map { state.pages[$0].badge }
      + living(state.layers).map { state.layers[$0].details }
    let kept = arguments.filter { $0 != .none }
    expect(Set(kept).count == kept.count, "I20: arguments are shared")
    expect(kept.count == state.arguments.count, "I20: arguments leak")
    let callbacks =
      living(state.screens).map { state.screens[$0].callbacks }
      + living(state.layers).map { state.layers[$0].callbacks }
      + living(state.coordinators).map { state.coordinators[$0].callbacks }
    let held = callbacks.filter { $0 != .none }
    expect(Set(held).count == held.count, "I20: callbacks are shared")
    expect(held.count == state.callbacks.count, "I20: callbacks leak")
  }
}
