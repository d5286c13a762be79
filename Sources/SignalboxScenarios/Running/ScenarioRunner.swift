internal import PortableMutex
public import SignalboxScripting

/// A scenario file.
public struct ScenarioFile: Hashable, Sendable {
  /// The path of the file in messages.
  public var path: String
  /// The Lua source as UTF-8.
  public let source: [UInt8]
  private let shared: Shared

  /// Data that is derived from the source when it is first needed. All copies of the file share
  /// this data.
  private final class Shared: Sendable {
    /// The skeleton of the source, which workers access briefly before each scenario.
    private let skeleton = Mutex<ScenarioSkeleton??>(nil)

    func skeleton(of source: [UInt8]) -> ScenarioSkeleton? {
      skeleton.withLock { skeleton in
        if let skeleton { return skeleton }
        let made = ScenarioSkeleton(source)
        skeleton = .some(made)
        return made
      }
    }
  }

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file in messages.
  ///   - source: The Lua source as UTF-8.
  public init(path: String, source: [UInt8]) {
    self.path = path
    self.source = source
    shared = Shared()
  }

  /// Returns whether both files have the same path and source.
  public static func == (left: Self, right: Self) -> Bool {
    left.path == right.path && left.source == right.source
  }

  /// Hashes the path and the source.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(source)
  }

  /// The source without the scenarios that do not run, or `nil` if every scenario needs the
  /// complete source.
  private var skeleton: ScenarioSkeleton? { shared.skeleton(of: source) }

  /// The complete source, and whether scenarios run from the complete source.
  var whole: (text: [UInt8], isShared: Bool) { (source, skeleton == nil) }

  /// Returns the source that a scenario needs, and whether other scenarios need the same source.
  func source(for scenario: ScenarioDescription) -> (text: [UInt8], isShared: Bool) {
    skeleton.map { ($0.source(forLine: scenario.line), false) } ?? whole
  }
}

extension RunSettings {
  /// Returns the wall-clock limit for a scenario: its own limit or, if it sets none, ``timeout``,
  /// but at most ``maximumTimeout``.
  ///
  /// - Parameter scenario: A scenario of the run.
  public func timeout(of scenario: ScenarioDescription) -> Duration {
    let own = scenario.options.timeout ?? timeout
    return maximumTimeout.map { min($0, own) } ?? own
  }

  /// Returns whether the recording of a scenario is stored, provided that there is one.
  ///
  /// - Parameter result: The result of the scenario.
  package func keepsTrace(of result: ScenarioResult) -> Bool {
    switch trace {
    case .off: false
    case .on: true
    case .retainOnFailure: result.status == .failed
    }
  }

  /// Returns the maximum number of attempts for a scenario.
  ///
  /// - Parameter scenario: A scenario of the run.
  public func maximumAttempts(of scenario: ScenarioDescription) -> Int {
    isDebugged ? 1 : 1 + (scenario.options.retries ?? retries)
  }
}

/// The phases in which scripts run.
public enum ScenarioPhase: String, Hashable, Sendable, CaseIterable {
  /// A session and its plugins are being created.
  case preparing
  /// A file is being loaded.
  case loading
  /// A scenario with its setups, or the setup of a shared resource, is running.
  case running
  /// Teardowns are running.
  case cleaning
}

