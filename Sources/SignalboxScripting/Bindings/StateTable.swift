internal import Signalbox

/// The state as plain data, for `app:state()`.
enum StateTable {
  static func value(of tree: NavigationTree) -> NavigationArguments {
    var state = NavigationArguments()
    state["layers"] = .list(tree.layers.map(layer))
    state["main"] = tree.main.map(coordinator)
    state["top"] = tree.top.map { .string($0.description) }
    state["front"] = tree.front.map(screen)
    state["visible"] = .list(tree.visible.map(screen))
    return state
  }

  private static func screen(_ node: ScreenNode) -> NavigationValue {
    var table = NavigationArguments()
    table["id"] = .string(node.id.description)
    table["name"] = .string(node.name)
    table["args"] = .table(node.arguments)
    table["owner"] = .string(node.owner.description)
    return .table(table)
  }

  private static func layer(_ node: LayerNode) -> NavigationValue {
    var table = NavigationArguments()
    table["id"] = .string(node.id.description)
    table["style"] = .string(node.style)
    table["owner"] = .string(node.owner.description)
    if !node.detents.isEmpty { table["detents"] = .list(node.detents.map(\.value)) }
    if !node.buttons.isEmpty { table["buttons"] = .list(node.buttons.map { .string($0) }) }
    if !node.screens.isEmpty { table["screens"] = .list(node.screens.map(screen)) }
    return .table(table)
  }

  private static func coordinator(_ node: CoordinatorNode) -> NavigationValue {
    var table = NavigationArguments()
    table["id"] = .string(node.id.description)
    table["type"] = .string(node.type)
    if node.kind == .navigation { table["stack"] = .list(node.stack.map(screen)) }
    if node.kind == .tabs {
      table["pages"] = .list(node.pages.map(page))
      table["tabView"] = node.tabView.map(screen)
      table["currentPage"] = node.pages.first { $0.isSelected }.map { .string($0.id) }
    }
    if !node.children.isEmpty { table["children"] = .list(node.children.map(coordinator)) }
    return .table(table)
  }

  private static func page(_ node: PageNode) -> NavigationValue {
    var table = NavigationArguments()
    table["id"] = .string(node.id)
    table["title"] = .string(node.title)
    table["icon"] = node.icon.isEmpty ? nil : .string(node.icon)
    table["badge"] = node.badge.map { .string($0) }
    table["coordinator"] = .string(node.coordinator.description)
    return .table(table)
  }
}
