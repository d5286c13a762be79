/// Taking back a part of an operation.
extension Transaction {
  /// A point within an operation.
  struct Savepoint {
    let mark: NavigationState.Mark
    let created: Int
    let destroyed: Int
    let finished: Int
    let changes: Int
    let callbacks: Int
    let made: Int
    let newDismissHandlers: Int
    let spentDismissHandlers: Int
    let newFinishHandlers: Int
    let restartedCount: Int
    let nestedRefusal: NavigationError?
  }

  var savepoint: Savepoint {
    Savepoint(
      mark: state.mark, created: created.count, destroyed: destroyed.count,
      finished: finished.count, changes: changes.count, callbacks: callbacks.count,
      made: made.count, newDismissHandlers: newDismissHandlers.count,
      spentDismissHandlers: spentDismissHandlers.count,
      newFinishHandlers: newFinishHandlers.count, restartedCount: restartedCount,
      nestedRefusal: nestedRefusal)
  }

  /// Leaves everything as it was at a point of the operation that runs. Cost: O(changes since).
  func takeBack(to point: Savepoint) {
    let isNew = Set(made.elements[point.made...])
    for id in isNew { engine.setDelegate(nil, at: id.slot) }
    for mark in finished[point.finished...] where !isNew.contains(mark.id) {
      engine.setDelegate(mark.delegate, at: mark.id.slot)
    }
    for id in newFinishHandlers.elements[point.newFinishHandlers...] {
      engine.finishHandlers[id] = nil
    }
    for id in newDismissHandlers.elements[point.newDismissHandlers...] {
      engine.forgetHandlers(of: id)
    }
    for mark in created.elements[point.created...] {
      engine.payloads[mark.id.serial] = nil
      engine.screenHandlers[mark.id.serial] = nil
    }
    state.rollBack(to: point.mark)
    created.removeAll(from: point.created)
    destroyed.removeAll(from: point.destroyed)
    finished.removeSubrange(point.finished...)
    changes.removeAll(from: point.changes)
    callbacks.removeSubrange(point.callbacks...)
    made.removeAll(from: point.made)
    newDismissHandlers.removeAll(from: point.newDismissHandlers)
    spentDismissHandlers.removeAll(from: point.spentDismissHandlers)
    newFinishHandlers.removeAll(from: point.newFinishHandlers)
    emptied.clear()
    restartedCount = point.restartedCount
    nestedRefusal = point.nestedRefusal
  }
}
