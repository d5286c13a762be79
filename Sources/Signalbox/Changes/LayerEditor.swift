/// Presents, removes and finds the window's layers. Benchmark: `W1`.
struct LayerEditor: TransactionPart {
  let transaction: Transaction

  /// Adds a layer on top of all other layers, and returns the layer's slot. Cost: O(1).
  func addLayer(
    style: TransitionStyle, presenter: Slot, presenterScreen: Slot = .none, owner: Slot,
    content: LayerContent, traits: LayerTraits = LayerTraits(), buttons: [AlertButton] = [],
    onDismiss: ((FinishReason) -> Void)? = nil
  ) -> Slot {
    let window = state.window
    let kind = registry.styles[style]
    var record = LayerRecord(
      serial: state.serials.nextLayer(), style: style,
      isCovering: traits.isCovering ?? kind.isCovering,
      isInteractive: traits.isInteractive ?? kind.isInteractive, presenter: presenter,
      presenterScreen: presenterScreen, owner: owner, content: content)
    record.lastScreenBefore = state.serials.lastScreen
    record.details = details(traits, buttons)
    record.callbacks = state.keep(Callbacks(onDismiss: onDismiss, buttons: buttons))
    if window.topLayer != .none {
      record.below = window.topLayer
      record.index = state.layers[window.topLayer].index + 1
    }
    let slot = state.layers.insert(record)
    if window.topLayer != .none { state.layers.update(window.topLayer) { $0.above = slot } }
    state.windows.update(0) { window in
      window.topLayer = slot
      if window.rootLayer == .none { window.rootLayer = slot }
    }
    if case .screen(let screen) = content { state.screens.update(screen) { $0.layer = slot } }
    if presenterScreen != .none {
      state.screens.update(presenterScreen) { $0.flags.insert(.hasPresented) }
    }
    transaction.note(
      .layerPresented, .layer(state.id(ofLayer: slot)), registry.symbol(of: style),
      other: state.id(ofCoordinator: owner))
    return slot
  }

  /// Stores a layer's rarely used details and returns their slot, or returns `.none` if the layer
  /// has none.
  private func details(_ traits: LayerTraits, _ buttons: [AlertButton]) -> Slot {
    var details = NavigationArguments()
    if !traits.detents.isEmpty { details["detents"] = .list(traits.detents.map(\.value)) }
    details["message"] = traits.message.map { .string($0) }
    if !traits.fields.isEmpty { details["fields"] = .list(traits.fields.map(\.value)) }
    if !buttons.isEmpty { details["buttons"] = .list(buttons.map(\.label.value)) }
    return details.isEmpty
      ? .none : state.arguments.insert(ArgumentsRecord(arguments: details))
  }

  /// Replaces the text fields of an alert that has text fields.
  func set(_ fields: [AlertField], of layer: Slot) {
    let old = state.layers[layer].details
    var details = state.arguments[old].arguments ?? [:]
    details["fields"] = .list(fields.map(\.value))
    state.arguments.remove(old)
    let new = state.arguments.insert(ArgumentsRecord(arguments: details))
    state.layers.update(layer) { $0.details = new }
  }

  /// Throws an error if a style does not support the given layer properties or buttons, or if two
  /// buttons or two fields conflict.
  func check(
    _ traits: LayerTraits, _ buttons: [AlertButton], for style: TransitionStyle,
    as operation: String
  ) throws(NavigationError) {
    let name = registry.styles[style].name
    if !traits.detents.isEmpty,
      style.isDialog || traits.isCovering ?? registry.styles[style].isCovering
    {
      throw NavigationError(
        .badArgument,
        "\(operation): detents require a sheet that does not cover the content below, got style "
          + "\"\(name)\"", hint: "use style \"sheet\" without covering = true")
    }
    if !buttons.isEmpty, !style.isDialog {
      throw NavigationError(
        .badArgument, "\(operation): style \"\(name)\" has no buttons",
        hint: "use style \"alert\" or \"confirmationDialog\"")
    }
    if traits.message != nil, !style.isDialog {
      throw NavigationError(
        .badArgument, "\(operation): style \"\(name)\" has no message",
        hint: "use style \"alert\" or \"confirmationDialog\"")
    }
    if !traits.fields.isEmpty, style != .alert {
      throw NavigationError(
        .badArgument, "\(operation): style \"\(name)\" has no text fields; only alerts have them",
        hint: "use style \"alert\"")
    }
    try checkNames(of: traits.fields, buttons, as: operation)
  }

  /// Throws an error if a call sets layer options although its destination is pushed.
  func checkPush(
    _ options: OperationOptions, _ style: TransitionStyle, as operation: String
  ) throws(NavigationError) {
    guard
      options.layerTraits != LayerTraits() || !options.buttons.isEmpty
        || !options.switches.isDisjoint(with: .stackOfLayer)
    else { return }
    let ofLayers: [OperationOption] = [
      .withNavigation, .covering, .interactive, .detents, .message, .fields, .buttons,
    ]
    let names = ofLayers.filter { $0.isSet(options) }.map { "\"\($0.name)\"" }
    throw NavigationError(
      .badArgument,
      "\(operation): style \"\(registry.styles.name(of: style.isPush ? style : .push))\" presents no "
        + "layer and does not support \(names.joined(separator: ", "))",
      hint: "omit the options, or use a style that presents a layer")
  }

