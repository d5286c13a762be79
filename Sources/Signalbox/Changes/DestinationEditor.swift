/// Resolves and shows the destination of a call.
struct DestinationEditor: TransactionPart {
  let transaction: Transaction

  /// Returns the destination of a call, for example to `navigate`, without creating a screen.
  func destination(
    of call: borrowing OperationCall, from caller: Slot, as operation: String
  ) throws(NavigationError) -> Destination {
    switch call.subject {
    case .none:
      return try route(call, from: caller, as: operation)
    case .content(let content):
      return .screen(
        content, name: symbols.internPassing(content.name), style: call.options.style)
    case .coordinator(let id):
      let slot = try coordinators.checkAdoptable(id, by: caller)
      return .coordinator(slot, style: call.options.style, onFinish: call.options.onFinish)
    case .new(let type):
      let slot = try coordinators.makeCoordinator(
        try registry.type(named: type, for: operation), arguments: call.arguments,
        in: call.operation)
      return .coordinator(slot, style: call.options.style, onFinish: call.options.onFinish)
    case .screen(let id):
      guard let slot = state.slot(of: id) else {
        throw NavigationError(.stale, "\(operation): screen \(id) is gone")
      }
      throw NavigationError(
        .duplicateInstance,
        "\(operation): screen \(id) \(symbols[state.screens[slot].name]) is already shown",
        hint: "to show another screen of its route, pass the route's name")
    case .layer(let id):
      throw NavigationError(.badArgument, "\(operation): a layer (\(id)) cannot be a destination")
    case .test:
      throw NavigationError(.badArgument, "\(operation): a function cannot be a destination")
    }
  }

  private func route(
    _ call: borrowing OperationCall, from caller: Slot, as operation: String
  ) throws(NavigationError) -> Destination {
    let typeSymbol = state.coordinators[caller].type
    guard let type = registry.registered(typeSymbol), let index = type.index(of: call.name)
    else {
      throw unknownRoute(call.name, of: caller, as: operation)
    }
    let outline = type.outlines[index]
    if outline.hasParameters, let parameters = type.routes[index].parameters {
      try RouteParameter.check(
        call.arguments, against: parameters, of: "route \"\(symbols[call.name])\""
      ) { [number = call.operation] in transaction.host.hint(forArgument: $0, of: number) }
    }
    let asked = call.options.style
    let style = asked == .automatic ? outline.style : asked
    switch outline.destination {
    case .screen:
      let content = ScreenContent(
        name: "", arguments: call.arguments ?? NavigationArguments(), traits: outline.traits)
      return .screen(content, name: call.name, style: style)
    case .coordinator(let name):
      let declared = outline.hasOnFinish ? type.routes[index].onFinish : nil
      return try newCoordinator(
        registry.type(name, for: operation), call.arguments, style,
        call.options.onFinish ?? declared, origin(of: call), in: call.operation)
    case .factory:
      return try manufactured(call, from: caller, type.routes[index], as: operation)
    }
  }

  private func manufactured(
    _ call: borrowing OperationCall, from caller: Slot, _ route: RouteDefinition,
    as operation: String
  ) throws(NavigationError) -> Destination {
    guard case .factory(let make) = route.destination else {
      throw unknownRoute(call.name, of: caller, as: operation)
    }
    let request = RouteRequest(
      route: symbols[call.name], arguments: call.arguments ?? [:],
      coordinator: call.caller)
    let target = try transaction.ask { () throws(NavigationError) in try make(request) }
    let asked = call.options.style
    let chosen = { (style: TransitionStyle) in
      if asked != .automatic { return asked }
      return style == .automatic ? route.style : style
    }
    switch target {
    case .screen(var content, let style):
      let name = symbols.internPassing(content.name)
      content.traits.formUnion(route.screenTraits)
      if name != call.name || content.arguments != request.arguments {
        content.origin = origin(of: call)
      }
      return .screen(content, name: name, style: chosen(style))
    case .coordinator(let name, let arguments, let style):
      return try newCoordinator(
        registry.type(named: name, for: operation), arguments, chosen(style),
        call.options.onFinish ?? route.onFinish, origin(of: call))
    case .instance(let id, let style):
      let slot = try coordinators.checkAdoptable(id, by: caller)
      setOrigin(origin(of: call), of: slot)
      return .coordinator(
        slot, style: chosen(style), onFinish: call.options.onFinish ?? route.onFinish)
    }
  }

