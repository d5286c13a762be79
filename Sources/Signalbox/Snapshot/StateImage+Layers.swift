/// Layers of an image that somebody wrote by hand.
extension StateImage {
  private func wrong(_ message: String) -> NavigationError {
    NavigationError(.malformed, "snapshot: \(message)")
  }

  /// Which layer shows what, and who lies on whom. Cost: O(size).
  func checkLayers() throws(NavigationError) {
    guard coordinators.isEmpty == layers.isEmpty else {
      throw wrong("there are coordinators without layers, or layers without coordinators")
    }
    guard layers.first?.isInteractive != true else {
      throw wrong("layers[0]: nobody can swipe the root layer away")
    }
    let places = try layerIndices()
    let tabHosts = tabHosts
    for (index, layer) in layers.enumerated() {
      let what = "layers[\(index)]"
      try check(layer.content, of: layer.owner, what)
      let below = layer.content == .owner ? coordinators[layer.owner].parent : layer.owner
      for coordinator in [below, layer.presenter] {
        guard let coordinator else { continue }
        guard coordinators[coordinator].isStarted, places[coordinator] < index else {
          throw wrong("\(what) lies below coordinators[\(coordinator)], which presents it")
        }
      }
      guard let place = layer.presenterScreen else { continue }
      guard screen(at: place, tabHosts) != nil,
        place.coordinator.map({ places[$0] < index }) ?? true
      else { throw wrong("\(what) is presented by a screen that is not there") }
    }
  }

  /// The layer that each coordinator stands on.
  private func layerIndices() throws(NavigationError) -> [Int] {
    var shown: [Int: Int] = [:]
    for (index, layer) in layers.enumerated() {
      guard (index == 0) == (layer.owner == 0 && layer.content == .owner) else {
        throw wrong("layers[\(index)]: the first layer and no other one shows the main coordinator")
      }
      guard layer.content == .owner else { continue }
      guard index == 0 || coordinators[layer.owner].attachment == .modal,
        shown.updateValue(index, forKey: layer.owner) == nil
      else { throw wrong("layers[\(index)] shows a coordinator that hangs elsewhere") }
    }
    var indices: [Int] = []
    for (index, coordinator) in coordinators.enumerated() {
      guard coordinator.attachment != .modal else {
        guard let layer = shown[index] else {
          throw wrong("coordinators[\(index)] is presented on no layer")
        }
        indices.append(layer)
        continue
      }
      indices.append(coordinator.parent.map { indices[$0] } ?? 0)
    }
    return indices
  }

  private func check(
    _ content: Content, of owner: Int, _ what: String
  ) throws(NavigationError) {
    let screens: [Screen]
    switch content {
    case .owner: return
    case .screen(let screen): screens = [screen]
    case .stack(let stack): screens = stack
    }
    guard coordinators[owner].isStarted, screens.allSatisfy({ $0.owner == owner }) else {
      throw wrong("\(what): its screens belong to somebody else")
    }
  }

  /// The screen of a place: its index counts a tab bar as root.
  private func screen(at place: Place, _ tabHosts: Set<Int>) -> Screen? {
    var screens: [Screen] = []
    var first = 0
    if let coordinator = place.coordinator {
      screens = coordinators[coordinator].stack
      first = tabHosts.contains(coordinator) ? 1 : 0
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
}
