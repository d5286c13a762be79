/// Removes every screen above the root of the caller's flow.
enum PopToRootOperation: NavigationOperation {
  static let signature = OperationSignature(
    "popToRoot", on: .any,
    "Removes every screen above the root; a tab coordinator does so in the selected page, its router "
      + "and a chain on it reject it.",
    options: OperationOption.common + [.dismissModals],
    result: "the name of the screen popped, or their names from the top down")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let state = transaction.state
    var target = try transaction.caller(of: call)
    if call.link != nil, state.coordinators[target].kind == .tabs {
      throw transaction.wrongKind("popToRoot", target, "focusFirst a page, and go on with that")
    }
    while case let tabBar = state.coordinators[target].tabBar, tabBar != .none,
      case let page = state.tabBars[tabBar].selected, page != .none
    {
      target = state.pages[page].coordinator
    }
    var dismissed = false
    if transaction.dismissesModals(call.options.switches, of: target) {
      let lowest = state.lowestLayer(ownedBySubtreeOf: target)
      if lowest != .none {
        transaction.removeLayers(from: lowest, reason: .dismissed, subtree: target)
        dismissed = true
      }
    }
    let outcome = try transaction.popScreens(upTo: .max, of: target, as: "popToRoot")
    return dismissed && outcome.status == .noop ? .done() : outcome
  }
}

extension Transaction {
  /// Whether a call of `popToRoot` takes layers away: what it says, else what the type declares.
  fileprivate func dismissesModals(
    _ switches: OperationOptions.Switches, of coordinator: Slot
  ) -> Bool {
    if switches.contains(.dismissModals) { return true }
    return !switches.contains(.withoutDismissModals) && hasUnifiedStack(coordinator)
  }
}
