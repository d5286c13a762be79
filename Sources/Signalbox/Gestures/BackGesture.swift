/// The gesture `back`: the back button of the system or of the navigation bar.
enum BackGesture {
  /// The user goes back with the back button of the system or of the navigation bar.
  static let back = NavigationOperation(
    "back", on: .user,
    "Goes back as the user does: pops the front screen, otherwise dismisses its layer, otherwise "
      + "exits. The front screen's coordinator may handle the gesture instead.",
    options: OperationOption.common,
    result: "the name of the removed screen, if any"
  ) { call, transaction throws(NavigationError) in
    let state = transaction.state
    if isIntercepted(transaction) { return .noop(.intercepted) }
    transaction.reason = .userBack
    if let name = transaction.screens.popFront() { return .done(.name(name)) }
    let top = state.window.topLayer
    guard top != state.window.rootLayer else {
      transaction.log.emit(.exitRequested)
      return .noop(.exit)
    }
    guard state.layers[top].isInteractive, !isDismissDisabled(top, state) else {
      return .noop(.backBlocked)
    }
    transaction.layers.removeLayers(from: top, reason: .userBack)
    return .done()
  }

  /// Returns whether the front screen's coordinator handles the gesture.
  private static func isIntercepted(_ transaction: Transaction) -> Bool {
    let state = transaction.state
    let front = state.front
    guard front != .none, let delegate = state.delegate(at: state.screens[front].owner) else {
      return false
    }
    let mark = state.reference(ofScreen: front)
    guard transaction.answer(false, { try delegate.handleBack(on: mark.id) }) else { return false }
    transaction.log.emit(EventRecord(.backIntercepted, mark, isHidden: false))
    return true
  }

  static func isDismissDisabled(_ layer: Slot, _ state: NavigationState) -> Bool {
    let front = state.leaf(ofLayer: layer)
    return front != .none && state.screens[front].flags.contains(.isDismissDisabled)
  }
}