  /// Stores the route that created a coordinator. Saved states include this route.
  private func setOrigin(_ origin: RouteOrigin, of coordinator: Slot) {
    let old = state.coordinators[coordinator].arguments
    let given = old == .none ? [:] : state.arguments[old].arguments ?? [:]
    let new = state.arguments.insert(ArgumentsRecord(arguments: given, origin: origin))
    state.coordinators.update(coordinator) { $0.arguments = new }
    if old != .none { state.arguments.remove(old) }
  }

  private func newCoordinator(
    _ type: RegisteredType, _ arguments: NavigationArguments?, _ style: TransitionStyle,
    _ onFinish: ((FinishNotice) throws -> Void)?, _ origin: RouteOrigin, in number: Int? = nil
  ) throws(NavigationError) -> Destination {
    .coordinator(
      try coordinators.makeCoordinator(type, arguments: arguments, origin: origin, in: number),
      style: style,
      onFinish: onFinish)
  }

  private func origin(of call: borrowing OperationCall) -> RouteOrigin {
    RouteOrigin(route: call.name, arguments: call.arguments ?? [:])
  }

  // MARK: - Showing the destination

  /// Returns the layer properties that override the style. The properties of the call take
  /// precedence over those of its route.
  func layerTraits(of call: borrowing OperationCall, from caller: Slot) -> LayerTraits {
    guard call.name != .none,
      let type = registry.registered(state.coordinators[caller].type),
      let index = type.index(of: call.name), type.outlines[index].hasLayerTraits
    else { return call.options.layerTraits }
    let route = type.routes[index]
    let declared = route.typedTraits?(call.arguments ?? [:]) ?? route.layerTraits
    return call.options.layerTraits.over(declared)
  }

  /// Presents a screen as the only content of a new top layer.
  func present(
    _ content: ScreenContent, name: Symbol, style: TransitionStyle, by caller: Slot,
    _ call: borrowing OperationCall, as operation: String
  ) throws(NavigationError) {
    let options = call.options
    let traits = layerTraits(of: call, from: caller)
    try layers.check(traits, options.buttons, for: style, as: operation)
    var presenterScreen = Slot.none
    if let presenter = call.presenter {
      guard let slot = state.slot(of: presenter) else {
        throw NavigationError(.stale, "\(operation): screen \(presenter) is gone")
      }
      // A tab view exists as long as its coordinator. Therefore, the coordinator is the presenter.
      if !state.isTabView(slot) { presenterScreen = slot }
    }
    var stack = Slot.none
    let layerContent: LayerContent
    if options.switches.contains(.withNavigation)
      || needsStack(style, options.switches, presentedBy: caller)
    {
      stack = screens.makeStack(for: caller)
      layerContent = .stack(stack)
    } else {
      layerContent = .screen(screens.makeBareScreen(content, named: name, owner: caller))
    }
    _ = layers.addLayer(
      style: style, presenter: caller, presenterScreen: presenterScreen, owner: caller,
      content: layerContent, traits: traits, buttons: options.buttons,
      onDismiss: options.onDismiss)
    if stack != .none { screens.push(content, named: name, onto: stack, owner: caller) }
  }

  /// Returns whether a screen that a coordinator presents needs a stack even if the call does not
  /// request a stack.
  private func needsStack(
    _ style: TransitionStyle, _ switches: OperationOptions.Switches, presentedBy caller: Slot
  ) -> Bool {
    guard style != .alert, style != .confirmationDialog else { return false }
    return !switches.contains(.withoutNavigation) && layers.hasUnifiedStack(caller)
  }

