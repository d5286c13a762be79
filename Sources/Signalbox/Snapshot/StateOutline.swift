/// A state in words and without identifiers: coordinators by their paths, what they show, the layers.
///
/// Two states that look the same have equal outlines, whichever engine they come from.
struct StateOutline: Hashable {
  struct Coordinator: Hashable {
    /// `Main/Checkout`; the second child of a type is `Main/Checkout#2`.
    let path: String
    var stack: [String] = []
    var pages: [String] = []
    /// What stands at the icons of pages, by their ids.
    var badges: [String: String] = [:]
    var selected: String?
    /// The screen around the pages.
    var view: String?
  }

  /// Parents before their children.
  private(set) var coordinators: [Coordinator] = []
  /// The root layer first: `sheet Main/Checkout`, `sheet help { id = 1 } of Main`.
  private(set) var layers: [String] = []

  static func text(_ name: String, _ arguments: NavigationArguments) -> String {
    arguments.isEmpty ? name : "\(name) \(arguments)"
  }

  /// The steps of a path below a coordinator, one for each child.
  static func steps(_ types: [String]) -> [String] {
    var counts: [String: Int] = [:]
    return types.map { type in
      counts[type, default: 0] += 1
      let count = counts[type] ?? 1
      return count == 1 ? type : "\(type)#\(count)"
    }
  }

  private static func layer(_ style: String, _ screens: [String], of owner: String) -> String {
    screens.isEmpty
      ? "\(style) \(owner)" : "\(style) \(screens.joined(separator: ", ")) of \(owner)"
  }
}

extension StateOutline {
  init(_ tree: NavigationTree) {
    var paths: [CoordinatorID: String] = [:]
    if let main = tree.main { read(main, path: main.type, &paths) }
    layers = tree.layers.map { layer in
      let screens = layer.screens.map { Self.text($0.name, $0.arguments) }
      return Self.layer(layer.style, screens, of: paths[layer.owner] ?? "")
    }
  }

  private mutating func read(
    _ node: CoordinatorNode, path: String, _ paths: inout [CoordinatorID: String]
  ) {
    paths[node.id] = path
    var coordinator = Coordinator(path: path)
    coordinator.stack = node.stack.map { Self.text($0.name, $0.arguments) }
    coordinator.pages = node.pages.map(\.id)
    for page in node.pages { coordinator.badges[page.id] = page.badge }
    coordinator.selected = node.pages.first { $0.isSelected }?.id
    coordinator.view = node.tabView.map { Self.text($0.name, $0.arguments) }
    coordinators.append(coordinator)
    for (child, step) in zip(node.children, Self.steps(node.children.map(\.type))) {
      read(child, path: "\(path)/\(step)", &paths)
    }
  }

  init(_ image: StateImage) {
    var paths = image.coordinators.map(\.type)
    for (index, coordinator) in image.coordinators.enumerated() {
      let types = coordinator.children.map { image.coordinators[$0].type }
      for (child, step) in zip(coordinator.children, Self.steps(types)) {
        paths[child] = "\(paths[index])/\(step)"
      }
    }
    if !image.coordinators.isEmpty { read(0, of: image, image.hosts, paths) }
    layers = image.layers.map { layer in
      let screens: [StateImage.Screen]
      switch layer.content {
      case .owner: screens = []
      case .screen(let screen): screens = [screen]
      case .stack(let stack): screens = stack
      }
      let texts = screens.map { Self.text($0.name, $0.arguments) }
      return Self.layer(layer.style, texts, of: paths[layer.owner])
    }
  }

  private mutating func read(
    _ index: Int, of image: StateImage, _ hosts: [Int], _ paths: [String]
  ) {
    let read = image.coordinators[index]
    var coordinator = Coordinator(path: paths[index])
    coordinator.stack = image.coordinators[hosts[index]].stack.filter { $0.owner == index }
      .map { Self.text($0.name, $0.arguments) }
    coordinator.pages = read.pages.map(\.id)
    for page in read.pages { coordinator.badges[page.id] = page.badge }
    coordinator.selected = read.selected.map { read.pages[$0].id }
    coordinator.view = read.view.map { Self.text($0.name, $0.arguments) }
    coordinators.append(coordinator)
    for child in read.children { self.read(child, of: image, hosts, paths) }
  }
}

extension StateOutline: CustomStringConvertible {
  /// One line: `Home[*shop,me(3)] Home/Shop[catalog] | root Home`.
  var description: String {
    let texts = coordinators.map { coordinator in
      let pages = coordinator.pages.map { page in
        let badge = coordinator.badges[page].map { "(\($0))" } ?? ""
        return (page == coordinator.selected ? "*" : "") + page + badge
      }
      let view = coordinator.view.map { "(\($0))" } ?? ""
      return "\(coordinator.path)\(view)[\((pages + coordinator.stack).joined(separator: ","))]"
    }
    return texts.joined(separator: " ") + " | " + layers.joined(separator: ", ")
  }
}