/// The settings with which scenarios run.
public struct RunSettings: Codable, Sendable {
  /// The wall-clock limit for scenarios that do not set their own limit.
  public var timeout: Duration = .seconds(10)
  /// The maximum time limit for any scenario, or `nil` for no limit.
  public var maximumTimeout: Duration?
  /// The maximum number of times that a failed scenario is retried, unless the scenario sets its
  /// own maximum.
  public var retries = 0
  /// The policy for new and changed snapshots.
  public var snapshots = SnapshotPolicy.missing
  /// Whether the steps of scenarios that passed are reported.
  public var keepsSteps = false
  /// The maximum number of steps in a scenario, or `nil` for no limit.
  public var maximumSteps: Int?
  /// Whether to open the prompt at the first failure, provided that the session has a prompt.
  public var pausesAtFailure = false
  /// The collector of coverage, or `nil` if coverage was not requested.
  public var coverage: CoverageCollector?
  /// The seed for the random numbers of scripts, which is combined with the scenario and the
  /// attempt. If the value is `nil`, scripts use Lua's own seed, which depends on the time.
  public var randomSeed: UInt64?
  /// The minimum number of scenarios in a file for workers to keep the file loaded.
  package var crowd = 16
  /// Whether a debugger repeats executions. If `true`, failed scenarios are not retried, and
  /// sessions whose scripts were stopped are reset and used again, so that repetitions begin with
  /// the same memory.
  package var isDebugged = false
  /// The values of `env`, keyed by name.
  public var parameters: [String: String] = [:]
  /// The values of shared resources, keyed by identifier. If a value is missing, each scenario that
  /// uses the resource sets up the resource itself.
  public var resources: [String: ResourceValue] = [:]
  /// Whether all output is reported immediately, including output that is not stored.
  public var showsOutput = false
  /// Whether the real duration of each step is measured. If `true`, the recordings of equal runs
  /// differ.
  public var measuresSteps = false
  /// The scenarios to record, provided that recordings can be stored.
  public var trace = TracePolicy.retainOnFailure
  /// The sources of modules, parts of which are included in recordings. If `nil`, recordings
  /// include only the scenario's file.
  public var sources: SourceCache?
  /// The values to remove from recordings and results, or `nil` to remove none. With a redaction,
  /// each scenario is recorded, and ``trace`` determines which recordings are stored.
  package var redaction: RunRedaction?

  /// The settings that are sent to other processes. The seed is sent separately.
  private enum CodingKeys: String, CodingKey {
    case timeout, maximumTimeout, retries, snapshots, keepsSteps, maximumSteps, parameters,
      showsOutput
    case trace, measuresSteps
  }

  /// Creates settings with their default values.
  public init() {}
}

/// Finds the scenarios in files, and runs each scenario in a new session or in a reset session.
public struct ScenarioRunner {
  let settings: RunSettings
  let snapshots: (any SnapshotStore)?
  let traces: (any TraceStore)?
  let source: any ScenarioSessionSource
  let sessions: ScenarioSessions
  private let failurePrompt: FailurePrompt?

  /// Creates a runner that uses a new session for each scenario.
  ///
  /// - Parameters:
  ///   - settings: The settings with which scenarios run.
  ///   - snapshots: The store for snapshots. If `nil`, `app:snapshot` raises an error.
  ///   - traces: The store for recordings. If `nil`, recordings are not stored.
  ///   - makeSession: A closure that creates a new session for a scenario in a file.
  public init(
    _ settings: RunSettings = RunSettings(), snapshots: (any SnapshotStore)? = nil,
    traces: (any TraceStore)? = nil,
    makeSession: @escaping (ScenarioFile) throws(ScriptError) -> ScriptSession
  ) {
    self.init(settings, snapshots: snapshots, traces: traces, SingleSessions(make: makeSession))
  }

  /// Creates a runner that can use a session for several scenarios.
  ///
  /// - Parameters:
  ///   - settings: The settings with which scenarios run.
  ///   - snapshots: The store for snapshots. If `nil`, `app:snapshot` raises an error.
  ///   - traces: The store for recordings. If `nil`, recordings are not stored.
  ///   - source: The source that creates sessions and resets used sessions.
  public init(
    _ settings: RunSettings = RunSettings(), snapshots: (any SnapshotStore)? = nil,
    traces: (any TraceStore)? = nil, _ source: any ScenarioSessionSource
  ) {
    self.settings = settings
    self.snapshots = snapshots
    self.traces = traces
    self.source = source
    sessions = ScenarioSessions(source, settings)
    failurePrompt = settings.pausesAtFailure ? FailurePrompt() : nil
  }

