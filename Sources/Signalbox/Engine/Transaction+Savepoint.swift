/// Taking back a part of an operation.
extension Transaction {
  /// A point within an operation.
  struct Savepoint {
    let mark: NavigationState.Mark
    let created: Int
    let destroyed: Int
    let finished: Int
    let changes: Int
    let pending: Int
    let restartedCount: Int
    let nestedRefusal: NavigationError?
  }

  var savepoint: Savepoint {
    Savepoint(
      mark: state.mark, created: created.count, destroyed: destroyed.count,
      finished: finished.count, changes: changes.count, pending: pending.count,
      restartedCount: restartedCount, nestedRefusal: nestedRefusal)
  }

  /// Leaves everything as it was at a point of the operation that runs. Cost: O(changes since).
  func takeBack(to point: Savepoint) {
    state.rollBack(to: point.mark)
    created.removeAll(from: point.created)
    destroyed.removeAll(from: point.destroyed)
    finished.removeSubrange(point.finished...)
    changes.removeAll(from: point.changes)
    pending.removeSubrange(point.pending...)
    emptied.removeAll()
    restartedCount = point.restartedCount
    nestedRefusal = point.nestedRefusal
  }
}
