/// The bookkeeping of the operation that runs.
struct RunningOperation: ~Copyable {
  /// Its number, counted from 1.
  var number: UInt32 = 0
  var isApplying = false
  var isAnnounced = false
  var header = CallHeader.none
  /// The call itself, where it says more than its header or guards want to see it.
  var call: OperationCall?
  /// Where the state stood before it.
  var mark = NavigationState.Mark()
  /// The screens that are visible, topmost first, as of the last commit: nothing but operations
  /// changes what is shown.
  var visible = Buffer<ScreenMark>()
  /// Those that it makes disappear, topmost first.
  var leaving = Buffer<ScreenMark>()
  /// Those that it makes appear, the lowest first.
  var arriving = Buffer<ScreenMark>()
  /// Room for ``NavigationEngine/compareVisible()``.
  var nextVisible = Buffer<ScreenMark>()
  /// What a guard said against it.
  var refusal: NavigationError?
  /// Where a guard leads instead.
  var redirection: [QueuedCall] = []
  /// The swipe that it is the end of.
  var swipe: OpenSwipe?
}

/// One operation from its beginning to its end (docs/semantics/execution.md).
extension NavigationEngine {
  /// Runs one operation.
  ///
  /// - Returns: `nil` while its animation holds it up under a manual clock.
  func execute(_ call: borrowing OperationCall, ticket: OperationTicket?) -> Outcome? {
    lastOperation += 1
    running.number = lastOperation
    emitOperation(.operationBegan, call.header)
    return run(call, ticket: ticket)
  }

  /// The same from step 2 on, for an operation that has begun.
  @inline(__always)
  func run(_ call: borrowing OperationCall, ticket: OperationTicket?) -> Outcome? {
    let outcome = isRepeated(call) ? duplicate(call) : apply(call)
    guard outcome.status == .done else { return decline(call, outcome, ticket) }
    let takesTime = OperationCatalog.traits[call.operation].takesTime && !transaction.isStill
    let duration = takesTime ? call.options.duration : 0
    if isQuiet(call, ticket) {
      compareVisible()
      remember(call.operation)
      journalQuietly(call.header, lasting: duration)
      release()
      return outcome
    }
    if stage != nil || duration > 0 && (!isClockAutomatic || !clock.hasNoTimers) {
      dismissing = dismissedLayers()
      commit(call.operation)
      guard show(call, outcome, ticket, duration) else { return nil }
    } else {
      commit(call.operation)
      if duration > 0 { clock.move(to: clock.time(after: duration)) }
    }
    conclude(call, outcome, ticket)
    return outcome
  }

  /// Whether nobody hears of the operation that is done, waits for it or goes with it: then its
  /// steps need not be taken one by one. Guarded by bench: push-pop.
  @inline(__always)
  private func isQuiet(_ call: borrowing OperationCall, _ ticket: OperationTicket?) -> Bool {
    eventLog.observedKinds == 0 && stage == nil && isReady && isClockAutomatic && clock.hasNoTimers
      && ticket == nil && !call.hasExtras && !call.options.hasExtras && lastKey == nil
      && running.swipe == nil && transaction.isPlain && queue.isEmpty
      && dismissing.isEmpty && state.callbacks.mark == running.mark.callbacks
  }

  /// Step 8 where others have a part in it: a stage, timers, or whoever moves the clock.
  ///
  /// - Returns: Whether it is over; if not, the operation stays in flight.
  private func show(
    _ call: borrowing OperationCall, _ outcome: Outcome, _ ticket: OperationTicket?,
    _ duration: Int
  ) -> Bool {
    if let stage {
      return perform(InFlight(copy call, outcome, deadline: nil, ticket: ticket), on: stage)
    }
    guard isClockAutomatic else {
      inFlight = InFlight(
        copy call, outcome, deadline: clock.time(after: duration), ticket: ticket)
      return false
    }
    passTime(duration)
    return true
  }

  /// Ends an operation whose animation is over.
  func land(_ flight: InFlight) {
    inFlight = nil
    conclude(flight.call, flight.outcome, flight.ticket)
  }

  @inline(__always)
  private func apply(_ call: borrowing OperationCall) -> Outcome {
    transaction.reset()
    running.isApplying = true
    running.isAnnounced = false
    running.header = call.header
    if call.hasExtras || !guards.list.isEmpty { running.call = copy call }
    running.mark = state.mark
    defer { running.isApplying = false }
    do throws(NavigationError) {
      if let refusal = call.refusal { throw refusal }
      let outcome = try OperationCatalog.all[call.operation].apply(call, transaction)
      guard outcome.status == .done else {
        state.rollBack(to: running.mark)
        return outcome
      }
      if !transaction.emptied.isEmpty { transaction.finishEmptied() }
      try announce()
      return outcome
    } catch {
      state.rollBack(to: running.mark)
      return .rejected(error)
    }
  }

  /// Settles what is not done, unless it is a swipe that stays open.
  private func decline(
    _ call: borrowing OperationCall, _ outcome: Outcome, _ ticket: OperationTicket?
  ) -> Outcome? {
    if outcome.reason == .gestureOpen, let openSwipe {
      openSwipe.ticket = ticket ?? OperationTicket()
      release()
      return nil
    }
    if let swipe = running.swipe { emitReturn(from: swipe) }
    let outcome = isStrict ? outcome.strict(call) : outcome
    refuse(call, outcome, ticket)
    return outcome
  }

