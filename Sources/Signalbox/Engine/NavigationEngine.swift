/// The engine: the only writer of what is shown, one operation at a time.
///
/// Operations are data, run in the order of their submission, and settle with an ``Outcome``.
/// Time is virtual. An engine belongs to one owner at a time and is not `Sendable`; give each
/// worker its own.
///
/// ```swift
/// let engine = NavigationEngine()
/// try engine.register(Main.self, routes: ["home": Route()])  // a subclass of Coordinator
/// engine.launch("Main")
/// ```
public final class NavigationEngine: NavigationReader {
  /// Writes down what is submitted, where somebody wants that.
  /// Read by each push, which bench push-pop guards.
  @exclusivity(unchecked) var recorder: SessionRecorder?
  /// The objects of the recording that a replay begins with; `nil` but while it begins.
  var replayedObjects: ObjectReader?
  /// Whether an input of the host is being performed and recorded.
  var isInInput = false
  /// Performs an input of a recording again; throws where the host has no such input.
  package var onReplayedInput: ((HostInput) throws(NavigationError) -> Void)?

  /// - Parameters:
  ///   - journalCapacity: How many of the newest events stay readable.
  ///   - undoCapacity: How many changes of records are kept for ``undo(_:)``, two or three for a
  ///     push or pop; older steps are dropped, the newest always stays. 0 keeps none.
  public init(journalCapacity: Int = 100_000, undoCapacity: Int = 8192) {
    super.init(journalCapacity, undoCapacity)
    transaction.owner = self
  }

  // MARK: - Hosts

  /// What runs asynchronous work of coordinators; without one they can do none. Held strongly.
  public var workHost: (any WorkHost)? {
    get { works.host }
    set { works.host = newValue }
  }

  /// What shows the screens; `nil` is headless. Held strongly.
  public var stage: (any Stage)? {
    get { runner.stage }
    set { runner.stage = newValue }
  }

  /// Whether operations that have nothing to do are refused instead: for tests of scripts.
  public var isStrict: Bool {
    get { runner.isStrict }
    set { runner.isStrict = newValue }
  }

  /// Whether animated operations submitted from outside move the clock by themselves.
  public var isClockAutomatic: Bool {
    get { clock.isAutomatic }
    set {
      clock.isAutomatic = newValue
      recorder?.record(["operation": isClockAutomatic ? "clock.automatic" : "clock.manual"]) {}
    }
  }

  /// Whether the history holds coordinators that have finished, so that undoing brings them back
  /// with all they know. Otherwise it does so only while the host itself holds them.
  public var keepsFinished: Bool {
    get { history.keepsFinished }
    set { history.keepsFinished = newValue }
  }

  // MARK: - Submitting

  /// Submits one operation.
  ///
  /// From outside any callback the queue runs until it is idle, so the operation has settled on
  /// return unless the clock is manual and it is animated. From a callback it waits its turn. What
  /// a coordinator submits for itself while it starts is applied at once, as part of the operation
  /// that starts it. Queries are answered at once, whoever asks.
  public func submit(_ call: borrowing OperationCall) -> Submission {
    if symbols.isReleaseDue, !isInCallback, !runner.isApplying {
      NameRelease(engine: self).run(besides: call)
    }
    if let recorder {
      let call = copy call
      return recorder.record(call) { process(call) }
    }
    return process(call)
  }

  @inline(__always)
  private func process(_ call: borrowing OperationCall) -> Submission {
    if OperationCatalog.traits[call.operation].isQuery {
      return .settled(runner.answer(call, isNested: false))
    }
    if isInCallback {
      if let ticket = queue.recorded(call, depth: eventLog.callbackDepth) {
        return .queued(ticket)
      }
      if runner.isApplying, transaction.starting == call.caller {
        return .settled(runner.answer(call, isNested: true))
      }
      return wait(call)
    }
    if queue.holdsUp {
      let submission = wait(call)
      guard case .queued(let ticket) = submission else { return submission }
      runner.drain()
      return ticket.outcome.map { .settled($0) } ?? .queued(ticket)
    }
    let outcome = runner.execute(call, nil)
    if !queue.isEmpty { runner.drain() }
    if let outcome { return .settled(outcome) }
    // A drain may have moved the clock and finished the operation in the meantime.
    guard let ticket = queue.flight?.ticket ?? queue.swipe?.ticket else { return .settled(.done()) }
    return .queued(ticket)
  }

