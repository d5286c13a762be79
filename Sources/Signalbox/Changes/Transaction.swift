/// The properties that a coordinator had when it finished.
struct FinishedCoordinator {
  let id: CoordinatorID
  let type: Symbol
  let parent: CoordinatorID
  let result: NavigationValue?
  let reason: FinishReason
  /// Whether the flow was completed with `finishFlow`.
  let isCompleted: Bool
  /// The delegate, or `nil` if there is none. The delegate is retained until it has been called.
  private(set) var delegate: (any CoordinatorDelegate)?
  /// The callback to call after the delegate. The value is `nil` if there is none, or if an undo or
  /// redo removed the coordinator.
  let onFinish: ((FinishNotice) throws -> Void)?

  init(
    id: CoordinatorID, type: Symbol, parent: CoordinatorID, result: NavigationValue? = nil,
    reason: FinishReason, isCompleted: Bool = false, delegate: (any CoordinatorDelegate)?,
    onFinish: ((FinishNotice) throws -> Void)? = nil
  ) {
    self.id = id
    self.type = type
    self.parent = parent
    self.result = result
    self.reason = reason
    self.isCompleted = isCompleted
    self.delegate = delegate
    self.onFinish = onFinish
  }

  /// Returns the notice that delegates and callbacks receive.
  func notice(_ symbols: SymbolTable) -> FinishNotice {
    FinishNotice(
      coordinator: id, type: symbols[type], parent: parent, result: result, reason: reason,
      isCompleted: isCompleted)
  }

  /// Removes and returns the delegate.
  mutating func takeDelegate() -> (any CoordinatorDelegate)? {
    defer { delegate = nil }
    return delegate
  }
}

/// A coordinator that may have lost its last screen, and the reason for the removal of the screen.
struct EmptiedCoordinator {
  let id: CoordinatorID
  let reason: FinishReason
}

/// A callback that is called at the end of the operation.
enum PendingCallback {
  /// The callbacks of the finished coordinator with the given index.
  case finished(Int)
  /// The hooks for a coordinator that an undo or redo has removed.
  case undone(CoordinatorID)
  case dismissed((FinishReason) -> Void, FinishReason)
  /// The completion handler of an operation that runs as part of another operation, either in a
  /// batch or in the `start` of the coordinator that called the operation.
  case completed((Outcome) -> Void, Outcome)
  /// The action of a gesture, or a method of a delegate, such as `currentPageDidChange`.
  case handler(() throws -> Void)
}

/// The coordinators whose `start` is running within an operation.
struct RunningStarts {
  /// The innermost starting coordinator, or `nil` outside `start` and while other application code
  /// runs. Operations that the coordinator calls on itself are part of the running operation.
  var coordinator: CoordinatorID?
  /// The number of nested starts.
  var depth = 0
  /// The first rejection of an operation that a coordinator called on itself during its start.
  var rejection: NavigationError?

  mutating func reset() {
    coordinator = nil
    depth = 0
    if rejection != nil { rejection = nil }
  }
}

/// The interface that operations use to change the state and record their effects.
///
/// The engine begins a transaction before it applies an operation. If the operation is rejected,
/// the engine rolls back all changes. Otherwise, it converts the recorded effects to events. The
/// cost of most edits is proportional to the number of changed records and independent of the
/// stack's depth and the tree's size. Benchmark: `W1`.
final class Transaction {
  /// The engine that created the transaction. The engine sets this property once.
  @exclusivity(unchecked) private unowned var owner: (any TransactionHost)?
  let state: NavigationState
  let symbols: SymbolTable
  let registry: TypeRegistry
  let log: EventLog
  let leakWatch: LeakWatch

  /// The reason that subsequent removals record. The value can change during the operation.
  @exclusivity(unchecked) var reason: FinishReason = .popped
  /// Whether the change takes place below another layer.
  @exclusivity(unchecked) var isHidden = false
  /// Whether the operation does not navigate, so that neither `willNavigate` nor `didNavigate` is
  /// emitted.
  @exclusivity(unchecked) private(set) var isSilent = false
  /// Whether a screen was pushed beneath a modal layer, where it is not visible to the user.
  @exclusivity(unchecked) var pushedBehindModal = false

  /// Whether no screen moves, so that the operation takes no time even if it is animated.
  @exclusivity(unchecked) var isStill = false

