/// Tells whose page is selected.
enum GetCoordinatorSelectedOperation: NavigationOperation {
  static let signature = OperationSignature(
    "getCoordinatorSelected", on: .tabs, mode: .query,
    "The coordinator of the selected page.",
    result: "the coordinator, nothing where there are no pages")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let tabBar = try transaction.tabBar(of: call, as: "getCoordinatorSelected")
    let state = transaction.state
    let page = state.tabBars[tabBar].selected
    guard page != .none else { return .done() }
    return .done(.coordinator(state.id(ofCoordinator: state.pages[page].coordinator)))
  }
}
