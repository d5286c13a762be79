/// Performs the operations of one coordinator from Swift code.
///
/// A router is a small value that identifies one coordinator of an engine. Every operation returns
/// its ``Outcome``, or `nil` if the operation has not settled, for example because it was called in
/// a callback and waits. Benchmark: `W1`.
public struct AnyRouter {
  /// Coordinators retain their routers, and the engine retains its coordinators, so a router does
  /// not retain the engine.
  private let reference: EngineReference
  /// The coordinator that the operations are called on.
  public let coordinator: CoordinatorID

  /// Creates a router for a coordinator. After the coordinator has finished, most calls through the
  /// router are rejected as `stale`.
  ///
  /// - Parameters:
  ///   - engine: The engine that the coordinator belongs to. The router does not retain the engine.
  ///   - coordinator: The coordinator on which the router calls operations.
  public init(engine: NavigationEngine, coordinator: CoordinatorID) {
    reference = engine.reference
    self.coordinator = coordinator
  }

  /// The engine that the coordinator belongs to, or `nil` after the engine has been released. A
  /// router does not retain its engine: after the release, operations are rejected as `stale`, and
  /// queries return `nil`, `false` or empty values.
  public var engine: NavigationEngine? { reference.engine }

  /// Calls any operation of ``OperationCatalog`` by name.
  ///
  /// - Parameters:
  ///   - operation: The name in scripts, such as `popToView`. An unknown name is rejected as
  ///     `badArgument`, and the error suggests the nearest name.
  ///   - options: The options of the call. Options that the operation does not have are rejected as
  ///     `unknownOption`.
  ///   - fill: A closure that sets the arguments of the call, such as its name, count or value.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  @discardableResult
  public func call(
    _ operation: String, _ options: OperationOptions = OperationOptions(),
    fill: (inout OperationCall) -> Void = { _ in }
  ) -> Outcome? {
    call(operation, options) { call, _ in fill(&call) }
  }

  func call(
    _ operation: String, _ options: OperationOptions,
    fill: (inout OperationCall, SymbolTable) -> Void
  ) -> Outcome? {
    guard let index = OperationCatalog.index(of: operation) else {
      let error = OperationCatalog.unknown(operation)
      engine?.eventLog.hooks.reportRejection(error)
      return .rejected(error)
    }
    return call(OperationNumber(index), options, fill: fill)
  }

  /// Calls an operation.
  ///
  /// - Parameter reportsRejection: Whether a rejection is reported to the hooks. Pass `false` if
  ///   the caller throws the rejection.
  @inline(__always)
  func call(
    _ operation: OperationNumber, _ options: OperationOptions = OperationOptions(),
    reportsRejection: Bool = true, fill: (inout OperationCall, SymbolTable) -> Void = { _, _ in }
  ) -> Outcome? {
    guard let engine else { return .rejected(Self.stale) }
    var call = OperationCall(operation: operation.index, caller: coordinator, options: options)
    fill(&call, engine.symbols)
    if let rejection = ForeignOptions.rejection(of: call) { call.rejection = rejection }
    guard engine.hasToWait, options.completion == nil else {
      let outcome = engine.submit(call).outcome
      if reportsRejection, options.completion == nil, let error = outcome?.error {
        engine.eventLog.hooks.reportRejection(error)
      }
      return outcome
    }
    // If a coordinator calls an operation on itself in its start, the operation settles before the
    // call returns.
    if engine.isStarting(coordinator) { return engine.submit(call).outcome }
    return submit(&call, engine)
  }

  /// Records whether a call has returned to its caller.
  private final class Return {
    var isOver = false
  }

  /// Submits a call that may have to wait. If the call is rejected later, the rejection is
  /// reported, because the caller no longer receives the outcome.
  private func submit(_ call: inout OperationCall, _ engine: NavigationEngine) -> Outcome? {
    let end = Return()
    call.onRejection = { [weak engine] error in
      if end.isOver { engine?.eventLog.report(error) }
    }
    defer { end.isOver = true }
    return engine.submit(call).outcome
  }

