/// Shows a route or coordinator on a layer of its own.
enum PresentOperation: NavigationOperation {
  static let signature = OperationSignature(
    "present", on: .any,
    "Shows a route or coordinator on a new layer on top of everything; style push pushes it.",
    parameters: [
      OperationParameter("what", .destination, "a route, a screen description or a coordinator"),
      OperationParameter("args", .arguments, optional: true, "what the route takes"),
    ],
    options: OperationOption.common + [
      .style, .onDismiss, .onFinish, .withNavigation, .covering, .interactive, .detents, .buttons,
      .key, .singleTop,
    ],
    result: "the coordinator it led to, if it led to one")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    if call.options.style == .push { return try NavigateOperation.apply(call, in: transaction) }
    let caller = try transaction.startedCaller(of: call)
    switch try transaction.destination(of: call, from: caller, as: "present") {
    case .coordinator(let coordinator, let style, let onFinish):
      let isPush = transaction.resolved(style, for: coordinator) == .push
      try transaction.show(
        coordinator, style: isPush ? .sheet : style,
        traits: transaction.layerTraits(of: call, from: caller), by: caller, onFinish: onFinish,
        onDismiss: call.options.onDismiss, animated: call.options.isAnimated)
      return .done(.coordinator(transaction.state.id(ofCoordinator: coordinator)))
    case .screen(let content, let name, let style):
      if call.options.switches.contains(.singleTop), transaction.isFront(name, content.arguments) {
        return .noop(.alreadyTop)
      }
      guard transaction.state.window.topLayer != .none, !transaction.isEmptyStack(caller) else {
        throw NavigationError(
          .notAttached, "present: \(transaction.typeName(caller)) shows nothing yet",
          hint: "start its flow before it presents")
      }
      try transaction.present(
        content, name: name, style: style.isPresentation ? style : .sheet, by: caller, call)
      return .done()
    }
  }
}
