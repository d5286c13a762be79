/// Builds the state that a document describes, in an empty window.
struct StateBuilder {
  private let document: StateDocument
  private let pruning: StatePruning
  private let transaction: Transaction
  private let state: NavigationState
  private let registry: TypeRegistry
  private let hosts: [Int]
  /// The slots of the coordinators that have been created so far, with `.none` for omitted
  /// coordinators.
  private var slots: [Slot] = []
  /// The slots of the layers that have been created so far.
  private var layers: [Slot] = []

  init(_ pruning: StatePruning, in transaction: Transaction) {
    document = pruning.document
    self.pruning = pruning
    self.transaction = transaction
    state = transaction.state
    registry = transaction.registry
    hosts = document.hosts
  }

  mutating func build() throws(NavigationError) {
    for index in document.coordinators.indices { try makeCoordinator(index) }
    for index in document.coordinators.indices where pruning.isKept[index] { giveContent(index) }
    state.windows.update(0) { [main = slots[0]] in $0.main = main }
    for index in 0..<pruning.layerCount { try addLayer(index) }
    for index in document.coordinators.indices where pruning.isKept[index] { attach(index) }
    let main = slots[0]
    transaction.note(
      .rootChanged, .coordinator(state.id(ofCoordinator: main)), state.coordinators[main].type)
    for index in document.coordinators.indices where pruning.isKept[index] {
      try startSelected(of: index)
    }
  }

  /// Starts the selected page of a tab coordinator. A lazy page can be selected because other pages
  /// were omitted.
  private func startSelected(of index: Int) throws(NavigationError) {
    let tabBar = state.coordinators[slots[index]].tabBar
    guard tabBar != .none, state.tabBars[tabBar].selected != .none else { return }
    try transaction.tabs.startPage(state.tabBars[tabBar].selected)
  }

  // MARK: - Coordinators

  private mutating func makeCoordinator(_ index: Int) throws(NavigationError) {
    let read = document.coordinators[index]
    guard pruning.isKept[index] else { return slots.append(.none) }
    let type = try registry.type(named: read.type, for: "restoreState")
    let slot = try transaction.coordinators.makeCoordinator(
      type, arguments: read.arguments, origin: read.route.map(origin))
    slots.append(slot)
    transaction.coordinators.setSetup(read.setup, of: slot)
    if let root = read.root { transaction.roots.setInitialRoot(origin(root), of: slot) }
    if !read.isLazy { state.coordinators.update(slot) { $0.flags.insert(.started) } }
    guard let parent = read.parent else { return }
    try transaction.coordinators.adopt(slot, by: slots[parent])
    transaction.coordinators.keep(
      onFinish(of: read, parent: document.coordinators[parent].type), for: slot)
  }

  /// Returns the `onFinish` handler of the route that led to a child. If that route is unknown,
  /// returns the handler of the parent's first route, in alphabetical order, that leads to the
  /// child's type and has a handler.
  private func onFinish(
    of child: StateDocument.Coordinator, parent: String
  ) -> ((FinishNotice) throws -> Void)? {
    let routes = registry.type(named: parent)?.type.routes ?? [:]
    if let route = child.route.flatMap({ routes[$0.name] }) { return route.onFinish }
    for (_, route) in routes.sorted(by: { $0.key < $1.key }) {
      if case .coordinator(child.type) = route.destination, let onFinish = route.onFinish {
        return onFinish
      }
    }
    return nil
  }

  private func origin(_ origin: StateDocument.Origin) -> RouteOrigin {
    RouteOrigin(route: transaction.symbols.internPassing(origin.name), arguments: origin.arguments)
  }

