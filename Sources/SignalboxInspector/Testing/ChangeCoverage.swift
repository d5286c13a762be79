package import Signalbox

/// Records the changes that a test's expectations have compared.
package struct ChangeCoverage {
  /// The kinds of events that report changes.
  package static let changes: [NavigationEvent.Kind] = [
    .entryPushed, .entryPopped, .layerPresented, .layerDismissed, .tabChanged, .rootChanged,
    .coordinatorFinished, .exitRequested, .linkUnhandled, .handlerFailed,
  ]

  /// The names of the event kinds in ``changes``.
  package static let names = changes.map(\.name)
  /// A description of the valid ``names``, for messages.
  package static let expectedName =
    "an event that reports a change: \(names.joined(separator: ", "))"

  /// For each shown change, the number of the last event that has been compared.
  private var last: [ShownChange: Int] = [:]

  /// Creates coverage in which no change has been compared.
  package init() {}

  /// Records that an expectation has compared changes.
  ///
  /// - Parameter event: The number of the last event that the comparison includes.
  package mutating func cover(_ changes: Set<ShownChange>, upTo event: Int) {
    for change in changes { last[change] = event }
  }

  /// Records that all changes up to an event have been compared.
  package mutating func coverAll(upTo event: Int) {
    cover(Set(Self.changes.map { .all($0) }), upTo: event)
  }

  /// Returns the changes that need an expectation but that no expectation has compared, oldest
  /// first. Cost: O(events).
  package func uncovered(in engine: NavigationEngine) -> [NavigationEvent] {
    let kinds = Set(Self.changes)
    let first = 1 + (Self.changes.map { last[.all($0)] ?? 0 }.min() ?? 0)
    return engine.events(from: first).filter { event in
      kinds.contains(event.kind) && !covers(event)
        // The root layer needs no separate expectation.
        && !(event.kind == .layerPresented && event.name == "root")
        // A failed handler is already reported as an error.
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

  /// Returns an event as text, such as `entry.popped product userBack`, without parts that differ
  /// between runs.
  package static func text(of event: NavigationEvent) -> String {
    [event.kind.name, event.name, event.explanation].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
