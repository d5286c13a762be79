/// The contents of a user interface: layers with their stacks and tabs, including hidden contents.
///
/// A ``Stage`` compares the tree with the platform's current content. The tree contains identifiers
/// and the data that containers need. To get the name and arguments of a screen, call
/// ``NavigationReader/node(of:)-(ScreenID)``. Creating a tree costs O(size of the state).
public struct InterfaceTree: Hashable, Sendable {
  /// A layer of the window.
  public struct Layer: Hashable, Sendable, Identifiable {
    /// The identifier of the layer.
    public var id: LayerID
    /// The name of the layer's presentation style, or `root` for the lowest layer.
    public var style: String
    /// Whether the user can swipe the layer away, according to the layer's properties and the
    /// restrictions of its front screen. The layer's coordinator can still prevent the dismissal
    /// (``NavigationEngine/obstacle(to:)``).
    public var isDismissible: Bool
    /// The text fields of an alert, with their current contents, in display order.
    public var fields: [AlertField]
    /// The contents of the layer, or `nil` if the layer's coordinator shows nothing.
    public var contents: Contents?

    /// Creates a layer.
    ///
    /// - Parameters:
    ///   - id: The identifier of the layer.
    ///   - style: The name of the layer's presentation style.
    ///   - isDismissible: Whether the user can swipe the layer away.
    ///   - fields: The text fields of an alert.
    ///   - contents: The contents of the layer, or `nil` for an empty layer.
    public init(
      id: LayerID, style: String, isDismissible: Bool, fields: [AlertField] = [],
      contents: Contents?
    ) {
      (self.id, self.style, self.isDismissible) = (id, style, isDismissible)
      (self.fields, self.contents) = (fields, contents)
    }
  }

  /// The contents of a layer, a page, or the bottom of a stack.
  public indirect enum Contents: Hashable, Sendable {
    /// A screen without a navigation stack.
    case screen(ScreenID)
    /// A navigation stack, even if the stack contains only one screen.
    case stack(Stack)
    /// A tab bar with its pages.
    case tabs(Tabs)
  }

  /// A navigation stack.
  public struct Stack: Hashable, Sendable, Identifiable {
    /// The identifier of the stack.
    public var id: StackID
    /// The tabs at the root of the stack, below its screens, or `nil` if the root is a screen.
    public var tabs: Tabs?
    /// The screens from bottom to top, not including the tabs.
    public var screens: [ScreenID]
    /// The index of the first screen in the detail column of a split view, or `nil` if the stack is
    /// not a split view (``CoordinatorType/isSplit``). The column is empty if the stack has no
    /// screen with this index. A stack with tabs at the root is not a split view.
    public var detail: Int?

    /// Creates a stack.
    ///
    /// - Parameters:
    ///   - id: The identifier of the stack.
    ///   - tabs: The tabs at the root, below the screens, or `nil` if the root is a screen.
    ///   - screens: The screens from bottom to top, not including the tabs.
    ///   - detail: The index of the first screen in the detail column of a split view, or `nil` if
    ///     the stack is not a split view.
    public init(id: StackID, tabs: Tabs? = nil, screens: [ScreenID], detail: Int? = nil) {
      (self.id, self.tabs, self.screens, self.detail) = (id, tabs, screens, detail)
    }

    /// The number of entries, including the tabs.
    public var count: Int { screens.count + (tabs == nil ? 0 : 1) }
  }

  /// A tab bar.
  public struct Tabs: Hashable, Sendable, Identifiable {
    /// The identifier of the tab bar.
    public var id: TabBarID
    /// The tab coordinator.
    public var owner: CoordinatorID
    /// The tab view, which is shown around the pages, or `nil` if the platform's tab bar is used.
    public var view: ScreenID?
    /// The pages, in display order.
    public var pages: [Page]
    /// The id of the selected page, or `nil` if there are no pages.
    public var selected: String?

    /// Creates a tab bar.
    ///
    /// - Parameters:
    ///   - id: The identifier of the tab bar.
    ///   - owner: The tab coordinator.
    ///   - view: The tab view, which is shown around the pages, or `nil` to use the platform's tab
    ///     bar.
    ///   - pages: The pages, in display order.
    ///   - selected: The id of the selected page, or `nil` if there are no pages.
    public init(
      id: TabBarID, owner: CoordinatorID, view: ScreenID? = nil, pages: [Page], selected: String?
    ) {
      (self.id, self.owner, self.view, self.pages) = (id, owner, view, pages)
      self.selected = selected
    }
  }

