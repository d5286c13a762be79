public import SignalboxScripting
internal import Synchronization

/// A file of flows.
public struct FlowFile: Hashable, Sendable {
  /// How messages call it.
  public var path: String
  /// Lua text in UTF-8.
  public let source: [UInt8]
  private let shared: Shared

  /// What is made of the text when a flow is run from it; copies of a file share it.
  private final class Shared: Sendable {
    /// Taken by the workers for a moment before each flow.
    private let skeleton = Mutex<FlowSkeleton??>(nil)

    func skeleton(of source: [UInt8]) -> FlowSkeleton? {
      skeleton.withLock { skeleton in
        if let skeleton { return skeleton }
        let made = FlowSkeleton(source)
        skeleton = .some(made)
        return made
      }
    }
  }

  /// A file of that path and text.
  public init(path: String, source: [UInt8]) {
    self.path = path
    self.source = source
    shared = Shared()
  }

  /// Whether both have the same path and text.
  public static func == (left: Self, right: Self) -> Bool {
    left.path == right.path && left.source == right.source
  }

  /// Feeds path and text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(source)
  }

  /// The text without the flows that do not run, where that saves much.
  private var skeleton: FlowSkeleton? { shared.skeleton(of: source) }

  /// The whole text, and whether its flows are run from it as well.
  var whole: (text: [UInt8], isShared: Bool) { (source, skeleton == nil) }

  /// The text that one of its flows needs, and whether others need the same.
  func source(for flow: FlowDescription) -> (text: [UInt8], isShared: Bool) {
    skeleton.map { ($0.source(forLine: flow.line), false) } ?? whole
  }
}

extension FlowSettings {
  /// The wall-clock time of a flow: its own, at most what all may take.
  public func timeout(of flow: FlowDescription) -> Duration {
    let own = flow.options.timeout ?? timeout
    return maximumTimeout.map { min($0, own) } ?? own
  }

  /// How often a flow is run at most.
  public func maximumAttempts(of flow: FlowDescription) -> Int {
    1 + (flow.options.retries ?? retries)
  }
}

/// What scripts are run for.
public enum FlowPhase: String, Hashable, Sendable, CaseIterable {
  /// A session is made, with its plugins.
  case preparing
  /// A file is loaded.
  case loading
  /// Fixtures and the flow run.
  case running
  /// What fixtures returned runs.
  case cleaning
}

/// How flows are run.
public struct FlowSettings: Codable, Sendable {
  /// The wall-clock time that a flow may take, unless it says otherwise.
  public var timeout: Duration = .seconds(10)
  /// What no flow may exceed, whatever it says; `nil` for no such limit.
  public var maximumTimeout: Duration?
  /// How often a flow that fails is tried again, unless it says otherwise.
  public var retries = 0
  /// What is done about frames that are not as recorded.
  public var frames = FramePolicy.missing
  /// Whether the steps of flows that pass are told as well.
  public var keepsSteps = false
  /// How many steps a flow may make; `nil` for any number.
  public var maximumSteps: Int?
  /// Whether the prompt opens at the first failure, where the session has one to open.
  public var pausesAtFailure = false
  /// Takes in what flows cover; `nil` where nobody asks.
  public var coverage: CoverageBook?
  /// The seed of scripts' random numbers, combined with the flow and the attempt; `nil` for Lua's own
  /// seed, which depends on the time.
  public var randomSeed: UInt64?
  /// The number of flows that one load declares from which workers keep a file loaded.
  package var crowd = 16
  /// What scripts find in `env`, by name.
  public var parameters: [String: String] = [:]
  /// The values of shared fixtures, by identifier. One that is missing is set up by each flow that calls it.
  public var fixtures: [String: FixtureValue] = [:]
  /// Whether all that is printed is reported as it comes, also what is not kept.
  public var showsOutput = false
  /// Which flows leave a recording, where there is a place to keep them.
  public var trace = TracePolicy.retainOnFailure

  /// What other processes are told, beside the seed.
  private enum CodingKeys: String, CodingKey {
    case timeout, maximumTimeout, retries, frames, keepsSteps, maximumSteps, parameters, showsOutput
    case trace
  }

  /// Those that hold unless told otherwise.
  public init() {}
}

