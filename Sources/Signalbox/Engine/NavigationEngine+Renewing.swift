/// Using one engine again as if it were a new one, for hosts that run many short sessions.
extension NavigationEngine {
  /// What is registered before anything happens: types with their links, styles, factories, guards
  /// and observers.
  package struct Beginning {
    fileprivate let symbolCount: Int
    fileprivate let registry: TypeRegistry.Contents
    fileprivate let guards: GuardList
    fileprivate let observers: [EventLog.Observer]
    fileprivate let isStrict: Bool
    fileprivate let isClockAutomatic: Bool
    fileprivate let keepsFinished: Bool
  }

  /// What is registered, for ``renew(_:)``; `nil` where anything has happened since the engine was
  /// made, as that cannot be kept. Names that scripts have said so far are kept for good.
  package func takeBeginning() -> Beginning? {
    guard !isInCallback, !running.isApplying, !history.hasKeepers, eventCount == 0,
      lastOperation == 0, main == nil, queue.isEmpty, inFlight == nil, works == nil,
      clock.isUnused, recordings.isEmpty, recorder == nil, !eventLog.hasStreams,
      pendingLinks.isEmpty, shownCount == 0
    else { return nil }
    // Numbers of names that passed through would be given again after the beginning.
    symbols.keepAll()
    return Beginning(
      symbolCount: symbols.count, registry: registry.contents, guards: guards,
      observers: eventLog.observers, isStrict: isStrict,
      isClockAutomatic: isClockAutomatic, keepsFinished: keepsFinished)
  }

  /// Makes the engine as it was at a beginning: identifiers, events and times begin again, everything
  /// that was registered or set since then is gone. Cost: O(what there was).
  ///
  /// Identifiers of before must not be used any more.
  /// - Returns: False, with nothing changed, where something runs or a snapshot is held.
  package func renew(_ beginning: Beginning) -> Bool {
    guard !isInCallback, !running.isApplying, !history.hasKeepers else {
      return false
    }
    forgetHost()
    forgetWork()
    state.renew()
    transaction.reset()
    registry.restore(beginning.registry)
    guards = beginning.guards
    isStrict = beginning.isStrict
    isClockAutomatic = beginning.isClockAutomatic
    keepsFinished = beginning.keepsFinished
    eventLog.restart(observers: beginning.observers)
    history = History(capacity: history.capacity)
    leakWatch = LeakWatch()
    lastOperation = 0
    symbols.removeAll(from: beginning.symbolCount)
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
    isReady = false
    running = RunningOperation()
  }
}
