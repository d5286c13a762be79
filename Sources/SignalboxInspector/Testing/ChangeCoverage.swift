package import Signalbox

/// Records which changes the expectations in a test have compared.
package struct ChangeCoverage {
  /// The kinds of events that report changes.
  package static let changes: [NavigationEvent.Kind] = [
    .entryPushed, .entryPopped, .layerPresented, .layerDismissed, .tabChanged, .rootChanged,
    .coordinatorFinished, .exitRequested, .linkUnhandled, .handlerFailed,
  ]

  /// The names of these kinds.
  package static let names = changes.map(\.name)
  /// What a name of these kinds is, for messages.
  package static let expectedName =
    "an event that reports a change: \(names.joined(separator: ", "))"

  /// The number of the last event that was compared.
  private var last: [ShownChange: Int] = [:]

  /// Creates coverage before any expectation.
  package init() {}

  /// An expectation has compared changes.
  ///
  /// - Parameter event: The number of the last event.
  package mutating func cover(_ changes: Set<ShownChange>, upTo event: Int) {
    for change in changes { last[change] = event }
  }

  /// All changes need no expectation.
  package mutating func coverAll(upTo event: Int) {
    cover(Set(Self.changes.map { .all($0) }), upTo: event)
  }

  /// Returns the changes that no expectation has compared, in order. Cost: O(events).
  package func uncovered(in engine: NavigationEngine) -> [NavigationEvent] {
    let kinds = Set(Self.changes)
    let first = 1 + (Self.changes.map { last[.all($0)] ?? 0 }.min() ?? 0)
    return engine.events(from: first).filter { event in
      kinds.contains(event.kind) && !covers(event)
        // The layer of the application itself follows from its root.
        && !(event.kind == .layerPresented && event.name == "root")
        // Reported as an error.
        && event.kind != .handlerFailed
    }
  }

  private func covers(_ event: NavigationEvent) -> Bool {
    let changes: [ShownChange] = [
      .all(event.kind), .named(event.kind, event.name), .subject(event.kind, event.subject),
      .event(event.sequence),
    ]
    return changes.contains { last[$0].map { event.sequence <= $0 } ?? false }
  }

  /// Returns an event as text, `entry.popped product userBack`, without parts that differ from run
  /// to run.
  package static func text(of event: NavigationEvent) -> String {
    [event.kind.name, event.name, event.explanation].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
