/// Operations on whole stacks, and several at once.
extension Router {
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
    call("pop", options) { $0.subject = .screen(screen) }
  }

  /// Removes screens until the one of an index is on top: 0 is the first above the root, -1 the
  /// root itself.
  @discardableResult
  public func popTo(
    _ index: Int, _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call("popTo", options) { $0.count = index }
  }

  /// Removes what the coordinator showed last, pushed or presented alike.
  @discardableResult
  public func popLast(_ options: OperationOptions = OperationOptions()) -> Outcome? {
    call("popLast", options)
  }

  /// Puts a route in the place of the coordinator's topmost screen.
  @discardableResult
  public func replaceTop(
    with route: String, _ arguments: NavigationArguments = [:],
    _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    call("replaceTop", options) { call in
      call.name = engine.symbols.intern(route)
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
    call("setStack", options) { $0.stack = screens }
  }

  /// Runs the operations that a body submits as one change, all of them or none.
  ///
  /// In the body every call answers `nil`: nothing has happened yet.
  @discardableResult
  public func batch<Failure: Error>(
    _ options: OperationOptions = OperationOptions(),
    _ operations: () throws(Failure) -> Void
  ) throws(Failure) -> Outcome? {
    let steps = try engine.record(operations)
    return call("batch", options) { $0.steps = steps }
  }
}
