internal import ArgumentParser
internal import SignalboxFiles
internal import SignalboxScripting

/// The `signalbox record` command.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Records a user's actions in an application as a scenario.",
    usage: "signalbox record --app COMMAND [OPTIONS] FILE [MODEL ...]",
    discussion: """
      Ctrl-C, Ctrl-D or the end of the application ends the recording.

      The scenario is run on the application before it is written and, if there is
      a model, on the model afterwards.

      EXAMPLES:
        signalbox record --app ./shop buying.scenario.lua
        signalbox record --app unix:/tmp/shop.sock buying.scenario.lua shop.lua

      EXIT CODES:
      \(SignalboxCommand.scriptExitCodes)
      """)

  @ParentCommand var root: SignalboxCommand

  @OptionGroup(title: "Application") var app: AppTarget
  @Flag(help: "Replace an existing file.")
  var force = false
  @OptionGroup(title: "Limits and Output") var limits: Limits
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  @Argument(help: "The scenario file to write.", completion: .file(extensions: ["lua"]))
  var file: String

  @Argument(
    help: "Scripts that contain a model of the application; the scenario loads them with require.",
    completion: .file(extensions: ["lua"]))
  var models: [String] = []

  func validate() throws {
    try root.rejectCode(with: Self.self)
    if app.choice == nil {
      throw ValidationError("record requires --app with a command, unix:PATH or tcp:PORT.")
    }
    if !file.hasSuffix(FolderSearch.ending) {
      throw ValidationError(
        "\(file) does not end in \(FolderSearch.ending), as scenario files must.")
    }
    if !force, FilePath.exists(file) {
      throw ValidationError("\(file) already exists; --force replaces it.")
    }
  }

  func run() throws {
    guard let choice = app.choice else { return }
    Host.record(
      choice, to: file, replacing: force, modeledBy: models, limits.merged(with: root.limits),
      plugins.merged(with: root.plugins))
  }
}
