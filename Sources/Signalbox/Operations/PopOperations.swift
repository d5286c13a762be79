/// The operations that remove screens from the top of a stack.
enum PopOperations {
  /// Removes screens from the top of the caller's stack.
  static let pop = NavigationOperation(
    "pop", on: .navigation,
    "Removes screens from the top of the stack, but never the root.",
    parameters: [
      OperationParameter(
        "count", .count, optional: true,
        "the number of screens, at least 1; if fewer are above the root, removes them all")
    ],
    options: OperationOption.common,
    result: "the name of the removed screen, or the names from the top down"
  ) { call, transaction throws(NavigationError) in
    let caller = try transaction.caller(of: call)
    if call.hasExtras, case .screen(let screen) = call.subject {
      return try transaction.screens.pop(screen, of: caller, call)
    }
    guard call.count >= 1 else {
      throw NavigationError(.badArgument, "pop: count is \(call.count), expected 1 or more")
    }
    return try transaction.screens.popScreens(upTo: call.count, of: caller, as: "pop")
  }

  /// Removes screens until the screen at the given index is on top.
  static let popTo = NavigationOperation(
    "popTo", on: .navigation,
    "Removes screens until the screen at an index is on top. Index 0 is the first screen above the "
      + "root, and -1 is the root itself.",
    parameters: [OperationParameter("index", .count, "-1 or more")],
    options: OperationOption.common,
    result: "the name of the removed screen, or the names from the top down"
  ) { call, transaction throws(NavigationError) in
    let caller = try transaction.caller(of: call)
    let record = transaction.state.coordinators[caller]
    guard record.kind == .navigation else {
      throw transaction.wrongKind("popTo", caller, "call popTo on the router of a page")
    }
    guard record.base != .none || record.rootChild != .none else { return .noop(.emptyStack) }
    let above = Int(
      transaction.state.stacks[record.stack].count - transaction.screens.floor(of: caller))
    guard call.count >= -1, call.count < max(above, 0) else {
      throw NavigationError(
        .badArgument, "popTo: index is \(call.count), expected -1 to \(above - 1)",
        hint: "0 is the first screen above the root")
    }
    let removable = above - call.count - 1
    guard removable > 0 else { return .noop(above == 0 ? .atRoot : .alreadyTop) }
    return try transaction.screens.popScreens(upTo: removable, of: caller, as: "popTo")
  }

  /// Removes the item that the caller added last, whether pushed or presented.
  static let popLast = NavigationOperation(
    "popLast", on: .any,
    "Removes the caller's most recent item: its topmost screen, pushed coordinator or layer.",
    options: OperationOption.common,
    result: "the name of the removed screen, or the names from the top down"
  ) { call, transaction throws(NavigationError) in
    let caller = try transaction.startedCaller(of: call)
    let state = transaction.state
    let entry = lastEntry(of: caller, transaction)
    let layer = transaction.layers.lastLayer(presentedBy: caller)
    if layer != .none,
      entry == .none || state.screens[entry].serial <= state.layers[layer].lastScreenBefore
    {
      let stack = transaction.layers.ownStack(of: layer, presentedBy: caller)
      if stack != .none, case let count = state.stacks[stack].count, count > 1,
        transaction.layers.hasUnifiedStack(caller)
      {
        return transaction.screens.popDown(stack, to: count - 1)
      }
      transaction.reason = .dismissed
      transaction.layers.removeLayers(from: layer, reason: .dismissed)
      return .done()
    }
    guard entry != .none else { return .noop(.emptyStack) }
    let stack = state.stacks[state.coordinators[caller].stack]
    let count = Int(stack.count - state.screens[entry].index)
    return try transaction.screens.popScreens(upTo: count, of: caller, as: "popLast")
  }

  /// Returns the lowest screen of the topmost item above the caller's base or root child, or
  /// `.none` if there is no such item. A pushed coordinator counts as one item.
  private static func lastEntry(of caller: Slot, _ transaction: Transaction) -> Slot {
    let state = transaction.state
    let record = state.coordinators[caller]
    guard record.kind == .navigation, record.base != .none || record.rootChild != .none,
      state.stacks[record.stack].count > transaction.screens.floor(of: caller)
    else { return .none }
    var screen = state.stacks[record.stack].top
    let owner = state.screens[screen].owner
    if owner == caller { return screen }
    let child = state.child(of: caller, towards: owner)
    guard child != .none else { return screen }
    while case let below = state.screens[screen].below, below != .none,
      state.isWithin(state.screens[below].owner, subtreeOf: child)
    {
      screen = below
    }
    return screen
  }

