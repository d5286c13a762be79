public import Signalbox
internal import SignalboxScripting

/// What the user does, and what the application's own code would do.
///
/// A refusal is a failure of the test; ``expectRefusal(_:fileID:filePath:line:column:during:)`` expects
/// one. Every verb answers with the outcome, or `nil` where it waits for an animation that only
/// `advance(by:)` ends.
extension NavigationFixture {
  // MARK: - The user

  /// Taps an action of the front screen by its label.
  @discardableResult
  public func tap(
    _ label: String, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    let place = TestPlace(fileID, filePath, line, column)
    return perform("tap", label, at: place) {
      engine.perform("tap") { call in call.text = label }
    }
  }

  /// Taps a tab of the tab bar in front.
  @discardableResult
  public func tapTab(
    _ page: String, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    let place = TestPlace(fileID, filePath, line, column)
    return perform("tapTab", page, at: place) {
      engine.perform("tapTab") { call in call.name = engine.symbols.intern(page) }
    }
  }

  /// Taps a button of the alert or dialog in front.
  @discardableResult
  public func tapAlert(
    _ button: String, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    let place = TestPlace(fileID, filePath, line, column)
    return perform("tapAlert", button, at: place) {
      engine.perform("tapAlert") { call in call.text = button }
    }
  }

  /// Goes back with the system's or the navigation bar's button.
  @discardableResult
  public func back(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    let place = TestPlace(fileID, filePath, line, column)
    return perform("back", at: place) { engine.perform("back") }
  }

  /// Swipes the front screen back; cancelled, nothing changes.
  @discardableResult
  public func swipeBack(
    cancelled: Bool = false, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    let place = TestPlace(fileID, filePath, line, column)
    return perform("swipeBack", at: place) {
      engine.perform("swipeBack") { call in call.options = Self.swipe(cancelled) }
    }
  }

  /// Swipes the topmost layer down; cancelled, nothing changes.
  @discardableResult
  public func swipeDown(
    cancelled: Bool = false, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    let place = TestPlace(fileID, filePath, line, column)
    return perform("swipeDown", at: place) {
      engine.perform("swipeDown") { call in call.options = Self.swipe(cancelled) }
    }
  }

  /// Goes back several screens from the list behind the back button.
  ///
  /// - Parameter index: The screen that is on top then, 0 being the first above the root, -1 the root.
  @discardableResult
  public func longPressBack(
    to index: Int, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    let place = TestPlace(fileID, filePath, line, column)
    return perform("longPressBack", String(index), at: place) {
      engine.perform("longPressBack") { call in call.count = index }
    }
  }

  /// Opens a link: a deep link, a notification, a shortcut.
  @discardableResult
  public func open(
    _ link: String, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    let place = TestPlace(fileID, filePath, line, column)
    return perform("open", link, at: place) {
      engine.perform("open") { call in call.text = link }
    }
  }

  private static func swipe(_ isCancelled: Bool) -> OperationOptions {
    var options = OperationOptions()
    if isCancelled { options.switches.insert(.cancel) }
    return options
  }

  // MARK: - The application

  /// Starts the application.
  ///
  /// - Parameters:
  ///   - type: The main coordinator; the one that a script's `application` names unless given.
  ///   - arguments: What it is made with.
  @discardableResult
  public func launch(
    _ type: String? = nil, _ arguments: NavigationArguments = [:], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    let place = TestPlace(fileID, filePath, line, column)
    guard let type = type ?? session.application?.main else {
      fail(
        "launch: no script has said what the application is, expected the name of its main "
          + "coordinator: launch(\"Main\")", at: place)
      return nil
    }
    return perform("launch", type, at: place) { engine.launch(type, arguments) }
  }

  /// Goes to a route of the coordinator on top.
  @discardableResult
  public func navigate(
    to route: String, _ arguments: NavigationArguments = [:], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    onTop("navigate", route, TestPlace(fileID, filePath, line, column)) { router in
      router.navigate(to: route, arguments)
    }
  }

