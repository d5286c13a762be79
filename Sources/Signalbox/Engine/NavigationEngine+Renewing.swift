/// Using one engine again as if it were a new one, for hosts that run many short sessions.
extension NavigationEngine {
  /// What is registered, for ``renew(_:)``; `nil` where anything has happened since the engine was
  /// made, as that cannot be kept. Names that scripts have said so far are kept for good.
  package func takeBeginning() -> Beginning? {
    guard !isInCallback, !runner.isApplying, !history.hasKeepers, eventCount == 0,
      eventLog.lastOperation == 0, shownCount == 0, queue.isUnused, works.isUnused, clock.isUnused,
      recorder == nil, !eventLog.hasStreams
    else { return nil }
    // Numbers of names that passed through would be given again after the beginning.
    symbols.keepAll()
    return Beginning(
      symbolCount: symbols.count, registry: registry.contents, guards: guards.contents,
      observers: eventLog.observers, isStrict: isStrict,
      isClockAutomatic: isClockAutomatic, keepsFinished: keepsFinished)
  }

  /// Makes the engine as it was at a beginning: identifiers, events and times begin again, everything
  /// that was registered or set since then is gone. Cost: O(what there was).
  ///
  /// Identifiers of before must not be used any more.
  /// - Returns: False, with nothing changed, where something runs or a snapshot is held.
  package func renew(_ beginning: Beginning) -> Bool {
    guard !isInCallback, !runner.isApplying, !history.hasKeepers else { return false }
    recorder = nil
    onReplayedInput = nil
    works.restart()
    clock.restart()
    queue.restart()
    runner.restart()
    state.renew()
    registry.restore(beginning.registry)
    guards.restore(beginning.guards)
    isStrict = beginning.isStrict
    isClockAutomatic = beginning.isClockAutomatic
    keepsFinished = beginning.keepsFinished
    eventLog.restart(observers: beginning.observers)
    history.restart()
    leakWatch.restart()
    symbols.removeAll(from: beginning.symbolCount)
    return true
  }
}

extension NavigationReader {
  /// What is registered before anything happens: types with their links, styles, factories, guards
  /// and observers.
  package struct Beginning {
    fileprivate let symbolCount: Int
    fileprivate let registry: TypeRegistry.Contents
    fileprivate let guards: GuardList.Contents
    fileprivate let observers: [EventLog.Observer]
    fileprivate let isStrict: Bool
    fileprivate let isClockAutomatic: Bool
    fileprivate let keepsFinished: Bool
  }
}
