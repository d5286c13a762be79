public import Signalbox

/// Formats coordinators for renderers and prompts.
public enum CoordinatorText {
  /// Returns the name of a coordinator's type, or the coordinator's identifier if the tree does not
  /// contain the coordinator.
  ///
  /// - Parameters:
  ///   - id: The identifier of the coordinator.
  ///   - tree: The state that contains the coordinator.
  public static func type(of id: CoordinatorID, in tree: StateDocument) -> String {
    tree.coordinator(id).map { DisplayText.clean($0.type) } ?? id.description
  }

  /// Returns a screen's owner as text: the page id if the owner is a page's coordinator, otherwise
  /// the type name.
  ///
  /// - Parameters:
  ///   - screen: A screen of the tree.
  ///   - tree: The state that contains the screen's owner.
  public static func owner(of screen: StateDocument.Screen, in tree: StateDocument) -> String {
    guard let node = tree.coordinator(screen.owner) else { return screen.owner.description }
    return DisplayText.clean(node.page?.id ?? node.type)
  }
}
