/// Ends everything and starts the main coordinator anew, as one change.
enum RestartAppOperation: NavigationOperation {
  static let signature = OperationSignature(
    "restartApp", on: .any,
    "Ends every coordinator below the main one, clears all layers and screens, and starts the main "
      + "coordinator anew; waiting operations are cancelled.",
    options: OperationOption.common,
    result: "the main coordinator")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    _ = try transaction.caller(of: call)
    let state = transaction.state
    let main = state.window.main
    guard main != .none else {
      throw NavigationError(
        .noMain, "restartApp: there is no main coordinator", hint: "launch one first")
    }
    guard transaction.startDepth == 0 else {
      throw NavigationError(
        .startFailed, "restartApp: \(transaction.typeName(main)) is starting",
        hint: "call it when the start is over")
    }
    try transaction.engine.announce()
    transaction.reason = .restarted
    transaction.restartedCount = transaction.engine.queue.count
    let above = state.layers[state.window.rootLayer].above
    if above != .none { transaction.removeLayers(from: above, reason: .restarted) }
    transaction.cutAboveRootChild(of: main)
    for child in state.children(of: main).reversed() {
      transaction.finish(child, reason: .restarted)
    }
    let record = state.coordinators[main]
    if record.stack != .none { transaction.cut(record.stack, to: 0) }
    if record.kind == .tabs { try transaction.installDeclaredPages(of: main) }
    try transaction.restart(main, animated: call.options.isAnimated)
    transaction.note(.rootChanged, state.id(ofCoordinator: main).bits, record.type)
    return .done(.coordinator(state.id(ofCoordinator: main)))
  }
}

extension Transaction {
  fileprivate func restart(_ main: Slot, animated: Bool) throws(NavigationError) {
    startDepth += 1
    defer { startDepth -= 1 }
    try callStart(main, animated: animated)
    if !isShown(main) { try callStart(main, animated: animated, isEmpty: true) }
    guard isShown(main) else {
      throw NavigationError(
        .notAttached, "restartApp: \(typeName(main)) showed no screen in its start")
    }
  }
}
