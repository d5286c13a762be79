public import Signalbox

/// Coordinators in words: the spellings that renderers and prompts share.
public enum CoordinatorText {
  /// The name of a coordinator's type; its identifier when the tree does not have it.
  public static func type(of id: CoordinatorID, in tree: StateDocument) -> String {
    find(id, in: tree).map { DisplayText.clean($0.type) } ?? id.description
  }

  /// Whose screen it is as people say it: the page's id, else the type's name.
  public static func owner(of screen: StateDocument.Screen, in tree: StateDocument) -> String {
    guard let node = find(screen.owner, in: tree) else { return screen.owner.description }
    return DisplayText.clean(node.page?.id ?? node.type)
  }

  /// The coordinator of that identifier. Cost: O(coordinators).
  public static func find(_ id: CoordinatorID, in tree: StateDocument) -> CoordinatorNode? {
    tree.coordinator(id)
  }
}
