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
/// ``` Guarded by bench: W1.
public final class NavigationEngine: NavigationReader {
  /// Records what is submitted; `nil` without a recording.
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
    reference.engine = self
  }

  deinit { reference.engine = nil }

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

  /// Whether operations that have nothing to do are rejected instead: for tests of scripts.
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
  /// that starts it. Queries are answered at once.
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
      if runner.isApplying, transaction.starts.coordinator == call.caller {
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

  /// Whether what a coordinator submits now is applied at once, as part of its start.
  package func isStarting(_ coordinator: CoordinatorID) -> Bool {
    runner.isApplying && transaction.starts.coordinator == coordinator && !queue.isRecording
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
    guard policy.contains(.rejectWhenBusy) else { return settle(step, .cancelled(.busy)) }
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

  // MARK: - Definitions

  /// Makes a coordinator type known, or replaces the one of the same name.
  ///
  /// Its link patterns are compiled here: a malformed one throws `badArgument` and nothing is
  /// registered. So does a type of another engine, whose coordinators belong to that one.
  /// Cost: O(routes + links).
  public func register(_ type: CoordinatorType) throws(NavigationError) {
    try registry.register(type)
  }

  /// Makes a presentation style known, or replaces the one of the same name.
  ///
  /// Throws `badArgument`, and nothing is registered, where the name is the platform's own or the
  /// engine has 10,000 styles.
  public func register(_ style: PresentationStyle) throws(NavigationError) -> TransitionStyle {
    try registry.register(style)
  }

  // MARK: - History

  /// Takes the last changes back, the newest first.
  ///
  /// Everything comes back under its old identifier and no callbacks run. Rejected with
  /// `notKept` where a coordinator would have to come back that nothing holds any more, see
  /// ``keepsFinished``. Cost: O(changes).
  ///
  /// - Parameter count: How many operations, 1 or more; more than there are takes all back.
  /// - Returns: The outcome, or `nil` when it waits; its value is the number taken back.
  @discardableResult
  public func undo(_ count: Int = 1) -> Outcome? { application(.undo) { $0.count = count } }

  /// Does again what was undone last; any other change forgets what could be redone.
  ///
  /// - Parameter count: How many operations, 1 or more; more than there are takes all.
  /// - Returns: The outcome, or `nil` when it waits; its value is the number done again.
  @discardableResult
  public func redo(_ count: Int = 1) -> Outcome? { application(.redo) { $0.count = count } }

  /// Runs something and takes back what it changed; what was undone before can be redone as before.
  ///
  /// Meanwhile nothing can be undone or redone. What cannot be taken back counts as any other change.
  /// - Returns: How many changes there were, and whether all are taken back.
  package func attempt(_ body: () -> Void) -> (changes: Int, isTakenBack: Bool) {
    let (first, mark, undone) = (history.steps.end, state.mark, history.undone.count)
    history.isAttempt = true
    body()
    history.isAttempt = false
    let changes = history.steps.end - first
    let isUndone = changes == 0 || undo(changes)?.status == .done
    if isUndone, history.steps.end == first, state.mark == mark {
      history.forgetUndone(after: undone, state)
      return (changes, true)
    }
    history.forgetUndone(state)
    return (changes, false)
  }

  /// Calls an operation of the application itself.
  func application(
    _ operation: OperationNumber, _ options: OperationOptions = OperationOptions(),
    fill: (inout OperationCall) -> Void
  ) -> Outcome? {
    router(of: CoordinatorID(bits: 0)).call(operation, options) { call, _ in fill(&call) }
  }

  // MARK: - Asynchronous work

  /// Does asynchronous work and hands on what it comes to, as a callback: operations that the
  /// function submits wait their turn.
  ///
  /// ```swift
  /// try router.work { clock in
  ///   try await bank.pay(order)
  /// } then: { [router] receipt in
  ///   try router.finishFlow(with: receipt.get())
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - owner: The coordinator that the work goes with: when that is gone the work is cancelled
  ///     without a result.
  ///   - body: The work; it gets the clock of the host to sleep by.
  ///   - completion: Gets the result; what it throws is reported.
  /// - Throws: `notReady` where the engine has no ``workHost``.
  @discardableResult
  public func work<Value: Sendable>(
    owner: CoordinatorID? = nil,
    _ body: @escaping @Sendable (any Clock<Duration>) async throws -> Value,
    then completion: @escaping (Result<Value, any Error>) throws -> Void
  ) throws(NavigationError) -> WorkID {
    guard let workHost else {
      throw NavigationError(
        .notReady, "work: this engine has nobody to run asynchronous work",
        hint: "set workHost; fixtures of SignalboxTesting do")
    }
    let clock = workHost.clock
    let result = WorkResult<Value>()
    let id = works.add(
      WorkList.Entry(owner: owner) {
        if let value = result.value { try completion(value) }
      })
    let work = CoordinatorWork(id: id, mailbox: works.mailbox) {
      do {
        result.set(.success(try await body(clock)))
      } catch {
        result.set(.failure(error))
      }
    }
    works.setCancel(workHost.start(work), of: id)
    return id
  }

  /// Cancels work; its result is not delivered. `false` where it was taken in or cancelled before.
  @discardableResult
  public func cancel(_ work: WorkID) -> Bool {
    guard let entry = works.remove(work) else { return false }
    entry.cancel()
    return true
  }

  /// Hands on what work has come to, in the order in which it was done, and lets settle what that
  /// submits.
  public func takeInWork() {
    for id in works.mailbox.takeAll() {
      guard let entry = works.remove(id) else { continue }
      // The coordinator may never have been shown, so that no event reported its end.
      if let owner = entry.owner, !isAlive(owner) { continue }
      eventLog.callOut(entry.deliver)
    }
    if !isInCallback { runner.drain() }
  }

  // MARK: - Memory

  /// Drops the older half of the steps that can be undone and of the events that can be read; what can
  /// be redone goes as a whole. Cost: O(what goes and what stays).
  ///
  /// For owners that have to give memory back. The present state is not changed.
  /// - Returns: Whether anything was dropped; nothing is while an operation is being applied.
  package func releaseOlderHalf() -> Bool {
    guard !runner.isApplying, state.rewound == nil, transaction.move.kind == nil else {
      return false
    }
    let steps = history.release(keeping: history.steps.count / 2, state)
    let events = eventLog.release(keepingHalfOver: Self.minKeptEvents)
    return steps > 0 || events > 0
  }

  /// Events of an operation are found by their numbers, so the newest stay.
  private static var minKeptEvents: Int { 1_000 }

  /// How many steps were dropped to give memory back, and can no longer be undone.
  package var releasedStepCount: Int { history.releasedSteps }

  /// Takes back the names that nothing has any more; does nothing while an operation or a callback
  /// runs.
  package func releaseUnusedNames() {
    if !isInCallback, !runner.isApplying { NameRelease(engine: self).run() }
  }
}

extension Router {
  /// Does asynchronous work of the coordinator and hands on what it comes to; see
  /// ``NavigationEngine/work(owner:_:then:)``.
  @discardableResult
  public func work<Value: Sendable>(
    _ body: @escaping @Sendable (any Clock<Duration>) async throws -> Value,
    then completion: @escaping (Result<Value, any Error>) throws -> Void
  ) throws(NavigationError) -> WorkID {
    guard let engine else { throw Self.stale }
    return try engine.work(owner: coordinator, body, then: completion)
  }
}
