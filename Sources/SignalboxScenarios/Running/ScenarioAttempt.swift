internal import SignalboxScripting

/// An attempt to run a scenario: its setups, the scenario itself, and its teardowns. The teardowns
/// always run.
struct ScenarioAttempt {
  let scenario: ScenarioDescription
  /// The prompt to open at the first failure, or `nil` if the prompt is not to be opened.
  var failurePrompt: FailurePrompt?
  private let timeout: Duration
  private let clock = ContinuousClock()
  private(set) var failures: [ScenarioFailure] = []
  private(set) var steps: [ScenarioStep] = []
  private(set) var snapshots: [SnapshotFile] = []
  /// Whether the whole run was stopped.
  private(set) var isStopped = false
  /// The duration of the attempt up to its last step.
  private(set) var busy = Duration.zero
  /// The reason that was passed to `app:skip`, or `nil` if `app:skip` was not called.
  private(set) var skipReason: String?
  private let lines = PrintedLines()
  private let note: (ScenarioRunner.Event) -> Void

  /// The duration of a scenario above which the cleaning phase is reported even without teardowns.
  private static let noteworthy = Duration.milliseconds(500)

  init(
    scenario: ScenarioDescription, timeout: Duration,
    noting note: @escaping (ScenarioRunner.Event) -> Void = { _ in }
  ) {
    self.scenario = scenario
    self.timeout = timeout
    self.note = note
  }

  /// Whether the attempt was not stopped, so that its session can be reused.
  var isSound: Bool {
    !isStopped && !failures.contains { $0.error.kind.isStop }
  }

  /// The output, limited in size.
  var output: [String] { lines.list }

  /// The last line of the output if it reports that output was dropped, or otherwise `nil`.
  var outputRest: String? { lines.rest }

  /// Starts collecting the output of a session.
  ///
  /// - Parameter printed: The lines that were printed while the scenario's file was loaded.
  func begin(in session: ScriptSession, _ settings: RunSettings, printed: [String] = []) {
    lines.begin(with: printed)
    for line in printed {
      note(.output(line))
      if settings.showsOutput { note(.shown(line)) }
    }
    let hooks = SessionHooks(output: { [lines, note, showsOutput = settings.showsOutput] line in
      if let kept = lines.append(line) { note(.output(kept)) }
      if showsOutput { note(.shown(line)) }
    })
    session.addHooks(hooks)
  }

  /// Ends the attempt with an error that occurred before the scenario began.
  mutating func end(_ error: ScriptError) {
    isStopped = error.kind == .interrupted
    failures.append(ScenarioFailure(.error, error).bounded)
  }

