/// A copy of a screen, for events that outlive it.
struct ScreenMark {
  let id: ScreenID
  let name: Symbol
  let owner: CoordinatorID
}

/// A copy of a coordinator when it finished.
struct FinishMark {
  let id: CoordinatorID
  let type: Symbol
  let parent: CoordinatorID
  let result: NavigationValue?
  let reason: FinishReason
  /// Retained until it has been called.
  let delegate: (any CoordinatorDelegate)?
  /// Called after the delegate; `nil` if an undo removes the coordinator.
  let onFinish: ((FinishNotice) throws -> Void)?
}

/// A coordinator that has lost its last screen, with the reason.
struct EmptiedMark {
  let id: CoordinatorID
  let reason: FinishReason
}

/// A callback that runs after everything else.
enum PendingCallback {
  /// The finished coordinator with that index.
  case finished(Int)
  case dismissed((FinishReason) -> Void, FinishReason)
  /// The completion handler of an operation that a starting coordinator submitted for itself.
  case completed((Outcome) -> Void, Outcome)
  /// The action of a gesture.
  case handler(() throws -> Void)
}

/// The coordinators whose `start` is running inside an operation.
struct RunningStarts {
  /// The innermost one: operations that it submits for itself are part of the operation.
  var coordinator: CoordinatorID?
  /// How many are nested.
  var depth = 0
  /// The rejection of an operation that a starting coordinator submitted for itself.
  var rejection: NavigationError?

  mutating func reset() {
    coordinator = nil
    depth = 0
    if rejection != nil { rejection = nil }
  }
}

/// The interface through which an operation changes the state: the edits and the record of their
/// effects.
///
/// The engine opens it before an operation is applied, rolls everything back when the operation is
/// rejected, and converts the record to events when it is done. Edits cost as much as the records
/// that they change, independent of the depth of a stack and the size of the tree. Guarded by
/// bench: W1.
public final class Transaction {
  /// Set once, by the engine that creates the transaction.
  @exclusivity(unchecked) unowned var owner: NavigationEngine?
  let state: NavigationState
  let symbols: SymbolTable
  let registry: TypeRegistry
  let log: EventLog
  let leakWatch: LeakWatch

  /// The reason for everything that this operation removes.
  @exclusivity(unchecked) var reason: FinishReason = .popped
  /// Whether the change happens under a covering layer.
  @exclusivity(unchecked) var isHidden = false
  /// Whether the operation is not a navigation and has no event before and after.
  @exclusivity(unchecked) var isSilent = false
  /// Whether a screen was pushed where the user does not see it.
  @exclusivity(unchecked) var pushedBehindModal = false

  /// Whether no screen moves, so that the operation takes no time even if it is animated.
  @exclusivity(unchecked) var isStill = false

  /// In order of creation, from the bottom up.
  @exclusivity(unchecked) var created = Buffer<ScreenMark>()
  /// In order of removal, from the top down.
  @exclusivity(unchecked) var destroyed = Buffer<ScreenMark>()
  /// Deepest first.
  @exclusivity(unchecked) var finished: ContiguousArray<FinishMark> = []
  /// The structural events, in order.
  @exclusivity(unchecked) var changes = Buffer<EventRecord>()
  /// The callbacks to call at the end, from the top down.
  @exclusivity(unchecked) var pending: [PendingCallback] = []
  /// Coordinators that lost their last screen; they finish at the end unless they have a new one.
  @exclusivity(unchecked) var emptied = Buffer<EmptiedMark>()
  /// The steps to undo or redo; empty for other operations.
  @exclusivity(unchecked) var move = HistoryMove()
  /// The number of waiting operations that a restart cancels; later ones remain.
  @exclusivity(unchecked) var restartedCount = 0
  /// The coordinators that are starting in it.
  @exclusivity(unchecked) var starts = RunningStarts()

  init(
    _ state: NavigationState, _ symbols: SymbolTable, _ registry: TypeRegistry, _ log: EventLog,
    _ leakWatch: LeakWatch
  ) {
    self.state = state
    self.symbols = symbols
    self.registry = registry
    self.log = log
    self.leakWatch = leakWatch
  }

  /// The engine that the transaction belongs to.
  var engine: NavigationEngine {
    guard let owner else { preconditionFailure("a transaction without an engine") }
    return owner
  }

  /// Whether it only pushed and removed screens: no coordinator finished and no callback is
  /// pending.
  @inline(__always)
  var isPlain: Bool {
    finished.isEmpty && pending.isEmpty && restartedCount == 0 && !pushedBehindModal
  }

  func reset() {
    reason = .popped
    isHidden = false
    isSilent = false
    pushedBehindModal = false
    isStill = false
    restartedCount = 0
    starts.reset()
    created.removeAll()
    destroyed.removeAll()
    if !finished.isEmpty { finished.removeAll() }
    changes.removeAll()
    emptied.removeAll()
    move.reset()
    if !pending.isEmpty { pending.removeAll() }
  }

  /// Releases the delegates and closures of a completed operation.
  func release() {
    isHidden = false
    if finished.isEmpty && pending.isEmpty { return }
    finished.removeAll()
    pending.removeAll()
  }

