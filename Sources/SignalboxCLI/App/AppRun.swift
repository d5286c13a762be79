internal import Signalbox
internal import SignalboxProtocol
internal import SignalboxScripting

/// The application of `--app` during one scenario, or in one session of the prompt.
///
/// Without `--compare`, the application performs every call, and the session's engine mirrors the
/// application's state. With `--compare`, the model in the engine performs each call before the
/// application performs it.
final class AppRun: CallRelay {
  private let connection: AppConnection
  private unowned let session: ScriptSession
  private let isCompared: Bool
  private let use: AppUse
  private let mirror: MirrorEditor
  /// The observer that shows and records changes from other sources, or `nil` if this was not
  /// requested.
  private var observer: AppObserver?
  /// The reason why the script was stopped, until ``takeFailure()`` returns it.
  private var failure: ScriptError?
  /// Whether a call was rejected because the application has ended, does not respond or sends
  /// inconsistent responses.
  private(set) var hasRejected = false
  /// Whether no call has been performed yet.
  private var isFresh = true
  /// The number of the application's last event.
  private var lastEvent = 0

  /// Connects to the application. If `--app` is a command, the command is run first.
  init(_ choice: AppChoice, _ session: ScriptSession, _ use: AppUse) throws(ScriptError) {
    (self.session, self.use, isCompared) = (session, use, choice.isCompared)
    mirror = MirrorEditor(session.engine)
    connection = try AppConnection(choice, by: use.program, limit: use.limit) {
      [unowned session] in
      // Ctrl-C also stops commands of the prompt, which are not scripts.
      session.inputs.mustStop || !use.endsScripts && ProcessSignals.hasPendingInterrupt
    }
    do throws(NavigationError) {
      try begin(isRelaunched: choice.isShared && use.isRelaunched)
    } catch {
      connection.close()
      throw Self.failure(error)
    }
    session.engine.relayCalls(to: self)
  }

  /// Stops relaying calls, so that this object and the engine no longer retain each other, closes
  /// the connection, and ends the application's process if a command started it.
  func end() {
    session.engine.relayCalls(to: nil)
    connection.close()
  }

  /// Closes the connection, and ends the application's process if a command started it. Further
  /// calls are rejected.
  func close() { connection.close() }

  /// Returns the reason why the script was stopped. The reason is returned only once.
  func takeFailure() -> ScriptError? {
    defer { failure = nil }
    return failure
  }

  private static func failure(_ error: NavigationError) -> ScriptError {
    ScriptError(.runtime, code: error.code.name, error.description)
  }

  private func begin(isRelaunched: Bool) throws(NavigationError) {
    if isRelaunched, try connection.request(StateGetMethod.self, NoFields()).text != "" {
      let outcome = try connection.request(ApplicationRelaunchMethod.self, NoFields())
      guard outcome.status != .rejected else {
        throw NavigationError(
          .unreachable, "the application cannot be relaunched: \(outcome.message ?? "rejected")",
          hint: "pass a command to --app, so that each scenario has its own process")
      }
      try wait()
    }
    lastEvent = try connection.request(EventsSubscribeMethod.self, .init()).after
    guard !isCompared else { return }
    let definitions = try connection.request(DefinitionsListMethod.self, NoFields())
    try mirror.begin(
      definitions.coordinators.map(\.mirrored), styles: definitions.styles,
      links: definitions.links, maxSteps: use.maxSteps)
    if use.recordsCalls {
      _ = try connection.request(CallsSubscribeMethod.self, .init())
      observer = AppObserver(connection, mirror, workTimeout: use.workTimeout) {
        [unowned self] state throws(NavigationError) in
        try show(state)
      }
    }
    _ = try connection.request(ScheduleSubscribeMethod.self, .init())
    let state = try inspect()
    try show(state)
    observer?.note(state)
  }

  // MARK: - Changes from other sources

  /// The application's name.
  var name: String? { connection.name }

  /// A descriptor that is readable when the application has sent data, or `nil` after the
  /// application has ended.
  var descriptor: Int32? { connection.descriptor }

