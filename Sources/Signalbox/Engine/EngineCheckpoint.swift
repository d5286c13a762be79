/// A saved state of an engine. ``NavigationEngine/rewind(to:)`` can return to it any number of
/// times, even from states that do not follow from it.
///
/// The checkpoint retains the coordinators that had not finished when it was created, and the
/// payloads of the screens that existed at that time.
public final class EngineCheckpoint {
  /// The saved contents of the parts that have a log.
  private let logs: SavedLogs
  // The contents of the other parts of the engine, to be restored.
  private let clock: VirtualClock.Contents
  private let queue: OperationQueue.Contents
  private let runner: OperationRunner.Contents
  private let visible: VisibleScreens
  /// The recorded effects of the operation in flight, or `nil` if the engine was idle.
  private let transaction: Transaction.Contents?
  private let symbols: SymbolTable.Contents
  private let registry: TypeRegistry.Contents
  private let guards: GuardList.Contents
  private let leaks: ContiguousArray<LeakWatch.Entry>
  private let lastWork: Int
  /// The functions that restore the coordinators' own properties.
  private let delegates: [() -> Void]
  fileprivate weak var engine: NavigationEngine?
  fileprivate let era: Int

  fileprivate init(of engine: NavigationEngine, delegates: [() -> Void]) {
    self.engine = engine
    self.delegates = delegates
    era = engine.checkpoints.era
    logs = SavedLogs(of: engine)
    clock = engine.clock.contents
    queue = engine.queue.contents
    runner = engine.runner.contents
    visible = engine.runner.visible.separateCopy()
    transaction = engine.queue.isIdle ? nil : engine.transaction.contents
    symbols = engine.symbols.contents
    registry = engine.registry.contents
    guards = engine.guards.contents
    leaks = engine.leakWatch.contents
    lastWork = engine.works.lastNumber
    engine.checkpoints.add(logs, of: engine)
  }

  deinit { engine?.checkpoints.remove(logs) }

  fileprivate func restore(_ engine: NavigationEngine) {
    engine.history.keepSnapshots()
    engine.works.restore(lastNumber: lastWork)
    let isRolledBack = logs.restore(engine)
    engine.clock.restore(clock)
    engine.queue.restore(queue)
    engine.runner.contents = runner
    engine.runner.visible.copy(visible)
    switch transaction {
    case .some(let record): engine.transaction.restore(record)
    case .none: engine.transaction.reset()
    }
    engine.registry.restore(registry)
    engine.guards.restore(guards)
    logs.restoreEvents(engine, isContinued: isRolledBack)
    engine.leakWatch.restore(leaks)
    engine.symbols.restore(symbols)
    for restore in delegates { restore() }
  }
}

/// The saved contents of the parts of an engine that have a log. While the logs only grow, it is
/// sufficient to save their positions. A part is copied before its log stops leading back to the
/// checkpoint.
final class SavedLogs {
  private var state: SavedState
  private var history: History.Contents
  private var eventLog: EventLog.Contents

  fileprivate init(of engine: NavigationEngine) {
    state = engine.state.save()
    history = engine.history.contents
    eventLog = engine.eventLog.contents
  }

  /// The serial number of the saved state. Later checkpoints have greater numbers.
  fileprivate var number: Int { state.number }

  fileprivate func retains(_ object: AnyObject) -> Bool { state.callbacks.retains(object) }

  fileprivate func keep(_ engine: NavigationEngine) {
    engine.state.keep(&state)
    engine.history.keep(&history)
    engine.eventLog.keep(&eventLog)
  }

  fileprivate func keepEvents(_ engine: NavigationEngine) { engine.eventLog.keep(&eventLog) }

  /// Restores the state and the history.
  ///
  /// - Returns: Whether the changes since the checkpoint were rolled back. If the result is
  ///   `false`, the state and the history were replaced with copies.
  fileprivate func restore(_ engine: NavigationEngine) -> Bool {
    let isRolledBack = engine.state.restore(state)
    engine.history.restore(history, isRolledBack: isRolledBack)
    return isRolledBack
  }

