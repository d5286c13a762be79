extension NavigationOperation {
  /// Returns the coordinator in front.
  static let getTopCoordinator = NavigationOperation(
    "getTopCoordinator", on: .any, mode: .query,
    "The coordinator in front of all others below the main one, or below another coordinator.",
    options: [.mainCoordinator],
    result: "the coordinator, nothing before launch"
  ) { call, transaction throws(NavigationError) in
    let state = transaction.state
    if call.options.mainCoordinator == nil, state.window.main == .none { return .done() }
    let main = try transaction.mainCoordinator(of: call, as: "getTopCoordinator")
    return .done(.coordinator(state.id(ofCoordinator: state.topCoordinator(from: main))))
  }

  /// Finds the nearest coordinator of a type on the way to the main one.
  static let firstCoordinator = NavigationOperation(
    "firstCoordinator", on: .any, mode: .query,
    "The nearest coordinator of a type, from this one up to the main one.",
    parameters: [OperationParameter("type", .type, "the name of its type")],
    result: "the coordinator, nothing where there is none"
  ) { call, transaction throws(NavigationError) in
    try transaction.ancestor(call, last: false, as: "firstCoordinator")
  }

  /// Finds the farthest coordinator of a type on the way to the main one.
  static let lastCoordinator = NavigationOperation(
    "lastCoordinator", on: .any, mode: .query,
    "The farthest coordinator of a type, from this one up to the main one.",
    parameters: [OperationParameter("type", .type, "the name of its type")],
    result: "the coordinator, nothing where there is none"
  ) { call, transaction throws(NavigationError) in
    try transaction.ancestor(call, last: true, as: "lastCoordinator")
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