  /// Reads available data from the application without waiting, and shows changes from other
  /// sources.
  ///
  /// - Throws: `unreachable` if the application has ended or sends inconsistent responses.
  func take() throws(NavigationError) { try observer?.take() }

  /// Shows and records all previous changes from other sources.
  ///
  /// - Throws: The same errors as ``take()``.
  func settle() throws(NavigationError) { try observer?.settle() }

  // MARK: - Calls

  func relay(
    _ call: NavigationArguments, isNested: Bool, _ perform: () -> Submission?
  ) -> Submission? {
    // The application performs nested calls itself.
    if isCompared, isNested { return perform() }
    var own: Submission?
    do throws(NavigationError) {
      try observer?.settle()
      let fields = try RelayedCall(call, runsOnlyThere: !isCompared)
      if isCompared { own = perform() }
      let used = isCompared ? nil : RelayedUse.find(call, in: session)
      let outcome = try self.perform(fields)
      if let used, outcome?.status != .rejected { session.hooks.onUse?(used) }
      let state = try inspect()
      if isCompared {
        try compare(call, own, outcome, state)
        return own
      }
      try show(state)
      observer?.note(state)
      return outcome.map { .settled($0) } ?? .settled(Self.done)
    } catch {
      if error.code == .unreachable { hasRejected = true }
      if use.endsScripts, error.code == .unreachable, !session.inputs.mustStop {
        stop(Self.failure(error))
      }
      return own ?? .settled(.rejected(use.endsScripts ? error : advised(error)))
    }
  }

  func endWork(_ number: Int, with result: ClientWorkResult) throws(NavigationError) {
    // The application might not become idle before this work has ended.
    try observer?.settle(waits: false)
    _ = try connection.request(WorkEndMethod.self, .init(work: number, result: result))
    let state = try inspect()
    try show(state)
    observer?.note(state)
  }

  /// Adds a hint that explains how to continue at the prompt.
  private func advised(_ error: NavigationError) -> NavigationError {
    guard error.code == .unreachable, error.hint == nil else { return error }
    return NavigationError(error.code, error.message, hint: Self.reloadAdvice)
  }

  /// A hint for the prompt that explains how to continue if the application is unreachable.
  static let reloadAdvice =
    "type .reload to restart the application or, if --app is an address, to connect to it again"

  private static let done = Outcome(
    .done, code: nil, message: nil, hint: nil, coordinator: nil, value: nil)

  /// Ends the scenario with an error that its script cannot catch.
  private func stop(_ error: ScriptError) {
    failure = failure ?? error
    session.stopper.stop()
  }

  /// Performs a call in the application, and waits until the application is idle.
  ///
  /// - Returns: The outcome, or `nil` for a call that controls the clock.
  private func perform(_ call: RelayedCall) throws(NavigationError) -> Outcome? {
    let wasFresh = isFresh
    isFresh = false
    let outcome: Outcome
    switch call.kind {
    case .advance(let milliseconds):
      _ = try connection.request(ClockAdvanceMethod.self, .init(.milliseconds(milliseconds)))
      return nil
    case .settle:
      try wait()
      return nil
    case .rejected(let error): return .rejected(error)
    case .launch(let name):
      // If the application has already launched the coordinator, the call has no effect and can be
      // repeated.
      if wasFresh, let launched = try launched(name) {
        isFresh = true
        return launched
      }
      outcome = try perform(OperationPerformMethod.self, call)
    case .operation: outcome = try perform(OperationPerformMethod.self, call)
    case .gesture: outcome = try perform(GesturePerformMethod.self, call)
    }
    // An interactive gesture remains open until its last phase, so the application is not idle
    // before that phase.
    if !call.isHeld { try wait() }
    return outcome
  }

  private func perform<Method: ProtocolMethod>(
    _ method: Method.Type, _ call: RelayedCall
  ) throws(NavigationError) -> Outcome
  where Method.Params == CallDocument, Method.Result == OutcomeDocument {
    let outcome = try connection.request(method, CallDocument(call.fields))
    return Outcome(
      // A waiting or animated operation has settled by the time the application is idle.
      Outcome.Status(rawValue: outcome.status.rawValue) ?? .done, code: outcome.reason,
      message: outcome.message, hint: outcome.hint, coordinator: outcome.coordinator,
      value: outcome.value)
  }

