/// A gesture that a user interface is about to recognize.
public enum UserGesture: Hashable, Sendable {
  /// A tap on the back button.
  case back
  /// A swipe back on the front screen.
  case swipeBack
  /// A swipe down on the topmost layer.
  case swipeDown
  /// A tap on a page in the tab bar of a tab coordinator.
  case tapTab(page: String, of: CoordinatorID)
}

extension NavigationEngine {
  /// Returns the reason why a gesture cannot begin now, or `nil` if it can begin.
  ///
  /// Use this method in the delegate methods of gesture recognizers and presentations, which must
  /// return immediately. This method changes no state, emits no events and never waits. Even if a
  /// gesture can begin, a guard can still reject it when it ends.
  ///
  /// ```swift
  /// func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
  ///   engine.obstacle(to: .swipeBack) == nil
  /// }
  /// ```
  ///
  /// For `swipeDown`, this method calls ``CoordinatorDelegate/shouldDismiss(_:)`` of the front
  /// coordinator.
  ///
  /// - Parameter gesture: The gesture that is about to begin.
  /// - Returns: `busy` if an operation would have to wait (``hasToWait``), otherwise the reason why
  ///   the gesture would have no effect. The result is `nil` if the gesture can begin.
  public func obstacle(to gesture: UserGesture) -> ReasonCode? {
    if hasToWait { return .busy }
    guard state.window.topLayer != .none else { return .gestureUnavailable }
    switch gesture {
    case .swipeBack:
      return SwipeBackGesture.poppable(in: state) == nil ? .gestureUnavailable : nil
    case .swipeDown:
      guard state.layers[state.window.topLayer].isInteractive else { return .notInteractive }
      let mayDismiss = SwipeDownGesture.mayDismiss(state.window.topLayer, transaction)
      return mayDismiss ? nil : .dismissDisabled
    case .back: return obstacleToBack()
    case .tapTab(let page, let owner):
      let bar = TapTabGesture.visibleTabBars(in: state).first {
        state.id(ofCoordinator: state.tabBars[$0].owner) == owner
      }
      guard let bar else { return .gestureUnavailable }
      guard let id = symbols.find(page), state.page(id, of: bar) != .none else {
        return .unknownPage
      }
      return nil
    }
  }

  private func obstacleToBack() -> ReasonCode? {
    let top = state.window.topLayer
    let stack = state.activeStack(of: state.layers[top].content)
    if stack != .none, state.stacks[stack].count > 1, state.stacks[stack].top != .none {
      return nil
    }
    if top == state.window.rootLayer { return .exit }
    let isBlocked =
      !state.layers[top].isInteractive || BackGesture.isDismissDisabled(top, state)
    return isBlocked ? .backBlocked : nil
  }
}