  /// Creates a coordinator's stack or tab bar. The contents of its ancestors must already exist.
  private func giveContent(_ index: Int) {
    let (read, slot) = (document.coordinators[index], slots[index])
    guard read.attachment != .none else { return }
    if read.kind == .tabs {
      let tabBar = transaction.tabs.makeTabBar(for: slot)
      state.coordinators.update(slot) { $0.tabBar = tabBar }
      // A tab coordinator that has started has a tab view if its type currently declares one.
      if !read.isLazy || read.tabView != nil {
        transaction.tabs.installTabView(of: slot, arguments: read.tabView?.arguments)
      }
      addPages(of: read, to: tabBar)
    }
    if read.attachment.isOwn {
      guard read.kind == .navigation else { return }
      let stack = transaction.screens.makeStack(for: slot)
      state.coordinators.update(slot) { $0.stack = stack }
      return
    }
    let stack = state.coordinators[slots[hosts[index]]].stack
    if read.kind == .navigation { state.coordinators.update(slot) { $0.stack = stack } }
    guard read.attachment == .root else {
      state.coordinators.update(slot) { $0.attachment = .pushed(stack: stack) }
      return
    }
    let parent = state.coordinators[slot].parent
    state.coordinators.update(slot) { $0.attachment = .rootSlot(of: parent) }
    state.coordinators.update(parent) { $0.rootChild = slot }
    if read.kind == .tabs {
      let tabBar = state.coordinators[slot].tabBar
      state.stacks.update(stack) { record in
        record.rootTabBar = tabBar
        record.count = 1
      }
    }
  }

  private func addPages(of read: StateDocument.Coordinator, to tabBar: Slot) {
    let symbols = transaction.symbols
    var next = Slot.none
    var last = Slot.none
    for page in read.pages.reversed() {
      let coordinator = slots[page.coordinator.index]
      next = state.pages.insert(
        PageRecord(
          id: symbols.internPassing(page.id), title: symbols.internPassing(page.title),
          icon: symbols.internPassing(page.icon), position: Int32(clamping: page.position),
          coordinator: coordinator, tabBar: tabBar, next: next,
          badge: page.badge.map(transaction.tabs.keepBadge) ?? Slot.none,
          selectedTitle: page.selectedTitle.map(symbols.internPassing) ?? .none,
          selectedIcon: page.selectedIcon.map(symbols.internPassing) ?? .none))
      if last == .none { last = next }
      state.coordinators.update(coordinator) { [page = next] in $0.attachment = .page(page) }
      if page.isSelected {
        state.tabBars.update(tabBar) { [page = next] in $0.selected = page }
      }
    }
    state.tabBars.update(tabBar) { [next, last] record in
      record.firstPage = next
      record.lastPage = last
    }
  }

  // MARK: - Layers and screens

  private mutating func addLayer(_ index: Int) throws(NavigationError) {
    let read = document.layers[index]
    let owner = slots[read.owner.index]
    let presenter = read.presenter.map { slots[$0.index] } ?? .none
    let style = index == 0 ? TransitionStyle.root : try registry.style(named: read.style)
    let content: LayerContent
    var stack = Slot.none
    if let screen = read.screen {
      content = .screen(
        transaction.screens.makeBareScreen(
          self.content(screen, of: read.owner.index), named: name(screen), owner: owner))
    } else if read.showsOwner {
      guard let own = state.content(of: owner) else { return }
      content = own
    } else {
      stack = transaction.screens.makeStack(for: owner)
      content = .stack(stack)
    }
    let layer = transaction.layers.addLayer(
      style: style, presenter: presenter, presenterScreen: screen(at: read.presenterScreen),
      owner: owner, content: content,
      traits: LayerTraits(
        isCovering: read.isCovering, isInteractive: read.isInteractive, detents: read.detents,
        message: read.message, fields: read.fields),
      buttons: read.buttons.map { AlertButton($0.title, role: $0.role) })
    layers.append(layer)
    if read.showsOwner { show(read.owner.index, on: layer) }
    for screen in read.stack {
      transaction.screens.push(
        self.content(screen, of: read.owner.index), named: name(screen), onto: stack, owner: owner,
        pushStyle(of: screen))
    }
  }

