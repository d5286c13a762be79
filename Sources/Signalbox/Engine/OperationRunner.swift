/// Runs operations one at a time. The step numbers in the comments refer to the order of events in
/// docs/semantics/execution.md.
///
/// Without observers, an operation's records are written together. With observers, the same code
/// writes and delivers them one by one. Every push writes some of the properties, so their
/// exclusivity checks are disabled (decision 0006). Benchmark: `W1`.
final class OperationRunner {
  private let state: NavigationState
  private let transaction: Transaction
  private let log: EventLog
  private let clock: VirtualClock
  private let queue: OperationQueue
  private let history: History
  private let guards: GuardList
  private let works: WorkList
  @exclusivity(unchecked) var staging = Staging()
  @exclusivity(unchecked) var isStrict = false

  @exclusivity(unchecked) private(set) var isApplying = false
  @exclusivity(unchecked) private var isAnnounced = false
  @exclusivity(unchecked) private(set) var header = CallHeader.none
  /// The complete call, if the call has more than a header or if guards need it. Otherwise `nil`.
  @exclusivity(unchecked) private(set) var call: OperationCall?
  /// The log position of the state before the operation.
  @exclusivity(unchecked) private(set) var mark = LogPosition()
  /// The visible screens as of the last commit, topmost first.
  @exclusivity(unchecked) var visible = VisibleScreens()
  /// A guard's decision to reject or redirect the operation.
  @exclusivity(unchecked) private var judgement: GuardList.Judgement?
  /// The open gesture that the operation ends.
  @exclusivity(unchecked) private(set) var swipe: InFlight?
  /// Whether the first screen of the main coordinator has appeared.
  @exclusivity(unchecked) private(set) var isReady = false

  init(
    _ transaction: Transaction, _ queue: OperationQueue, _ clock: VirtualClock,
    _ history: History, _ guards: GuardList, _ works: WorkList
  ) {
    self.transaction = transaction
    self.queue = queue
    self.clock = clock
    self.history = history
    self.guards = guards
    self.works = works
    state = transaction.state
    log = transaction.log
  }

  /// The part of the runner that a checkpoint saves, in addition to the ``visible`` screens.
  typealias Contents = (
    isStrict: Bool, isReady: Bool, header: CallHeader, call: OperationCall?,
    mark: LogPosition, operation: UInt32, dismissing: [StateDocument.Layer]
  )

  /// The modes of the runner and the operation in flight. The property must not be set while an
  /// operation is running.
  var contents: Contents {
    get { (isStrict, isReady, header, call, mark, log.operation, staging.dismissing) }
    set { (isStrict, isReady, header, call, mark, log.operation, staging.dismissing) = newValue }
  }

  /// The log position before the uncommitted operation, if any. Readers see the state at this
  /// position.
  var openPosition: LogPosition? { state.rewound ?? (isApplying ? mark : nil) }

  /// Calls a function for the running call and for each call of a redirection.
  func forEachCall(_ body: (borrowing OperationCall) -> Void) {
    for step in judgement?.redirection ?? [] { body(step.call) }
    if let call { body(call) }
  }

  // MARK: - One operation

  /// Runs an operation.
  ///
  /// - Returns: The outcome, or `nil` if the operation or gesture remains in flight.
  func execute(_ call: borrowing OperationCall, _ ticket: OperationTicket?) -> Outcome? {
    log.beginOperation()
    log.emit(.operationBegan, call.header)
    return run(call, ticket)
  }

  /// Runs an operation from step 2 onward.
  @inline(__always)
  private func run(_ call: borrowing OperationCall, _ ticket: OperationTicket?) -> Outcome? {
    let outcome = queue.isRepeated(call) ? duplicate(call) : apply(call)
    guard outcome.status == .done else { return decline(call, outcome, ticket) }
    let takesTime = OperationCatalog.traits[call.operation].takesTime && !transaction.isStill
    let duration = takesTime ? call.options.milliseconds : 0
    let isShown =
      staging.stage != nil || duration > 0 && (!clock.isAutomatic || !clock.hasNoTimers)
    if isShown { staging.dismissing = dismissedLayers() }
    commit(call.operation)
    if isShown {
      guard show(call, outcome, ticket, duration) else { return nil }
    } else if duration > 0 {
      clock.move(to: clock.time(after: duration))
    }
    conclude(call, outcome, ticket)
    return outcome
  }

