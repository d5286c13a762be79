internal import ArgumentParser
internal import SignalboxScenarios
internal import SignalboxScripting

/// The `signalbox lua-types` command.
struct LuaTypesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lua-types", abstract: "Prints definitions for lua-language-server.",
    usage: "signalbox lua-types [OPTIONS] [PATH ...]",
    discussion: """
      With the definitions, editors complete and check scripts. PATH is a file, or a
      folder that is searched for scenarios. The names that these files declare
      become literal types: an editor completes routes, coordinators, pages, deep
      links and labels of actions, and reports unknown routes and coordinators. The
      files are loaded in a sandbox without permissions. If standard input is a
      pipe, --watch ends when the pipe is closed.

      Write the definitions to a folder, and add the folder to .luarc.json:

        { "workspace.library": [".signalbox/library"] }

      EXAMPLES:
        signalbox lua-types --output .signalbox/library/signalbox.d.lua .
        signalbox lua-types --output .signalbox/library/signalbox.d.lua --watch .

      EXIT CODES:
        0    success
        1    the output cannot be written
        2    a file failed to load; the output contains the names in the other files
        64   the command line is invalid
        130  stopped with Ctrl-C
      """)

  @ParentCommand var root: SignalboxCommand

  @Option(
    help: ArgumentHelp("Write the definitions to this file.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Watch the files, and write the definitions again when declared names change.")
  var watch = false

  @OptionGroup(title: "Limits and Output") var limits: TimedLimits
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  @Argument(
    help: "Applications, scenario files and folders with scenarios.",
    completion: .file(extensions: ["lua"]))
  var paths: [String] = []

  func validate() throws {
    try root.rejectCode(with: Self.self)
    if watch, output == nil { throw ValidationError("--watch requires --output FILE.") }
    if watch, paths.isEmpty {
      throw ValidationError(
        "--watch requires the files to watch; to watch the current folder, use: signalbox "
          + "lua-types --watch --output FILE .")
    }
  }

  func run() throws {
    Host.end(watching: "the declarations") { () throws(ScriptError) in
      UserStop.install()
      let limits = limits.merged(with: root.limits)
      let project = try Project(plugins.merged(with: root.plugins))
      let definitions = WrittenDefinitions(
        of: paths, to: output, LintCommand.linter(limits, project))
      return watch ? try definitions.watch() : try definitions.write()
    }
  }
}
