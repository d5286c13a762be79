internal import Signalbox
internal import SignalboxProtocol
internal import SignalboxScripting

/// The application of `--app` during one scenario.
///
/// Without a comparison, the engine of the session shows the state of the application, and every call
/// is performed there. With a comparison, each call is performed by the model in the engine and then
/// by the application.
final class AppRun: CallRelay {
  private let connection: AppConnection
  private unowned let session: ScriptSession
  private let isCompared: Bool
  private let mirror: MirrorEditor
  /// Why the script was stopped, until it is taken.
  private var failure: ScriptError?
  /// Whether no call was performed yet.
  private var isFresh = true
  /// The number of the last event of the application.
  private var lastEvent = 0

  /// Connects to the application, which a command starts for this scenario.
  ///
  /// - Parameter timeout: The time limit of the scenario: the application must start and answer in half
  ///   of it, so that the report can state what it did not answer.
  init(_ choice: AppChoice, _ session: ScriptSession, timeout: Duration) throws(ScriptError) {
    (self.session, isCompared) = (session, choice.isCompared)
    mirror = MirrorEditor(session.engine)
    connection = try AppConnection(choice, limit: min(.seconds(10), timeout / 2)) {
      [unowned session] in session.mustStop
    }
    do throws(NavigationError) {
      try begin(isShared: choice.isShared)
    } catch {
      connection.close()
      throw Self.failure(error)
    }
    session.engine.relay = self
  }

  /// Ends the connection and the process of the application.
  func end() {
    session.engine.relay = nil
    connection.close()
  }

  /// Returns why the script was stopped; once.
  func takeFailure() -> ScriptError? {
    defer { failure = nil }
    return failure
  }

  private static func failure(_ error: NavigationError) -> ScriptError {
    ScriptError(.runtime, code: error.code.name, error.description)
  }

  private func begin(isShared: Bool) throws(NavigationError) {
    if isShared, try connection.request(StateGetMethod.self, NoFields()).text != "" {
      let outcome = try connection.request(ApplicationRelaunchMethod.self, NoFields())
      guard outcome.status != .rejected else {
        throw NavigationError(
          .unreachable, "the application cannot be relaunched: \(outcome.message ?? "rejected")",
          hint: "start it by a command, so that each scenario has a process of its own")
      }
      try wait()
    }
    lastEvent = try connection.request(EventsSubscribeMethod.self, .init()).after
    guard !isCompared else { return }
    let definitions = try connection.request(DefinitionsListMethod.self, NoFields())
    try mirror.begin(
      definitions.coordinators.map(\.mirrored), styles: definitions.styles, links: definitions.links
    )
    try show(try inspect())
  }

  // MARK: - Calls

  func relay(
    _ call: NavigationArguments, isNested: Bool, _ perform: () -> Submission?
  ) -> Submission? {
    // The application performs the consequences of a call itself.
    if isCompared, isNested { return perform() }
    var own: Submission?
    do throws(NavigationError) {
      let fields = try RelayedCall(call, runsOnlyThere: !isCompared)
      if isCompared { own = perform() }
      let outcome = try self.perform(fields)
      isFresh = false
      let state = try inspect()
      if isCompared {
        try compare(call, own, outcome, state)
        return own
      }
      try show(state)
      return outcome.map { .settled($0) } ?? .settled(Self.done)
    } catch {
      if error.code == .unreachable, !session.mustStop { stop(Self.failure(error)) }
      return own ?? .settled(.rejected(error))
    }
  }

  private static let done = Outcome(
    .done, code: nil, message: nil, hint: nil, coordinator: nil, value: nil)

  /// Ends the scenario with an error that its script cannot catch.
  private func stop(_ error: ScriptError) {
    failure = failure ?? error
    session.stopper.stop()
  }

  /// Performs a call in the application, and waits until it has nothing to do.
  ///
  /// - Returns: The outcome; `nil` for time.
  private func perform(_ call: RelayedCall) throws(NavigationError) -> Outcome? {
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
      if let launched = try launched(name) { return launched }
      outcome = try perform(OperationPerformMethod.self, call)
    case .operation: outcome = try perform(OperationPerformMethod.self, call)
    case .gesture: outcome = try perform(GesturePerformMethod.self, call)
    }
    // The user holds an interactive gesture until its last phase.
    if !call.isHeld { try wait() }
    return outcome
  }

  private func perform<Method: ProtocolMethod>(
    _ method: Method.Type, _ call: RelayedCall
  ) throws(NavigationError) -> Outcome
  where Method.Params == CallDocument, Method.Result == OutcomeDocument {
    let outcome = try connection.request(method, CallDocument(call.fields))
    return Outcome(
      // An operation that waits or is animated has settled after the wait for the application.
      Outcome.Status(rawValue: outcome.status.rawValue) ?? .done, code: outcome.reason,
      message: outcome.message, hint: outcome.hint, coordinator: outcome.coordinator,
      value: outcome.value)
  }

  /// Returns the outcome of launching a coordinator that the application has launched by itself.
  private func launched(_ name: String) throws(NavigationError) -> Outcome? {
    guard isFresh else { return nil }
    let state = try inspect()
    guard let main = try StateDocument(foreign: state.state).coordinators.first, main.type == name
    else { return nil }
    return Outcome(
      .done, code: nil, message: nil, hint: nil, coordinator: state.coordinators.first, value: nil)
  }

  private func wait() throws(NavigationError) {
    _ = try connection.request(IdleWaitMethod.self, NoFields())
  }

  // MARK: - States

  private func inspect() throws(NavigationError) -> StateInspectMethod.Result {
    try connection.request(StateInspectMethod.self, NoFields())
  }

  /// Shows a state, and the events before it.
  private func show(_ state: StateInspectMethod.Result) throws(NavigationError) {
    let shown: MirroredState
    do throws(NavigationError) {
      shown = try state.mirrored()
    } catch {
      throw AppConnection.unreachable("it sent a state that cannot be read: \(error.message)")
    }
    let events = try takeEvents(before: state)
    try mirror.show(shown)
    for (event, kind) in events {
      try mirror.write(
        kind, subject: event.subject, name: event.name, other: event.other, reason: event.reason,
        code: event.code, isHidden: event.isHidden, operation: event.operation,
        milliseconds: event.time)
    }
  }

  /// Returns the events since the last state.
  ///
  /// - Throws: `unreachable` if one is missing.
  private func takeEvents(
    before state: StateInspectMethod.Result
  ) throws(NavigationError) -> [(EventDocument, NavigationEvent.Kind)] {
    var known: [(EventDocument, NavigationEvent.Kind)] = []
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
