/// The visible part of a layer: the visible stack and its enclosing tab bars.
///
/// Use this type in a ``Stage`` that draws screens. A layer has one owner, but its visible contents
/// may belong to descendants, such as a page's coordinator or a root child.
public struct LayerFace: Hashable, Sendable {
  /// The screens of the visible stack, starting with the root. The last screen is the visible
  /// screen.
  public private(set) var screens: [StateDocument.Screen] = []
  /// The tab coordinators whose bars are visible, outermost first.
  public private(set) var tabBars: [CoordinatorNode] = []

  init(_ layer: StateDocument.Layer, in document: StateDocument) {
    if layer.showsOwner, let owner = document.coordinator(layer.owner.id) {
      self = LayerFace(owner)
    } else {
      screens = layer.screens
    }
    // If the visible stack does not end with the front screen, which may belong to another
    // coordinator, only the front screen is shown.
    let isTop = layer.id == document.layers.last?.id
    if isTop, let front = document.front, screens.last?.id != front.id { screens = [front] }
  }

  private init(_ node: CoordinatorNode) {
    switch node.kind {
    case .tabs:
      if let child = node.selectedChild { self = LayerFace(child) }
      tabBars.insert(node, at: 0)
    case .navigation:
      if let root = node.rootChild { self = LayerFace(root) }
      let pushed = node.children.filter { $0.attachment == .pushed }
      let own = node.stack + pushed.flatMap { LayerFace($0).screens }
      guard !own.isEmpty else { return }
      // A screen that is pushed over a tab bar covers the tab bar. Going back leads to the tab's
      // screen.
      if !tabBars.isEmpty { screens = screens.suffix(1) }
      tabBars = []
      screens += own
    }
  }
}
