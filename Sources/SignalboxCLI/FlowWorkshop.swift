internal import SignalboxScenarios
internal import SignalboxScripting

/// Makes runners, one for each worker.
struct FlowWorkshop: Sendable {
  let settings: FlowSettings
  let memory: Int?
  let sources: SourceShelf
  let project: Project
  /// Gets what flows require; `nil` where nobody asks.
  var uses: FileUses?
  /// Opens a prompt where flows pause.
  var pauses: PausePrompt?

  func makeRunner() -> FlowRunner {
    let plugins = plugins
    return FlowRunner(settings, frames: FrameFiles()) { [self] file throws(ScriptError) in
      try makeSession(script: file.path, plugins)
    }
  }

  /// The plugins that there are when it is asked for.
  var plugins: PluginConfiguration { project.plugins(sources, timeout: settings.timeout) }

  /// A fresh session with its plugins.
  func makeSession(
    script: String?, _ plugins: PluginConfiguration
  ) throws(ScriptError) -> ScriptSession {
    var note: ((String) -> Void)?
    if let uses, let script { note = { uses.note($0, by: script) } }
    var configuration = ScriptConfiguration(
      modules: ModuleFolders(script: script, sources: sources, noting: note), plugins: plugins)
    if let memory { configuration.memoryLimit = memory }
    let session = try ScriptSession(configuration)
    session.becomeInterruptTarget()
    pauses?.offer(in: session)
    try session.plugins.loadAtStart()
    return session
  }
}
