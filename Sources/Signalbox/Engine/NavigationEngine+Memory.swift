/// What the engine keeps of the past, and can do without.
extension NavigationEngine {
  /// Drops the older half of the steps that can be undone and of the events that can be read; what can
  /// be redone goes as a whole. Cost: O(what goes and what stays).
  ///
  /// For owners that have to give memory back. The present state is not changed.
  /// - Returns: Whether anything was dropped; nothing is while an operation is being applied.
  package func releaseOlderHalf() -> Bool {
    guard !runner.isApplying, state.rewound == nil, transaction.travel == nil else { return false }
    let steps = history.release(keeping: history.steps.count / 2, state)
    let events = eventLog.release(keepingHalfOver: Self.fewestEvents)
    return steps > 0 || events > 0
  }

  /// Events of an operation are told by their numbers, so the newest stay.
  private static var fewestEvents: Int { 1_000 }

  /// How many steps were dropped to give memory back, and can no longer be undone.
  package var releasedStepCount: Int { history.releasedSteps }

  /// Takes back the names that nothing has any more; does nothing while an operation or a callback
  /// runs.
  package func releaseUnusedNames() {
    if !isInCallback, !runner.isApplying { NameRelease(engine: self).run() }
  }
}
