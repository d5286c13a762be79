/// A screen as it was, for events that outlive it.
struct ScreenMark {
  let id: ScreenID
  let name: Symbol
  let owner: CoordinatorID
}

/// A coordinator as it was when it finished.
struct FinishMark {
  let id: CoordinatorID
  let type: Symbol
  let parent: CoordinatorID
  let result: NavigationValue?
  let reason: FinishReason
  /// Kept until it has been called.
  let delegate: (any CoordinatorDelegate)?
  /// Called then; `nil` where an undo takes it away.
  let onFinish: ((FinishNotice) -> Void)?
}

/// A coordinator that lost its last screen, and what for.
struct EmptiedMark {
  let id: CoordinatorID
  let reason: FinishReason
}

/// A callback that is called once everything else has happened.
enum PendingCallback {
  /// The coordinator of that index among the finished ones.
  case finished(Int)
  case dismissed((FinishReason) -> Void, FinishReason)
  /// The completion of an operation that a starting coordinator submitted for itself.
  case completed((Outcome) -> Void, Outcome)
  /// What the user's gesture set off.
  case handler(() throws -> Void)
}

/// The coordinators whose `start` runs inside an operation.
struct RunningStarts {
  /// The innermost one: what it submits for itself is part of the operation.
  var coordinator: CoordinatorID?
  /// How many run inside one another.
  var depth = 0
  /// The rejection of an operation that a starting coordinator submitted for itself.
  var rejection: NavigationError?

  mutating func reset() {
    coordinator = nil
    depth = 0
    if rejection != nil { rejection = nil }
  }
}

/// What an operation writes with: the edits of the state and the record of what they did.
///
/// The engine opens it before an operation applies, takes everything back when the operation is
/// rejected, and turns the record into events when it is done. Edits cost what they touch, never
/// the depth of a stack or the size of the tree. Guarded by bench: W1.
public final class Transaction {
  /// Set once, by the engine that makes the transaction.
  @exclusivity(unchecked) unowned var owner: NavigationEngine?
  let state: NavigationState
  let symbols: SymbolTable
  let registry: TypeRegistry
  let log: EventLog
  let leakWatch: LeakWatch

  /// The reason that whatever goes away in this operation goes away for.
  @exclusivity(unchecked) var reason: FinishReason = .popped
  /// Happens under a layer that covers it.
  @exclusivity(unchecked) var isHidden = false
  /// No navigation: no event before, none after.
  @exclusivity(unchecked) var isSilent = false
  /// A screen was pushed where the user does not see it.
  @exclusivity(unchecked) var pushedBehindModal = false

  /// Nothing moves, so that it takes no time even where it is animated.
  @exclusivity(unchecked) var isStill = false

  /// In order of creation, that is bottom to top.
  @exclusivity(unchecked) var created = Buffer<ScreenMark>()
  /// In order of removal, that is top to bottom.
  @exclusivity(unchecked) var destroyed = Buffer<ScreenMark>()
  /// Deepest first.
  @exclusivity(unchecked) var finished: ContiguousArray<FinishMark> = []
  /// The structural events, in order.
  @exclusivity(unchecked) var changes = Buffer<EventRecord>()
  /// The callbacks to call once everything has settled, top to bottom.
  @exclusivity(unchecked) var pending: [PendingCallback] = []
  /// Coordinators that lost their last screen; finished at the end unless they got a new one.
  @exclusivity(unchecked) var emptied = Buffer<EmptiedMark>()
  /// The steps that it undoes or redoes, if it does.
  @exclusivity(unchecked) var move = HistoryMove()
  /// How many of the waiting operations a restart cancels; those submitted later stay.
  @exclusivity(unchecked) var restartedCount = 0
  /// The starts that run in it.
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

  /// Whether it only pushed and removed screens: no coordinator finished, no callback waits.
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

  /// Lets go of what an operation that is over held: delegates and closures.
  func release() {
    isHidden = false
    if finished.isEmpty && pending.isEmpty { return }
    finished.removeAll()
    pending.removeAll()
  }

  /// Runs code of the application in the middle of the operation; what it submits waits.
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

  /// Keeps an operation from being reported as a navigation, unless it is part of another.
  func staySilent(_ call: borrowing OperationCall) {
    guard starts.coordinator == nil, engine.runner.header.operation == call.operation else {
      return
    }
    isSilent = true
    isStill = true
  }

  /// Takes in what an operation came to that a coordinator submitted for itself in its `start`.
  func noteNested(_ call: borrowing OperationCall, _ outcome: Outcome) {
    if let error = outcome.error, starts.rejection == nil { starts.rejection = error }
    if let completion = call.options.completion { pending.append(.completed(completion, outcome)) }
  }

  /// Answers with what code of the application says, and reports it where it throws.
  func answer<Answer>(_ fallback: Answer, _ body: () throws -> Answer) -> Answer {
    var answer = fallback
    ask { log.callOut { answer = try body() } }
    return answer
  }

  /// Notes a structural event.
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

  /// The place of the calling coordinator; rejects one that is gone.
  @inline(__always)
  func caller(of call: borrowing OperationCall) throws(NavigationError) -> Slot {
    guard let slot = state.slot(of: call.caller) else { throw staleCaller(call.caller) }
    return slot
  }

  /// The same, and rejects one that shows nothing yet.
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
    NavigationError(.stale, "coordinator \(id) is gone", hint: "take a handle of a living one")
  }

  func typeName(_ coordinator: Slot) -> String {
    symbols[state.coordinators[coordinator].type]
  }

  /// The rejection of a coordinator that has no stack: one with pages, or one that shows nothing.
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
        "\(operation): \(typeName(slot)) is a dependency and shows nothing on its parent's stack",
        hint: "navigate to a route of its own first, or present")
    }
    return NavigationError(
      .wrongKind, "\(operation): \(typeName(slot)) is a tab coordinator and has no stack",
      hint: hint)
  }
}

extension Transaction {
  /// A point within an operation.
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

  /// Leaves everything as it was at a point of the operation that runs. Cost: O(changes since).
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

/// Rules of one part of what is shown, which operations call in the place of writing records.
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
