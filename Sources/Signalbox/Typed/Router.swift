/// Performs the operations of a coordinator with typed routes.
///
/// A rejected operation throws a ``NavigationError``. In a callback, an operation waits and returns
/// `nil`, unless a coordinator calls the operation on itself in `start`. If an operation that waits
/// is rejected later, the rejection is reported to the engine's hooks
/// (``EngineHooks/onHandlerFailure``), which causes a test with a fixture to fail. A router is a
/// value that does not retain the engine: after the engine has been released, its operations throw
/// `stale`.
public struct Router<Value: Route> {
  /// The coordinator's untyped router, which takes routes by name and supports all options.
  public let untyped: AnyRouter
  private let forms: RouteForms<Value>

  init(_ untyped: AnyRouter, _ forms: RouteForms<Value>) {
    self.untyped = untyped
    self.forms = forms
  }

  /// The coordinator that receives the calls.
  public var coordinator: CoordinatorID { untyped.coordinator }
  /// The engine that the coordinator belongs to, or `nil` after the engine has been released.
  public var engine: NavigationEngine? { untyped.engine }

  // MARK: - Navigating

  /// Shows the coordinator's first screen, or restarts its flow at a route.
  ///
  /// - Parameters:
  ///   - route: The route to show.
  ///   - animated: Whether the change is animated.
  ///   - keepsLayers: Whether to keep the layers of the flow.
  ///   - completion: A closure that is called exactly once with the outcome.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: The rejection.
  @discardableResult
  public func startFlow(
    at route: Value, animated: Bool = true, keepsLayers: Bool = false,
    completion: ((Outcome) -> Void)? = nil
  ) throws(NavigationError) -> Outcome? {
    try go(.startFlow, route, animated, completion) { options in
      if keepsLayers { options.switches.insert(.keepModals) }
    }
  }

  /// Navigates to a route. The route's style determines whether the destination is pushed or
  /// presented.
  ///
  /// - Parameters:
  ///   - route: The route to show.
  ///   - style: The style to use instead of the style of the route.
  ///   - animated: Whether the change is animated.
  ///   - isSingleTop: Whether to ignore the call if the front screen already shows the route.
  ///   - onDismiss: A closure that is called exactly once, after the layer or the pushed screen has
  ///     been removed in any way other than by an undo or a redo.
  ///   - completion: A closure that is called exactly once with the outcome.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: The rejection.
  @discardableResult
  public func navigate(
    to route: Value, style: TransitionStyle = .automatic, animated: Bool = true,
    isSingleTop: Bool = false, onDismiss: ((FinishReason) -> Void)? = nil,
    completion: ((Outcome) -> Void)? = nil
  ) throws(NavigationError) -> Outcome? {
    try go(.navigate, route, animated, completion) { options in
      options.style = style
      if isSingleTop { options.switches.insert(.singleTop) }
      if let onDismiss { options.onDismiss = onDismiss }
    }
  }

  /// Presents a route in a new layer above all other layers. If `style` is a push style, the
  /// destination is pushed instead.
  ///
  /// - Parameters:
  ///   - route: The route to show.
  ///   - style: The style to use instead of the style of the route.
  ///   - animated: Whether the change is animated.
  ///   - hasOwnStack: Whether the screen is the root of its own stack, or `nil` to use the default
  ///     of the coordinator's type.
  ///   - message: The message of an alert or confirmation dialog. If `nil`, the message of the
  ///     route's `layerTraits` applies, or otherwise the argument `message`.
  ///   - fields: The text fields of an alert, in display order. If the list is empty, the fields of
  ///     the route's `layerTraits` apply.
  ///   - buttons: The buttons of an alert or confirmation dialog.
  ///   - onDismiss: A closure that is called exactly once, after the layer has been removed in any
  ///     way other than by an undo or a redo.
  ///   - completion: A closure that is called exactly once with the outcome.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: The rejection.
  @discardableResult
  public func present(
    _ route: Value, style: TransitionStyle = .automatic, animated: Bool = true,
    hasOwnStack: Bool? = nil, message: String? = nil, fields: [AlertField] = [],
    buttons: [AlertButton] = [],
    onDismiss: ((FinishReason) -> Void)? = nil,
    completion: ((Outcome) -> Void)? = nil
  ) throws(NavigationError) -> Outcome? {
    try go(.present, route, animated, completion) { options in
      options.style = style
      if let hasOwnStack {
        options.switches.insert(hasOwnStack ? .withNavigation : .withoutNavigation)
      }
      if message != nil || !fields.isEmpty {
        options.layerTraits = LayerTraits(message: message, fields: fields)
      }
      if !buttons.isEmpty { options.buttons = buttons }
      if let onDismiss { options.onDismiss = onDismiss }
    }
  }

