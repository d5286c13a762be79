import Signalbox

/// Roots and focus in section 3: routes, and the items that were reached with them.
extension Model {
  /// The route of a coordinator's root, or of its future root before its start.
  func rootRoute(_ coordinator: Int) -> String? {
    let record = coordinators[coordinator]
    if let initial = record.initialRoot { return initial }
    if let root = record.rootChild { return coordinators[root].origin }
    return own(coordinator).first.map { screens[$0].name }
  }

  mutating func root(
    _ caller: Int, _ name: String, keepStack: Bool, onFinish: Int? = nil
  ) throws(NoEffect) -> ModelOutcome.Value {
    try checkAlive(caller)
    if coordinators[caller].kind.isTabs { throw .rejected(.wrongKind) }
    let route = try route(name, of: caller)
    if rootRoute(caller) == name { throw .noop(.alreadyRoot, rootValue(caller)) }
    guard coordinators[caller].phase == .started else {
      coordinators[caller].initialRoot = name
      return .none
    }
    let stack = try stack(of: caller)
    try checkUncovered(caller)
    let child = try makeChild(route)
    let items = keepStack ? takeItems(caller, stack) : []
    reset(caller, stack, keepModals: keepStack, keepItems: keepStack)
    if let child {
      try show(child, by: caller, route.style, Choice(onFinish: onFinish))
    } else {
      stacks[stack].entries.append(screen(name, caller))
    }
    stacks[stack].entries += items
    return rootValue(caller)
  }

  /// Temporarily removes the entries above a coordinator's root from their stack.
  private mutating func takeItems(_ caller: Int, _ stack: Int) -> [Int] {
    let items = Array(stacks[stack].entries[floor(caller)...])
    stacks[stack].entries.removeLast(items.count)
    return items
  }

  private func rootValue(_ caller: Int) -> ModelOutcome.Value {
    coordinators[caller].rootChild.map { .coordinator($0) } ?? .none
  }

  /// Sets the root that was chosen before a coordinator's start.
  mutating func takeInitialRoot(_ coordinator: Int) throws(NoEffect) {
    guard let name = coordinators[coordinator].initialRoot else { return }
    coordinators[coordinator].initialRoot = nil
    do throws(NoEffect) {
      _ = try root(coordinator, name, keepStack: false)
    } catch {
      if error.prediction.status != .noop { throw error }
    }
  }

  // MARK: - Focus

  mutating func focusFirst(_ caller: Int, _ name: String) throws(NoEffect) -> ModelOutcome.Value {
    try checkStarted(caller)
    if coordinators[caller].kind.isTabs { return try focusPage(caller, name) }
    _ = try route(name, of: caller)
    let before = layers.count
    if let item = firstEntry(caller, name), let stack = coordinators[caller].stack {
      removeLayers(presentedBy: caller, above: host(caller))
      let isCut = stacks[stack].entries.count > item.count
      if isCut { try checkUncovered(caller) }
      cut(stack, to: item.count)
      let value = item.coordinator.map { ModelOutcome.Value.coordinator($0) } ?? .none
      if !isCut && layers.count == before { throw .noop(.alreadyTop, value) }
      return value
    }
    guard let index = firstLayer(caller, name) else { throw .rejected(.routeNotFound) }
    var value = ModelOutcome.Value.none
    if case .coordinator(let coordinator) = layers[index].content {
      value = .coordinator(coordinator)
    }
    removeLayers(presentedBy: caller, above: index)
    if layers.count == before { throw .noop(.alreadyTop, value) }
    return value
  }

  private mutating func focusPage(_ tabs: Int, _ name: String) throws(NoEffect)
    -> ModelOutcome.Value
  {
    guard let page = coordinators[tabs].pages.first(where: { $0.id == name }) else {
      throw .rejected(.routeNotFound)
    }
    if coordinators[tabs].selected == name {
      throw .noop(.alreadySelected, .coordinator(page.coordinator))
    }
    return try select(tabs, name)
  }

  /// The lowest item of a route on a coordinator's stack, and the number of entries up to the item.
  /// An item is a screen, or a pushed child with all its screens.
  private func firstEntry(_ caller: Int, _ name: String) -> (count: Int, coordinator: Int?)? {
    guard let stack = coordinators[caller].stack else { return nil }
    let entries = stacks[stack].entries
    for index in entries.indices where index >= floor(caller) {
      let owner = screens[entries[index]].owner
      if owner == caller {
        if screens[entries[index]].name == name { return (index + 1, nil) }
      } else if let child = coordinators[caller].children.first(where: { isWithin(owner, $0) }),
        coordinators[child].origin == name,
        let last = entries.lastIndex(where: { isWithin(screens[$0].owner, child) })
      {
        return (last + 1, child)
      }
    }
    return nil
  }

  private func firstLayer(_ caller: Int, _ name: String) -> Int? {
    guard let host = host(caller) else { return nil }
    return layers.indices.first { index in
      guard index > host, layers[index].presenter == caller else { return false }
      switch layers[index].content {
      case .screen(let screen): return screens[screen].name == name
      case .stack(let stack): return screens[stacks[stack].entries[0]].name == name
      case .coordinator(let coordinator): return coordinators[coordinator].origin == name
      }
    }
  }

  /// Removes the next layer that a coordinator presented, and all layers above it.
  private mutating func removeLayers(presentedBy caller: Int, above index: Int?) {
    guard let index else { return }
    let next = layers.indices.first { $0 > index && layers[$0].presenter == caller }
    if let next { removeLayers(from: next) }
  }
}
