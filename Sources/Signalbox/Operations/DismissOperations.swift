/// The operations that go back one step, dismiss layers, or dismiss a coordinator together with
/// everything above it.
enum DismissOperations {
  /// Goes back one step in the front layer.
  static let back = NavigationOperation(
    "back", on: .any,
    "Goes back one step in the front layer: pops its topmost screen, otherwise dismisses the "
      + "layer.",
    options: OperationOption.common,
    result: "the name of the removed screen, if any"
  ) { call, transaction throws(NavigationError) in
    _ = try transaction.startedCaller(of: call)
    transaction.reason = .popped
    if let name = transaction.screens.popFront() { return .done(.name(name)) }
    let window = transaction.state.window
    guard window.topLayer != window.rootLayer else { return .noop(.exit) }
    transaction.reason = .dismissed
    transaction.layers.removeLayers(from: window.topLayer, reason: .dismissed)
    return .done()
  }

  /// Removes layers above the caller's layer.
  static let dismiss = NavigationOperation(
    "dismiss", on: .any,
    "Dismisses the topmost layer above the caller's layer, several layers, or one layer and all "
      + "layers above it.",
    options: OperationOption.common + [.count, .all, .to, .layer, .selfIfNone],
    result: "the number of removed layers"
  ) { call, transaction throws(NavigationError) in
    let caller = try transaction.startedCaller(of: call)
    let state = transaction.state
    let options = call.options
    guard options.count >= 1 else {
      throw NavigationError(.badArgument, "dismiss: count is \(options.count), expected 1 or more")
    }
    transaction.reason = .dismissed
    var above = Int(transaction.layers.layerCount(above: caller))
    var lowest: Slot
    if let id = options.layer {
      let stays = options.switches.contains(.layerStays)
      lowest = try layer(id, stays: stays, above: caller, transaction)
      if lowest == .none { return .noop(.nothingPresented) }
    } else if above == 0 {
      guard options.switches.contains(.selfIfNone),
        case .modal(let own) = state.coordinators[caller].attachment
      else { return .noop(.nothingPresented) }
      above = 1
      lowest = own
    } else {
      let count = options.switches.contains(.all) ? above : min(options.count, above)
      lowest = state.window.topLayer
      for _ in 1..<count { lowest = state.layers[lowest].below }
    }
    let count = state.layers[state.window.topLayer].index - state.layers[lowest].index + 1
    transaction.layers.removeLayers(from: lowest, reason: .dismissed)
    return .done(.value(.integer(Int(count))))
  }

  private static func layer(
    _ id: LayerID, stays: Bool, above caller: Slot, _ transaction: Transaction
  ) throws(NavigationError) -> Slot {
    let state = transaction.state
    guard let slot = state.slot(of: id) else {
      throw NavigationError(.stale, "dismiss: layer \(id) is gone")
    }
    let host = state.coordinators[caller].layer
    let hostIndex = state.layers[host].index
    let index = state.layers[slot].index
    guard stays ? index >= hostIndex : index > hostIndex else {
      throw NavigationError(
        .unknownLayer, "dismiss: layer \(id) is not above \(transaction.typeName(caller))",
        hint: "call dismiss on a coordinator below the layer")
    }
    return stays ? state.layers[slot].above : slot
  }

  /// Removes a coordinator and everything above it.
  static let dismissCoordinator = NavigationOperation(
    "dismissCoordinator", on: .any,
    "Removes the coordinator, its children and everything above it. If the coordinator is the root "
      + "of a wrapper, the wrapper is also removed.",
    options: OperationOption.common
  ) { call, transaction throws(NavigationError) in
    let state = transaction.state
    guard var caller = state.slot(of: call.caller) else { return .noop(.alreadyFinished) }
    while case .rootSlot(let host) = state.coordinators[caller].attachment,
      transaction.coordinators.isWrapper(host)
    {
      caller = host
    }
    let record = state.coordinators[caller]
    guard record.flags.contains(.started) else { return .noop(.notStarted) }
    let name = transaction.typeName(caller)
    switch record.attachment {
    case .windowRoot:
      throw NavigationError(
        .noParent, "dismissCoordinator: \(name) is the main coordinator", hint: "use finishFlow")
    case .rootSlot(let host):
      throw NavigationError(
        .isRootOfParent,
        "dismissCoordinator: \(name) is the root of \(transaction.typeName(host))",
        hint: "set another root in the parent")
    case .page:
      throw NavigationError(
        .isTabPage, "dismissCoordinator: \(name) is a page", hint: "use setPages in the parent")
    case .pushed:
      let above = state.layers[record.layer].above
      if above != .none {
        transaction.layers.removeLayers(
          from: above, reason: .dismissed, subtree: caller, finishing: caller)
      }
    case .modal, .none: break
    }
    transaction.reason = .dismissed
    transaction.coordinators.finish(caller, reason: .dismissed)
    return .done()
  }
}
