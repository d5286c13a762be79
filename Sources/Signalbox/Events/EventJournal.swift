/// The newest events, kept as numbers.
struct EventJournal: ~Copyable {
  /// The index of an event is its sequence number less one.
  private var records = Log<EventRecord>()
  /// How many events stay readable.
  let capacity: Int
  /// The texts of refusals, by sequence number: rare, so apart from the records.
  private var texts: [Int: String] = [:]

  init(capacity: Int) { self.capacity = max(1, capacity) }

  /// How many events there were, the dropped ones included.
  var count: Int { records.end }
  /// The sequence number of the oldest readable event.
  var first: Int { max(1, records.start + 1) }

  /// Makes room for so many events, so that ``appendReserved(_:)`` may follow as often.
  @inline(__always)
  mutating func reserve(_ events: Int) {
    if records.count + events > capacity {
      records.forget(before: max(records.start, records.end + events - capacity))
    }
    records.reserve(events)
  }

  @inline(__always)
  mutating func appendReserved(_ record: EventRecord) { records.appendReserved(record) }

  @inline(__always)
  mutating func append(_ record: EventRecord) {
    if records.count == capacity { records.forget(before: records.start + 1) }
    records.append(record)
  }

  /// Keeps a text for the newest event.
  mutating func attach(_ text: String) {
    if texts.count > capacity {
      let first = first
      texts = texts.filter { $0.key >= first }
    }
    texts[count] = text
  }

  func record(at sequence: Int) -> EventRecord { records[sequence - 1] }
  func text(at sequence: Int) -> String? { texts[sequence] }
}
