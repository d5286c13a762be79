import Signalbox

/// The derived functions in section 1.
extension Model {
  /// Returns a coordinator and all its descendants, parents before children.
  func subtree(_ coordinator: Int) -> [Int] {
    [coordinator] + coordinators[coordinator].children.flatMap(subtree)
  }

  func isWithin(_ coordinator: Int, _ ancestor: Int) -> Bool {
    var current: Int? = coordinator
    while let one = current {
      if one == ancestor { return true }
      current = coordinators[one].parent
    }
    return false
  }

  /// All coordinators in the tree, in pre-order.
  var living: [Int] { main.map(subtree) ?? [] }

  // MARK: - Stacks

  /// The coordinator's own entries in its stack, lowest first.
  func own(_ coordinator: Int) -> [Int] {
    guard let stack = coordinators[coordinator].stack else { return [] }
    return stacks[stack].entries.filter { screens[$0].owner == coordinator }
  }

  /// Whether a coordinator with a stack has no entries in it.
  func isEmpty(_ coordinator: Int) -> Bool {
    let record = coordinators[coordinator]
    return record.stack != nil && record.rootChild == nil && own(coordinator).isEmpty
  }

  /// The owner of a stack's topmost screen.
  func topOwner(_ stack: Int) -> Int? { stacks[stack].entries.last.map { screens[$0].owner } }

  /// The number of stack entries that remain when a coordinator pops everything: the entries up to
  /// its base, or the entries below its first own screen if its base is a root child.
  func floor(_ coordinator: Int) -> Int {
    guard let stack = coordinators[coordinator].stack else { return 0 }
    let entries = stacks[stack].entries
    guard let root = coordinators[coordinator].rootChild else {
      return (entries.firstIndex { screens[$0].owner == coordinator } ?? 0) + 1
    }
    return (entries.lastIndex { isWithin(screens[$0].owner, root) } ?? below(coordinator)) + 1
  }

  /// The index of the entry below all entries of a coordinator whose root child has a tab bar.
  private func below(_ coordinator: Int) -> Int {
    guard let stack = coordinators[coordinator].stack else { return -1 }
    if let tabs = stacks[stack].rootTabs, isWithin(tabs, coordinator) { return -1 }
    let entries = stacks[stack].entries
    return (entries.firstIndex { isWithin(screens[$0].owner, coordinator) } ?? entries.count) - 1
  }

  // MARK: - Layers

  /// The index of the layer that hosts a coordinator.
  func host(_ coordinator: Int) -> Int? {
    switch coordinators[coordinator].attachment {
    case .windowRoot: return 0
    case .modal(let serial): return layers.firstIndex { $0.serial == serial }
    // A dependency counts as being in its parent's position.
    case .pushed, .rootSlot, .page, .none: return coordinators[coordinator].parent.flatMap(host)
    }
  }

  /// The lowest layer above the coordinator's own layer that belongs to its subtree.
  func lowestOwnLayer(_ coordinator: Int) -> Int? {
    guard let host = host(coordinator) else { return nil }
    return layers.indices.first { $0 > host && isWithin(layers[$0].owner, coordinator) }
  }

  // MARK: - Visible content

  func leaf(_ content: Content) -> Int? {
    switch content {
    case .screen(let screen): return screen
    case .stack(let stack):
      if let top = stacks[stack].entries.last { return top }
      return stacks[stack].rootTabs.flatMap { leaf(.coordinator($0)) }
    case .coordinator(let coordinator):
      if let stack = coordinators[coordinator].stack { return leaf(.stack(stack)) }
      return selectedPage(coordinator).flatMap { leaf(.coordinator($0.coordinator)) }
    }
  }

  /// The visible screens, the front screen first.
  var visible: [Int] {
    var list: [Int] = []
    for layer in layers.reversed() {
      if let leaf = leaf(layer.content) { list.append(leaf) }
      list += views(layer.content)
      if layer.isCovering { break }
    }
    return list
  }

  /// The screens that enclose the pages of a layer, the innermost first.
  private func views(_ content: Content) -> [Int] {
    switch content {
    case .screen: return []
    case .stack(let stack):
      guard stacks[stack].entries.isEmpty, let tabs = stacks[stack].rootTabs else { return [] }
      return views(.coordinator(tabs))
    case .coordinator(let coordinator):
      if let stack = coordinators[coordinator].stack { return views(.stack(stack)) }
      let inner = selectedPage(coordinator).map { views(.coordinator($0.coordinator)) } ?? []
      return inner + [coordinators[coordinator].view].compactMap(\.self)
    }
  }

  var front: Int? { layers.last.flatMap { leaf($0.content) } }

  func selectedPage(_ tabs: Int) -> Page? {
    coordinators[tabs].pages.first { $0.id == coordinators[tabs].selected }
  }

  /// The stack that a layer's back button would pop.
  func activeStack(_ content: Content) -> Int? {
    switch content {
    case .screen: return nil
    case .stack(let stack):
      guard stacks[stack].entries.isEmpty, let tabs = stacks[stack].rootTabs else { return stack }
      return activeStack(.coordinator(tabs)) ?? stack
    case .coordinator(let coordinator):
      if let stack = coordinators[coordinator].stack { return activeStack(.stack(stack)) }
      return selectedPage(coordinator).flatMap { activeStack(.coordinator($0.coordinator)) }
    }
  }

  /// The tab coordinators whose bars are visible in the topmost layer, outermost first.
  var visibleTabs: [Int] {
    var visible: [Int] = []
    var content = layers.last?.content
    while let current = content, let tabs = tabs(in: current) {
      visible.append(tabs)
      content = selectedPage(tabs).map { .coordinator($0.coordinator) }
    }
    return visible
  }

  /// The tab coordinator whose bar is visible in a content.
  private func tabs(in content: Content) -> Int? {
    switch content {
    case .screen: return nil
    case .stack(let stack): return stacks[stack].entries.isEmpty ? stacks[stack].rootTabs : nil
    case .coordinator(let coordinator):
      guard !coordinators[coordinator].kind.isTabs else { return coordinator }
      return coordinators[coordinator].stack.flatMap { tabs(in: .stack($0)) }
    }
  }

  // MARK: - The top coordinator

  /// `getTopCoordinator(main)`.
  var top: Int? {
    main.map { top(below: $0) }
  }

  func top(below main: Int) -> Int {
    var current = main
    while let next = candidate(current) { current = next }
    return current
  }

  private func candidate(_ coordinator: Int) -> Int? {
    let record = coordinators[coordinator]
    let host = host(coordinator) ?? 0
    for index in layers.indices.reversed() where index > host {
      let owner = layers[index].owner
      if let child = record.children.first(where: { isWithin(owner, $0) }) { return child }
    }
    if let owner = record.stack.flatMap(topOwner),
      let child = record.children.first(where: { isWithin(owner, $0) })
    {
      return child
    }
    if record.kind.isTabs { return selectedPage(coordinator)?.coordinator }
    return record.rootChild
  }
}
