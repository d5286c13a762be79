extension NavigationEngine {
  /// Registers a coordinator class and a function that creates its instances. An earlier
  /// registration of the class is replaced.
  ///
  /// ```swift
  /// try engine.register(Checkout.self) { router, order in Checkout(router, order, bank: bank) }
  /// ```
  ///
  /// - Parameters:
  ///   - coordinator: The coordinator class.
  ///   - make: A closure that creates a coordinator from its router and its input. The closure can
  ///     capture everything else that the coordinator needs. If the closure throws a
  ///     ``NavigationError``, the operation is rejected with this error. Any other error rejects
  ///     the operation as `factoryFailed`.
  /// - Throws: `badArgument` if a route sample cannot be passed, a link pattern is malformed or
  ///   another class has the same name, and any error that ``Coordinator/configure(_:)`` throws.
  ///   The class is then not registered.
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
        hint: "declare a different static name in one of the classes")
    }
    try register(type)
    registry.classes[type.name] = ObjectIdentifier(coordinator)
  }

  /// Registers a coordinator class that has no input.
  ///
  /// - Parameters:
  ///   - coordinator: The coordinator class.
  ///   - make: A closure that creates a coordinator from its router.
  /// - Throws: The errors that ``register(_:_:)-(_,(Router<Class.Route>,Class.Input)->Class)``
  ///   throws.
  public func register<Class: Coordinator>(
    _ coordinator: Class.Type, _ make: @escaping (Router<Class.Route>) throws -> Class
  ) throws where Class.Input == Void {
    try register(coordinator) { (router, _: Void) in try make(router) }
  }

  /// Returns a router for a coordinator's typed routes.
  ///
  /// - Parameters:
  ///   - coordinator: A coordinator of a registered class.
  ///   - type: The coordinator's class.
  /// - Throws: `stale` if the coordinator has finished, `wrongKind` if it is of another class, and
  ///   `badArgument` if a route sample cannot be passed.
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

  /// Starts a coordinator as the application's main coordinator, replacing the current main
  /// coordinator, if any.
  ///
  /// - Parameters:
  ///   - coordinator: A registered class.
  ///   - input: The coordinator's input.
  ///   - animated: Whether the change is animated.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: The rejection, such as `alreadyLaunched` if the main coordinator has the same type.
  @discardableResult
  public func launch<Class: Coordinator>(
    _ coordinator: Class.Type, with input: Class.Input, animated: Bool = true
  ) throws(NavigationError) -> Outcome? {
    let outcome = launch(
      Class.name, try CoordinatorInput.arguments(of: input), OperationOptions(animated: animated))
    if let error = outcome?.error { throw error }
    return outcome
  }

  /// Starts a coordinator without an input as the application's main coordinator, replacing the
  /// current main coordinator, if any.
  ///
  /// - Parameters:
  ///   - coordinator: A registered class.
  ///   - animated: Whether the change is animated.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: The rejection, such as `alreadyLaunched` if the main coordinator has the same type.
  @discardableResult
  public func launch<Class: Coordinator>(
    _ coordinator: Class.Type, animated: Bool = true
  ) throws(NavigationError) -> Outcome? where Class.Input == Void {
    try launch(coordinator, with: (), animated: animated)
  }

  // MARK: - Routes

  /// Returns the forms of a route type. The forms are created once for each engine.
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
