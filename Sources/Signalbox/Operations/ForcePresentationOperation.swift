/// Brings a coordinator to the front from wherever the application stands.
enum ForcePresentationOperation: NavigationOperation {
  static let signature = OperationSignature(
    "forcePresentation", on: .any,
    "Puts the coordinator on top: attaches a new one to the top coordinator, reveals one that is "
      + "attached already.",
    parameters: [
      OperationParameter("route", .destination, optional: true, "where its flow begins then")
    ],
    options: OperationOption.common + [.style, .onDismiss, .onFinish],
    result: "the coordinator itself")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let state = transaction.state
    guard let caller = state.slot(of: call.caller) else {
      throw NavigationError(.alreadyFinished, "coordinator \(call.caller) has finished")
    }
    guard state.window.main != .none else {
      throw NavigationError(
        .noMain, "forcePresentation: there is no main coordinator", hint: "launch one first")
    }
    let top = state.topCoordinator(from: state.window.main)
    let value = OutcomeValue.coordinator(call.caller)
    if top == caller && call.name == .none && !state.isUnderOuterScreens(caller) {
      return .noop(.alreadyTop, value)
    }
    if state.coordinators[caller].flags.contains(.started) {
      let mark = state.mark
      try transaction.reveal(caller)
      if call.name == .none {
        return state.mark == mark ? .noop(.alreadyTop, value) : .done(value)
      }
    } else {
      _ = try transaction.checkAdoptable(call.caller, by: top)
      try transaction.show(
        caller, style: call.options.style, by: top, onFinish: call.options.onFinish,
        onDismiss: call.options.onDismiss, animated: call.options.isAnimated)
    }
    if call.name != .none { _ = try StartFlowOperation.apply(call, in: transaction) }
    return .done(value)
  }
}

extension Transaction {
  /// Removes what covers a coordinator and selects the pages on the way to it.
  func reveal(_ coordinator: Slot) throws(NavigationError) {
    reason = .dismissed
    let record = state.coordinators[coordinator]
    guard record.attachment != .none else {
      throw NavigationError(
        .notAttached,
        "forcePresentation: \(typeName(coordinator)) shows nothing, it is a dependency"
      )
    }
    let above = record.layer == .none ? Slot.none : state.layers[record.layer].above
    if above != .none { removeLayers(from: above, reason: .dismissed) }
    reason = .popped
    if record.kind == .navigation, record.stack != .none { uncover(coordinator) }
    var current = coordinator
    while current != .none {
      let ancestor = state.coordinators[current]
      switch ancestor.attachment {
      case .page(let page):
        let tabBar = state.pages[page].tabBar
        if state.tabBars[tabBar].selected != page { try select(page, in: tabBar) }
      case .rootSlot(let host) where ancestor.kind == .tabs && ancestor.layer == record.layer:
        cut(state.coordinators[host].stack, to: 1)
      default: break
      }
      current = ancestor.parent
    }
  }

  /// Pops what other coordinators show above a coordinator's own screens, or above its root child.
  private func uncover(_ coordinator: Slot) {
    let record = state.coordinators[coordinator]
    while case let top = state.stacks[record.stack].top, top != .none {
      let owner = state.screens[top].owner
      if owner == coordinator { return }
      if record.base == .none, record.rootChild != .none,
        state.isWithin(owner, subtreeOf: record.rootChild)
      {
        return
      }
      popTop(of: record.stack)
    }
  }
}
