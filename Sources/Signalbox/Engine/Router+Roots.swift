/// Roots, routes, dependencies and badges.
extension Router {
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

  /// The coordinator that stands in for this one, see ``NavigationEngine/child(of:)``.
  public var child: CoordinatorID? { engine.child(of: coordinator) }

  /// Sets the badge of a page of a tab coordinator; `nil` clears it.
  @discardableResult
  public func setBadge(_ page: String, _ badge: String?) -> Outcome? {
    call(.setBadge) { call in
      call.name = engine.symbols.intern(page)
      if let badge { call.value = .string(badge) }
    }
  }

  /// Keeps a coordinator as a child and starts it. What it pushes goes onto this coordinator's stack.
  @discardableResult
  public func addDependency(
    _ child: CoordinatorID, _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call(.addDependency, options) { $0.subject = .coordinator(child) }
  }

  /// Finishes a child with everything below it; does nothing for others.
  @discardableResult
  public func removeDependency(_ child: CoordinatorID?) -> Outcome? {
    call(.removeDependency) { call in
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
    call(operation, options) { call in
      call.name = engine.symbols.intern(name)
      call.arguments = arguments
    }
  }

  private static func coordinator(_ outcome: Outcome?) -> CoordinatorID? {
    guard case .coordinator(let coordinator)? = outcome?.value else { return nil }
    return coordinator
  }
}