  /// Replaces the root with a route and, by default, removes everything above the root.
  ///
  /// - Parameters:
  ///   - route: The route of the new root.
  ///   - animated: Whether the change is animated.
  ///   - keepsStack: Whether to keep the screens and the layers above the root.
  ///   - completion: A closure that is called exactly once with the outcome.
  /// - Returns: The outcome, or `nil` if the operation has not settled. The outcome is
  ///   `noop(alreadyRoot)` if the route is already the root.
  /// - Throws: The rejection.
  @discardableResult
  public func setRoot(
    _ route: Value, animated: Bool = true, keepsStack: Bool = false,
    completion: ((Outcome) -> Void)? = nil
  ) throws(NavigationError) -> Outcome? {
    try go(.root, route, animated, completion) { options in
      if keepsStack { options.switches.insert(.keepStack) }
    }
  }

  /// Replaces the coordinator's topmost screen with a route.
  ///
  /// - Parameters:
  ///   - route: The route to show instead.
  ///   - animated: Whether the change is animated.
  ///   - completion: A closure that is called exactly once with the outcome.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: The rejection.
  @discardableResult
  public func replaceTop(
    with route: Value, animated: Bool = true, completion: ((Outcome) -> Void)? = nil
  ) throws(NavigationError) -> Outcome? {
    try go(.replaceTop, route, animated, completion)
  }

  /// Replaces the coordinator's screens in a single transition. An existing screen is kept if its
  /// name and arguments match one of the routes.
  ///
  /// - Parameters:
  ///   - routes: The routes of the screens, lowest screen first.
  ///   - animated: Whether the change is animated.
  ///   - completion: A closure that is called exactly once with the outcome.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: The rejection.
  @discardableResult
  public func setStack(
    _ routes: [Value], animated: Bool = true, completion: ((Outcome) -> Void)? = nil
  ) throws(NavigationError) -> Outcome? {
    var entries: [StackEntry] = []
    for route in routes {
      let form = try forms.form(of: route)
      entries.append(.route(form.name, form.arguments))
    }
    return try call(.setStack, animated, completion) { call, _ in call.stack = entries }
  }

  /// Replaces the arguments of one of the coordinator's screens without creating a new screen.
  ///
  /// - Parameters:
  ///   - screen: One of the coordinator's own screens.
  ///   - route: The route that created the screen, with different associated values.
  ///   - completion: A closure that is called exactly once with the outcome.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: `badArgument` if the route is a different case, or another rejection.
  @discardableResult
  public func update(
    _ screen: ScreenID, to route: Value, completion: ((Outcome) -> Void)? = nil
  ) throws(NavigationError) -> Outcome? {
    let form = try forms.form(of: route)
    if let engine, let name = engine.node(of: screen)?.name, name != form.name {
      throw NavigationError(
        .badArgument, "update: \(screen) shows \"\(name)\", expected \"\(form.name)\"",
        hint: "call replaceTop(with:) to show another route")
    }
    return try call(.update, true, completion) { call, _ in
      call.subject = .screen(screen)
      call.arguments = form.arguments
    }
  }

  /// Brings the coordinator to the front, wherever it is in the application.
  ///
  /// - Parameters:
  ///   - route: The route that replaces the coordinator's screens, or `nil` to keep the screens.
  ///   - animated: Whether the change is animated.
  ///   - completion: A closure that is called exactly once with the outcome.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: The rejection.
  @discardableResult
  public func forcePresentation(
    of route: Value? = nil, animated: Bool = true, completion: ((Outcome) -> Void)? = nil
  ) throws(NavigationError) -> Outcome? {
    if let route { return try go(.forcePresentation, route, animated, completion) }
    return try call(.forcePresentation, animated, completion)
  }

  // MARK: - Going back

  /// Removes screens from the top of the stack, but never the root.
  ///
  /// - Parameters:
  ///   - count: The number of screens to remove, 1 or more. If there are fewer screens above the
  ///     root, all of them are removed.
  ///   - animated: Whether the change is animated.
  ///   - completion: A closure that is called exactly once with the outcome.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: The rejection.
  @discardableResult
  public func pop(
    _ count: Int = 1, animated: Bool = true, completion: ((Outcome) -> Void)? = nil
  ) throws(NavigationError) -> Outcome? {
    try call(.pop, animated, completion) { call, _ in call.count = count }
  }

