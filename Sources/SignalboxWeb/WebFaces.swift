internal import Signalbox

/// The last known contents of the screens and layers on the page. The engine discards a screen when
/// it is removed, while the page may still show the screen.
struct WebFaces {
  /// The contents of a screen.
  struct Screen: Hashable {
    var name = ""
    var arguments: NavigationArguments = [:]
    var title = ""
    var actions: [String] = []

    /// The screen as part of a state document.
    var value: NavigationValue {
      // An object that is passed by reference has no plain data, so its description is shown.
      let arguments = arguments.fields.map { ($0.name, Optional($0.value.plain())) }
      return .fields([
        ("name", .string(name)), ("arguments", arguments.isEmpty ? nil : .fields(arguments)),
      ])
    }

    /// The title and the actions as plain data.
    var face: NavigationValue {
      .fields([("title", .string(title)), ("actions", .texts(actions))])
    }
  }

  /// The contents of a layer.
  struct Layer: Hashable {
    var isCovering = false
    var detents: [Detent] = []
    var buttons: [AlertButton.Label] = []
    var message: String?
  }

  private var screens: [ScreenID: Screen] = [:]
  private var layers: [LayerID: Layer] = [:]

  /// Reads the layers of the engine, and those screens of a tree that the engine has not removed.
  /// This method calls the application's code for titles and actions.
  mutating func read(_ tree: InterfaceTree, from engine: NavigationEngine) {
    for layer in engine.layers {
      layers[layer.id] = Layer(
        isCovering: layer.isCovering, detents: engine.detents(of: layer.id),
        buttons: engine.buttons(of: layer.id), message: engine.message(of: layer.id))
    }
    for id in tree.screens {
      guard let node = engine.node(of: id) else { continue }
      screens[id] = Screen(
        name: node.name, arguments: node.arguments, title: engine.title(of: id) ?? node.name,
        actions: engine.delegate(of: node.owner)?.actions(of: id) ?? [])
    }
  }

  /// Removes all screens and layers that are not in a tree.
  mutating func keep(_ tree: InterfaceTree) {
    let shown = (screens: Set(tree.screens), layers: Set(tree.layers.map(\.id)))
    screens = screens.filter { shown.screens.contains($0.key) }
    layers = layers.filter { shown.layers.contains($0.key) }
  }

  func screen(_ id: ScreenID) -> Screen { screens[id] ?? Screen() }
  func layer(_ id: LayerID) -> Layer { layers[id] ?? Layer() }
}

extension NavigationValue {
  /// Returns the value as plain data. Objects that are passed by reference, numbers that JSON
  /// cannot represent, and values that are nested too deeply are replaced with their descriptions.
  ///
  /// - Parameter depth: The number of levels that remain.
  fileprivate func plain(_ depth: Int = 8) -> NavigationValue {
    switch self {
    case .string, .integer, .boolean: self
    case .number(let number) where number.isFinite: self
    case .list(let values) where depth > 0: .list(values.map { $0.plain(depth - 1) })
    case .table(let table) where depth > 0:
      .fields(table.fields.map { ($0.name, $0.value.plain(depth - 1)) })
    case .number, .object, .list, .table: .string("\(self)")
    }
  }
}