  /// The created screens in order of creation, from the bottom up.
  @exclusivity(unchecked) private(set) var created = Buffer<ScreenReference>()
  /// The destroyed screens in order of removal, from the top down.
  @exclusivity(unchecked) private(set) var destroyed = Buffer<ScreenReference>()
  /// The finished coordinators, deepest first.
  @exclusivity(unchecked) private(set) var finished: ContiguousArray<FinishedCoordinator> = []
  /// The structural events, in the order in which they occurred.
  @exclusivity(unchecked) private(set) var changes = ChangeRecords()
  /// The callbacks to call at the end of the operation, in the order in which they were scheduled.
  @exclusivity(unchecked) private(set) var pending: [PendingCallback] = []
  /// Coordinators that may have lost their last screen. At the end of the operation, those without
  /// screens finish.
  @exclusivity(unchecked) private(set) var emptied = Buffer<EmptiedCoordinator>()
  /// The steps that the operation undoes or redoes. The list is empty for other operations.
  @exclusivity(unchecked) private(set) var move = HistoryMove()
  /// The number of waiting operations that a restart cancels. Operations that are submitted later
  /// remain.
  @exclusivity(unchecked) private(set) var restartedCount = 0
  /// The coordinators whose `start` is running.
  @exclusivity(unchecked) private var starts = RunningStarts()

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

  /// Sets the engine that the transaction belongs to and that runs the operations.
  func attach(to host: any TransactionHost) { owner = host }

  var host: any TransactionHost {
    guard let owner else { preconditionFailure("a transaction without an engine") }
    return owner
  }

