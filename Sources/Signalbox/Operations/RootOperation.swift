/// Makes a route the one that a coordinator stands on.
enum RootOperation: NavigationOperation {
  static let signature = OperationSignature(
    "root", on: .navigation, continues: true,
    "Puts a route in place of the root, and removes what stands above; does nothing where the "
      + "route is the root already. Before the start it chooses the first root.",
    parameters: [
      OperationParameter("route", .route, "where the coordinator stands then"),
      OperationParameter("args", .arguments, optional: true, "what the route takes"),
    ],
    options: OperationOption.common + [.keepStack, .equals, .onFinish],
    result: "the coordinator that is the root, if one is")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
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
}

extension Transaction {
  /// The root child, if there is one.
  func rootValue(of coordinator: Slot) -> OutcomeValue {
    let child = state.coordinators[coordinator].rootChild
    return child == .none ? .none : .coordinator(state.id(ofCoordinator: child))
  }
}