  /// Removes screens until the nearest screen that shows the route, with equal arguments, is on
  /// top.
  ///
  /// - Parameters:
  ///   - route: The route of the screen that becomes the top screen.
  ///   - animated: Whether the change is animated.
  ///   - completion: A closure that is called exactly once with the outcome.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: `viewNotFound` if no screen of the coordinator shows the route, or another
  ///   rejection.
  @discardableResult
  public func pop(
    to route: Value, animated: Bool = true, completion: ((Outcome) -> Void)? = nil
  ) throws(NavigationError) -> Outcome? {
    let form = try forms.form(of: route)
    return try call(.popToView, animated, completion) { call, symbols in
      call.name = symbols.intern(form.name)
    } options: {
      $0.arguments = form.arguments
    }
  }

  /// Removes every screen above the root.
  ///
  /// - Parameters:
  ///   - animated: Whether the change is animated.
  ///   - completion: A closure that is called exactly once with the outcome.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: The rejection.
  @discardableResult
  public func popToRoot(
    animated: Bool = true, completion: ((Outcome) -> Void)? = nil
  ) throws(NavigationError) -> Outcome? {
    try call(.popToRoot, animated, completion)
  }

  /// Removes the screen, pushed coordinator or layer that the coordinator added last.
  ///
  /// - Parameters:
  ///   - animated: Whether the change is animated.
  ///   - completion: A closure that is called exactly once with the outcome.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: The rejection.
  @discardableResult
  public func popLast(
    animated: Bool = true, completion: ((Outcome) -> Void)? = nil
  ) throws(NavigationError) -> Outcome? {
    try call(.popLast, animated, completion)
  }

  /// Removes the coordinator, its children and everything above it. The flow has no output.
  ///
  /// - Parameters:
  ///   - animated: Whether the change is animated.
  ///   - completion: A closure that is called exactly once with the outcome.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: `noParent` if the coordinator is the main coordinator, `isRootOfParent`,
  ///   `isTabPage`, or another rejection.
  @discardableResult
  public func dismissCoordinator(
    animated: Bool = true, completion: ((Outcome) -> Void)? = nil
  ) throws(NavigationError) -> Outcome? {
    try call(.dismissCoordinator, animated, completion)
  }

  /// Removes the topmost layers above the coordinator's layer.
  ///
  /// - Parameters:
  ///   - count: The number of layers to remove, 1 or more. If there are fewer layers, all of them
  ///     are removed.
  ///   - animated: Whether the change is animated.
  ///   - completion: A closure that is called exactly once with the outcome.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: The rejection.
  @discardableResult
  public func dismiss(
    _ count: Int = 1, animated: Bool = true, completion: ((Outcome) -> Void)? = nil
  ) throws(NavigationError) -> Outcome? {
    try call(.dismiss, animated, completion, options: { $0.count = count })
  }

  /// Removes all layers above the coordinator's layer.
  ///
  /// - Parameters:
  ///   - animated: Whether the change is animated.
  ///   - completion: A closure that is called exactly once with the outcome.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: The rejection.
  @discardableResult
  public func dismissAll(
    animated: Bool = true, completion: ((Outcome) -> Void)? = nil
  ) throws(NavigationError) -> Outcome? {
    try call(.dismiss, animated, completion, options: { $0.switches.insert(.all) })
  }

  /// Goes back one step in the front layer.
  ///
  /// - Parameters:
  ///   - animated: Whether the change is animated.
  ///   - completion: A closure that is called exactly once with the outcome.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: The rejection.
  @discardableResult
  public func back(
    animated: Bool = true, completion: ((Outcome) -> Void)? = nil
  ) throws(NavigationError) -> Outcome? {
    try call(.back, animated, completion)
  }

  /// Removes everything and restarts the main coordinator.
  ///
  /// - Parameters:
  ///   - animated: Whether the change is animated.
  ///   - completion: A closure that is called exactly once with the outcome.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: The rejection.
  @discardableResult
  public func restartApp(
    animated: Bool = true, completion: ((Outcome) -> Void)? = nil
  ) throws(NavigationError) -> Outcome? {
    try call(.restartApp, animated, completion)
  }