  @inline(__always)
  private func apply(_ call: borrowing OperationCall) -> Outcome {
    transaction.reset()
    isApplying = true
    isAnnounced = false
    header = call.header
    if call.hasExtras || !guards.isEmpty { self.call = copy call }
    mark = state.mark
    defer { isApplying = false }
    do throws(NavigationError) {
      try transaction.checkRejection(of: call)
      let outcome = try OperationCatalog.all[call.operation].apply(call, transaction)
      guard outcome.status == .done else {
        state.rollBack(to: mark)
        return outcome
      }
      if !transaction.emptied.isEmpty { transaction.coordinators.finishEmptied() }
      try announce()
      return outcome
    } catch {
      state.rollBack(to: mark)
      return .rejected(error)
    }
  }

  private func duplicate(_ call: borrowing OperationCall) -> Outcome {
    transaction.completeLater(call.steps)
    return .rejected(
      NavigationError(
        .duplicate,
        "\(OperationCatalog.signature(at: call.operation).name): the previous operation also had "
          + "the key \"\(call.options.key ?? "")\"",
        hint: "use a different key if both calls are intended"))
  }

  /// Settles an operation without applying it, unless the operation is a gesture that remains open.
  private func decline(
    _ call: borrowing OperationCall, _ outcome: Outcome, _ ticket: OperationTicket?
  ) -> Outcome? {
    if outcome.reason == .gestureOpen, let swipe = queue.swipe {
      if let ticket { swipe.ticket = ticket }
      release()
      return nil
    }
    if let swipe { emitReturn(from: swipe) }
    let outcome = isStrict ? outcome.strict(call) : outcome
    reject(call, outcome, ticket)
    return outcome
  }

  private func reject(
    _ call: borrowing OperationCall, _ outcome: Outcome, _ ticket: OperationTicket?
  ) {
    if outcome.reason != .duplicate { queue.forgetKey() }
    emitRejection(call.header, outcome)
    if let error = outcome.error, let onRejection = call.onRejection {
      log.callOut { onRejection(error) }
    }
    // Operations that were `done` as part of this operation, in a batch or in a `start`, complete
    // with this operation's outcome.
    for case .completed(let completion, let nested) in transaction.pending {
      log.callOut { completion(nested.status == .done ? outcome : nested) }
    }
    complete(call, outcome, ticket)
    log.emit(.operationSettled, call.header, reason: outcome.reason)
    if let judgement {
      self.judgement = nil
      queue.prepend(judgement.redirection)
    }
    release()
  }

  private func emitRejection(_ header: CallHeader, _ outcome: Outcome) {
    log.emit(
      outcome.status == .noop ? .operationNoop : .operationRejected, header,
      reason: outcome.reason, text: outcome.error?.description)
  }

  private func release() {
    transaction.release()
    header = .none
    if call != nil { call = nil }
    log.operation = 0
  }

  @inline(__always)
  private func complete(
    _ call: borrowing OperationCall, _ outcome: Outcome, _ ticket: OperationTicket?
  ) {
    if let ticket {
      // The owner of the ticket may read the names in the outcome much later.
      transaction.symbols.keep(outcome.value)
      ticket.outcome = outcome
    }
    if call.options.hasExtras, let completion = call.options.completion {
      log.callOut { completion(outcome) }
    }
  }

  // MARK: - Before the change

