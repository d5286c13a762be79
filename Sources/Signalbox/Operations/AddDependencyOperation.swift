/// Keeps a coordinator as a child that need not show anything.
enum AddDependencyOperation: NavigationOperation {
  static let signature = OperationSignature(
    "addDependency", on: .any, takesTime: false,
    "Takes a new coordinator as a child and starts it. What it pushes goes onto its parent's stack.",
    parameters: [OperationParameter("coordinator", .coordinator, "one that hangs nowhere yet")],
    options: [.completion, .onFinish],
    result: "the coordinator")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let caller = try transaction.startedCaller(of: call)
    let state = transaction.state
    guard case .coordinator(let id) = call.subject else {
      throw NavigationError(.badArgument, "addDependency: expected a coordinator")
    }
    if let known = state.slot(of: id), state.coordinators[known].parent == caller {
      return .noop(.alreadyAttached, .coordinator(id))
    }
    let slot = try transaction.checkAdoptable(id, by: caller)
    guard state.coordinators[slot].kind == .navigation else {
      throw NavigationError(
        .wrongKind,
        "addDependency: \(transaction.typeName(slot)) is a tab coordinator and needs "
          + "a place for its pages", hint: "navigate to it")
    }
    try transaction.adopt(slot, by: caller)
    let layer = state.coordinators[caller].layer
    state.coordinators.update(slot) { $0.layer = layer }
    transaction.keep(call.options.onFinish, for: slot)
    try transaction.start(slot, animated: false)
    return .done(.coordinator(id))
  }
}
