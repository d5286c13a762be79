extension NavigationOperation {
  /// The user goes back with the system's or the navigation bar's button.
  static let backGesture = NavigationOperation(
    "back", on: .user,
    "Goes back as the user: pops the front screen, else dismisses its layer, else asks to exit; the "
      + "front screen's coordinator may handle it instead.",
    options: OperationOption.common,
    result: "the name of the screen popped, if one was"
  ) { call, transaction throws(NavigationError) in
    let state = transaction.state
    if isIntercepted(transaction) { return .noop(.intercepted) }
    transaction.reason = .userBack
    if let name = transaction.popFront() { return .done(.name(name)) }
    let top = state.window.topLayer
    guard top != state.window.rootLayer else {
      transaction.engine.emit(.exitRequested)
      return .noop(.exit)
    }
    guard state.layers[top].isInteractive, !isDismissDisabled(top, state) else {
      return .noop(.backBlocked)
    }
    transaction.removeLayers(from: top, reason: .userBack)
    return .done()
  }

  /// Whether the front screen's coordinator handles it itself.
  private static func isIntercepted(_ transaction: Transaction) -> Bool {
    let (engine, state) = (transaction.engine, transaction.state)
    let front = state.front
    guard front != .none, let delegate = state.delegate(at: state.screens[front].owner) else {
      return false
    }
    let mark = engine.mark(of: front)
    guard engine.answer(false, { try delegate.handleBack(on: mark.id) }) else { return false }
    engine.emit(.backIntercepted, mark)
    return true
  }

  private static func isDismissDisabled(_ layer: Slot, _ state: NavigationState) -> Bool {
    let front = state.leaf(ofLayer: layer)
    return front != .none && state.screens[front].flags.contains(.isDismissDisabled)
  }
}
