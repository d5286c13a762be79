extension NavigationReader {
  /// The contents of the interface, including the stacks in hidden tabs. Cost: O(size of the
  /// state).
  public var interface: InterfaceTree { InterfaceReader(state, symbols, registry).tree }

  /// Returns the title of a screen: the title that its coordinator returns or, if there is none,
  /// the screen's name. Returns `nil` if the screen has been removed.
  ///
  /// - Parameter screen: The screen's identifier.
  public func title(of screen: ScreenID) -> String? {
    guard let owner = owner(of: screen), let name = name(of: screen) else { return nil }
    return delegate(of: owner)?.title(of: screen) ?? symbols[name]
  }
}

extension NavigationReader {
  /// Returns a sheet's detents. The array is empty if the platform's default applies.
  ///
  /// - Parameter layer: A presented layer.
  public func detents(of layer: LayerID) -> [Detent] {
    (try? details(of: layer)["detents"]?.decoded()) ?? []
  }

  /// Returns the buttons of an alert or confirmation dialog. The buttons are taken from the call
  /// that presented the layer or, if the call passed none, from the actions of the layer's screen.
  ///
  /// - Parameter layer: A presented layer. The result is empty unless the layer is an alert or a
  ///   confirmation dialog.
  public func buttons(of layer: LayerID) -> [AlertButton.Label] {
    guard let slot = state.slot(of: layer), state.layers[slot].style.isDialog else { return [] }
    let buttons: [AlertButton.Label] = (try? details(of: layer)["buttons"]?.decoded()) ?? []
    guard buttons.isEmpty, case let front = state.leaf(ofLayer: slot), front != .none,
      let delegate = state.delegate(at: state.screens[front].owner)
    else { return buttons }
    let screen = state.id(ofScreen: front)
    return delegate.actions(of: screen).map {
      AlertButton.Label($0, role: delegate.role(of: $0, on: screen))
    }
  }

  /// Returns the message of an alert or confirmation dialog. The message is taken from the call
  /// that presented the layer or, if the call passed none, from the `message` argument of the
  /// layer's screen.
  ///
  /// - Parameter layer: A presented layer. The result is `nil` unless the layer is an alert or a
  ///   confirmation dialog.
  public func message(of layer: LayerID) -> String? {
    guard let slot = state.slot(of: layer), state.layers[slot].style.isDialog else { return nil }
    if let message = details(of: layer)["message"]?.text { return message }
    let front = state.leaf(ofLayer: slot)
    return front == .none ? nil : arguments(of: state.id(ofScreen: front))["message"]?.text
  }

  /// Returns the name of the registered style with which a screen was pushed, or `nil` for the
  /// platform's default transition.
  ///
  /// - Parameter screen: A screen that is shown.
  public func transition(of screen: ScreenID) -> String? {
    state.slot(of: screen).flatMap(reader.transition)
  }

  private func details(of layer: LayerID) -> NavigationArguments {
    state.slot(of: layer).map { reader.arguments(state.layers[$0].details) } ?? [:]
  }
}
