internal import ArgumentParser
internal import SignalboxFiles
internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting

/// The `signalbox trust` command.
struct TrustCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust", abstract: "Trusts the permissions of a project's plugins.",
    usage: "signalbox trust [OPTIONS] [FOLDER]",
    discussion: """
      The permissions that a project's signalbox.lua grants apply once you trust the
      project's folder. Review signalbox.lua and the plugins first. If a permission
      is added later, you must trust the folder again.

      Trusted folders are listed in $XDG_CONFIG_HOME/signalbox/trusted.lua, or in
      ~/.config/signalbox/trusted.lua if the variable is not set. --trust and
      SIGNALBOX_TRUST=1 trust a project for one run.

      EXAMPLES:
        signalbox trust
        signalbox trust --list
      """)

  @ParentCommand var root: SignalboxCommand

  @Option(
    help: ArgumentHelp("Read this file instead of FOLDER/\(ProjectFile.name).", valueName: "file"),
    completion: .file(extensions: ["lua"]))
  var config: String?

  @Flag(help: "List the trusted folders instead of trusting a folder.")
  var list = false

  @Argument(help: "The project folder (default: the current one).", completion: .directory)
  var folder: String?

  func validate() throws {
    try root.rejectCode(with: Self.self)
    if folder != nil, config != nil {
      throw ValidationError(
        "FOLDER and --config cannot be combined: the configuration file determines the folder.")
    }
    if list, folder != nil || config != nil {
      throw ValidationError("--list lists all trusted folders; omit FOLDER and --config.")
    }
  }

  func run() throws {
    Host.end { () throws(ScriptError) in
      var file = try Self.file()
      let output = OutputFile(OutputFile.output)
      defer { output.flush() }
      if list {
        for (folder, permissions) in file.permissions.sorted(by: { $0.key < $1.key }) {
          output.write("\(DisplayText.line(folder))\n" + Self.lines(permissions))
        }
        if file.permissions.isEmpty { output.write("no folder is trusted\n") }
        return .success
      }
      let project = try Self.project(folder, config ?? root.plugins.config)
      guard let path = project.path else {
        throw ScriptError(
          .module, "trust: \(project.path(of: ProjectFile.name)) does not exist",
          hint: "a project that grants no permissions does not need to be trusted")
      }
      guard !project.trust.asked.isEmpty else {
        output.write("\(path) grants no permissions: there is nothing to trust\n")
        return .success
      }
      let real = try Self.real(project.folder)
      try file.set(real, project.trust.asked)
      output.write("trusted \(real) with these permissions:\n" + Self.lines(project.trust.asked))
      return .success
    }
  }

  private static func lines(_ permissions: [PluginPermission]) -> String {
    permissions.map { "  \(DisplayText.line($0.description))\n" }.joined()
  }

  /// Returns the file that lists the trusted folders.
  static func file() throws(ScriptError) -> TrustFile {
    guard let path = TrustFile.standardPath(RunSelection.variable) else {
      throw ScriptError(
        .module,
        "trust: cannot find the list of trusted folders: neither XDG_CONFIG_HOME nor HOME is an "
          + "absolute path", hint: "set HOME or XDG_CONFIG_HOME to an absolute path"
      )
    }
    return try TrustFile(path)
  }

  static func project(_ folder: String?, _ config: String?) throws(ScriptError) -> Project {
    let place = folder.map { $0 == "." ? ProjectFile.name : "\($0)/\(ProjectFile.name)" }
    if config == nil, let place, !FilePath.exists(place) {
      throw ScriptError(
        .module, "trust: \(place) does not exist",
        hint: "a project that grants no permissions does not need to be trusted")
    }
    return try Project(config: config ?? place)
  }

  static func real(_ folder: String) throws(ScriptError) -> String {
    guard let real = FilePath.resolved(folder) else {
      throw ScriptError(.module, "trust: folder \(folder) does not exist")
    }
    return real
  }
}
