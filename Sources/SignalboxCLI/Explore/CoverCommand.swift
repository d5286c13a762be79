internal import ArgumentParser
internal import SignalboxScenarios
internal import SignalboxScripting

/// The `signalbox cover` command.
struct CoverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cover",
    abstract: "Writes scenarios that together cover every transition.",
    usage: "signalbox cover [OPTIONS] FILE --write FOLDER",
    discussion: """
      Explores FILE as signalbox explore does, with the actions and limits that FILE
      declares, and writes a small set of scenarios, each of which expects the
      screens at the end of its path. Scenarios of an earlier run are replaced or
      removed, unless you have changed them.

      EXAMPLE:
        signalbox cover shop.properties.lua --write flows && signalbox test flows

      EXIT CODES:
        0    the scenarios were written
        1    the application does not start, an error ended the exploration, or
             a file cannot be written
        2    FILE failed to load, or scenarios in FOLDER cannot require it
        64   the command line is invalid
        130  stopped with Ctrl-C; nothing is written
      """)

  @ParentCommand var root: SignalboxCommand
  @OptionGroup(title: "Limits and Output") var limits: TimedLimits
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Exploration Limits") var bounds: ExploreBounds

  @Option(
    help: ArgumentHelp("The folder for the scenarios, created if necessary.", valueName: "folder"),
    completion: .directory)
  var write: String

  @Argument(
    help: "A file with properties, or an application.", completion: .file(extensions: ["lua"]))
  var file: String

  func validate() throws { try root.rejectCode(with: Self.self) }

  func run() throws {
    Host.end(watching: "cover") { () throws(ScriptError) in
      let host = try ExploreHost(
        bounds, limits.merged(with: root.limits), plugins.merged(with: root.plugins))
      return try host.writeCover(of: file, to: write)
    }
  }
}
