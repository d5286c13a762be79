/// Starts the main coordinator and makes it the root of the window.
enum LaunchOperation: NavigationOperation {
  static let signature = OperationSignature(
    "launch", on: .application, takesTime: false,
    "Starts a coordinator as the application's main one, at the root of the window.",
    parameters: [
      OperationParameter("coordinator", .destination, "the name of its type"),
      OperationParameter("args", .arguments, optional: true, "its arguments"),
    ],
    options: [.completion],
    result: "the main coordinator")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let (engine, state) = (transaction.engine, transaction.state)
    guard state.window.main == .none else {
      throw NavigationError(
        .alreadyLaunched, "launch: \(transaction.typeName(state.window.main)) is running",
        hint: "use restartApp to begin anew")
    }
    let coordinator: Slot
    if case .coordinator(let id) = call.subject {
      coordinator = try transaction.checkAdoptable(id, by: .none)
    } else {
      let type = try engine.coordinatorType(named: engine.symbols[call.name], for: "launch")
      coordinator = try transaction.makeCoordinator(
        type, arguments: call.arguments, in: call.operation)
    }
    transaction.giveContent(to: coordinator, attachment: .windowRoot, layer: .none)
    if let content = state.content(of: coordinator) {
      let layer = transaction.addLayer(
        style: .root, presenter: .none, owner: coordinator, content: content)
      state.coordinators.update(coordinator) { $0.layer = layer }
    }
    state.windows.update(0) { $0.main = coordinator }
    try transaction.start(coordinator, animated: call.options.isAnimated)
    transaction.note(
      .rootChanged, state.id(ofCoordinator: coordinator).bits, state.coordinators[coordinator].type)
    return .done(.coordinator(state.id(ofCoordinator: coordinator)))
  }
}
