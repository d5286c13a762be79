/// The gesture `swipeDown`, which dismisses the topmost layer at once or in phases.
enum SwipeDownGesture {
  /// The user swipes the topmost layer down.
  static let swipeDown = NavigationOperation(
    "swipeDown", on: .user,
    "Swipes the topmost layer away, at once or in phases, if the layer's style allows swipes. The "
      + "layer's front screen or coordinator may prevent the dismissal.",
    options: OperationOption.common + [.cancel, .phase, .progress]
  ) { call, transaction throws(NavigationError) in
    let state = transaction.state
    guard call.options.phase.isBeginning else { return .noop(.gestureUnavailable) }
    let top = state.window.topLayer
    guard top != .none, state.layers[top].isInteractive else { return .noop(.notInteractive) }
    if !transaction.host.endsSwipe, !mayDismiss(top, transaction) {
      transaction.log.emit(
        .layerDismissAttempted, .layer(state.id(ofLayer: top)),
        name: transaction.registry.symbol(of: state.layers[top].style))
      return .noop(.dismissDisabled)
    }
    if call.isWholeSwipe {
      transaction.reason = .userSwipe
      transaction.layers.removeLayers(from: top, reason: .userSwipe)
      return .done()
    }
    let front = state.leaf(ofLayer: top)
    var arriving: ContiguousArray<ScreenReference> = []
    if state.layers[top].isCovering {
      state.forEachVisible(from: state.layers[top].below) {
        arriving.append(state.reference(ofScreen: $0))
      }
    }
    arriving.reverse()
    return transaction.host.swipe(
      call, leaving: front == .none ? [] : [state.reference(ofScreen: front)], arriving: arriving)
  }

  static func mayDismiss(_ layer: Slot, _ transaction: Transaction) -> Bool {
    let state = transaction.state
    let front = state.leaf(ofLayer: layer)
    guard front != .none else { return true }
    if state.screens[front].flags.contains(.isDismissDisabled) { return false }
    guard let delegate = state.delegate(at: state.screens[front].owner) else { return true }
    let screen = state.id(ofScreen: front)
    return transaction.ask { delegate.shouldDismiss(screen) }
  }
}
