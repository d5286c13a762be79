public import Signalbox

/// Coordinators as text: the spellings that renderers and prompts share.
public enum CoordinatorText {
  /// Returns the name of a coordinator's type, or its identifier if it is not in the tree.
  public static func type(of id: CoordinatorID, in tree: StateDocument) -> String {
    find(id, in: tree).map { DisplayText.clean($0.type) } ?? id.description
  }

  /// Returns the owner of a screen as text: the page's id, otherwise the type's name.
  public static func owner(of screen: StateDocument.Screen, in tree: StateDocument) -> String {
    guard let node = find(screen.owner, in: tree) else { return screen.owner.description }
    return DisplayText.clean(node.page?.id ?? node.type)
  }

  /// Returns the coordinator of an identifier. Cost: O(coordinators).
  public static func find(_ id: CoordinatorID, in tree: StateDocument) -> CoordinatorNode? {
    tree.coordinator(id)
  }
}
