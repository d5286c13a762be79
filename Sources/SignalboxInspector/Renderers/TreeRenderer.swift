internal import Signalbox

/// Renders the coordinator tree, with one line for each coordinator and its screens.
///
/// `●` marks the selected page and `○` all other pages. The icon of a page is between colons, and
/// the badge is in parentheses (`● me :person: (3)`). `⤒` marks a presented layer, `▸` a pushed
/// coordinator, and `⌂` a coordinator that is the root of another coordinator. An arrow marks the
/// line that contains the front screen.
public enum TreeRenderer: Renderer {
  /// The name `tree`.
  public static let name = "tree"
  /// The summary in help texts.
  public static let summary = "Draws the coordinators with their screens"

  /// The maximum depth of the tree. Deeper coordinators are omitted to keep the text readable.
  private static let maxDepth = 32

  /// Renders the tree, with the main coordinator on the first line.
  public static func render(_ subject: RenderSubject) -> String {
    let tree = subject.tree
    guard let main = tree.main else { return "nothing has been launched" }
    var lines: [String] = []
    let drawing = Drawing(tree: tree)
    lines.append(drawing.line(of: main, page: nil))
    drawing.addBranches(of: main, indent: "", depth: 1, to: &lines)
    return lines.joined(separator: "\n")
  }

  /// A coordinator or a layer that is listed below a coordinator.
  private enum Branch {
    case coordinator(CoordinatorNode, page: StateDocument.Page?)
    case layer(StateDocument.Layer)
  }

  private struct Drawing {
    let front: ScreenID?
    let layers: [StateDocument.Layer]
    /// The indices of the layers that show the content of their owner, keyed by owner.
    let filled: [CoordinatorID: Int]
    /// The indices of the layers that show their own screens, keyed by owner.
    let bareLayers: [CoordinatorID: [Int]]

    init(tree: StateDocument) {
      front = tree.front?.id
      layers = tree.layers
      let (filled, bare) = (
        layers.indices.filter { tree.layers[$0].showsOwner },
        layers.indices.filter { !tree.layers[$0].showsOwner }
      )
      self.filled = Dictionary(filled.map { (tree.layers[$0].owner.id, $0) }) { first, _ in first }
      bareLayers = Dictionary(grouping: bare) { tree.layers[$0].owner.id }
    }

    func addBranches(
      of node: CoordinatorNode, indent: String, depth: Int, to lines: inout [String]
    ) {
      let branches = branches(of: node)
      guard depth <= TreeRenderer.maxDepth || branches.isEmpty else {
        lines.append(indent + "└─ …")
        return
      }
      for (index, branch) in branches.enumerated() {
        let isLast = index == branches.count - 1
        let head = indent + (isLast ? "└─ " : "├─ ")
        switch branch {
        case .layer(let layer):
          lines.append(head + line(of: layer))
        case .coordinator(let child, let page):
          lines.append(head + line(of: child, page: page))
          addBranches(
            of: child, indent: indent + (isLast ? "   " : "│  "), depth: depth + 1, to: &lines)
        }
      }
    }

    /// Returns the lines below a coordinator: its pages in tab order, the coordinators on the same
    /// stack, and the layers from the bottom up.
    private func branches(of node: CoordinatorNode) -> [Branch] {
      let children = Dictionary(
        node.children.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      var list: [Branch] = node.pages.compactMap { page in
        children[page.coordinator.id].map { .coordinator($0, page: page) }
      }
      var above = (bareLayers[node.id] ?? []).map { ($0, Branch.layer(layers[$0])) }
      for child in node.children {
        switch child.attachment {
        case .page: break
        case .modal: above.append((filled[child.id] ?? 0, .coordinator(child, page: nil)))
        case .none, .windowRoot, .pushed, .root: list.append(.coordinator(child, page: nil))
        }
      }
      return list + above.sorted { $0.0 < $1.0 }.map(\.1)
    }

    func line(of node: CoordinatorNode, page: StateDocument.Page?) -> String {
      var parts = [DisplayText.clean(node.type)]
      var mark = ""
      switch node.attachment {
      case .none, .windowRoot: break
      case .pushed: (mark, parts) = ("▸ ", parts + ["pushed"])
      case .root: (mark, parts) = ("⌂ ", parts + ["root"])
      case .modal:
        (mark, parts) = ("⤒ ", parts + [filled[node.id].map { layers[$0].style } ?? "layer"])
      case .page:
        mark = page?.isSelected == true ? "● " : "○ "
        parts.insert(page.map(TabText.name) ?? DisplayText.clean(node.page?.id ?? ""), at: 0)
      }
      if node.kind == .tabs { parts.append(node.pages.isEmpty ? "no tabs" : "tabs") }
      if let view = node.tabView { parts.append("in \(ScreenText.path([view]))") }
      if !node.stack.isEmpty { parts.append(ScreenText.path(node.stack)) }
      return mark + parts.joined(separator: "  ") + arrow(to: node.stack)
    }

    private func line(of layer: StateDocument.Layer) -> String {
      "⤒ \(layer.style)  \(ScreenText.path(layer.screens))\(arrow(to: layer.screens))"
    }

    private func arrow(to screens: [StateDocument.Screen]) -> String {
      front != nil && screens.contains { $0.id == front } ? "      ← front" : ""
    }
  }
}
