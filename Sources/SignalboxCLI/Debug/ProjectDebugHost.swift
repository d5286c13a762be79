internal import SignalboxDebugging
internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SystemLibrary

/// Provides a debugger with the files and plugins of a project.
final class ProjectDebugHost: DebugHost {
  let sources = SourceCache()
  let snapshots: (any SnapshotStore)? = FolderFiles()
  private let memory: Int?
  private let options: PluginOptions
  private var configuration = PluginConfiguration()

  init(memory: Int?, _ options: PluginOptions) { (self.memory, self.options) = (memory, options) }

  private func enter(_ folder: String?) throws(ScriptError) {
    guard let folder, chdir(folder) != 0 else { return }
    throw ScriptError(
      .module, "cwd: cannot use \(folder): \(String(cString: strerror(errno)).lowercased())")
  }

  func connect(to session: DebugAttach) throws(ScriptError) -> any DebugPeer {
    try enter(session.folder)
    return try SessionDebugPeer(session)
  }

  func prepare(_ launch: DebugLaunch) throws(ScriptError) {
    try enter(launch.folder)
    var options = options
    options.plugins += launch.plugins
    configuration = try Project(options).plugins(sources, timeout: launch.timeout)
  }

  func read(_ path: String) throws(ScriptError) -> [UInt8] { try ScriptFile.read(path) }

  func resolved(_ path: String) -> String? {
    FilePath.isFile(path) ? FilePath.resolved(path) : nil
  }

  func modules(of script: String) -> any ModuleSource {
    FolderModules(of: script, sources: sources)
  }

  func makeSession(
    script: String, isReused: Bool, attach: (ScriptSession) throws(ScriptError) -> Void
  ) throws(ScriptError) -> ScriptSession {
    var configuration = ScriptConfiguration(
      modules: modules(of: script), plugins: self.configuration)
    configuration.hold(to: memory)
    configuration.isReused = isReused
    let session = try ScriptSession(configuration)
    session.becomeInterruptTarget()
    try attach(session)
    try session.plugins.loadAtStart()
    if let rejection = session.plugins.rejections.first {
      session.close()
      throw rejection.error
    }
    return session
  }
}
