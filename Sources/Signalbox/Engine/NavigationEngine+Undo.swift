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

  /// How many operations can be undone.
  public var undoableCount: Int { history.steps.count }

  /// How many operations can be redone.
  public var redoableCount: Int { history.undone.count }

  /// Calls an operation of the application itself.
  func application(
    _ operation: OperationNumber, fill: (inout OperationCall) -> Void
  ) -> Outcome? {
    Router(engine: self, coordinator: CoordinatorID(bits: 0)).call(operation, fill: fill)
  }

  /// Takes in what the operation that commits has changed. Guarded by bench: push-pop.
  @inline(__always)
  func remember(_ operation: Int) {
    if state.window.main == .none { isReady = false }
    if let travel = transaction.travel {
      history.note(travel, state)
    } else {
      history.note(running.mark, by: operation, state)
    }
  }
}

/// A way through the history that an operation goes.
struct Travel {
  let isBack: Bool
  /// Where the state stood before each step of the way.
  var marks: [NavigationState.Mark] = []
}

extension Transaction {
  /// Takes steps back, the newest first.
  func undo(_ count: Int) throws(NavigationError) -> Outcome {
    try checkNoAttempt("undo")
    let (oldest, next) = (engine.history.steps.start, engine.history.steps.end)
    guard oldest < next else { return .noop(.nothingToUndo) }
    var travel = Travel(isBack: true)
    let start = state.mark
    var end = start
    for index in (max(oldest, next - min(count, next))..<next).reversed() {
      let before = engine.history.steps[index].before
      travel.marks.append(state.mark)
      state.revert(from: before, to: end)
      end = before
    }
    return try conclude(travel, since: start)
  }

  /// Takes undone steps back, the last undone first.
  func redo(_ count: Int) throws(NavigationError) -> Outcome {
    try checkNoAttempt("redo")
    let undone = engine.history.undone
    guard !undone.isEmpty else { return .noop(.nothingToRedo) }
    var travel = Travel(isBack: false)
    let start = state.mark
    var end = state.undoneMark
    for step in undone.suffix(count).reversed() {
      travel.marks.append(state.mark)
      state.redo(from: step.start, to: end)
      end = step.start
    }
    return try conclude(travel, since: start)
  }

  private func checkNoAttempt(_ name: String) throws(NavigationError) {
    guard engine.history.isAttempt else { return }
    throw NavigationError(
      .notKept,
      "\(name): what runs here is measured and taken back, so it cannot go through the history")
  }

  private func conclude(
    _ travel: Travel, since start: NavigationState.Mark
  ) throws(NavigationError) -> Outcome {
    reason = .undone
    try TravelReport(self, since: start).write()
    self.travel = travel
    return .done(.value(.integer(travel.marks.count)))
  }
}
