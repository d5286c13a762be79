/// The operation that ends a flow and returns its result to the parent coordinator.
enum FinishFlowOperation {
  /// Ends a coordinator's flow with a result.
  static let finishFlow = NavigationOperation(
    "finishFlow", on: .any,
    "Finishes the coordinator and its descendants, removes everything above it, and passes the "
      + "result to the parent. The main coordinator keeps its root. By default, for a page, the whole tab "
      + "coordinator finishes.",
    parameters: [
      OperationParameter(
        "result", .value, optional: true,
        "the result for the parent")
    ],
    options: OperationOption.common + [.scope, .withDismiss]
  ) { call, transaction throws(NavigationError) in
    let state = transaction.state
    guard let caller = state.slot(of: call.caller) else { return .noop(.alreadyFinished) }
    let record = state.coordinators[caller]
    guard record.flags.contains(.started) else { return .noop(.notStarted) }
    transaction.reason = .finished
    if call.options.switches.contains(.withoutDismiss), record.attachment != .none {
      throw NavigationError(
        .badArgument,
        "finishFlow: withDismiss = false, but \(transaction.typeName(caller)) "
          + "still shows screens", hint: "omit withDismiss")
    }
    if case .page(let page) = record.attachment {
      if call.options.switches.contains(.scopeSelf) {
        try finishPage(page, call.value, transaction)
        return .done()
      }
      return try finish(state.tabBars[state.pages[page].tabBar].owner, call, transaction)
    }
    return try finish(caller, call, transaction)
  }

  private static func finish(
    _ slot: Slot, _ call: borrowing OperationCall, _ transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let state = transaction.state
    if slot == state.window.main { return try clearMain(slot, transaction) }
    switch state.coordinators[slot].attachment {
    case .page(let page):
      return try finish(state.tabBars[state.pages[page].tabBar].owner, call, transaction)
    case .rootSlot(let host):
      try replace(slot, asRootOf: host, call, transaction)
    case .none, .windowRoot, .modal, .pushed:
      transaction.coordinators.finish(
        slot, reason: .finished, result: call.value, isCompleted: true)
    }
    return .done()
  }

  /// Replaces the root with the replacement that the root's route declares. Throws an error if the
  /// route declares no replacement.
  private static func replace(
    _ root: Slot, asRootOf host: Slot, _ call: borrowing OperationCall, _ transaction: Transaction
  ) throws(NavigationError) {
    let state = transaction.state
    let type = transaction.registry.registered(state.coordinators[host].type)
    let origin = state.origin(ofCoordinator: root)?.route
    let index = origin.flatMap { type?.index(of: $0) }
    let route = index.flatMap { type?.routes[$0] }
    let decided = try route?.replacementDecision.map { decide throws(NavigationError) in
      try transaction.ask { () throws(NavigationError) in
        try decide(state.id(ofCoordinator: host), call.value)
      }
    }
    guard let name = route?.replacement ?? decided else {
      throw NavigationError(
        .isRootOfParent,
        "finishFlow: \(transaction.typeName(root)) is the root of \(transaction.typeName(host))",
        hint: "set another root in the parent, or declare a replacement for the route")
    }
    try transaction.roots.checkUncovered(host, as: "finishFlow")
    var next = OperationCall(
      operation: call.operation, caller: state.id(ofCoordinator: host),
      options: OperationOptions(animated: call.options.isAnimated))
    next.name = transaction.symbols.intern(name)
    let destination = try transaction.destinations.destination(
      of: next, from: host, as: "finishFlow")
    try transaction.roots.replaceRoot(
      of: host, with: destination,
      RootEditor.Replacement(reason: .finished, result: call.value, isCompleted: true),
      animated: call.options.isAnimated, as: "finishFlow")
    transaction.note(.rootChanged, .coordinator(state.id(ofCoordinator: host)), next.name)
  }

  /// Clears the main coordinator: removes everything except the coordinator's root or pages.
  private static func clearMain(
    _ main: Slot, _ transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let state = transaction.state
    let mark = state.mark
    let above = state.layers[state.window.rootLayer].above
    if above != .none { transaction.layers.removeLayers(from: above, reason: .finished) }
    let record = state.coordinators[main]
    for child in state.children(of: main).reversed() {
      if case .page = state.coordinators[child].attachment { continue }
      if child != record.rootChild { transaction.coordinators.finish(child, reason: .finished) }
    }
    if record.stack != .none {
      transaction.screens.cut(record.stack, to: transaction.screens.floor(of: main))
    }
    return state.mark == mark ? .noop(.atRoot) : .done()
  }

  private static func finishPage(
    _ page: Slot, _ result: NavigationValue?, _ transaction: Transaction
  ) throws(NavigationError) {
    let state = transaction.state
    let tabBar = state.pages[page].tabBar
    let pages = state.pageList(of: tabBar)
    guard pages.count > 1 else {
      throw NavigationError(
        .lastPage,
        "finishFlow: \"\(transaction.symbols[state.pages[page].id])\" is the "
          + "only page", hint: "finish the tab coordinator instead")
    }
    let wasSelected = state.tabBars[tabBar].selected == page
    let index = pages.firstIndex(of: page) ?? 0
    transaction.coordinators.finish(
      state.pages[page].coordinator, reason: .finished, result: result, isCompleted: true)
    transaction.note(.tabPagesChanged, .tabBar(state.id(ofTabBar: tabBar)))
    guard wasSelected else { return }
    let rest = state.pageList(of: tabBar)
    try transaction.tabs.select(rest.indices.contains(index) ? rest[index] : rest[0], in: tabBar)
  }
}
