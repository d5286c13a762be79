internal import ArgumentParser
internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

/// The `signalbox lint` command.
struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Reports mistakes in scenarios and applications without running them.",
    usage: "signalbox lint [OPTIONS] [PATH ...]",
    discussion: """
      PATH is a file, or a folder that is searched (default: test.roots of
      signalbox.lua, or the current folder). Reports files that fail to load;
      undefined routes, coordinators, methods and globals; duplicate definitions;
      tags that look mistyped; and scenarios that never run. The comment
      "lint: ignore" suppresses the findings on its line.

      Files and plugins are loaded in a sandbox without permissions.

      EXAMPLES:
        signalbox lint
        signalbox lint --strict scenarios

      EXIT CODES:
        0    no errors
        1    errors, or warnings with --strict
        2    a file failed to load
        5    nothing matched
        64   the command line is invalid
      """)

  @ParentCommand var root: SignalboxCommand
  @OptionGroup(title: "Limits and Output") var limits: TimedLimits
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Exit with 1 if there are warnings.")
  var strict = false

  @Argument(help: "Files and folders with scenarios.", completion: .file(extensions: ["lua"]))
  var paths: [String] = []

  func validate() throws {
    try root.rejectCode(with: Self.self)
  }

  func run() throws {
    Host.end(watching: "lint") { () throws(ScriptError) in
      ProcessSignals.installInterruptHandler()
      ProcessSignals.installTerminationHandler()
      let limits = limits.merged(with: root.limits)
      let project = try Project(plugins.merged(with: root.plugins))
      let request = try ScenarioFinder.request(paths.isEmpty ? project.testRoots() : paths)
      let result = try Self.linter(limits, project).lint(
        try Self.files(request.files),
        others: try Self.files(try ScenarioFinder.others(at: request.locations)),
        unreadable: request.unreadable)
      if result.exitCode(isStrict: strict) == .nothingMatched {
        OutputFile(OutputFile.error).print(
          "signalbox: no file name ends in \(FolderSearch.ending); to create a project, run: "
            + "signalbox init\n")
      }
      let output = OutputFile(OutputFile.output)
      let isColored = (limits.color ?? .auto).isColored(onTerminal: output.isTerminal)
      output.print(json ? result.json : result.text(TextPalette(isColored: isColored)))
      return result.exitCode(isStrict: strict)
    }
  }

  /// Reads files, and returns them with their sources.
  static func files(_ paths: [String]) throws(ScriptError) -> [ScenarioFile] {
    var files: [ScenarioFile] = []
    for path in paths { files.append(ScenarioFile(path: path, source: try ScriptFile.read(path))) }
    return files
  }

  /// Returns a linter that loads files in a sandbox without permissions.
  static func linter(_ limits: Limits, _ project: Project) -> ProjectLint {
    let timeout = limits.timeout?.duration ?? RunSettings().timeout
    return ProjectLint(timeout: timeout) { file throws(ScriptError) in
      Watchdog.begin(file.path)
      if ProcessSignals.isTerminating || ProcessSignals.takePendingInterrupt() {
        throw ScriptError(.interrupted, "stopped while files were being read")
      }
      let sources = SourceCache()
      let modules = NotedModules(FolderModules(of: file.path, sources: sources))
      var configuration = ScriptConfiguration(
        modules: modules, plugins: project.plugins(sources, timeout: timeout).sealed)
      configuration.hold(to: limits.memory?.bytes)
      let session = try ScriptSession(configuration)
      session.becomeInterruptTarget()
      try session.plugins.loadAtStart()
      return (session, modules)
    }
  }
}
