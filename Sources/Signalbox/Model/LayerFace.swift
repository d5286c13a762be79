/// What the user sees of one layer: the stack that is walked, and the tab bars around it.
///
/// For a ``Stage`` that draws screens itself: a layer names its owner, and what is seen of it may
/// belong to children deep below, behind tabs or in the place of a root.
public struct LayerFace: Hashable, Sendable {
  /// The screens from the root up; the last one is what the user sees of the layer.
  public private(set) var screens: [ScreenNode] = []
  /// The tab coordinators whose bars are visible, the outermost first.
  public private(set) var tabBars: [CoordinatorNode] = []

  fileprivate init(_ layer: LayerNode, in tree: NavigationTree) {
    if layer.showsOwner, let owner = tree.coordinator(layer.owner) {
      self = LayerFace(owner)
    } else {
      screens = layer.screens
    }
    // What was pushed "in front" may belong to somebody else; what is seen decides.
    if layer.id == tree.layers.last?.id, let front = tree.front, screens.last?.id != front.id {
      screens = [front]
    }
  }

  private init(_ node: CoordinatorNode) {
    switch node.kind {
    case .tabs:
      let selected = node.pages.first { $0.isSelected }?.coordinator
      if let child = node.children.first(where: { $0.id == selected }) { self = LayerFace(child) }
      tabBars.insert(node, at: 0)
    case .navigation:
      if let root = node.children.first(where: { $0.attachment == .root }) {
        self = LayerFace(root)
      }
      let pushed = node.children.filter { $0.attachment == .pushed }
      let own = node.stack + pushed.flatMap { LayerFace($0).screens }
      guard !own.isEmpty else { return }
      // A screen pushed over a tab bar hides it; the way back leads to what the tab showed.
      if !tabBars.isEmpty { screens = screens.suffix(1) }
      tabBars = []
      screens += own
    }
  }
}

extension NavigationTree {
  /// The coordinator of that identifier, if it hangs below the main one. Cost: O(coordinators).
  public func coordinator(_ id: CoordinatorID) -> CoordinatorNode? {
    var rest = main.map { [$0] } ?? []
    while let node = rest.popLast() {
      if node.id == id { return node }
      rest += node.children
    }
    return nil
  }

  /// What the user sees of one of ``layers``. Cost: O(coordinators and their screens).
  public func face(of layer: LayerNode) -> LayerFace { LayerFace(layer, in: self) }
}