  /// Throws an error if two buttons have the same title, two fields have the same name, or two
  /// buttons have the role `cancel`.
  private func checkNames(
    of fields: [AlertField], _ buttons: [AlertButton], as operation: String
  ) throws(NavigationError) {
    var titles: Set<String> = []
    for button in buttons where !titles.insert(button.title).inserted {
      throw NavigationError(
        .badArgument, "\(operation): two buttons have the title \"\(button.title)\"",
        hint: "give each button its own title")
    }
    var names: Set<String> = []
    for field in fields where !names.insert(field.name).inserted {
      throw NavigationError(
        .badArgument, "\(operation): two fields have the name \"\(field.name)\"",
        hint: "give each field its own name")
    }
    let cancelling = buttons.filter { $0.role == .cancel }
    if cancelling.count > 1 {
      throw NavigationError(
        .badArgument,
        "\(operation): the buttons \"\(cancelling[0].title)\" and \"\(cancelling[1].title)\" have the role "
          + "cancel, expected at most one")
    }
  }

  /// Removes a layer and all layers above it, topmost first.
  ///
  /// - Parameters:
  ///   - reason: The reason for the removal of layers in the subtree.
  ///   - subtree: The coordinator whose subtree is being removed. Layers outside the subtree are
  ///     removed with the reason `cascade`. If the value is `.none`, `reason` applies to all
  ///     layers.
  ///   - finishing: The coordinator that removes the layers because it is finishing, or `.none`.
  ///     The coordinator's descendants finish with the reason `ancestorFinished`.
  func removeLayers(
    from lowest: Slot, reason: FinishReason, subtree: Slot = .none, finishing: Slot = .none
  ) {
    while true {
      let top = state.window.topLayer
      guard top != .none else { return }
      removeTopLayer(reason: reason, subtree: subtree, finishing: finishing)
      if top == lowest { return }
    }
  }

  private func removeTopLayer(reason: FinishReason, subtree: Slot, finishing: Slot) {
    let slot = state.window.topLayer
    let record = state.layers[slot]
    let isMeant = subtree == .none || state.isWithin(record.owner, subtreeOf: subtree)
    let layerReason = isMeant ? reason : .cascade
    state.windows.update(0) { window in
      window.topLayer = record.below
      if window.rootLayer == slot { window.rootLayer = .none }
    }
    if record.below != .none { state.layers.update(record.below) { $0.above = .none } }
    let id = state.id(ofLayer: slot)
    let style = registry.symbol(of: record.style)
    // Only dismissals by the user also have the events `layerWillDismiss` and `layerDidDismiss`.
    let isByUser = reason == .userBack || reason == .userSwipe
    if isByUser { transaction.note(.layerWillDismiss, .layer(id), style) }
    transaction.note(
      .layerDismissed, .layer(id), style, other: state.id(ofCoordinator: record.owner),
      reason: layerReason)
    if isByUser { transaction.note(.layerDidDismiss, .layer(id), style) }
    state.layers.remove(slot)
    if record.details != .none { state.arguments.remove(record.details) }
    if let onDismiss = state.takeCallbacks(at: record.callbacks).onDismiss {
      transaction.callLater(.dismissed(onDismiss, layerReason))
    }
    empty(record, of: slot, reason: layerReason, finishing: finishing)
  }

  private func empty(
    _ layer: LayerRecord, of slot: Slot, reason: FinishReason, finishing: Slot
  ) {
    if state.coordinators[layer.owner].attachment == .modal(layer: slot) {
      guard layer.owner != finishing else { return }
      let isBelow = finishing != .none && state.isWithin(layer.owner, subtreeOf: finishing)
      coordinators.finishNode(
        layer.owner, reason: isBelow ? .ancestorFinished : reason, result: nil)
      return
    }
    switch layer.content {
    case .screen(let screen):
      screens.destroy(screen)
    case .stack(let stack):
      screens.cut(stack, to: 0)
      state.stacks.remove(stack)
    case .tabBar:
      break  // A tab bar is removed together with its coordinator.
    }
  }

  /// Removes the layers that a screen presented and all layers above them, because the screen is
  /// being removed.
  func dismissLayers(presentedBy screen: Slot) {
    var layer = state.window.topLayer
    var lowest = Slot.none
    while layer != .none {
      if state.layers[layer].presenterScreen == screen { lowest = layer }
      layer = state.layers[layer].below
    }
    if lowest != .none { removeLayers(from: lowest, reason: .cascade) }
  }

  /// Returns the number of layers above a coordinator's layer.
  func layerCount(above coordinator: Slot) -> UInt32 {
    let host = state.coordinators[coordinator].layer
    guard host != .none, state.window.topLayer != .none else { return 0 }
    return state.layers[state.window.topLayer].index - state.layers[host].index
  }

