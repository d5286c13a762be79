/// Creates documents and parts of documents from a state.
struct StateReader {
  let state: NavigationState
  let symbols: SymbolTable
  let styles: StyleTable
  let types: ContiguousArray<RegisteredType?>
  /// The indices of the coordinators in the document, keyed by slot. The dictionary is empty if
  /// only parts of a document are read.
  private var indices: [Slot: Int] = [:]

  init(_ state: NavigationState, _ symbols: SymbolTable, _ registry: TypeRegistry) {
    self.state = state
    self.symbols = symbols
    styles = registry.styles
    types = registry.types
  }

  /// Creates a reader for another state that uses the same names.
  init(_ reader: StateReader, of state: NavigationState) {
    self.state = state
    (symbols, styles, types) = (reader.symbols, reader.styles, reader.types)
  }

  /// Returns a document that contains a coordinator and its descendants. For the main coordinator,
  /// the document contains the complete visible state.
  func document(from root: Slot) -> StateDocument {
    var document = StateDocument()
    guard root != .none else { return document }
    var reader = self
    var order: [Slot] = []
    reader.number(root, &order)
    document.coordinators = order.map(reader.coordinator)
    document.link()
    guard root == state.window.main else { return document }
    document.layers = reader.layers()
    document.top = state.id(ofCoordinator: state.topCoordinator(from: root))
    document.front = state.front == .none ? nil : screen(state.front)
    var visible: [StateDocument.Screen] = []
    state.forEachVisible { visible.append(screen($0)) }
    document.visible = visible
    return document
  }

  private mutating func number(_ slot: Slot, _ order: inout [Slot]) {
    indices[slot] = order.count
    order.append(slot)
    for child in state.children(of: slot) { number(child, &order) }
  }

  private func reference(_ slot: Slot) -> StateDocument.Reference {
    StateDocument.Reference(indices[slot] ?? 0, state.id(ofCoordinator: slot))
  }

  // MARK: - Coordinators

  private func coordinator(_ slot: Slot) -> StateDocument.Coordinator {
    let record = state.coordinators[slot]
    let view = record.tabBar == .none ? Slot.none : state.tabBars[record.tabBar].view
    return StateDocument.Coordinator(
      id: state.id(ofCoordinator: slot), type: symbols[record.type], kind: record.kind,
      attachment: attachment(record.attachment), parent: indices[record.parent], children: [],
      isLazy: !record.flags.contains(.started), arguments: arguments(record.arguments),
      route: origin(record.arguments), root: origin(record.initialRoot),
      setup: arguments(record.setup),
      stack: record.stack == .none ? [] : screens(of: record.stack, ownedBy: slot),
      pages: record.tabBar == .none ? [] : pages(of: record.tabBar),
      tabView: view == .none ? nil : screen(view))
  }

  func attachment(_ attachment: Attachment) -> StateDocument.Attachment {
    switch attachment {
    case .none: .none
    case .windowRoot: .windowRoot
    case .modal: .modal
    case .pushed: .pushed
    case .page: .page
    case .rootSlot: .root
    }
  }

  func pages(of tabBar: Slot) -> [StateDocument.Page] {
    state.pageList(of: tabBar).map { slot in
      let page = state.pages[slot]
      return StateDocument.Page(
        id: symbols[page.id], title: symbols[page.title], icon: symbols[page.icon],
        selectedTitle: text(page.selectedTitle), selectedIcon: text(page.selectedIcon),
        position: Int(page.position), badge: state.badge(ofPage: slot),
        coordinator: reference(page.coordinator), isSelected: state.tabBars[tabBar].selected == slot
      )
    }
  }

  private func text(_ symbol: Symbol) -> String? { symbol == .none ? nil : symbols[symbol] }

  func arguments(_ place: Slot) -> NavigationArguments {
    place == .none ? [:] : state.arguments[place].arguments ?? [:]
  }

