/// Returns the coordinator of the selected page.
enum GetCoordinatorSelectedOperation: NavigationOperation {
  static let signature = OperationSignature(
    "getCoordinatorSelected", on: .tabs, mode: .query,
    "The coordinator of the selected page.",
    options: [.mainCoordinator],
    result: "the coordinator, nothing where there are no pages or the tabs are not below "
      + "mainCoordinator")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let tabBar = try transaction.tabBar(of: call, as: "getCoordinatorSelected")
    let state = transaction.state
    if call.options.mainCoordinator != nil {
      let main = try transaction.mainCoordinator(of: call, as: "getCoordinatorSelected")
      guard state.isWithin(state.tabBars[tabBar].owner, subtreeOf: main) else { return .done() }
    }
    let page = state.tabBars[tabBar].selected
    guard page != .none else { return .done() }
    return .done(.coordinator(state.id(ofCoordinator: state.pages[page].coordinator)))
  }
}
