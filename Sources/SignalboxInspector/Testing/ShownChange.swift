package import Signalbox

/// Changes that the value of an expectation shows, so that no other expectation is needed for them.
package enum ShownChange: Hashable, Sendable {
  /// All changes of a kind.
  case all(NavigationEvent.Kind)
  /// The changes of a kind with a name: the style of layers, the type of coordinators.
  case named(NavigationEvent.Kind, String)
  /// The changes of a kind with a subject.
  case subject(NavigationEvent.Kind, NavigationEvent.Subject)
  /// The change with the number of its event.
  case event(Int)
}

extension Set<ShownChange> {
  /// The changes that the screens of a stack show.
  package static let inStack: Self = [.all(.entryPushed), .all(.entryPopped), .all(.rootChanged)]
  /// The changes that the layers show.
  package static let inLayers: Self = [.all(.layerPresented), .all(.layerDismissed)]
  /// The changes that the tree of coordinators shows.
  package static let inTree = inStack.union(inLayers)
    .union([.all(.tabChanged), .all(.coordinatorFinished)])

  /// Returns the changes that the layers of a style show.
  package static func inLayers(of style: String) -> Self {
    [.named(.layerPresented, style), .named(.layerDismissed, style)]
  }

  /// Returns the changes that one visible screen shows: how it was pushed, and that it became the root
  /// of its coordinator.
  package static func showing(_ screen: StateDocument.Screen, in engine: NavigationEngine) -> Self {
    let push = ShownChange.subject(.entryPushed, .screen(screen.id))
    guard engine.stack(of: screen.owner).first?.id == screen.id else { return [push] }
    return [push, .subject(.rootChanged, .coordinator(screen.owner))]
  }
}

extension NavigationEvent {
  /// Whether the tree of coordinators shows the change; others are shown only by events.
  package var isInTree: Bool { Set<ShownChange>.inTree.contains(.all(kind)) }
}
