/// The typed face of a coordinator's operations for Swift callers.
///
/// A value that names a coordinator of an engine; copying it is free. Every operation answers with
/// its ``Outcome``, or `nil` when it was called from a callback and waits its turn.
/// Guarded by bench: W1.
public struct Router {
  /// The engine that the coordinator lives in. Not kept alive: coordinators hold their routers, and
  /// the engine holds its coordinators.
  public unowned let engine: NavigationEngine
  /// The coordinator that calls.
  public let coordinator: CoordinatorID

  /// The router of a coordinator; what it calls is stale once that is gone.
  public init(engine: NavigationEngine, coordinator: CoordinatorID) {
    self.engine = engine
    self.coordinator = coordinator
  }

  /// Calls any operation of ``OperationCatalog`` by its name.
  ///
  /// - Returns: The outcome, or `nil` when the operation waits.
  @discardableResult
  public func call(
    _ operation: String, _ options: OperationOptions = OperationOptions(),
    fill: (inout OperationCall) -> Void = { _ in }
  ) -> Outcome? {
    guard let index = OperationCatalog.index(of: operation) else {
      return .rejected(OperationCatalog.unknown(operation))
    }
    return call(OperationNumber(index), options, fill: fill)
  }

  @inline(__always)
  func call(
    _ operation: OperationNumber, _ options: OperationOptions = OperationOptions(),
    fill: (inout OperationCall) -> Void = { _ in }
  ) -> Outcome? {
    var call = OperationCall(operation: operation.index, caller: coordinator, options: options)
    fill(&call)
    return engine.submit(call).outcome
  }

  /// Goes to a route by its style.
  @discardableResult
  public func navigate(
    to route: String, _ arguments: NavigationArguments = [:],
    _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    go(.navigate, route, arguments, options)
  }

  /// Goes to a coordinator that ``NavigationEngine/makeCoordinator(_:_:)`` made.
  @discardableResult
  public func navigate(
    to child: CoordinatorID, _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.navigate, options) { $0.subject = .coordinator(child) }
  }

  /// Begins the coordinator's flow at a route, or begins it anew.
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
    call(.pop, options) { $0.count = count }
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
    call(.popToView, options) { $0.name = engine.symbols.intern(name) }
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
    call(.finishFlow, options) { $0.value = result }
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
    call(.forcePresentation, options) { call in
      call.name = route.map(engine.symbols.intern) ?? .none
      if !arguments.isEmpty { call.arguments = arguments }
    }
  }

  /// Ends everything and starts the main coordinator anew.
  @discardableResult
  public func restartApp(_ options: OperationOptions = OperationOptions()) -> Outcome? {
    call(.restartApp, options)
  }

  /// Selects a page of a tab coordinator.
  @discardableResult
  public func select(
    _ page: String, _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.select, options) { $0.name = engine.symbols.intern(page) }
  }

  /// The id of the selected page of a tab coordinator.
  public var currentPage: String? {
    engine.pages(of: coordinator).first { $0.isSelected }?.id
  }

  /// The coordinator of the selected page.
  public var selectedCoordinator: CoordinatorID? {
    engine.pages(of: coordinator).first { $0.isSelected }?.coordinator.id
  }

  /// Replaces the pages of a tab coordinator; those whose ids stay keep their screens. `nil` is the
  /// pages that its type declares.
  @discardableResult
  public func setPages(
    _ pages: [PageDefinition]?, _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.setPages, options) { $0.pages = pages }
  }

  private func go(
    _ operation: OperationNumber, _ route: String, _ arguments: NavigationArguments,
    _ options: OperationOptions
  ) -> Outcome? {
    call(operation, options) { call in
      call.name = engine.symbols.intern(route)
      if !arguments.isEmpty { call.arguments = arguments }
    }
  }
}

extension NavigationEngine {
  /// Makes a coordinator that hangs nowhere yet, for `navigate` or `forcePresentation`.
  ///
  /// - Parameter setup: How it is shown, and the page that its tabs start on.
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
    Router(engine: self, coordinator: CoordinatorID(bits: 0)).call(.launch, options) { call in
      call.name = symbols.intern(type)
      call.arguments = arguments
    }
  }
}