  /// An event that is reported immediately while scenarios are being found or run.
  public enum Event {
    /// An attempt begins. Attempts are counted from 1. The associated failures are the failures of
    /// the previous attempt.
    case attempt(Int, after: [ScenarioFailure])
    /// A phase begins, in which scripts run with the given time limit.
    case phase(ScenarioPhase, limit: Duration)
    /// A session is ready. The stopper can stop the session's scripts.
    case session(ScriptStopper)
    /// The attempt has printed a line, which is stored.
    case output(String)
    /// A script has printed a line, which is not necessarily stored. This event is reported only if
    /// all output is shown immediately.
    case shown(String)
  }

  // MARK: - Finding

  /// Returns the scenarios in a file without running them.
  ///
  /// - Parameters:
  ///   - file: The file to load.
  ///   - note: A closure that receives events.
  /// - Throws: An error if the file fails to load.
  public func scenarios(
    of file: ScenarioFile, noting note: (Event) -> Void = { _ in }
  ) throws(ScriptError) -> [ScenarioDescription] {
    note(.phase(.loading, limit: settings.timeout))
    let place = try sessions.take(for: file)
    var isSound = false
    defer { sessions.giveBack(place, of: file, isSound: isSound) }
    note(.session(place.session.stopper))
    place.session.addHooks(SessionHooks(output: { _ in }))
    let scenarios = try load(file.whole, of: file, in: place).map(\.description)
    if file.whole.isShared { sessions.note(scenarios.count, of: file) }
    // Closing the session tears down its plugins, which can take time.
    if case let time = place.session.timeToTearDown, time > .zero {
      note(.phase(.cleaning, limit: time))
    }
    settings.coverage?.add(ScenarioCoverage(), place.session.declaredTypes)
    isSound = true
    return scenarios
  }

  /// Seeds the random numbers of a session. The random numbers depend on the scenario, the attempt,
  /// the repetition and the seed of the run, but not on the worker.
  ///
  /// If the scenario is repeated, the number of the repetition is added to the seed.
  private func seedRandom(
    _ session: ScriptSession, _ text: String, _ number: Int = 0, _ repetition: Int = 0
  ) {
    guard let seed = settings.randomSeed else { return }
    session.seedRandom(
      seed &+ UInt64(repetition), TextHash.value(of: text) &+ UInt64(number))
  }

  func load(
    _ source: (text: [UInt8], isShared: Bool), of file: ScenarioFile, in place: ScenarioSession
  ) throws(ScriptError) -> [CollectedScenario] {
    place.collector.file = file.path
    seedRandom(place.session, file.path)
    try place.session.run(
      source.text, name: file.path, timeout: settings.timeout, isRepeated: source.isShared)
    return try place.collector.scenarios(of: file.path, source.text, in: place.session)
  }

  // MARK: - Running