  /// Returns the outcome of a launch if the application has already launched the coordinator,
  /// otherwise `nil`.
  private func launched(_ name: String) throws(NavigationError) -> Outcome? {
    let state = try inspect()
    guard let main = try StateDocument(foreign: state.state).coordinators.first, main.type == name
    else { return nil }
    return Outcome(
      .done, code: nil, message: nil, hint: nil, coordinator: state.coordinators.first, value: nil)
  }

  private func wait() throws(NavigationError) {
    let isIdle = try connection.waitUntilIdle(atMost: use.workTimeout)
    guard !isIdle, use.endsScripts else { return }
    takeSchedule()
    let engine = session.engine
    let work = isCompared ? [] : engine.openWork
    throw connection.notIdle(
      after: use.workTimeout,
      work: work.map { $0.owner.flatMap(engine.typeName(of:)) ?? "the application" })
  }

  // MARK: - States

  private func inspect() throws(NavigationError) -> StateInspectMethod.Result {
    try connection.request(StateInspectMethod.self, NoFields())
  }

  /// Shows a state and the events that precede it.
  private func show(_ state: StateInspectMethod.Result) throws(NavigationError) {
    let shown: MirroredState
    do throws(NavigationError) {
      shown = try state.mirrored()
    } catch {
      throw AppConnection.unreachable("it sent a state that cannot be read: \(error.message)")
    }
    let events = try takeEvents(before: state)
    try mirror.show(shown)
    takeSchedule()
    for (event, kind) in events {
      try mirror.write(
        kind, subject: event.subject, name: event.name, other: event.other, reason: event.reason,
        code: event.code, isHidden: event.isHidden, operation: event.operation,
        milliseconds: event.time)
    }
  }

  private func takeSchedule() {
    for batch in connection.takeSchedule() {
      mirror.write(batch.changes.compactMap(\.mirrored), isComplete: batch.isComplete)
    }
  }

  /// Returns the events since the last state.
  ///
  /// - Throws: `unreachable` if an event is missing.
  private func takeEvents(
    before state: StateInspectMethod.Result
  ) throws(NavigationError) -> [(EventDocument, NavigationEvent.Kind)] {
    var known: [(EventDocument, NavigationEvent.Kind)] = []
    // A missing event is reported only once. Afterwards, the prompt continues with the current
    // state.
    defer { lastEvent = max(lastEvent, state.sequence) }
    for event in try connection.takeEvents() {
      guard event.sequence == lastEvent + 1, let kind = NavigationEvent.Kind(name: event.kind)
      else {
        throw AppConnection.unreachable(
          "it sent the event \(event.kind) with the number \(event.sequence) after \(lastEvent)")
      }
      lastEvent = event.sequence
      known.append((event, kind))
    }
    guard lastEvent >= state.sequence else {
      throw AppConnection.unreachable(
        "it sent \(lastEvent) of \(state.sequence) events before its state")
    }
    return known
  }

  // MARK: - Comparing

  /// Stops the scenario if the model and the application differ.
  private func compare(
    _ call: NavigationArguments, _ own: Submission?, _ outcome: Outcome?,
    _ state: StateInspectMethod.Result
  ) throws(NavigationError) {
    for (event, kind) in try takeEvents(before: state) where kind == .handlerFailed {
      session.engine.report(AppFailure(description: "the application reports: \(event.reason)"))
    }
    let shown = try state.mirrored()
    let comparison = AppComparison(
      model: session.engine, outcome: own?.outcome, application: shown, outcome)
    guard let text = comparison.difference else { return }
    stop(
      ScriptError(
        .runtime, code: "differs",
        "differs: the application differs from the model after \(RelayedCall.text(of: call)):\n\(text)"
      )
    )
  }
}

/// An error that the application has reported.
private struct AppFailure: Error, CustomStringConvertible {
  let description: String
}
