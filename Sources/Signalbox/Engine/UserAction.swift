/// An action that the user can perform in the current state.
public enum UserAction: Hashable, Sendable {
  /// A tap on an action of the front screen or of an enclosing tab view.
  case tap(String)
  /// A tap on a button of the front alert or dialog.
  case tapAlert(String)
  /// A tap on the back button.
  case back
  /// A swipe back on the front screen.
  case swipeBack(cancelled: Bool)
  /// A swipe down on the topmost layer.
  case swipeDown(cancelled: Bool)
  /// A tap on a page in a visible tab bar.
  case tapTab(String, of: CoordinatorID)

  /// The name of the gesture that performs the action, as listed in ``GestureCatalog``.
  public var gesture: String {
    switch self {
    case .tap: "tap"
    case .tapAlert: "tapAlert"
    case .back: "back"
    case .swipeBack: "swipeBack"
    case .swipeDown: "swipeDown"
    case .tapTab: "tapTab"
    }
  }

  /// Returns the actions that are currently possible: actions of screens, alert buttons, back
  /// gestures, swipes and tabs. The list is empty before launch and while an operation would have
  /// to wait (``NavigationEngine/hasToWait``).
  ///
  /// Back gestures and swipes that cannot begin are omitted (``NavigationEngine/obstacle(to:)``).
  /// This method calls ``CoordinatorDelegate/actions(of:)`` and
  /// ``CoordinatorDelegate/shouldDismiss(_:)`` but does not change the state. Cost: O(layers +
  /// visible pages + actions²).
  ///
  /// - Parameter engine: The engine to inspect.
  public static func available(in engine: NavigationEngine) -> [UserAction] {
    guard !engine.hasToWait, let top = engine.layers.last else { return [] }
    var actions: [UserAction] = []
    let buttons = engine.buttons(of: top.id)
    if buttons.isEmpty {
      for screen in engine.tappableScreens {
        guard let owner = engine.owner(of: screen), let delegate = engine.delegate(of: owner) else {
          continue
        }
        for label in delegate.actions(of: screen) where !actions.contains(.tap(label)) {
          actions.append(.tap(label))
        }
      }
    } else {
      actions = buttons.map { .tapAlert($0.title) }
    }
    if engine.obstacle(to: .back) == nil { actions.append(.back) }
    if engine.obstacle(to: .swipeBack) == nil {
      actions += [.swipeBack(cancelled: false), .swipeBack(cancelled: true)]
    }
    if engine.obstacle(to: .swipeDown) == nil {
      actions += [.swipeDown(cancelled: false), .swipeDown(cancelled: true)]
    }
    for bar in TapTabGesture.visibleTabBars(in: engine.state) {
      let owner = engine.state.id(ofCoordinator: engine.state.tabBars[bar].owner)
      actions += engine.pages(of: owner).map { .tapTab($0.id, of: owner) }
    }
    return actions
  }

  /// Performs the action. If the action is unavailable, the call is rejected or has no effect, like
  /// a call to the corresponding gesture.
  ///
  /// - Parameter engine: The engine in which to perform the action.
  /// - Returns: The outcome, or `nil` if the gesture has not settled.
  @discardableResult
  public func perform(in engine: NavigationEngine) -> Outcome? {
    var options = OperationOptions()
    switch self {
    case .swipeBack(let cancelled), .swipeDown(let cancelled):
      if cancelled { options.switches.insert(.cancel) }
    case .tap, .tapAlert, .back, .tapTab: break
    }
    return engine.perform(gesture, options) { call in
      switch self {
      case .tap(let label), .tapAlert(let label): call.text = label
      case .tapTab(let page, let owner):
        call.name = engine.symbols.intern(page)
        call.subject = .coordinator(owner)
      case .back, .swipeBack, .swipeDown: break
      }
    }
  }
}
