/// Ends a coordinator's flow with a result.
enum FinishFlowOperation: NavigationOperation {
  static let signature = OperationSignature(
    "finishFlow", on: .any,
    "Ends the coordinator with everything below and above it, and gives its result to the parent. "
      + "The main coordinator keeps its root; a page ends its tab coordinator.",
    parameters: [OperationParameter("result", .value, optional: true, "what the parent gets")],
    options: OperationOption.common + [.scope, .withDismiss])

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let state = transaction.state
    guard let caller = state.slot(of: call.caller) else { return .noop(.alreadyFinished) }
    let record = state.coordinators[caller]
    guard record.flags.contains(.started) else { return .noop(.notStarted) }
    transaction.reason = .finished
    if call.options.switches.contains(.withoutDismiss), record.attachment != .none {
      throw NavigationError(
        .badArgument,
        "finishFlow: withDismiss = false, but \(transaction.typeName(caller)) "
          + "still shows screens", hint: "leave withDismiss out")
    }
    if case .page(let page) = record.attachment {
      if call.options.switches.contains(.scopeSelf) {
        try finishPage(page, call.value, transaction)
        return .done()
      }
      return try finish(state.tabBars[state.pages[page].tabBar].owner, call.value, transaction)
    }
    return try finish(caller, call.value, transaction)
  }

  private static func finish(
    _ slot: Slot, _ result: NavigationValue?, _ transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let state = transaction.state
    if slot == state.window.main { return try clearMain(slot, transaction) }
    let record = state.coordinators[slot]
    if case .page(let page) = record.attachment {
      return try finish(state.tabBars[state.pages[page].tabBar].owner, result, transaction)
    }
    if case .rootSlot(let host) = record.attachment {
      throw NavigationError(
        .isRootOfParent,
        "finishFlow: \(transaction.typeName(slot)) is the root of \(transaction.typeName(host))",
        hint: "start another flow in the parent, which replaces it")
    }
    transaction.finish(slot, reason: .finished, result: result)
    return .done()
  }

  /// The main coordinator stays with its root; all else goes (decision D17 of the semantics).
  private static func clearMain(
    _ main: Slot, _ transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let state = transaction.state
    let mark = state.mark
    let above = state.layers[state.window.rootLayer].above
    if above != .none { transaction.removeLayers(from: above, reason: .finished) }
    let record = state.coordinators[main]
    for child in state.children(of: main).reversed() {
      if case .page = state.coordinators[child].attachment { continue }
      if child != record.rootChild { transaction.finish(child, reason: .finished) }
    }
    if record.stack != .none { transaction.cut(record.stack, to: transaction.floor(of: main)) }
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
        "finishFlow: \"\(transaction.engine.symbols[state.pages[page].id])\" is the "
          + "last page", hint: "finish the tab coordinator instead")
    }
    let wasSelected = state.tabBars[tabBar].selected == page
    let index = pages.firstIndex(of: page) ?? 0
    transaction.finish(state.pages[page].coordinator, reason: .finished, result: result)
    transaction.note(.tabPagesChanged, state.id(ofTabBar: tabBar).bits)
    guard wasSelected else { return }
    let rest = state.pageList(of: tabBar)
    transaction.select(rest.indices.contains(index) ? rest[index] : rest[0], in: tabBar)
  }
}