  /// The rejection of operations that are called after the engine has been released.
  static let stale = NavigationError(
    .stale, "the engine of this router no longer exists",
    hint: "keep the engine alive as long as its routers")

  /// Navigates to a route in the route's declared style.
  ///
  /// - Parameters:
  ///   - route: The name of a route that the coordinator declares. An unknown name is rejected as
  ///     `unknownRoute`.
  ///   - arguments: The arguments of the route. If the route declares its arguments, missing,
  ///     unknown and mistyped arguments are rejected as `badArgument`.
  ///   - options: Options for the destination. The `style` option replaces the route's style. With
  ///     `singleTop`, the call has no effect if the front screen has the same name and arguments.
  /// - Returns: The outcome, or `nil` if the operation has not settled. The outcome's value is the
  ///   destination if it is a coordinator.
  @discardableResult
  public func navigate(
    to route: String, _ arguments: NavigationArguments = [:],
    _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    go(.navigate, route, arguments, options)
  }

  /// Shows a coordinator created with ``NavigationEngine/makeCoordinator(_:_:_:)``.
  ///
  /// - Parameters:
  ///   - child: A coordinator that is not attached. A coordinator that is already attached is
  ///     rejected as `alreadyAttached`.
  ///   - options: Options for the destination. By default, the style of the coordinator's type is
  ///     used.
  /// - Returns: The outcome, or `nil` if the operation has not settled. The outcome's value is the
  ///   coordinator.
  @discardableResult
  public func navigate(
    to child: CoordinatorID, _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.navigate, options) { call, _ in call.subject = .coordinator(child) }
  }

  /// Starts or restarts the coordinator's flow at a route.
  ///
  /// - Parameters:
  ///   - route: The route of the root screen.
  ///   - arguments: The arguments of the route.
  ///   - options: Animation and callbacks. The `keepModals` option keeps the layers of the previous
  ///     flow.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  @discardableResult
  public func startFlow(
    at route: String, _ arguments: NavigationArguments = [:],
    _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    go(.startFlow, route, arguments, options)
  }

  /// Presents a route in a new layer above all other layers.
  ///
  /// - Parameters:
  ///   - route: The name of a route that the coordinator declares. The route can have any style.
  ///   - arguments: The arguments of the route.
  ///   - options: Options for the layer. The `style` option replaces the route's style. By default,
  ///     a route whose style is `push` is presented as a `sheet`.
  /// - Returns: The outcome, or `nil` if the operation has not settled. The outcome's value is the
  ///   destination if it is a coordinator.
  @discardableResult
  public func present(
    _ route: String, _ arguments: NavigationArguments = [:],
    _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    go(.present, route, arguments, options)
  }

  /// Removes screens from the top of the stack, but never the root.
  ///
  /// - Parameters:
  ///   - count: The number of screens to remove. If fewer screens are above the root, all screens
  ///     above the root are removed. A number below 1 is rejected as `badArgument`.
  ///   - options: Animation and callbacks of the call.
  /// - Returns: The outcome, or `nil` if the operation has not settled. The outcome's value is the
  ///   name of the removed screen, or a list of names, topmost first. The outcome is `noop(atRoot)`
  ///   if no screen is above the root.
  @discardableResult
  public func pop(
    _ count: Int = 1, _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.pop, options) { call, _ in call.count = count }
  }

  /// Removes every screen above the root. On a tab coordinator, removes every screen above the root
  /// of the selected page.
  ///
  /// - Parameter options: Animation and callbacks. The `dismissModals` option also dismisses the
  ///   flow's own layers.
  /// - Returns: The outcome, or `nil` if the operation has not settled. The outcome's value is the
  ///   name of the removed screen, or a list of names, topmost first.
  @discardableResult
  public func popToRoot(_ options: OperationOptions = OperationOptions()) -> Outcome? {
    call(.popToRoot, options)
  }

  /// Removes screens until the nearest screen with a given name is on top.
  ///
  /// - Parameters:
  ///   - name: The name of one of the coordinator's own screens. If no screen has the name, the
  ///     call is rejected as `viewNotFound`.
  ///   - options: Animation and callbacks. The `firstMatch` option selects the screen nearest to
  ///     the root.
  /// - Returns: The outcome, or `nil` if the operation has not settled. The outcome's value
  ///   indicates whether the screen is on top.
  @discardableResult
  public func popToView(
    _ name: String, _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.popToView, options) { $0.name = $1.intern(name) }
  }

  /// Removes layers above the coordinator's own layer.
  ///
  /// - Parameter options: Options that select the layers to remove: `count` layers (1 by default),
  ///   `all` layers, or one `layer` with everything above it.
  /// - Returns: The outcome, or `nil` if the operation has not settled. The outcome's value is the
  ///   number of removed layers. The outcome is `noop(nothingPresented)` if there are no layers
  ///   above the coordinator's layer.
  @discardableResult
  public func dismiss(_ options: OperationOptions = OperationOptions()) -> Outcome? {
    call(.dismiss, options)
  }

  /// Finishes the coordinator's flow and passes a result to its parent.
  ///
  /// - Parameters:
  ///   - result: The value that the parent's `childDidFinish` receives, or `nil` for no result.
  ///   - options: Animation and callbacks. On the coordinator of a page, the `scopeSelf` option
  ///     removes only the page.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  @discardableResult
  public func finishFlow(
    _ result: NavigationValue? = nil, _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.finishFlow, options) { call, _ in call.value = result }
  }

  /// Goes back one step in the front layer.
  ///
  /// - Parameter options: Animation and callbacks of the call.
  /// - Returns: The outcome, or `nil` if the operation has not settled. The outcome's value is the
  ///   name of the removed screen, if any.
  @discardableResult
  public func back(_ options: OperationOptions = OperationOptions()) -> Outcome? {
    call(.back, options)
  }

  /// Brings the coordinator to the front, wherever it is in the application, and optionally
  /// restarts its flow at one of its routes.
  ///
  /// - Parameters:
  ///   - route: The route that replaces the coordinator's screens, or `nil` to keep the screens.
  ///   - arguments: The arguments of the route.
  ///   - options: Animation and callbacks. The `style`, `onDismiss` and `onFinish` options apply
  ///     only to a coordinator that is not attached yet.
  /// - Returns: The outcome, or `nil` if the operation has not settled. The outcome's value is the
  ///   coordinator.
  @discardableResult
  public func forcePresentation(
    route: String? = nil, _ arguments: NavigationArguments = [:],
    _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    if let route { return go(.forcePresentation, route, arguments, options) }
    return call(.forcePresentation, options) { call, _ in
      if !arguments.isEmpty { call.arguments = arguments }
    }
  }

  /// Removes everything and restarts the main coordinator.
  ///
  /// - Parameter options: Animation and callbacks. The `mainCoordinator` option restarts another
  ///   coordinator instead.
  /// - Returns: The outcome, or `nil` if the operation has not settled. The outcome's value is the
  ///   restarted coordinator.
  @discardableResult
  public func restartApp(_ options: OperationOptions = OperationOptions()) -> Outcome? {
    call(.restartApp, options)
  }

  /// Selects a page of a tab coordinator.
  ///
  /// - Parameters:
  ///   - page: The id of a page. An unknown id is rejected as `unknownPage`.
  ///   - options: The callbacks of the call. Selecting a page takes no virtual time.
  /// - Returns: The outcome, or `nil` if the operation has not settled. The outcome's value is the
  ///   coordinator of the page. The outcome is `noop(alreadySelected)` if the page is already
  ///   selected.
  @discardableResult
  public func select(
    _ page: String, _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.select, options) { $0.name = $1.intern(page) }
  }

  /// The id of the tab coordinator's selected page, or `nil` if there is none.
  public var currentPage: String? {
    (engine?.pages(of: coordinator) ?? []).first { $0.isSelected }?.id
  }

  /// The coordinator of the selected page, or `nil` if there is none.
  public var selectedCoordinator: CoordinatorID? {
    (engine?.pages(of: coordinator) ?? []).first { $0.isSelected }?.coordinator.id
  }

  /// Replaces the pages of a tab coordinator. Pages that keep their ids also keep their screens.
  /// Passing `nil` restores the pages that the coordinator's type declares.
  ///
  /// - Parameters:
  ///   - pages: The new pages, with unique ids. Pages are sorted by position.
  ///   - options: The callbacks of the call. The `current` option selects a page, and the
  ///     `recreate` option also replaces pages that keep their ids.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  @discardableResult
  public func setPages(
    _ pages: [PageDefinition]?, _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.setPages, options) { call, _ in call.pages = pages }
  }

  private func go(
    _ operation: OperationNumber, _ route: String, _ arguments: NavigationArguments,
    _ options: OperationOptions
  ) -> Outcome? {
    call(operation, options) { call, symbols in
      call.name = symbols.internRepeated(route)
      if !arguments.isEmpty { call.arguments = arguments }
    }
  }

  // MARK: - Whole stacks and batches

  /// Replaces the arguments of one of the coordinator's screens without creating a new screen.
  ///
  /// - Parameters:
  ///   - screen: One of the coordinator's own screens.
  ///   - arguments: The complete new arguments, which are checked against the screen's route.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  @discardableResult
  public func update(_ screen: ScreenID, to arguments: NavigationArguments) -> Outcome? {
    call("update") { call in
      call.subject = .screen(screen)
      call.arguments = arguments
    }
  }

  /// Removes one of the coordinator's screens and everything above it.
  ///
  /// - Parameters:
  ///   - screen: One of the coordinator's own screens. For the coordinator's root, the outcome is
  ///     `noop(atRoot)`.
  ///   - options: Animation and callbacks of the call.
  /// - Returns: The outcome, or `nil` if the operation has not settled. The outcome's value is the
  ///   name of the removed screen, or a list of names, topmost first.
  @discardableResult
  public func pop(
    _ screen: ScreenID, _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.pop, options) { call, _ in call.subject = .screen(screen) }
  }

  /// Removes screens until the screen at the given index is on top. Index 0 is the first screen
  /// above the root, and index -1 is the root.
  ///
  /// - Parameters:
  ///   - index: The index of the screen that becomes the top screen. An invalid index is rejected
  ///     as `badArgument`.
  ///   - options: Animation and callbacks of the call.
  /// - Returns: The outcome, or `nil` if the operation has not settled. The outcome's value is the
  ///   name of the removed screen, or a list of names, topmost first.
  @discardableResult
  public func pop(
    toIndex index: Int, _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.popTo, options) { call, _ in call.count = index }
  }

  /// Removes the item that the coordinator added last: a screen, a pushed coordinator or a layer.
  ///
  /// - Parameter options: Animation and callbacks of the call.
  /// - Returns: The outcome, or `nil` if the operation has not settled. The outcome's value is the
  ///   name of the removed screen, or a list of names, topmost first. If a layer was removed, there
  ///   is no value.
  @discardableResult
  public func popLast(_ options: OperationOptions = OperationOptions()) -> Outcome? {
    call(.popLast, options)
  }

  /// Replaces the coordinator's topmost screen with a route.
  ///
  /// - Parameters:
  ///   - route: The route to show instead, regardless of its style.
  ///   - arguments: The arguments of the route.
  ///   - options: Animation and callbacks. The `popChildren` option finishes pushed children first.
  /// - Returns: The outcome, or `nil` if the operation has not settled. The outcome's value is the
  ///   destination if it is a coordinator.
  @discardableResult
  public func replaceTop(
    with route: String, _ arguments: NavigationArguments = [:],
    _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    go(.replaceTop, route, arguments, options)
  }

  /// Replaces all of the coordinator's screens in one transition.
  ///
  /// ```swift
  /// router.setStack(["catalog", .route("product", ["id": .integer(42)])])
  /// ```
  ///
  /// - Parameters:
  ///   - screens: The new screens, from bottom to top. An empty list is rejected as `badArgument`,
  ///     unless the root is a coordinator. A `.route` keeps an existing screen with the same name
  ///     and arguments.
  ///   - options: Animation and callbacks of the call.
  /// - Returns: The outcome, or `nil` if the operation has not settled. The outcome's value is the
  ///   kind of transition: `"push"`, `"pop"` or `"none"`.
  @discardableResult
  public func setStack(
    _ screens: [StackEntry], _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.setStack, options) { call, _ in call.stack = screens }
  }

  /// Collects the operations that a closure submits, and runs them as one atomic change.
  ///
  /// In the closure, operations return `nil`, because they run after the closure has returned.
  /// Queries return immediately and read the state before the change.
  ///
  /// - Parameters:
  ///   - options: Animation and callbacks of the whole change. The `skipRejected` option skips
  ///     rejected operations. Without the option, the whole change is rejected if an operation is
  ///     rejected.
  ///   - operations: A closure that submits the operations. If the closure throws, the error is
  ///     rethrown and nothing changes.
  /// - Returns: The outcome of the whole change, or `nil` if the batch has not settled.
  @discardableResult
  public func batch<Failure: Error>(
    _ options: OperationOptions = OperationOptions(),
    _ operations: () throws(Failure) -> Void
  ) throws(Failure) -> Outcome? {
    let steps = try engine?.record(operations) ?? []
    return call(.batch, options) { call, _ in call.steps = steps }
  }

  // MARK: - Roots, routes, dependencies and badges

  /// Replaces the root with a route and removes the screens above the root. The outcome is
  /// `noop(alreadyRoot)` if the route is already the root and any passed arguments are equal.
  ///
  /// Before the coordinator starts, this method sets the coordinator's initial root.
  ///
  /// - Parameters:
  ///   - route: The name of a route that the coordinator declares.
  ///   - arguments: The arguments of the route. If `nil`, no arguments are passed, and the current
  ///     root matches regardless of its arguments.
  ///   - options: Animation and callbacks. The `keepStack` option keeps the screens above the root,
  ///     and the `equals` option compares arguments.
  /// - Returns: The outcome, or `nil` if the operation has not settled. The outcome's value is the
  ///   root if it is a coordinator.
  @discardableResult
  public func root(
    _ route: String, _ arguments: NavigationArguments? = nil,
    _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    named("root", route, arguments, options)
  }

  /// Returns whether a route is the root and, if arguments are passed, whether the root has equal
  /// arguments.
  ///
  /// - Parameters:
  ///   - route: The name of a route. The result is `false` for routes that the coordinator does not
  ///     declare.
  ///   - arguments: The arguments that the root must have, or `nil` to accept any arguments.
  public func isRoot(_ route: String, _ arguments: NavigationArguments? = nil) -> Bool {
    named("isRoot", route, arguments)?.value == .boolean(true)
  }

  /// If a route is the root, returns the root coordinator, or this coordinator if the root is a
  /// screen.
  ///
  /// - Parameters:
  ///   - route: The name of a route.
  ///   - arguments: The arguments that the root must have, or `nil` to accept any arguments.
  /// - Returns: The coordinator to call next, or `nil` if the root has another route or other
  ///   arguments.
  public func hasRoot(
    _ route: String, _ arguments: NavigationArguments? = nil
  ) -> CoordinatorID? {
    Self.coordinator(named("hasRoot", route, arguments))
  }

  /// Navigates to a route in the route's declared style.
  ///
  /// - Parameters:
  ///   - route: The name of a route that the coordinator declares. An unknown name is rejected as
  ///     `unknownRoute`.
  ///   - arguments: The arguments of the route, or `nil` to pass no arguments.
  ///   - options: Options for the destination, as in ``navigate(to:_:_:)``.
  /// - Returns: The outcome, or `nil` if the operation has not settled. The outcome's value is the
  ///   destination if it is a coordinator.
  @discardableResult
  public func route(
    to route: String, _ arguments: NavigationArguments? = nil,
    _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    named("route", route, arguments, options)
  }

  /// Finds the lowest item above the root that shows a route, and removes everything above this
  /// item. If the coordinator is a tab coordinator, selects the page with the given id instead.
  ///
  /// - Parameters:
  ///   - route: The name of a route, or the id of a page. If there is no such item, the call is
  ///     rejected as `routeNotFound`.
  ///   - arguments: The arguments that the item must have, or `nil` to accept any arguments.
  ///   - options: Animation and callbacks. The `equals` option compares arguments.
  /// - Returns: The outcome, or `nil` if the operation has not settled. The outcome's value is the
  ///   item if it is a coordinator.
  @discardableResult
  public func focusFirst(
    _ route: String, _ arguments: NavigationArguments? = nil,
    _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    named("focusFirst", route, arguments, options)
  }

  /// Removes the coordinator, its children and everything above it.
  ///
  /// - Parameter options: Animation and callbacks of the call.
  /// - Returns: The outcome, which is `rejected(noParent)` for the main coordinator, or `nil` if
  ///   the operation has not settled.
  @discardableResult
  public func dismissCoordinator(
    _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.dismissCoordinator, options)
  }

  /// The coordinator that receives calls on behalf of this coordinator. For the rules, see
  /// ``NavigationReader/child(of:)``.
  public var child: CoordinatorID? { engine?.child(of: coordinator) }

  /// Sets the badge of a tab coordinator's page, or clears it if the badge is `nil`.
  ///
  /// - Parameters:
  ///   - page: The id of a page. An unknown id is rejected as `unknownPage`.
  ///   - badge: The string to show, or `nil` to clear the badge.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  @discardableResult
  public func setBadge(of page: String, to badge: String?) -> Outcome? {
    call(.setBadge) { call, symbols in
      call.name = symbols.intern(page)
      if let badge { call.value = .string(badge) }
    }
  }

  /// Adds a coordinator as a child and starts it. Screens that the child pushes are added to this
  /// coordinator's stack.
  ///
  /// - Parameters:
  ///   - child: A coordinator that is not attached. This coordinator and its ancestors are rejected
  ///     as `cycle`.
  ///   - options: The callbacks of the call. The `onFinish` callback receives the child's result.
  /// - Returns: The outcome, or `nil` if the operation has not settled. The outcome is
  ///   `noop(alreadyAttached)` if the coordinator is already a child.
  @discardableResult
  public func addDependency(
    _ child: CoordinatorID, _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.addDependency, options) { call, _ in call.subject = .coordinator(child) }
  }

  /// Finishes a child and all its descendants. Has no effect on coordinators that are not children.
  ///
  /// - Parameter child: A child of the coordinator. A page is rejected as `isTabPage`, and the root
  ///   as `isRootOfParent`. If the value is `nil` or another coordinator, nothing changes.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  @discardableResult
  public func removeDependency(_ child: CoordinatorID?) -> Outcome? {
    call(.removeDependency) { call, symbols in
      if let child { call.subject = .coordinator(child) }
    }
  }

  /// Returns the nearest coordinator of the given type on the path from this coordinator to the
  /// main coordinator. Cost: O(length of the path).
  ///
  /// - Parameter type: The name of a coordinator type.
  /// - Returns: The coordinator, or `nil` if there is none.
  public func firstCoordinator(ofType type: String) -> CoordinatorID? {
    Self.coordinator(named("firstCoordinator", type, nil))
  }

  /// Returns the farthest coordinator of the given type on the path from this coordinator to the
  /// main coordinator. Cost: O(length of the path).
  ///
  /// - Parameter type: The name of a coordinator type.
  /// - Returns: The coordinator, or `nil` if there is none.
  public func lastCoordinator(ofType type: String) -> CoordinatorID? {
    Self.coordinator(named("lastCoordinator", type, nil))
  }

  private func named(
    _ operation: String, _ name: String, _ arguments: NavigationArguments?,
    _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(operation, options) { call, symbols in
      call.name = symbols.intern(name)
      call.arguments = arguments
    }
  }

  private static func coordinator(_ outcome: Outcome?) -> CoordinatorID? {
    guard case .coordinator(let coordinator)? = outcome?.value else { return nil }
    return coordinator
  }

  // MARK: - Encodable values

  /// Navigates to a route with the properties of a value as its arguments.
  ///
  /// - Parameters:
  ///   - route: The name of a route that the coordinator declares.
  ///   - value: A struct, an object or a dictionary with string keys. Each property becomes an
  ///     argument.
  ///   - options: Options for the destination, as in ``navigate(to:_:_:)``.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: `badArgument` with the path of a property that scripts cannot represent. Nothing
  ///   changes in this case.
  @discardableResult
  public func navigate(
    to route: String, with value: some Encodable, _ options: OperationOptions = OperationOptions()
  ) throws(NavigationError) -> Outcome? {
    navigate(to: route, try NavigationArguments(encoding: value), options)
  }

  /// Starts the coordinator's flow at a route with the properties of a value as its arguments.
  ///
  /// - Parameters:
  ///   - route: The route of the root screen.
  ///   - value: A value with one property for each argument.
  ///   - options: Animation and callbacks, as in ``startFlow(at:_:_:)``.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: `badArgument` in the same cases as ``navigate(to:with:_:)``.
  @discardableResult
  public func startFlow(
    at route: String, with value: some Encodable, _ options: OperationOptions = OperationOptions()
  ) throws(NavigationError) -> Outcome? {
    startFlow(at: route, try NavigationArguments(encoding: value), options)
  }

  /// Presents a route in a new layer, with the properties of a value as its arguments.
  ///
  /// - Parameters:
  ///   - route: The name of a route that the coordinator declares.
  ///   - value: A value with one property for each argument.
  ///   - options: Options for the layer, as in ``present(_:_:_:)``.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: `badArgument` in the same cases as ``navigate(to:with:_:)``.
  @discardableResult
  public func present(
    _ route: String, with value: some Encodable, _ options: OperationOptions = OperationOptions()
  ) throws(NavigationError) -> Outcome? {
    present(route, try NavigationArguments(encoding: value), options)
  }

  /// Finishes the coordinator's flow and passes a value to its parent. The parent reads the value
  /// with ``FinishNotice/result(as:)``.
  ///
  /// - Parameters:
  ///   - result: Any value that scripts can represent, such as a number, a string, a list, or a
  ///     table of properties.
  ///   - options: Animation and callbacks, as in ``finishFlow(_:_:)``.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: `badArgument` in the same cases as ``navigate(to:with:_:)``.
  @discardableResult
  public func finishFlow(
    with result: some Encodable, _ options: OperationOptions = OperationOptions()
  ) throws(NavigationError) -> Outcome? {
    finishFlow(try NavigationValue(encoding: result), options)
  }
}

