internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

/// Makes runners, one for each worker.
struct FlowWorkshop: Sendable {
  let settings: FlowSettings
  let memory: Int?
  let sources: SourceShelf
  let project: Project
  /// Takes the traces of flows; `nil` where none are kept.
  var traces: TraceFiles?
  /// Gets what flows require; `nil` where nobody asks.
  var uses: FileUses?
  /// Opens a prompt where flows pause.
  var pauses: PausePrompt?

  func makeRunner() -> FlowRunner {
    FlowRunner(
      settings, frames: FolderFiles(), traces: traces,
      WorkshopSessions(workshop: self, plugins: plugins))
  }

  /// The plugins that there are when it is asked for.
  var plugins: PluginConfiguration { project.plugins(sources, timeout: settings.timeout) }

  /// A fresh session with its plugins.
  func makeSession(
    script: String?, _ plugins: PluginConfiguration, isReused: Bool = false
  ) throws(ScriptError) -> ScriptSession {
    var configuration = ScriptConfiguration(modules: modules(of: script), plugins: plugins)
    configuration.hold(to: memory)
    configuration.isReused = isReused
    let session = try ScriptSession(configuration)
    surround(session)
    try session.plugins.loadAtStart()
    return session
  }

  /// Where a script finds its modules.
  fileprivate func modules(of script: String?) -> FolderModules {
    var note: ((String) -> Void)?
    if let uses, let script { note = { uses.note($0, by: script) } }
    return ModuleFolders.modules(of: script, sources: sources, noting: note)
  }

  /// Connects a session with the terminal.
  fileprivate func surround(_ session: ScriptSession) {
    session.becomeInterruptTarget()
    pauses?.offer(in: session)
  }
}

/// The sessions of one worker.
private struct WorkshopSessions: FlowSessionSource {
  let workshop: FlowWorkshop
  let plugins: PluginConfiguration

  func makeSession(for file: FlowFile, isReused: Bool) throws(ScriptError) -> ScriptSession {
    try workshop.makeSession(script: file.path, plugins, isReused: isReused)
  }

  func renew(_ session: ScriptSession, for file: FlowFile) -> Bool {
    guard session.renew(modules: workshop.modules(of: file.path)) else { return false }
    workshop.surround(session)
    return true
  }
}
