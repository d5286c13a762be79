/// The user swipes the topmost layer down.
enum SwipeDownGesture: NavigationGesture {
  static let signature = OperationSignature(
    "swipeDown", on: .user,
    "Swipes the topmost layer away where its style allows it.",
    options: OperationOption.common)

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let state = transaction.state
    let top = state.window.topLayer
    guard top != .none, state.layers[top].isInteractive else { return .noop(.notInteractive) }
    transaction.reason = .userSwipe
    transaction.removeLayers(from: top, reason: .userSwipe)
    return .done()
  }
}