  /// Submits a call whose caller is a place in a chain.
  package func submit(_ call: OperationCall, after link: ChainLink) -> Submission {
    var call = call
    call.link = link
    let isQuery = OperationCatalog.traits[call.operation].isQuery
    if isQuery || !isInCallback && !queue.holdsUp { return submit(call.resolved(in: self)) }
    guard isInCallback else { return submit(call) }
    // Not part of a start: who calls is known only when its turn comes.
    if let ticket = queue.recorded(call, depth: eventLog.callbackDepth) { return .queued(ticket) }
    return recorder?.record(call) { wait(call) } ?? wait(call)
  }

  /// Whether an operation is being applied or animated, or a swipe is open.
  private var isInFlight: Bool {
    queue.flight != nil || queue.swipe != nil || runner.isApplying || queue.isPassingTime
  }

  /// Whether an operation that is submitted now has to wait its turn.
  public var hasToWait: Bool { isInCallback || isInFlight || !queue.isEmpty }

  /// Lets a call wait its turn, unless its busy policy or the moment says otherwise.
  private func wait(_ call: borrowing OperationCall) -> Submission {
    let step = BatchStep(copy call)
    if isInFlight, call.beginsSwipeBack {
      let outcome = Outcome.noop(.gestureUnavailable)
      return settle(step, isStrict ? outcome.strict(call) : outcome, begins: true)
    }
    let policy = call.options.switches.intersection(.busyPolicy)
    guard !policy.isEmpty, isInFlight || !queue.isEmpty else {
      queue.append(step)
      return .queued(step.ticket)
    }
    guard policy.contains(.refuseWhenBusy) else { return settle(step, .cancelled(.busy)) }
    return settle(
      step,
      .rejected(
        NavigationError(
          .busy, "\(step.operation): another operation is under way",
          hint: "let it queue, or wait for it")))
  }

  private func settle(_ step: BatchStep, _ outcome: Outcome, begins: Bool = false) -> Submission {
    runner.settle(step, outcome, begins: begins)
    return .settled(outcome)
  }

  /// Collects the operations that a body submits, for a `batch`; none of them runs.
  ///
  /// Queries in the body are answered at once, from the state before the batch.
  public func record<Failure: Error>(
    _ body: () throws(Failure) -> Void
  ) throws(Failure) -> [BatchStep] {
    eventLog.enterCallback()
    defer { eventLog.leaveCallback() }
    return try queue.record(depth: eventLog.callbackDepth, body)
  }

  // MARK: - Time

  /// Lets virtual time pass: finishes animations and fires timers in the order of their times.
  ///
  /// - Returns: `false`, and nothing happens, when called from a callback.
  @discardableResult
  public func advance(by milliseconds: Int) -> Bool {
    guard !isInCallback else { return false }
    if let recorder {
      recorder.record(["operation": "clock.advance", "milliseconds": .integer(milliseconds)]) {
        runner.pass(milliseconds)
      }
    } else {
      runner.pass(milliseconds)
    }
    return true
  }

  /// Lets time pass until no animation runs and nothing waits; timers that are not due by then
  /// stay set, and what a stage shows takes the stage's own time.
  ///
  /// - Returns: `false`, and nothing happens, when called from a callback.
  @discardableResult
  public func settle() -> Bool {
    guard !isInCallback else { return false }
    if let recorder {
      recorder.record(["operation": "clock.settle"]) { runner.finishFlights() }
    } else {
      runner.finishFlights()
    }
    return true
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
}
