/// The operations and queries of tab coordinators.
enum PageOperations {
  /// Returns the selected page of a tab coordinator. Assigning a value selects another page.
  static let currentPage = NavigationOperation(
    "currentPage", on: .tabs, mode: .query,
    "The id of the selected page. Assign an id to select another page.",
    result: "the page's id, or nothing if there are no pages"
  ) { call, transaction throws(NavigationError) in
    let tabBar = try transaction.tabs.tabBar(of: call, as: "currentPage")
    let page = transaction.state.tabBars[tabBar].selected
    return .done(page == .none ? .none : .page(transaction.state.pages[page].id))
  }

  /// Returns the coordinator of the selected page.
  static let getCoordinatorSelected = NavigationOperation(
    "getCoordinatorSelected", on: .tabs, mode: .query,
    "Returns the coordinator of the selected page.",
    options: [.mainCoordinator],
    result: "the coordinator, or nothing if there are no pages or the tabs are not below "
      + "`mainCoordinator`"
  ) { call, transaction throws(NavigationError) in
    let tabBar = try transaction.tabs.tabBar(of: call, as: "getCoordinatorSelected")
    let state = transaction.state
    if call.options.mainCoordinator != nil {
      let main = try transaction.coordinators.mainCoordinator(
        of: call, as: "getCoordinatorSelected")
      guard state.isWithin(state.tabBars[tabBar].owner, subtreeOf: main) else { return .done() }
    }
    let page = state.tabBars[tabBar].selected
    guard page != .none else { return .done() }
    return .done(.coordinator(state.id(ofCoordinator: state.pages[page].coordinator)))
  }

  /// Selects a page of a tab coordinator.
  static let select = NavigationOperation(
    "select", on: .tabs, takesTime: false,
    "Selects a page. Layers above the tabs remain.",
    parameters: [OperationParameter("page", .page, "the page's id")],
    options: [.completion],
    result: "the coordinator of the page"
  ) { call, transaction throws(NavigationError) in
    let (tabBar, page) = try transaction.tabs.page(of: call, as: "select")
    let state = transaction.state
    let value = OutcomeValue.coordinator(state.id(ofCoordinator: state.pages[page].coordinator))
    guard state.tabBars[tabBar].selected != page else { return .noop(.alreadySelected, value) }
    transaction.isHidden = transaction.layers.isBelowOthers(state.tabBars[tabBar].owner)
    try transaction.tabs.select(page, in: tabBar)
    return .done(value)
  }

  /// Replaces the pages of a tab coordinator.
  static let setPages = NavigationOperation(
    "setPages", on: .tabs, takesTime: false,
    "Replaces the pages. By default, pages whose ids remain keep their coordinators and screens.",
    parameters: [
      OperationParameter(
        "pages", .pages, optional: true,
        "page descriptions, as in a definition (default: the pages that the definition declares)")
    ],
    options: [.completion, .current, .recreate]
  ) { call, transaction throws(NavigationError) in
    let tabBar = try transaction.tabs.tabBar(of: call, as: "setPages")
    let state = transaction.state
    let owner = state.tabBars[tabBar].owner
    let options = call.options
    var pages = call.pages ?? []
    if call.pages == nil { pages = try transaction.tabs.declaredPages(of: owner) }
    let isChanged = try transaction.tabs.setPages(
      pages, of: owner, current: options.current == .none ? nil : options.current,
      recreate: options.switches.contains(.recreate))
    return isChanged ? .done() : .noop(.unchanged)
  }

  /// Changes the badge of a page.
  static let setBadge = NavigationOperation(
    "setBadge", on: .tabs, takesTime: false,
    "Sets or clears the badge of a page without navigating.",
    parameters: [
      OperationParameter("page", .page, "the page's id"),
      OperationParameter(
        "value", .value, optional: true,
        "a string or a number; omit it to clear the badge"),
    ],
    options: [.completion]
  ) { call, transaction throws(NavigationError) in
    let (tabBar, page) = try transaction.tabs.page(of: call, as: "setBadge")
    let state = transaction.state
    let text: String?
    switch call.value {
    case nil: text = nil
    case .string(let value): text = value
    case .integer, .number: text = call.value?.description
    case let value?:
      throw NavigationError(
        .badArgument, "setBadge: value is \(value), expected a string or a number")
    }
    guard text != state.badge(ofPage: page) else { return .noop(.unchanged) }
    transaction.staySilent(call)
    let old = state.pages[page].badge
    if old != .none { state.arguments.remove(old) }
    let new = text.map(transaction.tabs.keepBadge) ?? Slot.none
    state.pages.update(page) { $0.badge = new }
    transaction.noteBadge(text, of: call.name, in: state.id(ofTabBar: tabBar))
    return .done()
  }
}
