package import Signalbox

/// Finds the visible screens in the layers and tabs of a state.
package struct VisibleScreens {
  private let tree: StateDocument

  /// Creates a reader for a state.
  package init(_ tree: StateDocument) { self.tree = tree }

  /// The layers above the root layer, lowest first, each with its topmost screen, which is `nil` if
  /// the layer shows no screen.
  package var modals: [(layer: StateDocument.Layer, screen: StateDocument.Screen?)] {
    tree.layers.dropFirst().map { layer in (layer, topmost(of: layer)) }
  }

  private func topmost(of layer: StateDocument.Layer) -> StateDocument.Screen? {
    if layer.id == tree.layers.last?.id { return tree.front }
    if !layer.showsOwner { return layer.screens.last }
    return tree.coordinator(layer.owner.id).flatMap(topmost(of:))
  }

  private func topmost(of node: CoordinatorNode) -> StateDocument.Screen? {
    if node.kind == .tabs { return node.selectedChild.flatMap(topmost(of:)) }
    let pushed = node.children.last { $0.attachment == .pushed }.flatMap(topmost(of:))
    return pushed ?? node.stack.last ?? node.rootChild.flatMap(topmost(of:))
  }

  /// The innermost visible tab coordinator of the topmost layer with tabs, or `nil` if no layer has
  /// tabs.
  package var tabs: CoordinatorNode? {
    for layer in tree.layers.reversed() where layer.showsOwner {
      let owner = tree.coordinator(layer.owner.id)
      if let found = owner.flatMap(innermostTabs(of:)) { return found }
    }
    return nil
  }

  private func innermostTabs(of owner: CoordinatorNode) -> CoordinatorNode? {
    var found: CoordinatorNode?
    var node: CoordinatorNode? = owner
    while let current = node {
      if current.kind == .tabs {
        found = current
        node = current.selectedChild
      } else {
        node = current.children.last { $0.attachment == .pushed } ?? current.rootChild
      }
    }
    return found
  }
}
