/// The information needed to restore an engine to the time before its first event, for hosts that
/// run many short sessions in one engine. The navigation state itself is restored from a
/// checkpoint.
package struct EngineBeginning {
  private let engine: NavigationEngine

  /// Prepares an engine. Returns `nil` if the engine has been used, for example if an event has
  /// occurred. The names that scripts have used so far become permanent.
  package init?(of engine: NavigationEngine) {
    guard !engine.isInCallback, !engine.runner.isApplying, !engine.history.hasKeepers,
      engine.eventCount == 0, engine.eventLog.lastOperation == 0, engine.shownCount == 0,
      engine.queue.isUnused, engine.works.isUnused, engine.clock.isUnused,
      engine.recorder == nil, !engine.eventLog.hasStreams
    else { return nil }
    engine.symbols.keepAll()
    self.engine = engine
  }

  /// Invalidates all checkpoints and removes everything that a host has attached to the engine:
  /// recordings, asynchronous work, the stage, hooks and the host's clock. Afterwards, the caller
  /// must pass the checkpoint of the beginning to ``EngineRewinder/restore(_:)``, which does not
  /// check whether the checkpoint is valid. Cost: O(size of the contents).
  ///
  /// - Returns: Whether the engine can be restored. The result is `false`, and nothing changes, if
  ///   an operation or a callback is running or a snapshot is retained.
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
    // Discarding the logs of tables that have grown is cheaper than rolling back their changes.
    engine.state.forgetChanges()
    engine.checkpoints.discard()
    return true
  }
}
