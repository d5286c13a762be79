/// Tells which page of a tab coordinator is selected; assigning it selects.
enum CurrentPageOperation: NavigationOperation {
  static let signature = OperationSignature(
    "currentPage", on: .tabs, mode: .query,
    "The id of the selected page; assign it to select another one.",
    result: "the page's id, nothing where there are no pages")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let tabBar = try transaction.tabBar(of: call, as: "currentPage")
    let page = transaction.state.tabBars[tabBar].selected
    return .done(page == .none ? .none : .page(transaction.state.pages[page].id))
  }
}
