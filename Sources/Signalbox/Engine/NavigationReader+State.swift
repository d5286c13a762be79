extension NavigationReader {
  /// The key of the visible state. States have equal keys if their documents are equal. Cost:
  /// O(size of the state).
  ///
  /// Timers, the time and the properties of coordinators are not part of the visible state.
  ///
  /// - Throws: `notSerializable`, with the name of the argument, if an argument cannot be
  ///   represented as plain data.
  public var stateKey: StateKey {
    get throws(NavigationError) {
      let identity = StateIdentity(state, symbols, registry)
      if identity.isMalformed {
        // Creating the document throws an error that names the argument.
        _ = try tree.value
      }
      return identity.key
    }
  }

  /// The window's layers, starting with the root layer. Cost: O(layers).
  package var shownLayers: [LayerID] {
    var layers: [LayerID] = []
    var layer = state.window.rootLayer
    while layer != .none {
      layers.append(state.id(ofLayer: layer))
      layer = state.layers[layer].above
    }
    return layers
  }

  /// Returns the number of screens below a screen on its stack, or `nil` if the screen was removed.
  /// For a screen that is the only content of a layer, the result is negative.
  package func index(of screen: ScreenID) -> Int? {
    guard let slot = state.slot(of: screen) else { return nil }
    let record = state.screens[slot]
    return record.layer == .none ? Int(record.index) : -1 - Int(state.layers[record.layer].index)
  }

  /// The screens of all coordinators and layers, with their owners, in a fixed order. Cost:
  /// O(coordinators + screens + layers).
  package var shownScreens: [(id: ScreenID, owner: CoordinatorID)] {
    guard state.window.main != .none else { return [] }
    var shown: [(id: ScreenID, owner: CoordinatorID)] = []
    var seen: Set<Slot> = []
    func add(_ slot: Slot) {
      guard slot != .none, seen.insert(slot).inserted else { return }
      shown.append((state.id(ofScreen: slot), state.id(ofCoordinator: state.screens[slot].owner)))
    }
    func add(stack: Slot) {
      var slot = stack == .none ? .none : state.stacks[stack].top
      while slot != .none {
        add(slot)
        slot = state.screens[slot].below
      }
    }
    func visit(_ slot: Slot) {
      let record = state.coordinators[slot]
      add(stack: record.stack)
      if record.tabBar != .none { add(state.tabBars[record.tabBar].view) }
      var child = record.firstChild
      while child != .none {
        visit(child)
        child = state.coordinators[child].nextSibling
      }
    }
    visit(state.window.main)
    var layer = state.window.topLayer
    while layer != .none {
      switch state.layers[layer].content {
      case .screen(let screen): add(screen)
      case .stack(let stack): add(stack: stack)
      case .tabBar: break
      }
      layer = state.layers[layer].below
    }
    return shown
  }
}

extension NavigationReader {
  /// Checks that an engine can show the visible state: every index refers to an item, every
  /// coordinator is attached, and every screen has an owner. Cost: O(size of the state).
  ///
  /// - Throws: `malformed` if the state has a defect, which is a bug in the engine.
  package func checkState() throws(NavigationError) {
    let document = tree
    guard !document.coordinators.isEmpty else { return }
    try document.checkReferences()
    try document.checkTree()
  }
}

extension NavigationReader {
  /// Returns a snapshot of the current state or, while an operation is running, of the state before
  /// the operation. Cost: O(1).
  public func snapshot() -> NavigationSnapshot {
    let snapshot = NavigationSnapshot(of: state, at: runner.openPosition ?? state.mark, reader)
    history.keep(snapshot)
    return snapshot
  }
}
