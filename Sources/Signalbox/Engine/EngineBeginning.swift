/// An engine's registrations before the first event: types with their links, styles, factories,
/// guards and observers. Hosts that run many short sessions reuse an engine by restoring them.
package struct EngineBeginning {
  private let engine: NavigationEngine
  private let symbolCount: Int
  private let registry: TypeRegistry.Contents
  private let guards: GuardList.Contents
  private let observers: [EventLog.Observer]
  private let isStrict: Bool
  private let isClockAutomatic: Bool
  private let keepsFinished: Bool

  /// Saves an engine's registrations. Returns `nil` if an event has occurred since its creation.
  /// Names that scripts have used so far become permanent.
  package init?(of engine: NavigationEngine) {
    guard !engine.isInCallback, !engine.runner.isApplying, !engine.history.hasKeepers,
      engine.eventCount == 0, engine.eventLog.lastOperation == 0, engine.shownCount == 0,
      engine.queue.isUnused, engine.works.isUnused, engine.clock.isUnused,
      engine.recorder == nil, !engine.eventLog.hasStreams
    else { return nil }
    // Otherwise the numbers of temporary names would be reused after the reset.
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

  /// Resets the engine to its initial state: identifiers, event numbers and time start over, and
  /// registrations made after the save are removed. Cost: O(size of the previous contents).
  ///
  /// Identifiers obtained before the reset must not be used afterwards.
  /// - Returns: Whether the engine was reset. The result is `false`, and nothing changes, if an
  ///   operation is running or a snapshot is retained.
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
