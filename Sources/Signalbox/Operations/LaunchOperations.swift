/// The operations that start or restart the main coordinator.
enum LaunchOperations {
  /// Starts the main coordinator and makes it the root of the window.
  static let launch = NavigationOperation(
    "launch", on: .application, takesTime: false,
    "Starts a coordinator as the application's main coordinator, at the root of the window. The "
      + "previous main coordinator finishes with the reason `replaced`, and its descendants finish "
      + "with it.",
    parameters: [
      OperationParameter(
        "coordinator", .destination, optional: true,
        "the name of a coordinator type, or a coordinator (default: the main coordinator of "
          + "`application`)"),
      OperationParameter("args", .arguments, optional: true, "the coordinator's arguments"),
    ],
    options: [.animated, .completion],
    result: "the main coordinator"
  ) { call, transaction throws(NavigationError) in
    let state = transaction.state
    let main = state.window.main
    let coordinator: Slot
    if case .coordinator(let id) = call.subject {
      coordinator = try transaction.coordinators.checkAdoptable(id, by: .none)
    } else {
      guard main == .none || state.coordinators[main].type != call.name else {
        throw NavigationError(
          .alreadyLaunched, "launch: \(transaction.typeName(main)) is already running",
          hint: "use restartApp to start it again")
      }
      let type = try transaction.registry.type(
        named: transaction.symbols[call.name], for: "launch")
      coordinator = try transaction.coordinators.makeCoordinator(
        type, arguments: call.arguments, in: call.operation)
    }
    if main != .none {
      try transaction.host.announce()
      transaction.layers.clearWindow(reason: .replaced)
    }
    transaction.coordinators.giveContent(to: coordinator, attachment: .windowRoot, layer: .none)
    if let content = state.content(of: coordinator) {
      let layer = transaction.layers.addLayer(
        style: .root, presenter: .none, owner: coordinator, content: content)
      state.coordinators.update(coordinator) { $0.layer = layer }
    }
    state.windows.update(0) { $0.main = coordinator }
    try transaction.coordinators.start(coordinator, animated: call.options.isAnimated)
    transaction.note(
      .rootChanged, .coordinator(state.id(ofCoordinator: coordinator)),
      state.coordinators[coordinator].type)
    return .done(.coordinator(state.id(ofCoordinator: coordinator)))
  }

  /// Removes everything below a coordinator and restarts the coordinator in a single change.
  static let restartApp = NavigationOperation(
    "restartApp", on: .any,
    "Restarts the main coordinator or `mainCoordinator`: finishes every coordinator below it, "
      + "removes its layers and screens, and starts it again. Cancels all waiting operations or, "
      + "with `mainCoordinator`, the operations of the finished coordinators.",
    options: OperationOption.common + [.mainCoordinator],
    result: "the restarted coordinator"
  ) { call, transaction throws(NavigationError) in
    _ = try transaction.caller(of: call)
    let state = transaction.state
    let main = try transaction.coordinators.mainCoordinator(of: call, as: "restartApp")
    guard transaction.startDepth == 0 else {
      throw NavigationError(
        .startFailed, "restartApp: a coordinator is starting",
        hint: "call restartApp after the start")
    }
    let isWhole = main == state.window.main
    if !isWhole { try checkAttached(main, in: transaction) }
    try transaction.host.announce()
    if isWhole {
      transaction.cancelWaiting()
      transaction.reason = .restarted
      let above = state.layers[state.window.rootLayer].above
      if above != .none { transaction.layers.removeLayers(from: above, reason: .restarted) }
    } else {
      let lowest = state.lowestLayer(ownedBySubtreeOf: main)
      if lowest != .none {
        transaction.layers.removeLayers(from: lowest, reason: .restarted, subtree: main)
      }
      try transaction.layers.reveal(main)
      transaction.reason = .restarted
    }
    transaction.coordinators.clear(main)
    try transaction.coordinators.restart(main, animated: call.options.isAnimated)
    let record = state.coordinators[main]
    transaction.note(.rootChanged, .coordinator(state.id(ofCoordinator: main)), record.type)
    return .done(.coordinator(state.id(ofCoordinator: main)))
  }

  private static func checkAttached(
    _ coordinator: Slot, in transaction: Transaction
  ) throws(NavigationError) {
    guard transaction.state.coordinators[coordinator].attachment == .none else { return }
    throw NavigationError(
      .notAttached,
      "restartApp: \(transaction.typeName(coordinator)) is a dependency and shows no screens",
      hint: "remove the dependency and add a new one")
  }
}