  /// Performs step 2 once per operation: calls the observers and guards that see the state before
  /// the change.
  ///
  /// - Throws: A guard's decision to reject or redirect the operation. Further calls during the
  ///   same operation throw the decision again.
  func announce() throws(NavigationError) {
    guard !isAnnounced, !transaction.isSilent, header.operation >= 0 else {
      if let judgement { throw judgement.rejection }
      return
    }
    isAnnounced = true
    asBefore(observing: NavigationEvent.Kind.willNavigate.bit) {
      log.emit(
        .willNavigate, header, isHidden: transaction.isHidden, text: call?.stepNames)
    }
    guard !guards.isEmpty, let call else { return }
    let request = NavigationRequest(call, transaction.symbols)
    judgement = state.asOf(mark) { guards.judge(request, call.redirections, transaction) }
    if let judgement { throw judgement.rejection }
  }

  /// Calls a closure that writes events. If any of the kinds is observed, the closure sees the
  /// state before the operation. Rewinding the state costs O(changes).
  @inline(__always)
  private func asBefore(observing kinds: UInt64, _ body: () -> Void) {
    if log.isObserved(kinds) { state.asOf(mark, body) } else { body() }
  }

  // MARK: - Completing an operation

  /// Performs steps 3 to 7, which commit the change and report it.
  @inline(__always)
  private func commit(_ operation: Int) {
    visible.update(state)
    let count = transaction.created.count + visible.changeCount + transaction.changes.count
    let isUninterrupted = !transaction.changes.haveTexts && transaction.finished.isEmpty
    log.emit(atMost: count, isUninterrupted: isUninterrupted) { write in
      // An open gesture reported the first events when it began.
      if swipe == nil { writeComing(write) }
      noteChange(operation)
      transaction.changes.forEach(write)
    }
  }

  /// Writes the events whose observers see the state before the change.
  @inline(__always)
  private func writeComing(_ write: EventLog.Write) {
    let kinds: UInt64 =
      NavigationEvent.Kind.screenCreated.bit | NavigationEvent.Kind.willAppear.bit
      | NavigationEvent.Kind.willDisappear.bit
    asBefore(observing: kinds) {
      let isHidden = transaction.isHidden
      for index in 0..<transaction.created.count {
        write(EventRecord(.screenCreated, transaction.created[index], isHidden: isHidden), nil)
      }
      visible.forEachChange(.willDisappear, .willAppear, isHidden, write)
    }
  }

  /// Adds the change to the history, and cancels the timers and the work of finished coordinators.
  @inline(__always)
  private func noteChange(_ operation: Int) {
    if state.window.main == .none { isReady = false }
    switch transaction.move.kind {
    case nil: history.note(mark, by: operation, state)
    case .undo: history.noteUndo(transaction.move.marks, state)
    case .redo: history.noteRedo(transaction.move.marks, state)
    }
    for index in transaction.finished.indices {
      let id = transaction.finished[index].id
      clock.cancelTimers(of: id)
      if !works.isUnused { works.cancel(of: id) }
    }
  }

  /// Performs steps 9 to 13, which release and report the removed items after the change has been
  /// shown.
  @inline(__always)
  private func conclude(
    _ call: borrowing OperationCall, _ outcome: Outcome, _ ticket: OperationTicket?
  ) {
    if !staging.dismissing.isEmpty { staging.dismissing = [] }
    queue.noteKey(of: call)
    let isPlain =
      transaction.isPlain && !call.hasExtras && state.callbacks.mark == mark.callbacks
    let isUninterrupted = isPlain && ticket == nil && !call.options.hasExtras
    let isHidden = transaction.isHidden
    let gone = visible.changeCount + 2 * transaction.finished.count + transaction.destroyed.count
    var becomesReady = false
    log.emit(atMost: gone + 2, isUninterrupted: isUninterrupted) { write in
      visible.forEachChange(.didDisappear, .didAppear, isHidden, write)
      if !transaction.finished.isEmpty { writeFinished(write) }
      for index in 0..<transaction.destroyed.count {
        write(EventRecord(.screenDestroyed, transaction.destroyed[index], isHidden: isHidden), nil)
      }
      if !isPlain { releaseRemoved() }
      if !transaction.isSilent {
        write(EventRecord(.didNavigate, call.header, isHidden: isHidden), call.stepNames)
      }
      if transaction.pushedBehindModal { warn(of: call) }
      becomesReady = !isReady && state.window.main != .none && state.front != .none
      if !transaction.pending.isEmpty { callPending() }
      if !isUninterrupted { complete(call, outcome, ticket) }
      write(EventRecord(.operationSettled, call.header), nil)
    }
    if becomesReady { makeReady() }
    if !transaction.finished.isEmpty { transaction.releaseDelegates(since: mark) }
    release()
  }

