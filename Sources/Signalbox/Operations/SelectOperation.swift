/// Selects a page of a tab coordinator.
enum SelectOperation: NavigationOperation {
  static let signature = OperationSignature(
    "select", on: .tabs, takesTime: false,
    "Selects a page; layers above the tabs stay.",
    parameters: [OperationParameter("page", .page, "the page's id")],
    options: [.completion],
    result: "the coordinator of the page")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let (tabBar, page) = try transaction.page(of: call, as: "select")
    let state = transaction.state
    let value = OutcomeValue.coordinator(state.id(ofCoordinator: state.pages[page].coordinator))
    guard state.tabBars[tabBar].selected != page else { return .noop(.alreadySelected, value) }
    transaction.isHidden = transaction.isBelowOthers(state.tabBars[tabBar].owner)
    try transaction.select(page, in: tabBar)
    return .done(value)
  }
}

extension Transaction {
  /// The tab bar of a calling tab coordinator; refuses a navigation coordinator.
  func tabBar(of call: borrowing OperationCall, as operation: String) throws(NavigationError)
    -> Slot
  {
    let caller = try caller(of: call)
    let record = state.coordinators[caller]
    guard record.kind == .tabs else {
      throw NavigationError(
        .wrongKind, "\(operation): \(typeName(caller)) is no tab coordinator",
        hint: "call it on the coordinator that has the pages")
    }
    guard record.tabBar != .none, record.flags.contains(.started) else {
      throw NavigationError(.notStarted, "\(operation): \(typeName(caller)) is not shown yet")
    }
    return record.tabBar
  }

  /// The page that a call names.
  func page(
    of call: borrowing OperationCall, as operation: String
  ) throws(NavigationError) -> (tabBar: Slot, page: Slot) {
    let tabBar = try tabBar(of: call, as: operation)
    let page = state.page(call.name, of: tabBar)
    guard page != .none else {
      let known = state.pageList(of: tabBar).map { engine.symbols[state.pages[$0].id] }
      throw unknownPage(
        operation, engine.symbols[call.name], state.tabBars[tabBar].owner, known)
    }
    return (tabBar, page)
  }
}
