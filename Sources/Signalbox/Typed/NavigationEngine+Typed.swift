extension NavigationEngine {
  /// Registers a coordinator class and the function that creates its instances, replacing a class
  /// with the same name.
  ///
  /// ```swift
  /// try engine.register(Checkout.self) { router, order in Checkout(router, order, bank: bank) }
  /// ```
  ///
  /// - Parameters:
  ///   - coordinator: The coordinator class.
  ///   - make: Creates a coordinator from its router and its input. The function can capture
  ///     everything else that the coordinator needs. If it throws, the operation is rejected as
  ///     `factoryFailed`.
  /// - Throws: `badArgument` for route samples that cannot be passed, malformed link patterns and
  ///   another class with the same name, and any error from ``Coordinator/configure(_:)``. The
  ///   class is not registered in these cases.
  public func register<Class: Coordinator>(
    _ coordinator: Class.Type, _ make: @escaping (Router<Class.Route>, Class.Input) throws -> Class
  ) throws {
    let registration = CoordinatorRegistration(
      forms: try routeForms(of: Class.Route.self), make: make)
    var type = registration.type(in: self)
    try Class.configure(&type)
    if !type.pages.isEmpty { type.kind = .tabs }
    if let known = registry.classes[type.name], known != ObjectIdentifier(coordinator) {
      throw NavigationError(
        .badArgument, "register: another class is registered as coordinator \"\(type.name)\"",
        hint: "declare a static name in one of them")
    }
    try register(type)
    registry.classes[type.name] = ObjectIdentifier(coordinator)
  }

  /// Registers a coordinator class that has no input.
  ///
  /// - Parameters:
  ///   - coordinator: The coordinator class.
  ///   - make: Creates a coordinator from its router.
  /// - Throws: As ``register(_:_:)-(_,(_,_)->_)`` does.
  public func register<Class: Coordinator>(
    _ coordinator: Class.Type, _ make: @escaping (Router<Class.Route>) throws -> Class
  ) throws where Class.Input == Void {
    try register(coordinator) { (router, _: Void) in try make(router) }
  }

  /// Returns the router for a coordinator's typed routes.
  ///
  /// - Parameters:
  ///   - coordinator: A coordinator of a registered class.
  ///   - type: The coordinator's class.
  /// - Throws: `stale` if the coordinator has finished, `wrongKind` if it is of another class, and
  ///   `badArgument` for route samples that cannot be passed.
  public func router<Class: Coordinator>(
    of coordinator: CoordinatorID, as type: Class.Type
  ) throws(NavigationError) -> Router<Class.Route> {
    guard let name = typeName(of: coordinator) else {
      throw NavigationError(.stale, "coordinator \(coordinator) is gone")
    }
    guard name == Class.name else {
      throw NavigationError(
        .wrongKind, "coordinator \(coordinator) is of type \(name), expected \(Class.name)")
    }
    return Router(router(of: coordinator), try routeForms(of: Class.Route.self))
  }

  /// Starts a coordinator as the application's main coordinator, replacing the current one if there
  /// is one.
  ///
  /// - Parameters:
  ///   - coordinator: A registered class.
  ///   - input: The value to create the coordinator with.
  ///   - animated: Whether the change takes time.
  /// - Returns: The outcome, or `nil` if the operation waits.
  /// - Throws: The rejection.
  @discardableResult
  public func launch<Class: Coordinator>(
    _ coordinator: Class.Type, with input: Class.Input, animated: Bool = true
  ) throws(NavigationError) -> Outcome? {
    let outcome = launch(
      Class.name, try CoordinatorInput.arguments(of: input), OperationOptions(animated: animated))
    if let error = outcome?.error { throw error }
    return outcome
  }

  /// Starts a coordinator without an input as the application's main coordinator.
  ///
  /// - Parameters:
  ///   - coordinator: A registered class.
  ///   - animated: Whether the change takes time.
  /// - Returns: The outcome, or `nil` if the operation waits.
  /// - Throws: The rejection.
  @discardableResult
  public func launch<Class: Coordinator>(
    _ coordinator: Class.Type, animated: Bool = true
  ) throws(NavigationError) -> Outcome? where Class.Input == Void {
    try launch(coordinator, with: (), animated: animated)
  }

  // MARK: - Routes

  /// Returns the forms of a route type, which are created once for each engine.
  private func routeForms<Value: Route>(
    of type: Value.Type
  ) throws(NavigationError) -> RouteForms<Value> {
    if let forms = registry.routeForms[ObjectIdentifier(type)] as? RouteForms<Value> {
      return forms
    }
    let forms = try RouteForms<Value>()
    registry.routeForms[ObjectIdentifier(type)] = forms
    return forms
  }
}
