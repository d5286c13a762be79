/// The structural events of an uncommitted operation, in the order in which they occurred.
/// Benchmark: `W1`.
struct ChangeRecords: ~Copyable {
  private var records = Buffer<EventRecord>()
  /// The strings of records about badges and text fields, keyed by the indices of the records. Few
  /// records have a string, so the strings are stored separately.
  private var texts: [Int: String] = [:]

  @inline(__always)
  var count: Int { records.count }
  /// The record indices, from 0.
  var indices: Range<Int> { records.indices }
  /// A copy of the records as an array. Cost: O(count).
  var elements: [EventRecord] { records.elements }
  /// Whether any record stores a string.
  @inline(__always)
  var haveTexts: Bool { !texts.isEmpty }

  @inline(__always)
  subscript(index: Int) -> EventRecord {
    get { records[index] }
    set { records[index] = newValue }
  }

  /// Returns a copy of the records. Cost: O(count).
  func separateCopy() -> ChangeRecords {
    var copy = ChangeRecords()
    copy.copy(self)
    return copy
  }

  /// Replaces the records with the records of another list.
  mutating func copy(_ other: borrowing ChangeRecords) {
    records.copy(other.records)
    texts = other.texts
  }

  /// Returns the string that a record stores, or `nil` if it stores none.
  func text(at index: Int) -> String? { texts[index] }

  /// Writes each record with its string, if any.
  @inline(__always)
  func forEach(_ write: EventLog.Write) {
    for index in 0..<count { write(records[index], texts.isEmpty ? nil : texts[index]) }
  }

  @inline(__always)
  mutating func append(_ record: EventRecord) { records.append(record) }

  mutating func append(_ record: EventRecord, text: String?) {
    if let text { texts[records.count] = text }
    records.append(record)
  }

  /// Removes all records but keeps the allocated capacity.
  @inline(__always)
  mutating func removeAll() {
    records.removeAll()
    if !texts.isEmpty { texts = [:] }
  }

  /// Removes the records starting at an index.
  mutating func removeAll(from index: Int) {
    records.removeAll(from: index)
    if !texts.isEmpty { texts = texts.filter { $0.key < index } }
  }
}
