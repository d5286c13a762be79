extension StateImage {
  /// Reads what ``value`` wrote, or what somebody wrote by hand: every reference is checked here,
  /// so that an image never leads outside itself.
  ///
  /// - Parameter objects: What makes the objects of the snapshot.
  /// - Throws: `malformed`, with the place, and what the factories of objects throw.
  init(
    json: String, objects: ObjectReader = .withoutContents()
  ) throws(NavigationError) {
    guard case .table(let root) = try objects.value(of: try JSONReader.value(json)),
      case let reader = FieldReader(root, path: "snapshot"),
      try reader.text("format") == Self.format
    else {
      throw NavigationError(.malformed, "this is no snapshot: its format is not \(Self.format)")
    }
    try reader.checkVersion(Self.readableVersions)
    let coordinators = try reader.tables("coordinators")
    for (index, table) in coordinators.enumerated() {
      try read(coordinator: table, index, of: coordinators.count)
    }
    for table in try reader.tables("layers") { try read(layer: table) }
    try checkTree()
    try checkLayers()
  }

  private mutating func read(
    coordinator table: FieldReader, _ index: Int, of count: Int
  ) throws(NavigationError) {
    guard
      let kind: CoordinatorKind = ["navigation": .navigation, "tabs": .tabs][
        try table.text("kind")]
    else { throw table.wrong("kind", expected: "\"navigation\" or \"tabs\"") }
    guard let attachment = Attachment(rawValue: try table.text("attachment")) else {
      throw table.wrong("attachment", expected: "none, window, modal, push, page or root")
    }
    var coordinator = Coordinator(
      type: try table.text("type"), kind: kind, attachment: attachment)
    coordinator.arguments = try table.arguments("arguments")
    coordinator.isStarted = try table.boolean("isStarted") ?? true
    coordinator.origin = try Self.origin(table.table("route"))
    coordinator.initialRoot = try Self.origin(table.table("root"))
    coordinator.setup = try table.arguments("setup")
    coordinator.parent = try table.index("parent", below: index)
    guard (index == 0) == (coordinator.parent == nil) else {
      throw table.wrong("parent", expected: "the index of a coordinator before it")
    }
    for screen in try table.tables("stack") {
      coordinator.stack.append(try Self.screen(screen, coordinators: count))
    }
    for page in try table.tables("pages") {
      coordinator.pages.append(
        Page(
          id: try page.text("id"), title: try page.text("title"),
          icon: try page.optionalText("icon") ?? "",
          selectedTitle: try page.optionalText("selectedTitle"),
          selectedIcon: try page.optionalText("selectedIcon"),
          position: try page.optionalInteger("position") ?? 0,
          badge: try page.optionalText("badge"),
          coordinator: try page.requiredIndex("coordinator", below: count)))
    }
    if let view = try table.table("view") {
      guard kind == .tabs else { throw table.wrong("view", expected: "pages that it is around") }
      coordinator.view = try Self.screen(view, coordinators: count)
    }
    coordinator.selected = try table.index("selected", below: coordinator.pages.count)
    coordinators.append(coordinator)
    if let parent = coordinator.parent { coordinators[parent].children.append(index) }
  }

  private static func origin(_ table: FieldReader?) throws(NavigationError) -> Origin? {
    guard let table else { return nil }
    return Origin(route: try table.text("name"), arguments: try table.arguments("arguments"))
  }

  private static func screen(
    _ table: FieldReader, coordinators count: Int
  ) throws(NavigationError) -> Screen {
    Screen(
      name: try table.text("name"), arguments: try table.arguments("arguments"),
      owner: try table.requiredIndex("owner", below: count),
      origin: try origin(table.table("route")),
      isMade: try table.boolean("isMade") ?? false,
      isDismissDisabled: try table.boolean("isDismissDisabled") ?? false,
      isSwipeBackDisabled: try table.boolean("isSwipeBackDisabled") ?? false)
  }

  private mutating func read(layer table: FieldReader) throws(NavigationError) {
    let count = coordinators.count
    var content = Content.owner
    if let screen = try table.table("screen") {
      content = .screen(try Self.screen(screen, coordinators: count))
    } else if case let stack = try table.tables("stack"), !stack.isEmpty {
      var screens: [Screen] = []
      for screen in stack { screens.append(try Self.screen(screen, coordinators: count)) }
      content = .stack(screens)
    }
    var layer = Layer(
      style: try table.text("style"), isCovering: try table.boolean("isCovering") ?? false,
      isInteractive: try table.boolean("isInteractive") ?? false,
      owner: try table.requiredIndex("owner", below: count),
      presenter: try table.index("presenter", below: count), content: content)
    for value in try table.list("detents") {
      guard let detent = Detent(value) else {
        throw table.wrong("detents", expected: "medium, large or numbers above 0")
      }
      layer.detents.append(detent)
    }
    layer.buttons = try table.texts("buttons")
    if let place = try table.table("presenterScreen") {
      layer.presenterScreen = Place(
        coordinator: try place.index("coordinator", below: count),
        layer: try place.index("layer", below: layers.count),
        index: try place.integer("index"))
    }
    layers.append(layer)
  }
}
