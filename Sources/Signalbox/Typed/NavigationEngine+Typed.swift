extension NavigationEngine {
  /// Registers a coordinator class with the function that creates it, or replaces the one of its
  /// name.
  ///
  /// ```swift
  /// try engine.register(Checkout.self) { router, order in Checkout(router, order, bank: bank) }
  /// ```
  ///
  /// - Parameters:
  ///   - coordinator: The class.
  ///   - make: Creates a coordinator from its router and its input; whatever else it needs, the
  ///     function captures. Its error rejects the operation as `factoryFailed`.
  /// - Throws: `badArgument` for samples of routes that cannot be passed, malformed link patterns and
  ///   another class of the same name, and the errors of ``Coordinator/configure(_:)``; the class is then not registered.
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

  /// Registers a coordinator class without an input.
  ///
  /// - Parameters:
  ///   - coordinator: The class.
  ///   - make: Creates a coordinator from its router.
  /// - Throws: As ``register(_:_:)-(_,(_,_)->_)`` does.
  public func register<Class: Coordinator>(
    _ coordinator: Class.Type, _ make: @escaping (Router<Class.Route>) throws -> Class
  ) throws where Class.Input == Void {
    try register(coordinator) { (router, _: Void) in try make(router) }
  }

  /// Returns the router of a coordinator with its typed routes.
  ///
  /// - Parameters:
  ///   - coordinator: A coordinator of a registered class.
  ///   - type: The class.
  /// - Throws: `stale` if it has finished, `wrongKind` if it is of another class, and `badArgument`
  ///   for samples of routes that cannot be passed.
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

  /// Starts a coordinator as the application's main one, in place of a running one.
  ///
  /// - Parameters:
  ///   - coordinator: A registered class.
  ///   - input: What it is created with.
  ///   - animated: Whether the change takes time.
  /// - Returns: The outcome, or `nil` if the operation waits for its turn.
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

  /// Starts a coordinator without an input as the application's main one.
  ///
  /// - Parameters:
  ///   - coordinator: A registered class.
  ///   - animated: Whether the change takes time.
  /// - Returns: The outcome, or `nil` if the operation waits for its turn.
  /// - Throws: The rejection.
  @discardableResult
  public func launch<Class: Coordinator>(
    _ coordinator: Class.Type, animated: Bool = true
  ) throws(NavigationError) -> Outcome? where Class.Input == Void {
    try launch(coordinator, with: (), animated: animated)
  }

  // MARK: - Routes

  /// The forms of a route type, created once for each engine.
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
