/// Gives what to go on with where a coordinator stands on a route.
enum HasRootOperation: NavigationOperation {
  static let signature = OperationSignature(
    "hasRoot", on: .navigation, mode: .query,
    "What to go on with if a route is the root, with those arguments if any are given.",
    parameters: [
      OperationParameter("route", .route, "the route asked about"),
      OperationParameter("args", .arguments, optional: true, "what it must have been given"),
    ],
    options: [.equals],
    result: "the coordinator that is the root, the caller where the root is a screen, else nothing")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    guard try transaction.isRoot(call, as: "hasRoot") else { return .done() }
    let value = transaction.rootValue(of: try transaction.caller(of: call))
    return .done(value == .none ? .coordinator(call.caller) : value)
  }
}
