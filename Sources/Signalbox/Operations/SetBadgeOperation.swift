/// Changes what stands at a page's icon.
enum SetBadgeOperation: NavigationOperation {
  static let signature = OperationSignature(
    "setBadge", on: .tabs, takesTime: false,
    "Sets or clears the badge of a page; nobody navigates.",
    parameters: [
      OperationParameter("page", .page, "the page's id"),
      OperationParameter("value", .value, optional: true, "a text or number; nothing clears it"),
    ],
    options: [.completion])

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let (tabBar, page) = try transaction.page(of: call, as: "setBadge")
    let state = transaction.state
    let text: String?
    switch call.value {
    case nil: text = nil
    case .string(let value): text = value
    case .integer, .number: text = call.value?.description
    case let value?:
      throw NavigationError(
        .badArgument, "setBadge: value is \(value), expected a text or a number")
    }
    guard text != state.badge(ofPage: page) else { return .noop(.unchanged) }
    transaction.staySilent(call)
    let old = state.pages[page].badge
    if old != .none { state.arguments.remove(old) }
    let new = text.map(transaction.keepBadge) ?? Slot.none
    state.pages.update(page) { $0.badge = new }
    transaction.engine.emit(
      .tabBadge, .tabBar(state.id(ofTabBar: tabBar)), name: call.name, text: text)
    return .done()
  }
}

extension Transaction {
  /// Stores the text of a badge; gives its place.
  func keepBadge(_ text: String) -> Slot {
    state.arguments.insert(ArgumentsRecord(arguments: ["badge": .string(text)]))
  }
}
