/// The newest events, kept as numbers.
struct EventJournal: ~Copyable {
  /// The index of an event is its sequence number less one.
  private var records = Log<EventRecord>()
  /// How many events stay readable.
  let capacity: Int
  /// The texts of refusals and links, the oldest event's first: rare, so apart from the records.
  private var texts = Log<(sequence: Int, text: String)>()
  private var textBytes = 0
  /// Events whose texts take more than so many bytes are dropped, the oldest first.
  private static let mostTextBytes = 4 << 20

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

  /// Forgets all events and begins to count again.
  mutating func removeAll() {
    records.restart()
    texts.restart()
    textBytes = 0
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
  mutating func attach(_ text: String) {
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

  func record(at sequence: Int) -> EventRecord { records[sequence - 1] }

  /// The text of an event. Cost: O(log(events with a text)).
  func text(at sequence: Int) -> String? {
    var (low, high) = (texts.start, texts.end)
    while low < high {
      let middle = (low + high) / 2
      if texts[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    guard low < texts.end, texts[low].sequence == sequence else { return nil }
    return texts[low].text
  }
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