  /// Whether no coordinator finished, no callback is pending, no waiting operation is to be
  /// cancelled, and no screen was pushed beneath a modal layer.
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
    changes.removeAll()
    emptied.removeAll()
    move.reset()
    forgetCallbacks()
  }

  /// Releases the delegates and closures, but keeps the capacity for a few of them.
  private func forgetCallbacks() {
    if !finished.isEmpty { finished.removeAll(keepingCapacity: finished.count < 8) }
    if !pending.isEmpty { pending.removeAll(keepingCapacity: pending.count < 8) }
  }

  /// The effects that a checkpoint saves for an operation in flight.
  struct Contents: ~Copyable {
    fileprivate let isHidden, isSilent, pushedBehindModal, isStill: Bool
    fileprivate let restartedCount: Int
    fileprivate let reason: FinishReason
    fileprivate let created: Buffer<ScreenReference>
    fileprivate let destroyed: Buffer<ScreenReference>
    fileprivate let finished: ContiguousArray<FinishedCoordinator>
    fileprivate let changes: ChangeRecords
    fileprivate let pending: [PendingCallback]
  }

  /// The recorded effects of the operation, for ``restore(_:)``.
  var contents: Contents {
    Contents(
      isHidden: isHidden, isSilent: isSilent, pushedBehindModal: pushedBehindModal,
      isStill: isStill, restartedCount: restartedCount, reason: reason,
      created: created.separateCopy(), destroyed: destroyed.separateCopy(),
      finished: finished, changes: changes.separateCopy(), pending: pending)
  }

  /// Restores saved effects.
  func restore(_ contents: borrowing Contents) {
    reset()
    isHidden = contents.isHidden
    isSilent = contents.isSilent
    pushedBehindModal = contents.pushedBehindModal
    isStill = contents.isStill
    restartedCount = contents.restartedCount
    reason = contents.reason
    created.copy(contents.created)
    destroyed.copy(contents.destroyed)
    finished = contents.finished
    changes.copy(contents.changes)
    pending = contents.pending
  }

  /// Releases the delegates and closures of a completed operation.
  func release() {
    isHidden = false
    forgetCallbacks()
  }

  /// Releases the delegates of finished coordinators. If a delegate has other owners, keeps weak
  /// references to it, for the leak report and for undo.
  ///
  /// - Parameter mark: The log position before the operation.
  func releaseDelegates(since mark: LogPosition) {
    for index in finished.indices {
      guard var delegate = finished[index].takeDelegate(), !isUnshared(&delegate) else { continue }
      leakWatch.note(.coordinator(finished[index].id), finished[index].type, delegate)
      state.callbacks.settleChanges(from: mark.callbacks) { record, _ in
        record.keep(weakly: delegate)
      }
    }
  }

  /// Returns whether a delegate has no other owner.
  private func isUnshared(_ delegate: inout any CoordinatorDelegate) -> Bool {
    func isUnshared<Delegate: CoordinatorDelegate>(_ delegate: inout Delegate) -> Bool {
      isKnownUniquelyReferenced(&delegate)
    }
    return isUnshared(&delegate)
  }

  /// Runs application code during the operation. Operations that the code submits wait.
  func ask<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try calling(as: nil, body)
  }

  /// Runs the `start` of a coordinator. Operations that the coordinator calls on itself are part of
  /// this transaction.
  func inStart<Failure: Error>(
    of coordinator: CoordinatorID, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    try calling(as: coordinator, body)
  }

  private func calling<Result, Failure: Error>(
    as coordinator: CoordinatorID?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = starts.coordinator
    starts.coordinator = coordinator
    log.enterCallback()
    defer {
      log.leaveCallback()
      starts.coordinator = outer
    }
    return try body()
  }

  // MARK: - Starts

  /// The depth of nested starts.
  var startDepth: Int { starts.depth }

  /// The first rejection of an operation that a coordinator called on itself in its `start`.
  var startRejection: NavigationError? { starts.rejection }

  func enterStart() { starts.depth += 1 }
  func leaveStart() { starts.depth -= 1 }

  /// Returns whether the innermost running `start` is that of the given coordinator. The result is
  /// `false` while ``ask(_:)`` runs other application code.
  func isStarting(_ coordinator: CoordinatorID) -> Bool { starts.coordinator == coordinator }

  /// Excludes an operation from navigation events, unless it is part of another operation.
  func staySilent(_ call: borrowing OperationCall) {
    guard starts.coordinator == nil, host.header.operation == call.operation else {
      return
    }
    isSilent = true
    isStill = true
  }

  /// Records the outcome of an operation that a coordinator called on itself in its `start`.
  func noteNested(_ call: borrowing OperationCall, _ outcome: Outcome) {
    if let error = outcome.error, starts.rejection == nil { starts.rejection = error }
    if let completion = call.options.completion { pending.append(.completed(completion, outcome)) }
  }

  /// Returns the result of application code. If the code throws, reports the error and returns the
  /// fallback.
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

  /// Records a structural event and the string that belongs to it.
  func note(
    _ kind: NavigationEvent.Kind, _ subject: NavigationEvent.Subject, _ name: Symbol, text: String
  ) {
    changes.append(EventRecord(kind, subject, name: name, isHidden: isHidden), text: text)
  }

  /// Records the new badge of a page as a structural event.
  func noteBadge(_ text: String?, of page: Symbol, in tabBar: TabBarID) {
    changes.append(
      EventRecord(.tabBadge, .tabBar(tabBar), name: page, isHidden: isHidden), text: text)
  }

  @inline(__always)
  func noteCreated(_ screen: ScreenReference) { created.append(screen) }

  @inline(__always)
  func noteDestroyed(_ screen: ScreenReference) { destroyed.append(screen) }

  func noteFinished(_ coordinator: FinishedCoordinator) { finished.append(coordinator) }

  /// Schedules an application callback, which runs after the change is committed.
  func callLater(_ callback: PendingCallback) { pending.append(callback) }

  /// Records a coordinator that may have lost its last screen.
  func noteEmptied(_ coordinator: CoordinatorID) {
    emptied.append(EmptiedCoordinator(id: coordinator, reason: reason))
  }

  func forgetEmptied() { emptied.removeAll() }

  /// Records a step of an undo or redo, which begins at the given position in the log.
  func noteMove(from mark: LogPosition) { move.marks.append(mark) }

  func setMove(_ kind: HistoryMove.Kind) { move.kind = kind }

  /// Changes the style in the events of a layer that the operation presents.
  func setStyle(_ style: Symbol, ofLayer id: LayerID) {
    for index in changes.indices
    where changes[index].kind == .layerPresented && changes[index].subject == .layer(id) {
      changes[index].name = style
    }
  }

  // MARK: - Callers

  /// Returns the slot of the calling coordinator. Throws an error if the coordinator has finished.
  @inline(__always)
  func caller(of call: borrowing OperationCall) throws(NavigationError) -> Slot {
    guard let slot = state.slot(of: call.caller) else { throw staleCaller(call.caller) }
    return slot
  }

  /// Returns the slot of the calling coordinator. Throws an error if the coordinator has finished
  /// or has not started.
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
      hint: "use the handle of a coordinator that is alive")
  }

  func typeName(_ coordinator: Slot) -> String {
    symbols[state.coordinators[coordinator].type]
  }

  /// Returns the rejection for a coordinator without a stack. Such a coordinator has tabs or shows
  /// nothing.
  func wrongKind(_ operation: String, _ slot: Slot, _ hint: String) -> NavigationError {
    if state.coordinators[slot].kind == .navigation {
      let parent = state.coordinators[slot].parent
      if parent != .none, state.coordinators[parent].stack == .none {
        return NavigationError(
          .notAttached,
          "\(operation): \(typeName(slot)) is a dependency of \(typeName(parent)), which has no stack",
          hint: "call present, or navigate to a coordinator that is not a dependency")
      }
      return NavigationError(
        .notAttached,
        "\(operation): \(typeName(slot)) is a dependency and shows no screens on its parent's stack",
        hint: "navigate to one of its own routes first, or call present")
    }
    return NavigationError(
      .wrongKind, "\(operation): \(typeName(slot)) is a tab coordinator and has no stack",
      hint: hint)
  }
}