  /// Returns the given style. If the style is `automatic`, returns the style from the coordinator's
  /// setup or type.
  func resolved(_ style: TransitionStyle, for coordinator: Slot) -> TransitionStyle {
    guard style == .automatic else { return style }
    if let setup = coordinators.setup(of: coordinator), setup.style != .automatic {
      return setup.style
    }
    return registry.registered(state.coordinators[coordinator].type)?.type.style ?? .sheet
  }

  /// Shows a coordinator for a call that may push or present it. With the switch `targetFront`, a
  /// pushed coordinator becomes a child of the coordinator whose screens are in front.
  func navigate(
    to coordinator: Slot, style asked: TransitionStyle, traits: LayerTraits, by caller: Slot,
    _ call: borrowing OperationCall, onFinish: ((FinishNotice) throws -> Void)?,
    as operation: String
  ) throws(NavigationError) {
    let style = resolved(asked, for: coordinator)
    let isPush = style.isPush && !screens.isEmptyStack(caller)
    var host = caller
    if isPush {
      try layers.checkPush(call.options, style, as: operation)
      if call.options.switches.contains(.targetFront) {
        host = try frontHost(for: caller, as: operation)
      }
    }
    try show(
      coordinator, style: asked, traits: traits, buttons: call.options.buttons, by: host,
      onFinish: onFinish, onDismiss: call.options.onDismiss, animated: call.options.isAnimated,
      popChildren: call.options.switches.contains(.popChildren), warnsBehindModal: true,
      as: operation)
  }

  /// Attaches a coordinator as a child of another coordinator, and then shows and starts the child.
  ///
  /// If the caller shows nothing yet, the new coordinator becomes the caller's root, regardless of
  /// the style.
  ///
  /// - Parameters:
  ///   - warnsBehindModal: Whether the operation warns if it pushes the coordinator below a layer.
  ///   - operation: The name of the operation, for error messages.
  func show(
    _ coordinator: Slot, style asked: TransitionStyle, traits: LayerTraits = LayerTraits(),
    buttons: [AlertButton] = [], by caller: Slot, onFinish: ((FinishNotice) throws -> Void)?,
    onDismiss: ((FinishReason) -> Void)?,
    animated: Bool, popChildren: Bool = false, warnsBehindModal: Bool = false,
    as operation: String
  ) throws(NavigationError) {
    let style = resolved(asked, for: coordinator)
    try coordinators.adopt(coordinator, by: caller)
    if style.isPush { _ = try screens.shareStack(with: caller, popChildren: popChildren) }
    let host = state.coordinators[caller]
    let hasLayer = !screens.isEmptyStack(caller) && !style.isPush
    coordinators.keep(hasLayer ? onFinish : joined(onFinish, onDismiss), for: coordinator)
    if screens.isEmptyStack(caller) {
      try takeAsRoot(coordinator, of: caller)
    } else if style.isPush {
      guard host.stack != .none, state.coordinators[coordinator].kind == .navigation else {
        throw NavigationError(
          .notPushable,
          "\(transaction.typeName(coordinator)) cannot be pushed by \(transaction.typeName(caller))",
          hint: "only coordinators with a stack can push, and tab coordinators cannot be pushed; "
            + "present \(transaction.typeName(coordinator)), for example as a sheet")
      }
      try screens.clearTop(of: caller, popChildren: popChildren)
      state.coordinators.update(coordinator) { record in
        record.attachment = .pushed(stack: host.stack)
        record.layer = host.layer
        record.stack = host.stack
      }
      if layers.isBelowOthers(coordinator) {
        transaction.isHidden = true
        if warnsBehindModal { transaction.pushedBehindModal = true }
      }
    } else {
      let type = registry.registered(state.coordinators[coordinator].type)
      let declared = asked == .automatic ? declaredTraits(of: coordinator, type) : nil
      let traits = traits.over(declared ?? LayerTraits())
      try layers.check(traits, buttons, for: style, as: operation)
      coordinators.giveContent(to: coordinator, attachment: .none, layer: .none)
      guard let content = state.content(of: coordinator) else { return }
      let layer = layers.addLayer(
        style: style, presenter: caller, owner: coordinator, content: content,
        traits: traits, buttons: buttons, onDismiss: onDismiss)
      state.coordinators.update(coordinator) { record in
        record.attachment = .modal(layer: layer)
        record.layer = layer
      }
    }
    try coordinators.start(coordinator, animated: animated)
    if style.isPush, style != .push { screens.set(style, ofBaseOf: coordinator) }
  }