  /// Removes every screen above the root of the caller's flow.
  static let popToRoot = NavigationOperation(
    "popToRoot", on: .any,
    "Removes every screen above the root. A call on a tab coordinator itself uses the root of the "
      + "selected page; calls on its router and in its chains are rejected.",
    options: OperationOption.common + [.dismissModals],
    result: "the name of the removed screen, or the names from the top down"
  ) { call, transaction throws(NavigationError) in
    let state = transaction.state
    var target = try transaction.caller(of: call)
    if call.link != nil, state.coordinators[target].kind == .tabs {
      throw transaction.wrongKind(
        "popToRoot", target, "call focusFirst for a page, then continue with its result")
    }
    while case let tabBar = state.coordinators[target].tabBar, tabBar != .none,
      case let page = state.tabBars[tabBar].selected, page != .none
    {
      target = state.pages[page].coordinator
    }
    var dismissed = false
    if transaction.layers.dismissesModals(call.options.switches, of: target) {
      let lowest = state.lowestLayer(ownedBySubtreeOf: target)
      if lowest != .none {
        transaction.layers.removeLayers(from: lowest, reason: .dismissed, subtree: target)
        dismissed = true
      }
    }
    let outcome = try transaction.screens.popScreens(upTo: .max, of: target, as: "popToRoot")
    return dismissed && outcome.status == .noop ? .done() : outcome
  }

  /// Removes screens until the given screen is on top.
  static let popToView = NavigationOperation(
    "popToView", on: .navigation,
    "Removes screens until one of the caller's own screens is on top.",
    parameters: [
      OperationParameter(
        "view", .screen,
        "a screen's name or handle, or a function that tests screens")
    ],
    options: OperationOption.common + [.args, .which],
    result: "whether the screen is now on top"
  ) { call, transaction throws(NavigationError) in
    let caller = try transaction.caller(of: call)
    let state = transaction.state
    let record = state.coordinators[caller]
    guard record.kind == .navigation else {
      throw transaction.wrongKind("popToView", caller, "call popToView on the router of a page")
    }
    guard record.base != .none, let target = find(call, in: caller, transaction) else {
      return .rejected(notFound(call, caller, transaction), .boolean(false))
    }
    let index = state.screens[target].index
    guard state.stacks[record.stack].count > index + 1 else {
      return .noop(.alreadyTop, .boolean(true))
    }
    try transaction.roots.checkUncovered(caller, as: "popToView")
    transaction.isHidden = transaction.layers.isBelowOthers(caller)
    transaction.screens.cut(record.stack, to: index + 1)
    return .done(.boolean(true))
  }

  /// Searches the caller's segment from the top down for the screen that a call specifies. Cost:
  /// O(visited screens).
  private static func find(
    _ call: borrowing OperationCall, in caller: Slot, _ transaction: Transaction
  ) -> Slot? {
    let state = transaction.state
    let base = state.coordinators[caller].base
    let takesFirst = call.options.switches.contains(.firstMatch)
    var found: Slot?
    var screen = state.stacks[state.coordinators[caller].stack].top
    let isNamed = !call.hasExtras && !call.options.hasExtras
    while screen != .none {
      let record = state.screens[screen]
      if record.owner == caller,
        isNamed ? record.name == call.name : matches(screen, call, transaction)
      {
        found = screen
        if !takesFirst { break }
      }
      if screen == base { break }
      screen = record.below
    }
    return found
  }

  private static func matches(
    _ screen: Slot, _ call: borrowing OperationCall, _ transaction: Transaction
  ) -> Bool {
    if let arguments = call.options.arguments,
      arguments != transaction.screens.arguments(of: screen)
    {
      return false
    }
    switch call.subject {
    case .screen(let id): return transaction.state.id(ofScreen: screen) == id
    case .test(let test):
      return transaction.ask { test(transaction.state.id(ofScreen: screen)) }
    default: return transaction.state.screens[screen].name == call.name
    }
  }

  private static func notFound(
    _ call: borrowing OperationCall, _ caller: Slot, _ transaction: Transaction
  ) -> NavigationError {
    let (symbols, state) = (transaction.symbols, transaction.state)
    let type = transaction.typeName(caller)
    let given = call.options.arguments.map { " with the arguments \($0)" } ?? ""
    switch call.subject {
    case .screen(let id):
      return NavigationError(
        .viewNotFound, "popToView: \(id)\(given) is not on the stack of \(type)")
    case .test:
      return NavigationError(
        .viewNotFound, "popToView: no screen of \(type)\(given) passes the test")
    default:
      var names: [String] = []
      var screen =
        state.coordinators[caller].base == .none
        ? Slot.none : state.stacks[state.coordinators[caller].stack].top
      while screen != .none, names.count < 100 {
        if state.screens[screen].owner == caller {
          names.append(symbols[state.screens[screen].name])
        }
        screen = state.screens[screen].below
      }
      let name = symbols[call.name]
      return NavigationError(
        .viewNotFound, "popToView: \"\(name)\"\(given) is not on the stack of \(type)",
        hint: nameHint(for: name, in: Set(names)))
    }
  }
}
