/// The gesture `tapTab`, which selects a tab, or pops the selected tab to its root.
enum TapTabGesture {
  /// The user taps a tab of a tab bar in front.
  static let tapTab = NavigationOperation(
    "tapTab", on: .user, takesTime: false,
    "Taps a tab. Tapping the selected tab pops its page to the root, unless the tab coordinator "
      + "disables this.",
    parameters: [OperationParameter("page", .page, "the page's id")],
    options: [.completion],
    result: "the coordinator of the page"
  ) { call, transaction throws(NavigationError) in
    let (symbols, state) = (transaction.symbols, transaction.state)
    guard let tabBar = tabBar(of: call, in: state) else { return .noop(.gestureUnavailable) }
    let page = state.page(call.name, of: tabBar)
    guard page != .none else {
      let known = state.pageList(of: tabBar).map { symbols[state.pages[$0].id] }
      throw transaction.tabs.unknownPage(
        "tapTab", symbols[call.name], state.tabBars[tabBar].owner, known)
    }
    let id = state.id(ofTabBar: tabBar)
    let coordinator = state.pages[page].coordinator
    let value = OutcomeValue.coordinator(state.id(ofCoordinator: coordinator))
    transaction.log.emit(.tabUserSelected, .tabBar(id), name: call.name)
    guard state.tabBars[tabBar].selected == page else {
      try transaction.tabs.select(page, in: tabBar, by: .user)
      return .done(value)
    }
    transaction.log.emit(.tabReselected, .tabBar(id), name: call.name)
    let type = transaction.registry.registered(
      state.coordinators[state.tabBars[tabBar].owner].type)?
      .type
    guard state.coordinators[coordinator].kind == .navigation,
      type?.popsToRootOnReselect != false
    else {
      return .noop(.alreadySelected, value)
    }
    let outcome = try transaction.screens.popScreens(upTo: .max, of: coordinator, as: "tapTab")
    return outcome.status == .done ? outcome : .noop(.alreadySelected, value)
  }

  /// Returns the tab bar of the tab coordinator that a call names, or `nil` if the tab bar is not
  /// visible. If the call names no coordinator, returns the outermost visible tab bar that has the
  /// page, or the outermost one if none has the page.
  static func tabBar(of call: borrowing OperationCall, in state: NavigationState) -> Slot? {
    let bars = visibleTabBars(in: state)
    guard case .coordinator(let owner) = call.subject else {
      let page = call.name
      return bars.first { state.page(page, of: $0) != .none } ?? bars.first
    }
    return bars.first {
      state.id(ofCoordinator: state.tabBars[$0].owner) == owner
    }
  }

  /// Returns the tab bars of the topmost layer that are not covered by pushed screens, outermost
  /// first.
  static func visibleTabBars(in state: NavigationState) -> [Slot] {
    guard state.window.topLayer != .none else { return [] }
    var bars: [Slot] = []
    var content: LayerContent? = state.layers[state.window.topLayer].content
    while let current = content {
      var bar = Slot.none
      switch current {
      case .tabBar(let slot): bar = slot
      case .stack(let stack) where state.stacks[stack].top == .none:
        bar = state.stacks[stack].rootTabBar
      case .stack, .screen: break
      }
      guard bar != .none else { return bars }
      bars.append(bar)
      let page = state.tabBars[bar].selected
      content = page == .none ? nil : state.content(of: state.pages[page].coordinator)
    }
    return bars
  }
}