  fileprivate func restoreEvents(_ engine: NavigationEngine, isContinued: Bool) {
    engine.eventLog.restore(eventLog, isContinued: isContinued)
  }
}

/// The existing checkpoints of an engine.
final class CheckpointList {
  /// The checkpoints that can be restored.
  private var valid: [SavedLogs] = []
  /// The checkpoints that are not completely copied, oldest first.
  private var open: [SavedLogs] = []
  /// The number of times that the engine has been reset. Checkpoints that were created before the
  /// last reset are not valid.
  private(set) var era = 0

  /// Ensures that the parts of each checkpoint are copied before their logs stop leading back to
  /// it.
  private func attach(to engine: NavigationEngine) {
    engine.state.willLeave = { [unowned self, unowned engine] number in
      while let last = open.last, last.number > number {
        last.keep(engine)
        open.removeLast()
      }
    }
    engine.eventLog.willDrop = { [unowned self, unowned engine] in
      for saved in open { saved.keepEvents(engine) }
    }
  }

  fileprivate func add(_ saved: SavedLogs, of engine: NavigationEngine) {
    if engine.state.willLeave == nil { attach(to: engine) }
    valid.append(saved)
    open.append(saved)
  }

  fileprivate func remove(_ saved: SavedLogs) {
    if let index = valid.lastIndex(where: { $0 === saved }) { valid.remove(at: index) }
    if let index = open.lastIndex(where: { $0 === saved }) { open.remove(at: index) }
  }

  /// Invalidates all checkpoints.
  func discard() {
    era += 1
    valid = []
  }

  /// Returns whether any valid checkpoint retains the given object.
  func retain(_ object: AnyObject) -> Bool { valid.contains { $0.retains(object) } }
}

extension NavigationEngine {
  /// Saves the complete state of the engine, so that ``rewind(to:)`` can return to it: the
  /// coordinator tree with its identifiers, the callbacks, the timers and the time, the waiting
  /// operations, an animation or an open gesture, the undo history, the registrations, and the
  /// events.
  ///
  /// The
  /// [rules](https://github.com/signalbox/signalbox/blob/main/docs/semantics/execution.md#checkpoints)
  /// describe the effects on delegates, timers, work and observers. Cost: O(coordinators + retained
  /// callbacks). While the checkpoint exists, the first undo, redo, dropped step, dropped event or
  /// return to an earlier checkpoint incurs an additional cost of O(state + history + readable
  /// events).
  ///
  /// - Throws: `busy` in a callback or while operations are being recorded in a batch, `notKept` if a
  ///   coordinator cannot be restored (``CoordinatorDelegate/restoring``) or asynchronous work is
  ///   open, and `unsupported` if the engine has a stage, is being recorded, belongs to a script
  ///   session or shows a remote application.
  public func checkpoint() throws(NavigationError) -> EngineCheckpoint {
    let rewinder = EngineRewinder(self)
    try rewinder.checkIsOwn("checkpoint")
    return try rewinder.checkpoint { _ in false }
  }

  /// Returns to a checkpoint. The engine then behaves as if nothing had happened since the
  /// checkpoint. No event is written, and no delegate, observer or callback is called, except for
  /// the closures that ``CoordinatorDelegate/restoring`` returned.
  ///
  /// Coordinators that were created after the checkpoint are released. Identifiers that were
  /// assigned after the checkpoint are assigned again and must no longer be used. Cost: O(changes
  /// since the checkpoint), or O(state + history + readable events) if, since the checkpoint, steps
  /// have been undone, steps or events have been dropped, or the engine has returned to an earlier
  /// checkpoint.
  ///
  /// - Parameter checkpoint: A checkpoint of this engine.
  /// - Throws: `badArgument` for a checkpoint of another engine, `stale` for a checkpoint that a
  ///   reset of the engine has invalidated, and `busy` or `unsupported` in the same cases as
  ///   ``checkpoint()``. If this method throws, the state is unchanged.
  public func rewind(to checkpoint: EngineCheckpoint) throws(NavigationError) {
    let rewinder = EngineRewinder(self)
    try rewinder.checkIsOwn("rewind")
    try rewinder.check(checkpoint)
    rewinder.restore(checkpoint)
  }
}

