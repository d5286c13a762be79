/// The contents of a state at a checkpoint: a point in the log and, once the log no longer leads
/// back to this point, a complete copy (decision 0387).
struct SavedState {
  /// The number of the contents. Later contents have greater numbers.
  let number: Int
  let mark: LogPosition
  let serials: SerialCounters
  let callbacks: KeptCallbacks
  /// The copy, or `nil` while the log leads back to the point.
  var copy: NavigationState?
  /// The numbers of the saved contents that the copy's log leads back to, including ``number``.
  var lineage: ContiguousArray<Int> = []
}

/// A copy of the callbacks, which checkpoints share as long as no callback changes. The log cannot
/// restore the callbacks of removed objects, because it keeps only weak references to their
/// delegates and payloads.
final class KeptCallbacks {
  private var table = Table<CallbackRecord>()
  /// The version of the state's table that equals the copy.
  private var version = 0

  /// Returns a copy of a table, or the given copy if it equals the table.
  static func copy(
    of table: borrowing Table<CallbackRecord>, orSame kept: KeptCallbacks?
  ) -> KeptCallbacks {
    if let kept, kept.version == table.version { return kept }
    let kept = KeptCallbacks()
    kept.table.copy(table, keepsUndone: true)
    kept.version = table.version
    return kept
  }

  /// Replaces the contents of a table with the copy, unless they are equal.
  func restore(_ table: inout Table<CallbackRecord>) {
    guard table.version != version else { return }
    table.copy(self.table, keepsUndone: true)
    version = table.version
  }

  /// Returns whether the copy retains an object as a delegate or payload.
  func retains(_ object: AnyObject) -> Bool { table.retains(object) }
}
