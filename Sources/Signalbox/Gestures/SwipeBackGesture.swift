/// The gesture `swipeBack`, which pops the front screen at once or in phases.
enum SwipeBackGesture {
  /// The user swipes from the edge of the screen to pop the front screen.
  static let swipeBack = NavigationOperation(
    "swipeBack", on: .user,
    "Swipes the front screen away, at once or in phases. A cancelled swipe changes nothing, and a "
      + "swipe has no effect while another operation is in flight.",
    options: OperationOption.common + [.cancel, .phase, .progress],
    result: "the name of the removed screen"
  ) { call, transaction throws(NavigationError) in
    let state = transaction.state
    guard call.options.phase.isBeginning, let (stack, top) = poppable(in: state) else {
      return .noop(.gestureUnavailable)
    }
    transaction.reason = .userSwipe
    if call.isWholeSwipe { return .done(.name(transaction.screens.popTop(of: stack))) }
    let below = state.screens[top].below
    let arriving = below == .none ? shown(of: state.stacks[stack].rootTabBar, in: state) : [below]
    return transaction.host.swipe(
      call, leaving: [state.reference(ofScreen: top)],
      arriving: ContiguousArray(arriving.map(state.reference(ofScreen:))))
  }

  /// Returns the stack whose top screen the user can swipe away, together with that screen, or
  /// `nil` if there is no such screen.
  static func poppable(in state: NavigationState) -> (stack: Slot, top: Slot)? {
    guard state.window.topLayer != .none,
      case let stack = state.activeStack(of: state.layers[state.window.topLayer].content),
      stack != .none, state.stacks[stack].count > 1,
      case let top = state.stacks[stack].top, top != .none,
      !state.screens[top].flags.contains(.isSwipeBackDisabled)
    else { return nil }
    return (stack, top)
  }

  /// Returns the screens that a tab bar shows, from the bottom up: the tab views, followed by the
  /// front screen of the selected page.
  private static func shown(of tabBar: Slot, in state: NavigationState) -> [Slot] {
    let leaf = state.leaf(of: .tabBar(tabBar))
    var screens = leaf == .none ? [] : [leaf]
    state.forEachTabView(in: .tabBar(tabBar)) { screens.append($0) }
    return screens.reversed()
  }
}
