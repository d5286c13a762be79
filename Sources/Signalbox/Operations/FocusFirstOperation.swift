/// The operation that returns to an item that is already shown, instead of showing it again.
enum FocusFirstOperation {
  /// Brings an item to the front: either the lowest item that shows a route, or the page whose id
  /// equals the name of the route.
  static let focusFirst = NavigationOperation(
    "focusFirst", on: .any, continues: true,
    "Finds the lowest item above the root that shows a route, and removes everything above that "
      + "item. On a tab coordinator, selects the page whose id was passed.",
    parameters: [
      OperationParameter("route", .route, "the item's route, or the page's id"),
      OperationParameter("args", .arguments, optional: true, "the arguments to compare"),
    ],
    options: OperationOption.common + [.equals],
    result: "the coordinator, if one was found"
  ) { call, transaction throws(NavigationError) in
    let caller = try transaction.startedCaller(of: call)
    if transaction.state.coordinators[caller].kind == .tabs {
      return try focusPage(call, of: caller, transaction)
    }
    try transaction.destinations.checkRoute(call, of: caller, as: "focusFirst")
    guard let item = FlowItems(transaction: transaction).firstItem(call, of: caller) else {
      throw NavigationError(
        .routeNotFound,
        "focusFirst: \(transaction.typeName(caller)) shows no "
          + "\"\(transaction.symbols[call.name])\" above its root",
        hint: "call route to navigate there")
    }
    let mark = transaction.state.mark
    try FlowItems(transaction: transaction).removeItems(after: item, of: caller)
    let value =
      item.coordinator == .none
      ? OutcomeValue.none : .coordinator(transaction.state.id(ofCoordinator: item.coordinator))
    return transaction.state.mark == mark ? .noop(.alreadyTop, value) : .done(value)
  }

  private static func focusPage(
    _ call: borrowing OperationCall, of caller: Slot, _ transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let state = transaction.state
    let tabBar = state.coordinators[caller].tabBar
    let page = state.page(call.name, of: tabBar)
    guard page != .none, FlowItems(transaction: transaction).isPage(page, givenAsIn: call) else {
      let known = state.pageList(of: tabBar).map { transaction.symbols[state.pages[$0].id] }
      let name = transaction.symbols[call.name]
      throw NavigationError(
        .routeNotFound, "focusFirst: \(transaction.typeName(caller)) has no page \"\(name)\"",
        hint: nameHint(for: name, in: known) ?? "it has no pages")
    }
    let value = OutcomeValue.coordinator(state.id(ofCoordinator: state.pages[page].coordinator))
    guard state.tabBars[tabBar].selected != page else {
      transaction.log.emit(
        .tabReselected, .tabBar(state.id(ofTabBar: tabBar)), name: call.name, text: "api")
      return .noop(.alreadySelected, value)
    }
    transaction.isHidden = transaction.layers.isBelowOthers(caller)
    try transaction.tabs.select(page, in: tabBar)
    return .done(value)
  }
}

/// An item that a coordinator shows above its root.
struct FlowItem {
  /// The number of entries up to and including this item, on the caller's stack or on the stack of
  /// the item's layer. The value is `.max` if the caller has no stack in the item's layer.
  var entries: UInt32
  /// The item's layer, or `.none` if the item is on the caller's stack.
  var layer = Slot.none
  /// The item's coordinator, or `.none` if the item is a screen.
  var coordinator = Slot.none
}

/// The items that a coordinator shows above its root, whether pushed or presented.
private struct FlowItems: TransactionPart {
  let transaction: Transaction

  func isPage(_ page: Slot, givenAsIn call: borrowing OperationCall) -> Bool {
    let place = state.coordinators[state.pages[page].coordinator].arguments
    let arguments = place == .none ? [:] : state.arguments[place].arguments ?? [:]
    return roots.matches((state.pages[page].id, arguments), call)
  }

