/// Prunes a document that is being restored: removes the items that the engine no longer defines.
/// In each stack and in the list of layers, the first item that cannot be shown is removed together
/// with everything above it.
struct StatePruning {
  /// A removed item and the reason for its removal.
  struct Dropped: Hashable {
    let what: String
    let why: String
  }

  private(set) var document: StateDocument
  private let registry: TypeRegistry
  /// For each coordinator, whether it is kept.
  private(set) var isKept: [Bool]
  /// For each coordinator, the screens on its own stack, including screens of other coordinators
  /// that share the stack.
  let stacks: [[(owner: Int, screen: StateDocument.Screen)]]
  /// For each coordinator, the number of screens to keep on its own stack.
  private(set) var stackCounts: [Int]
  /// The number of layers to keep.
  private(set) var layerCount: Int
  private(set) var dropped: [Dropped] = []
  /// The reasons why coordinators were removed, keyed by index.
  private var reasons: [Int: String] = [:]
  /// The coordinators whose stacks have a root child's tab bar at the bottom.
  private let tabHosts: Set<Int>

  /// - Throws: `notRestorable` if the main coordinator cannot be restored.
  init(_ document: StateDocument, for registry: TypeRegistry) throws(NavigationError) {
    self.document = document
    self.registry = registry
    isKept = document.coordinators.map { _ in true }
    stacks = document.stacks
    stackCounts = stacks.map(\.count)
    layerCount = document.layers.count
    tabHosts = document.tabHosts
    for index in document.coordinators.indices { checkType(index) }
    cutUnknownScreens()
    while dropUnshown() {}
    if isKept.first == false {
      let type = document.coordinators[0].type
      throw NavigationError(
        .notRestorable,
        "restoreState: the main coordinator \(type) cannot be restored: \(reasons[0] ?? "")")
    }
    for index in document.coordinators.indices where isKept[index] {
      checkView(of: index)
      keepPages(of: index)
      checkRoot(of: index)
    }
  }

  /// Removes the route that was set as a coordinator's root before the coordinator started, if the
  /// type no longer declares the route.
  private mutating func checkRoot(of index: Int) {
    let coordinator = document.coordinators[index]
    guard let root = coordinator.root,
      registry.type(named: coordinator.type)?.type.routes[root.name] == nil
    else { return }
    document.coordinators[index].root = nil
    noteDropped("root \"\(root.name)\"", of: coordinator, "has no route \"\(root.name)\"")
  }

  /// Removes a tab coordinator's tab view if the type no longer declares a tab view.
  private mutating func checkView(of index: Int) {
    let coordinator = document.coordinators[index]
    guard let view = coordinator.tabView,
      registry.type(named: coordinator.type)?.type.tabView == nil
    else { return }
    document.coordinators[index].tabView = nil
    noteDropped("view \"\(view.name)\"", of: coordinator, "declares no view")
  }

  private mutating func noteDropped(
    _ what: String, of coordinator: StateDocument.Coordinator, _ why: String
  ) {
    let type = coordinator.type
    dropped.append(Dropped(what: "\(what) of \(type)", why: "\(type) \(why)"))
  }

  /// Removes the pages whose coordinators are not kept. If the selected page is removed, selects
  /// another page, preferably one whose coordinator has started.
  private mutating func keepPages(of index: Int) {
    var pages = document.coordinators[index].pages.filter { isKept[$0.coordinator.index] }
    if !pages.isEmpty, !pages.contains(where: \.isSelected) {
      let started = pages.firstIndex { !document.coordinators[$0.coordinator.index].isLazy }
      pages[started ?? 0].isSelected = true
    }
    document.coordinators[index].pages = pages
  }

  // MARK: - Unknown names

  private mutating func checkType(_ index: Int) {
    let coordinator = document.coordinators[index]
    guard let type = registry.type(named: coordinator.type)?.type else {
      return drop(index, "there is no coordinator \"\(coordinator.type)\"")
    }
    guard type.kind == coordinator.kind else {
      return drop(index, "\(coordinator.type) is now a different kind of coordinator")
    }
    if let parameters = type.parameters {
      do throws(NavigationError) {
        try RouteParameter.check(
          coordinator.arguments, against: parameters, of: "coordinator \(coordinator.type)")
      } catch { drop(index, error.message) }
    }
  }