  /// Runs code of the application in the middle of the operation; operations that it submits wait.
  func ask<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = starts.coordinator
    starts.coordinator = nil
    log.enterCallback()
    defer {
      log.leaveCallback()
      starts.coordinator = outer
    }
    return try body()
  }

  /// Excludes an operation from navigation events, unless it is part of another.
  func staySilent(_ call: borrowing OperationCall) {
    guard starts.coordinator == nil, engine.runner.header.operation == call.operation else {
      return
    }
    isSilent = true
    isStill = true
  }

  /// Adds the outcome of an operation that a coordinator submitted for itself in its `start`.
  func noteNested(_ call: borrowing OperationCall, _ outcome: Outcome) {
    if let error = outcome.error, starts.rejection == nil { starts.rejection = error }
    if let completion = call.options.completion { pending.append(.completed(completion, outcome)) }
  }

  /// Returns the result of code of the application, or a fallback if it throws, which is reported.
  func answer<Answer>(_ fallback: Answer, _ body: () throws -> Answer) -> Answer {
    var answer = fallback
    ask { log.callOut { answer = try body() } }
    return answer
  }

  /// Records a structural event.
  @inline(__always)
  func note(
    _ kind: NavigationEvent.Kind, _ subject: NavigationEvent.Subject, _ name: Symbol = .none,
    other: CoordinatorID = .none, reason: FinishReason? = nil
  ) {
    changes.append(
      EventRecord(
        kind, subject, name: name, other: other, reason: reason.map { .ending($0) } ?? .none,
        isHidden: isHidden))
  }

  // MARK: - Callers

  /// Returns the slot of the calling coordinator; rejects a finished one.
  @inline(__always)
  func caller(of call: borrowing OperationCall) throws(NavigationError) -> Slot {
    guard let slot = state.slot(of: call.caller) else { throw staleCaller(call.caller) }
    return slot
  }

  /// Returns the slot of the calling coordinator; rejects a finished one and one that shows nothing
  /// yet.
  @inline(__always)
  func startedCaller(of call: borrowing OperationCall) throws(NavigationError) -> Slot {
    let slot = try caller(of: call)
    guard state.coordinators[slot].flags.contains(.started) else {
      throw NavigationError(
        .notStarted, "\(call.caller) \(typeName(slot)) has not started",
        hint: "navigate to it first")
    }
    return slot
  }

  private func staleCaller(_ id: CoordinatorID) -> NavigationError {
    NavigationError(
      .stale, "coordinator \(id) is gone",
      hint: "use the handle of a "
        + "coordinator that is alive")
  }

  func typeName(_ coordinator: Slot) -> String {
    symbols[state.coordinators[coordinator].type]
  }

  /// Returns the rejection of a coordinator without a stack: a tab coordinator, or one that shows
  /// nothing.
  func wrongKind(_ operation: String, _ slot: Slot, _ hint: String) -> NavigationError {
    if state.coordinators[slot].kind == .navigation {
      let parent = state.coordinators[slot].parent
      if parent != .none, state.coordinators[parent].stack == .none {
        return NavigationError(
          .notAttached,
          "\(operation): \(typeName(slot)) is a dependency of \(typeName(parent)), which has no stack",
          hint: "present, or navigate to a coordinator that is not a dependency")
      }
      return NavigationError(
        .notAttached,
        "\(operation): \(typeName(slot)) is a dependency and shows no screens on its parent's stack",
        hint: "navigate to one of its own routes first, or present")
    }
    return NavigationError(
      .wrongKind, "\(operation): \(typeName(slot)) is a tab coordinator and has no stack",
      hint: hint)
  }
}

extension Transaction {
  /// A point within an operation to roll back to.
  struct Savepoint {
    let mark: NavigationState.Mark
    let created: Int
    let destroyed: Int
    let finished: Int
    let changes: Int
    let pending: Int
    let restartedCount: Int
    let rejection: NavigationError?
  }

  var savepoint: Savepoint {
    Savepoint(
      mark: state.mark, created: created.count, destroyed: destroyed.count,
      finished: finished.count, changes: changes.count, pending: pending.count,
      restartedCount: restartedCount, rejection: starts.rejection)
  }

  /// Restores the state of a savepoint of the running operation. Cost: O(changes since).
  func rollBack(to point: Savepoint) {
    state.rollBack(to: point.mark)
    created.removeAll(from: point.created)
    destroyed.removeAll(from: point.destroyed)
    finished.removeSubrange(point.finished...)
    changes.removeAll(from: point.changes)
    pending.removeSubrange(point.pending...)
    emptied.removeAll()
    restartedCount = point.restartedCount
    starts.rejection = point.rejection
  }
}

/// The rules of one part of the state, which operations call instead of writing records.
protocol TransactionPart {
  var transaction: Transaction { get }
}

extension TransactionPart {
  var state: NavigationState { transaction.state }
  var symbols: SymbolTable { transaction.symbols }
  var registry: TypeRegistry { transaction.registry }
  var engine: NavigationEngine { transaction.engine }
  var screens: ScreenEditor { transaction.screens }
  var layers: LayerEditor { transaction.layers }
  var tabs: TabEditor { transaction.tabs }
  var coordinators: CoordinatorEditor { transaction.coordinators }
  var destinations: DestinationEditor { transaction.destinations }
  var roots: RootEditor { transaction.roots }
}

extension Transaction {
  var screens: ScreenEditor { ScreenEditor(transaction: self) }
  var layers: LayerEditor { LayerEditor(transaction: self) }
  var tabs: TabEditor { TabEditor(transaction: self) }
  var coordinators: CoordinatorEditor { CoordinatorEditor(transaction: self) }
  var destinations: DestinationEditor { DestinationEditor(transaction: self) }
  var roots: RootEditor { RootEditor(transaction: self) }
  var history: HistoryEditor { HistoryEditor(transaction: self) }
}
