/// The typed face of a coordinator's operations for Swift callers.
///
/// A value that names a coordinator of an engine; copying it is free. Every operation answers with
/// its ``Outcome``, or `nil` when it was called from a callback and waits its turn.
/// Guarded by bench: W1.
public struct Router {
  /// Coordinators hold their routers, and the engine holds its coordinators, so this is not the engine.
  private let reference: EngineReference
  /// The coordinator that calls.
  public let coordinator: CoordinatorID

  /// The router of a coordinator; what it calls is stale once that is gone.
  public init(engine: NavigationEngine, coordinator: CoordinatorID) {
    reference = engine.reference
    self.coordinator = coordinator
  }

  /// The engine that the coordinator lives in; `nil` when that is gone. A router does not keep it alive:
  /// its operations are rejected as `stale` then, and its queries find nothing.
  public var engine: NavigationEngine? { reference.engine }

  /// Calls any operation of ``OperationCatalog`` by its name.
  ///
  /// - Returns: The outcome, or `nil` when the operation waits.
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
      return .rejected(OperationCatalog.unknown(operation))
    }
    return call(OperationNumber(index), options, fill: fill)
  }

  @inline(__always)
  func call(
    _ operation: OperationNumber, _ options: OperationOptions = OperationOptions(),
    fill: (inout OperationCall, SymbolTable) -> Void = { _, _ in }
  ) -> Outcome? {
    guard let engine else { return .rejected(Self.stale) }
    var call = OperationCall(operation: operation.index, caller: coordinator, options: options)
    fill(&call, engine.symbols)
    return engine.submit(call).outcome
  }

  /// Why a router whose engine is gone rejects everything.
  static let stale = NavigationError(
    .stale, "the engine of this router is gone", hint: "keep the engine as long as its routers")

  /// Goes to a route by its style.
  @discardableResult
  public func navigate(
    to route: String, _ arguments: NavigationArguments = [:],
    _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    go(.navigate, route, arguments, options)
  }

  /// Goes to a coordinator that ``NavigationEngine/makeCoordinator(_:_:_:)`` made.
  @discardableResult
  public func navigate(
    to child: CoordinatorID, _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.navigate, options) { call, _ in call.subject = .coordinator(child) }
  }

  /// Begins the coordinator's flow at a route, or begins it again.
  @discardableResult
  public func startFlow(
    at route: String, _ arguments: NavigationArguments = [:],
    _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    go(.startFlow, route, arguments, options)
  }

  /// Shows a route on a new layer on top.
  @discardableResult
  public func present(
    _ route: String, _ arguments: NavigationArguments = [:],
    _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    go(.present, route, arguments, options)
  }

  /// Removes screens from the top of the stack, the root never.
  @discardableResult
  public func pop(
    _ count: Int = 1, _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.pop, options) { call, _ in call.count = count }
  }

  /// Removes every screen above the root.
  @discardableResult
  public func popToRoot(_ options: OperationOptions = OperationOptions()) -> Outcome? {
    call(.popToRoot, options)
  }

  /// Removes screens until the nearest of that name is on top.
  @discardableResult
  public func popToView(
    _ name: String, _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.popToView, options) { $0.name = $1.intern(name) }
  }

  /// Removes layers above the coordinator's own.
  @discardableResult
  public func dismiss(_ options: OperationOptions = OperationOptions()) -> Outcome? {
    call(.dismiss, options)
  }

  /// Ends the coordinator's flow and gives a result to its parent.
  @discardableResult
  public func finishFlow(
    _ result: NavigationValue? = nil, _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.finishFlow, options) { call, _ in call.value = result }
  }

  /// Goes one step back in the front layer.
  @discardableResult
  public func back(_ options: OperationOptions = OperationOptions()) -> Outcome? {
    call(.back, options)
  }

  /// Brings the coordinator to the front from anywhere in the application, at a route of its own if
  /// one is given.
  @discardableResult
  public func forcePresentation(
    route: String? = nil, _ arguments: NavigationArguments = [:],
    _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.forcePresentation, options) { call, symbols in
      call.name = route.map(symbols.intern) ?? .none
      if !arguments.isEmpty { call.arguments = arguments }
    }
  }

  /// Ends everything and starts the main coordinator again.
  @discardableResult
  public func restartApp(_ options: OperationOptions = OperationOptions()) -> Outcome? {
    call(.restartApp, options)
  }

  /// Selects a page of a tab coordinator.
  @discardableResult
  public func select(
    _ page: String, _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.select, options) { $0.name = $1.intern(page) }
  }

  /// The id of the selected page of a tab coordinator.
  public var currentPage: String? {
    (engine?.pages(of: coordinator) ?? []).first { $0.isSelected }?.id
  }

  /// The coordinator of the selected page.
  public var selectedCoordinator: CoordinatorID? {
    (engine?.pages(of: coordinator) ?? []).first { $0.isSelected }?.coordinator.id
  }

  /// Replaces the pages of a tab coordinator; those whose ids stay keep their screens. `nil` is the
  /// pages that its type declares.
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
      call.name = symbols.intern(route)
      if !arguments.isEmpty { call.arguments = arguments }
    }
  }

  // MARK: - Whole stacks and batches

  /// Gives one of the caller's screens new arguments; it stays the same screen.
  @discardableResult
  public func update(_ screen: ScreenID, _ arguments: NavigationArguments) -> Outcome? {
    call("update") { call in
      call.subject = .screen(screen)
      call.arguments = arguments
    }
  }

  /// Removes a screen of the coordinator with everything above it.
  @discardableResult
  public func pop(
    _ screen: ScreenID, _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.pop, options) { call, _ in call.subject = .screen(screen) }
  }

  /// Removes screens until the one of an index is on top: 0 is the first above the root, -1 the
  /// root itself.
  @discardableResult
  public func popTo(
    _ index: Int, _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.popTo, options) { call, _ in call.count = index }
  }

  /// Removes what the coordinator showed last, pushed or presented alike.
  @discardableResult
  public func popLast(_ options: OperationOptions = OperationOptions()) -> Outcome? {
    call(.popLast, options)
  }

  /// Puts a route in the place of the coordinator's topmost screen.
  @discardableResult
  public func replaceTop(
    with route: String, _ arguments: NavigationArguments = [:],
    _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.replaceTop, options) { call, symbols in
      call.name = symbols.intern(route)
      if !arguments.isEmpty { call.arguments = arguments }
    }
  }

  /// Replaces the coordinator's screens, the lowest first, as one transition.
  ///
  /// ```swift
  /// router.setStack(["catalog", .route("product", ["id": .integer(42)])])
  /// ```
  /// - Returns: the outcome, with `"push"`, `"pop"` or `"none"` for how it moves.
  @discardableResult
  public func setStack(
    _ screens: [StackEntry], _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.setStack, options) { call, _ in call.stack = screens }
  }

  /// Runs the operations that a body submits as one change, all of them or none.
  ///
  /// In the body every call answers `nil`: nothing has happened yet.
  @discardableResult
  public func batch<Failure: Error>(
    _ options: OperationOptions = OperationOptions(),
    _ operations: () throws(Failure) -> Void
  ) throws(Failure) -> Outcome? {
    let steps = try engine?.record(operations) ?? []
    return call(.batch, options) { call, _ in call.steps = steps }
  }

  // MARK: - Roots, routes, dependencies and badges

  /// Puts a route in place of the root and removes what stands above; `noop(alreadyRoot)` where the
  /// route is the root already, with those arguments if any are given.
  ///
  /// Before the coordinator starts it chooses the first root.
  @discardableResult
  public func root(
    _ route: String, _ arguments: NavigationArguments? = nil,
    _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    named("root", route, arguments, options)
  }

  /// Whether a route is the root, with those arguments if any are given.
  public func isRoot(_ route: String, _ arguments: NavigationArguments? = nil) -> Bool {
    named("isRoot", route, arguments)?.value == .boolean(true)
  }

  /// What to go on with if a route is the root: the coordinator that is the root, or this one where
  /// the root is a screen.
  public func hasRoot(
    _ route: String, _ arguments: NavigationArguments? = nil
  ) -> CoordinatorID? {
    Self.coordinator(named("hasRoot", route, arguments))
  }

  /// Goes to a route by the style that it declares.
  @discardableResult
  public func route(
    to route: String, _ arguments: NavigationArguments? = nil,
    _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    named("route", route, arguments, options)
  }

  /// Finds the first item of a route above the root and removes everything after it; on a tab
  /// coordinator, selects the page of that id.
  @discardableResult
  public func focusFirst(
    _ route: String, _ arguments: NavigationArguments? = nil,
    _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    named("focusFirst", route, arguments, options)
  }

  /// Removes the coordinator with its children and everything above it.
  @discardableResult
  public func dismissCoordinator(
    _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.dismissCoordinator, options)
  }

  /// The coordinator that stands in for this one, see ``NavigationReader/child(of:)``.
  public var child: CoordinatorID? { engine?.child(of: coordinator) }

  /// Sets the badge of a page of a tab coordinator; `nil` clears it.
  @discardableResult
  public func setBadge(_ page: String, _ badge: String?) -> Outcome? {
    call(.setBadge) { call, symbols in
      call.name = symbols.intern(page)
      if let badge { call.value = .string(badge) }
    }
  }

  /// Keeps a coordinator as a child and starts it. What it pushes goes onto this coordinator's stack.
  @discardableResult
  public func addDependency(
    _ child: CoordinatorID, _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.addDependency, options) { call, _ in call.subject = .coordinator(child) }
  }

  /// Finishes a child with everything below it; does nothing for others.
  @discardableResult
  public func removeDependency(_ child: CoordinatorID?) -> Outcome? {
    call(.removeDependency) { call, symbols in
      if let child { call.subject = .coordinator(child) }
    }
  }

  /// The nearest coordinator of a type, from this one up to the main one. Cost: O(height).
  public func firstCoordinator(ofType type: String) -> CoordinatorID? {
    Self.coordinator(named("firstCoordinator", type, nil))
  }

  /// The farthest coordinator of a type, from this one up to the main one. Cost: O(height).
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

  // MARK: - Swift values, as the tables that scripts see

  /// Goes to a route with the properties of a value as its arguments.
  ///
  /// - Throws: `badArgument` with the path of what cannot be a value of scripts; nothing is done then.
  @discardableResult
  public func navigate(
    to route: String, with value: some Encodable, _ options: OperationOptions = OperationOptions()
  ) throws(NavigationError) -> Outcome? {
    navigate(to: route, try NavigationArguments(encoding: value), options)
  }

  /// Begins the coordinator's flow at a route with the properties of a value as its arguments.
  ///
  /// - Throws: as ``navigate(to:with:_:)`` does.
  @discardableResult
  public func startFlow(
    at route: String, with value: some Encodable, _ options: OperationOptions = OperationOptions()
  ) throws(NavigationError) -> Outcome? {
    startFlow(at: route, try NavigationArguments(encoding: value), options)
  }

  /// Shows a route on a new layer with the properties of a value as its arguments.
  ///
  /// - Throws: as ``navigate(to:with:_:)`` does.
  @discardableResult
  public func present(
    _ route: String, with value: some Encodable, _ options: OperationOptions = OperationOptions()
  ) throws(NavigationError) -> Outcome? {
    present(route, try NavigationArguments(encoding: value), options)
  }

  /// Ends the coordinator's flow and gives a value to its parent; ``FinishNotice/result(as:)`` reads
  /// it.
  ///
  /// - Throws: as ``navigate(to:with:_:)`` does.
  @discardableResult
  public func finishFlow(
    with result: some Encodable, _ options: OperationOptions = OperationOptions()
  ) throws(NavigationError) -> Outcome? {
    finishFlow(try NavigationValue(encoding: result), options)
  }
}

