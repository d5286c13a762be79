/// A record's place in its table.
typealias Slot = UInt32

extension Slot {
  /// No record.
  static let none: Slot = .max
}

/// What a ``Table`` stores.
protocol TableRecord {
  /// The record of a free place.
  static var vacant: Self { get }
  /// Whether the place is free.
  var isVacant: Bool { get }
}

/// Records in stable places, with the log of their former contents.
///
/// Every write first logs what stood there, so that an operation can be taken back, an older
/// state rebuilt, and nothing is ever copied whole. Reading, writing, inserting and removing are
/// O(1). Marks are indices of the log; they stay what they are when the oldest part is forgotten.
struct Table<Record: TableRecord>: ~Copyable {
  struct Change {
    let slot: Slot
    var record: Record
  }

  private var records = Buffer<Record>()
  private var vacancies = Buffer<Slot>()
  /// What stood in the changed places, oldest change first.
  private var changes = Log<Change>()
  /// What undoing wrote, the last undone last: enough to do it again.
  private var undone = Log<Change>()

  /// How many records live in the table.
  var count: Int { records.count - vacancies.count }
  /// The present point of the log.
  @inline(__always)
  var mark: Int { changes.end }
  /// How many changes can be taken back.
  @inline(__always)
  var changeCount: Int { changes.count }
  /// The places that records live in. Cost: O(places).
  var slots: [Slot] {
    (0..<records.count).filter { !records[$0].isVacant }.map { Slot($0) }
  }

  @inline(__always)
  subscript(slot: Slot) -> Record { records[Int(slot)] }

  /// The record in a place, or `nil` when the place is free or was never there.
  @inline(__always)
  func record(at slot: Slot) -> Record? {
    guard Int(slot) < records.count, !records[Int(slot)].isVacant else { return nil }
    return records[Int(slot)]
  }

  @inline(__always)
  mutating func insert(_ record: Record) -> Slot {
    if let slot = vacancies.popLast() {
      changes.append(Change(slot: slot, record: records[Int(slot)]))
      records[Int(slot)] = record
      return slot
    }
    let slot = Slot(records.count)
    records.append(record)
    changes.append(Change(slot: slot, record: .vacant))
    return slot
  }

  @inline(__always)
  mutating func remove(_ slot: Slot) {
    changes.append(Change(slot: slot, record: records[Int(slot)]))
    records[Int(slot)] = .vacant
    vacancies.append(slot)
  }

  @inline(__always)
  mutating func update(_ slot: Slot, _ change: (inout Record) -> Void) {
    changes.append(Change(slot: slot, record: records[Int(slot)]))
    records.update(Int(slot), change)
  }

  /// Takes back every change after `mark`, newest first, and forgets them. Cost: O(changes).
  mutating func rollBack(to mark: Int) {
    while changes.end > mark, let change = changes.popLast() {
      let isVacantNow = records[Int(change.slot)].isVacant
      records[Int(change.slot)] = change.record
      // Vacancies are a stack, so undoing in reverse order finds them in the order it left them.
      switch (isVacantNow, change.record.isVacant) {
      case (false, true): vacancies.append(change.slot)
      case (true, false): _ = vacancies.popLast()
      default: break
      }
    }
  }

  /// Shows the contents from before `mark`; ``restore(from:)`` brings the newer ones back. Nothing
  /// may be written in between. Cost: O(changes).
  mutating func rewind(to mark: Int) {
    var index = changes.end
    while index > mark {
      index -= 1
      exchange(index)
    }
  }

  /// Ends what ``rewind(to:)`` began.
  mutating func restore(from mark: Int) {
    var index = mark
    while index < changes.end {
      exchange(index)
      index += 1
    }
  }

  private mutating func exchange(_ index: Int) {
    let change = changes[index]
    changes[index] = Change(slot: change.slot, record: records[Int(change.slot)])
    records[Int(change.slot)] = change.record
  }

