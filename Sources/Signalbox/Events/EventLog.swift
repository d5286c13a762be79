/// Names an observation.
public struct ObserverID: Hashable, Sendable {
  fileprivate let number: Int
}

/// The newest events, and who observes them.
struct EventLog: ~Copyable {
  /// Who gets which events.
  struct Observer {
    let id: ObserverID
    let kinds: UInt64
    /// The coordinator that observes, where it was said.
    let owner: CoordinatorID?
    /// The type of that coordinator.
    let ownerType: String
    /// Gets the number of the event.
    let handler: (Int) throws -> Void
  }

  /// The index of an event is its sequence number less one.
  private var records = Log<EventRecord>()
  /// How many events stay readable.
  let capacity: Int
  /// The texts of refusals and links, the oldest event's first: rare, so apart from the records.
  private var texts = Log<(sequence: Int, text: String)>()
  private var textBytes = 0
  /// Events whose texts take more than so many bytes are dropped, the oldest first.
  private static let mostTextBytes = 4 << 20

  private(set) var observers: [Observer] = []
  /// The kinds that any of them wants: an event without observers costs one test.
  private(set) var observedKinds: UInt64 = 0
  private var lastObserver = 0
  /// Ends the event streams with the engine.
  private var streamEnds: [ObserverID: StreamEnd] = [:]
  /// Whether observers get a failure just now, whose own failures they do not get.
  private var isReportingFailure = false

  init(capacity: Int) { self.capacity = max(1, capacity) }

  /// How many events there were, the dropped ones included.
  var count: Int { records.end }
  /// The sequence number of the oldest readable event.
  var first: Int { max(1, records.start + 1) }

  /// Writes at most so many events in one go.
  @inline(__always)
  mutating func write(_ count: Int, _ body: (inout Log<EventRecord>.Writer) -> Void) {
    records.write(count, body)
    if records.count > capacity { records.forget(before: records.end - capacity) }
  }

  @inline(__always)
  mutating func append(_ record: EventRecord, text: String?) {
    if records.count == capacity { records.forget(before: records.start + 1) }
    records.append(record)
    if let text { attach(text) }
  }

  /// Forgets all events, begins to count again, and has other observers.
  mutating func restart(observers list: [Observer]) {
    records.restart()
    texts.restart()
    textBytes = 0
    streamEnds = [:]
    isReportingFailure = false
    observers = list
    updateKinds()
  }

  /// Drops the older half of the events. Cost: O(what goes and what stays).
  ///
  /// - Parameter least: How many stay at least, the newest.
  /// - Returns: How many went.
  mutating func release(keepingHalfOver least: Int) -> Int {
    let dropped = records.count - max(min(least, records.count), records.count / 2)
    records.forget(before: records.start + dropped)
    records.shrink()
    dropTexts()
    texts.shrink()
    return dropped
  }

  /// Keeps a text for the newest event.
  private mutating func attach(_ text: String) {
    dropTexts()
    texts.append((sequence: count, text: text))
    textBytes += text.utf8.count
    while textBytes > Self.mostTextBytes, texts.count > 1 {
      records.forget(before: texts[texts.start].sequence)
      dropTexts()
    }
  }

  /// Forgets the texts of events that are no longer readable.
  private mutating func dropTexts() {
    var oldest = texts.start
    while oldest < texts.end, texts[oldest].sequence < first {
      textBytes -= texts[oldest].text.utf8.count
      oldest += 1
    }
    texts.forget(before: oldest)
  }

  // MARK: - Reading

  /// The numbers of the readable events.
  var readable: Range<Int> { first..<max(first, count + 1) }

  func record(at sequence: Int) -> EventRecord { records[sequence - 1] }

  /// The event of a readable number.
  func event(at sequence: Int, _ symbols: SymbolTable) -> NavigationEvent {
    let record = record(at: sequence)
    return NavigationEvent(
      sequence: sequence, time: record.time, operation: Int(record.operation), kind: record.kind,
      subject: record.subject, name: symbols[record.name],
      other: record.other.isNone ? nil : record.other, reason: record.reason,
      detail: text(at: sequence), isHidden: record.isHidden)
  }

  /// The text of an event. Cost: O(log(events with a text)).
  private func text(at sequence: Int) -> String? {
    var (low, high) = (texts.start, texts.end)
    while low < high {
      let middle = (low + high) / 2
      if texts[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    guard low < texts.end, texts[low].sequence == sequence else { return nil }
    return texts[low].text
  }

  // MARK: - Observers

  @inline(__always)
  func isObserved(_ kinds: UInt64) -> Bool { observedKinds & kinds != 0 }

  mutating func observe(
    _ kinds: [NavigationEvent.Kind], owner: CoordinatorID?, ownerType: String,
    _ handler: @escaping (Int) throws -> Void
  ) -> ObserverID {
    lastObserver += 1
    let id = ObserverID(number: lastObserver)
    let wanted = kinds.reduce(0 as UInt64) { $0 | $1.bit }
    observers.append(
      Observer(id: id, kinds: wanted, owner: owner, ownerType: ownerType, handler: handler))
    observedKinds |= wanted
    return id
  }

  /// Ends an observation, and the stream that it feeds.
  mutating func stopObserving(_ id: ObserverID) {
    observers.removeAll { $0.id == id }
    streamEnds[id] = nil
    updateKinds()
  }

  /// Ends a stream with its observation, or with the engine.
  mutating func keep(_ end: StreamEnd, for id: ObserverID) { streamEnds[id] = end }

  private mutating func updateKinds() { observedKinds = observers.reduce(0) { $0 | $1.kinds } }

  /// Begins to report a failure; `false` where that is a failure over another one.
  mutating func beginFailure() -> Bool {
    defer { isReportingFailure = true }
    return !isReportingFailure
  }

  mutating func endFailure() { isReportingFailure = false }

  /// Whether any stream is open.
  var hasStreams: Bool { !streamEnds.isEmpty }
}

extension Log<EventRecord>.Writer {
  /// Writes an event of an operation at a time.
  @inline(__always)
  mutating func write(_ record: EventRecord, _ operation: UInt32, _ time: Int) {
    var record = record
    record.operation = operation
    record.time = time
    append(record)
  }
}