/// Finds and runs the flows of files, each in a session of its own.
public struct FlowRunner {
  let settings: FlowSettings
  let frames: (any FrameStore)?
  let traces: (any TraceStore)?
  let source: any FlowSessionSource
  let sessions: FlowSessions
  private let failurePrompt: FailurePrompt?

  /// - Parameter makeSession: Makes a fresh session for a flow of a file.
  public init(
    _ settings: FlowSettings = FlowSettings(), frames: (any FrameStore)? = nil,
    traces: (any TraceStore)? = nil,
    makeSession: @escaping (FlowFile) throws(ScriptError) -> ScriptSession
  ) {
    self.init(settings, frames: frames, traces: traces, SingleSessions(make: makeSession))
  }

  /// - Parameter source: Makes the sessions, and fresh ones of those that were used.
  public init(
    _ settings: FlowSettings = FlowSettings(), frames: (any FrameStore)? = nil,
    traces: (any TraceStore)? = nil, _ source: any FlowSessionSource
  ) {
    self.settings = settings
    self.frames = frames
    self.traces = traces
    self.source = source
    sessions = FlowSessions(source, settings)
    failurePrompt = settings.pausesAtFailure ? FailurePrompt() : nil
  }

  /// What happens while flows are found or run, reported as it happens.
  public enum Event {
    /// An attempt begins; attempts count from 1. The failures are those of the attempt before it.
    case attempt(Int, after: [FlowFailure])
    /// From now on scripts run for at most that time.
    case phase(FlowPhase, limit: Duration)
    /// A session is ready, and this stops what runs in it.
    case session(ScriptStopper)
    /// The attempt has printed a line, which is kept.
    case output(String)
    /// The attempt has printed a line, kept or not, where all is to be shown as it comes.
    case shown(String)
  }

  // MARK: - Finding

  /// What flows a file has; none of them runs.
  ///
  /// - Parameter note: Gets what happens.
  /// - Throws: why the file does not load.
  public func flows(
    of file: FlowFile, noting note: (Event) -> Void = { _ in }
  ) throws(ScriptError) -> [FlowDescription] {
    note(.phase(.loading, limit: settings.timeout))
    let place = try sessions.take(for: file)
    var isSound = false
    defer { sessions.giveBack(place, of: file, isSound: isSound) }
    note(.session(place.session.stopper))
    place.session.addHooks(SessionHooks(output: { _ in }))
    let flows = try load(file.whole, of: file, in: place).map(\.description)
    if file.whole.isShared { sessions.note(flows.count, of: file) }
    // What has loaded plugins ends them.
    if case let time = place.session.timeToTearDown, time > .zero {
      note(.phase(.cleaning, limit: time))
    }
    settings.coverage?.add(FlowCoverage(), place.session.declaredTypes)
    isSound = true
    return flows
  }

  /// Begins the random numbers of a session again: those of one text and number are the same in every
  /// run of one seed, whichever worker runs it.
  ///
  /// A repetition has the numbers of the seed that is so much greater.
  private func seedRandom(
    _ session: ScriptSession, _ text: String, _ number: Int = 0, _ repetition: Int = 0
  ) {
    guard let seed = settings.randomSeed else { return }
    // FNV-1a.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    session.seedRandom(seed &+ UInt64(repetition), hash &+ UInt64(number))
  }

  func load(
    _ source: (text: [UInt8], isShared: Bool), of file: FlowFile, in place: FlowSession
  ) throws(ScriptError) -> [CollectedFlow] {
    place.collector.file = file.path
    seedRandom(place.session, file.path)
    try place.session.run(
      source.text, name: file.path, timeout: settings.timeout, isRepeated: source.isShared)
    return try place.collector.flows(of: file.path, source.text, in: place.session)
  }

  // MARK: - Running

