internal import Signalbox
internal import SignalboxScenarios
internal import SignalboxScripting

/// A launched script or scenario file. A script is a single part, and each scenario of a file is a
/// part. Each part can be executed any number of times.
final class DebugProgram {
  /// The result of executing a part.
  enum Outcome {
    case passed
    /// The report, and the exit code of the process.
    case failed(String, ExitCode)
    /// The debugger or the client ended the execution.
    case stopped
  }

  /// The closures that observe an execution.
  struct Observer {
    /// A closure that is called when a session is ready, before the first line of the script.
    var willRun: (ScriptDebugger, _ session: ScriptSession, _ isRepeatable: Bool) -> Void
    /// A closure that is called when a session has been created, before its plugins are loaded.
    var willLoad: (ScriptDebugger, _ session: ScriptSession) -> Void
    var print: (String) -> Void
  }

  private let launch: DebugLaunch
  private let host: any DebugHost
  private let sessions: DebugSessions
  private let scenarios: [ScenarioDescription]
  private let file: ScenarioFile?
  private let runner: ScenarioRunner?
  private let script: [UInt8]

  /// The number of parts.
  var count: Int { file == nil ? 1 : scenarios.count }

  /// Reads the program and finds its scenarios.
  ///
  /// - Throws: An error if the file cannot be read, or if a scenario file fails to load or contains
  ///   no scenario to run.
  init(_ launch: DebugLaunch, _ host: any DebugHost, _ observer: Observer) throws(ScriptError) {
    (self.launch, self.host) = (launch, host)
    sessions = DebugSessions(host, observer)
    script = try host.read(launch.path)
    host.sources[launch.path] = script
    guard launch.hasScenarios else {
      (scenarios, file, runner) = ([], nil, nil)
      return
    }
    let file = ScenarioFile(path: launch.path, source: script)
    scenarios = try Self.scenarios(of: file, launch, host)
    self.file = file
    var settings = Self.settings(launch, host)
    settings.showsOutput = true
    settings.isDebugged = true
    settings.crowd = .max
    runner = ScenarioRunner(settings, snapshots: host.snapshots, sessions)
  }

  private static func settings(_ launch: DebugLaunch, _ host: any DebugHost) -> RunSettings {
    var settings = RunSettings()
    settings.timeout = launch.timeout
    settings.randomSeed = launch.seed
    settings.parameters = launch.parameters
    settings.sources = host.sources
    // An execution may be repeated, so it must not write files.
    settings.snapshots = .none
    return settings
  }

  private static func scenarios(
    of file: ScenarioFile, _ launch: DebugLaunch, _ host: any DebugHost
  ) throws(ScriptError) -> [ScenarioDescription] {
    let lister = ScenarioRunner(settings(launch, host)) { file throws(ScriptError) in
      try host.makeSession(script: file.path, isReused: false) { _ in }
    }
    let all = try lister.scenarios(of: file)
    var selector = ScenarioSelector()
    selector.locations = [ScenarioSelector.Location(path: file.path, line: launch.line)]
    do throws(ScenarioSelector.Rejection) {
      let found = try selector.select(all)
      guard !found.isEmpty else {
        throw ScenarioSelector.Rejection(message: "\(file.path) has no scenarios")
      }
      return found
    } catch {
      throw ScriptError(.runtime, code: "nothingMatched", error.message)
    }
  }

  // MARK: - Executing

  /// Executes a part from its beginning.
  func run(_ part: Int) -> Outcome {
    do throws(ScriptError) {
      return file == nil ? try runScript() : runScenario(scenarios[part])
    } catch {
      return .failed(report(error), ExitCode(error.kind))
    }
  }

  private func report(_ error: ScriptError) -> String {
    FailureReport(error, sources: host.sources).text
  }

  private func runScript() throws(ScriptError) -> Outcome {
    let session = try sessions.scriptSession(launch.path)
    let run = ScriptRun(
      name: launch.path, source: script, arguments: launch.arguments, timeout: launch.timeout)
    session.seedRandom(launch.seed, 0)
    sessions.willRun(session)
    let result = run.run(in: session)
    if result.failure?.kind == .interrupted { return .stopped }
    let failures = session.plugins.tearDown(timeout: launch.timeout)
    let errors = (result.failure.map { [$0] } ?? []) + result.unhandled + failures
    guard !errors.isEmpty else { return .passed }
    let code = result.exitCode == .success ? .failed : result.exitCode
    return .failed(errors.map(report).joined(separator: "\n"), code)
  }

  private func runScenario(_ scenario: ScenarioDescription) -> Outcome {
    guard let file, let runner else { return .stopped }
    let result = runner.run(scenario, of: file) { [sessions] event in
      switch event {
      case .session: sessions.willRunScenario()
      case .shown(let line): sessions.observer.print(line)
      case .attempt, .phase, .output: break
      }
    }
    switch result.status {
    case .failed:
      let context = ReportContext(sources: host.sources)
      return .failed(
        ScenarioFailureReport(result: result, context: context, seed: launch.seed).text, .failed)
    case .notRun: return .stopped
    default: return .passed
    }
  }

  /// Ends the sessions.
  func close() { sessions.close() }
}

/// Creates the sessions of a program, each with a debugger, and resets them for repetitions.
private final class DebugSessions: ScenarioSessionSource {
  let observer: DebugProgram.Observer
  private let host: any DebugHost
  private var current: (session: ScriptSession, debugger: ScriptDebugger, isRepeatable: Bool)?

  init(_ host: any DebugHost, _ observer: DebugProgram.Observer) {
    (self.host, self.observer) = (host, observer)
  }

  private func make(_ script: String) throws(ScriptError) -> ScriptSession {
    current = nil
    var debugger: ScriptDebugger?
    let session = try host.makeSession(script: script, isReused: true) {
      session throws(ScriptError) in
      let made = try ScriptDebugger(session)
      debugger = made
      observer.willLoad(made, session)
    }
    if let debugger { current = (session, debugger, true) }
    return session
  }

  // MARK: - Scripts

  /// Returns a session for a script: if possible, the session of the last execution, restored to
  /// its beginning.
  func scriptSession(_ script: String) throws(ScriptError) -> ScriptSession {
    if let (session, debugger, isRepeatable) = current, isRepeatable,
      session.reset(modules: host.modules(of: script))
    {
      debugger.observe()
      addOutput(to: session)
      return session
    }
    current?.session.close()
    let session = try make(script)
    current?.isRepeatable = session.prepareForReuse()
    addOutput(to: session)
    return session
  }

  private func addOutput(to session: ScriptSession) {
    session.addHooks(SessionHooks(output: { [observer] in observer.print($0) }))
  }

  func willRun(_ session: ScriptSession) {
    guard let (_, debugger, isRepeatable) = current else { return }
    observer.willRun(debugger, session, isRepeatable)
  }

  func willRunScenario() {
    if let session = current?.session { willRun(session) }
  }

  // MARK: - Scenarios

  func makeSession(for file: ScenarioFile, isReused: Bool) throws(ScriptError) -> ScriptSession {
    let session = try make(file.path)
    current?.isRepeatable = isReused
    return session
  }

  func reset(_ session: ScriptSession, for file: ScenarioFile) -> Bool {
    guard let (own, debugger, _) = current, own === session,
      session.reset(modules: host.modules(of: file.path))
    else { return false }
    debugger.observe()
    return true
  }

  func close() {
    current?.session.close()
    current = nil
  }
}
