/// The views that tab coordinators draw around their pages.
extension Transaction {
  /// Makes the view that a tab coordinator's type declares, unless it has one.
  ///
  /// - Parameter arguments: What it is shown with; `nil` is as declared.
  func installTabView(of owner: Slot, arguments: NavigationArguments? = nil) {
    let record = state.coordinators[owner]
    guard record.tabBar != .none, state.tabBars[record.tabBar].view == .none,
      var content = engine.registry.registered(record.type)?.type.tabView
    else { return }
    if let arguments { content.arguments = arguments }
    let view = makeBareScreen(
      content, named: engine.symbols.internPassing(content.name), owner: owner)
    state.tabBars.update(record.tabBar) { $0.view = view }
  }

  /// Removes the view of a tab bar; what it presented is its coordinator's and goes elsewhere.
  func removeTabView(of tabBar: Slot) {
    let view = state.tabBars[tabBar].view
    guard view != .none else { return }
    state.tabBars.update(tabBar) { $0.view = .none }
    destroy(view)
  }

  /// Notes that another page is selected, and keeps that for the tab coordinator to be called with.
  func noteSelection(of page: Symbol, in tabBar: Slot, _ source: PageChangeSource) {
    note(.tabChanged, .tabBar(state.id(ofTabBar: tabBar)), page)
    let owner = state.tabBars[tabBar].owner
    guard let delegate = state.delegate(at: owner), delegate.observesCurrentPage else { return }
    let name: String? = page == .none ? nil : engine.symbols[page]
    pending.append(.handler { try delegate.currentPageDidChange(to: name, source) })
  }
}

extension NavigationState {
  /// The front screen, then the views around it, the innermost first.
  var tappable: [Slot] {
    guard window.topLayer != .none else { return [] }
    var screens = front == .none ? [] : [front]
    forEachTabView(in: layers[window.topLayer].content) { screens.append($0) }
    return screens
  }
}

extension NavigationEngine {
  /// The screen that a tab coordinator draws around its pages; `nil` where the bar is the default one.
  public func tabView(of coordinator: CoordinatorID) -> ScreenID? {
    guard let slot = state.slot(of: coordinator),
      case let tabBar = state.coordinators[slot].tabBar, tabBar != .none,
      case let view = state.tabBars[tabBar].view, view != .none
    else { return nil }
    return state.id(ofScreen: view)
  }

  /// The screens whose actions the user can tap: the front one, then the views around it, the innermost
  /// first.
  public var tappable: [ScreenID] { state.tappable.map(state.id(ofScreen:)) }

  /// Whether a screen is the one that its tab coordinator draws around its pages.
  public func isTabView(_ screen: ScreenID) -> Bool {
    state.slot(of: screen).map(state.isTabView) ?? false
  }
}
