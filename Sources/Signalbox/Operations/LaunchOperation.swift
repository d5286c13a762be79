/// Starts the main coordinator and makes it the root of the window.
enum LaunchOperation: NavigationOperation {
  static let signature = OperationSignature(
    "launch", on: .application, takesTime: false,
    "Starts a coordinator as the application's main one, at the root of the window. Another one "
      + "that runs ends as replaced, with everything that is shown.",
    parameters: [
      OperationParameter(
        "coordinator", .destination, optional: true,
        "the name of its type, or a coordinator (default: what application names)"),
      OperationParameter("args", .arguments, optional: true, "its arguments"),
    ],
    options: [.animated, .completion],
    result: "the main coordinator")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let (engine, state) = (transaction.engine, transaction.state)
    let main = state.window.main
    let coordinator: Slot
    if case .coordinator(let id) = call.subject {
      coordinator = try transaction.checkAdoptable(id, by: .none)
    } else {
      guard main == .none || state.coordinators[main].type != call.name else {
        throw NavigationError(
          .alreadyLaunched, "launch: \(transaction.typeName(main)) is running",
          hint: "use restartApp to start it again")
      }
      let type = try engine.registry.type(named: engine.symbols[call.name], for: "launch")
      coordinator = try transaction.makeCoordinator(
        type, arguments: call.arguments, in: call.operation)
    }
    if main != .none {
      try engine.announce()
      transaction.clearWindow(reason: .replaced)
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
      .rootChanged, .coordinator(state.id(ofCoordinator: coordinator)),
      state.coordinators[coordinator].type)
    return .done(.coordinator(state.id(ofCoordinator: coordinator)))
  }
}