  /// Releases the removed items. Cancels the waiting operations of finished coordinators or, after
  /// a restart of the application, all operations that were waiting before it.
  private func releaseRemoved() {
    if !history.keepsFinished { state.loosenCallbacks(since: mark) }
    if !transaction.isPlain { cancelOfFinished() }
  }

  private func warn(of call: borrowing OperationCall) {
    log.emit(
      .operationWarning, .operation(OperationNumber(call.operation)), name: call.name,
      text: "pushedBehindModal")
  }

  private func writeFinished(_ write: EventLog.Write) {
    func report(
      _ mark: FinishedCoordinator, _ kind: NavigationEvent.Kind, _ subject: CoordinatorID,
      _ other: CoordinatorID
    ) {
      write(
        EventRecord(
          kind, .coordinator(subject), name: mark.type, other: other, reason: .ending(mark.reason)),
        nil)
    }
    for index in transaction.finished.indices {
      let mark = transaction.finished[index]
      report(mark, .coordinatorFinished, mark.id, mark.parent)
    }
    for index in transaction.finished.indices {
      let mark = transaction.finished[index]
      if state.slot(of: mark.parent) != nil { report(mark, .childFinished, mark.parent, mark.id) }
    }
  }

  private func cancelOfFinished() {
    if transaction.restartedCount > 0 {
      cancel(queue.take(first: transaction.restartedCount), .restarted)
    }
    guard !queue.isEmpty else { return }
    for mark in transaction.finished { cancel(queue.take(of: mark.id), .ownerFinished) }
  }

  /// Calls the pending callbacks of the operation, in the order in which they were scheduled.
  private func callPending() {
    let (callbacks, finished) = (transaction.pending, transaction.finished)
    for callback in callbacks {
      switch callback {
      case .finished(let index): callFinished(finished, at: index)
      case .undone(let coordinator): log.hooks.reportUndone(coordinator)
      case .dismissed(let handler, let reason): log.callOut { handler(reason) }
      case .completed(let completion, let outcome): log.callOut { completion(outcome) }
      case .handler(let handler): log.callOut(handler)
      }
    }
  }

  private func callFinished(_ finished: ContiguousArray<FinishedCoordinator>, at index: Int) {
    let notice = finished[index].notice(transaction.symbols)
    history.lastFinish = notice
    if let delegate = finished[index].delegate { log.callOut { try delegate.didFinish(notice) } }
    log.hooks.forEachOnFinish { onFinish in log.callOut { try onFinish(notice) } }
    if let handler = finished[index].onFinish { log.callOut { try handler(notice) } }
    if let parent = state.slot(of: notice.parent), let delegate = state.delegate(at: parent) {
      log.callOut { try delegate.childDidFinish(notice) }
    }
  }

  private func makeReady() {
    isReady = true
    log.emit(.applicationReady, .coordinator(state.id(ofCoordinator: state.window.main)))
    queue.submitLinks()
  }

  // MARK: - Showing the change