  /// Runs one flow, again where it fails and may be retried.
  ///
  /// - Parameters:
  ///   - repetition: How often the run has come to the flow before; random numbers differ with it.
  ///   - earlier: How many attempts have failed before.
  ///   - note: Gets what happens.
  public func run(
    _ flow: FlowDescription, of file: FlowFile, repetition: Int = 0, after earlier: Int = 0,
    noting note: @escaping (Event) -> Void = { _ in }
  ) -> FlowResult {
    if flow.options.skip != nil { return FlowResult(flow: flow, status: .skipped, attempts: 0) }
    if flow.options.todo != nil { return FlowResult(flow: flow, status: .todo, attempts: 0) }
    let clock = ContinuousClock()
    let start = clock.now
    var result = FlowResult(flow: flow, status: .notRun, attempts: earlier)
    result.repetition = repetition
    let tape = traces != nil && settings.trace == .on ? FlowTape() : nil
    let most = settings.maximumAttempts(of: flow)
    var busy = Duration.zero
    repeat {
      note(.attempt(result.attempts + 1, after: result.failures))
      let attempt = attempt(result, of: file, note, tape)
      if let rest = attempt.outputRest { note(.output(rest)) }
      result.attempts += 1
      result.output = attempt.output
      busy = attempt.busy
      result.frames = attempt.frames
      if attempt.isStopped {
        result.status = .notRun
        break
      }
      result.status = status(of: attempt, after: result.attempts)
      result.skipReason = attempt.skipReason
      let isFlaky = result.status == .flaky
      if !isFlaky { result.failures = attempt.failures + unexpected(attempt) }
      if !isFlaky { result.steps = attempt.steps }
      if result.status == .failed, most > 1 { result.failedAttempts.append(result.failures) }
    } while result.status == .failed && result.attempts < most
    if result.attempts == 1 { result.failedAttempts = [] }
    result.duration = clock.now - start
    keepTrace(of: &result, tape, of: file, busy: busy, note)
    return result
  }

  private func status(of attempt: FlowAttempt, after count: Int) -> FlowResult.Status {
    if attempt.skipReason != nil, attempt.failures.isEmpty { return .skipped }
    if attempt.flow.options.fails != nil {
      return attempt.flow.options.expects(attempt.failures) ? .failedAsExpected : .failed
    }
    return attempt.failures.isEmpty ? (count > 1 ? .flaky : .passed) : .failed
  }

  /// The failure of a flow that passes, or fails in another way, and says that it fails.
  private func unexpected(_ attempt: FlowAttempt) -> [FlowFailure] {
    guard attempt.skipReason == nil, let why = attempt.flow.options.fails else { return [] }
    let known = why.isEmpty ? "" : " (\(why))"
    let flow = attempt.flow
    if let message = flow.options.failureMessage, !attempt.failures.isEmpty {
      if flow.options.expects(attempt.failures) { return [] }
      let error = ScriptError(
        .runtime, code: "unexpectedFailure",
        "unexpectedFailure: it says that it fails\(known) with \"\(message)\", and fails with "
          + "\"\(attempt.failures.first?.error.message ?? "")\"",
        location: ScriptLocation(file: flow.file, line: flow.line))
      return [FlowFailure(.unexpectedFailure, error)]
    }
    guard attempt.failures.isEmpty else { return [] }
    let error = ScriptError(
      .runtime, code: "unexpectedPass",
      "unexpectedPass: it says that it fails\(known), and passed; remove fails from it",
      location: ScriptLocation(file: flow.file, line: flow.line))
    return [FlowFailure(.unexpectedPass, error)]
  }

  /// Runs a flow once.
  ///
  /// - Parameter result: What has come of it so far.
  func attempt(
    _ result: FlowResult, of file: FlowFile, _ note: @escaping (Event) -> Void,
    _ tape: FlowTape? = nil
  ) -> FlowAttempt {
    let flow = result.flow
    let recorder = FrameRecorder(flow, frames, settings.frames)
    var attempt = FlowAttempt(flow: flow, timeout: settings.timeout(of: flow), noting: note)
    note(.phase(.loading, limit: settings.timeout))
    attempt.failurePrompt = flow.options.fails == nil ? failurePrompt : nil
    do throws(ScriptError) {
      let kept = try sessions.takeLoaded(for: file) { place throws(ScriptError) in
        note(.session(place.session.stopper))
        return try load(file.whole, of: file, in: place)
      }
      let place = if let kept { kept } else { try sessions.take(for: file) }
      defer { sessions.giveBack(place, of: file, isSound: attempt.isSound) }
      let session = place.session
      note(.session(session.stopper))
      let found: CollectedFlow?
      if let flows = place.flows {
        attempt.begin(in: session, settings, printed: place.loadOutput)
        found = flows[flow.title]
      } else {
        attempt.begin(in: session, settings)
        let flows = try load(file.source(for: flow), of: file, in: place)
        sessions.note(flows.count, of: file)
        found = flows.first { $0.description.title == flow.title }
      }
      guard let found else {
        throw ScriptError(
          .runtime, code: "flowMissing",
          "flowMissing: when it was loaded again, \(file.path) had no flow \"\(flow.title)\"")
      }
      seedRandom(session, flow.id, result.attempts, result.repetition)
      tape?.begin(session)
      defer { tape?.end() }
      attempt.run(found, in: place, recorder, settings, tape)
    } catch {
      attempt.end(error)
    }
    return attempt
  }

