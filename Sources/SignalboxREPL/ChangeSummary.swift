package import Signalbox
internal import SignalboxInspector
package import SignalboxScenarios

/// The changes that an input has made. They can be formatted as a line such as
/// `✓ push product { id = 42 }`.
package struct ChangeSummary {
  /// The changes, in the order in which they were made.
  private(set) var changes: [String] = []
  /// The operations that changed nothing, each with the reason.
  private(set) var rejections: [String] = []
  /// The operations that had no visible effect.
  private var invisible: [String] = []
  /// Whether the input ran an operation.
  private(set) var hasOperations = false
  /// The number of operations that changed the state.
  private(set) var transitionCount = 0
  /// Whether the input caused more events than the summary reads.
  private var isCutOff = false

  private static let maxEvents = 2000
  private static let maxParts = 5

  /// Creates a summary of the events that an input caused.
  ///
  /// - Parameter first: The number of the first event of the input.
  package init(_ engine: NavigationEngine, from first: Int) {
    let start = max(first, engine.eventCount - Self.maxEvents + 1)
    isCutOff = start > first
    let events = engine.events(from: start)
    guard !events.isEmpty else { return }
    let tree = engine.tree
    var group: [NavigationEvent] = []
    for event in events {
      if let last = group.last, last.operation != event.operation {
        add(group, tree)
        group = []
      }
      group.append(event)
    }
    add(group, tree)
  }

  /// The width of the line in cells, or `nil` if there is nothing to report.
  var lineWidth: Int? { line(.plain).map(DisplayText.width(of:)) }

  /// Returns the line, or `nil` if there is nothing to report.
  package func line(_ palette: TextPalette) -> String? {
    if !changes.isEmpty || (rejections.isEmpty && !invisible.isEmpty) {
      let parts = changes.isEmpty ? invisible : changes
      return "  \(palette.success("✓")) \(Self.list(parts, isCutOff))"
    }
    return rejections.isEmpty ? nil : "  \(palette.faint("·")) \(Self.list(rejections, isCutOff))"
  }

  /// Returns a line with the changes since an event and their author, such as
  /// `client 2: ✓ push product`, or `nil` if nothing has changed.
  package static func notice(
    of engine: NavigationEngine, from first: Int, by author: String
  ) -> String? {
    guard engine.eventCount >= first,
      let line = ChangeSummary(engine, from: first).line(.plain)?.trimmed, line.hasPrefix("✓")
    else { return nil }
    return "\(author): \(line)"
  }

  private static func list(_ parts: [String], _ isCutOff: Bool) -> String {
    let shown = parts.suffix(maxParts).joined(separator: " · ")
    guard parts.count > maxParts || isCutOff else { return shown }
    return isCutOff ? "… · \(shown)" : "… \(parts.count - maxParts) more · \(shown)"
  }

  /// Adds the events of one operation.
  private mutating func add(_ events: [NavigationEvent], _ tree: StateDocument) {
    guard let first = events.first, first.operation > 0 else { return }
    hasOperations = true
    let operation = first.call?.name ?? ""
    let change = ChangeDescription(events, tree: tree)
    // Opening a link before the launch changes nothing, but the link is kept for later.
    let kept = events.first { $0.kind == .linkQueued }
    for event in events where event.kind == .operationNoop || event.kind == .operationCancelled {
      rejections.append(change.sentence(for: kept ?? event))
    }
    guard events.contains(where: { $0.kind == .didNavigate }) || operation.isEmpty else { return }
    let parts = change.phrases
    transitionCount += 1
    if parts.isEmpty, events.contains(where: { $0.kind == .handlerFailed }) {
      rejections.append("\(operation): its handler failed")
    } else if parts.isEmpty {
      if !operation.isEmpty { invisible.append(operation) }
    } else {
      changes += parts.map(DisplayText.line)
    }
  }
}
