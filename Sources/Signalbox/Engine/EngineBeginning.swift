/// What is registered with an engine before anything happens: types with their links, styles, factories,
/// guards and observers. Hosts that run many short sessions use one engine again.
package struct EngineBeginning {
  private let engine: NavigationEngine
  private let symbolCount: Int
  private let registry: TypeRegistry.Contents
  private let guards: GuardList.Contents
  private let observers: [EventLog.Observer]
  private let isStrict: Bool
  private let isClockAutomatic: Bool
  private let keepsFinished: Bool

  /// `nil` where anything has happened since the engine was made, as that cannot be kept. Names that
  /// scripts have said so far are kept for good.
  package init?(of engine: NavigationEngine) {
    guard !engine.isInCallback, !engine.runner.isApplying, !engine.history.hasKeepers,
      engine.eventCount == 0, engine.eventLog.lastOperation == 0, engine.shownCount == 0,
      engine.queue.isUnused, engine.works.isUnused, engine.clock.isUnused,
      engine.recorder == nil, !engine.eventLog.hasStreams
    else { return nil }
    // Numbers of names that passed through would be given again after the beginning.
    engine.symbols.keepAll()
    self.engine = engine
    symbolCount = engine.symbols.count
    registry = engine.registry.contents
    guards = engine.guards.contents
    observers = engine.eventLog.observers
    isStrict = engine.isStrict
    isClockAutomatic = engine.isClockAutomatic
    keepsFinished = engine.keepsFinished
  }

  /// Makes the engine as it was: identifiers, events and times begin again, everything that was
  /// registered or set since then is gone. Cost: O(what there was).
  ///
  /// Identifiers of before must not be used any more.
  /// - Returns: False, with nothing changed, where something runs or a snapshot is held.
  package func restore() -> Bool {
    guard !engine.isInCallback, !engine.runner.isApplying, !engine.history.hasKeepers else {
      return false
    }
    engine.recorder = nil
    engine.onReplayedInput = nil
    engine.works.restart()
    engine.clock.restart()
    engine.queue.restart()
    engine.runner.restart()
    engine.state.renew()
    engine.registry.restore(registry)
    engine.guards.restore(guards)
    engine.isStrict = isStrict
    engine.isClockAutomatic = isClockAutomatic
    engine.keepsFinished = keepsFinished
    engine.eventLog.restart(observers: observers)
    engine.history.restart()
    engine.leakWatch.restart()
    engine.symbols.removeAll(from: symbolCount)
    return true
  }
}
