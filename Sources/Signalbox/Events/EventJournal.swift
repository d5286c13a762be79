/// The newest events, kept as numbers in a ring.
struct EventJournal {
  private var ring: ContiguousArray<EventRecord> = []
  /// How many events there were, the dropped ones included.
  private(set) var count = 0
  /// How many events stay readable.
  let capacity: Int
  /// The texts of refusals, by sequence number: rare, so apart from the records.
  private var texts: [Int: String] = [:]

  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// The sequence number of the oldest readable event.
  var first: Int { max(1, count - ring.count + 1) }

  @inline(__always)
  mutating func append(_ record: EventRecord) {
    if ring.count < capacity {
      ring.append(record)
    } else {
      ring[count % capacity] = record
    }
    count += 1
  }

  /// Keeps a text for the newest event.
  mutating func attach(_ text: String) {
    if texts.count > capacity { texts = texts.filter { $0.key >= first } }
    texts[count] = text
  }

  func record(at sequence: Int) -> EventRecord { ring[(sequence - 1) % capacity] }
  func text(at sequence: Int) -> String? { texts[sequence] }
}
