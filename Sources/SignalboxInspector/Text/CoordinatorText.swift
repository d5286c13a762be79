public import Signalbox

/// Coordinators in words: the spellings that pictures and prompts share.
public enum CoordinatorText {
  /// The name of a coordinator's type; its identifier when the tree does not have it.
  public static func type(of id: CoordinatorID, in tree: NavigationTree) -> String {
    find(id, in: tree).map { DisplayText.clean($0.type) } ?? id.description
  }

  /// Whose screen it is as people say it: the page's id, else the type's name.
  public static func owner(of screen: ScreenNode, in tree: NavigationTree) -> String {
    guard let node = find(screen.owner, in: tree) else { return screen.owner.description }
    if case .page(let id) = node.attachment { return DisplayText.clean(id) }
    return DisplayText.clean(node.type)
  }

  /// The coordinator of that identifier. Cost: O(coordinators).
  public static func find(_ id: CoordinatorID, in tree: NavigationTree) -> CoordinatorNode? {
    tree.coordinator(id)
  }
}
