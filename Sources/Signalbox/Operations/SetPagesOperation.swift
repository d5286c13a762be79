/// Replaces the pages of a tab coordinator.
enum SetPagesOperation: NavigationOperation {
  static let signature = OperationSignature(
    "setPages", on: .tabs, takesTime: false,
    "Replaces the pages; those whose ids stay keep their coordinators and screens.",
    parameters: [
      OperationParameter(
        "pages", .pages, optional: true,
        "page descriptions, as in a definition (default: the pages that the definition declares)")
    ],
    options: [.completion, .current, .recreate])

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let tabBar = try transaction.tabBar(of: call, as: "setPages")
    let state = transaction.state
    let owner = state.tabBars[tabBar].owner
    let options = call.options
    var pages = call.pages ?? []
    if call.pages == nil { pages = try transaction.declaredPages(of: owner) }
    let isChanged = try transaction.setPages(
      pages, of: owner, current: options.current == .none ? nil : options.current,
      recreate: options.switches.contains(.recreate))
    return isChanged ? .done() : .noop(.unchanged)
  }
}

extension Transaction {
  /// The pages that the newest definition of a tab coordinator declares.
  fileprivate func declaredPages(of owner: Slot) throws(NavigationError) -> [PageDefinition] {
    let pages = engine.registry.registered(state.coordinators[owner].type)?.type.pages ?? []
    guard !pages.isEmpty else {
      throw NavigationError(
        .badArgument, "setPages: \(typeName(owner)) declares no pages to return to",
        hint: "pass a list of pages, {} for none")
    }
    return pages
  }
}
