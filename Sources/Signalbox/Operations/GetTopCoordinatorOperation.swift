/// Returns the coordinator in front.
enum GetTopCoordinatorOperation: NavigationOperation {
  static let signature = OperationSignature(
    "getTopCoordinator", on: .any, mode: .query,
    "The coordinator in front of all others below the main one, or below another coordinator.",
    options: [.mainCoordinator],
    result: "the coordinator, nothing before launch")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let state = transaction.state
    if call.options.mainCoordinator == nil, state.window.main == .none { return .done() }
    let main = try transaction.mainCoordinator(of: call, as: "getTopCoordinator")
    return .done(.coordinator(state.id(ofCoordinator: state.topCoordinator(from: main))))
  }
}

extension Transaction {
  /// The coordinator at the root of the tree that a call is about: the one that it names, else the
  /// main one.
  func mainCoordinator(
    of call: borrowing OperationCall, as operation: String
  ) throws(NavigationError) -> Slot {
    guard call.options.hasExtras, let id = call.options.mainCoordinator else {
      guard state.window.main != .none else {
        throw NavigationError(
          .noMain, "\(operation): there is no main coordinator", hint: "launch one first")
      }
      return state.window.main
    }
    guard let slot = state.slot(of: id) else {
      throw NavigationError(.stale, "\(operation): mainCoordinator \(id) is gone")
    }
    guard state.coordinators[slot].flags.contains(.started) else {
      throw NavigationError(
        .notStarted, "\(operation): mainCoordinator \(id) \(typeName(slot)) has not started")
    }
    return slot
  }
}
