/// A chain of calls. Each call is made on the coordinator that the previous call returned.
///
/// If a call fails, the chain is broken: every later call is rejected as `chainBroken`, with the
/// name of the failed call. In a callback, the calls wait in the queue, and each call looks up its
/// coordinator when the call runs.
///
/// ```swift
/// router.chain.focusFirst("todos").child.popToRoot().route("todo", ["id": 1])
/// ```
public struct RouteChain {
  private let engine: NavigationEngine?
  private let link: ChainLink

  fileprivate init(_ engine: NavigationEngine?, _ link: ChainLink) {
    self.engine = engine
    self.link = link
  }

  /// The outcome of the last call, or `nil` if no call has been made or the last call has not
  /// settled.
  public var outcome: Outcome? { link.submission?.outcome }

  /// The coordinator that the chain currently resolves to, or `nil` if the chain is broken or
  /// waiting.
  public var coordinator: CoordinatorID? {
    engine.flatMap { try? link.coordinator(in: $0) }
  }

  /// The chain that continues with the coordinator that acts on behalf of the current coordinator
  /// (``NavigationReader/child(of:)``). The chain breaks if there is no such coordinator.
  public var child: RouteChain { RouteChain(engine, link.child) }

  /// Calls any operation of ``OperationCatalog`` by name, as ``AnyRouter/call(_:_:fill:)`` does.
  ///
  /// - Parameters:
  ///   - operation: The name in scripts, such as `popToView`. An unknown name breaks the chain.
  ///   - options: The options of the call. The defaults are the same as in scripts.
  ///   - fill: A closure that sets the arguments of the call, such as its name, count or value.
  /// - Returns: The chain, for the next call.
  @discardableResult
  public func call(
    _ operation: String, _ options: OperationOptions = OperationOptions(),
    fill: (inout OperationCall) -> Void = { _ in }
  ) -> RouteChain {
    guard let engine, let index = OperationCatalog.index(of: operation) else {
      let next = ChainLink(after: link, calling: operation, "")
      let error = engine == nil ? AnyRouter.stale : OperationCatalog.unknown(operation)
      next.submission = .settled(.rejected(error))
      if let engine { report(next, engine) }
      return RouteChain(engine, next)
    }
    var call = OperationCall(operation: index, caller: CoordinatorID(bits: 0), options: options)
    fill(&call)
    let next = ChainLink(after: link, calling: operation, engine.symbols[call.name])
    let reportsRejection = options.completion == nil
    if reportsRejection, engine.hasToWait {
      call.onRejection = { [weak engine, link] error in
        // A call that settles immediately is reported below.
        guard next.submission != nil else { return }
        if !link.isReported { engine?.eventLog.report(error) }
        next.isReported = true
      }
    }
    next.submission = engine.submit(call, after: link)
    if reportsRejection { report(next, engine) }
    return RouteChain(engine, next)
  }

  /// Reports the rejection that breaks the chain, but not the rejections that follow from it.
  private func report(_ next: ChainLink, _ engine: NavigationEngine) {
    guard let error = next.submission?.outcome?.error else { return }
    if !link.isReported { engine.eventLog.hooks.reportRejection(error) }
    next.isReported = true
  }

  /// Navigates to a route in the route's declared style.
  ///
  /// - Parameters:
  ///   - route: A route that the coordinator at this point of the chain declares.
  ///   - arguments: The arguments of the route. If the route declares its arguments, the call is
  ///     rejected as `badArgument` if an argument is missing, unknown or mistyped.
  ///   - options: Animation, style and callbacks of the call.
  /// - Returns: The chain, which continues with the destination if the destination is a
  ///   coordinator.
  @discardableResult
  public func route(
    _ route: String, _ arguments: NavigationArguments = [:],
    _ options: OperationOptions = OperationOptions()
  ) -> RouteChain {
    go("route", route, arguments, options)
  }

  /// Replaces the root with a route.
  ///
  /// - Parameters:
  ///   - route: A route that the coordinator at this point of the chain declares.
  ///   - arguments: The arguments of the route.
  ///   - options: Animation and callbacks of the call. The `keepStack` option keeps the screens
  ///     above the root.
  /// - Returns: The chain, which continues with the root if the root is a coordinator.
  @discardableResult
  public func root(
    _ route: String, _ arguments: NavigationArguments = [:],
    _ options: OperationOptions = OperationOptions()
  ) -> RouteChain {
    go("root", route, arguments, options)
  }

  /// Finds the lowest item above the root that shows a route and removes everything above this
  /// item, or selects a page.
  ///
  /// - Parameters:
  ///   - route: A route above the root, or the id of a tab coordinator's page.
  ///   - arguments: The arguments that the item must have. Empty arguments match any item.
  ///   - options: Animation and callbacks of the call. The `equals` option compares the arguments.
  /// - Returns: The chain, which continues with the coordinator of the item or page, or with the
  ///   same coordinator if the item is a screen.
  @discardableResult
  public func focusFirst(
    _ route: String, _ arguments: NavigationArguments = [:],
    _ options: OperationOptions = OperationOptions()
  ) -> RouteChain {
    go("focusFirst", route, arguments, options)
  }

  /// Removes every screen above the root. On a tab coordinator, the call is rejected as
  /// `wrongKind`.
  ///
  /// - Parameter options: Animation and callbacks of the call. The `dismissModals` option also
  ///   dismisses the flow's own layers.
  /// - Returns: The chain, which continues with the same coordinator.
  @discardableResult
  public func popToRoot(_ options: OperationOptions = OperationOptions()) -> RouteChain {
    call("popToRoot", options)
  }

  private func go(
    _ operation: String, _ route: String, _ arguments: NavigationArguments,
    _ options: OperationOptions
  ) -> RouteChain {
    call(operation, options) { call in
      call.name = engine?.symbols.intern(route) ?? .none
      if !arguments.isEmpty { call.arguments = arguments }
    }
  }
}

extension AnyRouter {
  /// A new chain of calls that begins with this coordinator.
  public var chain: RouteChain { RouteChain(engine, ChainLink(coordinator)) }
}