  /// Performs step 8 if a stage, a timer or a manual clock is involved.
  ///
  /// - Returns: Whether the change is complete. If the result is `false`, the operation remains
  ///   in flight.
  private func show(
    _ call: borrowing OperationCall, _ outcome: Outcome, _ ticket: OperationTicket?,
    _ duration: Int
  ) -> Bool {
    if staging.stage == nil, clock.isAutomatic {
      passTime(duration)
      return true
    }
    let flight = InFlight(copy call, outcome, ticket, operation: log.operation)
    queue.flight = flight
    guard let stage = staging.stage else {
      flight.deadline = clock.time(after: duration, and: clock.lead)
      return false
    }
    flight.limit = staging.limit
    let end = clock.time(after: duration, and: clock.lead)
    flight.lastMoment = clock.time(after: end - clock.now, and: staging.limit)
    let transition = transition(of: call, duration)
    log.enterCallback()
    flight.isPerforming = true
    stage.perform(
      transition, completion: StageCompletion { [weak self] in self?.end(flight, failure: $0) })
    flight.isPerforming = false
    log.leaveCallback()
    return queue.flight == nil
  }

  /// Replaces the stage. A transition that the previous stage has not ended counts as shown, so
  /// that no operation waits for it.
  func show(on stage: (any Stage)?) {
    guard staging.stage !== stage else { return }
    staging.stage = stage
    if let flight = queue.flight, flight.lastMoment != nil { end(flight, failure: nil) }
  }

  private var reader: StateReader {
    StateReader(state, transaction.symbols, transaction.registry)
  }

  private func transition(
    of call: borrowing OperationCall, _ duration: Int
  ) -> StageTransition {
    let symbols = transaction.symbols
    let steps = transaction.changes.indices.compactMap { index in
      StageTransition.Step(
        transaction.changes[index], text: transaction.changes.text(at: index), symbols: symbols)
    }
    return StageTransition(
      number: Int(log.operation), operation: OperationCatalog.signature(at: call.operation).name,
      origin: call.origin, duration: .milliseconds(duration),
      steps: steps,
      tree: reader.document(from: state.window.main),
      interface: InterfaceReader(state, symbols, transaction.registry).tree)
  }

  /// Ends an operation after the stage has shown the change or failed to show it, and continues
  /// with the queue.
  private func end(_ flight: InFlight, failure: StageFailure.Cause?) {
    guard queue.flight === flight, !flight.hasEnded else { return }
    if let failure { report(failure, of: flight) }
    if flight.isPerforming {
      // The method that called the stage completes the operation.
      queue.flight = nil
    } else if log.callbackDepth > 0 {
      // In a callback, such as a timer that the stage has set, the operation ends later.
      flight.hasEnded = true
    } else {
      finish(flight)
      drain()
    }
  }

  /// Reports the stage's failure to show a change, as an event of the change's operation.
  private func report(_ cause: StageFailure.Cause, of flight: InFlight) {
    let current = log.operation
    log.operation = flight.operation
    log.report(
      StageFailure(
        operation: OperationCatalog.signature(at: flight.call.operation).name,
        number: Int(flight.operation), cause: cause))
    log.operation = current
  }

  /// Ends an operation whose animation has finished.
  private func finish(_ flight: InFlight) {
    queue.flight = nil
    conclude(flight.call, flight.outcome, flight.ticket)
  }

  /// Returns the layers that the uncommitted operation removes.
  private func dismissedLayers() -> [StateDocument.Layer] {
    let gone = Set(
      transaction.changes.elements.filter { $0.kind == .layerDismissed }.map { $0.subject })
    if gone.isEmpty { return [] }
    return state.asOf(mark) { reader.layers() }.filter { gone.contains(.layer($0.id)) }.map {
      var layer = $0
      layer.phase = .dismissing
      return layer
    }
  }

  // MARK: - Waiting

  /// Runs operations until the queue is empty or an operation remains in flight.
  func drain() {
    if let flight = queue.flight, flight.hasEnded { finish(flight) }
    while let next = queue.next() {
      if log.hooks.mustStop {
        cancel([next] + queue.take(first: .max), .stopped)
        return
      }
      if let swipe = queue.swipe {
        proceed(swipe, next)
      } else {
        _ = execute(next.call.resolved(in: state), next.ticket)
      }
    }
  }

