extension NavigationOperation {
  /// Goes to a route or coordinator by its style.
  static let navigate = NavigationOperation(
    "navigate", on: .any,
    "Goes to a route or coordinator: pushes or presents it by its style.",
    parameters: [
      OperationParameter("to", .destination, "a route, a screen description or a coordinator"),
      OperationParameter("args", .arguments, optional: true, "what the route takes"),
    ],
    options: OperationOption.common + [
      .style, .onDismiss, .onFinish, .target, .popChildren, .withNavigation, .covering,
      .interactive, .detents, .buttons, .key, .singleTop,
    ],
    result: "the coordinator it led to, if it led to one"
  ) { call, transaction throws(NavigationError) in
    try go(call, in: transaction, as: "navigate")
  }

  /// What `navigate` does, for the operations that are another word for it.
  static func go(
    _ call: borrowing OperationCall, in transaction: Transaction, as operation: String
  ) throws(NavigationError) -> Outcome {
    let caller = try transaction.startedCaller(of: call)
    if try transaction.pushPlainScreen(call, by: caller, as: operation) { return .done() }
    switch try transaction.destination(of: call, from: caller, as: operation) {
    case .coordinator(let coordinator, let style, let onFinish):
      try transaction.show(
        coordinator, style: style, traits: transaction.layerTraits(of: call, from: caller),
        by: caller, onFinish: onFinish,
        onDismiss: call.options.onDismiss, animated: call.options.isAnimated,
        popChildren: call.options.switches.contains(.popChildren))
      return .done(.coordinator(transaction.state.id(ofCoordinator: coordinator)))
    case .screen(let content, let name, let style):
      if call.options.switches.contains(.singleTop), transaction.isFront(name, content.arguments) {
        return .noop(.alreadyTop)
      }
      if style.isPresentation && !transaction.isEmptyStack(caller) {
        try transaction.present(content, name: name, style: style, by: caller, call)
        return .done()
      }
      try transaction.push(content, name: name, by: caller, call, as: operation)
      return .done()
    }
  }

  /// Goes to a route in the way that the route declares.
  static let route = NavigationOperation(
    "route", on: .any, continues: true,
    "Goes to a route by the style that it declares; calls go on with the coordinator it led to.",
    parameters: [
      OperationParameter("route", .route, "where to go"),
      OperationParameter("args", .arguments, optional: true, "what the route takes"),
    ],
    options: OperationOption.common + [.style, .onDismiss, .onFinish],
    result: "the coordinator it led to, if it led to one"
  ) { call, transaction throws(NavigationError) in
    try go(call, in: transaction, as: "route")
  }

