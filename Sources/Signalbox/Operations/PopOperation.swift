/// Removes screens from the top of the caller's stack.
enum PopOperation: NavigationOperation {
  static let signature = OperationSignature(
    "pop", on: .navigation,
    "Removes screens from the top of the stack, the root never.",
    parameters: [
      OperationParameter(
        "count", .count, optional: true, "how many, 1 or more; more than there are removes all")
    ],
    options: OperationOption.common,
    result: "the name of the screen popped, or their names from the top down")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let caller = try transaction.caller(of: call)
    if call.hasExtras, case .screen(let screen) = call.subject {
      return try transaction.pop(screen, of: caller, call)
    }
    guard call.count >= 1 else {
      throw NavigationError(.badArgument, "pop: count is \(call.count), expected 1 or more")
    }
    return try transaction.popScreens(upTo: call.count, of: caller, as: "pop")
  }
}

extension Transaction {
  /// Removes at most so many screens above a coordinator's base, the topmost first.
  func popScreens(
    upTo limit: Int, of caller: Slot, as operation: String
  ) throws(NavigationError) -> Outcome {
    let record = state.coordinators[caller]
    guard record.kind == .navigation else {
      throw wrongKind(operation, caller, "call it on a page's router")
    }
    guard record.base != .none || record.rootChild != .none else { return .noop(.emptyStack) }
    try checkUncovered(caller, as: operation)
    let removable = Int(state.stacks[record.stack].count - floor(of: caller))
    guard removable > 0 else { return .noop(.atRoot) }
    isHidden = isBelowOthers(caller)
    let count = min(limit, removable)
    if count == 1 { return .done(.name(popTop(of: record.stack))) }
    var names: [Symbol] = []
    names.reserveCapacity(count)
    for _ in 0..<count { names.append(popTop(of: record.stack)) }
    return .done(.names(names))
  }
}