  /// Returns whether a coordinator's layer is not the topmost layer.
  @inline(__always)
  func isBelowOthers(_ coordinator: Slot) -> Bool {
    state.coordinators[coordinator].layer != state.window.topLayer
  }

  /// Returns whether a coordinator's type declares a unified stack.
  func hasUnifiedStack(_ coordinator: Slot) -> Bool {
    registry.registered(state.coordinators[coordinator].type)?.type.hasUnifiedStack ?? false
  }

  /// Returns the stack that a coordinator with a unified stack pushes onto: the stack of the
  /// topmost layer that the coordinator presented, or `.none` if the coordinator pushes onto its
  /// own stack. Cost: O(layers).
  func presentedStack(of caller: Slot, _ switches: OperationOptions.Switches) -> Slot {
    guard isBelowOthers(caller), !switches.contains(.targetOwn), hasUnifiedStack(caller) else {
      return .none
    }
    return ownStack(of: lastLayer(presentedBy: caller), presentedBy: caller)
  }

  /// Returns a layer's stack, or `.none` if the layer has no stack or a different coordinator owns
  /// the stack.
  func ownStack(of layer: Slot, presentedBy caller: Slot) -> Slot {
    guard layer != .none, case .stack(let stack) = state.layers[layer].content,
      state.stacks[stack].owner == caller
    else { return .none }
    return stack
  }

  /// Returns the topmost layer that a coordinator presented, or `.none` if there is none. Cost:
  /// O(layers).
  func lastLayer(presentedBy caller: Slot) -> Slot {
    var layer = state.window.topLayer
    while layer != .none, state.layers[layer].presenter != caller {
      layer = state.layers[layer].below
    }
    return layer
  }

  /// Removes the layers that a coordinator presented after a screen was created, and all layers
  /// above them. Has no effect if the coordinator does not have a unified stack.
  func removeLayers(presentedBy caller: Slot, after screen: Slot) {
    guard hasUnifiedStack(caller) else { return }
    let serial = state.screens[screen].serial
    var lowest = Slot.none
    var layer = state.window.topLayer
    while layer != .none {
      let record = state.layers[layer]
      if record.presenter == caller, record.lastScreenBefore >= serial { lowest = layer }
      layer = record.below
    }
    if lowest != .none { removeLayers(from: lowest, reason: .dismissed) }
  }

  /// Removes everything that covers a coordinator, and selects the pages that contain it.
  func reveal(_ coordinator: Slot) throws(NavigationError) {
    transaction.reason = .dismissed
    let record = state.coordinators[coordinator]
    guard record.attachment != .none else {
      throw NavigationError(
        .notAttached,
        "forcePresentation: \(transaction.typeName(coordinator)) is a dependency and shows no "
          + "screens"
      )
    }
    let above = record.layer == .none ? Slot.none : state.layers[record.layer].above
    if above != .none { removeLayers(from: above, reason: .dismissed) }
    transaction.reason = .popped
    if record.kind == .navigation, record.stack != .none { uncover(coordinator) }
    var current = coordinator
    while current != .none {
      let ancestor = state.coordinators[current]
      switch ancestor.attachment {
      case .page(let page):
        let tabBar = state.pages[page].tabBar
        if state.tabBars[tabBar].selected != page { try tabs.select(page, in: tabBar) }
      case .rootSlot(let host) where ancestor.kind == .tabs && ancestor.layer == record.layer:
        screens.cut(state.coordinators[host].stack, to: 1)
      default: break
      }
      current = ancestor.parent
    }
  }

  /// Removes the screens of other coordinators above a coordinator's own screens or above its root
  /// child.
  private func uncover(_ coordinator: Slot) {
    let record = state.coordinators[coordinator]
    while case let top = state.stacks[record.stack].top, top != .none {
      let owner = state.screens[top].owner
      if owner == coordinator { return }
      if record.base == .none, record.rootChild != .none,
        state.isWithin(owner, subtreeOf: record.rootChild)
      {
        return
      }
      screens.popTop(of: record.stack)
    }
  }

  /// Removes all visible content, including the main coordinator and the root layer.
  func clearWindow(reason: FinishReason) {
    let window = state.window
    guard window.main != .none else { return }
    transaction.reason = reason
    let above = state.layers[window.rootLayer].above
    if above != .none { removeLayers(from: above, reason: reason) }
    let owner = state.id(ofCoordinator: window.main)
    coordinators.finishNode(window.main, reason: reason, result: nil)
    transaction.note(
      .layerDismissed, .layer(state.id(ofLayer: window.rootLayer)),
      registry.symbol(of: .root),
      other: owner, reason: reason)
    state.windows.update(0) { $0 = WindowRecord() }
    state.layers.remove(window.rootLayer)
  }

  /// Returns whether a call to `popToRoot` also dismisses layers. The call's option takes
  /// precedence over the coordinator type's declaration.
  func dismissesModals(
    _ switches: OperationOptions.Switches, of coordinator: Slot
  ) -> Bool {
    if switches.contains(.dismissModals) { return true }
    return !switches.contains(.withoutDismissModals) && hasUnifiedStack(coordinator)
  }
}