  /// Shows a route or coordinator on a layer of its own.
  static let present = NavigationOperation(
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
    result: "the coordinator it led to, if it led to one"
  ) { call, transaction throws(NavigationError) in
    if call.options.style == .push { return try navigate.apply(call, transaction) }
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

extension Transaction {
  /// Pushes the screen of a route that says nothing but its name, which most do.
  ///
  /// Guarded by bench: push-pop.
  /// - Returns: Whether the call was of that kind; if not, nothing has happened.
  @inline(__always)
  func pushPlainScreen(
    _ call: borrowing OperationCall, by caller: Slot, as operation: String
  ) throws(NavigationError) -> Bool {
    guard !call.hasExtras, !call.options.switches.contains(.singleTop),
      let type = engine.registry.registered(state.coordinators[caller].type),
      let index = type.index(of: call.name), case let outline = type.outlines[index],
      outline.isPlainScreen
    else { return false }
    let style = call.options.style == .automatic ? outline.style : call.options.style
    guard !style.isPresentation || isEmptyStack(caller) else { return false }
    let content = ScreenContent(
      name: "", arguments: call.arguments ?? NavigationArguments(), traits: outline.traits)
    try push(content, name: call.name, by: caller, call, as: operation)
    return true
  }

  /// Whether a coordinator has a stack and nothing of its own on it.
  func isEmptyStack(_ coordinator: Slot) -> Bool {
    let record = state.coordinators[coordinator]
    return record.stack != .none && record.base == .none && record.rootChild == .none
  }

  /// Whether the front screen has that name and those arguments.
  func isFront(_ name: Symbol, _ arguments: NavigationArguments) -> Bool {
    let front = state.front
    guard front != .none, state.screens[front].name == name else { return false }
    let place = state.screens[front].arguments
    return (place == .none ? [:] : state.arguments[place].arguments ?? [:]) == arguments
  }

  /// Pushes a screen for a coordinator: onto its own stack or, asked for, in front of everything.
  func push(
    _ content: ScreenContent, name: Symbol, by caller: Slot, _ call: borrowing OperationCall,
    as operation: String
  ) throws(NavigationError) {
    let record = state.coordinators[caller]
    let onDismiss = call.options.hasExtras ? call.options.onDismiss : nil
    if call.options.switches.contains(.targetFront) {
      let (stack, owner) = try frontStack(for: caller, as: operation)
      let screen = push(content, named: name, onto: stack, owner: owner)
      keep(onDismiss, forScreen: screen)
      return
    }
    guard record.kind == .navigation, record.stack != .none else {
      let popsChildren = call.options.switches.contains(.popChildren)
      guard try shareStack(with: caller, popChildren: popsChildren) else {
        throw wrongKind(operation, caller, "present it with a style, or navigate in a page")
      }
      return try push(content, name: name, by: caller, call, as: operation)
    }
    if case let stack = presentedStack(of: caller, call.options.switches), stack != .none {
      isHidden = lastLayer(presentedBy: caller) != state.window.topLayer
      let screen = push(content, named: name, onto: stack, owner: caller)
      keep(onDismiss, forScreen: screen)
      return
    }
    try clearTop(of: caller, popChildren: call.options.switches.contains(.popChildren))
    if isBelowOthers(caller) {
      isHidden = true
      pushedBehindModal = state.coordinators[caller].base != .none
    }
    let screen = push(content, named: name, onto: record.stack, owner: caller)
    keep(onDismiss, forScreen: screen)
  }

  private func frontStack(
    for caller: Slot, as operation: String
  ) throws(NavigationError) -> (stack: Slot, owner: Slot) {
    let layer = state.layers[state.window.topLayer]
    let stack = state.activeStack(of: layer.content)
    let owner = stack == .none ? .none : frontOwner(of: stack)
    guard owner != .none, state.isWithin(owner, subtreeOf: caller) else {
      throw NavigationError(
        .notPushable,
        "\(operation): the front layer has no stack of \(typeName(caller)) or below it",
        hint: "present it withNavigation = true, or push onto your own stack")
    }
    return (stack, owner)
  }

  private func frontOwner(of stack: Slot) -> Slot {
    let record = state.stacks[stack]
    return record.top == .none ? record.owner : state.screens[record.top].owner
  }

  /// Gives a dependency without screens a place on its parent's stack, above what the parent shows.
  ///
  /// - Returns: Whether it has one now; not where its parent has no stack, or shows nothing yet.
  func shareStack(
    with dependency: Slot, popChildren: Bool = false
  ) throws(NavigationError) -> Bool {
    let record = state.coordinators[dependency]
    guard record.attachment == .none, record.kind == .navigation, record.parent != .none,
      case let host = state.coordinators[record.parent], host.stack != .none,
      !isEmptyStack(record.parent)
    else { return false }
    try clearTop(of: record.parent, popChildren: popChildren)
    state.coordinators.update(dependency) { record in
      record.attachment = .pushed(stack: host.stack)
      record.layer = host.layer
      record.stack = host.stack
    }
    return true
  }

  /// Makes sure that a coordinator's segment is the top one of its stack. For the first screen of
  /// one that starts, whoever started it has done so.
  func clearTop(of caller: Slot, popChildren: Bool) throws(NavigationError) {
    guard !state.isTopSegment(caller), !isEmptyStack(caller) else { return }
    let record = state.coordinators[caller]
    let owner = state.screens[state.stacks[record.stack].top].owner
    guard state.isWithin(owner, subtreeOf: caller) else {
      throw NavigationError(
        .parentActive,
        "\(typeName(owner)) shows screens above those of \(typeName(caller))",
        hint: "pop them first")
    }
    guard popChildren else {
      throw NavigationError(
        .childActive, "\(typeName(owner)) stands on top of \(typeName(caller))",
        hint: "finish it first, or pass popChildren = true")
    }
    reason = .replaced
    while !state.isTopSegment(caller) { popTop(of: record.stack) }
    finishEmptied(below: caller)
  }
}
