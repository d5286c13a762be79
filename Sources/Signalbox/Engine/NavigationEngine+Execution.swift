/// The bookkeeping of the operation that runs.
struct RunningOperation {
  /// Its number, counted from 1.
  var number: UInt32 = 0
  var isApplying = false
  var isAnnounced = false
  var call: OperationCall?
  /// Where the state stood before it.
  var mark = NavigationState.Mark()
  var visibleBefore: ContiguousArray<ScreenMark> = []
  var visibleAfter: ContiguousArray<ScreenMark> = []
  /// Completions of nested operations that were refused: told even though nothing happened.
  var refusedCompletions: [((Outcome) -> Void, Outcome)] = []
}

/// One operation from its beginning to its end (semantics, section 2).
extension NavigationEngine {
  /// Runs one operation.
  ///
  /// - Returns: `nil` while its animation holds it up under a manual clock.
  func execute(_ call: OperationCall, ticket: OperationTicket?) -> Outcome? {
    lastOperation += 1
    running.number = lastOperation
    emitOperation(.operationBegan, call)
    let outcome = apply(call)
    guard outcome.status == .done else {
      refuse(call, outcome, ticket)
      return outcome
    }
    commit()
    if call.options.duration > 0 {
      guard isClockAutomatic else {
        inFlight = InFlight(
          call: call, outcome: outcome, deadline: clock.now + call.options.duration,
          ticket: ticket ?? OperationTicket())
        return nil
      }
      passTime(call.options.duration)
    }
    conclude(call, outcome, ticket)
    return outcome
  }

  /// Ends an operation whose animation is over.
  func land(_ flight: InFlight) {
    inFlight = nil
    conclude(flight.call, flight.outcome, flight.ticket)
  }

  private func apply(_ call: OperationCall) -> Outcome {
    transaction.reset()
    running.isApplying = true
    running.isAnnounced = false
    running.call = call
    running.mark = state.mark
    collectVisible(into: \.visibleBefore)
    defer { running.isApplying = false }
    do throws(NavigationError) {
      let outcome = try OperationCatalog.all[call.operation].apply(call, in: transaction)
      guard outcome.status == .done else {
        takeBack()
        return outcome
      }
      if !transaction.emptied.isEmpty { transaction.finishEmptied() }
      announce()
      return outcome
    } catch {
      takeBack()
      return .rejected(error)
    }
  }

  /// Leaves everything as it was before the operation.
  private func takeBack() {
    for mark in transaction.finished { setDelegate(mark.delegate, at: mark.id.slot) }
    for id in transaction.made where !transaction.finished.contains(where: { $0.id == id }) {
      setDelegate(nil, at: id.slot)
    }
    for id in transaction.made { finishHandlers[id] = nil }
    for id in transaction.newDismissHandlers { dismissHandlers[id] = nil }
    for mark in transaction.created { payloads[mark.id.serial] = nil }
    state.rollBack(to: running.mark)
  }

  private func refuse(_ call: OperationCall, _ outcome: Outcome, _ ticket: OperationTicket?) {
    if outcome.status == .noop {
      emitOperation(.operationNoop, call, reason: outcome.reason)
    } else {
      emitOperation(.operationRejected, call, reason: outcome.reason)
      if let error = outcome.error { journal.attach(error.description) }
    }
    let number = running.number
    if let error = outcome.error, let onRefusal = call.onRefusal { callOut { onRefusal(error) } }
    let nested = running.refusedCompletions
    running.refusedCompletions = []
    for (completion, outcome) in nested { callOut { completion(outcome) } }
    complete(call, outcome, ticket)
    running.number = number
    emitOperation(.operationSettled, call, reason: outcome.reason)
  }

  // MARK: - Done

  /// Steps 3 to 7: the change becomes visible to everyone.
  private func commit() {
    collectVisible(into: \.visibleAfter)
    emitBeforeCommit()
    if history.isKept { history.trim(state) } else { state.forgetChanges() }
    for change in transaction.changes { emit(change) }
  }

  /// Steps 9 to 13: others have seen it; what is gone is let go of and told.
  private func conclude(_ call: OperationCall, _ outcome: Outcome, _ ticket: OperationTicket?) {
    let number = running.number
    emitAfterCommit()
    releaseFinished()
    emitOperation(.didNavigate, call)
    if transaction.pushedBehindModal {
      emitOperation(.operationWarning, call)
      journal.attach("pushedBehindModal")
    }
    let becomesReady = !isReady && state.window.main != .none && state.front != .none
    if !transaction.callbacks.isEmpty { tell() }
    if let cancellation = transaction.cancellation { cancelWaiting(cancellation) }
    running.number = number
    complete(call, outcome, ticket)
    running.number = number
    emitOperation(.operationSettled, call)
    if becomesReady { makeReady() }
  }

  private func releaseFinished() {
    for mark in transaction.destroyed { payloads[mark.id.serial] = nil }
    for mark in transaction.finished {
      clock.cancelTimers(of: mark.id)
      if !queue.isEmpty { cancelWaiting(of: mark.id) }
    }
  }

  /// Result, `onDismiss` and nested completion callbacks, in the order in which things went.
  private func tell() {
    let callbacks = transaction.callbacks
    let finished = transaction.finished
    for id in transaction.spentDismissHandlers { dismissHandlers[id] = nil }
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
    if let delegate = mark.delegate { callOut { delegate.didFinish(notice) } }
    if let handler = finishHandlers.removeValue(forKey: mark.id) { callOut { handler(notice) } }
    if let parent = state.slot(of: mark.parent), let delegate = delegate(at: parent) {
      callOut { delegate.childDidFinish(notice) }
    }
  }

  private func makeReady() {
    isReady = true
    emit(.applicationReady, subject: state.id(ofCoordinator: state.window.main).bits)
    let links = pendingLinks
    pendingLinks = []
    for link in links { queue.append(QueuedCall(call: link, ticket: nil)) }
  }

  private func collectVisible(into list: WritableKeyPath<RunningOperation, ContiguousArray<ScreenMark>>) {
    running[keyPath: list].removeAll(keepingCapacity: true)
    state.forEachVisible { slot in
      running[keyPath: list].append(mark(of: slot))
    }
  }
}
