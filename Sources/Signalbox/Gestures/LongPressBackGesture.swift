/// The gesture `longPressBack`: the menu of the back button, which lists the screens of the stack.
enum LongPressBackGesture {
  /// The user chooses an earlier screen in the back button's menu, which pops all screens above it.
  static let longPressBack = NavigationOperation(
    "longPressBack", on: .user,
    "Goes back in the front stack until the screen at an index is on top. Index 0 is the first "
      + "screen above the root, and -1 is the root itself.",
    parameters: [OperationParameter("index", .count, "-1 or more")],
    options: OperationOption.common,
    result: "the name of the removed screen, or the names from the top down"
  ) { call, transaction throws(NavigationError) in
    let state = transaction.state
    guard state.window.topLayer != .none,
      case let stack = state.activeStack(of: state.layers[state.window.topLayer].content),
      stack != .none, state.stacks[stack].count > 1
    else { return .noop(.gestureUnavailable) }
    let above = Int(state.stacks[stack].count) - 1
    guard call.count >= -1, call.count < above else {
      throw NavigationError(
        .badArgument, "longPressBack: index is \(call.count), expected -1 to \(above - 1)",
        hint: "0 is the first screen above the root")
    }
    guard call.count < above - 1 else { return .noop(.alreadyTop) }
    transaction.reason = .userBack
    return transaction.screens.popDown(stack, to: UInt32(call.count + 2))
  }
}
