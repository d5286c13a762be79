/// The operation that shows the first screen of a flow.
enum StartFlowOperation {
  /// Clears a coordinator's stack and starts its flow at a route.
  static let startFlow = NavigationOperation(
    "startFlow", on: .navigation,
    "Starts the coordinator's flow at a route. If the coordinator has already started, its "
      + "screens, pushed children and own layers are removed first.",
    parameters: [
      OperationParameter("route", .destination, "the first screen"),
      OperationParameter("args", .arguments, optional: true, "the arguments of the route"),
    ],
    options: OperationOption.common + [.style, .keepModals, .key]
  ) { call, transaction throws(NavigationError) in
    try begin(call, in: transaction, as: "startFlow")
  }

  /// Performs `startFlow` for all operations that start a flow.
  static func begin(
    _ call: borrowing OperationCall, in transaction: Transaction, as operation: String
  ) throws(NavigationError) -> Outcome {
    let caller = try transaction.startedCaller(of: call)
    let state = transaction.state
    _ = try transaction.screens.shareStack(with: caller)
    let record = state.coordinators[caller]
    guard record.kind == .navigation, record.stack != .none else {
      throw transaction.wrongKind(operation, caller, "start the flow of a page, or use setPages")
    }
    try transaction.roots.checkUncovered(caller, as: operation)
    let destination = try transaction.destinations.destination(
      of: call, from: caller, as: operation)
    if record.base != .none || record.rootChild != .none {
      let keepsModals = call.options.switches.contains(.keepModals)
      transaction.roots.clearFlow(
        of: caller, for: RootEditor.Replacement(keepsItems: keepsModals))
      transaction.isHidden = transaction.layers.isBelowOthers(caller)
    } else {
      restyle(caller, call.options.style, transaction)
    }
    switch destination {
    case .screen(let content, let name, _):
      transaction.screens.push(content, named: name, onto: record.stack, owner: caller)
    case .coordinator(let coordinator, let style, let onFinish):
      try transaction.destinations.show(
        coordinator, style: style, by: caller, onFinish: onFinish, onDismiss: nil,
        animated: call.options.isAnimated, as: "startFlow")
    }
    return .done()
  }

  /// Applies the style that a coordinator selects with its first screen while the coordinator is
  /// being presented.
  private static func restyle(_ caller: Slot, _ style: TransitionStyle, _ transaction: Transaction)
  {
    guard style.isPresentation,
      case .modal(let layer) = transaction.state.coordinators[caller].attachment
    else { return }
    let kind = transaction.registry.styles[style]
    transaction.state.layers.update(layer) { record in
      record.style = style
      record.isCovering = kind.isCovering
      record.isInteractive = kind.isInteractive
    }
    let id = transaction.state.id(ofLayer: layer)
    transaction.setStyle(transaction.registry.symbol(of: style), ofLayer: id)
  }
}
