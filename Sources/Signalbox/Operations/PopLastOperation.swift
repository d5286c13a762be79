/// Removes what the caller showed last, pushed or presented alike.
enum PopLastOperation: NavigationOperation {
  static let signature = OperationSignature(
    "popLast", on: .any,
    "Removes what the caller showed last: its topmost screen, pushed coordinator or layer.",
    options: OperationOption.common,
    result: "the name of the screen popped, or their names from the top down")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let caller = try transaction.startedCaller(of: call)
    let state = transaction.state
    let entry = lastEntry(of: caller, transaction)
    let layer = transaction.lastLayer(presentedBy: caller)
    if layer != .none,
      entry == .none || state.screens[entry].serial <= state.layers[layer].lastScreenBefore
    {
      let stack = transaction.ownStack(of: layer, presentedBy: caller)
      if stack != .none, case let count = state.stacks[stack].count, count > 1,
        transaction.hasUnifiedStack(caller)
      {
        return transaction.popDown(stack, to: count - 1)
      }
      transaction.reason = .dismissed
      transaction.removeLayers(from: layer, reason: .dismissed)
      return .done()
    }
    guard entry != .none else { return .noop(.emptyStack) }
    let stack = state.stacks[state.coordinators[caller].stack]
    let count = Int(stack.count - state.screens[entry].index)
    return try transaction.popScreens(upTo: count, of: caller, as: "popLast")
  }

  /// The lowest screen of the topmost item above the base: a pushed coordinator is one item.
  private static func lastEntry(of caller: Slot, _ transaction: Transaction) -> Slot {
    let state = transaction.state
    let record = state.coordinators[caller]
    guard record.kind == .navigation, record.base != .none || record.rootChild != .none,
      state.stacks[record.stack].count > transaction.floor(of: caller)
    else { return .none }
    var screen = state.stacks[record.stack].top
    let owner = state.screens[screen].owner
    if owner == caller { return screen }
    let child = state.child(of: caller, towards: owner)
    guard child != .none else { return screen }
    while case let below = state.screens[screen].below, below != .none,
      state.isWithin(state.screens[below].owner, subtreeOf: child)
    {
      screen = below
    }
    return screen
  }
}