extension NavigationEngine {
  /// Creates a coordinator that is not attached yet. Pass the coordinator to `navigate` or
  /// `forcePresentation`.
  ///
  /// - Parameters:
  ///   - type: The name of the coordinator's type.
  ///   - arguments: The arguments of the coordinator.
  ///   - setup: The coordinator's style, layer properties and initially selected page, or `nil` to
  ///     use the values of the type.
  /// - Throws: `unknownCoordinator` if no type has the name, `badArgument` if the arguments do not
  ///   match the type's parameters, `wrongKind` or `unknownPage` if the type does not support the
  ///   setup, and `unsupported` if the engine mirrors a remote application. Errors that the type's
  ///   `makeDelegate` throws are rethrown.
  public func makeCoordinator(
    _ type: String, _ arguments: NavigationArguments = [:], _ setup: CoordinatorSetup? = nil
  ) throws(NavigationError) -> CoordinatorID {
    guard mirror == nil else {
      throw EngineMirror.unsupported(
        "new", "only the application can create coordinators; navigate to a route instead")
    }
    let type = try registry.type(named: type, for: "makeCoordinator")
    let id = try state.inPresent { () throws(NavigationError) in
      state.id(
        ofCoordinator: try transaction.coordinators.makeCoordinator(
          type, arguments: arguments, setup: setup))
    }
    if runner.openPosition == nil { history.noteOutside(state) }
    return id
  }

