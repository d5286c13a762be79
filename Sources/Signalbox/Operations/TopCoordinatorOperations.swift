/// The queries that find coordinators in the coordinator tree.
enum TopCoordinatorOperations {
  /// Returns the frontmost coordinator.
  static let getTopCoordinator = NavigationOperation(
    "getTopCoordinator", on: .any, mode: .query,
    "Returns the frontmost coordinator in the tree of the main coordinator or of "
      + "`mainCoordinator`.",
    options: [.mainCoordinator],
    result: "the coordinator, or nothing before the launch"
  ) { call, transaction throws(NavigationError) in
    let state = transaction.state
    if call.options.mainCoordinator == nil, state.window.main == .none { return .done() }
    let main = try transaction.coordinators.mainCoordinator(of: call, as: "getTopCoordinator")
    return .done(.coordinator(state.id(ofCoordinator: state.topCoordinator(from: main))))
  }

  /// Finds the nearest coordinator of a type on the path to the main coordinator.
  static let firstCoordinator = NavigationOperation(
    "firstCoordinator", on: .any, mode: .query,
    "Returns the nearest coordinator of a type on the path from this coordinator to the main "
      + "coordinator.",
    parameters: [OperationParameter("type", .type, "the name of its type")],
    result: "the coordinator, or nothing if there is none"
  ) { call, transaction throws(NavigationError) in
    try transaction.coordinators.ancestor(call, last: false, as: "firstCoordinator")
  }

  /// Finds the farthest coordinator of a type on the path to the main coordinator.
  static let lastCoordinator = NavigationOperation(
    "lastCoordinator", on: .any, mode: .query,
    "Returns the farthest coordinator of a type on the path from this coordinator to the main "
      + "coordinator.",
    parameters: [OperationParameter("type", .type, "the name of its type")],
    result: "the coordinator, or nothing if there is none"
  ) { call, transaction throws(NavigationError) in
    try transaction.coordinators.ancestor(call, last: true, as: "lastCoordinator")
  }
}
