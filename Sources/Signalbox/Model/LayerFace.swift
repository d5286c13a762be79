/// The visible part of one layer: the visible stack and the tab bars around it.
///
/// Use it in a ``Stage`` that draws screens itself: a layer has one owner, but its visible contents
/// may belong to descendants that are behind tabs or at a root.
public struct LayerFace: Hashable, Sendable {
  /// The screens from the root up. The last one is visible.
  public private(set) var screens: [StateDocument.Screen] = []
  /// The tab coordinators whose bars are visible, outermost first.
  public private(set) var tabBars: [CoordinatorNode] = []

  init(_ layer: StateDocument.Layer, in document: StateDocument) {
    if layer.showsOwner, let owner = document.coordinator(layer.owner.id) {
      self = LayerFace(owner)
    } else {
      screens = layer.screens
    }
    // A screen that was pushed on top of everything may belong to another coordinator. The visible
    // screen decides.
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
      // A screen pushed over a tab bar covers it; going back leads to the screen of the tab.
      if !tabBars.isEmpty { screens = screens.suffix(1) }
      tabBars = []
      screens += own
    }
  }
}
