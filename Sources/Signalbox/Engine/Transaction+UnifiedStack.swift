/// Coordinators whose pushed and presented items form one stack (decision 0180).
extension Transaction {
  /// Whether a coordinator's type declares a unified stack.
  func hasUnifiedStack(_ coordinator: Slot) -> Bool {
    engine.registry.registered(state.coordinators[coordinator].type)?.type.hasUnifiedStack ?? false
  }

  /// The stack that a push of such a coordinator goes onto: that of the topmost layer it presented;
  /// none for its own stack. Cost: O(layers).
  func presentedStack(of caller: Slot, _ switches: OperationOptions.Switches) -> Slot {
    guard isBelowOthers(caller), !switches.contains(.targetOwn), hasUnifiedStack(caller) else {
      return .none
    }
    return ownStack(of: lastLayer(presentedBy: caller), presentedBy: caller)
  }

  /// The stack of a layer that a coordinator presented with a screen of its own, or none.
  func ownStack(of layer: Slot, presentedBy caller: Slot) -> Slot {
    guard layer != .none, case .stack(let stack) = state.layers[layer].content,
      state.stacks[stack].owner == caller
    else { return .none }
    return stack
  }

  /// The topmost layer that a coordinator presented, or none. Cost: O(layers).
  func lastLayer(presentedBy caller: Slot) -> Slot {
    var layer = state.window.topLayer
    while layer != .none, state.layers[layer].presenter != caller {
      layer = state.layers[layer].below
    }
    return layer
  }

  /// Removes the layers that such a coordinator presented after a screen was made.
  func removeLayers(presentedBy caller: Slot, after screen: Slot) {
    guard hasUnifiedStack(caller) else { return }
    let serial = state.screens[screen].serial
    var lowest = Slot.none
    var layer = state.window.topLayer
    while layer != .none {
      let record = state.layers[layer]
      if record.presenter == caller, record.lastScreenBefore >= serial { lowest = layer }
      layer = record.below
    }
    if lowest != .none { removeLayers(from: lowest, reason: .dismissed) }
  }
}