  /// A page of a tab bar.
  public struct Page: Hashable, Sendable, Identifiable {
    /// The id of the page, unique within its tab bar.
    public var id: String
    /// The title in the tab bar.
    public var title: String
    /// The name of the icon, or an empty string if there is none.
    public var icon: String
    /// The title while the page is selected, or `nil` if it equals ``title``.
    public var selectedTitle: String?
    /// The name of the icon while the page is selected, or `nil` if it equals ``icon``.
    public var selectedIcon: String?
    /// The badge, or `nil` if there is none.
    public var badge: String?
    /// The page's coordinator.
    public var coordinator: CoordinatorID
    /// The contents of the page, or `nil` before the page's coordinator starts.
    public var contents: Contents?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - id: The id of the page, unique within its tab bar.
    ///   - title: The title in the tab bar.
    ///   - icon: The name of the icon, or an empty string if there is none.
    ///   - selectedTitle: The title while the page is selected, or `nil` if it equals `title`.
    ///   - selectedIcon: The name of the icon while the page is selected, or `nil` if it equals
    ///     `icon`.
    ///   - badge: The badge, or `nil` if there is none.
    ///   - coordinator: The page's coordinator.
    ///   - contents: The contents of the page, or `nil` before the page's coordinator starts.
    public init(
      id: String, title: String, icon: String = "", selectedTitle: String? = nil,
      selectedIcon: String? = nil, badge: String? = nil, coordinator: CoordinatorID,
      contents: Contents?
    ) {
      (self.id, self.title, self.icon, self.badge) = (id, title, icon, badge)
      (self.selectedTitle, self.selectedIcon) = (selectedTitle, selectedIcon)
      (self.coordinator, self.contents) = (coordinator, contents)
    }
  }

  /// The layers, starting with the root layer. The array is empty before launch.
  public var layers: [Layer]

  /// Creates a tree.
  ///
  /// - Parameter layers: The layers, starting with the root layer.
  public init(layers: [Layer] = []) { self.layers = layers }
}

extension InterfaceTree.Contents {
  /// All stacks, including stacks in hidden tabs. A stack precedes the stacks inside it. Cost:
  /// O(size).
  public var stacks: [InterfaceTree.Stack] {
    switch self {
    case .screen: []
    case .stack(let stack): [stack] + (stack.tabs?.stacks ?? [])
    case .tabs(let tabs): tabs.stacks
    }
  }

  /// All tab bars, including tab bars in hidden tabs. A tab bar precedes the tab bars inside it.
  /// Cost: O(size).
  public var tabBars: [InterfaceTree.Tabs] {
    switch self {
    case .screen: []
    case .stack(let stack): stack.tabs?.tabBars ?? []
    case .tabs(let tabs): tabs.tabBars
    }
  }

  /// The front screen, or `nil` if there is none.
  public var front: ScreenID? {
    switch self {
    case .screen(let screen): screen
    case .stack(let stack): stack.screens.last ?? stack.tabs?.selectedPage?.contents?.front
    case .tabs(let tabs): tabs.selectedPage?.contents?.front
    }
  }

  /// The frontmost stack, or `nil` if there is none. The user sees the top screen of this stack and
  /// leaves that screen by going back.
  public var frontStack: InterfaceTree.Stack? {
    switch self {
    case .screen: nil
    case .stack(let stack):
      stack.screens.isEmpty ? stack.tabs?.selectedPage?.contents?.frontStack ?? stack : stack
    case .tabs(let tabs): tabs.selectedPage?.contents?.frontStack
    }
  }

  /// The visible tab bars, outermost first.
  public var visibleTabBars: [InterfaceTree.Tabs] {
    switch self {
    case .screen: []
    case .stack(let stack): stack.screens.isEmpty ? stack.tabs?.visibleTabBars ?? [] : []
    case .tabs(let tabs): tabs.visibleTabBars
    }
  }

  /// All screens from bottom to top, including screens in hidden tabs. Cost: O(size).
  public var screens: [ScreenID] {
    switch self {
    case .screen(let screen): [screen]
    case .stack(let stack): (stack.tabs?.screens ?? []) + stack.screens
    case .tabs(let tabs): tabs.screens
    }
  }
}

extension InterfaceTree.Tabs {
  /// The selected page, or `nil` if there are no pages.
  public var selectedPage: InterfaceTree.Page? { pages.first { $0.id == selected } }

  fileprivate var stacks: [InterfaceTree.Stack] { pages.flatMap { $0.contents?.stacks ?? [] } }

  fileprivate var tabBars: [InterfaceTree.Tabs] {
    [self] + pages.flatMap { $0.contents?.tabBars ?? [] }
  }

  fileprivate var visibleTabBars: [InterfaceTree.Tabs] {
    [self] + (selectedPage?.contents?.visibleTabBars ?? [])
  }

