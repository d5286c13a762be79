/// Tells whether a coordinator stands on a route.
enum IsRootOperation: NavigationOperation {
  static let signature = OperationSignature(
    "isRoot", on: .navigation, mode: .query,
    "Whether a route is the root, with those arguments if any are given.",
    parameters: [
      OperationParameter("route", .route, "the route asked about"),
      OperationParameter("args", .arguments, optional: true, "what it must have been given"),
    ],
    options: [.equals],
    result: "whether it is")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    .done(.boolean(try transaction.isRoot(call, as: "isRoot")))
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
