/// The navigation engine, which runs one operation at a time and is the only writer of the
/// navigation state.
///
/// Operations are values. The engine runs operations in the order of their submission, and each
/// operation settles with an ``Outcome``. Time is virtual. An engine has one owner at a time and is
/// not `Sendable`: create a separate engine for each worker. Benchmark: `W1`.
///
/// ```swift
/// let engine = NavigationEngine()
/// try engine.register(Shop.self) { Shop($0) }
/// try engine.launch(Shop.self)
/// ```
public final class NavigationEngine: NavigationReader {
  /// The recorder of submitted calls, or `nil` if calls are not recorded. Benchmark: `W1`.
  @exclusivity(unchecked) var recorder: (any CallRecorder)?
  /// Whether a host input is being performed and recorded.
  var isInInput = false
  /// The relay that forwards calls to a remote application, or `nil` if calls are not forwarded.
  package internal(set) var relay: (any CallRelay)?
  /// A closure that performs a recorded input again. The closure throws an error if the host does
  /// not support the input.
  package var onReplayedInput: ((HostInput) throws(NavigationError) -> Void)?

  /// Creates an engine without registered types or screens.
  ///
  /// - Parameters:
  ///   - journalCapacity: The maximum number of recent events that remain readable.
  ///   - undoCapacity: The number of changes to records that are retained for ``undo(_:)``. A push
  ///     or pop changes two or three records. When the limit is exceeded, the oldest steps are
  ///     dropped, but never the newest. The value 0 disables undo.
  public init(journalCapacity: Int = 100_000, undoCapacity: Int = 8192) {
    super.init(journalCapacity, undoCapacity)
    transaction.attach(to: self)
    reference.engine = self
  }

  deinit { reference.engine = nil }

  // MARK: - Hosts

  /// The host that runs the asynchronous work of coordinators, or `nil` if there is none. The
  /// reference is strong.
  public var workHost: (any WorkHost)? {
    get { works.host }
    set { works.host = newValue }
  }

  /// The stage that shows the screens, or `nil` to run the engine without a display. The reference
  /// is strong.
  ///
  /// Replacing the stage ends the current transition, which counts as shown. An open gesture is
  /// cancelled, because the previous stage can no longer report its end.
  public var stage: (any Stage)? {
    get { runner.staging.stage }
    set {
      let old = runner.staging.stage
      runner.show(on: newValue)
      guard let old, old !== newValue, var call = queue.swipe?.call else { return }
      call.options.phase = .cancel
      call.options.completion = nil
      _ = submit(call)
    }
  }

  /// The time that a ``stage`` may take for a transition in addition to the operation's duration.
  /// The default is 10 seconds.
  ///
  /// If a transition takes longer, the engine ends it, reports a ``StageFailure`` and runs the next
  /// operation. The limit is measured in virtual time, which a host that shows screens advances
  /// together with real time (``advance(by:)``). Values below 1 ms are raised to 1 ms. A new value
  /// takes effect with the next transition.
  public var stageTimeLimit: Duration {
    get { .milliseconds(runner.staging.limit) }
    set { runner.staging.limit = max(1, newValue.wholeMilliseconds) }
  }

  /// Whether operations that have no effect are rejected. Use this option in tests of scripts.
  public var isStrict: Bool {
    get { runner.isStrict }
    set { runner.isStrict = newValue }
  }

  /// Whether animated operations advance the clock automatically. If the value is `false`, an
  /// animated operation remains in flight until the host has advanced the clock. If the engine has
  /// a ``stage``, the stage ends each transition in both cases.
  public var isClockAutomatic: Bool {
    get { clock.isAutomatic }
    set {
      clock.isAutomatic = newValue
      recorder?.noteClock(isAutomatic: isClockAutomatic)
    }
  }

  /// A closure that returns the time that has elapsed since the engine's creation, or `nil` for
  /// hosts without a real clock.
  ///
  /// When a timer or an animation is due, the host advances the engine to this time with
  /// ``advance(by:)``. Timers and animations that begin between two advances begin at this time.
  public var hostTime: (() -> Duration)? {
    get { clock.source.map { source in { .milliseconds(source()) } } }
    set { clock.source = newValue.map { time in { time().wholeMilliseconds } } }
  }

  /// Whether the history retains finished coordinators, so that undo restores them with their
  /// complete state. If `false`, undo restores only finished coordinators that the host still
  /// retains.
  public var keepsFinished: Bool {
    get { history.keepsFinished }
    set { history.keepsFinished = newValue }
  }

  // MARK: - Submitting

