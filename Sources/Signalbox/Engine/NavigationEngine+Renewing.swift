/// Using one engine again as if it were a new one, for hosts that run many short sessions.
extension NavigationEngine {
  /// Makes the engine as it was when it had given its first names their symbols and nothing else had
  /// happened: identifiers, events and times begin again, everything that was registered or set is
  /// gone. Cost: O(what there was).
  ///
  /// Whoever still holds an identifier of before must not use it any more.
  /// - Parameter symbolCount: How many names keep their symbols, the empty one included.
  /// - Returns: False, with nothing changed, where something runs or somebody holds a snapshot.
  package func renew(keeping symbolCount: Int) -> Bool {
    guard !isInCallback, !running.isApplying, !history.hasKeepers else {
      return false
    }
    forgetHost()
    forgetHandlers()
    forgetWork()
    state.renew()
    transaction.reset()
    links.removeAll()
    applicationLinks = ApplicationLinks()
    types.removeAll(keepingCapacity: true)
    objectFactories = [:]
    styles = .standard
    styleSymbols.removeSubrange(styles.styles.count...)
    guards = GuardList()
    journal.removeAll()
    history = History(capacity: history.capacity)
    leakWatch = LeakWatch()
    lastOperation = 0
    symbols.removeAll(from: symbolCount)
    return true
  }

  /// What the owner of the engine has set.
  private func forgetHost() {
    recorder = nil
    onHandlerFailure = nil
    shouldStop = nil
    stage = nil
    onReplayedInput = nil
    workHost = nil
    onFinish = nil
    lastFinish = nil
    isClockAutomatic = true
    keepsFinished = false
    isStrict = false
  }

  private func forgetHandlers() {
    streamEnds = [:]
    observers = ObserverList()
    delegates.removeAll(keepingCapacity: true)
    finishHandlers = [:]
    dismissHandlers = [:]
    buttons = [:]
    payloads = [:]
    screenHandlers = [:]
  }

  private func forgetWork() {
    works = nil
    clock = VirtualClock()
    inFlight = nil
    queue.removeAll()
    pendingLinks = []
    openSwipe = nil
    recordings = []
    lastKey = nil
    dismissing = []
    isPassingTime = false
    isTellingFailure = false
    isReady = false
    running = RunningOperation()
  }
}