/// Saves and restores an engine on behalf of an owner that saves and restores everything outside
/// the engine.
package struct EngineRewinder {
  private let engine: NavigationEngine
  private var state: NavigationState { engine.state }

  package init(_ engine: NavigationEngine) { self.engine = engine }

  /// Saves the state of the engine.
  ///
  /// - Parameter isSaved: A closure that returns whether the owner itself restores a delegate.
  /// - Throws: The errors of ``NavigationEngine/checkpoint()``, but no error if a script session
  ///   uses the engine.
  package func checkpoint(
    besides isSaved: (any CoordinatorDelegate) -> Bool
  ) throws(NavigationError) -> EngineCheckpoint {
    try checkAtRest("checkpoint")
    if engine.openWorkCount > 0, let work = engine.openWork.first {
      let owner = work.owner.flatMap(engine.typeName(of:)).map { " of \($0)" } ?? ""
      throw NavigationError(
        .notKept, "checkpoint: asynchronous work\(owner) is running and cannot be repeated",
        hint: "wait until the result of the work has been delivered, or cancel the work")
    }
    var delegates: [() -> Void] = []
    try state.coordinators.forEachSlot { slot throws(NavigationError) in
      guard state.coordinators[slot].callbacks != .none,
        let delegate = state.delegate(at: slot), !isSaved(delegate)
      else { return }
      guard let restoring = delegate.restoring else {
        throw NavigationError(
          .notKept,
          "checkpoint: \(engine.symbols[state.coordinators[slot].type]) has properties that cannot be "
            + "restored",
          hint: "implement restoring, for example "
            + "var restoring: (() -> Void)? { restoring(\\.items) }")
      }
      delegates.append(restoring)
    }
    return EngineCheckpoint(of: engine, delegates: delegates)
  }

  /// Throws an error unless ``restore(_:)`` can return to a checkpoint.
  package func check(_ checkpoint: EngineCheckpoint) throws(NavigationError) {
    guard checkpoint.engine === engine else {
      throw NavigationError(
        .badArgument, "rewind: the checkpoint belongs to another engine",
        hint: "use a checkpoint of this engine")
    }
    guard checkpoint.era == engine.checkpoints.era else {
      throw NavigationError(
        .stale, "rewind: the engine was reset after the checkpoint",
        hint: "call checkpoint() again")
    }
    try checkAtRest("rewind")
  }

  /// Returns to a checkpoint. Call ``check(_:)`` first to ensure that this is possible.
  package func restore(_ checkpoint: EngineCheckpoint) { checkpoint.restore(engine) }

  /// Throws an error if a script session uses the engine, because the engine cannot restore the
  /// session's memory.
  fileprivate func checkIsOwn(_ name: String) throws(NavigationError) {
    guard engine.symbols.onIntern == nil else {
      throw NavigationError(
        .unsupported, "\(name): a script session uses this engine",
        hint: "call \(name) on the session, whose checkpoints include the scripts")
    }
  }

  private func checkAtRest(_ name: String) throws(NavigationError) {
    guard !engine.isInCallback, !engine.runner.isApplying, !engine.queue.isBusy,
      state.rewound == nil
    else {
      throw NavigationError(
        .busy, "\(name): an operation or a callback is running",
        hint: "call \(name) when no operation or callback is running")
    }
    let obstacle =
      engine.mirror != nil || engine.relay != nil
      ? "it is connected to a remote application"
      : engine.recorder != nil ? "its calls are being recorded" : nil
    guard obstacle == nil, engine.stage == nil else {
      throw NavigationError(
        .unsupported, "\(name): the engine cannot rewind, because \(obstacle ?? "it has a stage")",
        hint: "use an engine without a remote application, a recording or a stage")
    }
  }
}
