/// Removes layers above the caller's.
enum DismissOperation: NavigationOperation {
  static let signature = OperationSignature(
    "dismiss", on: .any,
    "Removes the topmost layer above the caller's, several, or a given one with all above it.",
    options: OperationOption.common + [.count, .all, .to, .layer, .selfIfNone],
    result: "the number of layers removed")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let caller = try transaction.startedCaller(of: call)
    let state = transaction.state
    let options = call.options
    guard options.count >= 1 else {
      throw NavigationError(.badArgument, "dismiss: count is \(options.count), expected 1 or more")
    }
    transaction.reason = .dismissed
    var above = Int(transaction.layerCount(above: caller))
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
    transaction.removeLayers(from: lowest, reason: .dismissed)
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
        .unknownLayer, "dismiss: layer \(id) does not lie above \(transaction.typeName(caller))",
        hint: "call it on a coordinator below the layer")
    }
    return stays ? state.layers[slot].above : slot
  }
}