  private func origin(_ place: Slot) -> StateDocument.Origin? {
    guard place != .none, let origin = state.arguments[place].origin else { return nil }
    return StateDocument.Origin(name: symbols[origin.route], arguments: origin.arguments)
  }

  // MARK: - Screens

  func screen(_ slot: Slot) -> StateDocument.Screen {
    let record = state.screens[slot]
    var screen = StateDocument.Screen(
      id: state.id(ofScreen: slot), name: symbols[record.name],
      arguments: arguments(record.arguments), owner: state.id(ofCoordinator: record.owner),
      route: origin(record.arguments))
    for field in ScreenField.all {
      if let value = field.read(self, slot) { screen.details[field.name] = value }
    }
    return screen
  }

  /// Returns whether a screen has a host object, or its coordinator has no route with the screen's
  /// name that leads to a screen.
  func isMade(_ screen: Slot) -> Bool {
    let record = state.screens[screen]
    if record.flags.contains(.hasPayload) { return true }
    let number = Int(state.coordinators[record.owner].type.rawValue)
    guard number < types.count, let type = types[number], let index = type.index(of: record.name)
    else { return true }
    return !type.outlines[index].isScreen
  }

  /// Returns the name of the style that pushed a screen, or `nil` for the platform's transition.
  func transition(of screen: Slot) -> String? {
    let style = state.screens[screen].style
    return style == .push ? nil : styles.name(of: style)
  }

  /// Returns the screens on a stack, from bottom to top: the screens of the given owner, or all
  /// screens if no owner is given.
  func screens(of stack: Slot, ownedBy owner: Slot? = nil) -> [StateDocument.Screen] {
    var list: [StateDocument.Screen] = []
    var slot = state.stacks[stack].top
    while slot != .none {
      if owner == nil || state.screens[slot].owner == owner { list.append(screen(slot)) }
      slot = state.screens[slot].below
    }
    return list.reversed()
  }

  // MARK: - Layers

  /// Returns the layers, starting with the root layer.
  func layers() -> [StateDocument.Layer] {
    var list: [StateDocument.Layer] = []
    var slot = state.window.topLayer
    while slot != .none {
      list.append(layer(slot))
      slot = state.layers[slot].below
    }
    return list.reversed()
  }

  private func layer(_ slot: Slot) -> StateDocument.Layer {
    let record = state.layers[slot]
    let isOwn =
      state.coordinators[record.owner].attachment == .modal(layer: slot)
      || slot == state.window.rootLayer
    let details = arguments(record.details)
    var layer = StateDocument.Layer(
      id: state.id(ofLayer: slot), style: styles[record.style].name,
      isCovering: record.isCovering, isInteractive: record.isInteractive,
      owner: reference(record.owner),
      presenter: record.presenter == .none ? nil : reference(record.presenter),
      presenterScreen: position(of: record.presenterScreen),
      detents: (try? details["detents"]?.decoded()) ?? [],
      message: details["message"]?.text, fields: (try? details["fields"]?.decoded()) ?? [],
      buttons: (try? details["buttons"]?.decoded()) ?? [],
      screen: nil, stack: [], phase: .presented)
    switch record.content {
    case .screen(let screen): layer.screen = self.screen(screen)
    case .stack(let stack) where !isOwn: layer.stack = screens(of: stack)
    case .stack, .tabBar: break
    }
    return layer
  }

  private func position(of screen: Slot) -> StateDocument.ScreenPosition? {
    guard screen != .none else { return nil }
    let record = state.screens[screen]
    if record.stack != .none {
      let owner = state.stacks[record.stack].owner
      if state.coordinators[owner].stack == record.stack {
        return StateDocument.ScreenPosition(coordinator: indices[owner], index: Int(record.index))
      }
    }
    var layer = state.window.topLayer
    while layer != .none {
      let content = state.layers[layer].content
      if content == .screen(screen) || content == .stack(record.stack) {
        return StateDocument.ScreenPosition(
          layer: Int(state.layers[layer].index), index: Int(record.index))
      }
      layer = state.layers[layer].below
    }
    return nil
  }
}
