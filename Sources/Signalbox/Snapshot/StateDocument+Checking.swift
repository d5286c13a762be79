/// Checks a hand-written document for contents that an engine could not show.
extension StateDocument {
  private func wrong(_ message: String) -> NavigationError {
    NavigationError(.malformed, "snapshot: \(message)")
  }

  /// Checks all indices that refer to coordinators and layers. Cost: O(size).
  func checkReferences() throws(NavigationError) {
    func check(
      _ index: Int?, below count: Int, _ what: @autoclosure () -> String
    ) throws(NavigationError) {
      guard let index, !(0..<count).contains(index) else { return }
      throw NavigationError(
        .malformed,
        "snapshot.\(what()) is integer \(index), expected "
          + (count > 0 ? "an index below \(count)" : "nothing"))
    }
    let count = coordinators.count
    for (index, coordinator) in coordinators.enumerated() {
      try check(coordinator.parent, below: index, "coordinators[\(index)].parent")
      guard (index == 0) == (coordinator.parent == nil) else {
        throw NavigationError(
          .malformed,
          "snapshot.coordinators[\(index)].parent is missing, expected the index of a coordinator "
            + "before it")
      }
      for (place, page) in coordinator.pages.enumerated() {
        try check(
          page.coordinator.index, below: count,
          "coordinators[\(index)].pages[\(place)].coordinator")
      }
    }
    for (index, layer) in layers.enumerated() {
      try check(layer.owner.index, below: count, "layers[\(index)].owner")
      try check(layer.presenter?.index, below: count, "layers[\(index)].presenter")
      let place = layer.presenterScreen
      try check(place?.coordinator, below: count, "layers[\(index)].presenterScreen.coordinator")
      try check(place?.layer, below: index, "layers[\(index)].presenterScreen.layer")
    }
  }

  // MARK: - Coordinators

  /// Checks the attachments of coordinators and the positions of screens. Cost: O(size).
  func checkTree() throws(NavigationError) {
    let hosts = hosts
    var depths: [Int] = []
    for (index, coordinator) in coordinators.enumerated() {
      let what = "coordinators[\(index)]"
      depths.append(coordinator.parent.map { depths[$0] + 1 } ?? 0)
      guard depths[index] < NavigationState.maxTreeDepth else {
        throw wrong("\(what) has more than \(NavigationState.maxTreeDepth - 1) ancestors")
      }
      guard (coordinator.attachment == .windowRoot) == (index == 0) else {
        throw wrong("\(what): the first coordinator, and no other, must be the root of the window")
      }
      try checkStart(of: coordinator, what)
      let parent = coordinator.parent.map { coordinators[$0] }
      switch coordinator.attachment {
      case .pushed, .root:
        guard parent?.kind == .navigation, parent?.attachment != Attachment.none,
          coordinator.kind == .navigation || coordinator.attachment == .root
        else { throw wrong("\(what) shares the stack of a coordinator without a stack") }
      case .none:
        guard coordinator.kind == .navigation else {
          throw wrong("\(what) is a tab coordinator that is not shown")
        }
      case .windowRoot, .modal, .page: break
      }
      guard coordinator.kind == .tabs || coordinator.tabView == nil else {
        throw wrong("\(what) is not a tab coordinator but has a view that encloses pages")
      }
      if coordinator.kind == .tabs, coordinator.attachment == .root,
        !isRoot(index, of: hosts[index])
      {
        throw wrong("\(what): a tab coordinator is above other screens")
      }
      guard
        coordinator.stack.isEmpty
          || coordinator.kind == .navigation && coordinator.attachment != .none
      else { throw wrong("\(what) has screens but no stack") }
      try checkPages(of: coordinator, what)
    }
    try checkStacks()
  }

  private func checkStart(of coordinator: Coordinator, _ what: String) throws(NavigationError) {
    if let parent = coordinator.parent, coordinators[parent].isLazy {
      throw wrong("\(what) is a child of a coordinator that has not started")
    }
    guard coordinator.isLazy else {
      guard coordinator.root == nil else {
        throw wrong("\(what) has started but still declares an initial root")
      }
      return
    }
    guard coordinator.attachment == .page else {
      throw wrong("\(what) has not started but is not a lazy page")
    }
    guard coordinator.pages.isEmpty, coordinator.stack.isEmpty else {
      throw wrong("\(what) has not started but shows screens")
    }
    guard coordinator.root == nil || coordinator.kind == .navigation else {
      throw wrong("\(what) is a tab coordinator but declares a root")
    }
  }

