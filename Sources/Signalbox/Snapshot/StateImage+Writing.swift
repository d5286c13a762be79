extension StateImage {
  /// The format's name, so that a reader knows what it has before it.
  static let format = "signalbox.snapshot"

  /// The image as plain data; what says nothing is left out.
  var value: NavigationValue {
    var table = NavigationArguments()
    table["format"] = .string(Self.format)
    table["version"] = .integer(Self.version)
    table["coordinators"] = .list(coordinators.map { .table(value(of: $0)) })
    table["layers"] = .list(layers.map { .table(value(of: $0)) })
    return .table(table)
  }

  private func value(of coordinator: Coordinator) -> NavigationArguments {
    var table = NavigationArguments()
    table["type"] = .string(coordinator.type)
    table["kind"] = .string(coordinator.kind == .tabs ? "tabs" : "navigation")
    table["attachment"] = .string(coordinator.attachment.rawValue)
    table["parent"] = coordinator.parent.map { .integer($0) }
    if !coordinator.isStarted { table["isStarted"] = false }
    if !coordinator.arguments.isEmpty { table["arguments"] = .table(coordinator.arguments) }
    table["route"] = coordinator.origin.map(value)
    table["root"] = coordinator.initialRoot.map(value)
    if !coordinator.setup.isEmpty { table["setup"] = .table(coordinator.setup) }
    if !coordinator.stack.isEmpty { table["stack"] = .list(coordinator.stack.map(value)) }
    if !coordinator.pages.isEmpty { table["pages"] = .list(coordinator.pages.map(value)) }
    table["view"] = coordinator.view.map(value)
    table["selected"] = coordinator.selected.map { .integer($0) }
    return table
  }

  private func value(of origin: Origin) -> NavigationValue {
    var table = NavigationArguments()
    table["name"] = .string(origin.route)
    if !origin.arguments.isEmpty { table["arguments"] = .table(origin.arguments) }
    return .table(table)
  }

  private func value(of screen: Screen) -> NavigationValue {
    var table = NavigationArguments()
    table["name"] = .string(screen.name)
    table["owner"] = .integer(screen.owner)
    if !screen.arguments.isEmpty { table["arguments"] = .table(screen.arguments) }
    table["route"] = screen.origin.map(value)
    if screen.isMade { table["isMade"] = true }
    if screen.isDismissDisabled { table["isDismissDisabled"] = true }
    if screen.isSwipeBackDisabled { table["isSwipeBackDisabled"] = true }
    return .table(table)
  }

  private func value(of page: Page) -> NavigationValue {
    var table = NavigationArguments()
    table["id"] = .string(page.id)
    table["title"] = .string(page.title)
    table["coordinator"] = .integer(page.coordinator)
    if !page.icon.isEmpty { table["icon"] = .string(page.icon) }
    table["selectedTitle"] = page.selectedTitle.map { .string($0) }
    table["selectedIcon"] = page.selectedIcon.map { .string($0) }
    table["badge"] = page.badge.map { .string($0) }
    if page.position != 0 { table["position"] = .integer(page.position) }
    return .table(table)
  }

  private func value(of layer: Layer) -> NavigationArguments {
    var table = NavigationArguments()
    table["style"] = .string(layer.style)
    table["isCovering"] = .boolean(layer.isCovering)
    table["isInteractive"] = .boolean(layer.isInteractive)
    table["owner"] = .integer(layer.owner)
    table["presenter"] = layer.presenter.map { .integer($0) }
    if !layer.detents.isEmpty { table["detents"] = .list(layer.detents.map(\.value)) }
    if !layer.buttons.isEmpty { table["buttons"] = .list(layer.buttons.map { .string($0) }) }
    switch layer.content {
    case .owner: break
    case .screen(let screen): table["screen"] = value(of: screen)
    case .stack(let screens): table["stack"] = .list(screens.map(value))
    }
    guard let place = layer.presenterScreen else { return table }
    var presenter: NavigationArguments = ["index": .integer(place.index)]
    presenter["coordinator"] = place.coordinator.map { .integer($0) }
    presenter["layer"] = place.layer.map { .integer($0) }
    table["presenterScreen"] = .table(presenter)
    return table
  }
}