  /// Returns the layer properties that override the style for a coordinator. Properties passed when
  /// the coordinator was created take precedence over those of its type, which apply only if no
  /// style was passed.
  private func declaredTraits(of coordinator: Slot, _ type: RegisteredType?) -> LayerTraits? {
    guard let setup = coordinators.setup(of: coordinator) else { return type?.type.layerTraits }
    let declared = setup.style == .automatic ? type?.type.layerTraits : nil
    return setup.layerTraits.over(declared ?? LayerTraits())
  }

  /// Combines `onFinish` and `onDismiss` into one callback. If a coordinator does not have its own
  /// layer, `onDismiss` is called when the coordinator finishes.
  private func joined(
    _ onFinish: ((FinishNotice) throws -> Void)?, _ onDismiss: ((FinishReason) -> Void)?
  ) -> ((FinishNotice) throws -> Void)? {
    guard let onDismiss else { return onFinish }
    return { notice in
      defer { onDismiss(notice.reason) }
      try onFinish?(notice)
    }
  }

  private func takeAsRoot(_ coordinator: Slot, of caller: Slot) throws(NavigationError) {
    let host = state.coordinators[caller]
    let isTabs = state.coordinators[coordinator].kind == .tabs
    guard !isTabs || state.stacks[host.stack].count == 0 else {
      throw NavigationError(
        .notPushable, "\(transaction.typeName(coordinator)) cannot be above other screens",
        hint: "show a screen first, and then present the tab coordinator, for example as a sheet")
    }
    let tabBar = isTabs ? tabs.makeTabBar(for: coordinator) : .none
    state.coordinators.update(coordinator) { record in
      record.attachment = .rootSlot(of: caller)
      record.layer = host.layer
      record.tabBar = tabBar
      if !isTabs { record.stack = host.stack }
    }
    state.coordinators.update(caller) { $0.rootChild = coordinator }
    if isTabs {
      state.stacks.update(host.stack) { record in
        record.rootTabBar = tabBar
        record.count = 1
      }
    }
  }

  /// Pushes the screen of a route that leads to a screen and declares no parameters, as most routes
  /// do.
  ///
  /// Benchmark: `W1`.
  /// - Returns: Whether the screen was pushed. The result is `false`, and nothing changes, if the
  ///   call or the route requires more work, such as a check of the arguments.
  @inline(__always)
  func pushPlainScreen(
    _ call: borrowing OperationCall, by caller: Slot, as operation: String
  ) throws(NavigationError) -> Bool {
    guard !call.hasExtras, !call.options.switches.contains(.singleTop),
      let type = registry.registered(state.coordinators[caller].type),
      let index = type.index(of: call.name), case let outline = type.outlines[index],
      outline.isPlainScreen
    else { return false }
    let style = call.options.style == .automatic ? outline.style : call.options.style
    guard !style.isPresentation || screens.isEmptyStack(caller) else { return false }
    let content = ScreenContent(
      name: "", arguments: call.arguments ?? NavigationArguments(), traits: outline.traits)
    try pushScreen(content, name: call.name, style: style, by: caller, call, as: operation)
    return true
  }

