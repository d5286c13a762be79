/// What the user sees of one layer: the stack that is walked, and the tab bars around it.
///
/// For a ``Stage`` that draws screens itself: a layer names its owner, and what is seen of it may
/// belong to children deep below, behind tabs or in the place of a root.
public struct LayerFace: Hashable, Sendable {
  /// The screens from the root up; the last one is what the user sees of the layer.
  public private(set) var screens: [StateDocument.Screen] = []
  /// The tab coordinators whose bars are visible, the outermost first.
  public private(set) var tabBars: [CoordinatorNode] = []

  init(_ layer: StateDocument.Layer, in document: StateDocument) {
    if layer.showsOwner, let owner = document.coordinator(layer.owner.id) {
      self = LayerFace(owner)
    } else {
      screens = layer.screens
    }
    // What was pushed "in front" may belong to another coordinator; what is seen decides.
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
      // A screen pushed over a tab bar hides it; the way back leads to what the tab showed.
      if !tabBars.isEmpty { screens = screens.suffix(1) }
      tabBars = []
      screens += own
    }
  }
}