  /// Runs a scenario, and retries it if it fails.
  ///
  /// - Parameters:
  ///   - scenario: A scenario that ``scenarios(of:noting:)`` returned for the file.
  ///   - file: The file that contains the scenario.
  ///   - repetition: The number of times that the run has already executed the scenario. Random
  ///     numbers depend on this value.
  ///   - earlier: The number of attempts that have already failed.
  ///   - note: A closure that receives events.
  public func run(
    _ scenario: ScenarioDescription, of file: ScenarioFile, repetition: Int = 0,
    after earlier: Int = 0,
    noting note: @escaping (Event) -> Void = { _ in }
  ) -> ScenarioResult {
    if scenario.options.skip != nil {
      return ScenarioResult(scenario: scenario, status: .skipped, attempts: 0)
    }
    if scenario.options.todo != nil {
      return ScenarioResult(scenario: scenario, status: .todo, attempts: 0)
    }
    let clock = ContinuousClock()
    let start = clock.now
    var result = ScenarioResult(scenario: scenario, status: .notRun, attempts: earlier)
    result.repetition = repetition
    let isRecorded = settings.redaction != nil || (traces != nil && settings.trace == .on)
    let recording = isRecorded ? ScenarioRecording() : nil
    let maxAttempts = settings.maximumAttempts(of: scenario)
    var busy = Duration.zero
    repeat {
      note(.attempt(result.attempts + 1, after: result.failures))
      let attempt = attempt(result, of: file, note, recording)
      if let rest = attempt.outputRest { note(.output(rest)) }
      result.attempts += 1
      result.output = attempt.output
      busy = attempt.busy
      result.snapshots = attempt.snapshots
      if attempt.isStopped {
        result.status = .notRun
        break
      }
      result.status = status(of: attempt, after: result.attempts)
      result.skipReason = attempt.skipReason
      let isFlaky = result.status == .flaky
      if !isFlaky { result.failures = attempt.failures + unexpected(attempt) }
      if !isFlaky { result.steps = attempt.steps }
      if result.status == .failed, maxAttempts > 1 { result.failedAttempts.append(result.failures) }
    } while result.status == .failed && result.attempts < maxAttempts
    if result.attempts == 1 { result.failedAttempts = [] }
    result.duration = clock.now - start
    keepTrace(of: &result, recording, of: file, busy: busy, note)
    if !settings.keepsSteps, result.failures.isEmpty { result.steps = [] }
    return result
  }

  private func status(of attempt: ScenarioAttempt, after count: Int) -> ScenarioResult.Status {
    if attempt.skipReason != nil, attempt.failures.isEmpty { return .skipped }
    if attempt.scenario.options.fails != nil {
      return attempt.scenario.options.expects(attempt.failures) ? .failedAsExpected : .failed
    }
    return attempt.failures.isEmpty ? (count > 1 ? .flaky : .passed) : .failed
  }

  /// Returns the failure of a scenario with `fails` that has passed or has failed in an unexpected
  /// way, or an empty array for any other scenario.
  private func unexpected(_ attempt: ScenarioAttempt) -> [ScenarioFailure] {
    guard attempt.skipReason == nil, let why = attempt.scenario.options.fails else { return [] }
    let known = why.isEmpty ? "" : " (\(why))"
    let scenario = attempt.scenario
    if let message = scenario.options.failureMessage, !attempt.failures.isEmpty {
      if scenario.options.expects(attempt.failures) { return [] }
      let error = ScriptError(
        .runtime, code: "unexpectedFailure",
        "unexpectedFailure: the scenario is expected to fail\(known) with \"\(message)\", but "
          + "failed with \"\(attempt.failures.first?.error.message ?? "")\"",
        location: ScriptLocation(file: scenario.file, line: scenario.line))
      return [ScenarioFailure(.unexpectedFailure, error)]
    }
    guard attempt.failures.isEmpty else { return [] }
    let error = ScriptError(
      .runtime, code: "unexpectedPass",
      "unexpectedPass: the scenario is expected to fail\(known), but passed; remove `fails` from it",
      location: ScriptLocation(file: scenario.file, line: scenario.line))
    return [ScenarioFailure(.unexpectedPass, error)]
  }

