/// Removes screens until the one of an index is on top.
enum PopToOperation: NavigationOperation {
  static let signature = OperationSignature(
    "popTo", on: .navigation,
    "Removes screens until the one of an index is on top: 0 is the first above the root, -1 the "
      + "root itself.",
    parameters: [OperationParameter("index", .count, "-1 or more")],
    options: OperationOption.common,
    result: "the name of the screen popped, or their names from the top down")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let caller = try transaction.caller(of: call)
    let record = transaction.state.coordinators[caller]
    guard record.kind == .navigation else {
      throw transaction.wrongKind("popTo", caller, "call it on a page's router")
    }
    guard record.base != .none || record.rootChild != .none else { return .noop(.emptyStack) }
    let above = Int(transaction.state.stacks[record.stack].count - transaction.floor(of: caller))
    guard call.count >= -1, call.count < max(above, 0) else {
      throw NavigationError(
        .badArgument, "popTo: index is \(call.count), expected -1 to \(above - 1)",
        hint: "0 is the first screen above the root")
    }
    let removable = above - call.count - 1
    guard removable > 0 else { return .noop(above == 0 ? .atRoot : .alreadyTop) }
    return try transaction.popScreens(upTo: removable, of: caller, as: "popTo")
  }
}
