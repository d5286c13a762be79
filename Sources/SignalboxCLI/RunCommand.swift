internal import ArgumentParser
internal import SignalboxFiles
internal import SignalboxScripting

/// The `signalbox run` command.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Runs a script.",
    usage: "signalbox run [OPTIONS] FILE [-- ARGS]",
    discussion: """
      EXAMPLE:
        signalbox run tour.lua -- --fast

      EXIT CODES:
      \(SignalboxCommand.scriptExitCodes)
      """)

  @ParentCommand var root: SignalboxCommand

  @OptionGroup(title: "Remote Sessions") var listen: ListenOptions
  @OptionGroup(title: "Limits and Output") var limits: Limits
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  @Argument(help: "The script.", completion: .file(extensions: ["lua"]))
  var file: String

  func validate() throws {
    try root.rejectCode(with: Self.self)
    try listen.validate(files: [file])
    if file.hasSuffix(FolderSearch.ending) {
      throw ValidationError("\(file) has scenarios; run them with: signalbox test \(file)")
    }
  }

  func run() throws {
    // Arguments after `--` are parsed by the root command.
    Host.run(
      named: file, script: file, arguments: root.arguments, limits.merged(with: root.limits),
      plugins.merged(with: root.plugins), listeningAt: listen.endpoint(for: file)
    ) { () throws(ScriptError) in
      try ScriptFile.read(file)
    }
  }
}