  fileprivate var screens: [ScreenID] {
    (view.map { [$0] } ?? []) + pages.flatMap { $0.contents?.screens ?? [] }
  }
}

extension InterfaceTree {
  /// The topmost layer, or `nil` before launch.
  public var top: Layer? { layers.last }

  /// Returns the stack with the given identifier in any layer, or `nil` if there is none. Cost:
  /// O(size).
  ///
  /// - Parameter id: The identifier of the stack.
  public func stack(_ id: StackID) -> Stack? {
    for layer in layers {
      if let stack = layer.contents?.stacks.first(where: { $0.id == id }) { return stack }
    }
    return nil
  }

  /// Returns the tab bar with the given identifier in any layer, or `nil` if there is none. Cost:
  /// O(size).
  ///
  /// - Parameter id: The identifier of the tab bar.
  public func tabBar(_ id: TabBarID) -> Tabs? {
    for layer in layers {
      if let tabs = layer.contents?.tabBars.first(where: { $0.id == id }) { return tabs }
    }
    return nil
  }

  /// Returns the layer with the given identifier, or `nil` if there is none.
  ///
  /// - Parameter id: The identifier of the layer.
  public func layer(_ id: LayerID) -> Layer? { layers.first { $0.id == id } }

  /// All screens from bottom to top, including screens in hidden tabs. Cost: O(size).
  public var screens: [ScreenID] { layers.flatMap { $0.contents?.screens ?? [] } }
}

// MARK: - Reading

/// Reads the interface from a state.
struct InterfaceReader {
  private let state: NavigationState
  private let symbols: SymbolTable
  private let registry: TypeRegistry

  private var styles: StyleTable { registry.styles }

  init(_ state: NavigationState, _ symbols: SymbolTable, _ registry: TypeRegistry) {
    (self.state, self.symbols, self.registry) = (state, symbols, registry)
  }

  var tree: InterfaceTree {
    var layers: [InterfaceTree.Layer] = []
    var slot = state.window.topLayer
    while slot != .none {
      layers.append(layer(slot))
      slot = state.layers[slot].below
    }
    return InterfaceTree(layers: layers.reversed())
  }

  private func layer(_ slot: Slot) -> InterfaceTree.Layer {
    let record = state.layers[slot]
    let front = state.leaf(ofLayer: slot)
    let isDisabled = front != .none && state.screens[front].flags.contains(.isDismissDisabled)
    return InterfaceTree.Layer(
      id: state.id(ofLayer: slot), style: styles[record.style].name,
      isDismissible: record.isInteractive && !isDisabled, fields: state.fields(ofLayer: slot),
      contents: contents(record.content))
  }

  private func contents(_ content: LayerContent) -> InterfaceTree.Contents {
    switch content {
    case .screen(let screen): .screen(state.id(ofScreen: screen))
    case .stack(let stack): .stack(self.stack(stack))
    case .tabBar(let tabBar): .tabs(tabs(tabBar))
    }
  }

  private func stack(_ slot: Slot) -> InterfaceTree.Stack {
    let record = state.stacks[slot]
    var screens: [ScreenID] = []
    var screen = record.top
    while screen != .none {
      screens.append(state.id(ofScreen: screen))
      screen = state.screens[screen].below
    }
    let tabs = record.rootTabBar == .none ? nil : tabs(record.rootTabBar)
    return InterfaceTree.Stack(
      id: state.id(ofStack: slot), tabs: tabs, screens: screens.reversed(),
      detail: tabs == nil && isSplit(record.owner) ? 1 : nil)
  }

  private func isSplit(_ coordinator: Slot) -> Bool {
    registry.registered(state.coordinators[coordinator].type)?.type.isSplit == true
  }

  private func tabs(_ slot: Slot) -> InterfaceTree.Tabs {
    let record = state.tabBars[slot]
    return InterfaceTree.Tabs(
      id: state.id(ofTabBar: slot), owner: state.id(ofCoordinator: record.owner),
      view: record.view == .none ? nil : state.id(ofScreen: record.view),
      pages: state.pageList(of: slot).map(page),
      selected: record.selected == .none ? nil : symbols[state.pages[record.selected].id])
  }

  private func page(_ slot: Slot) -> InterfaceTree.Page {
    let record = state.pages[slot]
    func text(_ symbol: Symbol) -> String? { symbol == .none ? nil : symbols[symbol] }
    return InterfaceTree.Page(
      id: symbols[record.id], title: symbols[record.title], icon: symbols[record.icon],
      selectedTitle: text(record.selectedTitle), selectedIcon: text(record.selectedIcon),
      badge: state.badge(ofPage: slot), coordinator: state.id(ofCoordinator: record.coordinator),
      contents: state.content(of: record.coordinator).map(contents))
  }
}
