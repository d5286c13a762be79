/// Leaves out of an image what an engine no longer knows: of each stack and of the layers the lowest
/// ones stay, up to the first that cannot be shown (lenient restoring).
struct ImagePruning {
  /// Something that was left out, and why.
  struct Dropped: Hashable {
    let what: String
    let why: String
  }

  private(set) var image: StateImage
  private let engine: NavigationEngine
  /// Whether each coordinator stays.
  private(set) var isKept: [Bool]
  /// How many screens of each coordinator's own stack stay.
  private(set) var stackCounts: [Int]
  /// How many layers stay.
  private(set) var layerCount: Int
  private(set) var dropped: [Dropped] = []
  /// Why what is lost already was lost.
  private var reasons: [Int: String] = [:]
  /// The coordinators whose stacks stand on the tab bar of a root child.
  private let tabHosts: Set<Int>

  /// - Throws: `notRestorable` when the main coordinator itself cannot stay.
  init(_ image: StateImage, for engine: NavigationEngine) throws(NavigationError) {
    self.image = image
    self.engine = engine
    isKept = image.coordinators.map { _ in true }
    stackCounts = image.coordinators.map(\.stack.count)
    layerCount = image.layers.count
    tabHosts = image.tabHosts
    for index in image.coordinators.indices { checkType(index) }
    cutUnknownScreens()
    while dropUnshown() {}
    if isKept.first == false {
      let type = image.coordinators[0].type
      throw NavigationError(
        .notRestorable, "restore: the main coordinator \(type) cannot be: \(reasons[0] ?? "")")
    }
    for index in image.coordinators.indices where isKept[index] {
      checkView(of: index)
      keepPages(of: index)
      checkRoot(of: index)
    }
  }

  /// A root that was chosen before the start, where its route is gone.
  private mutating func checkRoot(of index: Int) {
    let coordinator = image.coordinators[index]
    guard let root = coordinator.initialRoot,
      engine.coordinatorType(named: coordinator.type)?.routes[root.route] == nil
    else { return }
    image.coordinators[index].initialRoot = nil
    dropped.append(
      Dropped(
        what: "root \"\(root.route)\" of \(coordinator.type)",
        why: "\(coordinator.type) has no route \"\(root.route)\""))
  }

  /// A screen around pages whose type declares none any more.
  private mutating func checkView(of index: Int) {
    let coordinator = image.coordinators[index]
    guard let view = coordinator.view,
      engine.coordinatorType(named: coordinator.type)?.tabView == nil
    else { return }
    image.coordinators[index].view = nil
    dropped.append(
      Dropped(
        what: "view \"\(view.name)\" of \(coordinator.type)",
        why: "\(coordinator.type) declares no view"))
  }

  /// The pages that stay, and the page to select among them: rather one that has started.
  private mutating func keepPages(of index: Int) {
    let pages = image.coordinators[index].pages
    let selected = image.coordinators[index].selected.map { pages[$0] }
    let kept = pages.filter { isKept[$0.coordinator] }
    image.coordinators[index].pages = kept
    image.coordinators[index].selected =
      kept.firstIndex { $0 == selected }
      ?? kept.firstIndex { image.coordinators[$0.coordinator].isStarted }
      ?? (kept.isEmpty ? nil : 0)
  }

  // MARK: - What is unknown

  private mutating func checkType(_ index: Int) {
    let coordinator = image.coordinators[index]
    guard let type = engine.coordinatorType(named: coordinator.type) else {
      return drop(index, "there is no coordinator \"\(coordinator.type)\"")
    }
    guard type.kind == coordinator.kind else {
      return drop(index, "\(coordinator.type) is of another kind now")
    }
    if let parameters = type.parameters {
      do throws(NavigationError) {
        try RouteParameter.check(
          coordinator.arguments, against: parameters, of: "coordinator \(coordinator.type)")
      } catch { drop(index, error.message) }
    }
  }

  /// Why a screen cannot be shown; `nil` when it can.
  private func fault(of screen: StateImage.Screen) -> String? {
    guard isKept[screen.owner] else { return "its coordinator is gone" }
    if screen.isMade { return nil }
    let type = image.coordinators[screen.owner].type
    guard let route = engine.coordinatorType(named: type)?.routes[screen.name] else {
      return "\(type) has no route \"\(screen.name)\""
    }
    guard case .screen = route.destination else {
      return "route \"\(screen.name)\" of \(type) shows no screen any more"
    }
    guard let parameters = route.parameters else { return nil }
    do throws(NavigationError) {
      try RouteParameter.check(
        screen.arguments, against: parameters, of: "route \"\(screen.name)\"")
      return nil
    } catch { return error.message }
  }

