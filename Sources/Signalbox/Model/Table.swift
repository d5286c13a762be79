/// The index of a record in its table.
typealias Slot = UInt32

extension Slot {
  /// The slot value that refers to no record.
  static let none: Slot = .max
}

/// A record that can be stored in a ``Table``.
protocol TableRecord {
  /// The contents of a free slot.
  static var vacant: Self { get }
  /// Whether the slot is free.
  var isVacant: Bool { get }
}

/// The kinds of work that can be performed on the changes of tables between two marks.
enum TableWork {
  case rollBack, rewind, restore, revert, keepUndone, redo
  case forgetUndone, forgetAfter, forgetBefore, shrink

  /// Whether the work changes the log in any way other than by appending or rolling back.
  var rewritesLog: Bool {
    switch self {
    case .keepUndone, .forgetUndone, .forgetAfter, .forgetBefore: true
    case .rollBack, .rewind, .restore, .revert, .redo, .shrink: false
    }
  }
}

/// A table of records in stable slots, with a log of previous contents.
///
/// Before every write except ``settle(_:at:)``, the previous contents are added to the log, so that
/// an operation can be rolled back and an older state can be rebuilt without copying the table.
/// Reading, writing, inserting and removing cost O(1). Marks are indices into the log and remain
/// valid when the oldest part of the log is removed. Benchmark: `W1`.
struct Table<Record: TableRecord>: ~Copyable {
  /// A slot and the contents that a change has replaced.
  struct Change {
    let slot: Slot
    var record: Record
  }

  private var records = Buffer<Record>()
  private var vacancies = Buffer<Slot>()
  /// The previous contents of changed slots, oldest change first.
  private var changes = Log<Change>()
  /// The contents that undo has replaced, for redo. The most recently replaced contents are at the
  /// end.
  private var undone = Log<Change>()
  /// A number that changes whenever the contents or the log change, except in ``rewind(to:)`` and
  /// ``restore(from:)``.
  private(set) var version = 0

  /// The number of records in the table.
  var count: Int { records.count - vacancies.count }
  /// The current end of the log.
  @inline(__always)
  var mark: Int { changes.end }
  /// The number of changes that can be rolled back.
  @inline(__always)
  var changeCount: Int { changes.count }
  /// Calls a function for each slot that contains a record. Cost: O(slots).
  func forEachSlot<Failure: Error>(
    _ body: (Slot) throws(Failure) -> Void
  ) throws(Failure) {
    for index in 0..<records.count where !records[index].isVacant { try body(Slot(index)) }
  }

  /// The slots that contain records. Cost: O(slots).
  var slots: [Slot] {
    (0..<records.count).filter { !records[$0].isVacant }.map { Slot($0) }
  }

  @inline(__always)
  subscript(slot: Slot) -> Record { records[Int(slot)] }

  /// Returns the record in a slot, or `nil` if the slot is free or does not exist.
  @inline(__always)
  func record(at slot: Slot) -> Record? {
    guard Int(slot) < records.count, !records[Int(slot)].isVacant else { return nil }
    return records[Int(slot)]
  }

  @inline(__always)
  mutating func insert(_ record: Record) -> Slot {
    version &+= 1
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
    version &+= 1
    changes.append(Change(slot: slot, record: records[Int(slot)]))
    records[Int(slot)] = .vacant
    vacancies.append(slot)
  }

  @inline(__always)
  mutating func update(_ slot: Slot, _ change: (inout Record) -> Void) {
    version &+= 1
    changes.append(Change(slot: slot, record: records[Int(slot)]))
    records.update(Int(slot), change)
  }

  /// Removes all records. Subsequent records are inserted into the given slots, in the given order.
  /// Cost: O(slots).
  mutating func clear(next slots: [Slot] = []) {
    version &+= 1
    for slot in self.slots { remove(slot) }
    let count = slots.max().map { Int($0) + 1 } ?? 0
    while records.count < count { records.append(.vacant) }
    let planned = Set(slots)
    vacancies.removeAll()
    for slot in (0..<Slot(records.count)).reversed() where !planned.contains(slot) {
      vacancies.append(slot)
    }
    for slot in slots.reversed() { vacancies.append(slot) }
  }

  mutating func perform(_ work: TableWork, from mark: Int, to end: Int) {
    if work.rewritesLog { version &+= 1 }
    switch work {
    case .rollBack: rollBack(to: mark)
    case .rewind: rewind(to: mark)
    case .restore: restore(from: mark)
    case .revert:
      var index = end
      while index > mark {
        index -= 1
        put(changes[index])
      }
    case .keepUndone: for index in mark..<end { undone.append(changes[index]) }
    case .redo:
      var index = end
      while index > mark {
        index -= 1
        put(undone[index])
      }
    case .forgetUndone: undone.removeAll(from: mark)
    case .forgetAfter: changes.removeAll(from: min(mark, changes.end))
    case .forgetBefore: changes.forget(before: min(mark, changes.end))
    case .shrink:
      changes.shrink()
      undone.shrink()
    }
  }