extension Transaction {
  /// A point in an operation to which changes can be rolled back.
  struct Savepoint {
    let mark: LogPosition
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

  /// Rolls back an operation of a batch to a savepoint. Cost: O(changes since the savepoint).
  ///
  /// - Parameter outcome: The outcome of the operation. Operations that ran as part of it with the
  ///   outcome `done` complete with this outcome instead.
  func rollBack(to point: Savepoint, _ outcome: Outcome) {
    state.rollBack(to: point.mark)
    created.removeAll(from: point.created)
    destroyed.removeAll(from: point.destroyed)
    finished.removeSubrange(point.finished...)
    changes.removeAll(from: point.changes)
    let completions = pending[point.pending...].compactMap { callback -> PendingCallback? in
      guard case .completed(let completion, let own) = callback else { return nil }
      return .completed(completion, own.status == .done ? outcome : own)
    }
    pending.replaceSubrange(point.pending..., with: completions)
    emptied.removeAll()
    restartedCount = point.restartedCount
    starts.rejection = point.rejection
  }
}

// MARK: - The engine

/// The engine of a transaction. Operations use these properties and functions while they run.
protocol TransactionHost: AnyObject {
  var history: History { get }
  var isStrict: Bool { get }
  /// Whether the first screen of the main coordinator has appeared.
  var isReady: Bool { get }
  /// The running operation.
  var header: CallHeader { get }
  /// The log position of the state before the operation.
  var mark: LogPosition { get }
  /// Whether an interactive gesture ends with this operation.
  var endsSwipe: Bool { get }
  /// The number of operations in the queue.
  var queuedCount: Int { get }

  /// Notifies observers and guards, which see the old state, before the first change.
  func announce() throws(NavigationError)
  /// Begins an interactive gesture, or runs a cancelled gesture.
  func swipe(
    _ call: borrowing OperationCall, leaving: ContiguousArray<ScreenReference>,
    arriving: ContiguousArray<ScreenReference>
  ) -> Outcome
  /// Collects the operations that a function submits.
  func collect(_ body: () throws -> Void) throws -> [BatchStep]
  /// Keeps a link until the application is ready.
  func keep(link: OperationCall)
  /// Returns whether a checkpoint retains an object, but the state and its undo history do not. Such
  /// an object may exist even though the application has released it.
  func isRetainedOnlyByCheckpoint(_ object: AnyObject) -> Bool
  /// Returns a hint about the position of an operation's options, or `nil` if the argument with the
  /// given name cannot be a misplaced option.
  func hint(forArgument name: String, of operation: Int) -> String?
  /// Returns the number of the operation with the given name, or `nil` if there is none.
  func number(ofOperation name: String) -> Int?
}

extension Transaction {
  /// Returns whether this operation created the given callback record.
  func isNew(_ callbacks: Slot) -> Bool {
    state.callbacks.isNew(callbacks, since: host.mark.callbacks)
  }

  /// Schedules the cancellation of all operations that are waiting now. They are cancelled when the
  /// change has been shown.
  func cancelWaiting() { restartedCount = host.queuedCount }
}

/// An editor for one part of the state. Operations call editors instead of writing records
/// directly.
protocol TransactionPart {
  var transaction: Transaction { get }
}

extension TransactionPart {
  var state: NavigationState { transaction.state }
  var symbols: SymbolTable { transaction.symbols }
  var registry: TypeRegistry { transaction.registry }
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
