internal import Signalbox

/// The events that expectations have compared, tracked separately for each kind.
struct ComparedEvents {
  /// The number of the last event that needs no expectation.
  private var start = 0
  /// For each kind, the sequence number up to which events have been compared.
  private var last: [NavigationEvent.Kind: Int] = [:]

  /// Records that the events up to the given event need no expectation.
  mutating func skip(upTo event: Int) {
    start = event
    last = [:]
  }

  /// Returns the events of the given kinds that have not been returned before, oldest first.
  mutating func takeNew(
    _ kinds: Set<NavigationEvent.Kind>, in engine: NavigationEngine
  ) -> [NavigationEvent] {
    let first = 1 + (kinds.map { last[$0] ?? start }.min() ?? start)
    let new = engine.events(from: first).filter {
      kinds.contains($0.kind) && $0.sequence > last[$0.kind] ?? start
    }
    for kind in kinds { last[kind] = engine.eventCount }
    return new
  }
}
