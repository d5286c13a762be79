internal import Signalbox

/// An interface in the form that the page's device component draws: a state document with only the
/// shown screens, and the titles and actions of these screens.
///
/// While the page has not completed all commands, the tree can differ from the engine's state.
/// Screens and layers that the engine has removed are drawn with their last known contents.
struct WebRendering {
  private let faces: WebFaces
  private var coordinators: [NavigationValue] = []

  /// Returns the rendering of a tree, as plain data.
  static func value(of tree: InterfaceTree, _ faces: WebFaces) -> NavigationValue {
    var rendering = WebRendering(faces: faces)
    let layers = tree.layers.map { rendering.layer($0) }
    return .fields([
      (
        "state",
        .fields([("coordinators", .list(rendering.coordinators)), ("layers", .list(layers))])
      ),
      ("view", .fields([("layers", .list(tree.layers.map(rendering.face)))])),
    ])
  }

  private init(faces: WebFaces) { self.faces = faces }

  // MARK: - The state

  private mutating func layer(_ layer: InterfaceTree.Layer) -> NavigationValue {
    let owner = layer.contents.map { add($0, parent: nil, attachment: "layer") } ?? -1
    let face = faces.layer(layer.id)
    let detents = face.detents.map(\.value)
    let buttons = face.buttons.map { button -> NavigationValue in
      .fields([
        ("title", .string(button.title)), ("role", button.role.map { .string($0.rawValue) }),
      ])
    }
    return .fields([
      ("id", .string("\(layer.id)")), ("style", .string(layer.style)), ("owner", .integer(owner)),
      ("isInteractive", layer.isDismissible ? .boolean(true) : nil),
      ("isCovering", face.isCovering ? .boolean(true) : nil),
      ("detents", detents.isEmpty ? nil : .list(detents)),
      ("buttons", buttons.isEmpty ? nil : .list(buttons)),
      ("message", face.message.map { .string($0) }),
      ("fields", layer.fields.isEmpty ? nil : .list(layer.fields.map(\.value))),
    ])
  }

  /// Adds coordinators that show the given contents.
  ///
  /// - Returns: The index of the first added coordinator.
  private mutating func add(
    _ contents: InterfaceTree.Contents, parent: Int?, attachment: String
  ) -> Int {
    let index = coordinators.count
    coordinators.append([:])
    var fields: [(String, NavigationValue?)] = [
      ("parent", parent.map { .integer($0) }), ("attachment", .string(attachment)),
    ]
    switch contents {
    case .screen(let screen):
      fields += [("kind", "navigation"), ("stack", .list([faces.screen(screen).value]))]
    case .stack(let stack):
      let screens = stack.screens.map { faces.screen($0).value }
      fields += [("kind", "navigation"), ("stack", .list(screens))]
      if let tabs = stack.tabs { _ = add(.tabs(tabs), parent: index, attachment: "root") }
    case .tabs(let tabs):
      let pages = tabs.pages.map { page($0, isSelected: $0.id == tabs.selected, parent: index) }
      fields += [
        ("kind", "tabs"), ("id", .string("\(tabs.id)")), ("pages", .list(pages)),
        ("tabView", tabs.view.map { faces.screen($0).value }),
      ]
    }
    coordinators[index] = .fields(fields)
    return index
  }

  /// Returns a page of a tab bar. Only the selected page has contents.
  private mutating func page(
    _ page: InterfaceTree.Page, isSelected: Bool, parent: Int
  ) -> NavigationValue {
    let contents = isSelected ? page.contents : nil
    let child = contents.map { add($0, parent: parent, attachment: "page") }
    return .fields([
      ("id", .string(page.id)), ("title", .string(page.title)),
      ("icon", page.icon.isEmpty ? nil : .string(page.icon)),
      ("selectedTitle", page.selectedTitle.map { .string($0) }),
      ("selectedIcon", page.selectedIcon.map { .string($0) }),
      ("badge", page.badge.map { .string($0) }),
      ("isSelected", isSelected ? .boolean(true) : nil),
      ("coordinator", .integer(child ?? -1)),
    ])
  }

  // MARK: - Titles and actions

  private func face(_ layer: InterfaceTree.Layer) -> NavigationValue {
    guard let contents = layer.contents else { return [:] }
    let screens = Self.visible(contents)
    let bars = contents.visibleTabBars.map { bar -> NavigationValue in
      bar.view.map { faces.screen($0).face } ?? [:]
    }
    let front = screens.last.map { faces.screen($0) }
    return .fields([
      ("title", front.map { .string($0.title) }),
      ("back", screens.dropLast().last.map { .string(faces.screen($0).title) }),
      ("actions", front.map { .texts($0.actions) }),
      ("bars", bars.contains { $0 != [:] } ? .list(bars) : nil),
    ])
  }

  /// Returns the screens of the visible stack, starting with the root. The same rules apply as for
  /// `LayerFace`.
  private static func visible(_ contents: InterfaceTree.Contents) -> [ScreenID] {
    switch contents {
    case .screen(let screen): return [screen]
    case .tabs(let tabs): return tabs.selectedPage?.contents.map(visible) ?? []
    case .stack(let stack):
      guard let tabs = stack.tabs else { return stack.screens }
      let page = tabs.selectedPage?.contents.map(visible) ?? []
      return stack.screens.isEmpty ? page : page.suffix(1) + stack.screens
    }
  }
}