  /// Runs a query immediately, or applies an operation that a coordinator calls on itself in its
  /// `start`.
  func answer(_ call: borrowing OperationCall, isNested: Bool) -> Outcome {
    var outcome: Outcome
    do throws(NavigationError) {
      try transaction.checkRejection(of: call)
      outcome = try OperationCatalog.all[call.operation].apply(call, transaction)
      if isNested, isStrict { outcome = outcome.strict(call) }
    } catch {
      outcome = .rejected(error)
    }
    if isNested { transaction.noteNested(call, outcome) }
    return outcome
  }

  /// Settles an operation that has not received a number yet.
  func settle(_ step: BatchStep, _ outcome: Outcome, begins: Bool = false) {
    let header = step.call.header
    log.asOperation {
      if begins { log.emit(.operationBegan, header) }
      if outcome.status == .cancelled {
        log.emit(.operationCancelled, header, reason: outcome.reason)
      } else {
        emitRejection(header, outcome)
      }
      for part in step.withParts { complete(part.call, outcome, part.ticket) }
      log.emit(.operationSettled, header, reason: outcome.reason)
    }
  }

  private func cancel(_ steps: [BatchStep], _ reason: ReasonCode) {
    for step in steps { settle(step, .cancelled(reason)) }
  }

  // MARK: - Swipes

  /// Runs a cancelled gesture or begins an interactive gesture, depending on the call.
  func swipe(
    _ call: borrowing OperationCall, leaving: ContiguousArray<ScreenReference>,
    arriving: ContiguousArray<ScreenReference>
  ) -> Outcome {
    let isOpen = call.options.phase == .begin
    // A gesture cannot remain open if it is part of another operation.
    if isOpen, header.operation != call.operation { return .noop(.gestureUnavailable) }
    let swipe = InFlight(copy call, .noop(.gestureOpen), nil, operation: log.operation)
    swipe.leaving = leaving
    swipe.arriving = arriving
    log.emit(.willDisappear, leaving)
    log.emit(.willAppear, arriving)
    if isOpen {
      queue.swipe = swipe
      return .noop(.gestureOpen)
    }
    emitReturn(from: swipe)
    return .noop(.cancelledByUser)
  }

  /// Continues the open gesture with its next phase.
  private func proceed(_ open: InFlight, _ part: BatchStep) {
    if part.call.options.phase == .progress {
      open.progress = part.call.options.progress
      return complete(part.call, .noop(.gestureOpen), part.ticket)
    }
    queue.swipe = nil
    open.ticket.follower = part.ticket
    var call = open.call
    call.options.phase = .whole
    call.options.milliseconds = part.call.options.milliseconds
    if let last = part.call.options.completion {
      let first = call.options.completion
      call.options.completion = { outcome in
        first?(outcome)
        last(outcome)
      }
    }
    log.operation = open.operation
    swipe = open
    if part.call.options.phase == .cancel {
      transaction.reset()
      _ = decline(call, .noop(.cancelledByUser), open.ticket)
    } else {
      _ = run(call, open.ticket)
    }
    swipe = nil
  }

  /// Emits the events for a cancelled gesture, whose screens return to their positions.
  private func emitReturn(from swipe: InFlight) {
    log.emit(.willDisappear, swipe.arriving)
    log.emit(.didDisappear, swipe.arriving)
    log.emit(.willAppear, swipe.leaving)
    log.emit(.didAppear, swipe.leaving)
  }

  // MARK: - Time

  /// Advances virtual time, finishing animations and firing timers in the order of their deadlines.
  func pass(_ milliseconds: Int) {
    let target = clock.time(after: milliseconds)
    while !log.hooks.mustStop {
      let landing = queue.flight?.end
      let due = min(clock.nextDeadline, landing ?? .max)
      // `Int.max` means that nothing is due, except for an animation whose end was clamped.
      guard due <= target, due < .max || landing != nil else { break }
      clock.move(to: due)
      if let flight = queue.flight, let landing, landing <= due {
        if flight.deadline == nil {
          report(.forgotten(limit: .milliseconds(flight.limit)), of: flight)
        }
        finish(flight)
      } else {
        fireTimers()
      }
      drain()
    }
    clock.move(to: target)
  }