  /// Runs a scenario once.
  ///
  /// - Parameter result: The result of the previous attempts.
  func attempt(
    _ result: ScenarioResult, of file: ScenarioFile, _ note: @escaping (Event) -> Void,
    _ recording: ScenarioRecording? = nil
  ) -> ScenarioAttempt {
    let scenario = result.scenario
    let recorder = SnapshotRecorder(scenario, snapshots, settings.snapshots)
    var attempt = ScenarioAttempt(
      scenario: scenario, timeout: settings.timeout(of: scenario), noting: note)
    note(.phase(.loading, limit: settings.timeout))
    attempt.failurePrompt = scenario.options.fails == nil ? failurePrompt : nil
    do throws(ScriptError) {
      let kept = try sessions.takeLoaded(for: file) { place throws(ScriptError) in
        note(.session(place.session.stopper))
        return try load(file.whole, of: file, in: place)
      }
      let place = if let kept { kept } else { try sessions.take(for: file) }
      defer {
        sessions.giveBack(
          place, of: file, isSound: attempt.isSound || settings.isDebugged)
      }
      let session = place.session
      note(.session(session.stopper))
      let found: CollectedScenario?
      if let scenarios = place.scenarios {
        attempt.begin(in: session, settings, printed: place.loadOutput)
        found = scenarios[scenario.title]
      } else {
        attempt.begin(in: session, settings)
        let scenarios = try load(file.source(for: scenario), of: file, in: place)
        sessions.note(scenarios.count, of: file)
        found = scenarios.first { $0.description.title == scenario.title }
      }
      guard let found else {
        throw ScriptError(
          .runtime, code: "scenarioMissing",
          "scenarioMissing: \(file.path) no longer contains scenario \"\(scenario.title)\" "
            + "after it was reloaded"
        )
      }
      seedRandom(session, scenario.id, result.attempts, result.repetition)
      defer { source.end(session) }
      try source.begin(session, timeout: settings.timeout(of: scenario))
      recording?.begin(session)
      defer { recording?.end() }
      var settings = settings
      // A recording contains the coverage of its scenario alone.
      let own = recording.map { _ in CoverageCollector(sources: sources(of: file)) }
      if let own { settings.coverage = own }
      attempt.run(found, in: place, recorder, settings, recording) { [source] in
        source.takeFailure(of: session)
      }
      if let own {
        recording?.note(own.coverage, session.declaredTypes)
        self.settings.coverage?.add(own.coverage)
      }
    } catch {
      attempt.end(error)
    }
    return attempt
  }

  /// Returns the sources in the settings or, if there are none, only the source of the file.
  private func sources(of file: ScenarioFile) -> SourceCache {
    if let sources = settings.sources { return sources }
    let sources = SourceCache()
    sources[file.path] = file.source
    return sources
  }

  // MARK: - Resources

  /// Sets up a shared resource in a separate session.
  ///
  /// - Parameters:
  ///   - resource: A resource whose scope is `file` or `run`.
  ///   - file: The file that declares the resource.
  ///   - note: A closure that receives events.
  /// - Returns: The value of the resource, to be stored in ``RunSettings/resources``.
  /// - Throws: An error if the file cannot be loaded or the setup fails.
  public func setUp(
    _ resource: SharedResource, of file: ScenarioFile,
    noting note: @escaping (Event) -> Void = { _ in }
  ) throws(ScriptError) -> ResourceValue {
    try call(resource, of: file, .running, note) { declaration, session throws(ScriptError) in
      let value = try declaration.setUp(timeout: settings.timeout)
      return try ResourceValue(value, of: declaration.path, session)
    }
  }

  /// Tears down a shared resource in a separate session.
  ///
  /// - Parameters:
  ///   - resource: The resource that was set up.
  ///   - value: The value that ``setUp(_:of:noting:)`` returned.
  ///   - file: The file that declares the resource.
  ///   - note: A closure that receives events.
  /// - Throws: An error if the file cannot be loaded or the teardown fails.
  public func tearDown(
    _ resource: SharedResource, _ value: ResourceValue, of file: ScenarioFile,
    noting note: @escaping (Event) -> Void = { _ in }
  ) throws(ScriptError) {
    try call(resource, of: file, .cleaning, note) { declaration, _ throws(ScriptError) in
      try declaration.tearDown(value.scriptValue, timeout: settings.timeout)
    }
  }