  /// Returns the form of a route. The route must lead to a coordinator of the given class.
  ///
  /// - Throws: `badArgument` if the route leads to another destination.
  func form(
    of route: Value, leadingTo child: String
  ) throws(NavigationError) -> (name: String, arguments: NavigationArguments) {
    let form = try forms.form(of: route)
    guard let engine, let type = engine.typeName(of: coordinator) else { throw AnyRouter.stale }
    let definition = try engine.registry.type(named: type, for: "present").type.routes[form.name]
    let target = try definition?.typedTarget?(form.arguments)
    guard target == child else {
      throw NavigationError(
        .badArgument,
        "present: route \"\(form.name)\" leads to \(target ?? "a screen"), expected \(child)",
        hint: "pass the type that \(type).destination(of:) returns")
    }
    return form
  }

  func finishFlow(
    _ value: NavigationValue?, animated: Bool
  ) throws(NavigationError) -> Outcome? {
    try call(.finishFlow, animated, nil) { call, _ in call.value = value }
  }

  // MARK: - Pages

  /// Selects a page of a tab coordinator, using an enumeration of page ids.
  ///
  /// - Parameters:
  ///   - page: The page to select. The raw value is the page's id.
  ///   - completion: A closure that is called exactly once with the outcome.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: The rejection.
  @discardableResult
  public func select<Page: RawRepresentable<String>>(
    page: Page, completion: ((Outcome) -> Void)? = nil
  ) throws(NavigationError) -> Outcome? {
    try select(page: page.rawValue, completion: completion)
  }

  /// Selects a page of a tab coordinator.
  ///
  /// - Parameters:
  ///   - page: The id of the page.
  ///   - completion: A closure that is called exactly once with the outcome.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: The rejection.
  @discardableResult
  public func select(
    page: String, completion: ((Outcome) -> Void)? = nil
  ) throws(NavigationError) -> Outcome? {
    try call(.select, true, completion) { $0.name = $1.intern(page) }
  }

  /// Replaces the pages of a tab coordinator. Pages that keep their ids also keep their screens.
  ///
  /// - Parameters:
  ///   - pages: The new pages, or `nil` to restore the pages that the coordinator's type declares.
  ///   - current: The id of the page to select, or `nil` to keep the selection if possible.
  ///   - completion: A closure that is called exactly once with the outcome.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: The rejection.
  @discardableResult
  public func setPages(
    _ pages: [PageDefinition]?, current: String? = nil, completion: ((Outcome) -> Void)? = nil
  ) throws(NavigationError) -> Outcome? {
    guard let engine else { throw AnyRouter.stale }
    return try call(.setPages, true, completion) { call, _ in
      call.pages = pages
    } options: {
      if let current { $0.current = engine.symbols.intern(current) }
    }
  }

  /// Replaces the pages of a tab coordinator and selects one of them, using an enumeration of page
  /// ids.
  ///
  /// - Parameters:
  ///   - pages: The new pages, or `nil` to restore the pages that the coordinator's type declares.
  ///   - current: The page to select. The raw value is the page's id.
  ///   - completion: A closure that is called exactly once with the outcome.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: The rejection.
  @discardableResult
  public func setPages<Page: RawRepresentable<String>>(
    _ pages: [PageDefinition]?, current: Page, completion: ((Outcome) -> Void)? = nil
  ) throws(NavigationError) -> Outcome? {
    try setPages(pages, current: current.rawValue, completion: completion)
  }

  /// Sets the badge of a tab coordinator's page, using an enumeration of page ids.
  ///
  /// - Parameters:
  ///   - page: The page. The raw value is the page's id.
  ///   - badge: The text of the badge, or `nil` to remove the badge.
  ///   - completion: A closure that is called exactly once with the outcome.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: The rejection.
  @discardableResult
  public func setBadge<Page: RawRepresentable<String>>(
    of page: Page, to badge: String?, completion: ((Outcome) -> Void)? = nil
  ) throws(NavigationError) -> Outcome? {
    try setBadge(of: page.rawValue, to: badge, completion: completion)
  }

  /// Sets the badge of a tab coordinator's page.
  ///
  /// - Parameters:
  ///   - page: The id of the page.
  ///   - badge: The text of the badge, or `nil` to remove the badge.
  ///   - completion: A closure that is called exactly once with the outcome.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: The rejection.
  @discardableResult
  public func setBadge(
    of page: String, to badge: String?, completion: ((Outcome) -> Void)? = nil
  ) throws(NavigationError) -> Outcome? {
    try call(.setBadge, true, completion) { call, symbols in
      call.name = symbols.intern(page)
      if let badge { call.value = .string(badge) }
    }
  }