  // MARK: - Fixtures

  /// Sets up a shared fixture, in a session of its own.
  ///
  /// - Parameter note: Gets what happens.
  /// - Returns: Its value, for ``FlowSettings/fixtures``.
  /// - Throws: why there is none.
  public func setUp(
    _ fixture: SharedFixture, of file: FlowFile, noting note: @escaping (Event) -> Void = { _ in }
  ) throws(ScriptError) -> FixtureValue {
    try call(fixture, of: file, .running, note) { declaration, session throws(ScriptError) in
      let value = try declaration.setUp(timeout: settings.timeout)
      return try FixtureValue(value, of: declaration.path, session)
    }
  }

  /// Cleans up behind a shared fixture, in a session of its own.
  ///
  /// - Parameter value: What ``setUp(_:of:noting:)`` gave.
  /// - Throws: where that fails.
  public func tearDown(
    _ fixture: SharedFixture, _ value: FixtureValue, of file: FlowFile,
    noting note: @escaping (Event) -> Void = { _ in }
  ) throws(ScriptError) {
    try call(fixture, of: file, .cleaning, note) { declaration, _ throws(ScriptError) in
      try declaration.tearDown(value.scriptValue, timeout: settings.timeout)
    }
  }

  private func call<Value>(
    _ fixture: SharedFixture, of file: FlowFile, _ phase: FlowPhase,
    _ note: @escaping (Event) -> Void,
    _ body: (FixtureDeclaration, ScriptSession) throws(ScriptError) -> Value
  ) throws(ScriptError) -> Value {
    note(.phase(.loading, limit: settings.timeout))
    let place = try sessions.take(for: file)
    var isSound = false
    defer { sessions.giveBack(place, of: file, isSound: isSound) }
    note(.session(place.session.stopper))
    let showsOutput = settings.showsOutput
    place.session.addHooks(SessionHooks(output: { if showsOutput { note(.shown($0)) } }))
    _ = try load(file.whole, of: file, in: place)
    guard let declaration = place.collector.fixtures.first(where: { $0.name == fixture.name })
    else {
      throw ScriptError(
        .runtime, code: "fixtureMissing",
        "fixtureMissing: when it was loaded again, \(file.path) had no fixture \"\(fixture.name)\"")
    }
    note(.phase(phase, limit: settings.timeout))
    place.session.clearUnhandled()
    place.collector.isClosed = true
    defer { place.collector.isClosed = false }
    let value = try body(declaration, place.session)
    if let error = place.session.unhandled.first { throw error }
    isSound = true
    return value
  }

  // MARK: - Traces

  /// Keeps the trace of a flow that has ended, where one is wanted.
  ///
  /// - Parameters:
  ///   - tape: What was recorded while it ran.
  ///   - busy: How long its last attempt took up to its last step.
  func keepTrace(
    of result: inout FlowResult, _ tape: FlowTape?, of file: FlowFile, busy: Duration,
    _ note: @escaping (Event) -> Void
  ) {
    guard let traces, settings.trace != .off, result.attempts > 0, result.status != .notRun else {
      return
    }
    var recording = Swift.Result<FlowTape?, NoTrace>.success(tape)
    if settings.trace == .retainOnFailure, result.status == .failed {
      recording = record(again: result, of: file, busy: busy, note).map { $0 }
    }
    switch recording {
    case .success(let tape):
      if let lines = tape?.lines(of: result), !lines.isEmpty {
        result.trace = traces.write(lines, of: result.flow)
        return
      }
      if result.status == .failed { result.traceAbsence = NoTrace.nothingRecorded.rawValue }
    case .failure(let reason): result.traceAbsence = reason.rawValue
    }
    traces.remove(of: result.flow)
  }