  private func call<Value>(
    _ resource: SharedResource, of file: ScenarioFile, _ phase: ScenarioPhase,
    _ note: @escaping (Event) -> Void,
    _ body: (ResourceDeclaration, ScriptSession) throws(ScriptError) -> Value
  ) throws(ScriptError) -> Value {
    note(.phase(.loading, limit: settings.timeout))
    let place = try sessions.take(for: file)
    var isSound = false
    defer { sessions.giveBack(place, of: file, isSound: isSound) }
    note(.session(place.session.stopper))
    let showsOutput = settings.showsOutput
    place.session.addHooks(SessionHooks(output: { if showsOutput { note(.shown($0)) } }))
    _ = try load(file.whole, of: file, in: place)
    guard let declaration = place.collector.resources.first(where: { $0.name == resource.name })
    else {
      throw ScriptError(
        .runtime, code: "resourceMissing",
        "resourceMissing: \(file.path) no longer contains resource \"\(resource.name)\" after "
          + "it was reloaded"
      )
    }
    note(.phase(phase, limit: settings.timeout))
    place.session.clearUnhandled()
    place.collector.caller = .resource(declaration)
    defer { place.collector.caller = .file }
    let value = try body(declaration, place.session)
    if let error = place.session.unhandled.first { throw error }
    isSound = true
    return value
  }

  // MARK: - Traces

  /// Stores the trace of a scenario that has ended, if a trace was requested, and redacts the
  /// result.
  ///
  /// - Parameters:
  ///   - recording: The recording, or `nil` if the scenario was not recorded.
  ///   - busy: The duration of the last attempt up to its last step.
  func keepTrace(
    of result: inout ScenarioResult, _ recording: ScenarioRecording?, of file: ScenarioFile,
    busy: Duration,
    _ note: @escaping (Event) -> Void
  ) {
    let redaction = settings.redaction
    guard result.attempts > 0, result.status != .notRun else {
      _ = redaction?.redact(&result, recordedIn: nil)
      return
    }
    guard (traces != nil && settings.trace != .off) || redaction != nil else { return }
    var recording = Swift.Result<ScenarioRecording?, NoTrace>.success(recording)
    if settings.trace == .retainOnFailure, redaction == nil, result.status == .failed {
      recording = record(again: result, of: file, busy: busy, note).map { $0 }
    }
    switch recording {
    case .success(let recording):
      let sources = RecordedSources(file, settings.sources)
      var lines = recording?.lines(of: result, sources, seed: settings.randomSeed) ?? []
      let isTooLarge = lines.reduce(0) { $0 + $1.utf8.count } > Self.maxTraceBytes
      if let redaction { lines = redaction.redact(&result, recordedIn: lines) ?? [] }
      if !lines.isEmpty, !isTooLarge, settings.keepsTrace(of: result) {
        result.trace = traces?.write(
          lines, of: result.scenario, repetition: result.repetition)
        return
      }
      if result.status == .failed, settings.trace != .off {
        let reason = isTooLarge ? NoTrace.size : .nothingRecorded
        result.traceAbsence = reason.rawValue
      }
    case .failure(let reason): result.traceAbsence = reason.rawValue
    }
    traces?.remove(of: result.scenario, repetition: result.repetition)
  }

  /// The reason why a failed scenario has no trace.
  package enum NoTrace: String, Error {
    case nothingRecorded = "the scenario failed before the recording could start"
    case memory = "a second run would exceed the memory limit as well"
    case size = "the recording would exceed 10 MB"
    case stopped = "the run was stopped"
    case passed = "the scenario passed when it was rerun for the recording"
    case other = "the scenario failed in a different way when it was rerun for the recording"
  }

  /// The maximum size of a recording, in bytes. A worker sends a recording as a single message,
  /// which requires the same amount of memory again.
  private static let maxTraceBytes = 10_000_000
  /// The maximum number of recorded steps for a scenario that timed out or whose process was lost.
  private static let maxSteps = 10_000
  /// The values that determine the wall-clock limit for repeating a scenario: the minimum limit,
  /// and the factor by which the scenario's running time is multiplied.
  private static let leastTime = Duration.seconds(2), timeFactor = 4

