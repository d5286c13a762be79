internal import LuaRuntime
internal import Signalbox

/// Converts the state to plain data for `app:state()`: a document with identifiers, in which each
/// coordinator is nested in its parent.
enum StateTable {
  static func value(of document: StateDocument) throws(LuaError) -> NavigationArguments {
    var state = try rejected { () throws(NavigationError) in
      spelled(try NavigationArguments(encoding: document, in: .identified))
    }
    var nodes = tables(state["coordinators"])
    for (index, coordinator) in document.coordinators.enumerated().reversed() {
      nodes[index]["parent"] = nil
      let children = coordinator.children.map { NavigationValue.table(nodes[$0]) }
      nodes[index]["children"] = children.isEmpty ? nil : .list(children)
      let contents = coordinator.kind == .tabs ? "pages" : "stack"
      nodes[index][contents] = nodes[index][contents] ?? .list([])
      let selected = coordinator.pages.first(where: \.isSelected)
      nodes[index]["currentPage"] = (selected?.id).map { .string($0) }
      // The title and icon are the current ones, which can differ while the page is selected.
      let pages = zip(tables(nodes[index]["pages"]), coordinator.pages).map { table, page in
        var table = table
        table["title"] = .string(page.shownTitle)
        table["icon"] = page.shownIcon.isEmpty ? nil : .string(page.shownIcon)
        return NavigationValue.table(table)
      }
      if coordinator.kind == .tabs { nodes[index]["pages"] = .list(pages) }
    }
    state["coordinators"] = nil
    state["main"] = nodes.first.map { .table($0) }
    let layers = tables(state["layers"]).map { layer in
      var layer = layer
      layer["screens"] = layer["screen"].map { .list([$0]) } ?? layer["stack"]
      (layer["screen"], layer["stack"]) = (nil, nil)
      return NavigationValue.table(layer)
    }
    state["layers"] = .list(layers)
    state["visible"] = state["visible"] ?? .list([])
    return state
  }

  private static func tables(_ value: NavigationValue?) -> [NavigationArguments] {
    guard case .list(let values) = value else { return [] }
    return values.compactMap { if case .table(let table) = $0 { table } else { nil } }
  }

  /// Renames the field `arguments` to `args`, its name in scripts. In the result, every screen and
  /// coordinator has this field.
  private static func spelled(_ table: NavigationArguments) -> NavigationArguments {
    var result = NavigationArguments()
    for field in table.fields {
      switch field.value {
      case .table(let arguments) where field.name == "arguments": result["args"] = .table(arguments)
      case .table(let table) where field.name != "setup":
        result[field.name] = .table(spelled(table))
      case .list(let values):
        result[field.name] = .list(
          values.map { if case .table(let table) = $0 { .table(spelled(table)) } else { $0 } })
      default: result[field.name] = field.value
      }
    }
    if table["id"] != nil, table["name"] != nil { result["args"] = result["args"] ?? .table([:]) }
    return result
  }
}
