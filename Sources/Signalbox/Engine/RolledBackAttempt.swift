/// Runs a closure and rolls back its changes.
struct RolledBackAttempt {
  let engine: NavigationEngine
  private var history: History { engine.history }
  private var state: NavigationState { engine.state }

  init(engine: NavigationEngine) { self.engine = engine }

  /// Runs the closure.
  ///
  /// - Returns: The number of changes, and whether all of them were rolled back.
  func run(_ body: () -> Void) -> (changes: Int, isTakenBack: Bool) {
    if engine.mirror != nil { return runElsewhere(body) }
    let (first, mark, undone) = (history.steps.end, state.mark, history.undone.count)
    history.isAttempt = true
    body()
    history.isAttempt = false
    let changes = history.steps.end - first
    let isUndone = changes == 0 || engine.undo(changes)?.status == .done
    if isUndone, history.steps.end == first, state.mark == mark {
      history.forgetUndone(after: undone, state)
      return (changes, true)
    }
    history.forgetUndone(state)
    return (changes, false)
  }

  /// Runs a closure that changes the state of a remote application, and undoes the changes. If
  /// there are any changes, operations that were undone earlier can no longer be redone.
  private func runElsewhere(_ body: () -> Void) -> (changes: Int, isTakenBack: Bool) {
    let first = engine.stepNumber
    body()
    let changes = max(0, engine.stepNumber - first)
    let isUndone = changes == 0 || engine.undo(changes)?.status == .done
    return (changes, isUndone && engine.stepNumber == first)
  }
}
