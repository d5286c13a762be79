/// The user swipes from the edge to pop the front screen.
enum SwipeBackGesture: NavigationGesture {
  static let signature = OperationSignature(
    "swipeBack", on: .user,
    "Swipes the front screen away; cancelled, screens reappear and nothing changes (rule U10).",
    options: OperationOption.common + [.cancel],
    result: "the name of the screen popped")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let state = transaction.state
    transaction.reason = .userSwipe
    guard call.options.switches.contains(.cancel) else {
      return transaction.popFront().map { .done(.name($0)) } ?? .noop(.gestureUnavailable)
    }
    guard state.window.topLayer != .none else { return .noop(.gestureUnavailable) }
    let stack = state.activeStack(of: state.layers[state.window.topLayer].content)
    guard stack != .none, state.stacks[stack].count > 1, state.stacks[stack].top != .none else {
      return .noop(.gestureUnavailable)
    }
    let below = state.screens[state.stacks[stack].top].below
    let revealed = below == .none ? state.leaf(of: .tabBar(state.stacks[stack].rootTabBar)) : below
    transaction.engine.emitCancelledSwipe(from: state.stacks[stack].top, revealing: revealed)
    return .noop(.cancelledByUser)
  }
}
