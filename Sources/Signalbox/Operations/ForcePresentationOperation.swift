/// The operation that brings a coordinator to the front: it removes everything that covers the
/// coordinator, or presents a coordinator that is not attached.
enum ForcePresentationOperation {
  /// Brings a coordinator to the front from anywhere in the application.
  static let forcePresentation = NavigationOperation(
    "forcePresentation", on: .any,
    "Brings a coordinator to the front: attaches a new coordinator to the top coordinator, or "
      + "reveals one that is already attached. `style`, `onDismiss` and `onFinish` apply to new "
      + "coordinators only.",
    parameters: [
      OperationParameter(
        "to", .destination, optional: true,
        "the first screen of the "
          + "coordinator's flow"),
      OperationParameter("args", .arguments, optional: true, "the arguments of the route"),
    ],
    options: OperationOption.common + [.style, .onDismiss, .onFinish, .mainCoordinator],
    result: "the coordinator itself"
  ) { call, transaction throws(NavigationError) in
    let state = transaction.state
    guard let caller = state.slot(of: call.caller) else {
      throw NavigationError(.alreadyFinished, "coordinator \(call.caller) has finished")
    }
    let main = try transaction.coordinators.mainCoordinator(of: call, as: "forcePresentation")
    let value = OutcomeValue.coordinator(call.caller)
    let isWholeFlow = try !hasDestination(call)
    let front = state.window.main == .none ? main : state.topCoordinator(from: state.window.main)
    if front == caller && isWholeFlow && !state.isUnderOuterScreens(caller) {
      return .noop(.alreadyTop, value)
    }
    let record = state.coordinators[caller]
    // A lazy page is attached before it has started.
    if record.flags.contains(.started) || record.attachment != .none {
      guard state.isWithin(caller, subtreeOf: main) else {
        throw NavigationError(
          .badArgument,
          "forcePresentation: \(transaction.typeName(caller)) is already attached, but not below "
            + "mainCoordinator \(transaction.typeName(main))",
          hint: "leave mainCoordinator out")
      }
      let mark = state.mark
      try transaction.layers.reveal(caller)
      if isWholeFlow { return state.mark == mark ? .noop(.alreadyTop, value) : .done(value) }
    } else {
      try attach(caller, to: state.topCoordinator(from: main), call, in: transaction)
    }
    if !isWholeFlow { try beginFlow(call, in: transaction) }
    return .done(value)
  }

  /// Returns whether the call has a destination. Throws `badArgument` if the call has arguments but
  /// no route.
  private static func hasDestination(
    _ call: borrowing OperationCall
  ) throws(NavigationError) -> Bool {
    if call.name != .none { return true }
    if case .none = call.subject {
      guard let arguments = call.arguments else { return false }
      let signature = OperationCatalog.signature(at: call.operation)
      let hints = arguments.fields.compactMap { signature.hint(forArgument: $0.name) }
      throw NavigationError(
        .badArgument, "forcePresentation: args requires a route",
        hint: hints.min() ?? "pass the route that declares the arguments")
    }
    return true
  }

  private static func attach(
    _ caller: Slot, to top: Slot, _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) {
    _ = try transaction.coordinators.checkAdoptable(call.caller, by: top)
    let isPush = transaction.destinations.resolved(call.options.style, for: caller).isPush
    if isPush, call.options.mainCoordinator != nil { try transaction.layers.reveal(top) }
    try transaction.destinations.navigate(
      to: caller, style: call.options.style, traits: call.options.layerTraits, by: top, call,
      onFinish: call.options.onFinish, as: "forcePresentation")
  }

  /// Starts the coordinator's flow without the call's callbacks, which belong to the coordinator
  /// itself.
  private static func beginFlow(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) {
    var flow = OperationCall(operation: call.operation, caller: call.caller)
    flow.name = call.name
    flow.arguments = call.arguments
    if case .none = call.subject {} else { flow.subject = call.subject }
    flow.options.milliseconds = call.options.milliseconds
    _ = try StartFlowOperation.begin(flow, in: transaction, as: "forcePresentation")
  }
}
