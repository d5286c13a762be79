internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

/// Makes runners, one for each worker.
struct RunnerFactory: Sendable {
  var settings: RunSettings
  let memory: Int?
  let sources: SourceCache
  let project: Project
  /// Takes the traces of scenarios; `nil` where none are kept.
  var traces: (any TraceStore & Sendable)?
  /// Records the files that scenarios require; `nil` if they are not requested.
  var uses: FileUses?
  /// Opens a prompt where scenarios pause.
  var pauses: PausePrompt?
  /// Called before plugins of a session begin or end, with the time that they may take.
  var willRunPlugins: (@Sendable (ScenarioPhase, Duration) -> Void)?

  func makeRunner() -> ScenarioRunner { makeRunner(isStopped: true) }

  /// - Parameter isStopped: Whether the user stops what runs in its sessions with Ctrl-C.
  func makeRunner(isStopped: Bool) -> ScenarioRunner {
    ScenarioRunner(
      settings, snapshots: FolderFiles(), traces: traces,
      FactorySessions(factory: self, plugins: plugins, isStopped: isStopped))
  }

  /// The plugins that there are when it is asked for.
  var plugins: PluginConfiguration { project.plugins(sources, timeout: settings.timeout) }

  /// The wall-clock time that making a session with its plugins may take.
  private func limit(of plugins: PluginConfiguration) -> Duration {
    // A folder that cannot be read is reported where its plugins load.
    let loaded = plugins.libraries.filter(\.loadsAtStart)
      .reduce(0) { $0 + ((try? $1.folders().count) ?? 0) }
    // Each has two pieces of code that are limited on their own: the plugin and its setup.
    return settings.timeout * (2 * (loaded + plugins.start.count) + 1)
  }

  /// Why plugins are rejected that are to load at the start.
  ///
  /// - Throws: where a session cannot be made.
  func checkPlugins() throws(ScriptError) -> [ScriptError] {
    let session = try makeSession(script: nil, plugins)
    defer {
      willRunPlugins?(.cleaning, session.timeToTearDown)
      session.close()
    }
    return session.plugins.rejections.map(\.error)
  }

  /// A fresh session with its plugins.
  ///
  /// - Parameter isStopped: Whether the user stops what runs in it with Ctrl-C.
  func makeSession(
    script: String?, _ plugins: PluginConfiguration, isReused: Bool = false, isStopped: Bool = true
  ) throws(ScriptError) -> ScriptSession {
    var configuration = ScriptConfiguration(modules: modules(of: script), plugins: plugins)
    configuration.hold(to: memory)
    configuration.isReused = isReused
    willRunPlugins?(.preparing, limit(of: plugins))
    let session = try ScriptSession(configuration)
    if isStopped { surround(session) }
    try session.plugins.loadAtStart()
    return session
  }

  /// Where a script finds its modules.
  fileprivate func modules(of script: String?) -> FolderModules {
    var note: ((String) -> Void)?
    if let uses, let script { note = { uses.note($0, by: script) } }
    return FolderModules(of: script, sources: sources, noting: note)
  }

  /// Connects a session with the terminal.
  fileprivate func surround(_ session: ScriptSession) {
    session.becomeInterruptTarget()
    pauses?.install(in: session)
  }
}

/// The sessions of one worker.
private struct FactorySessions: ScenarioSessionSource {
  let factory: RunnerFactory
  let plugins: PluginConfiguration
  let isStopped: Bool

  func makeSession(for file: ScenarioFile, isReused: Bool) throws(ScriptError) -> ScriptSession {
    try factory.makeSession(
      script: file.path, plugins, isReused: isReused, isStopped: isStopped)
  }

  func reset(_ session: ScriptSession, for file: ScenarioFile) -> Bool {
    guard session.reset(modules: factory.modules(of: file.path)) else { return false }
    if isStopped { factory.surround(session) }
    return true
  }
}