  /// Shows a route of the coordinator on top on a new layer.
  @discardableResult
  public func present(
    _ route: String, _ arguments: NavigationArguments = [:], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    onTop("present", route, TestPlace(fileID, filePath, line, column)) { router in
      router.present(route, arguments)
    }
  }

  /// Begins the flow of the coordinator on top at a route.
  @discardableResult
  public func startFlow(
    at route: String, _ arguments: NavigationArguments = [:], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    onTop("startFlow", route, TestPlace(fileID, filePath, line, column)) { router in
      router.startFlow(at: route, arguments)
    }
  }

  /// Removes screens from the top of the stack in front.
  @discardableResult
  public func pop(
    _ count: Int = 1, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    onTop("pop", nil, TestPlace(fileID, filePath, line, column)) { router in
      router.pop(count)
    }
  }

  /// Removes every screen above the root of the stack in front.
  @discardableResult
  public func popToRoot(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    onTop("popToRoot", nil, TestPlace(fileID, filePath, line, column)) { router in
      router.popToRoot()
    }
  }

  /// Removes screens until the nearest of that name is on top.
  @discardableResult
  public func popToView(
    _ name: String, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    onTop("popToView", name, TestPlace(fileID, filePath, line, column)) { router in
      router.popToView(name)
    }
  }

  /// Removes layers above the coordinator on top, or its own.
  @discardableResult
  public func dismiss(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    onTop("dismiss", nil, TestPlace(fileID, filePath, line, column)) { router in
      router.dismiss()
    }
  }

  /// Ends the flow of the coordinator on top.
  ///
  /// - Parameter result: What its parent gets.
  @discardableResult
  public func finishFlow(
    _ result: NavigationValue? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    onTop("finishFlow", nil, TestPlace(fileID, filePath, line, column)) { router in
      router.finishFlow(result)
    }
  }

  /// Selects a page of the nearest tab coordinator.
  @discardableResult
  public func select(
    _ page: String, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    onTop("select", page, TestPlace(fileID, filePath, line, column)) { router in
      (tabs ?? router).select(page)
    }
  }

  /// Ends everything and starts the main coordinator anew.
  @discardableResult
  public func restartApp(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    onTop("restartApp", nil, TestPlace(fileID, filePath, line, column)) { router in
      router.restartApp()
    }
  }

  /// The operations of the coordinator on top; `nil` before launch. What they are refused is told to
  /// nobody but the caller.
  public var router: Router? { engine.topCoordinator.map(engine.router(of:)) }

  /// The operations of the coordinator of a type that is nearest to the front; `nil` where none runs.
  public func router(of type: String) -> Router? {
    var candidates = engine.topCoordinator.map { [$0] } ?? []
    while let parent = candidates.last.flatMap(engine.parent(of:)) { candidates.append(parent) }
    if let found = candidates.first(where: { engine.typeName(of: $0) == type }) {
      return engine.router(of: found)
    }
    return engine.tree.main.flatMap { Self.find(type, in: $0) }.map(engine.router(of:))
  }

  private static func find(_ type: String, in node: CoordinatorNode) -> CoordinatorID? {
    for child in node.children.reversed() {
      if let found = find(type, in: child) { return found }
    }
    return node.type == type ? node.id : nil
  }

  /// The nearest tab coordinator around the coordinator on top.
  private var tabs: Router? {
    var candidate = engine.topCoordinator
    while let id = candidate, engine.kind(of: id) != .tabs { candidate = engine.parent(of: id) }
    return candidate.map(engine.router(of:))
  }

  private func onTop(
    _ verb: String, _ argument: String?, _ place: TestPlace, _ body: (Router) -> Outcome?
  ) -> Outcome? {
    guard let router else {
      fail("\(verb): nothing is launched; call launch() first", at: place)
      return nil
    }
    return perform(verb, argument, at: place) { body(router) }
  }
}