  func refuse(
    _ call: borrowing OperationCall, _ outcome: Outcome, _ ticket: OperationTicket?
  ) {
    if lastKey != nil && outcome.reason != .duplicate { lastKey = nil }
    if outcome.status == .noop {
      emitOperation(.operationNoop, call.header, reason: outcome.reason)
    } else {
      emitOperation(
        .operationRejected, call.header, reason: outcome.reason,
        text: outcome.error?.description)
    }
    if let error = outcome.error, let onRefusal = call.onRefusal { callOut { onRefusal(error) } }
    tellNested(of: outcome)
    complete(call, outcome, ticket)
    emitOperation(.operationSettled, call.header, reason: outcome.reason)
    if running.refusal != nil { followRedirection() }
    release()
  }

  /// Completes the operations that a coordinator submitted for itself in a `start` that was refused:
  /// what they did is taken back, so they are refused with it.
  private func tellNested(of refusal: Outcome) {
    for case .completed(let completion, let outcome) in transaction.pending {
      callOut { completion(outcome.status == .done ? refusal : outcome) }
    }
  }

  /// Where the state stood before the operation that has not been committed yet, if one runs: what
  /// everyone but itself sees.
  var openMark: NavigationState.Mark? {
    state.rewound ?? (running.isApplying ? running.mark : nil)
  }

  private func release() {
    transaction.release()
    running.header = .none
    if running.call != nil { running.call = nil }
    running.number = 0
  }

  // MARK: - Done

  /// Steps 3 to 7: the change becomes visible to everyone.
  private func commit(_ operation: Int) {
    compareVisible()
    emitBeforeCommit()
    remember(operation)
    if !transaction.finished.isEmpty {
      for mark in transaction.finished { clock.cancelTimers(of: mark.id) }
      if let works { for mark in transaction.finished { works.cancel(of: mark.id) } }
    }
    for index in 0..<transaction.changes.count { emit(transaction.changes[index]) }
  }

  /// Steps 9 to 13: others have seen it; what is gone is let go of and told.
  private func conclude(
    _ call: borrowing OperationCall, _ outcome: Outcome, _ ticket: OperationTicket?
  ) {
    if !dismissing.isEmpty { dismissing = [] }
    noteKey(of: call)
    emitAfterCommit()
    releaseFinished()
    if !transaction.isSilent {
      emitOperation(
        .didNavigate, call.header, isHidden: transaction.isHidden, text: call.stepNames)
    }
    if transaction.pushedBehindModal {
      emit(
        .operationWarning, .operation(OperationNumber(call.operation)), name: call.name,
        text: "pushedBehindModal")
    }
    let becomesReady = !isReady && state.window.main != .none && state.front != .none
    if !transaction.pending.isEmpty { tell() }
    complete(call, outcome, ticket)
    emitOperation(.operationSettled, call.header)
    if becomesReady { makeReady() }
    release()
  }

  private func releaseFinished() {
    if !keepsFinished { state.loosenCallbacks(since: running.mark) }
    if transaction.restartedCount > 0 {
      cancelWaiting(first: transaction.restartedCount, .restarted)
    }
    guard !queue.isEmpty else { return }
    for mark in transaction.finished { cancelWaiting(of: mark.id) }
  }

  /// Result, `onDismiss` and nested completion callbacks, in the order in which things went.
  private func tell() {
    let callbacks = transaction.pending
    let finished = transaction.finished
    for callback in callbacks {
      switch callback {
      case .finished(let index): tell(finished[index])
      case .dismissed(let handler, let reason): callOut { handler(reason) }
      case .completed(let completion, let outcome): callOut { completion(outcome) }
      case .handler(let handler): callOut(handler)
      }
    }
  }

  private func tell(_ mark: FinishMark) {
    let notice = FinishNotice(
      coordinator: mark.id, type: symbols[mark.type], parent: mark.parent, result: mark.result,
      reason: mark.reason)
    lastFinish = notice
    if let delegate = mark.delegate { callOut { delegate.didFinish(notice) } }
    if let onFinish { callOut { onFinish(notice) } }
    if let handler = mark.onFinish { callOut { handler(notice) } }
    if let parent = state.slot(of: mark.parent), let delegate = state.delegate(at: parent) {
      callOut { delegate.childDidFinish(notice) }
    }
  }

  private func makeReady() {
    isReady = true
    emit(.applicationReady, .coordinator(state.id(ofCoordinator: state.window.main)))
    let links = pendingLinks
    pendingLinks = []
    for link in links { queue.append(QueuedCall(call: link, ticket: nil)) }
  }

  /// Finds what the operation makes appear and disappear. Cost: O(layers down to the first covering
  /// one).
  @inline(__always)
  private func compareVisible() {
    running.leaving.removeAll()
    running.arriving.removeAll()
    let top = state.window.topLayer
    if top != .none, running.visible.count == 1, state.layers[top].isCovering,
      case let front = state.leaf(ofLayer: top), front != .none, !state.showsTabView(top)
    {
      // One screen fills everything, before and after.
      let (old, new) = (running.visible[0], mark(of: front))
      if old.id != new.id {
        running.leaving.append(old)
        running.arriving.append(new)
        running.visible[0] = new
      }
      return
    }
    running.nextVisible.removeAll()
    state.forEachVisible { running.nextVisible.append(mark(of: $0)) }
    for index in 0..<running.visible.count {
      let mark = running.visible[index]
      if !running.nextVisible.contains(mark.id) { running.leaving.append(mark) }
    }
    var index = running.nextVisible.count
    while index > 0 {
      index -= 1
      let mark = running.nextVisible[index]
      if !running.visible.contains(mark.id) { running.arriving.append(mark) }
    }
    swap(&running.visible, &running.nextVisible)
  }
}
