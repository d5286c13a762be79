internal import SignalboxFiles
internal import SignalboxREPL
internal import SignalboxScenarios
internal import SignalboxScripting

/// The project on which a command operates: the configuration file, the plugin folder, and the
/// options.
struct Project: Sendable {
  /// The folder that contains the configuration file, or the current folder.
  let folder: String
  /// The path of the configuration file, or `nil` if there is none.
  let path: String?
  let file: ProjectFile
  /// The text of the configuration file, or an empty string if there is none.
  let text: String
  /// The permissions in the configuration file, and which of them are in effect.
  let trust: ProjectTrust
  /// The plugins specified in the options.
  let names: [String]
  /// The permissions specified in the options.
  let permissions: [PluginPermission]

  /// Reads the configuration file, if any.
  ///
  /// - Throws: An error if the file contains an error, or if the specified file cannot be read.
  init(_ options: PluginOptions) throws(ScriptError) {
    try self.init(
      config: options.config, names: options.plugins,
      permissions: options.permissions.map(\.permission),
      isTrusted: options.trust, isSealed: options.isSealed)
  }

  /// Reads a configuration file. By default, the nearest configuration file is read.
  ///
  /// - Parameter isSealed: Whether to grant no permissions.
  init(
    config: String?, names: [String] = [], permissions: [PluginPermission] = [],
    isTrusted: Bool = false, isSealed: Bool = false
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
    trust =
      isSealed
      ? ProjectTrust(asked: file.permissions, given: [])
      : try ProjectTrust(file.permissions, in: folder, isTrusted: isTrusted)
  }

  /// Creates a project from data that another process has sent.
  ///
  /// - Parameter trusted: The permissions that are in effect.
  /// - Throws: An error if the text contains an error.
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

  /// Creates a project from the options without the configuration file, for reporting errors in
  /// that file.
  init(withoutFile options: PluginOptions) {
    folder = "."
    path = nil
    file = ProjectFile()
    text = ""
    names = options.plugins
    permissions = options.permissions.map(\.permission)
    trust = ProjectTrust()
  }

  /// Whether `!` at the prompt runs shell commands.
  var allowsShell: Bool {
    trust.given.contains(ProjectFile.shell) || permissions.contains(ProjectFile.shell)
  }

  /// A hint that explains how to trust the permissions in the file.
  var trustAdvice: String {
    let file = path ?? ProjectFile.name
    let isStandard = file == self.path(of: ProjectFile.name)
    let place = isStandard ? (folder == "." ? "" : " \(folder)") : " --config \(file)"
    return "review \(file) and the plugins, then run signalbox trust\(place), or pass --trust for "
      + "one run"
  }

  /// Returns the path of a file in the project, relative to the current folder.
  func path(of name: String) -> String { FilePath.join(name, in: folder) }

  /// Returns the files and folders that are searched for scenarios by default.
  ///
  /// - Throws: An error if the configuration file contains a path that does not exist.
  func testRoots() throws(ScriptError) -> [String] {
    guard !file.test.roots.isEmpty else { return ["."] }
    var paths: [String] = []
    for root in file.test.roots {
      let path = root.hasPrefix("/") ? root : path(of: root)
      guard FilePath.exists(path) else {
        throw file.error(
          at: ["test", "roots"], "test: roots contains \"\(root)\": no such file or directory")
      }
      paths.append(path)
    }
    return paths
  }

  /// Returns the plugin configuration for a session.
  ///
  /// - Parameter sources: The cache that stores the sources of loaded files, from which errors
  ///   quote excerpts.
  func plugins(_ sources: SourceCache, timeout: Duration? = nil) -> PluginConfiguration {
    let own = FolderPluginLibrary(path(of: "plugins"))
    var configuration = PluginConfiguration(
      libraries: [ShelvedPlugins(own, sources), ShelvedPlugins(BundledPlugins(), sources)],
      system: SystemAccess(folder), timeout: timeout)
    configuration.start = file.plugins.filter { $0.value.loads }.map(\.key).sorted() + names
    configuration.heldBack = Set(file.plugins.filter { !$0.value.loads }.keys)
    // The prompt's permission does not apply to a plugin that is also named repl.
    configuration.permissions = (trust.given + permissions).filter { $0 != ProjectFile.shell }
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