  /// Returns the lowest item above the root that shows the call's route, or `nil` if there is none.
  /// Layers are considered to be above the stack. Cost: O(screens · height + layers).
  func firstItem(_ call: borrowing OperationCall, of caller: Slot) -> FlowItem? {
    let record = state.coordinators[caller]
    guard record.stack != .none else { return firstLayer(call, of: caller) }
    let floor = screens.floor(of: caller)
    var found: FlowItem?
    var screen = state.stacks[record.stack].top
    while screen != .none, case let entry = state.screens[screen], entry.index >= floor {
      if entry.owner == caller {
        if roots.matches(state.origin(ofScreen: screen), call) {
          found = FlowItem(entries: entry.index + 1)
        }
      } else if case let child = state.child(of: caller, towards: entry.owner), child != .none,
        found?.coordinator != child, roots.matches(state.origin(ofCoordinator: child), call)
      {
        found = FlowItem(entries: entry.index + 1, coordinator: child)
      }
      screen = entry.below
    }
    return found ?? firstLayer(call, of: caller)
  }

  private func firstLayer(_ call: borrowing OperationCall, of caller: Slot) -> FlowItem? {
    var layer = nextLayer(of: caller, above: state.coordinators[caller].layer)
    while layer != .none {
      let record = state.layers[layer]
      let item = FlowItem(
        entries: layers.ownStack(of: layer, presentedBy: caller) == .none ? .max : 1, layer: layer)
      if state.coordinators[record.owner].attachment == .modal(layer: layer) {
        if roots.matches(state.origin(ofCoordinator: record.owner), call) {
          return FlowItem(entries: .max, layer: layer, coordinator: record.owner)
        }
      } else if case .screen(let screen) = record.content {
        if roots.matches(state.origin(ofScreen: screen), call) { return item }
      } else if case .stack(let stack) = record.content, case let root = lowest(of: stack),
        root != .none
      {
        if roots.matches(state.origin(ofScreen: root), call) { return item }
        if let pushed = pushedItem(call, onto: layer, of: caller) { return pushed }
      }
      layer = nextLayer(of: caller, above: layer)
    }
    return nil
  }

  /// Returns the lowest item that shows the call's route on a layer's stack. Returns `nil` unless
  /// pushed and presented items form a single stack.
  private func pushedItem(
    _ call: borrowing OperationCall, onto layer: Slot, of caller: Slot
  ) -> FlowItem? {
    let stack = layers.ownStack(of: layer, presentedBy: caller)
    guard stack != .none, layers.hasUnifiedStack(caller) else { return nil }
    var found: FlowItem?
    var screen = state.stacks[stack].top
    while screen != .none, case let entry = state.screens[screen] {
      if roots.matches(state.origin(ofScreen: screen), call) {
        found = FlowItem(entries: entry.index + 1, layer: layer)
      }
      screen = entry.below
    }
    return found
  }

  private func lowest(of stack: Slot) -> Slot {
    var screen = state.stacks[stack].top
    while screen != .none, state.screens[screen].below != .none {
      screen = state.screens[screen].below
    }
    return screen
  }

  /// Returns the next higher layer that a coordinator has presented, or `.none` if there is none.
  private func nextLayer(of caller: Slot, above layer: Slot) -> Slot {
    var next = layer == .none ? Slot.none : state.layers[layer].above
    while next != .none, state.layers[next].presenter != caller { next = state.layers[next].above }
    return next
  }

  /// Removes the items of a coordinator that are above the given item, layers first.
  func removeItems(after item: FlowItem, of caller: Slot) throws(NavigationError) {
    let record = state.coordinators[caller]
    let next = nextLayer(of: caller, above: item.layer == .none ? record.layer : item.layer)
    if next != .none { layers.removeLayers(from: next, reason: .dismissed) }
    if case let stack = layers.ownStack(of: item.layer, presentedBy: caller), stack != .none,
      layers.hasUnifiedStack(caller), state.stacks[stack].count > item.entries
    {
      _ = screens.popDown(stack, to: item.entries)
    }
    guard item.layer == .none, record.stack != .none,
      state.stacks[record.stack].count > item.entries
    else { return }
    try roots.checkUncovered(caller, as: "focusFirst")
    transaction.isHidden = layers.isBelowOthers(caller)
    screens.cut(record.stack, to: item.entries)
  }
}