  /// Pushes a screen for a coordinator: onto the front stack with the switch `targetFront`, onto
  /// the stack of a presented layer if the coordinator has a unified stack, and otherwise onto the
  /// coordinator's own stack.
  func pushScreen(
    _ content: ScreenContent, name: Symbol, style: TransitionStyle, by caller: Slot,
    _ call: borrowing OperationCall, as operation: String
  ) throws(NavigationError) {
    let record = state.coordinators[caller]
    let onDismiss = call.options.hasExtras ? call.options.onDismiss : nil
    let mayConcernLayers =
      call.options.hasExtras || !call.options.switches.isDisjoint(with: .stackOfLayer)
    if mayConcernLayers, !screens.isEmptyStack(caller) {
      try layers.checkPush(call.options, style, as: operation)
    }
    if call.options.switches.contains(.targetFront) {
      let (stack, owner) = try frontStack(for: caller, as: operation)
      let screen = screens.push(content, named: name, onto: stack, owner: owner, style)
      screens.keep(onDismiss, forScreen: screen)
      return
    }
    guard record.kind == .navigation, record.stack != .none else {
      let popsChildren = call.options.switches.contains(.popChildren)
      guard try screens.shareStack(with: caller, popChildren: popsChildren) else {
        throw transaction.wrongKind(
          operation, caller,
          "present the destination, for example as a sheet, or call navigate on the router of a "
            + "page")
      }
      return try pushScreen(
        content, name: name, style: style, by: caller, call, as: operation)
    }
    if case let stack = layers.presentedStack(of: caller, call.options.switches), stack != .none {
      transaction.isHidden = layers.lastLayer(presentedBy: caller) != state.window.topLayer
      let screen = screens.push(content, named: name, onto: stack, owner: caller, style)
      screens.keep(onDismiss, forScreen: screen)
      return
    }
    try screens.clearTop(of: caller, popChildren: call.options.switches.contains(.popChildren))
    if layers.isBelowOthers(caller) {
      transaction.isHidden = true
      transaction.pushedBehindModal = !screens.isEmptyStack(caller)
    }
    let screen = screens.push(content, named: name, onto: record.stack, owner: caller, style)
    screens.keep(onDismiss, forScreen: screen)
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
        "\(operation): the front layer has no stack that belongs to "
          + "\(transaction.typeName(caller)) or its descendants",
        hint: "present the front layer with withNavigation = true, or push with target = \"own\"")
    }
    return (stack, owner)
  }

  /// Returns the coordinator that becomes the parent of a coordinator pushed onto the front stack.
  private func frontHost(
    for caller: Slot, as operation: String
  ) throws(NavigationError) -> Slot {
    let (stack, owner) = try frontStack(for: caller, as: operation)
    guard state.coordinators[owner].stack == stack else {
      throw NavigationError(
        .notPushable,
        "\(operation): on the front layer's own stack, \(transaction.typeName(owner)) can push "
          + "screens, but not coordinators",
        hint: "present the coordinator, or push it with target = \"own\"")
    }
    return owner
  }

  private func frontOwner(of stack: Slot) -> Slot {
    let record = state.stacks[stack]
    return record.top == .none ? record.owner : state.screens[record.top].owner
  }

  /// Throws an error if the caller's type does not declare the route.
  func checkRoute(
    _ call: borrowing OperationCall, of caller: Slot, as operation: String
  ) throws(NavigationError) {
    let type = registry.registered(state.coordinators[caller].type)
    if type?.index(of: call.name) == nil {
      throw unknownRoute(call.name, of: caller, as: operation)
    }
  }

  func unknownRoute(_ route: Symbol, of caller: Slot, as operation: String) -> NavigationError {
    let type = registry.registered(state.coordinators[caller].type)
    let name = symbols[route]
    return NavigationError(
      .unknownRoute, "\(operation): \(transaction.typeName(caller)) has no route \"\(name)\"",
      hint: nameHint(for: name, in: type.map { Array($0.type.routes.keys) } ?? [])
        ?? "it declares no routes")
  }
}
