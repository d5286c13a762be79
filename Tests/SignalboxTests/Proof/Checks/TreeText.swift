@testable import Signalbox

/// The visible state in one line, without identifiers: the text is the same for an engine, for the
/// model and for `app:state()` in a script.
///
/// `T1[A,B]{*p0,p1}(T0[A]) root:T1 sheet:T1[X] front A`: the tree with own screens, pages and
/// children, then the layers with their owners and bare screens, then the front screen.
enum TreeText {
  static func text(_ tree: StateDocument) -> String {
    var types: [CoordinatorID: String] = [:]
    func coordinator(_ node: CoordinatorNode) -> String {
      types[node.id] = node.type
      return line(
        node.type, node.kind == .tabs ? nil : node.stack.map(\.name),
        node.pages.map { ($0.isSelected ? "*" : "") + $0.id }, node.children.map(coordinator))
    }
    var parts = [tree.main.map(coordinator) ?? "nothing"]
    for layer in tree.layers {
      parts.append(self.layer(layer.style, types[layer.owner.id] ?? "", layer.screens.map(\.name)))
    }
    return (parts + ["front \(tree.front?.name ?? "nothing")"]).joined(separator: " ")
  }

  static func text(_ model: Model) -> String {
    let name = { (screen: Int) in model.screens[screen].name }
    func coordinator(_ number: Int) -> String {
      let record = model.coordinators[number]
      return line(
        record.kind.name, record.kind.isTabs ? nil : model.own(number).map(name),
        record.pages.map { ($0.id == record.selected ? "*" : "") + $0.id },
        record.children.map(coordinator))
    }
    var parts = [model.main.map(coordinator) ?? "nothing"]
    for layer in model.layers {
      var screens: [Int] = []
      if case .screen(let screen) = layer.content { screens = [screen] }
      if case .stack(let stack) = layer.content { screens = model.stacks[stack].entries }
      let owner = model.coordinators[layer.owner].kind.name
      parts.append(self.layer(layer.style?.rawValue ?? "root", owner, screens.map(name)))
    }
    return (parts + ["front \(model.front.map(name) ?? "nothing")"]).joined(separator: " ")
  }

  private static func line(
    _ type: String, _ stack: [String]?, _ pages: [String], _ children: [String]
  ) -> String {
    let shown =
      stack.map { "[\($0.joined(separator: ","))]" } ?? "{\(pages.joined(separator: ","))}"
    return type + shown + (children.isEmpty ? "" : "(\(children.joined(separator: ",")))")
  }

  private static func layer(_ style: String, _ owner: String, _ screens: [String]) -> String {
    "\(style):\(owner)" + (screens.isEmpty ? "" : "[\(screens.joined(separator: ","))]")
  }

  /// A Lua function `text()` that returns the same text.
  static let script = """
    -- Everything that is shown in one line, without identifiers.
    local function text()
      local state <const>, types <const> = app:state(), {}
      local function names(list, key)
        local all <const> = {}
        for _, one in ipairs(list or {}) do all[#all + 1] = one[key or "name"] end
        return table.concat(all, ",")
      end
      local function tree(one)
        types[one.id] = one.type
        local pages <const>, children <const> = {}, {}
        for _, page in ipairs(one.pages or {}) do
          pages[#pages + 1] = (page.id == one.currentPage and "*" or "") .. page.id
        end
        for _, child in ipairs(one.children or {}) do children[#children + 1] = tree(child) end
        local shown <const> = one.stack and "[" .. names(one.stack) .. "]"
          or "{" .. table.concat(pages, ",") .. "}"
        local below <const> = #children > 0 and "(" .. table.concat(children, ",") .. ")" or ""
        return one.type .. shown .. below
      end
      local parts <const> = { state.main and tree(state.main) or "nothing" }
      for _, layer in ipairs(state.layers) do
        local screens <const> = layer.screens and "[" .. names(layer.screens) .. "]" or ""
        parts[#parts + 1] = layer.style .. ":" .. types[layer.owner] .. screens
      end
      parts[#parts + 1] = "front " .. (state.front and state.front.name or "nothing")
      return table.concat(parts, " ")
    end
    """
}