  private mutating func cutUnknownScreens() {
    for (index, coordinator) in image.coordinators.enumerated() {
      cut(index, to: coordinator.stack.firstIndex { fault(of: $0) != nil })
    }
    for (index, layer) in image.layers.enumerated() where index < layerCount {
      if let why = fault(of: layer, index) { cutLayers(to: index, why) }
    }
  }

  private mutating func cut(_ index: Int, to count: Int?) {
    guard let count, count < stackCounts[index] else { return }
    let stack = image.coordinators[index].stack
    let why = fault(of: stack[count]) ?? ""
    for (place, screen) in stack[count..<stackCounts[index]].enumerated() {
      dropped.append(
        Dropped(
          what: "screen \"\(screen.name)\" of \(image.coordinators[screen.owner].type)",
          why: place == 0 ? why : "it stood above \"\(stack[count].name)\""))
    }
    stackCounts[index] = count
  }

  private mutating func drop(_ index: Int, _ why: String) {
    guard isKept[index] else { return }
    isKept[index] = false
    reasons[index] = why
    dropped.append(Dropped(what: "coordinator \(image.coordinators[index].type)", why: why))
  }

  // MARK: - What no longer stands anywhere

  private mutating func dropUnshown() -> Bool {
    let before = dropped.count
    let (presented, shown) = (presented, shown)
    for (index, coordinator) in image.coordinators.enumerated() where isKept[index] {
      if let parent = coordinator.parent, !isKept[parent] {
        drop(index, "its parent is gone")
      } else if coordinator.isStarted, coordinator.attachment != .none,
        coordinator.attachment == .modal && !presented.contains(index)
          || coordinator.kind == .navigation && !shown.contains(index)
            && !hasRootChild(coordinator)
      {
        drop(index, "none of its screens is left")
      }
    }
    for index in image.coordinators.indices {
      cut(index, to: image.coordinators[index].stack.firstIndex { !isKept[$0.owner] })
    }
    for index in 0..<layerCount {
      if let why = fault(of: image.layers[index], index) {
        cutLayers(to: index, why)
        break
      }
    }
    return dropped.count > before
  }

  /// The coordinators that fill one of the layers that stay.
  private var presented: Set<Int> {
    Set(image.layers[..<layerCount].lazy.filter { $0.content == .owner }.map(\.owner))
  }

  /// The coordinators that have a screen among those that stay.
  private var shown: Set<Int> {
    var owners: Set<Int> = []
    for (index, coordinator) in image.coordinators.enumerated() {
      for screen in coordinator.stack[..<stackCounts[index]] { owners.insert(screen.owner) }
    }
    return owners
  }

  private func hasRootChild(_ coordinator: StateImage.Coordinator) -> Bool {
    coordinator.children.contains {
      image.coordinators[$0].attachment == .root && isKept[$0]
    }
  }

  /// Why a layer cannot be shown; `nil` when it can.
  private func fault(of layer: StateImage.Layer, _ index: Int) -> String? {
    guard isKept[layer.owner] else { return "its coordinator is gone" }
    if index > 0, (try? engine.transitionStyle(named: layer.style))?.isPresentation != true {
      return "there is no style \"\(layer.style)\""
    }
    if let presenter = layer.presenter, !isKept[presenter] { return "its presenter is gone" }
    if let place = layer.presenterScreen, !stays(place) { return "the screen below it is gone" }
    switch layer.content {
    case .owner: return nil
    case .screen(let screen): return fault(of: screen)
    case .stack(let screens): return screens.lazy.compactMap { self.fault(of: $0) }.first
    }
  }

  private func stays(_ place: StateImage.Place) -> Bool {
    guard let coordinator = place.coordinator else { return true }
    let first = tabHosts.contains(coordinator) ? 1 : 0
    return place.index - first < stackCounts[coordinator]
  }

  private mutating func cutLayers(to count: Int, _ why: String) {
    for index in count..<layerCount {
      let layer = image.layers[index]
      dropped.append(
        Dropped(
          what: "layer \(index) (\(layer.style)) of \(image.coordinators[layer.owner].type)",
          why: index == count ? why : "it lay above layer \(count)"))
    }
    layerCount = count
  }
}
