internal import SignalboxFiles
internal import SignalboxREPL
internal import SignalboxScenarios
internal import SignalboxScripting

/// What a command is run in: the configuration file, the folder of plugins, and the options.
struct Project: Sendable {
  /// The folder of the configuration file, or the current one.
  let folder: String
  /// The path of the configuration file; `nil` where there is none.
  let path: String?
  let file: ProjectFile
  /// The text of the configuration file; empty where there is none.
  let text: String
  /// What of the file's grants counts.
  let trust: ProjectTrust
  /// The plugins that options name.
  let names: [String]
  /// What options grant.
  let permissions: [PluginPermission]

  /// Reads the configuration file, where there is one.
  ///
  /// - Throws: what is wrong with it, or that the one asked for cannot be read.
  init(_ options: PluginOptions) throws(ScriptError) {
    try self.init(
      config: options.config, names: options.plugins,
      permissions: options.permissions.map(\.permission),
      isTrusted: options.trust)
  }

  /// Reads a configuration file; the nearest one where none is named.
  init(
    config: String?, names: [String] = [], permissions: [PluginPermission] = [],
    isTrusted: Bool = false
  ) throws(ScriptError) {
    let path = config ?? ProjectFile.nearest
    let bytes =
      config == nil ? try ScriptFile.readIfThere(path) : try ScriptFile.read(path)
    self.names = names
    self.permissions = permissions
    folder = FilePath.folder(of: path)
    self.path = bytes == nil ? nil : path
    text = String(decoding: bytes ?? [], as: UTF8.self)
    file = bytes == nil ? ProjectFile() : try ProjectFile(text, path: path)
    trust = try ProjectTrust(file.permissions, in: folder, isTrusted: isTrusted)
  }

  /// A project as another process has read it.
  ///
  /// - Parameter trusted: What of the file's grants counts there.
  /// - Throws: what is wrong with the text.
  init(
    folder: String, path: String?, text: String, names: [String], permissions: [PluginPermission],
    trusted: [PluginPermission]
  ) throws(ScriptError) {
    self.folder = folder
    self.path = path
    self.text = text
    self.names = names
    self.permissions = permissions
    file =
      try path.map { path throws(ScriptError) in try ProjectFile(text, path: path) }
      ?? ProjectFile()
    trust = ProjectTrust(asked: file.permissions, given: trusted)
  }

  /// Creates the options without a file, for reporting errors in it.
  init(withoutFile options: PluginOptions) {
    folder = "."
    path = nil
    file = ProjectFile()
    text = ""
    names = options.plugins
    permissions = options.permissions.map(\.permission)
    trust = ProjectTrust()
  }

  /// Whether `!` at the prompt runs commands of the shell.
  var allowsShell: Bool {
    trust.given.contains(ProjectFile.shell) || permissions.contains(ProjectFile.shell)
  }

  /// How the user confirms what the file grants.
  var trustAdvice: String {
    let file = path ?? ProjectFile.name
    let isStandard = file == self.path(of: ProjectFile.name)
    let place = isStandard ? (folder == "." ? "" : " \(folder)") : " --config \(file)"
    return "read \(file) and its plugins, then run: signalbox trust\(place); or --trust for one run"
  }

  /// A path of the project as the current folder sees it.
  func path(of name: String) -> String { FilePath.join(name, in: folder) }

  /// Returns the folders in which scenarios are searched by default.
  ///
  /// - Throws: where the configuration file names something that is not there.
  func testRoots() throws(ScriptError) -> [String] {
    guard !file.test.roots.isEmpty else { return ["."] }
    var paths: [String] = []
    for root in file.test.roots {
      let path = root.hasPrefix("/") ? root : path(of: root)
      guard FilePath.exists(path) else {
        throw file.error(
          at: ["test", "roots"], "test: roots names \"\(root)\": no such file or directory")
      }
      paths.append(path)
    }
    return paths
  }

  /// The plugins of a session.
  ///
  /// - Parameter sources: Gets the texts of what is loaded, for excerpts.
  func plugins(_ sources: SourceCache, timeout: Duration? = nil) -> PluginConfiguration {
    let own = FolderPluginLibrary(path(of: "plugins"))
    var configuration = PluginConfiguration(
      libraries: [ShelvedPlugins(own, sources), ShelvedPlugins(BundledPlugins(), sources)],
      system: SystemAccess(folder), timeout: timeout)
    configuration.start = file.plugins.filter { $0.value.loads }.map(\.key).sorted() + names
    configuration.permissions = trust.given + permissions
    configuration.untrusted = trust.missing
    configuration.trustAdvice = trustAdvice
    for (name, settings) in file.plugins {
      if let options = settings.options { configuration.options[name] = ScriptValue(options) }
    }
    configuration.reserved = [
      .command: Set(CommandCatalog.all.map { $0.name }),
      .matcher: Set(MatcherCatalog.all.map { $0.name } + ["exactly"]),
      .reporter: Set(ReporterCatalog.all.map { $0.name }),
    ].merging(ScenarioNames.reserved) { own, _ in own }
    return configuration
  }
}
