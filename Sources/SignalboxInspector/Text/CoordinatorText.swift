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
    find(id, in: tree).map { DisplayText.clean($0.type) } ?? id.description
  }

  /// Returns a screen's owner as text: the page id if the owner is a page's coordinator, otherwise
  /// the type name.
  ///
  /// - Parameters:
  ///   - screen: A screen of the tree.
  ///   - tree: The state that contains the screen's owner.
  public static func owner(of screen: StateDocument.Screen, in tree: StateDocument) -> String {
    guard let node = find(screen.owner, in: tree) else { return screen.owner.description }
    return DisplayText.clean(node.page?.id ?? node.type)
  }

  /// Returns the coordinator with the given identifier. Cost: O(coordinators).
  ///
  /// - Parameters:
  ///   - id: The identifier of the coordinator.
  ///   - tree: The state to search. The result is `nil` if the state does not contain the
  ///     coordinator.
  public static func find(_ id: CoordinatorID, in tree: StateDocument) -> CoordinatorNode? {
    tree.coordinator(id)
  }
}
