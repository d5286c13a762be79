/// Replaces the caller's topmost screen.
enum ReplaceTopOperation: NavigationOperation {
  static let signature = OperationSignature(
    "replaceTop", on: .navigation,
    "Puts a screen or coordinator in the place of the caller's topmost screen, whatever its style.",
    parameters: [
      OperationParameter("route", .destination, "a route, a screen description or a coordinator"),
      OperationParameter("args", .arguments, optional: true, "what the route takes"),
    ],
    options: OperationOption.common + [.onFinish, .popChildren],
    result: "the coordinator it led to, if it led to one")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let caller = try transaction.startedCaller(of: call)
    let state = transaction.state
    let record = state.coordinators[caller]
    guard record.kind == .navigation, record.stack != .none else {
      throw transaction.wrongKind("replaceTop", caller, "call it on a page's router")
    }
    guard record.base != .none else { return .noop(.emptyStack) }
    let destination = try transaction.destination(of: call, from: caller, as: "replaceTop")
    try transaction.clearTop(
      of: caller, popChildren: call.options.switches.contains(.popChildren))
    transaction.reason = .replaced
    transaction.isHidden = transaction.isBelowOthers(caller)
    transaction.popTop(of: record.stack)
    switch destination {
    case .screen(let content, let name, _):
      transaction.push(content, named: name, onto: record.stack, owner: caller)
      return .done()
    case .coordinator(let coordinator, _, let onFinish):
      try transaction.show(
        coordinator, style: .push, by: caller, onFinish: onFinish, onDismiss: nil,
        animated: call.options.isAnimated)
      return .done(.coordinator(state.id(ofCoordinator: coordinator)))
    }
  }
}
