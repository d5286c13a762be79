/// Removes a whole coordinator with everything above it.
enum DismissCoordinatorOperation: NavigationOperation {
  static let signature = OperationSignature(
    "dismissCoordinator", on: .any,
    "Removes the coordinator with its children and everything above it; the root of a wrapper takes "
      + "the wrapper along.",
    options: OperationOption.common)

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let state = transaction.state
    guard var caller = state.slot(of: call.caller) else { return .noop(.alreadyFinished) }
    while case .rootSlot(let host) = state.coordinators[caller].attachment,
      transaction.isWrapper(host)
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
        hint: "give the parent another root")
    case .page:
      throw NavigationError(
        .isTabPage, "dismissCoordinator: \(name) is a page", hint: "use setPages in the parent")
    case .pushed:
      let above = state.layers[record.layer].above
      if above != .none {
        transaction.removeLayers(
          from: above, reason: .dismissed, subtree: caller, finishing: caller)
      }
    case .modal, .none: break
    }
    transaction.reason = .dismissed
    transaction.finish(caller, reason: .dismissed)
    return .done()
  }
}

extension Transaction {
  /// Whether a coordinator's type declares that it wraps the coordinator at its root.
  fileprivate func isWrapper(_ coordinator: Slot) -> Bool {
    engine.registry.registered(state.coordinators[coordinator].type)?.type.isWrapper ?? false
  }
}
