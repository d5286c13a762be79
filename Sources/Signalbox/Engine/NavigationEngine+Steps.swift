/// Looking at the past and at what was undone, without going there.
extension NavigationEngine {
  /// How many changes have led to the present state; undoing one makes it smaller.
  package var stepNumber: Int { history.steps.end }

  /// The number of the oldest state that ``undo(_:)`` still reaches.
  package var oldestStepNumber: Int { history.steps.start }

  /// How often a new change has dropped what could be redone.
  package var forkCount: Int { history.forkCount }

  /// How many changes of records the history holds, for those who watch memory.
  package var keptChangeCount: Int { state.changeCount }

  /// What was shown when ``stepNumber`` had that value, or will be when it is redone; `nil` where
  /// that is not known any more, and while an operation or a callback runs.
  ///
  /// Nothing is changed and nobody hears of it. Cost: O(size + changes in between).
  package func tree(atStep number: Int) -> NavigationTree? {
    let end = history.steps.end
    guard !isInCallback, inFlight == nil else { return number == end ? tree : nil }
    if number == end { return tree }
    if number < end {
      guard number >= history.steps.start else { return nil }
      return state.asOf(history.steps[number].before) { tree }
    }
    guard number - end <= history.undone.count else { return nil }
    let (present, last) = (state.mark, state.undoneMark)
    state.redo(from: history.undone[history.undone.count - (number - end)].start, to: last)
    defer { state.rollBack(to: present) }
    return tree
  }

  /// Runs something and takes back what it changed; what was undone before can be redone as before.
  ///
  /// Meanwhile nothing can be undone or redone. What cannot be taken back counts as any other change.
  /// - Returns: How many changes there were, and whether all are taken back.
  package func attempt(_ body: () -> Void) -> (changes: Int, isTakenBack: Bool) {
    let (first, mark, undone) = (history.steps.end, state.mark, history.undone.count)
    history.isAttempt = true
    body()
    history.isAttempt = false
    let changes = history.steps.end - first
    let isUndone = changes == 0 || undo(changes)?.status == .done
    if isUndone, history.steps.end == first, state.mark == mark {
      history.forgetUndone(after: undone, state)
      return (changes, true)
    }
    history.forgetUndone(state)
    return (changes, false)
  }
}
