internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

/// Creates a runner for each worker.
struct RunnerFactory: Sendable {
  var settings: RunSettings
  let memory: Int?
  let sources: SourceCache
  let project: Project
  /// The store for the traces of scenarios, or `nil` if traces are not stored.
  var traces: (any TraceStore & Sendable)?
  /// The record of the files that scenarios require, or `nil` if this was not requested.
  var uses: FileUses?
  /// The prompt that opens when scenarios pause, or `nil` if no prompt opens.
  var pauses: PausePrompt?
  /// The application that scenarios control, or `nil` if each scenario runs on its own engine.
  var app: AppChoice?
  /// A closure that is called before plugins of a session are set up or torn down. The closure
  /// receives the phase and the time limit of the plugins.
  var willRunPlugins: (@Sendable (ScenarioPhase, Duration) -> Void)?

  func makeRunner() -> ScenarioRunner { makeRunner(isStopped: true) }

  /// - Parameter isStopped: Whether Ctrl-C stops scripts in the runner's sessions.
  func makeRunner(isStopped: Bool) -> ScenarioRunner {
    var settings = settings
    settings.sources = sources
    // Files are not kept loaded, because a session mirrors an application that is started or
    // launched again for each scenario.
    if app != nil { settings.crowd = .max }
    return ScenarioRunner(
      settings, snapshots: FolderFiles(), traces: traces,
      sessions(isStopped: isStopped))
  }

  /// The source of a worker's sessions.
  var sessions: any ScenarioSessionSource { sessions(isStopped: true) }

  private func sessions(isStopped: Bool) -> FactorySessions {
    FactorySessions(factory: self, plugins: plugins, isStopped: isStopped)
  }

  /// The currently available plugins.
  var plugins: PluginConfiguration { project.plugins(sources, timeout: settings.timeout) }

  /// Returns the wall-clock limit for creating a session with its plugins.
  private func limit(of plugins: PluginConfiguration) -> Duration {
    // A folder that cannot be read is reported when its plugins load.
    let loaded = plugins.libraries.filter(\.loadsAtStart)
      .reduce(0) { $0 + ((try? $1.folders().count) ?? 0) }
    // Each plugin has two parts with separate limits, which are the manifest and the setup.
    return settings.timeout * (2 * (loaded + plugins.start.count) + 1)
  }

  /// Returns the reasons why plugins that load at startup were rejected.
  ///
  /// - Throws: An error if a session cannot be created.
  func checkPlugins() throws(ScriptError) -> [ScriptError] {
    let session = try makeSession(script: nil, plugins)
    defer {
      willRunPlugins?(.cleaning, session.timeToTearDown)
      session.close()
    }
    return session.plugins.rejections.map(\.error)
  }

  /// Creates a session with its plugins.
  ///
  /// - Parameter isStopped: Whether Ctrl-C stops scripts in the session.
  func makeSession(
    script: String?, _ plugins: PluginConfiguration, isReused: Bool = false, isStopped: Bool = true
  ) throws(ScriptError) -> ScriptSession {
    var configuration = ScriptConfiguration(modules: modules(of: script), plugins: plugins)
    configuration.hold(to: memory)
    configuration.isReused = isReused && app == nil
    willRunPlugins?(.preparing, limit(of: plugins))
    let session = try ScriptSession(configuration)
    if isStopped { surround(session) }
    try session.plugins.loadAtStart()
    return session
  }

  /// Returns the modules that a script can require.
  fileprivate func modules(of script: String?) -> FolderModules {
    var note: ((String) -> Void)?
    if let uses, let script { note = { uses.note($0, by: script) } }
    return FolderModules(of: script, sources: sources, noting: note)
  }

  /// Connects a session to the terminal, so that Ctrl-C stops scripts and scripts can pause.
  fileprivate func surround(_ session: ScriptSession) {
    session.becomeInterruptTarget()
    pauses?.install(in: session)
  }
}

/// Creates and resets the sessions of one worker.
private struct FactorySessions: ScenarioSessionSource {
  let factory: RunnerFactory
  let plugins: PluginConfiguration
  let isStopped: Bool
  private let app: ScenarioApp?

  init(factory: RunnerFactory, plugins: PluginConfiguration, isStopped: Bool) {
    (self.factory, self.plugins, self.isStopped) = (factory, plugins, isStopped)
    app = factory.app.map { ScenarioApp($0) }
  }

  func makeSession(for file: ScenarioFile, isReused: Bool) throws(ScriptError) -> ScriptSession {
    try factory.makeSession(
      script: file.path, plugins, isReused: isReused, isStopped: isStopped)
  }

  func reset(_ session: ScriptSession, for file: ScenarioFile) -> Bool {
    guard session.reset(modules: factory.modules(of: file.path)) else { return false }
    if isStopped { factory.surround(session) }
    return true
  }

  // MARK: - Applications

  func begin(_ session: ScriptSession, timeout: Duration) throws(ScriptError) {
    try app?.begin(session, timeout: timeout)
  }

  func takeFailure(of session: ScriptSession) -> ScriptError? { app?.takeFailure() }

  func end(_ session: ScriptSession) { app?.end() }
}