extension NavigationEngine {
  /// Makes a coordinator that is not attached yet, for `navigate` or `forcePresentation`.
  ///
  /// - Parameters:
  ///   - type: The name of its type.
  ///   - arguments: The arguments of the coordinator.
  ///   - setup: How it is shown, and the page that its tabs start on.
  /// - Throws: `unknownCoordinator`, `badArgument`, and `wrongKind` or `unknownPage` for a setup that
  ///   does not fit the type.
  public func makeCoordinator(
    _ type: String, _ arguments: NavigationArguments = [:], _ setup: CoordinatorSetup? = nil
  ) throws(NavigationError) -> CoordinatorID {
    let type = try registry.type(named: type, for: "makeCoordinator")
    let id = try state.inPresent { () throws(NavigationError) in
      state.id(
        ofCoordinator: try transaction.coordinators.makeCoordinator(
          type, arguments: arguments, setup: setup))
    }
    if runner.openMark == nil { history.noteOutside(state) }
    return id
  }

  /// Gives a coordinator that was just made, outside of operations, the root for its start.
  func chooseRoot(
    _ route: String, _ arguments: NavigationArguments, forNew coordinator: CoordinatorID
  ) {
    guard let slot = state.slot(of: coordinator) else { return }
    let origin = RouteOrigin(route: symbols.internPassing(route), arguments: arguments)
    transaction.roots.setInitialRoot(origin, of: slot)
    history.noteOutside(state)
  }

  /// Lets the user do something: any gesture of ``GestureCatalog`` by its name.
  ///
  /// - Returns: The outcome, or `nil` when the gesture waits.
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
    return submit(call).outcome
  }

  /// The router of a coordinator.
  public func router(of coordinator: CoordinatorID) -> Router {
    Router(engine: self, coordinator: coordinator)
  }

  /// Starts a coordinator as the application's main one, in place of another one that runs.
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
