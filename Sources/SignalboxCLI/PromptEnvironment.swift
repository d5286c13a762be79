internal import SignalboxFiles
internal import SignalboxREPL
internal import SignalboxScenarios
internal import SignalboxScripting

/// The file-based resources of the prompt's assistant: names for suggestions, and copies of the
/// session for previews.
struct PromptEnvironment {
  /// The script whose folder `require` searches first, or `nil` if there is none.
  let script: String?
  let project: Project

  /// The memory limit for copies.
  private static let memory = 64 << 20
  /// The time limit for loading files and plugins in a copy.
  private static let loadTime = Duration.seconds(1)

  func assistant(for prompt: Prompt) -> PromptAssistant {
    PromptAssistant(
      prompt, files: Self.names(in:), modules: { [script] in Self.modules(script: script) })
  }

  /// The maximum number of names that are read from a folder.
  private static let maxNames = 10_000

  /// Returns the names of the entries in a folder. The names of folders end with a slash.
  static func names(in folder: String) -> [String] {
    let folder = FilePath.expanded(folder)
    return FilePath.names(in: folder, maxCount: maxNames).map { name in
      let path = folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      return FilePath.isFile(path) ? name : name + "/"
    }
  }

  /// Returns the names of the modules in the script's folder and in the current folder.
  static func modules(script: String?) -> [String] {
    let slash = script?.lastIndex(of: "/")
    let folder = slash.flatMap { slash in script.map { String($0[..<slash]) } }
    let folders = (folder.map { [$0.isEmpty ? "/" : $0] } ?? []) + ["."]
    let names = folders.flatMap { folder in
      Self.names(in: folder).compactMap { name -> String? in
        if name.hasSuffix("/") {
          let path = "\(folder)/\(name)init.lua"
          return FilePath.isFile(path) ? String(name.dropLast()) : nil
        }
        guard name.hasSuffix(".lua"), !name.hasSuffix(".scenario.lua") else { return nil }
        return String(name.dropLast(".lua".count))
      }
    }
    return Set(names.filter { !$0.contains(".") }).sorted()
  }

  /// Returns a recipe for copies of the prompt's session. The copies use the sources as they were
  /// loaded, and plugins without permissions.
  ///
  /// - Parameter loaded: The names and sources that the session has loaded, in the order of
  ///   loading.
  func recipe(loaded: [(name: String, source: [UInt8])]) -> PreviewRecipe {
    PreviewRecipe { [script, project] () throws(ScriptError) in
      let sources = SourceCache()
      var plugins = project.plugins(sources, timeout: Self.loadTime)
      plugins.permissions = []
      plugins.system = nil
      var configuration = ScriptConfiguration(
        modules: FolderModules(of: script, sources: sources),
        journalCapacity: 10_000, undoCapacity: 0, plugins: plugins)
      configuration.hold(to: Self.memory)
      let session = try ScriptSession(configuration)
      session.addHooks(SessionHooks(output: { _ in }))
      do throws(ScriptError) {
        try session.plugins.loadAtStart()
        if let rejection = session.plugins.rejections.first { throw rejection.error }
      } catch {
        session.close()
        throw error
      }
      for (name, source) in loaded {
        _ = ScriptRun(name: name, source: source, timeout: Self.loadTime)
          .run(in: session, sharesEnvironment: true)
      }
      return session
    }
  }
}
