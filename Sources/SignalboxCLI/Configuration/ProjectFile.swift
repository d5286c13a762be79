internal import Signalbox
internal import SignalboxFiles
internal import SignalboxScripting
internal import SystemLibrary

/// What `signalbox.lua` says (decision 0250).
///
/// ```lua
/// return {
///   plugins = { todo = { permissions = { "env:CI" }, options = { file = "todo.txt" } } },
///   repl = { shell = true },
///   test = { roots = { "scenarios" }, timeout = "2s" },
/// }
/// ```
struct ProjectFile: Sendable {
  /// What it says of one plugin.
  struct PluginSettings: Sendable {
    var permissions: [Permission] = []
    var options: NavigationValue?
    var loads = true
  }

  /// What it says of the prompt.
  struct PromptSettings: Sendable {
    /// Whether `!` runs commands of the shell.
    var allowsShell = false
  }

  static let name = FolderSearch.projectFile

  /// By the names of the plugins.
  private(set) var plugins: [String: PluginSettings] = [:]
  private var prompt = PromptSettings()
  /// What holds for `signalbox test` where its options say nothing.
  private(set) var test = TestDefaults()
  private var data: DataFile?

  /// What lets `!` at the prompt run commands of the shell.
  static let shell = PluginPermission(.run, to: "repl")

  /// The permissions that the file grants, sorted by the names of the plugins.
  var permissions: [PluginPermission] {
    plugins.sorted { $0.key < $1.key }.flatMap { name, settings in
      settings.permissions.map { PluginPermission($0, to: name) }
    } + (prompt.allowsShell ? [Self.shell] : [])
  }

  /// Reads the text of a file.
  ///
  /// - Parameter path: How errors call it.
  /// - Throws: `configuration` with the line, and the nearest name of what was mistyped.
  init(_ text: String, path: String) throws(ScriptError) {
    let data = try DataFile(Array(text.utf8), path: path)
    self.data = data
    try data.read(
      Self.schema, named: "the configuration", like: "return { test = { … } }", into: &self)
  }

  /// What there is without a file.
  init() {}

  /// An error at the line of a key.
  func error(at keys: [String], _ message: String) -> ScriptError {
    data?.error(at: keys, message) ?? ScriptError(.syntax, code: "configuration", message)
  }

  // MARK: - Keys

  private static let schema = ValueSchema<Self>(
    "ConfigurationTable", "What `\(name)` returns.",
    [
      .tables("plugins", pluginSchema, "settings of plugins by name", \.plugins, PluginSettings()),
      .table("repl", promptSchema, "the prompt", \.prompt),
      .table("test", TestDefaults.schema, "options of `signalbox test`", \.test),
    ])

  private static let pluginSchema = ValueSchema<PluginSettings>(
    "PluginSettingsTable", "What the configuration says of one plugin.",
    [
      .init("permissions", "string[]?", "what it may use: `env:CI`, `fs:read:DIR`, `run`") {
        field, plugin throws(TableMistake) in
        plugin.permissions = try field.list(Permission.spellings) {
          $0.text.flatMap { Permission($0) }
        }
      },
      .boolean("load", { $0.loads = $1 }, "whether it loads at the start (default true)"),
      .init("options", "table?", "what its `setup` gets") { field, plugin throws(TableMistake) in
        guard field.value.table != nil else { throw field.wrong(expected: "a table") }
        plugin.options = NavigationValue(field.value)
      },
    ])

  private static let promptSchema = ValueSchema<PromptSettings>(
    "PromptSettingsTable", "What the configuration says of the prompt.",
    [
      .boolean("shell", { $0.allowsShell = $1 }, "whether `!` runs commands of the shell")
    ])

  /// For editors.
  static let supplement = ScriptSupplement(
    heading: "Configuration", summary: "What `\(name)` returns.", globals: [], methods: [],
    tables: [
      schema.description, pluginSchema.description, promptSchema.description,
      TestDefaults.schema.description,
    ])

  // MARK: - Finding

  /// The configuration file of the current folder, or else of the nearest folder around it that has one.
  ///
  /// Nothing is looked for outside of a repository, and no file of another user is taken: in a folder such
  /// as `/tmp` anybody can leave one.
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

  /// Identifies a folder; returns `nil` for one that cannot be inspected, which ends the search.
  private static func identity(_ path: String) -> [UInt64]? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    return [UInt64(truncatingIfNeeded: facts.st_dev), UInt64(facts.st_ino)]
  }
}
