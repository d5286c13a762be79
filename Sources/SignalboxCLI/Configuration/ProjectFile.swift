internal import Signalbox
internal import SignalboxFiles
internal import SignalboxScripting
internal import SystemLibrary

/// A project's configuration, read from `signalbox.lua` (decision 0250).
///
/// ```lua
/// return {
///   plugins = { todo = { permissions = { "env:CI" }, options = { file = "todo.txt" } } },
///   repl = { shell = true },
///   test = { roots = { "scenarios" }, timeout = "2s" },
/// }
/// ```
struct ProjectFile: Sendable {
  /// The settings of a plugin.
  struct PluginSettings: Sendable {
    var permissions: [Permission] = []
    var options: NavigationValue?
    var loads = true
  }

  /// The settings of the prompt.
  struct PromptSettings: Sendable {
    /// Whether inputs that begin with `!` run shell commands.
    var allowsShell = false
  }

  static let name = FolderSearch.projectFile

  /// The settings of plugins, keyed by plugin name.
  private(set) var plugins: [String: PluginSettings] = [:]
  private var prompt = PromptSettings()
  /// The default options of `signalbox test`.
  private(set) var test = TestDefaults()
  private var data: DataFile?

  /// The permission to run shell commands with `!` at the prompt.
  static let shell = PluginPermission(.run, to: "repl")

  /// The permissions in the file, sorted by plugin name, followed by the permission of the prompt.
  var permissions: [PluginPermission] {
    plugins.sorted { $0.key < $1.key }.flatMap { name, settings in
      settings.permissions.map { PluginPermission($0, to: name) }
    } + (prompt.allowsShell ? [Self.shell] : [])
  }

  /// Reads the contents of a configuration file.
  ///
  /// - Parameter path: The path of the file in error messages.
  /// - Throws: `configuration` with the line and, for a mistyped key, the nearest name.
  init(_ text: String, path: String) throws(ScriptError) {
    let data = try DataFile(Array(text.utf8), path: path)
    self.data = data
    try data.read(
      Self.schema, named: "the configuration", like: "return { test = { … } }", into: &self)
    if plugins["repl"] != nil {
      throw error(
        at: ["plugins", "repl"],
        "plugins: repl is the prompt, not a plugin; move its settings to the table repl")
    }
  }

  /// Creates the configuration of a project that has no configuration file.
  init() {}

  /// Returns an error that contains the line of a key.
  func error(at keys: [String], _ message: String) -> ScriptError {
    data?.error(at: keys, message) ?? ScriptError(.syntax, code: "configuration", message)
  }

  // MARK: - Keys

  private static let schema = ValueSchema<Self>(
    "ConfigurationTable", "The table that `\(name)` returns.",
    [
      .tables(
        "plugins", pluginSchema, "the settings of plugins, keyed by plugin name", \.plugins,
        PluginSettings()),
      .table("repl", promptSchema, "settings of the prompt", \.prompt),
      .table("test", TestDefaults.schema, "options of `signalbox test`", \.test),
    ])

  private static let pluginSchema = ValueSchema<PluginSettings>(
    "PluginSettingsTable", "The settings of a plugin.",
    [
      .init("permissions", "string[]?", "the permissions to grant: `env:CI`, `fs:read:DIR`, `run`")
      {
        field, plugin throws(TableMistake) in
        plugin.permissions = try field.list(Permission.spellings) {
          $0.text.flatMap { Permission($0) }
        }
      },
      .boolean("load", { $0.loads = $1 }, "whether the plugin is loaded at startup (default true)"),
      .init("options", "table?", "the options that `setup` receives") {
        field, plugin throws(TableMistake) in
        guard field.value.table != nil else { throw field.wrong(expected: "a table") }
        plugin.options = NavigationValue(field.value)
      },
    ])

  private static let promptSchema = ValueSchema<PromptSettings>(
    "PromptSettingsTable", "The settings of the prompt.",
    [
      .boolean("shell", { $0.allowsShell = $1 }, "whether `!` runs shell commands")
    ])

  /// The description of the configuration keys for editors.
  static let supplement = ScriptSupplement(
    heading: "Configuration", summary: "The table that `\(name)` returns.", globals: [],
    methods: [],
    tables: [
      schema.description, pluginSchema.description, promptSchema.description,
      TestDefaults.schema.description,
    ])

  // MARK: - Finding

  /// The path of the configuration file in the current folder or, if there is none, in the nearest
  /// enclosing folder that has a configuration file. If there is no such file, the path is in the
  /// current folder.
  ///
  /// The search ends at the root of the repository. In enclosing folders, files of other users
  /// except root are ignored, because any user can create files in a folder such as `/tmp`.
  static var nearest: String {
    if FilePath.exists(name) { return name }
    var folder = ""
    while !FilePath.exists(folder + ".git"), identity(folder + "./") != identity(folder + "../") {
      folder += "../"
      var facts = stat()
      if stat(folder + name, &facts) == 0, [geteuid(), 0].contains(facts.st_uid) {
        return folder + name
      }
    }
    return name
  }

  /// Returns the identity of a folder, or `nil` if the folder cannot be inspected, which ends the
  /// search.
  private static func identity(_ path: String) -> [UInt64]? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    return [UInt64(truncatingIfNeeded: facts.st_dev), UInt64(facts.st_ino)]
  }
}
