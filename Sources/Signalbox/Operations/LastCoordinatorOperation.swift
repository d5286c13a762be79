/// Finds the farthest coordinator of a type on the way to the main one.
enum LastCoordinatorOperation: NavigationOperation {
  static let signature = OperationSignature(
    "lastCoordinator", on: .any, mode: .query,
    "The farthest coordinator of a type, from this one up to the main one.",
    parameters: [OperationParameter("type", .type, "the name of its type")],
    result: "the coordinator, nothing where there is none")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    try transaction.ancestor(call, last: true, as: "lastCoordinator")
  }
}