  /// Assigns a layer to a coordinator and its descendants on the same layer, including coordinators
  /// without screens, and fills their stacks.
  private func show(_ root: Int, on layer: Slot) {
    let isRoot = root == 0
    state.coordinators.update(slots[root]) { record in
      record.layer = layer
      record.attachment = isRoot ? .windowRoot : .modal(layer: layer)
    }
    var waiting = [root]
    while let index = waiting.popLast() {
      let stack = state.coordinators[slots[index]].stack
      for (owner, screen) in pruning.stacks[index].prefix(pruning.stackCounts[index]) {
        transaction.screens.push(
          content(screen, of: owner), named: name(screen), onto: stack, owner: slots[owner],
          pushStyle(of: screen))
      }
      for child in document.coordinators[index].children.reversed() where pruning.isKept[child] {
        let attachment = document.coordinators[child].attachment
        guard attachment != .modal else { continue }
        state.coordinators.update(slots[child]) { $0.layer = layer }
        waiting.append(child)
      }
    }
  }

  /// Returns the push style of a screen. For a style that is not a registered push style, returns
  /// the platform's transition.
  private func pushStyle(of screen: StateDocument.Screen) -> TransitionStyle {
    let style = screen.transition.flatMap(registry.styles.find) ?? .push
    return style.isPush ? style : .push
  }

  private func content(_ screen: StateDocument.Screen, of owner: Int) -> ScreenContent {
    var content = ScreenContent(name: screen.name, arguments: screen.arguments)
    content.payload = screen.isMade ? payload(of: screen, owner) : nil
    content.origin = screen.route.map(origin)
    for field in ScreenField.all where screen.details[field.name] == true {
      content.traits.insert(field.trait)
    }
    return content
  }

  /// Returns the payload of a restored screen: the title and the actions that a script's route
  /// function attaches to it.
  ///
  /// Returns `nil` if the route no longer exists, or if the route's function fails or now leads to
  /// another destination. In these cases, the screen is shown with only its name and arguments.
  private func payload(of screen: StateDocument.Screen, _ owner: Int) -> AnyObject? {
    let origin =
      screen.route ?? StateDocument.Origin(name: screen.name, arguments: screen.arguments)
    let type = registry.type(named: document.coordinators[owner].type)?.type
    guard case .factory(let make) = type?.routes[origin.name]?.destination else { return nil }
    let request = RouteRequest(
      route: origin.name, arguments: origin.arguments,
      coordinator: state.id(ofCoordinator: slots[owner]))
    let target = try? transaction.ask { () throws(NavigationError) in try make(request) }
    guard case .screen(let content, _) = target, content.name == screen.name else { return nil }
    return content.payload
  }

  private func name(_ screen: StateDocument.Screen) -> Symbol {
    transaction.symbols.internPassing(screen.name)
  }

  /// Returns the screen at a position, or `.none` if there is no position or the screen has not
  /// been built yet.
  private func screen(at position: StateDocument.ScreenPosition?) -> Slot {
    guard let position else { return .none }
    var screen = Slot.none
    if let coordinator = position.coordinator {
      let stack = state.coordinators[slots[coordinator]].stack
      screen = stack == .none ? .none : state.stacks[stack].top
    } else if let layer = position.layer {
      switch state.layers[layers[layer]].content {
      case .screen(let bare): return bare
      case .stack(let stack): screen = state.stacks[stack].top
      case .tabBar: return .none
      }
    }
    while screen != .none, Int(state.screens[screen].index) != position.index {
      screen = state.screens[screen].below
    }
    return screen
  }

  // MARK: - Notifying coordinators

  private func attach(_ index: Int) {
    guard !document.coordinators[index].isLazy else { return }
    let record = state.coordinators[slots[index]]
    let id = state.id(ofCoordinator: slots[index])
    transaction.note(
      .coordinatorAttached, .coordinator(id), record.type,
      other: state.id(ofCoordinator: record.parent)
    )
    guard let delegate = state.delegate(at: slots[index]) else { return }
    transaction.callLater(.handler { try delegate.didRestore() })
  }
}
