extension NavigationOperation {
  /// Makes a route the one that a coordinator stands on.
  static let root = NavigationOperation(
    "root", on: .navigation, continues: true,
    "Puts a route in place of the root, and removes what stands above; does nothing where the "
      + "route is the root already. Before the start it chooses the first root.",
    parameters: [
      OperationParameter("route", .route, "where the coordinator stands then"),
      OperationParameter("args", .arguments, optional: true, "what the route takes"),
    ],
    options: OperationOption.common + [.keepStack, .equals, .onFinish],
    result: "the coordinator that is the root, if one is"
  ) { call, transaction throws(NavigationError) in
    let caller = try transaction.caller(of: call)
    let state = transaction.state
    let record = state.coordinators[caller]
    guard record.kind == .navigation else {
      throw transaction.wrongKind("root", caller, "select a page")
    }
    try transaction.checkRoute(call, of: caller, as: "root")
    if transaction.matches(state.root(of: caller), call) {
      return .noop(.alreadyRoot, transaction.rootValue(of: caller))
    }
    guard record.flags.contains(.started) else {
      transaction.setInitialRoot(
        RouteOrigin(route: call.name, arguments: call.arguments ?? [:]), of: caller)
      transaction.staySilent(call)
      return .done()
    }
    guard record.stack != .none else { throw transaction.wrongKind("root", caller, "") }
    try transaction.checkUncovered(caller, as: "root")
    let destination = try transaction.destination(of: call, from: caller, as: "root")
    let keepsItems = call.options.switches.contains(.keepStack)
    try transaction.replaceRoot(
      of: caller, with: destination, Transaction.Replacement(keepsItems: keepsItems),
      animated: call.options.isAnimated)
    transaction.note(.rootChanged, .coordinator(state.id(ofCoordinator: caller)), call.name)
    return .done(transaction.rootValue(of: caller))
  }

  /// Tells whether a coordinator stands on a route.
  static let isRoot = NavigationOperation(
    "isRoot", on: .navigation, mode: .query,
    "Whether a route is the root, with those arguments if any are given.",
    parameters: [
      OperationParameter("route", .route, "the route asked about"),
      OperationParameter("args", .arguments, optional: true, "what it must have been given"),
    ],
    options: [.equals],
    result: "whether it is"
  ) { call, transaction throws(NavigationError) in
    .done(.boolean(try transaction.isRoot(call, as: "isRoot")))
  }

  /// Gives what to go on with where a coordinator stands on a route.
  static let hasRoot = NavigationOperation(
    "hasRoot", on: .navigation, mode: .query,
    "What to go on with if a route is the root, with those arguments if any are given.",
    parameters: [
      OperationParameter("route", .route, "the route asked about"),
      OperationParameter("args", .arguments, optional: true, "what it must have been given"),
    ],
    options: [.equals],
    result: "the coordinator that is the root, the caller where the root is a screen, else nothing"
  ) { call, transaction throws(NavigationError) in
    guard try transaction.isRoot(call, as: "hasRoot") else { return .done() }
    let value = transaction.rootValue(of: try transaction.caller(of: call))
    return .done(value == .none ? .coordinator(call.caller) : value)
  }
}

extension Transaction {
  /// The root child, if there is one.
  func rootValue(of coordinator: Slot) -> OutcomeValue {
    let child = state.coordinators[coordinator].rootChild
    return child == .none ? .none : .coordinator(state.id(ofCoordinator: child))
  }
}

extension Transaction {
  /// Whether the caller stands on the route that the call names.
  func isRoot(
    _ call: borrowing OperationCall, as operation: String
  ) throws(NavigationError) -> Bool {
    let caller = try caller(of: call)
    guard state.coordinators[caller].kind == .navigation else {
      throw wrongKind(operation, caller, "ask for currentPage")
    }
    try checkRoute(call, of: caller, as: operation)
    return matches(state.root(of: caller), call)
  }
}
