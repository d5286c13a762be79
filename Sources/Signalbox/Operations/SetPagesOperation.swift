/// Replaces the pages of a tab coordinator.
enum SetPagesOperation: NavigationOperation {
  static let signature = OperationSignature(
    "setPages", on: .tabs, takesTime: false,
    "Replaces the pages; those whose ids stay keep their coordinators and screens.",
    parameters: [OperationParameter("pages", .pages, "page descriptions, as in a definition")],
    options: [.completion, .current, .recreate])

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let tabBar = try transaction.tabBar(of: call, as: "setPages")
    let state = transaction.state
    let owner = state.tabBars[tabBar].owner
    let options = call.options
    let isChanged = try transaction.setPages(
      call.pages ?? [], of: owner, current: options.current == .none ? nil : options.current,
      recreate: options.switches.contains(.recreate))
    return isChanged ? .done() : .noop(.unchanged)
  }
}