  /// A table of its own with the same records and the same log. Cost: O(size).
  func separateCopy() -> Table {
    var copy = Table()
    copy.records = records.separateCopy()
    copy.vacancies = vacancies.separateCopy()
    copy.changes = changes.separateCopy()
    return copy
  }

  /// Makes the table empty, with no log; keeps the room.
  mutating func removeAll() {
    records.removeAll()
    vacancies.removeAll()
    changes.restart()
    undone.restart()
  }

  /// Forgets the log; older states can no longer be rebuilt.
  @inline(__always)
  mutating func forgetChanges() { changes.forget(before: changes.end) }

  // MARK: - Going back and forth

  /// Writes a place whatever stands there, as one more change. Cost: O(1) in reverse order of time.
  mutating func put(_ record: Record, at slot: Slot) {
    let isVacantNow = records[Int(slot)].isVacant
    changes.append(Change(slot: slot, record: records[Int(slot)]))
    records[Int(slot)] = record
    switch (isVacantNow, record.isVacant) {
    case (false, true): vacancies.append(slot)
    case (true, false):
      if let index = vacancies.lastIndex(where: { $0 == slot }) { vacancies.remove(at: index) }
    default: break
    }
  }

  /// Takes back the changes between two marks, newest first, by writing again. Cost: O(changes).
  mutating func revert(from mark: Int, to end: Int) {
    var index = end
    while index > mark {
      index -= 1
      put(changes[index].record, at: changes[index].slot)
    }
  }

  /// What the log holds between two marks. Cost: O(changes).
  func changes(from mark: Int, to end: Int) -> ContiguousArray<Change> {
    changes.elements(from: mark, to: end)
  }

  /// What stood in each place that changed since a mark, before its first change.
  func firstContents(since mark: Int) -> [(slot: Slot, record: Record)] {
    var first: [(slot: Slot, record: Record)] = []
    // Most steps change a place or two: a set would cost more than looking through them.
    guard changes.end - mark > 16 else {
      for index in mark..<changes.end {
        let change = changes[index]
        if !first.contains(where: { $0.slot == change.slot }) {
          first.append((change.slot, change.record))
        }
      }
      return first
    }
    var seen = Set<Slot>()
    for index in mark..<changes.end where seen.insert(changes[index].slot).inserted {
      first.append((changes[index].slot, changes[index].record))
    }
    return first
  }

  /// Hands over every record that stands in the table, that it can go back to or do again.
  /// Cost: O(places and changes).
  func forEachKept(_ body: (Record) -> Void) {
    for index in 0..<records.count { body(records[index]) }
    for index in changes.start..<changes.end { body(changes[index].record) }
    for index in undone.start..<undone.end { body(undone[index].record) }
  }

  // MARK: - Redoing

  /// The present end of what was undone.
  @inline(__always)
  var undoneMark: Int { undone.end }

  /// Keeps the changes between two marks as undone. Cost: O(changes).
  @inline(__always)
  mutating func keepUndone(from mark: Int, to end: Int) {
    for index in mark..<end { undone.append(changes[index]) }
  }

  /// Does again what was undone between two of its marks, by writing. Cost: O(changes).
  mutating func redo(from mark: Int, to end: Int) {
    var index = end
    while index > mark {
      index -= 1
      put(undone[index].record, at: undone[index].slot)
    }
  }

  /// Forgets what was undone after one of its marks.
  @inline(__always)
  mutating func forgetUndone(after mark: Int) { undone.removeAll(from: mark) }

  // MARK: - Forgetting

  /// Forgets the newest part of the log; the contents stay.
  mutating func forgetChanges(after mark: Int) { changes.removeAll(from: mark) }

  /// Gives back the room that the log does not need. Cost: O(the log).
  mutating func shrinkChanges() {
    changes.shrink()
    undone.shrink()
  }

  /// Forgets the oldest part of the log.
  @inline(__always)
  mutating func forgetChanges(before mark: Int) { changes.forget(before: mark) }
}