  /// Sets the initial root of a newly created coordinator without running an operation.
  func chooseRoot(
    _ route: String, _ arguments: NavigationArguments, forNew coordinator: CoordinatorID
  ) {
    guard let slot = state.slot(of: coordinator) else { return }
    let origin = RouteOrigin(route: symbols.internPassing(route), arguments: arguments)
    transaction.roots.setInitialRoot(origin, of: slot)
    history.noteOutside(state)
  }

  /// Performs any gesture of ``GestureCatalog`` by name.
  ///
  /// - Parameters:
  ///   - gesture: The name in scripts, such as `swipeDown`. An unknown name is rejected as
  ///     `badArgument`, and the error suggests the nearest name.
  ///   - options: The options of the gesture, such as `cancel` or its phase. Options that the
  ///     gesture does not have are rejected as `unknownOption`.
  ///   - fill: A closure that sets the arguments of the gesture, such as the label to tap or the
  ///     link to open.
  /// - Returns: The outcome, or `nil` if the gesture has not settled.
  @discardableResult
  public func perform(
    _ gesture: String, _ options: OperationOptions = OperationOptions(),
    fill: (inout OperationCall) -> Void = { _ in }
  ) -> Outcome? {
    guard let index = OperationCatalog.index(ofGesture: gesture) else {
      let names = GestureCatalog.gestures.map { $0.signature.name }
      return .rejected(
        NavigationError(
          .badArgument, "there is no gesture \"\(gesture)\"",
          hint: nameHint(for: gesture, in: names)))
    }
    var call = OperationCall(operation: index, caller: CoordinatorID(bits: 0), options: options)
    fill(&call)
    if let rejection = ForeignOptions.rejection(of: call) { call.rejection = rejection }
    return submit(call).outcome
  }

  /// Returns a router for a coordinator.
  ///
  /// - Parameter coordinator: A coordinator of this engine.
  public func router(of coordinator: CoordinatorID) -> AnyRouter {
    AnyRouter(engine: self, coordinator: coordinator)
  }

  /// Starts a coordinator as the application's main coordinator, replacing the current main
  /// coordinator, if any.
  ///
  /// - Parameters:
  ///   - type: The name of a registered coordinator type. An unknown name is rejected as
  ///     `unknownCoordinator`, and the type of the current main coordinator as `alreadyLaunched`.
  ///   - arguments: The arguments of the coordinator.
  ///   - options: Animation and callbacks of the call.
  /// - Returns: The outcome, or `nil` if the operation has not settled. The outcome's value is the
  ///   main coordinator.
  @discardableResult
  public func launch(
    _ type: String, _ arguments: NavigationArguments = [:],
    _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    application(.launch, options) { call in
      call.name = symbols.intern(type)
      call.arguments = arguments
    }
  }
}
