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

  /// Writes at most so many events in one go.
  @inline(__always)
  mutating func write(_ count: Int, _ body: (inout Log<EventRecord>.Writer) -> Void) {
    records.write(count, body)
    if records.count > capacity { records.forget(before: records.end - capacity) }
  }

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
