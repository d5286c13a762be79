internal import ArgumentParser
internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

/// `signalbox lint`.
struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Loads scenarios and their applications, runs no scenario, tells what is wrong.",
    usage: "signalbox lint [OPTIONS] [PATH ...]",
    discussion: """
      PATH is a file or a folder, which is searched with all below it; none stands for the current
      one. Told are: files that do not load; routes, coordinators, methods and globals that nothing
      defines; what is defined twice; tags that look mistyped; scenarios that never run. A line with the
      comment "lint: ignore" is left alone.

      To see what files and plugins define, they are loaded in the sandbox of scripts. No scenario runs, and
      nothing outside is reached: plugins get neither files nor programs nor variables, whatever is granted.

      EXIT CODES:
        0    nothing is wrong, or warnings only
        1    something is wrong
        2    a file did not load
        5    nothing matched
        64   the command line was wrong
      """)

  @ParentCommand var root: SignalboxCommand
  @OptionGroup var limits: Limits
  @OptionGroup var plugins: PluginOptions

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Warnings end with 1 as well.")
  var strict = false

  @Argument(help: "Where scenarios are.", completion: .file(extensions: ["lua"]))
  var paths: [String] = []

  func validate() throws {
    if !root.execute.isEmpty { throw ValidationError("-e and lint exclude each other.") }
  }

  func run() throws {
    Host.end(watching: "lint") { () throws(ScriptError) in
      ScriptSession.installInterruptHandler()
      ScriptSession.installTerminationHandler()
      let limits = limits.merged(with: root.limits)
      let project = try Project(plugins.merged(with: root.plugins))
      let request = try ScenarioFinder.request(paths.isEmpty ? project.testRoots() : paths)
      let result = try linter(limits, project).look(
        at: try files(request.files),
        beside: try files(try ScenarioFinder.others(at: request.places)),
        unreadable: request.unreadable)
      let output = OutputFile(OutputFile.output)
      let isColored = (limits.color ?? .auto).isColored(onTerminal: output.isTerminal)
      output.write(json ? result.json : result.text(TextPalette(isColored: isColored)))
      output.flush()
      return result.exitCode(isStrict: strict)
    }
  }

  private func files(_ paths: [String]) throws(ScriptError) -> [ScenarioFile] {
    var files: [ScenarioFile] = []
    for path in paths { files.append(ScenarioFile(path: path, source: try ScriptFile.read(path))) }
    return files
  }

  private func linter(_ limits: Limits, _ project: Project) -> ProjectLint {
    let timeout = limits.timeout?.duration ?? RunSettings().timeout
    return ProjectLint(timeout: timeout) { file throws(ScriptError) in
      Watchdog.begin(file.path)
      if ScriptSession.isTerminating || ScriptSession.takePendingInterrupt() {
        throw ScriptError(.interrupted, "stopped while files were read")
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