  /// Why a flow that failed leaves no trace.
  package enum NoTrace: String, Error {
    case nothingRecorded = "it failed before there was anything to record"
    case memory = "running it again would need as much memory"
    case stopped = "the run was stopped"
    case passed = "it passed when it was run again to be recorded"
    case other = "it failed in another way when it was run again to be recorded"
  }

  /// At most so many steps are recorded of a flow that did not end by itself.
  private static let mostSteps = 10_000
  /// The wall-clock time in which a flow that ran out of it gets where it was, at least; beyond that,
  /// multiples of what it took.
  private static let leastTime = Duration.seconds(2), timeFactor = 4

  /// The wall-clock time for running a flow again whose process was lost.
  ///
  /// - Parameters:
  ///   - time: How long it ran before.
  ///   - limit: How long it may run.
  package static func recordingLimit(_ time: Duration, _ limit: Duration) -> Duration {
    min(limit, max(.seconds(5), time))
  }

  private var recordingSettings: FlowSettings {
    var quiet = settings
    quiet.coverage = nil
    quiet.frames = .none
    quiet.keepsSteps = false
    quiet.pausesAtFailure = false
    quiet.showsOutput = false
    return quiet
  }

  /// Runs a flow again whose process was lost, for its trace alone (decision 0204).
  ///
  /// - Parameters:
  ///   - earlier: How many attempts had failed before the one that was lost.
  ///   - note: Gets the session, which can be stopped; no other event.
  ///   - send: Gets each line of the trace when it is recorded.
  /// - Returns: What came of it. `traceAbsence` says why the lines are not what happened: the flow passed,
  ///   or failed otherwise than at a limit.
  package func record(
    _ flow: FlowDescription, of file: FlowFile, repetition: Int, after earlier: Int,
    noting note: @escaping (Event) -> Void, sending send: @escaping (String) -> Void
  ) -> FlowResult {
    var quiet = recordingSettings
    quiet.maximumSteps = min(Self.mostSteps, settings.maximumSteps ?? .max)
    var result = FlowResult(flow: flow, status: .notRun, attempts: earlier)
    result.repetition = repetition
    let again = FlowRunner(quiet, frames: frames, source).attempt(
      result, of: file, { event in if case .session = event { note(event) } },
      FlowTape(sendingTo: send))
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

  /// Runs a flow that failed once more, for its trace (decision 0189).
  private func record(
    again result: FlowResult, of file: FlowFile, busy: Duration, _ note: @escaping (Event) -> Void
  ) -> Swift.Result<FlowTape, NoTrace> {
    let stop = result.failures.lazy.map(\.error).first { $0.kind.isStop }
    if stop?.kind == .memory { return .failure(.memory) }
    let tape = FlowTape()
    var quiet = recordingSettings
    if stop?.kind == .timeout {
      // What hung goes as far as it went, and no further.
      let count = min(result.steps.last?.number ?? 0, Self.mostSteps)
      quiet.maximumSteps = min(max(1, count), settings.maximumSteps ?? .max)
      quiet.maximumTimeout = min(
        settings.timeout(of: result.flow), max(Self.leastTime, busy * Self.timeFactor))
    }
    let runner = FlowRunner(quiet, frames: frames, source)
    var before = result
    before.attempts -= 1
    let second = runner.attempt(
      before, of: file,
      { event in
        // What it prints was printed already.
        switch event {
        case .output, .shown: break
        default: note(event)
        }
      }, tape)
    if second.isStopped { return .failure(.stopped) }
    guard let failure = second.failures.first else { return .failure(.passed) }
    let isSame =
      stop?.kind == .timeout
      ? failure.error.kind.isStop
      : failure.error.message == result.failures.first?.error.message
    return isSame ? .success(tape) : .failure(.other)
  }
}
