internal import Signalbox

/// What one layer shows: the stack that the user walks, and the tab bars around it.
struct LayerFace {
  /// The screens from the root up; the last one is what the user sees of the layer.
  private(set) var screens: [ScreenNode] = []
  /// The tab coordinators whose bars are visible, the outermost first.
  private(set) var tabBars: [CoordinatorNode] = []

  init(_ layer: LayerNode, in tree: NavigationTree) {
    if layer.showsOwner, let owner = CoordinatorText.find(layer.owner, in: tree) {
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