  /// Rolls back all changes after `mark`, newest first, and removes them from the log. Cost:
  /// O(changes after the mark).
  private mutating func rollBack(to mark: Int) {
    while changes.end > mark, let change = changes.popLast() {
      version &+= 1
      let isVacantNow = records[Int(change.slot)].isVacant
      records[Int(change.slot)] = change.record
      // Free slots form a stack, so undoing in reverse order reuses the same slots.
      switch (isVacantNow, change.record.isVacant) {
      case (false, true): vacancies.append(change.slot)
      case (true, false): _ = vacancies.popLast()
      default: break
      }
    }
  }

  /// Makes the contents as of `mark` visible. Call ``restore(from:)`` to make the newer contents
  /// visible again. The table must not be changed in between. Cost: O(changes after the mark).
  private mutating func rewind(to mark: Int) {
    var index = changes.end
    while index > mark {
      index -= 1
      exchange(index)
    }
  }

  /// Reverses ``rewind(to:)``.
  private mutating func restore(from mark: Int) {
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

  /// Replaces the records and the log with copies of those of another table. Cost: O(size of both
  /// tables and their logs).
  ///
  /// - Parameter keepsUndone: Whether undone changes are copied as well.
  mutating func copy(_ other: borrowing Table, keepsUndone: Bool) {
    version &+= 1
    records.copy(other.records)
    vacancies.copy(other.vacancies)
    changes.copy(other.changes)
    if keepsUndone { undone.copy(other.undone) }
  }

  // MARK: - Undo and redo

  /// Writes to a slot regardless of its contents, and logs the change. Cost: O(1) if changes are
  /// written in reverse order, otherwise O(free slots).
  private mutating func put(_ change: Change) {
    let (slot, record) = (change.slot, change.record)
    version &+= 1
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

  /// Calls a function for each slot that has changed since a mark, passing the contents that the
  /// slot had before its first change.
  @inline(__always)
  private func forEachFirst(since mark: Int, _ body: (Change) -> Void) {
    // Most steps change only one or two slots. For so few slots, a linear search costs less than a
    // set.
    guard changes.end - mark > 16 else {
      for index in mark..<changes.end {
        let slot = changes[index].slot
        if !(mark..<index).contains(where: { changes[$0].slot == slot }) { body(changes[index]) }
      }
      return
    }
    var seen = Set<Slot>()
    for index in mark..<changes.end where seen.insert(changes[index].slot).inserted {
      body(changes[index])
    }
  }

  /// Returns the contents that each changed slot had before its first change since a mark.
  func firstContents(since mark: Int) -> [(slot: Slot, record: Record)] {
    var first: [(slot: Slot, record: Record)] = []
    forEachFirst(since: mark) { first.append(($0.slot, $0.record)) }
    return first
  }

  /// Visits all records in the table and in its log, including undone changes. Cost: O(slots +
  /// changes).
  func forEachKept(_ body: (Record) -> Void) {
    for index in 0..<records.count { body(records[index]) }
    for index in changes.start..<changes.end { body(changes[index].record) }
    for index in undone.start..<undone.end { body(undone[index].record) }
  }

  /// The current end of the log of undone changes.
  @inline(__always)
  var undoneEnd: Int { undone.end }

  /// Replaces a record without logging the change.
  mutating func settle(_ record: Record, at slot: Slot) {
    version &+= 1
    records[Int(slot)] = record
  }

  /// Returns whether a record was inserted after a mark. Changes to such a record need not be
  /// logged. Cost: O(changes after the mark).
  func isNew(_ slot: Slot, since mark: Int) -> Bool {
    (max(mark, changes.start)..<changes.end).contains {
      changes[$0].slot == slot && changes[$0].record.isVacant
    }
  }

  /// Changes the contents that were logged after a mark. The closure also receives whether the slot
  /// is free now.
  mutating func settleChanges(
    from mark: Int, _ change: (_ record: inout Record, _ isVacant: Bool) -> Void
  ) {
    version &+= 1
    for index in max(mark, changes.start)..<max(mark, changes.end) {
      let isVacant = records[Int(changes[index].slot)].isVacant
      change(&changes[index].record, isVacant)
    }
  }

  /// Returns whether any record in the log, including undone changes, satisfies a predicate. Cost:
  /// O(changes).
  func hasLogged(_ isWanted: (Record) -> Bool) -> Bool {
    (changes.start..<changes.end).contains { isWanted(changes[$0].record) }
      || (undone.start..<undone.end).contains { isWanted(undone[$0].record) }
  }
}

/// A record with a number that changes whenever its slot is reused. The number is 0 in a free slot.
protocol NumberedRecord: TableRecord {
  var serial: UInt32 { get }
}

extension Table where Record: NumberedRecord {
  /// The records that have been removed since a mark, the slots of records that have been added,
  /// and the previous contents of the other records that have been written.
  typealias Difference = (
    gone: [(slot: Slot, record: Record)], new: [Slot], kept: [(slot: Slot, record: Record)]
  )

  /// Returns the difference since a mark.
  func difference(since mark: Int) -> Difference {
    var (gone, new, kept): Difference = ([], [], [])
    forEachFirst(since: mark) { change in
      let serial = self[change.slot].serial
      guard serial != change.record.serial else {
        if serial != 0 { kept.append((change.slot, change.record)) }
        return
      }
      if !change.record.isVacant { gone.append((change.slot, change.record)) }
      if serial != 0 { new.append(change.slot) }
    }
    return (gone, new, kept)
  }
}
