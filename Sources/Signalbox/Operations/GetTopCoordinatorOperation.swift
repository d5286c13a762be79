/// Tells which coordinator is in front.
enum GetTopCoordinatorOperation: NavigationOperation {
  static let signature = OperationSignature(
    "getTopCoordinator", on: .any, mode: .query,
    "The coordinator in front of all others below the main one.",
    result: "the coordinator, nothing before launch")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let state = transaction.state
    guard state.window.main != .none else { return .done() }
    return .done(
      .coordinator(state.id(ofCoordinator: state.topCoordinator(from: state.window.main))))
  }
}
