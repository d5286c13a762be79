package import Signalbox

/// A change, or a set of changes, that the value of an expectation shows. Such changes need no
/// other expectation.
package enum ShownChange: Hashable, Sendable {
  /// All changes of a kind.
  case all(NavigationEvent.Kind)
  /// The changes of a kind with a given layer style or coordinator type.
  case named(NavigationEvent.Kind, String)
  /// The changes of a kind with a given subject.
  case subject(NavigationEvent.Kind, NavigationEvent.Subject)
  /// The change with a given event number.
  case event(Int)
}

extension Set<ShownChange> {
  /// The changes that a stack's screens show.
  package static let inStack: Self = [.all(.entryPushed), .all(.entryPopped), .all(.rootChanged)]
  /// The changes that the layers show.
  package static let inLayers: Self = [.all(.layerPresented), .all(.layerDismissed)]
  /// The changes that the coordinator tree shows.
  package static let inTree = inStack.union(inLayers)
    .union([.all(.tabChanged), .all(.coordinatorFinished)])

  /// Returns the changes that the layers of a style show.
  package static func inLayers(of style: String) -> Self {
    [.named(.layerPresented, style), .named(.layerDismissed, style)]
  }

  /// Returns the changes that a visible screen shows: its push and, for the first screen of a
  /// stack, the change of the coordinator's root.
  package static func showing(_ screen: StateDocument.Screen, in engine: NavigationEngine) -> Self {
    let push = ShownChange.subject(.entryPushed, .screen(screen.id))
    guard engine.stack(of: screen.owner).first?.id == screen.id else { return [push] }
    return [push, .subject(.rootChanged, .coordinator(screen.owner))]
  }
}

extension NavigationEvent {
  /// Whether the coordinator tree shows the change. Changes that the tree does not show are visible
  /// only in events.
  package var isInTree: Bool { Set<ShownChange>.inTree.contains(.all(kind)) }
}