  /// Returns the wall-clock limit for repeating a scenario whose process was lost.
  ///
  /// - Parameters:
  ///   - time: The time for which the scenario had been running.
  ///   - limit: The scenario's time limit.
  package static func recordingLimit(_ time: Duration, _ limit: Duration) -> Duration {
    min(limit, max(.seconds(5), time))
  }

  private var recordingSettings: RunSettings {
    var copy = settings
    copy.coverage = nil
    copy.redaction = nil
    copy.snapshots = .none
    copy.keepsSteps = false
    copy.pausesAtFailure = false
    copy.showsOutput = false
    return copy
  }

  /// Repeats a scenario whose process was lost, only to record its trace (decision 0204).
  ///
  /// - Parameters:
  ///   - earlier: The number of attempts that failed before the lost attempt.
  ///   - note: A closure that receives the stopper of the session, but no other events.
  ///   - send: A closure that receives each line of the trace as soon as it is recorded.
  /// - Returns: The result of the repetition. If `traceAbsence` is set, the recording does not
  ///   match the lost attempt, because the run was stopped, or because the scenario passed or
  ///   failed for a reason other than a limit.
  package func record(
    _ scenario: ScenarioDescription, of file: ScenarioFile, repetition: Int, after earlier: Int,
    noting note: @escaping (Event) -> Void, sending send: @escaping (String) -> Void
  ) -> ScenarioResult {
    var limited = recordingSettings
    limited.maximumSteps = min(Self.maxSteps, settings.maximumSteps ?? .max)
    var result = ScenarioResult(scenario: scenario, status: .notRun, attempts: earlier)
    result.repetition = repetition
    let again = ScenarioRunner(limited, snapshots: snapshots, source).attempt(
      result, of: file, { event in if case .session = event { note(event) } },
      ScenarioRecording(sendingTo: send))
    result.attempts += 1
    if again.isStopped {
      result.traceAbsence = NoTrace.stopped.rawValue
      return result
    }
    result.failures = again.failures
    result.status = again.failures.isEmpty ? .passed : .failed
    if let failure = again.failures.first {
      if !failure.error.kind.isStop { result.traceAbsence = NoTrace.other.rawValue }
    } else {
      result.traceAbsence = NoTrace.passed.rawValue
    }
    return result
  }

  /// Repeats a failed scenario to record its trace (decision 0189).
  private func record(
    again result: ScenarioResult, of file: ScenarioFile, busy: Duration,
    _ note: @escaping (Event) -> Void
  ) -> Swift.Result<ScenarioRecording, NoTrace> {
    let stop = result.failures.lazy.map(\.error).first { $0.kind.isStop }
    if stop?.kind == .memory { return .failure(.memory) }
    let recording = ScenarioRecording()
    var limited = recordingSettings
    if stop?.kind == .timeout {
      // A scenario that timed out is repeated up to the same step.
      let count = min(result.steps.last?.number ?? 0, Self.maxSteps)
      limited.maximumSteps = min(max(1, count), settings.maximumSteps ?? .max)
      limited.maximumTimeout = min(
        settings.timeout(of: result.scenario), max(Self.leastTime, busy * Self.timeFactor))
    }
    let runner = ScenarioRunner(limited, snapshots: snapshots, source)
    var before = result
    before.attempts -= 1
    let second = runner.attempt(
      before, of: file,
      { event in
        // The output was already reported when the scenario first ran.
        switch event {
        case .output, .shown: break
        default: note(event)
        }
      }, recording)
    if second.isStopped { return .failure(.stopped) }
    guard let failure = second.failures.first else { return .failure(.passed) }
    let isSame =
      stop?.kind == .timeout
      ? failure.error.kind.isStop
      : failure.error.message == result.failures.first?.error.message
    return isSame ? .success(recording) : .failure(.other)
  }
}