  private func checkPages(of coordinator: Coordinator, _ what: String) throws(NavigationError) {
    let pages = coordinator.pages
    guard pages.isEmpty || coordinator.kind == .tabs else {
      throw wrong("\(what) is not a tab coordinator but has pages")
    }
    guard Set(pages.map(\.id)).count == pages.count else {
      throw wrong("\(what) has two pages with the same id")
    }
    guard
      coordinator.children.prefix(pages.count).elementsEqual(pages.map(\.coordinator.index)),
      coordinator.children.enumerated().allSatisfy({
        (coordinators[$1].attachment == .page) == ($0 < pages.count)
      })
    else { throw wrong("\(what): its pages must be its first children, in the same order") }
    let selected = pages.filter(\.isSelected)
    guard selected.count == min(1, pages.count) else {
      throw wrong("\(what) has \(selected.count) selected pages, expected \(min(1, pages.count))")
    }
    guard selected.allSatisfy({ !coordinators[$0.coordinator.index].isLazy }) else {
      throw wrong("\(what): the selected page has not started")
    }
  }

  /// Checks that each coordinator has at most one root child and at most one pushed child with
  /// screens.
  private func checkStacks() throws(NavigationError) {
    var hasScreens = coordinators.map { !$0.stack.isEmpty }
    for (index, coordinator) in coordinators.enumerated().reversed() {
      func count(_ attachment: Attachment, where isCounted: (Int) -> Bool) -> Int {
        coordinator.children.count { coordinators[$0].attachment == attachment && isCounted($0) }
      }
      guard count(.root, where: { _ in true }) <= 1 else {
        throw wrong("coordinators[\(index)] has two roots")
      }
      let pushed = count(.pushed) { hasScreens[$0] }
      guard pushed <= 1 else {
        throw wrong("coordinators[\(index)] has two pushed coordinators with screens")
      }
      hasScreens[index] = hasScreens[index] || pushed > 0 || count(.root) { hasScreens[$0] } > 0
    }
  }

  /// Returns whether a coordinator and all its ancestors below its host are roots.
  private func isRoot(_ coordinator: Int, of host: Int) -> Bool {
    var current = coordinator
    while current != host {
      guard coordinators[current].attachment == .root, let parent = coordinators[current].parent
      else { return false }
      current = parent
    }
    return true
  }

  // MARK: - Layers

  /// Checks the contents and the presenters of layers. Cost: O(size).
  func checkLayers() throws(NavigationError) {
    guard coordinators.isEmpty == layers.isEmpty else {
      throw wrong("there are coordinators but no layers, or layers but no coordinators")
    }
    guard layers.first?.isInteractive != true else {
      throw wrong("layers[0]: the root layer cannot be swiped away")
    }
    let (places, tabHosts, stacks) = (try layerIndices(), tabHosts, stacks)
    for (index, layer) in layers.enumerated() {
      let what = "layers[\(index)]"
      let owner = layer.owner.index
      guard layer.screen == nil || layer.stack.isEmpty else {
        throw wrong("\(what) has both a screen and a stack")
      }
      guard layer.showsOwner || !coordinators[owner].isLazy else {
        throw wrong("\(what): its screens belong to a coordinator that has not started")
      }
      let below = layer.showsOwner ? coordinators[owner].parent : owner
      for coordinator in [below, layer.presenter?.index] {
        guard let coordinator else { continue }
        guard !coordinators[coordinator].isLazy, places[coordinator] < index else {
          throw wrong(
            "\(what): coordinators[\(coordinator)], which presents it, must have started and "
              + "must be on a lower layer")
        }
      }
      guard let place = layer.presenterScreen else { continue }
      let count =
        place.coordinator.map { stacks[$0].count }
        ?? place.layer.map { layers[$0].screens.count } ?? 0
      // The index counts a tab bar at the root as an entry.
      let first = place.coordinator.map(tabHosts.contains) == true ? 1 : 0
      guard (0..<count).contains(place.index &- first),
        place.coordinator.map({ places[$0] < index }) ?? true
      else { throw wrong("\(what) is presented by a screen that does not exist below it") }
    }
  }

  /// Returns the index of each coordinator's layer.
  private func layerIndices() throws(NavigationError) -> [Int] {
    var shown: [Int: Int] = [:]
    for (index, layer) in layers.enumerated() {
      let owner = layer.owner.index
      guard (index == 0) == (owner == 0 && layer.showsOwner) else {
        throw wrong(
          "layers[\(index)]: the first layer, and no other, must show the main coordinator")
      }
      guard layer.showsOwner else { continue }
      guard index == 0 || coordinators[owner].attachment == .modal,
        shown.updateValue(index, forKey: owner) == nil
      else { throw wrong("layers[\(index)] shows a coordinator that is attached elsewhere") }
    }
    var indices: [Int] = []
    for (index, coordinator) in coordinators.enumerated() {
      guard coordinator.attachment == .modal else {
        indices.append(coordinator.parent.map { indices[$0] } ?? 0)
        continue
      }
      guard let layer = shown[index] else {
        throw wrong("coordinators[\(index)] is presented but has no layer")
      }
      indices.append(layer)
    }
    return indices
  }
}
