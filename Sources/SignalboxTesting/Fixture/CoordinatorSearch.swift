internal import Signalbox

/// Finds running coordinators by type name.
struct CoordinatorSearch {
  private let engine: NavigationEngine

  init(_ engine: NavigationEngine) { self.engine = engine }

  /// Returns the frontmost coordinator of a type, or `nil` if there is none. The search considers
  /// the top coordinator, then its ancestors, and then all other coordinators.
  func nearest(_ type: String) -> CoordinatorID? {
    var candidates = engine.topCoordinator.map { [$0] } ?? []
    while let parent = candidates.last.flatMap(engine.parent(of:)) { candidates.append(parent) }
    return candidates.first { engine.typeName(of: $0) == type }
      ?? engine.tree.main.flatMap { find(type, in: $0) }
  }

  private func find(_ type: String, in node: CoordinatorNode) -> CoordinatorID? {
    for child in node.children.reversed() {
      if let found = find(type, in: child) { return found }
    }
    return node.type == type ? node.id : nil
  }
}
