/// What an image that somebody wrote by hand could say and no engine could show.
extension StateImage {
  private func wrong(_ message: String) -> NavigationError {
    NavigationError(.malformed, "snapshot: \(message)")
  }

  /// Who hangs on whom, and whose screens stand where.
  func checkTree() throws(NavigationError) {
    for (index, coordinator) in coordinators.enumerated() {
      let what = "coordinators[\(index)]"
      guard (coordinator.attachment == .window) == (index == 0) else {
        throw wrong("\(what): the first coordinator and no other one is the window's")
      }
      guard coordinator.isStarted || coordinator.attachment == .none else {
        throw wrong("\(what) has not started and is shown")
      }
      let parent = coordinator.parent.map { coordinators[$0] }
      switch coordinator.attachment {
      case .push, .root:
        guard parent?.kind == .navigation, parent?.attachment != Attachment.none,
          coordinator.kind == .navigation || coordinator.attachment == .root
        else { throw wrong("\(what) shares the stack of a coordinator that has none") }
      case .page:
        let owners = coordinators.indices.filter { owner in
          coordinators[owner].pages.contains { $0.coordinator == index }
        }
        guard owners == [coordinator.parent], parent?.kind == .tabs,
          parent?.pages.count(where: { $0.coordinator == index }) == 1
        else { throw wrong("\(what) is no page of its parent, or of several") }
      case .none, .window, .modal: break
      }
      try checkContents(coordinator, index, what)
    }
  }

  private func checkContents(
    _ coordinator: Coordinator, _ index: Int, _ what: String
  ) throws(NavigationError) {
    let roots = coordinator.children.filter { coordinators[$0].attachment == .root }
    guard roots.count <= 1 else { throw wrong("\(what) has two roots") }
    guard Set(coordinator.pages.map(\.id)).count == coordinator.pages.count else {
      throw wrong("\(what) has two pages of one id")
    }
    guard coordinator.pages.allSatisfy({ coordinators[$0.coordinator].attachment == .page }) else {
      throw wrong("\(what) has a page whose coordinator hangs elsewhere")
    }
    guard coordinator.pages.isEmpty == (coordinator.selected == nil) else {
      throw wrong("\(what) has pages and none is selected")
    }
    let tabRoots = coordinators.indices.filter {
      coordinators[$0].kind == .tabs && coordinators[$0].attachment == .root
        && host(of: $0) == index
    }
    guard tabRoots.count <= 1, tabRoots.allSatisfy({ isRoot($0, of: index) }) else {
      throw wrong("\(what) has tabs above other screens")
    }
    let hasStack = coordinator.kind == .navigation && coordinator.attachment.isOwn
    guard coordinator.stack.isEmpty || hasStack else {
      throw wrong("\(what) has no stack of its own")
    }
    guard coordinator.pages.isEmpty || coordinator.kind == .tabs else {
      throw wrong("\(what) is no tab coordinator and has pages")
    }
    try checkSegments(coordinator.stack, of: index, what)
  }

  /// The screens of each coordinator stand together, on those of its parent.
  private func checkSegments(
    _ stack: [Screen], of host: Int, _ what: String
  ) throws(NavigationError) {
    var seen: Set<Int> = []
    var last: Int?
    for screen in stack where screen.owner != last {
      let owner = coordinators[screen.owner]
      let isPossible = owner.isStarted && owner.kind == .navigation && owner.attachment != .none
      guard isPossible, self.host(of: screen.owner) == host, seen.insert(screen.owner).inserted,
        last.map({ isWithin(screen.owner, $0) || isWithin($0, screen.owner) }) ?? true
      else { throw wrong("\(what): the screens of coordinators[\(screen.owner)] are out of place") }
      last = screen.owner
    }
  }

  /// Whether everything between a coordinator and its host is the root of what is below it.
  private func isRoot(_ coordinator: Int, of host: Int) -> Bool {
    var current = coordinator
    while current != host {
      guard coordinators[current].attachment == .root, let parent = coordinators[current].parent
      else { return false }
      current = parent
    }
    return true
  }

  private func isWithin(_ coordinator: Int, _ ancestor: Int) -> Bool {
    var current: Int? = coordinator
    while let index = current {
      if index == ancestor { return true }
      current = coordinators[index].parent
    }
    return false
  }

  /// Which layer shows what.
  func checkLayers() throws(NavigationError) {
    guard coordinators.isEmpty == layers.isEmpty else {
      throw wrong("there are coordinators without layers, or layers without coordinators")
    }
    var shown: Set<Int> = []
    for (index, layer) in layers.enumerated() {
      let what = "layers[\(index)]"
      guard (index == 0) == (layer.owner == 0 && layer.content == .owner) else {
        throw wrong("\(what): the first layer and no other one shows the main coordinator")
      }
      switch layer.content {
      case .owner:
        let attachment = coordinators[layer.owner].attachment
        guard attachment == .modal || index == 0, shown.insert(layer.owner).inserted else {
          throw wrong("\(what) shows a coordinator that hangs elsewhere")
        }
      case .screen(let screen):
        guard screen.owner == layer.owner, coordinators[layer.owner].isStarted else {
          throw wrong("\(what): its screen belongs to somebody else")
        }
      case .stack(let screens):
        guard coordinators[layer.owner].isStarted, screens.allSatisfy({ $0.owner == layer.owner })
        else { throw wrong("\(what): its screens belong to somebody else") }
      }
      if let place = layer.presenterScreen, screen(at: place) == nil {
        throw wrong("\(what) is presented by a screen that is not there")
      }
    }
    let modals = coordinators.indices.filter { coordinators[$0].attachment == .modal }
    guard modals.allSatisfy(shown.contains) else {
      throw wrong("a coordinator is presented on no layer")
    }
  }

  /// The screen of a place: its index counts a tab bar as root.
  func screen(at place: Place) -> Screen? {
    var screens: [Screen] = []
    var first = 0
    if let coordinator = place.coordinator {
      screens = coordinators[coordinator].stack
      first = hasRootTabs(coordinator) ? 1 : 0
    } else if let layer = place.layer {
      switch layers[layer].content {
      case .owner: break
      case .screen(let screen): screens = [screen]
      case .stack(let stack): screens = stack
      }
    }
    let index = place.index &- first
    return screens.indices.contains(index) ? screens[index] : nil
  }

  /// Whether a stack stands on the tab bar of a root child.
  func hasRootTabs(_ host: Int) -> Bool {
    coordinators.indices.contains {
      coordinators[$0].attachment == .root && coordinators[$0].kind == .tabs
        && self.host(of: $0) == host
    }
  }
}
