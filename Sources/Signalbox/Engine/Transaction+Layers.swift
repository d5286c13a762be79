/// Layers.
extension Transaction {
  /// Puts a layer on top of the window. Cost: O(1).
  func addLayer(
    style: TransitionStyle, presenter: Slot, presenterScreen: Slot = .none, owner: Slot,
    content: LayerContent, traits: LayerTraits = LayerTraits(), buttons: [AlertButton] = [],
    onDismiss: ((FinishReason) -> Void)? = nil
  ) -> Slot {
    let window = state.window
    let kind = engine.registry.styles[style]
    var record = LayerRecord(
      serial: state.serials.nextLayer(), style: style,
      isCovering: traits.isCovering ?? kind.isCovering,
      isInteractive: traits.isInteractive ?? kind.isInteractive, presenter: presenter,
      presenterScreen: presenterScreen, owner: owner, content: content)
    record.lastScreenBefore = state.serials.lastScreen
    record.details = details(traits.detents, buttons)
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
    note(
      .layerPresented, .layer(state.id(ofLayer: slot)), engine.registry.symbol(of: style),
      other: state.id(ofCoordinator: owner))
    return slot
  }

  /// The place of what few layers have, none for the others.
  private func details(_ detents: [Detent], _ buttons: [AlertButton]) -> Slot {
    if detents.isEmpty && buttons.isEmpty { return .none }
    var details = NavigationArguments()
    if !detents.isEmpty { details["detents"] = .list(detents.map(\.value)) }
    if !buttons.isEmpty { details["buttons"] = .list(buttons.map { .string($0.title) }) }
    return state.arguments.insert(ArgumentsRecord(arguments: details))
  }

  /// Refuses what does not fit a layer's style.
  func check(
    _ traits: LayerTraits, _ buttons: [AlertButton], for style: TransitionStyle
  ) throws(NavigationError) {
    let name = engine.registry.styles[style].name
    if !traits.detents.isEmpty,
      style.isDialog || traits.isCovering ?? engine.registry.styles[style].isCovering
    {
      throw NavigationError(
        .badArgument, "present: detents belong to sheets, not to style \"\(name)\"")
    }
    if !buttons.isEmpty, !style.isDialog {
      throw NavigationError(
        .badArgument, "present: style \"\(name)\" has no buttons",
        hint: "present it with style \"alert\" or \"confirmationDialog\"")
    }
  }

  /// Removes a layer and everything above it, the topmost first.
  ///
  /// - Parameters:
  ///   - reason: What the layers that are meant go for.
  ///   - subtree: The coordinator whose subtree's layers are meant; others go as `cascade`. None
  ///     means all.
  ///   - finishing: The coordinator whose end takes the layers away, if one does: coordinators
  ///     below it finish as `ancestorFinished`.
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
    let style = engine.registry.symbol(of: record.style)
    // Rule U8: only what the user dismisses is announced.
    let isByUser = reason == .userBack || reason == .userSwipe
    if isByUser { note(.layerWillDismiss, .layer(id), style) }
    note(
      .layerDismissed, .layer(id), style, other: state.id(ofCoordinator: record.owner),
      reason: layerReason)
    if isByUser { note(.layerDidDismiss, .layer(id), style) }
    state.layers.remove(slot)
    if record.details != .none { state.arguments.remove(record.details) }
    if let onDismiss = state.takeCallbacks(at: record.callbacks).onDismiss {
      pending.append(.dismissed(onDismiss, layerReason))
    }
    empty(record, of: slot, reason: layerReason, finishing: finishing)
  }

  private func empty(
    _ layer: LayerRecord, of slot: Slot, reason: FinishReason, finishing: Slot
  ) {
    if state.coordinators[layer.owner].attachment == .modal(layer: slot) {
      guard layer.owner != finishing else { return }
      let isBelow = finishing != .none && state.isWithin(layer.owner, subtreeOf: finishing)
      finishNode(layer.owner, reason: isBelow ? .ancestorFinished : reason, result: nil)
      return
    }
    switch layer.content {
    case .screen(let screen):
      destroy(screen)
    case .stack(let stack):
      cut(stack, to: 0)
      state.stacks.remove(stack)
    case .tabBar:
      break  // A tab bar belongs to a coordinator; the window root's goes in its teardown.
    }
  }

  /// Removes what a screen presented itself, because the screen goes.
  func dismissLayers(presentedBy screen: Slot) {
    var layer = state.window.topLayer
    var lowest = Slot.none
    while layer != .none {
      if state.layers[layer].presenterScreen == screen { lowest = layer }
      layer = state.layers[layer].below
    }
    if lowest != .none { removeLayers(from: lowest, reason: .cascade) }
  }

  /// The layers strictly above the one that hosts a coordinator, as a count.
  func layerCount(above coordinator: Slot) -> UInt32 {
    let host = state.coordinators[coordinator].layer
    guard host != .none, state.window.topLayer != .none else { return 0 }
    return state.layers[state.window.topLayer].index - state.layers[host].index
  }

  /// Whether something covers or lies above the layer of a coordinator.
  @inline(__always)
  func isBelowOthers(_ coordinator: Slot) -> Bool {
    state.coordinators[coordinator].layer != state.window.topLayer
  }
}
