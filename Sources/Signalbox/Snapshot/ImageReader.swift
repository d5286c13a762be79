/// Reads an image out of a state.
struct ImageReader {
  let symbols: SymbolTable
  let styles: StyleTable
  let types: ContiguousArray<RegisteredType?>

  func image(of state: NavigationState) throws(NavigationError) -> StateImage {
    var image = StateImage()
    guard state.window.main != .none else { return image }
    var indices: [Slot: Int] = [:]
    var order: [Slot] = []
    number(state.window.main, in: state, &indices, &order)
    for slot in order {
      image.coordinators.append(try coordinator(slot, in: state, indices))
    }
    var layers: [Slot] = []
    var layer = state.window.topLayer
    while layer != .none {
      layers.append(layer)
      layer = state.layers[layer].below
    }
    for layer in layers.reversed() {
      image.layers.append(try self.layer(layer, in: state, indices))
    }
    return image
  }

  private func number(
    _ slot: Slot, in state: NavigationState, _ indices: inout [Slot: Int], _ order: inout [Slot]
  ) {
    indices[slot] = order.count
    order.append(slot)
    for child in state.children(of: slot) { number(child, in: state, &indices, &order) }
  }

  private func coordinator(
    _ slot: Slot, in state: NavigationState, _ indices: [Slot: Int]
  ) throws(NavigationError) -> StateImage.Coordinator {
    let record = state.coordinators[slot]
    var image = StateImage.Coordinator(
      type: symbols[record.type], kind: record.kind,
      isStarted: record.flags.contains(.started), attachment: attachment(record.attachment),
      parent: indices[record.parent])
    image.arguments = try arguments(
      record.arguments, in: state, of: "coordinator \(state.id(ofCoordinator: slot)) \(image.type)")
    image.origin = try origin(record.arguments, in: state, of: "the route of \(image.type)")
    if record.setup != .none { image.setup = state.arguments[record.setup].arguments ?? [:] }
    image.initialRoot = try origin(record.initialRoot, in: state, of: "the root of \(image.type)")
    image.children = state.children(of: slot).compactMap { indices[$0] }
    if image.attachment.isOwn, record.stack != .none {
      image.stack = try stack(record.stack, in: state, indices)
    }
    guard record.tabBar != .none else { return image }
    let view = state.tabBars[record.tabBar].view
    if view != .none { image.view = try screen(view, in: state, indices) }
    let pages = state.pageList(of: record.tabBar)
    image.selected = pages.firstIndex(of: state.tabBars[record.tabBar].selected)
    image.pages = pages.map { slot in
      let page = state.pages[slot]
      return StateImage.Page(
        id: symbols[page.id], title: symbols[page.title], icon: symbols[page.icon],
        selectedTitle: text(page.selectedTitle), selectedIcon: text(page.selectedIcon),
        position: Int(page.position), badge: state.badge(ofPage: slot),
        coordinator: indices[page.coordinator] ?? 0)
    }
    return image
  }

  private func text(_ symbol: Symbol) -> String? { symbol == .none ? nil : symbols[symbol] }

  private func attachment(_ attachment: Attachment) -> StateImage.Attachment {
    switch attachment {
    case .none: .none
    case .windowRoot: .window
    case .modal: .modal
    case .pushed: .push
    case .page: .page
    case .rootSlot: .root
    }
  }

  private func stack(
    _ stack: Slot, in state: NavigationState, _ indices: [Slot: Int]
  ) throws(NavigationError) -> [StateImage.Screen] {
    var list: [StateImage.Screen] = []
    var slot = state.stacks[stack].top
    while slot != .none {
      list.append(try screen(slot, in: state, indices))
      slot = state.screens[slot].below
    }
    return list.reversed()
  }

  private func screen(
    _ slot: Slot, in state: NavigationState, _ indices: [Slot: Int]
  ) throws(NavigationError) -> StateImage.Screen {
    let record = state.screens[slot]
    let type = state.coordinators[record.owner].type
    let registered = Int(type.rawValue) < types.count ? types[Int(type.rawValue)] : nil
    var image = StateImage.Screen(name: symbols[record.name], owner: indices[record.owner] ?? 0)
    image.isDismissDisabled = record.flags.contains(.isDismissDisabled)
    image.isSwipeBackDisabled = record.flags.contains(.isSwipeBackDisabled)
    image.isMade = record.flags.contains(.hasPayload) || registered?.index(of: record.name) == nil
    image.arguments = try arguments(
      record.arguments, in: state, of: "screen \(state.id(ofScreen: slot)) \(image.name)")
    image.origin = try origin(record.arguments, in: state, of: "the route of \(image.name)")
    return image
  }

  private func arguments(
    _ place: Slot, in state: NavigationState, of what: String
  ) throws(NavigationError) -> NavigationArguments {
    guard place != .none, let arguments = state.arguments[place].arguments else { return [:] }
    try check(arguments, of: what)
    return arguments
  }

  private func origin(
    _ place: Slot, in state: NavigationState, of what: String
  ) throws(NavigationError) -> StateImage.Origin? {
    guard place != .none, let origin = state.arguments[place].origin else { return nil }
    try check(origin.arguments, of: what)
    return StateImage.Origin(route: symbols[origin.route], arguments: origin.arguments)
  }

  private func check(_ arguments: NavigationArguments, of what: String) throws(NavigationError) {
    for field in arguments.fields {
      let path = "\(what): argument \(field.name)"
      if let fault = JSONWriter.fault(in: field.value, at: path, depth: 10) { throw fault }
    }
  }

  private func layer(
    _ slot: Slot, in state: NavigationState, _ indices: [Slot: Int]
  ) throws(NavigationError) -> StateImage.Layer {
    let record = state.layers[slot]
    let isRoot = slot == state.window.rootLayer
    let isOwn = isRoot || state.coordinators[record.owner].attachment == .modal(layer: slot)
    var content = StateImage.Content.owner
    switch record.content {
    case .screen(let screen): content = .screen(try self.screen(screen, in: state, indices))
    case .stack(let stack) where !isOwn: content = .stack(try self.stack(stack, in: state, indices))
    case .stack, .tabBar: break
    }
    let node = TreeReader(state: state, symbols: symbols, styles: styles).layer(slot)
    return StateImage.Layer(
      style: styles[record.style].name, isCovering: record.isCovering,
      isInteractive: record.isInteractive, owner: indices[record.owner] ?? 0,
      presenter: indices[record.presenter],
      presenterScreen: place(of: record.presenterScreen, in: state, indices),
      detents: node.detents, buttons: node.buttons, content: content)
  }

  private func place(
    of screen: Slot, in state: NavigationState, _ indices: [Slot: Int]
  ) -> StateImage.Place? {
    guard screen != .none else { return nil }
    let record = state.screens[screen]
    if record.stack != .none {
      let owner = state.stacks[record.stack].owner
      if state.coordinators[owner].stack == record.stack {
        return StateImage.Place(coordinator: indices[owner], layer: nil, index: Int(record.index))
      }
    }
    var layer = state.window.topLayer
    while layer != .none {
      let content = state.layers[layer].content
      if content == .screen(screen) || content == .stack(record.stack) {
        return StateImage.Place(
          coordinator: nil, layer: Int(state.layers[layer].index), index: Int(record.index))
      }
      layer = state.layers[layer].below
    }
    return nil
  }
}
