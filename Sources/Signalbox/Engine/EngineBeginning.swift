/// The requirements for restoring an engine to the time before its first event, for hosts that run many
/// short sessions in one engine. The state itself is that of a checkpoint.
package struct EngineBeginning {
  private let engine: NavigationEngine

  /// Prepares an engine. Returns `nil` if an event has occurred since its creation. Names that scripts
  /// have used so far become permanent.
  package init?(of engine: NavigationEngine) {
    guard !engine.isInCallback, !engine.runner.isApplying, !engine.history.hasKeepers,
      engine.eventCount == 0, engine.eventLog.lastOperation == 0, engine.shownCount == 0,
      engine.queue.isUnused, engine.works.isUnused, engine.clock.isUnused,
      engine.recorder == nil, !engine.eventLog.hasStreams
    else { return nil }
    engine.symbols.keepAll()
    self.engine = engine
  }

  /// Discards what a host has attached to the engine since, and all checkpoints: recordings, works, the
  /// stage, hooks and the clock of the host. The engine must then be restored to the checkpoint of the
  /// beginning. Cost: O(size of the contents).
  ///
  /// - Returns: Whether the engine can be restored. The result is `false`, and nothing changes, if an
  ///   operation is running or a snapshot is retained.
  package func discard() -> Bool {
    guard !engine.isInCallback, !engine.runner.isApplying, !engine.history.hasKeepers else {
      return false
    }
    engine.recorder = nil
    engine.onReplayedInput = nil
    engine.works.discard()
    engine.clock.source = nil
    engine.runner.staging = Staging()
    engine.eventLog.hooks.removeAll()
    // Tables that have grown are not worth rolling back.
    engine.state.forgetChanges()
    engine.checkpoints.discard()
    return true
  }
}
