/// The operations that show a screen or a coordinator, by a push or in a new layer.
enum NavigateOperations {
  /// Navigates to a route or a coordinator, by default in its declared style.
  static let navigate = NavigationOperation(
    "navigate", on: .any,
    "Navigates to a route or coordinator: pushes or presents the destination, depending on the "
      + "style.",
    parameters: [
      OperationParameter("to", .destination, "a route, a screen description or a coordinator"),
      OperationParameter("args", .arguments, optional: true, "the arguments of the route"),
    ],
    options: OperationOption.common + [
      .style, .onDismiss, .onFinish, .target, .popChildren, .withNavigation, .covering,
      .interactive, .detents, .message, .fields, .buttons, .key, .singleTop,
    ],
    result: "the destination, if it is a coordinator"
  ) { call, transaction throws(NavigationError) in
    try go(call, in: transaction, as: "navigate")
  }

  /// Performs `navigate` and the operations that are based on it.
  static func go(
    _ call: borrowing OperationCall, in transaction: Transaction, as operation: String
  ) throws(NavigationError) -> Outcome {
    let caller = try transaction.startedCaller(of: call)
    if try transaction.destinations.pushPlainScreen(call, by: caller, as: operation) {
      return .done()
    }
    switch try transaction.destinations.destination(of: call, from: caller, as: operation) {
    case .coordinator(let coordinator, let style, let onFinish):
      try transaction.destinations.navigate(
        to: coordinator, style: style,
        traits: transaction.destinations.layerTraits(of: call, from: caller), by: caller, call,
        onFinish: onFinish, as: operation)
      return .done(.coordinator(transaction.state.id(ofCoordinator: coordinator)))
    case .screen(let content, let name, let style):
      if isDuplicate(content, name, call, transaction) { return .noop(.alreadyTop) }
      if style.isPresentation && !transaction.screens.isEmptyStack(caller) {
        try transaction.destinations.present(
          content, name: name, style: style, by: caller, call, as: operation)
        return .done()
      }
      try transaction.destinations.pushScreen(
        content, name: name, style: style, by: caller, call, as: operation)
      return .done()
    }
  }

  /// Returns whether a call with the option `singleTop` shows the screen that is already in front.
  private static func isDuplicate(
    _ content: ScreenContent, _ name: Symbol, _ call: borrowing OperationCall,
    _ transaction: Transaction
  ) -> Bool {
    call.options.switches.contains(.singleTop)
      && transaction.screens.isFront(name, content.arguments)
  }

  /// Navigates to a route, by default in its declared style.
  static let route = NavigationOperation(
    "route", on: .any, continues: true,
    "Navigates to a route with the style that the route declares. Further calls continue with the "
      + "destination.",
    parameters: [
      OperationParameter("route", .route, "the destination"),
      OperationParameter("args", .arguments, optional: true, "the arguments of the route"),
    ],
    options: OperationOption.common + [.style, .onDismiss, .onFinish],
    result: "the destination, if it is a coordinator"
  ) { call, transaction throws(NavigationError) in
    try go(call, in: transaction, as: "route")
  }

  /// Presents a route or a coordinator in a new layer.
  static let present = NavigationOperation(
    "present", on: .any,
    "Shows a route or coordinator on a new layer above all other layers. The style `push` pushes "
      + "the destination instead.",
    parameters: [
      OperationParameter("what", .destination, "a route, a screen description or a coordinator"),
      OperationParameter("args", .arguments, optional: true, "the arguments of the route"),
    ],
    options: OperationOption.common + [
      .style, .onDismiss, .onFinish, .withNavigation, .covering, .interactive, .detents, .message,
      .fields, .buttons, .key, .singleTop,
    ],
    result: "the destination, if it is a coordinator"
  ) { call, transaction throws(NavigationError) in
    if call.options.style.isPush { return try navigate.apply(call, transaction) }
    let caller = try transaction.startedCaller(of: call)
    switch try transaction.destinations.destination(of: call, from: caller, as: "present") {
    case .coordinator(let coordinator, let style, let onFinish):
      let isPush = transaction.destinations.resolved(style, for: coordinator).isPush
      try transaction.destinations.show(
        coordinator, style: isPush ? .sheet : style,
        traits: transaction.destinations.layerTraits(of: call, from: caller),
        buttons: call.options.buttons, by: caller, onFinish: onFinish,
        onDismiss: call.options.onDismiss, animated: call.options.isAnimated, as: "present")
      return .done(.coordinator(transaction.state.id(ofCoordinator: coordinator)))
    case .screen(let content, let name, let style):
      if isDuplicate(content, name, call, transaction) { return .noop(.alreadyTop) }
      guard transaction.state.window.topLayer != .none, !transaction.screens.isEmptyStack(caller)
      else {
        throw NavigationError(
          .notAttached, "present: \(transaction.typeName(caller)) shows nothing yet",
          hint: "start its flow before presenting")
      }
      try transaction.destinations.present(
        content, name: name, style: style.isPresentation ? style : .sheet, by: caller, call,
        as: "present")
      return .done()
    }
  }
}