  mutating func run(
    _ found: CollectedScenario, in place: ScenarioSession, _ recorder: SnapshotRecorder,
    _ settings: RunSettings, _ recording: ScenarioRecording? = nil,
    takeFailure: @escaping () -> ScriptError? = { nil }
  ) {
    let session = place.session
    let coverage = settings.coverage.map { CoverageReader(session, $0) }
    let context = ScenarioContext(
      session, snapshots: recorder, maximumSteps: settings.maximumSteps, coverage, recording)
    context.failurePrompt = failurePrompt
    context.measuresSteps = settings.measuresSteps
    context.takeFailure = takeFailure
    place.verbs.begin(context)
    place.collector.caller = .scenario
    defer {
      place.collector.caller = .file
      place.verbs.end()
      context.end()
      coverage?.end()
    }
    session.clearUnhandled()
    note(.phase(.running, limit: timeout))
    let start = now(session)
    let deadline = start + timeout
    var teardowns: [ScriptFunction] = []
    if setUp(found, context, deadline, &teardowns), let body = found.body {
      context.skipChanges()
      perform(context, .error, until: deadline) { [failurePrompt] remaining throws(ScriptError) in
        let arguments = [.handle(.app)] + found.arguments
        if let failurePrompt {
          try failurePrompt.call(body, arguments, timeout: remaining, in: session)
        } else {
          try body.call(arguments, timeout: remaining)
        }
      }
    }
    busy = context.lastStep.map { $0 - start } ?? .zero
    // The last step ends before the teardowns begin.
    context.endStep(isLast: true)
    context.takeUnhandled()
    if scenario.options.isExhaustive == true, context.failures.isEmpty, skipReason == nil {
      context.addLeftovers()
    }
    failurePrompt?.open(for: context.failures.first?.error, in: session)
    // Teardowns have their own full time limit, because the scenario may have used all of its time.
    let end = now(session) + timeout
    // Reporting the phase sends a message, which is unnecessary for most scenarios.
    if !teardowns.isEmpty || end - deadline > Self.noteworthy {
      note(.phase(.cleaning, limit: timeout))
    }
    for teardown in teardowns.reversed() {
      perform(context, .teardown, until: end) { remaining throws(ScriptError) in
        try teardown.call([.handle(.app)], timeout: remaining)
      }
    }
    for (resource, value) in place.collector.takeActive() {
      perform(context, .teardown, until: end) { remaining throws(ScriptError) in
        try resource.tearDown(value, timeout: remaining)
      }
    }
    if case let time = session.timeToTearDown, time > .zero {
      note(.phase(.cleaning, limit: time))
    }
    for error in session.tearDownPlugins() {
      if error.kind == .interrupted { isStopped = true }
      context.add(error, as: .teardown)
    }
    if failurePrompt?.isLeft == true { isStopped = true }
    context.takeUnhandled()
    context.addStops()
    let found = context.failures.map(\.bounded)
    failures += found.filter { $0.kind != .softExpect } + found.filter { $0.kind == .softExpect }
    snapshots = recorder.snapshots
    if settings.keepsSteps || settings.trace == .on || !failures.isEmpty { steps = context.steps }
  }

  /// Returns the current time minus the time that the scenario has spent waiting for the user.
  private func now(_ session: ScriptSession) -> ContinuousClock.Instant {
    clock.now - session.pausedTime
  }

  /// Runs the setups of the enclosing suites, outermost first.
  ///
  /// - Returns: Whether the scenario can run.
  private mutating func setUp(
    _ found: CollectedScenario, _ context: ScenarioContext, _ deadline: ContinuousClock.Instant,
    _ teardowns: inout [ScriptFunction]
  ) -> Bool {
    for setup in found.setups {
      var given = ScriptValue.nil
      let isDone = perform(context, .setup, until: deadline) { remaining throws(ScriptError) in
        given = try setup.call([.handle(.app)], timeout: remaining).first ?? .nil
        guard given == .nil || given.function != nil else {
          throw .badArgument(
            "the setup returned \(context.session.text(of: given)), expected nothing or a "
              + "teardown function")
        }
      }
      if let teardown = given.function { teardowns.append(teardown) }
      if !isDone { return false }
    }
    return true
  }

  /// - Returns: Whether the closure succeeded.
  @discardableResult
  private mutating func perform(
    _ context: ScenarioContext, _ kind: ScenarioFailure.Kind,
    until deadline: ContinuousClock.Instant,
    _ body: (Duration) throws(ScriptError) -> Void
  ) -> Bool {
    context.phase =
      switch kind {
      case .setup: .setup
      case .teardown: .teardown
      default: .scenario
      }
    do throws(ScriptError) {
      try body(max(.milliseconds(1), deadline - now(context.session)))
      guard let excess = context.takeExcess() else { return true }
      // A stop that arrives after this point is too late, because the script has ended.
      context.session.dropLateStop()
      context.add(excess, as: kind)
    } catch {
      if let reason = context.skipReason, error.code == ScenarioContext.skipCode {
        skipReason = reason
        return false
      }
      let excess = context.takeExcess()
      if error.kind == .interrupted, excess == nil { isStopped = true }
      context.add(excess ?? explained(error), as: kind)
    }
    return false
  }

  private func explained(_ error: ScriptError) -> ScriptError {
    var error = error
    if error.kind == .timeout {
      error.message =
        "timed out: the scenario ran longer than \(DurationText.short(timeout)) (`--timeout`)"
      error.code = "timeout"
    }
    return error
  }
}

extension ScriptError.Kind {
  /// Whether the user or a limit has stopped the script. The script cannot catch such an error.
  package var isStop: Bool { [.timeout, .memory, .interrupted].contains(self) }
}
