internal import DequeModule

/// What submitting an operation gave.
public enum Submission {
  /// It has settled.
  case settled(Outcome)
  /// It waits, or its animation runs; the ticket tells when it has settled.
  case queued(OperationTicket)

  /// `nil` while the operation waits.
  public var outcome: Outcome? {
    switch self {
    case .settled(let outcome): outcome
    case .queued(let ticket): ticket.outcome
    }
  }
}

/// Tells what became of an operation that had to wait.
public final class OperationTicket {
  /// `nil` until the operation has settled.
  public internal(set) var outcome: Outcome? { didSet { follower?.outcome = outcome } }
  /// The ticket of the call that ended the operation, where another one did: a swipe's last part.
  var follower: OperationTicket?
  /// What a step of a batch came to, for the steps after it.
  var stepOutcome: Outcome?
}

/// An operation that waits for its turn.
struct QueuedCall {
  let call: OperationCall
  let ticket: OperationTicket?
}

/// An operation whose change is done and whose animation runs.
final class InFlight {
  let call: OperationCall
  let outcome: Outcome
  /// When it is over in virtual time; `nil` while a stage shows it.
  let deadline: Int?
  let ticket: OperationTicket

  init(_ call: OperationCall, _ outcome: Outcome, deadline: Int?, ticket: OperationTicket?) {
    self.call = call
    self.outcome = outcome
    self.deadline = deadline
    self.ticket = ticket ?? OperationTicket()
  }
}

extension NavigationEngine {
  /// Submits one operation.
  ///
  /// From outside any callback the queue runs until it is idle, so the operation has settled on
  /// return unless the clock is manual and it is animated. From a callback it waits its turn. What
  /// a coordinator submits for itself while it starts is applied at once, as part of the operation
  /// that starts it. Queries are answered at once, whoever asks.
  public func submit(_ call: borrowing OperationCall) -> Submission {
    if symbols.isReleaseDue, !isInCallback, !running.isApplying { releaseNames(besides: call) }
    if let recorder {
      let call = copy call
      return recorder.record(call) { process(call) }
    }
    return process(call)
  }

  @inline(__always)
  private func process(_ call: borrowing OperationCall) -> Submission {
    if OperationCatalog.traits[call.operation].isQuery {
      return .settled(answer(call))
    }
    if callbackDepth > 0 {
      if let ticket = recorded(call) { return .queued(ticket) }
      if isStartingCaller(call) { return .settled(applyNested(call)) }
      return wait(call)
    }
    if inFlight != nil || !queue.isEmpty || openSwipe != nil {
      let submission = wait(call)
      guard case .queued(let ticket) = submission else { return submission }
      drain()
      return ticket.outcome.map { .settled($0) } ?? .queued(ticket)
    }
    let outcome = execute(call, ticket: nil)
    if !queue.isEmpty { drain() }
    if let outcome { return .settled(outcome) }
    // A drain may have moved the clock and finished the operation in the meantime.
    guard let ticket = inFlight?.ticket ?? openSwipe?.ticket else { return .settled(.done()) }
    return .queued(ticket)
  }

  func enqueue(_ call: borrowing OperationCall) -> OperationTicket {
    let ticket = OperationTicket()
    queue.append(QueuedCall(call: copy call, ticket: ticket))
    return ticket
  }

  private func answer(_ call: borrowing OperationCall) -> Outcome {
    do throws(NavigationError) {
      if let refusal = call.refusal { throw refusal }
      return try OperationCatalog.all[call.operation].apply(call, transaction)
    } catch {
      return .rejected(error)
    }
  }

  private func isStartingCaller(_ call: borrowing OperationCall) -> Bool {
    running.isApplying && transaction.starting == call.caller
  }

  private func applyNested(_ call: borrowing OperationCall) -> Outcome {
    do throws(NavigationError) {
      if let refusal = call.refusal { throw refusal }
      var outcome = try OperationCatalog.all[call.operation].apply(call, transaction)
      if isStrict { outcome = outcome.strict(call) }
      noteNested(call, outcome)
      return outcome
    } catch {
      let outcome = Outcome.rejected(error)
      noteNested(call, outcome)
      return outcome
    }
  }

  private func noteNested(_ call: borrowing OperationCall, _ outcome: Outcome) {
    if let error = outcome.error, transaction.nestedRefusal == nil {
      transaction.nestedRefusal = error
    }
    if let completion = call.options.completion {
      transaction.pending.append(.completed(completion, outcome))
    }
  }

  /// Runs what waits until the queue is empty or an animation holds it up.
  func drain() {
    while inFlight == nil, let next = nextCall() {
      if shouldStop?() == true {
        cancel(next, .stopped)
        cancelWaiting(.stopped)
        return
      }
      if let openSwipe {
        proceed(openSwipe, next)
      } else {
        _ = execute(resolved(next.call), ticket: next.ticket)
      }
    }
  }

  // MARK: - Cancelling

  /// Cancels every operation that waits.
  func cancelWaiting(_ reason: ReasonCode) {
    let waiting = queue
    queue.removeAll()
    for call in waiting { cancel(call, reason) }
  }

