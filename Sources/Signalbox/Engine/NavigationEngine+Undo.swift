/// Going back and forth through what happened.
extension NavigationEngine {
  /// Takes the last changes back, the newest first.
  ///
  /// Everything comes back under its old identifier and nobody's callbacks run. Refused with
  /// `notKept` where a coordinator would have to come back that nothing holds any more, see
  /// ``keepsFinished``. Cost: O(changes).
  ///
  /// - Parameter count: How many operations, 1 or more; more than there are takes all back.
  /// - Returns: The outcome, or `nil` when it waits; its value is the number taken back.
  @discardableResult
  public func undo(_ count: Int = 1) -> Outcome? { application(.undo) { $0.count = count } }

  /// Does again what was undone last; any other change forgets what could be redone.
  ///
  /// - Parameter count: How many operations, 1 or more; more than there are takes all.
  /// - Returns: The outcome, or `nil` when it waits; its value is the number done again.
  @discardableResult
  public func redo(_ count: Int = 1) -> Outcome? { application(.redo) { $0.count = count } }

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

  /// Calls an operation of the application itself.
  func application(
    _ operation: OperationNumber, fill: (inout OperationCall) -> Void
  ) -> Outcome? {
    Router(engine: self, coordinator: CoordinatorID(bits: 0)).call(operation, fill: fill)
  }
}

/// A way through the history that an operation goes.
struct Travel {
  let isBack: Bool
  /// Where the state stood before each step of the way.
  var marks: [NavigationState.Mark] = []
}
