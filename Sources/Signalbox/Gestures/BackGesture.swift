/// The user goes back with the system's or the navigation bar's button.
enum BackGesture: NavigationGesture {
  static let signature = OperationSignature(
    "back", on: .user,
    "Goes back as the user: pops the front screen, else dismisses its layer, else asks to exit.",
    options: OperationOption.common,
    result: "the name of the screen popped, if one was")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let state = transaction.state
    transaction.reason = .userBack
    if let name = transaction.popFront() { return .done(.name(name)) }
    let top = state.window.topLayer
    guard top != state.window.rootLayer else {
      transaction.engine.emit(.exitRequested)
      return .noop(.exit)
    }
    guard state.layers[top].isInteractive else { return .noop(.backBlocked) }
    transaction.removeLayers(from: top, reason: .userBack)
    return .done()
  }
}
