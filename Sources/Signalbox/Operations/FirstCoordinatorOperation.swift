/// Finds the nearest coordinator of a type on the way to the main one.
enum FirstCoordinatorOperation: NavigationOperation {
  static let signature = OperationSignature(
    "firstCoordinator", on: .any, mode: .query,
    "The nearest coordinator of a type, from this one up to the main one.",
    parameters: [OperationParameter("type", .type, "the name of its type")],
    result: "the coordinator, nothing where there is none")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    try transaction.ancestor(call, last: false, as: "firstCoordinator")
  }
}

extension Transaction {
  /// The first or last coordinator of the call's type from the caller upwards. Cost: O(height).
  func ancestor(
    _ call: borrowing OperationCall, last: Bool, as operation: String
  ) throws(NavigationError) -> Outcome {
    let type = try engine.registry.type(named: engine.symbols[call.name], for: operation)
    let name = engine.symbols.intern(type.name)
    var current = try caller(of: call)
    var found = Slot.none
    while current != .none, found == .none || last {
      if state.coordinators[current].type == name { found = current }
      current = state.coordinators[current].parent
    }
    return found == .none ? .done() : .done(.coordinator(state.id(ofCoordinator: found)))
  }
}