  /// Submits an operation.
  ///
  /// Outside callbacks, the queue runs until it is empty or until an operation remains in flight:
  /// an animation under a manual clock, a stage's transition or an open gesture. In a callback, the
  /// operation waits in the queue. Operations that a coordinator calls on itself during its start
  /// are applied immediately, as part of the operation that starts it. Queries return immediately.
  ///
  /// - Parameter call: The operation to run.
  /// - Returns: The outcome, or a ticket if the operation has not settled.
  package func submit(_ call: borrowing OperationCall) -> Submission {
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
      if runner.isApplying, transaction.isStarting(call.caller) {
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
    // Running the queue may have advanced the clock and thereby finished the operation.
    guard let ticket = queue.flight?.ticket ?? queue.swipe?.ticket else { return .settled(.done()) }
    return .queued(ticket)
  }

  /// Submits a call on the coordinator that a chain link resolves to.
  package func submit(_ call: OperationCall, after link: ChainLink) -> Submission {
    var call = call
    call.link = link
    let isQuery = OperationCatalog.traits[call.operation].isQuery
    if isQuery || !isInCallback && !queue.holdsUp { return submit(call.resolved(in: state)) }
    guard isInCallback else { return submit(call) }
    // A call after a chain link is never part of a coordinator's start, because its caller is known
    // only when the call runs.
    if let ticket = queue.recorded(call, depth: eventLog.callbackDepth) { return .queued(ticket) }
    return recorder?.record(call) { wait(call) } ?? wait(call)
  }

  /// Returns whether operations of a coordinator are applied immediately, as part of its start.
  package func isStarting(_ coordinator: CoordinatorID) -> Bool {
    runner.isApplying && transaction.isStarting(coordinator) && !queue.isRecording
  }

  /// Whether an operation is being applied or animated, or an interactive gesture is in progress.
  private var isInFlight: Bool {
    queue.flight != nil || queue.swipe != nil || runner.isApplying || queue.isPassingTime
  }

  /// Whether an operation submitted now would have to wait.
  public var hasToWait: Bool { isInCallback || isInFlight || !queue.isEmpty }

  /// Whether ``settle()`` would finish an animation or run an operation. The value is `false` while
  /// a stage performs a transition or a gesture is open.
  package var canSettle: Bool {
    guard let flight = queue.flight else { return queue.swipe == nil && !queue.isEmpty }
    return flight.deadline != nil || flight.hasEnded
  }

  /// Enqueues a call, unless its busy policy or the current state prevents this.
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
          .busy, "\(step.operation): another operation is in progress",
          hint: "queue the operation, or wait until the current operation has finished")))
  }

  private func settle(_ step: BatchStep, _ outcome: Outcome, begins: Bool = false) -> Submission {
    runner.settle(step, outcome, begins: begins)
    return .settled(outcome)
  }

  /// Records the operations that a closure submits, without running them, so that they can be run
  /// as a batch.
  ///
  /// Queries in the closure return immediately and see the state before the batch.
  ///
  /// - Parameter body: A closure that submits the operations.
  /// - Returns: The recorded operations, to be passed to the `batch` operation.
  public func record<Failure: Error>(
    _ body: () throws(Failure) -> Void
  ) throws(Failure) -> [BatchStep] {
    eventLog.enterCallback()
    defer { eventLog.leaveCallback() }
    return try queue.record(depth: eventLog.callbackDepth, body)
  }

  // MARK: - Time

  /// Advances virtual time, finishing animations and firing timers in the order of their deadlines.
  ///
  /// - Parameter duration: The time to advance, rounded up to a whole number of milliseconds.
  ///   Negative durations count as zero.
  /// - Returns: Whether time was advanced. The result is `false`, and nothing changes, if this
  ///   method is called in a callback.
  @discardableResult
  public func advance(by duration: Duration) -> Bool {
    guard !isInCallback else { return false }
    let milliseconds = max(0, duration.wholeMilliseconds)
    if let recorder {
      recorder.recordTime("clock.advance", milliseconds) { runner.pass(milliseconds) }
    } else {
      runner.pass(milliseconds)
    }
    return true
  }

  /// Advances time to the end of each animation and runs the waiting operations. Timers with later
  /// deadlines remain scheduled. This method does not wait for a stage or for an open gesture, so
  /// operations that wait for one of them remain in the queue.
  ///
  /// - Returns: Whether time was advanced. The result is `false`, and nothing changes, if this
  ///   method is called in a callback.
  @discardableResult
  public func settle() -> Bool {
    guard !isInCallback else { return false }
    if let recorder {
      recorder.recordTime("clock.settle", nil) { runner.finishFlights() }
    } else {
      runner.finishFlights()
    }
    return true
  }

  /// Calls a function after a delay in virtual time.
  ///
  /// - Parameters:
  ///   - delay: The delay from now, rounded up to a whole number of milliseconds. Negative delays
  ///     count as zero.
  ///   - owner: The coordinator that the timer belongs to, if any. When the coordinator finishes,
  ///     the timer is cancelled.
  ///   - handler: The function to call. An error that it throws is reported.
  /// - Returns: The timer's identifier. To cancel the timer, pass the identifier to `cancel`.
  @discardableResult
  public func schedule(
    after delay: Duration, owner: CoordinatorID? = nil, _ handler: @escaping () throws -> Void
  ) -> TimerID {
    schedule(after: delay, owner: owner, content: nil, handler)
  }

  /// Calls a function after a delay in virtual time. The content identifies the function to the
  /// host.
  package func schedule(
    after delay: Duration, owner: CoordinatorID?, content: AnyObject?,
    _ handler: @escaping () throws -> Void
  ) -> TimerID {
    let timer = VirtualClock.Timer(owner: owner, content: content, handler: handler)
    return clock.set(after: delay.wholeMilliseconds, timer)
  }

  /// Calls a host function after a delay in virtual time. The timer is not listed as one of the
  /// application's timers.
  package func wakeHost(
    after delay: Duration, _ handler: @escaping () throws -> Void
  ) -> TimerID {
    clock.set(
      after: delay.wholeMilliseconds,
      VirtualClock.Timer(owner: nil, isOfHost: true, handler: handler))
  }

  /// Cancels a timer. Returns `false` if the timer has already fired or has been cancelled.
  ///
  /// - Parameter timer: The identifier that ``schedule(after:owner:_:)`` returned.
  @discardableResult
  public func cancel(_ timer: TimerID) -> Bool { clock.cancel(timer) }

  // MARK: - Definitions

  /// Registers a coordinator type, or replaces the type with the same name.
  ///
  /// Cost: O(routes + links).
  ///
  /// - Parameter type: The definition. Routes, pages and scripts refer to the type by its name.
  /// - Throws: `badArgument` if a link pattern is malformed, the type has `isSplit` and the kind
  ///   `tabs`, or the type belongs to another engine, and `unsupported` if the engine mirrors a
  ///   remote application that has no type of this name. The type is then not registered.
  public func register(_ type: CoordinatorType) throws(NavigationError) {
    if let mirror { return try mirror.checkDefinition(of: type.name) }
    try registry.register(type)
  }

  /// Registers a presentation style, or replaces the style with the same name.
  ///
  /// - Parameter style: The style, which also determines whether its layers cover the content
  ///   below. The style's name must differ from the names of all platform styles.
  /// - Returns: The style value to use in routes and options.
  /// - Throws: `badArgument` if a platform style has the same name or the engine already has 10,000
  ///   styles. The style is then not registered.
  public func register(_ style: PresentationStyle) throws(NavigationError) -> TransitionStyle {
    try registry.register(style)
  }

  // MARK: - History

  /// Undoes the most recent operations, newest first.
  ///
  /// Restored items have their previous identifiers, and no callbacks run. The call is rejected as
  /// `notKept` if a released object, such as a coordinator, would have to be restored
  /// (``keepsFinished``). Cost: O(changes).
  ///
  /// - Parameter count: The number of operations to undo, 1 or more. If the count exceeds the
  ///   number of undoable operations, all undoable operations are undone.
  /// - Returns: The outcome, whose value is the number of operations undone, or `nil` if the
  ///   operation has not settled.
  @discardableResult
  public func undo(_ count: Int = 1) -> Outcome? { application(.undo) { $0.count = count } }

  /// Redoes the most recently undone operations. Any other change discards the operations that can
  /// be redone.
  ///
  /// - Parameter count: The number of operations to redo, 1 or more. If the count exceeds the
  ///   number of undone operations, all undone operations are redone.
  /// - Returns: The outcome, whose value is the number of operations redone, or `nil` if the
  ///   operation has not settled.
  @discardableResult
  public func redo(_ count: Int = 1) -> Outcome? { application(.redo) { $0.count = count } }

  /// Runs a closure and rolls back its changes. Operations that were undone earlier can still be
  /// redone, unless the changes cannot be rolled back or the engine mirrors a remote application.
  ///
  /// Undo and redo are not available in the closure. Changes that cannot be rolled back remain in
  /// effect.
  /// - Returns: The number of changes, and whether all of them were rolled back.
  package func attempt(_ body: () -> Void) -> (changes: Int, isTakenBack: Bool) {
    RolledBackAttempt(engine: self).run(body)
  }

  /// Submits an operation on behalf of the application.
  func application(
    _ operation: OperationNumber, _ options: OperationOptions = OperationOptions(),
    fill: (inout OperationCall) -> Void
  ) -> Outcome? {
    router(of: CoordinatorID(bits: 0)).call(operation, options, reportsRejection: false) {
      call, _ in fill(&call)
    }
  }

  // MARK: - Asynchronous work

  /// Runs asynchronous work and passes its result to a callback. Operations submitted in the
  /// callback wait in the queue.
  ///
  /// ```swift
  /// try router.work { [bank, order] _ in
  ///   try await bank.pay(order)
  /// } then: { [self] receipt in
  ///   try finishFlow(with: receipt.get())
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - owner: The coordinator that the work belongs to. When the coordinator finishes, the work
  ///     is cancelled and no result is delivered.
  ///   - body: The work to run. The closure's argument is the host's clock.
  ///   - completion: A closure that receives the result. If the closure throws, the error is
  ///     reported.
  /// - Returns: The work's identifier. To cancel the work, pass the identifier to `cancel`.
  /// - Throws: `notReady` if the engine has no ``workHost``.
  @discardableResult
  public func work<Value: Sendable>(
    owner: CoordinatorID? = nil,
    _ body: @escaping @Sendable (any Clock<Duration>) async throws -> Value,
    then completion: @escaping (Result<Value, any Error>) throws -> Void
  ) throws(NavigationError) -> WorkID {
    guard let workHost else {
      throw NavigationError(
        .notReady, "work: this engine has no work host for asynchronous work",
        hint: "set workHost; SignalboxTesting sets it, except on Apple systems older than iOS "
          + "18 or macOS 15")
    }
    let clock = workHost.clock
    let result = WorkResult<Value>()
    let id = works.add(
      WorkList.Entry(owner: owner) {
        if let value = result.value { try completion(value) }
      })
    let work = CoordinatorWork(id: id, result: result, mailbox: works.mailbox) {
      try await body(clock)
    }
    works.start(work, on: workHost)
    return id
  }

  /// Cancels work. Returns `false` if the result has already been delivered or the work has already
  /// been cancelled.
  ///
  /// - Parameter work: The identifier that ``work(owner:_:then:)`` returned.
  @discardableResult
  public func cancel(_ work: WorkID) -> Bool { works.cancel(work) }

  /// Cancels all work without delivering results.
  package func cancelAllWork() { works.cancelAll() }

  /// Delivers the results of completed work in the order of completion, and runs the operations
  /// that the callbacks submit.
  public func takeInWork() {
    for id in works.mailbox.takeAll() {
      guard let entry = works.finish(id) else { continue }
      // If the coordinator was never shown, its end has not cancelled the work.
      if let owner = entry.owner, !isAlive(owner) { continue }
      eventLog.callOut(entry.deliver)
    }
    if !isInCallback { runner.drain() }
  }

  // MARK: - Memory

  /// Drops the older half of the undo steps and events, and all redo steps. Cost: O(retained
  /// changes + readable events).
  ///
  /// Call this method to free memory. The current state does not change. While snapshots are
  /// retained, only events are dropped.
  /// - Returns: Whether any undo steps or events were dropped. The result is `false` while an
  ///   operation is being applied.
  package func releaseOlderHalf() -> Bool {
    guard !runner.isApplying, state.rewound == nil, transaction.move.kind == nil else {
      return false
    }
    let steps = history.release(keeping: history.steps.count / 2, state)
    let events = eventLog.release(keepingHalfOver: Self.minKeptEvents)
    return steps > 0 || events > 0
  }

  /// The minimum number of recent events that are kept, because events of the running operation are
  /// looked up by number.
  private static var minKeptEvents: Int { 1_000 }

  /// The number of undo steps that were dropped to free memory.
  package var releasedStepCount: Int { history.releasedSteps }

  /// Releases unused names. Has no effect while an operation or a callback is running.
  package func releaseUnusedNames() {
    if !isInCallback, !runner.isApplying { NameRelease(engine: self).run() }
  }
}

extension AnyRouter {
  /// Runs asynchronous work that belongs to this coordinator and passes its result to a callback.
  /// See ``NavigationEngine/work(owner:_:then:)``.
  ///
  /// - Parameters:
  ///   - body: The work to run on the engine's work host. The closure's argument is the clock to
  ///     sleep with, which is virtual in tests.
  ///   - completion: A closure that receives the result or error of `body` in an engine callback.
  ///     The closure is not called after the coordinator has finished or the work has been
  ///     cancelled.
  @discardableResult
  public func work<Value: Sendable>(
    _ body: @escaping @Sendable (any Clock<Duration>) async throws -> Value,
    then completion: @escaping (Result<Value, any Error>) throws -> Void
  ) throws(NavigationError) -> WorkID {
    guard let engine else { throw Self.stale }
    return try engine.work(owner: coordinator, body, then: completion)
  }
}