  /// Cancels the first of the operations that wait.
  func cancelWaiting(first count: Int, _ reason: ReasonCode) {
    let cancelled = Array(queue.prefix(count))
    queue.removeFirst(cancelled.count)
    for call in cancelled { cancel(call, reason) }
  }

  /// Cancels what a finished coordinator still had in the queue.
  func cancelWaiting(of coordinator: CoordinatorID) {
    guard queue.contains(where: { $0.call.caller == coordinator }) else { return }
    let cancelled = queue.filter { $0.call.caller == coordinator }
    queue.removeAll { $0.call.caller == coordinator }
    for call in cancelled { cancel(call, .ownerFinished) }
  }

  /// Settles an operation that never ran, as cancelled unless said otherwise.
  func cancel(_ queued: QueuedCall, _ reason: ReasonCode, as refusal: Outcome? = nil) {
    let outcome = refusal ?? .cancelled(reason)
    let enclosing = running.number
    lastOperation += 1
    running.number = lastOperation
    emitOperation(
      refusal == nil ? .operationCancelled : .operationRejected, queued.call.header,
      reason: reason,
      text: refusal?.error?.description)
    complete(queued.call, outcome, queued.ticket)
    emitOperation(.operationSettled, queued.call.header, reason: reason)
    running.number = enclosing
  }

  @inline(__always)
  func complete(
    _ call: borrowing OperationCall, _ outcome: Outcome, _ ticket: OperationTicket?
  ) {
    if let ticket {
      // Whoever holds the ticket may ask for the names much later.
      symbols.keep(outcome.value)
      ticket.outcome = outcome
    }
    if call.options.hasExtras, let completion = call.options.completion {
      callOut { completion(outcome) }
    }
  }

  // MARK: - Time

  /// Virtual milliseconds since the engine began.
  public var now: Int { clock.now }

  /// Lets virtual time pass: finishes animations and fires timers in the order of their times.
  ///
  /// - Returns: `false`, and nothing happens, when called from a callback.
  @discardableResult
  public func advance(by milliseconds: Int) -> Bool {
    guard callbackDepth == 0 else { return false }
    if let recorder {
      recorder.record(["operation": "clock.advance", "milliseconds": .integer(milliseconds)]) {
        pass(milliseconds)
      }
    } else {
      pass(milliseconds)
    }
    return true
  }

  /// When an animation ends or a timer fires next, in virtual milliseconds; `nil` where nothing is
  /// due.
  public var nextDeadline: Int? {
    let due = min(clock.nextDeadline, inFlight?.deadline ?? .max)
    return due == .max ? nil : due
  }

  private func pass(_ milliseconds: Int) {
    let target = clock.time(after: milliseconds)
    while shouldStop?() != true {
      let landing = inFlight?.deadline
      let due = min(clock.nextDeadline, landing ?? .max)
      // Nothing is due at `Int.max` but an animation that never ends before.
      guard due <= target, due < .max || landing != nil else { break }
      clock.move(to: due)
      if let flight = inFlight, let landing, landing <= due { land(flight) } else { fireTimers() }
      drain()
    }
    clock.move(to: target)
  }

  /// Lets time pass until no animation runs and nothing waits; timers that are not due by then
  /// stay set, and what a stage shows takes the stage's own time.
  ///
  /// - Returns: `false`, and nothing happens, when called from a callback.
  @discardableResult
  public func settle() -> Bool {
    guard callbackDepth == 0 else { return false }
    if let recorder {
      recorder.record(["operation": "clock.settle"]) { finishFlights() }
    } else {
      finishFlights()
    }
    return true
  }

  private func finishFlights() {
    while let deadline = inFlight?.deadline, shouldStop?() != true {
      pass(deadline - clock.now)
    }
    drain()
  }

  /// Runs a function at a virtual time.
  ///
  /// - Parameters:
  ///   - milliseconds: From now on; below 0 counts as 0.
  ///   - owner: The coordinator that the timer goes with, if any.
  ///   - handler: What is to happen; what it throws is reported.
  public func after(
    _ milliseconds: Int, owner: CoordinatorID? = nil, _ handler: @escaping () throws -> Void
  ) -> TimerID {
    clock.set(after: milliseconds, VirtualClock.Timer(owner: owner, handler: handler))
  }

  /// Takes a timer back; `false` when it has fired or was cancelled.
  @discardableResult
  public func cancel(_ timer: TimerID) -> Bool { clock.cancel(timer) }

  func fireTimers() {
    let number = running.number
    running.number = 0
    defer { running.number = number }
    while shouldStop?() != true, let timer = clock.popDue() { callOut(timer.handler) }
  }

  /// Moves the clock past an animation; timers that fall into it fire, what they submit waits.
  func passTime(_ milliseconds: Int) {
    let target = clock.time(after: milliseconds)
    if clock.hasNoTimers { return clock.move(to: target) }
    isPassingTime = true
    defer { isPassingTime = false }
    while clock.nextDeadline <= target, clock.nextDeadline < .max, shouldStop?() != true {
      clock.move(to: clock.nextDeadline)
      fireTimers()
    }
    clock.move(to: target)
  }
}
