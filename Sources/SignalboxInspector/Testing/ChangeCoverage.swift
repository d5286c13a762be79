package import Signalbox

/// The changes that the expectations of a test have compared.
package struct ChangeCoverage {
  /// The kinds of events that report changes.
  package static let changes: [NavigationEvent.Kind] = [
    .entryPushed, .entryPopped, .layerPresented, .layerDismissed, .tabChanged, .rootChanged,
    .coordinatorFinished, .exitRequested, .linkUnhandled, .handlerFailed,
  ]

  /// The number of the last event of each kind that was compared.
  private var last: [NavigationEvent.Kind: Int] = [:]

  /// Creates coverage without expectations.
  package init() {}

  /// An expectation has compared all events of some kinds.
  ///
  /// - Parameter event: The number of the last event.
  package mutating func cover(_ kinds: Set<NavigationEvent.Kind>, upTo event: Int) {
    for kind in kinds { last[kind] = event }
  }

  /// All changes need no expectation.
  package mutating func coverAll(upTo event: Int) { cover(Set(Self.changes), upTo: event) }

  /// Returns the changes that no expectation has compared, in order. Cost: O(events).
  package func uncovered(in engine: NavigationEngine) -> [NavigationEvent] {
    let kinds = Set(Self.changes)
    let first = 1 + (Self.changes.map { last[$0] ?? 0 }.min() ?? 0)
    return engine.events(from: first).filter { event in
      kinds.contains(event.kind) && event.sequence > last[event.kind] ?? 0
        // The layer of the application itself follows from its root.
        && !(event.kind == .layerPresented && event.name == "root")
        // Reported as an error.
        && event.kind != .handlerFailed
    }
  }

  /// Returns an event as text, `entry.popped product userBack`, without parts that differ from run
  /// to run.
  package static func text(of event: NavigationEvent) -> String {
    [event.kind.name, event.name, event.explanation].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension Set<NavigationEvent.Kind> {
  /// The changes that the screens of a stack show.
  package static let inStack: Self = [.entryPushed, .entryPopped, .rootChanged]
  /// The changes that the layers show.
  package static let inLayers: Self = [.layerPresented, .layerDismissed]
  /// The changes that the topmost screens of layers show.
  package static let inModals = inLayers.union(inStack)
  /// The changes that the tree of coordinators shows.
  package static let inTree: Self =
    inModals.union([.tabChanged, .coordinatorFinished])
}