  /// Advances time to the end of each animation and runs the waiting operations. Does not wait for
  /// a stage or for an open gesture.
  func finishFlights() {
    while let deadline = queue.flight?.deadline, !log.hooks.mustStop {
      pass(deadline - clock.now)
    }
    drain()
  }

  private func fireTimers() {
    let operation = log.operation
    log.operation = 0
    defer { log.operation = operation }
    while !log.hooks.mustStop, let timer = clock.popDue() { log.callOut(timer.handler) }
  }

  /// Advances the clock to the end of an animation. Operations that timers submit in the meantime
  /// wait.
  private func passTime(_ milliseconds: Int) {
    let target = clock.time(after: milliseconds)
    if clock.hasNoTimers { return clock.move(to: target) }
    queue.isPassingTime = true
    defer { queue.isPassingTime = false }
    while clock.nextDeadline <= target, clock.nextDeadline < .max, !log.hooks.mustStop {
      clock.move(to: clock.nextDeadline)
      fireTimers()
    }
    clock.move(to: target)
  }
}

/// The visible screens and their changes during an operation. Benchmark: `W1`.
struct VisibleScreens: ~Copyable {
  /// The visible screens as of the last commit, topmost first.
  private var visible = Buffer<ScreenReference>()
  /// The screens that disappear, from top to bottom.
  private var leaving = Buffer<ScreenReference>()
  /// The screens that appear, from bottom to top.
  private var arriving = Buffer<ScreenReference>()
  private var next = Buffer<ScreenReference>()

  @inline(__always)
  var changeCount: Int { leaving.count + arriving.count }

  /// Returns a copy of the lists. Cost: O(visible screens).
  func separateCopy() -> VisibleScreens {
    var copy = VisibleScreens()
    copy.copy(self)
    return copy
  }

  /// Replaces the contents with the contents of another instance.
  mutating func copy(_ other: borrowing VisibleScreens) {
    visible.copy(other.visible)
    leaving.copy(other.leaving)
    arriving.copy(other.arriving)
  }

  /// Visits all disappearing screens from top to bottom, and then all appearing screens from bottom
  /// to top.
  ///
  /// The loop uses indices because an iterator would retain the list, which an observer may change.
  @inline(__always)
  func forEachChange(
    _ going: NavigationEvent.Kind, _ coming: NavigationEvent.Kind, _ isHidden: Bool,
    _ write: EventLog.Write
  ) {
    for index in 0..<leaving.count {
      write(EventRecord(going, leaving[index], isHidden: isHidden), nil)
    }
    for index in 0..<arriving.count {
      write(EventRecord(coming, arriving[index], isHidden: isHidden), nil)
    }
  }

  /// Determines the screens that appear and disappear. Cost: O(visible screens before the change ·
  /// visible screens after the change).
  @inline(__always)
  mutating func update(_ state: NavigationState) {
    leaving.removeAll()
    arriving.removeAll()
    let top = state.window.topLayer
    if top != .none, visible.count == 1, state.layers[top].isCovering,
      case let front = state.leaf(ofLayer: top), front != .none, !state.showsTabView(top)
    {
      // Before and after the change, a single screen covers everything.
      let (old, new) = (visible[0], state.reference(ofScreen: front))
      if old.id != new.id {
        leaving.append(old)
        arriving.append(new)
        visible[0] = new
      }
      return
    }
    next.removeAll()
    state.forEachVisible { next.append(state.reference(ofScreen: $0)) }
    for index in visible.indices {
      let mark = visible[index]
      if !next.contains(mark.id) { leaving.append(mark) }
    }
    var index = next.count
    while index > 0 {
      index -= 1
      let mark = next[index]
      if !visible.contains(mark.id) { arriving.append(mark) }
    }
    swap(&visible, &next)
  }
}
