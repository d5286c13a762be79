/// Removing a given screen.
extension Transaction {
  /// Removes a screen of a coordinator with everything above it. One that its layer begins with
  /// takes the layer away.
  func pop(
    _ id: ScreenID, of caller: Slot, _ call: borrowing OperationCall
  ) throws(NavigationError) -> Outcome {
    guard call.count == 1 else {
      throw NavigationError(.badArgument, "pop: a screen takes no count, got \(call.count)")
    }
    guard let screen = state.slot(of: id) else {
      throw NavigationError(.stale, "pop: screen \(id) is gone")
    }
    let record = state.screens[screen]
    guard record.owner == caller else {
      throw NavigationError(
        .viewNotFound, "pop: \(id) is not one of \(typeName(caller))'s screens",
        hint: "call it on the screen's own coordinator")
    }
    if state.isTabView(screen) {
      throw NavigationError(
        .viewNotFound, "pop: \(id) is around the pages of \(typeName(caller)) and on no stack",
        hint: "finishFlow ends the tabs with it")
    }
    if record.layer != .none { return dismiss(record.layer, with: record.name) }
    let stack = state.stacks[record.stack]
    if record.stack == state.coordinators[caller].stack {
      guard record.index >= floor(of: caller) else { return .noop(.atRoot) }
      removeLayers(presentedBy: caller, after: screen)
      return try popScreens(upTo: Int(stack.count - record.index), of: caller, as: "pop")
    }
    removeLayers(presentedBy: caller, after: screen)
    let layer = layer(showing: record.stack)
    if record.index == 0 { return dismiss(layer, with: record.name) }
    isHidden = layer != state.window.topLayer
    return popDown(record.stack, to: record.index)
  }

  /// Removes screens until so many are left, and tells their names.
  func popDown(_ stack: Slot, to count: UInt32) -> Outcome {
    var names: [Symbol] = []
    while state.stacks[stack].count > count { names.append(popTop(of: stack)) }
    return .done(names.count == 1 ? .name(names[0]) : .names(names))
  }

  private func dismiss(_ layer: Slot, with name: Symbol) -> Outcome {
    reason = .dismissed
    removeLayers(from: layer, reason: .dismissed)
    return .done(.name(name))
  }

  /// The layer that a stack fills. Cost: O(layers above).
  private func layer(showing stack: Slot) -> Slot {
    var layer = state.window.topLayer
    while layer != .none, state.layers[layer].content != .stack(stack) {
      layer = state.layers[layer].below
    }
    return layer
  }
}
