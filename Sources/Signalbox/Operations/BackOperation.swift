/// Goes one step back, whatever that is.
enum BackOperation: NavigationOperation {
  static let signature = OperationSignature(
    "back", on: .any,
    "Goes one step back in the front layer: pops its topmost screen, else dismisses the layer.",
    options: OperationOption.common,
    result: "the name of the screen popped, if one was")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    _ = try transaction.startedCaller(of: call)
    transaction.reason = .popped
    if let name = transaction.popFront() { return .done(.name(name)) }
    let window = transaction.state.window
    guard window.topLayer != window.rootLayer else { return .noop(.exit) }
    transaction.reason = .dismissed
    transaction.removeLayers(from: window.topLayer, reason: .dismissed)
    return .done()
  }
}

extension Transaction {
  /// Pops the front screen if its stack has another one below it.
  func popFront() -> Symbol? {
    guard state.window.topLayer != .none else { return nil }
    let stack = state.activeStack(of: state.layers[state.window.topLayer].content)
    guard stack != .none, state.stacks[stack].count > 1, state.stacks[stack].top != .none else {
      return nil
    }
    return popTop(of: stack)
  }
}
