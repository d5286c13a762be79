internal import ArgumentParser
internal import SignalboxInspector
internal import SignalboxScripting

/// The options for loading plugins and granting permissions.
struct PluginOptions: ParsableArguments {
  @Option(
    name: .customLong("plugin"),
    help: ArgumentHelp("Load this plugin at startup. May be repeated.", valueName: "name"),
    completion: CompletionSource.plugins)
  var plugins: [String] = []

  @Option(
    name: .customLong("allow"),
    help: ArgumentHelp(
      "Grant a permission to one plugin or to all: \(Permission.spellings).",
      valueName: "[plugin=]permission"), completion: CompletionSource.permissions)
  var permissions: [PermissionArgument] = []

  @Flag(help: "Trust the permissions that \(ProjectFile.name) grants, for this run only.")
  var trust = false

  @Flag(
    name: .customLong("no-permissions"),
    help: "Grant no permissions to plugins, not even trusted permissions.")
  var isSealed = false

  @Option(
    help: ArgumentHelp(
      "Read this file instead of \(ProjectFile.name), and look for plugins/ in the folder of this "
        + "file.",
      valueName: "file"), completion: .file(extensions: ["lua"]))
  var config: String?

  /// The default values, for command lines that are not parsed.
  static var unset: PluginOptions {
    var options = PluginOptions()
    options.plugins = []
    options.permissions = []
    options.trust = false
    options.isSealed = false
    options.config = nil
    return options
  }

  func validate() throws {
    guard isSealed, trust || !permissions.isEmpty else { return }
    throw ValidationError(
      "--no-permissions cannot be combined with \(trust ? "--trust" : "--allow").")
  }

  /// The name of an option that has a value other than its default, or `nil` if there is none.
  var usedOption: String? {
    if !plugins.isEmpty { return "--plugin" }
    if !permissions.isEmpty { return "--allow" }
    if config != nil { return "--config" }
    return trust ? "--trust" : isSealed ? "--no-permissions" : nil
  }

  /// The options as parts of a shell command.
  var words: [String] {
    var words = plugins.map { "--plugin \(ShellWord.quoted($0))" }
    words += permissions.map { permission in
      let parts = permission.argument.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return "--allow " + parts.map { ShellWord.quoted(String($0)) }.joined(separator: "=")
    }
    words += config.map { ["--config \(ShellWord.quoted($0))"] } ?? []
    return words + (trust ? ["--trust"] : []) + (isSealed ? ["--no-permissions"] : [])
  }

  /// Returns these options, combined with the options of the enclosing command.
  func merged(with outer: PluginOptions) -> PluginOptions {
    var result = self
    // The parser repeats the options of the enclosing command, so duplicates are removed.
    result.plugins = outer.plugins + plugins.filter { !outer.plugins.contains($0) }
    result.permissions = outer.permissions + permissions.filter { !outer.permissions.contains($0) }
    result.config = config ?? outer.config
    result.trust = trust || outer.trust
    result.isSealed = isSealed || outer.isSealed
    return result
  }
}

/// A permission such as `env:CI`, or `todo=env:CI` for a single plugin.
struct PermissionArgument: ExpressibleByArgument, Hashable {
  let permission: PluginPermission
  /// The string that the user passed.
  let argument: String

  init?(argument: String) {
    guard let permission = PluginPermission(argument) else { return nil }
    self.argument = argument
    self.permission = permission
  }
}