  // MARK: - Several operations

  /// Runs, as one atomic change, the operations that a closure submits.
  ///
  /// In the closure, every operation returns `nil`, because the operations run after the closure
  /// has returned.
  ///
  /// - Parameters:
  ///   - animated: Whether the change is animated.
  ///   - operations: A closure that submits the operations.
  ///   - completion: A closure that is called exactly once with the outcome of the whole change.
  /// - Returns: The outcome, or `nil` if the batch has not settled.
  /// - Throws: The rejection of the first rejected operation, or the error that the closure throws.
  ///   If the closure throws, the batch is not submitted. In both cases, nothing changes.
  @discardableResult
  public func batch(
    animated: Bool = true, _ operations: () throws -> Void,
    completion: ((Outcome) -> Void)? = nil
  ) throws -> Outcome? {
    guard let engine else { throw AnyRouter.stale }
    let steps = try engine.record(operations)
    return try call(.batch, animated, completion) { call, _ in call.steps = steps }
  }

  // MARK: - Errors

  /// Reports an application's error to the engine's hooks, as if a callback had thrown it. Use this
  /// method for errors in tasks, which would otherwise be lost.
  ///
  /// - Parameter error: The error to report. The error causes a test with a fixture to fail.
  public func report(_ error: any Error) { engine?.report(error) }

  // MARK: - Current screens

  /// The routes of the coordinator's own screens, from bottom to top. An element is `nil` if the
  /// screen was not created by a route of this type. Cost: O(screens).
  public var stack: [Value?] {
    (engine?.stack(of: coordinator) ?? []).map { try? forms.route($0.name, $0.arguments) }
  }

  /// Returns the route that a screen shows.
  ///
  /// - Parameter screen: One of the coordinator's own screens.
  /// - Returns: The route, or `nil` if the screen has been removed, belongs to another coordinator,
  ///   or was not created by a route of this type.
  public func route(of screen: ScreenID) -> Value? {
    guard let engine, engine.owner(of: screen) == coordinator,
      let shown = engine.node(of: screen)
    else { return nil }
    return try? forms.route(shown.name, shown.arguments)
  }

  /// The id of the selected page of a tab coordinator, or `nil` if no page is selected.
  public var currentPage: String? { untyped.currentPage }

  /// Returns the selected page of a tab coordinator, using an enumeration of page ids.
  ///
  /// - Parameter pages: The type of the enumeration. The raw values are the ids of the pages.
  /// - Returns: The page, or `nil` if no page is selected or the type has no such raw value.
  public func currentPage<Page: RawRepresentable<String>>(as pages: Page.Type) -> Page? {
    currentPage.flatMap { Page(rawValue: $0) }
  }

  // MARK: - Calling

  private func go(
    _ operation: OperationNumber, _ route: Value, _ animated: Bool,
    _ completion: ((Outcome) -> Void)?, options: (inout OperationOptions) -> Void = { _ in }
  ) throws(NavigationError) -> Outcome? {
    let form = try forms.form(of: route)
    return try call(operation, animated, completion) { call, symbols in
      call.name = symbols.intern(form.name)
      // Without arguments, a call to `root` would match any arguments.
      if operation == .root || !form.arguments.isEmpty { call.arguments = form.arguments }
    } options: {
      options(&$0)
    }
  }

  func call(
    _ operation: OperationNumber, _ animated: Bool, _ completion: ((Outcome) -> Void)?,
    fill: (inout OperationCall, SymbolTable) -> Void = { _, _ in },
    options set: (inout OperationOptions) -> Void = { _ in }
  ) throws(NavigationError) -> Outcome? {
    var options = OperationOptions(animated: animated)
    if let completion { options.completion = completion }
    set(&options)
    let outcome = untyped.call(operation, options, reportsRejection: false, fill: fill)
    if let error = outcome?.error { throw error }
    return outcome
  }
}

/// A reference to an engine, and possibly to one of its coordinators, such as a router. A
/// comparison of states ignores the handles in a coordinator's properties.
package protocol EngineHandle {}

extension Router: EngineHandle {}
extension AnyRouter: EngineHandle {}
extension NavigationReader: EngineHandle {}