  /// Returns the reason why a screen cannot be shown, or `nil` if the screen can be shown.
  private func fault(of screen: StateDocument.Screen, _ owner: Int) -> String? {
    guard isKept[owner] else { return "its coordinator is gone" }
    if screen.isMade { return nil }
    let type = document.coordinators[owner].type
    guard let route = registry.type(named: type)?.type.routes[screen.name] else {
      return "\(type) has no route \"\(screen.name)\""
    }
    do throws(NavigationError) {
      if let parameters = route.parameters {
        try RouteParameter.check(
          screen.arguments, against: parameters, of: "route \"\(screen.name)\"")
      }
      return try route.showsScreen(screen.name, screen.arguments)
        ? nil : "route \"\(screen.name)\" of \(type) no longer shows a screen"
    } catch { return error.message }
  }

  private mutating func cutUnknownScreens() {
    for (index, stack) in stacks.enumerated() {
      cut(index, to: stack.firstIndex { fault(of: $0.screen, $0.owner) != nil })
    }
    for (index, layer) in document.layers.enumerated() where index < layerCount {
      if let why = fault(of: layer, index) { cutLayers(to: index, why) }
    }
  }

  private mutating func cut(_ index: Int, to count: Int?) {
    guard let count, count < stackCounts[index] else { return }
    let first = stacks[index][count]
    let why = fault(of: first.screen, first.owner) ?? ""
    for (position, entry) in stacks[index][count..<stackCounts[index]].enumerated() {
      dropped.append(
        Dropped(
          what: "screen \"\(entry.screen.name)\" of \(document.coordinators[entry.owner].type)",
          why: position == 0 ? why : "it was above \"\(first.screen.name)\""))
    }
    stackCounts[index] = count
  }

  private mutating func drop(_ index: Int, _ why: String) {
    guard isKept[index] else { return }
    isKept[index] = false
    reasons[index] = why
    dropped.append(Dropped(what: "coordinator \(document.coordinators[index].type)", why: why))
  }

  // MARK: - Omitted screens

  private mutating func dropUnshown() -> Bool {
    let before = dropped.count
    let (presented, shown) = (presented, shown)
    for (index, coordinator) in document.coordinators.enumerated() where isKept[index] {
      if let parent = coordinator.parent, !isKept[parent] {
        drop(index, "its parent is gone")
      } else if !coordinator.isLazy, coordinator.attachment != .none,
        coordinator.attachment == .modal && !presented.contains(index)
          || coordinator.kind == .navigation && !shown.contains(index)
            && !hasRootChild(coordinator)
      {
        drop(index, "none of its screens is left")
      }
    }
    for index in document.coordinators.indices {
      cut(index, to: stacks[index].firstIndex { !isKept[$0.owner] })
    }
    for index in 0..<layerCount {
      if let why = fault(of: document.layers[index], index) {
        cutLayers(to: index, why)
        break
      }
    }
    return dropped.count > before
  }

  /// The coordinators whose content is shown by layers that are kept.
  private var presented: Set<Int> {
    Set(document.layers[..<layerCount].lazy.filter(\.showsOwner).map(\.owner.index))
  }

  /// The coordinators that own a screen that is kept.
  private var shown: Set<Int> {
    var owners: Set<Int> = []
    for (index, stack) in stacks.enumerated() {
      for entry in stack[..<stackCounts[index]] { owners.insert(entry.owner) }
    }
    return owners
  }

  private func hasRootChild(_ coordinator: StateDocument.Coordinator) -> Bool {
    coordinator.children.contains {
      document.coordinators[$0].attachment == .root && isKept[$0]
    }
  }

  /// Returns the reason why a layer cannot be shown, or `nil` if the layer can be shown.
  private func fault(of layer: StateDocument.Layer, _ index: Int) -> String? {
    guard isKept[layer.owner.index] else { return "its coordinator is gone" }
    if index > 0, (try? registry.style(named: layer.style))?.isPresentation != true {
      return "there is no style \"\(layer.style)\""
    }
    if let presenter = layer.presenter, !isKept[presenter.index] { return "its presenter is gone" }
    if let position = layer.presenterScreen, !stays(position) {
      return "the screen below it is gone"
    }
    return layer.screens.lazy.compactMap { fault(of: $0, layer.owner.index) }.first
  }

  private func stays(_ position: StateDocument.ScreenPosition) -> Bool {
    guard let coordinator = position.coordinator else { return true }
    let first = tabHosts.contains(coordinator) ? 1 : 0
    return position.index - first < stackCounts[coordinator]
  }

  private mutating func cutLayers(to count: Int, _ why: String) {
    for index in count..<layerCount {
      let layer = document.layers[index]
      dropped.append(
        Dropped(
          what:
            "layer \(index) (\(layer.style)) of \(document.coordinators[layer.owner.index].type)",
          why: index == count ? why : "it was above layer \(count)"))
    }
    layerCount = count
  }
}
